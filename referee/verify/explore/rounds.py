"""Play that goes round within one step: effects that cause each other again and again, or plays that come back.

The explorer finds cycles of tables between steps; a step that never ends has none. Here a step is gone through again
and again with other answers, depth first, until some question is put while the table is as it was at an earlier
question of the same step. Then the answers in between are given once more, and again: only what goes round so for
as long as it is looked at, or until a cap of the game ends it, counts. Steps begin on tables of random matches, and
that match with these answers is the witness.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.events import Event
from referee.kernel.game import Game
from referee.kernel.requests import Chance, Choice, Shuffle
from referee.kernel.spaces import OneOf
from referee.kernel.watch import Watch
from referee.play.chance import fair
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.play.chance import Taste, varied
from referee.verify.play.drivers import AtRandom, Plain, Script, kept
from referee.verify.play.minimise import recorded
from referee.verify.play.trial import Met, Trial, clauses_of
from referee.verify.properties import Property
from referee.verify.verdicts import Method, Result, Trouble, Verdict

MOST_WAYS = 40_000
"""Ways through steps that are tried for one property, times the effort of the question."""
WAYS = 40
"""Of them through one step."""
STEPS = 12
"""Of a match."""
ANSWERS = 6
FEW_OF_MANY = 2
"""Answers to one question: all where there are no more than so many, else a few of them."""
DEEP = 60
"""Questions of a step after which a way is left."""
ROUNDS = 200
"""Rounds that are played to see whether they go on, unless a cap comes before."""
FEWEST = 5
"""Of them before a cap."""
SHOWN = 3
"""Rounds in the record."""

Steps = list[list[Any]]


def where(choice: Choice) -> Any:
    """Equal for two questions of a step if the table is the same, and the same player is asked the same."""
    table = choice.table
    event = table.stack[-1] if table.stack else None
    lying = tuple([place.contents() if place.is_row else place.pile for place in table.places])
    scalars, of_each = type(table)._scalars(table), tuple([tuple(each) for each in table.each])
    about = None if event is None else (event.what, event.actor, event.at, event.word)
    return lying, scalars, of_each, choice.player, choice.decider, choice.ask, choice.space.count(), about


class WayEnds(Exception):
    """This way through a step is followed no further."""


class Trying(Script):
    """Goes through a step in one way after the other, depth first; ``found`` is where a way came round."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self.rng = rng
        self.found: tuple[int, int] | None = None
        self._left: list[list[Any]] = []
        """Of each request of this way the answers that are left, the one that is given last."""
        self._seen: set[Any] = set()
        self._path: dict[Any, int] = {}

    def again(self) -> None:
        self.next_step(())
        self._path = {}

    def go_on(self) -> bool:
        """Turn to the next way, if there is one."""
        self.found = None
        while self._left:
            self._left[-1].pop()
            if self._left[-1]:
                return True
            self._left.pop()
        return False

    def choose(self, choice: Choice) -> Any:
        here, at = where(choice), len(self.said)
        if here in self._path:
            self.found = self._path[here], at
            raise WayEnds
        self._path[here] = at
        if at == len(self._left):
            if here in self._seen or at > DEEP:
                raise WayEnds
            self._seen.add(here)
            self._left.append([kept(choice, answer) for answer in self._some(choice)])
        answer = self._left[at][-1]
        self.said.append(answer)
        return choice.space.read(answer.data) if type(answer) is Plain else answer

    def _some(self, choice: Choice) -> list[Any]:
        space = choice.space
        number: Any = space.count()
        if number <= ANSWERS:
            answers = [space.nth(place) for place in range(number)]
            self.rng.shuffle(answers)
            return answers
        return [varied(space, self.rng) for _ in range(FEW_OF_MANY)]

    def chance(self, event: Chance) -> Any:
        at = len(self.said)
        if at == len(self._left):
            self._left.append([fair(event, self.rng)])
        self.said.append(self._left[at][-1])
        return self._left[at][-1]


class Plainly(AtRandom):
    """Random play that often takes the first of a few words (to go on, to pass): what lies on tables stays there."""

    def __init__(self, rng: random.Random, taste: Taste | None, *, kinds_first: bool, tops: Sequence[str] = ()) -> None:
        super().__init__(rng, taste, kinds_first=kinds_first)
        self.plain = rng.choice((0.9, 0.99) if tops else (0.0, 0.5, 0.8, 0.95))
        turned = rng.randrange(len(tops)) if tops else 0
        self.tops = [each.split() for each in (*tops[turned:], *tops[:turned])]
        """By seat the cards that shall lie on top; which seat moves first is no matter of theirs."""

    def choose(self, choice: Choice) -> Any:
        if type(choice.space) is not OneOf or self.rng.random() >= self.plain:
            return super().choose(choice)
        answer = choice.space.nth(0)
        self.said.append(kept(choice, answer))
        return answer

    def chance(self, event: Chance) -> Any:
        outcome = super().chance(event)
        if isinstance(event, Shuffle) and event.place.is_row and event.place.owner is not None:
            for name in reversed(self.tops[event.place.owner.seat] if self.tops else ()):
                named = [old for old in outcome if event.place.face(event.place.row[old]).name == name]  # type: ignore[attr-defined]
                outcome = (*named[:1], *[old for old in outcome if old not in named[:1]])
            self.said[-1] = outcome
        return outcome


class Events(Watch):
    """Keeps the events that happen."""

    def __init__(self) -> None:
        self.met: list[Event] = []

    def happened(self, event: Event) -> None:
        self.met.append(event)


class Repeating(Script):
    """Gives the answers until some place, and from there on those of a round again and again."""

    def __init__(self, said: Sequence[Any], start: int, end: int) -> None:
        super().__init__([*said[:start], *[*said[start:end]] * ROUNDS])
        self.start, self.length = start, end - start
        self.events = Events()
        self.rounds = 0
        self.marks: list[int] = []
        self._here: Any = None
        self._goes_round = True

    def choose(self, choice: Choice) -> Any:
        at = len(self.said)
        if self._goes_round and at >= self.start and (at - self.start) % self.length == 0:
            here = where(choice)
            self._here = self._here or here
            self._goes_round = here == self._here
            if self._goes_round:
                self.rounds += 1
                self.marks.append(len(self.events.met))
        return super().choose(choice)


@dataclass(frozen=True, slots=True)
class Round:
    """Play that goes round in the last step of ``script``, which shows it a few times."""

    script: Steps
    answers: int
    times: int
    capped: bool
    events: tuple[Event, ...]

    @property
    def sentence(self) -> str:
        loop = ", ".join(map(str, self.events)) or "the same questions"
        cap = "until the cap on nested plays was met" if self.capped else "and it goes on"
        again = f"in turn {len(self.script) - 1} the table is the same again after {self.answers} answers ({loop})"
        return f"{again}, {self.times} times, {cap}"


def played_round(game: Game[Any], steps: Steps, said: Sequence[Any], start: int, end: int) -> Round | None:
    """Play some steps, and in the last one a round over and over; None where it does not lead back every time."""
    trial, driver = Trial(game, ()), Script()
    for answers in steps:
        driver.next_step(answers)
        trial.move(driver)
    repeating = Repeating(said, start, end)
    trial.table.watch = repeating.events
    trial.move(repeating)
    capped = bool(trial.table.caps_met)
    if repeating.rounds < (FEWEST if capped else ROUNDS):
        return None
    events = repeating.events.met[repeating.marks[1] : repeating.marks[2]]
    last = [*said[:start], *[*said[start:end]] * SHOWN]
    return Round([*steps, last], end - start, repeating.rounds, capped, tuple(events))


class Search:
    """Looks for a round in which some clauses are carried out."""

    def __init__(self, question: Question, claimed: Property) -> None:
        self.question, self.claimed, self.game = question, claimed, question.game
        self.rng = random.Random(f"{question.seed} {claimed.name} {question.game.players}")
        self.most = int(MOST_WAYS * question.effort)
        self.ways = self.steps = self.matches = 0

    @property
    def is_over(self) -> bool:
        return self.ways >= self.most or self.question.budget.is_spent

    def run(self) -> Round | None:
        while not self.is_over:
            self.matches += 1
            found = self._match(
                Plainly(self.rng, self._taste(), kinds_first=self.matches % 2 == 0, tops=self.claimed.tops)
            )
            if found is not None:
                return found
        return None

    def _taste(self) -> Taste | None:
        return None if self.matches % 3 == 0 or self.claimed.tops else Taste(self.game.deck, self.rng)

    def _match(self, driver: Plainly) -> Round | None:
        trial = Trial(self.game, ())
        steps: Steps = []
        for _ in range(STEPS):
            if steps:
                found = self._step(trial.table.snapshot(), steps)
                if found is not None or self.is_over:
                    return found
            met = trial.advance(driver)
            steps.append(list(driver.said))
            if met is not None or trial.table.outcome is not None:
                break
        return None

    def _step(self, before: Any, steps: Steps) -> Round | None:
        """The ways through one step."""
        self.steps += 1
        driver, trial = Trying(self.rng), Trial(self.game, ())
        for _ in range(WAYS):
            self.ways += 1
            trial.begin()
            trial.table.restore(before)
            driver.again()
            trial.move(driver)
            if driver.found is not None:
                found = played_round(self.game, steps, driver.said, *driver.found)
                if found is not None and self._is_about(found):
                    return found
            if not driver.go_on():
                break
        return None

    def _is_about(self, found: Round) -> bool:
        return not found.events or set(self.claimed.clauses) <= {*clauses_of(self.game, found.events)}


def decide_endless(question: Question, claimed: Property) -> Iterator[Result | Finding]:
    """WITNESSED with the round, or UNKNOWN: that none was found is no proof that there is none."""
    game, search = question.game, Search(question, claimed)
    found = search.run()
    about = claimed.name, Method.FUZZ, game.players, question.readings, question.scale
    if found is None:
        why = f"no play that goes round was found in {search.ways} ways through {search.steps} turns"
        yield Result(*about, Verdict.UNKNOWN, tries=search.ways, why=why)
        return
    short = recorded(game, Met(Trouble.ENDLESS, claimed.clauses, found.sentence), found.script)
    yield Finding(
        Trouble.ENDLESS, game.name, short.sentence, claimed.clauses, game.players, question.readings, question.scale,
        Method.FUZZ, Verdict.WITNESSED, claimed.name, None, short.witness,
    )  # fmt: skip
    yield Result(*about, Verdict.WITNESSED, tries=search.ways, witness=short.witness)
