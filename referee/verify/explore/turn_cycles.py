"""Play that goes round over whole turns: players who can go on for ever without bringing the match nearer its end.

From tables between the steps of random matches play goes on with players who answer the same question in the same
way, until a table comes back. What only counts on may differ: a whole number that is higher than it was (the number of
turns, when something was last said). Then the answers of these turns are given over and over; only what leads back
every time is said to go on.

Where somebody promises that every match comes to its end, smaller games of the same rules are played too, in which the
same table is met again sooner: by these players and by chance. What chance gives is part of the round then, and its
sentence says so: nothing in the rules keeps it from being given again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.kernel.game import Game
from referee.kernel.requests import Chance, Choice
from referee.verify.methods import Question
from referee.verify.play.chance import CardBias
from referee.verify.play.drivers import AtRandom, Script
from referee.verify.play.minimise import Steps
from referee.verify.play.quiet import counting_between
from referee.verify.play.trial import NOTHING_KNOWN, Trial
from referee.verify.properties import Property
from referee.verify.readonly_table import evaluate

MOST_TURNS = 40_000
"""Turns that are played for one property, times the effort of the question."""
STEPS = 40
"""Steps of a match."""
TRIES = 3
"""Ways to go on from one table."""
ROUNDS = 200
"""Rounds that are played to see whether they go on."""
SHOWN = 3
"""Rounds in the record."""


@dataclass(frozen=True, slots=True)
class GoesOn:
    """Turns that lead back to where they began. ``counting`` are the numbers that count on meanwhile."""

    script: Steps
    first: int
    turns: int
    counting: tuple[str, ...]

    @property
    def sentence(self) -> str:
        but = f" but for what counts on ({', '.join(self.counting)})" if self.counting else ""
        turns = f"{self.turns} turns" if self.turns > 1 else "one turn"
        again = f"from turn {self.first} on the table is the same again after {turns}"
        return f"{again}{but}, {ROUNDS} times, and it goes on"


class Steady(AtRandom):
    """Answers the same question always in the same way."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self._answers: dict[Any, int] = {}

    def some_answer(self, choice: Choice) -> Any:
        number: Any = choice.space.count()
        about = choice.decider.seat, choice.player.seat, choice.ask, number
        return choice.space.nth(self._answers.setdefault(about, self.rng.randrange(number)))

    def chance(self, event: Chance) -> Any:
        self.by_chance = True
        return super().chance(event)

    by_chance = False
    """Whether chance had a part: what comes back by it does not go on by itself."""


class Idling:
    """The search for one property, or for none; ``most`` is how many turns it plays."""

    def __init__(self, question: Question, claimed: Property | None, most: int = MOST_TURNS) -> None:
        self.question, self.claimed, self.game = question, claimed, question.game
        name = claimed.name if claimed is not None else ""
        self.rng = random.Random(f"{question.seed} {name} {question.game.players}")
        self.most = int(most * question.effort)
        self.turns = self.matches = 0
        self.trial = Trial(self.game, ())
        """On it play goes on from tables of matches."""
        self.loops = False
        """A step does not come to its end: whoever plays the rules tells it, and every turn would take as long."""

    @property
    def tries(self) -> int:
        return self.turns

    @property
    def extent(self) -> str:
        return f"{self.turns} turns of {self.matches} matches"

    @property
    def is_over(self) -> bool:
        return self.turns >= self.most or self.question.budget.is_spent

    def run(self) -> GoesOn | None:
        while not self.is_over:
            self.matches += 1
            taste = CardBias(self.game.deck, self.rng) if self.matches % 2 else None
            found = self._match(AtRandom(self.rng, taste, kinds_first=self.matches % 4 < 2))
            if found is not None:
                return found
        return None

    def _match(self, driver: AtRandom) -> GoesOn | None:
        trial = Trial(self.game, ())
        steps: Steps = []
        for _ in range(STEPS):
            if steps:
                for _ in range(TRIES):
                    found = self._go_on(trial.table.snapshot(), steps)
                    if found is not None or self.is_over:
                        return found
            if not self._advance(trial, driver, steps):
                break
        return None

    def _advance(self, trial: Trial, driver: AtRandom, steps: Steps) -> bool:
        """One more step of a match; whether the match goes on."""
        met = trial.advance(driver)
        self.turns += 1
        steps.append(list(driver.transcript))
        if met is not None and met.looping:
            self.loops, self.most = True, 0
        return met is None and trial.table.outcome is None

    def _go_on(self, before: Any, steps: Steps) -> GoesOn | None:
        """One way to go on, until a table comes back."""
        trial, driver, table = self.trial, Steady(self.rng), self.trial.table
        trial.go_on(before, NOTHING_KNOWN)
        tables, script = [before], Steps()
        for _ in range(3 * self.game.players):
            met = trial.advance(driver)
            self.turns += 1
            if met is not None or table.outcome is not None or driver.by_chance:
                return None
            script.append(list(driver.transcript))
            after = table.snapshot()
            for at, earlier in enumerate(tables):
                if counting_between(table, earlier, after) is not None:
                    return played_turns(self.game, self.claimed, [*steps, *script[:at]], script[at:])
            tables.append(after)
        return None


def played_turns(game: Game[Any], claimed: Property | None, steps: Steps, turns: Steps) -> GoesOn | None:
    """Play some steps, and then turns over and over; None where they do not lead back every time, or where it is not
    what the property is about."""
    trial, driver = Trial(game, ()), Script()
    if not _played(trial, driver, steps):
        return None
    if claimed is not None and evaluate(claimed.claim, trial.table) is False:
        return None
    before = trial.table.snapshot()
    counting: set[str] = set()
    for _ in range(ROUNDS):
        if not _played(trial, driver, turns):
            return None
        after = trial.table.snapshot()
        higher = counting_between(trial.table, before, after)
        if higher is None:
            return None
        before = after
        counting |= higher
    plain = tuple(sorted([name.replace("_", " ") for name in counting - {"turns"}]))
    return GoesOn([*steps, *turns * SHOWN], len(steps), len(turns), plain)


def _played(trial: Trial, driver: Script, steps: Sequence[list[Any]]) -> bool:
    """Whether these steps can be taken with just these answers, and the match goes on."""
    for answers in steps:
        driver.next_step(answers)
        if trial.move(driver) is not None or trial.table.outcome is not None or driver.transcript != list(answers):
            return False
    return True


TURNS = 4_000
"""Turns that are played in all smaller games, times the effort of the question."""
OF_A_GAME = 400
"""Turns in one of them."""


def coming_back(question: Question, forms: Iterator[Game[Any]]) -> Iterator[tuple[Question, GoesOn]]:
    """Rounds over whole turns in these games, each with the question about the game in which it was found."""
    left = int(TURNS * question.effort)
    for form in forms:
        if left <= 0 or question.budget.is_spent:
            return
        asked = replace(question, game=form, properties=(), others=(), declared=(), effort=1.0)
        search = Recurring(asked, min(left, OF_A_GAME))
        found = search.run()
        left -= max(search.turns, 1)
        if found is not None:
            yield asked, found


class Recurring(Idling):
    """Plays matches at random until a table comes back, in one of them or of what players do who idle."""

    def __init__(self, question: Question, most: int) -> None:
        super().__init__(question, None, most)

    def _match(self, driver: AtRandom) -> GoesOn | None:
        return super()._match(driver) if self.matches % 2 else self._by_chance(driver)

    def _by_chance(self, driver: AtRandom) -> GoesOn | None:
        trial = Trial(self.game, ())
        met: dict[Any, list[int]] = {}
        tables: list[Any] = []
        steps: Steps = []
        for number in range(STEPS + 1):
            if not self._advance(trial, driver, steps):
                return None
            after = trial.table.snapshot()
            tables.append(after)
            for at in met.setdefault(repr(after[0]), []):
                if counting_between(trial.table, tables[at], after) is not None:
                    found = played_turns(self.game, None, steps[: at + 1], steps[at + 1 :])
                    if found is not None:
                        return found
            met[repr(after[0])].append(number)
        return None
