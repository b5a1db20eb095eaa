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
from dataclasses import replace
from typing import Any

from referee.kernel.requests import Chance, Choice, Shuffle
from referee.kernel.spaces import OneOf
from referee.play.chance import fair
from referee.verify.explore.lassos import Round, Traced, played_round, where
from referee.verify.explore.turn_cycles import GoesOn, Idling
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.play.chance import CardBias, varied
from referee.verify.play.drivers import AtRandom, LeftOff, Plain, Script, repeatable
from referee.verify.play.met import Met, clauses_of
from referee.verify.play.minimise import Steps, recorded
from referee.verify.play.trial import Trial
from referee.verify.play_results import result_of, shown_by
from referee.verify.properties import Property
from referee.verify.verdicts import Method, Result, Trouble, Verdict

MOST_WAYS = 40_000
"""Ways through steps that are tried for one property, times the effort of the question."""
FEW_WAYS, MEANT_WAYS = 100, 500
"""Ways for a property that turns end, and for one that its author expects to fail."""
WAYS = 40
"""Ways through one step."""
STEPS = 12
"""Steps of a match."""
ANSWERS = 6
FEW_OF_MANY = 2
"""Answers to one question: all where there are no more than so many, else a few of them."""
DEEP = 60
"""Questions of a step after which a way is left."""


class Trying(Script):
    """Goes through a step in one way after the other, depth first; ``found`` is where a way came round."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self.rng = rng
        self.found: tuple[int, int] | None = None
        self._left: list[list[Any]] = []
        """For each request of this way the answers that are left; the current one is last."""
        self._asked: list[int | None] = []
        """For each of these requests the number of where it was asked; None for one of chance."""
        self._known: dict[Any, int] = {}
        """Where it was asked, on whichever way, each with a number of its own."""
        self._path: dict[int | None, int] = {}
        """By these numbers which request of this way was asked there."""

    def again(self) -> None:
        self.next_step(())

    def go_on(self) -> bool:
        """Turn to the next way, if there is one."""
        self.found = None
        while self._left:
            self._left[-1].pop()
            if self._left[-1]:
                return True
            self._left.pop()
            self._path.pop(self._asked.pop(), None)
        return False

    def choose(self, choice: Choice) -> Any:
        at = len(self.transcript)
        # With the same answers as on the way before, the table is as it was there: only what is new is looked at.
        if at == len(self._left):
            here = where(choice)
            number = self._known.get(here)
            if number in self._path:
                self.found = self._path[number], at
            if number is not None or at > DEEP:
                raise LeftOff
            number = self._known[here] = len(self._known)
            self._path[number] = at
            self._asked.append(number)
            self._left.append([repeatable(choice, answer) for answer in self._some(choice)])
        answer = self._left[at][-1]
        self.transcript.append(answer)
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
        at = len(self.transcript)
        if at == len(self._left):
            self._asked.append(None)
            self._left.append([fair(event, self.rng)])
        self.transcript.append(self._left[at][-1])
        return self._left[at][-1]


class Plainly(AtRandom):
    """Random play that often takes the first of a few words (to go on, to pass): what lies on tables stays there."""

    def __init__(
        self, rng: random.Random, taste: CardBias | None, *, kinds_first: bool, tops: Sequence[str] = ()
    ) -> None:
        super().__init__(rng, taste, kinds_first=kinds_first)
        self.plain = rng.choice((0.9, 0.99) if tops else (0.0, 0.5, 0.8, 0.95))
        turned = rng.randrange(len(tops)) if tops else 0
        self.tops = [each.split() for each in (*tops[turned:], *tops[:turned])]
        """For each seat the cards that shall lie on top; the first mover does not matter."""

    def some_answer(self, choice: Choice) -> Any:
        if type(choice.space) is not OneOf or self.rng.random() >= self.plain:
            return super().some_answer(choice)
        return choice.space.nth(0)

    def chance(self, event: Chance) -> Any:
        outcome = super().chance(event)
        if isinstance(event, Shuffle) and event.place.is_row and event.place.owner is not None:
            for name in reversed(self.tops[event.place.owner.seat] if self.tops else ()):
                named = [old for old in outcome if event.place.face(event.place.row[old]).name == name]  # type: ignore[attr-defined]
                outcome = (*named[:1], *[old for old in outcome if old not in named[:1]])
            self.transcript[-1] = outcome
        return outcome


class Search:
    """Looks for a round in which some clauses are carried out; ``most`` is how many ways it tries."""

    ways_of_a_step = WAYS

    def __init__(
        self, question: Question, claimed: Property | None, clauses: Sequence[str], most: int = MOST_WAYS
    ) -> None:
        self.question, self.game, self.clauses = question, question.game, set(clauses)
        self.tops = claimed.tops if claimed is not None else ()
        name = claimed.name if claimed is not None else ""
        self.rng = random.Random(f"{question.seed} {name} {question.game.players}")
        self.most = int(most * question.effort)
        self.ways = self.steps = self.matches = 0
        self._others: set[str] = set()
        """The answers of rounds in which other clauses are carried out."""
        self._trial: Trial | None = None
        self._traced: Traced | None = None

    @property
    def tries(self) -> int:
        return self.ways

    @property
    def extent(self) -> str:
        return f"{self.ways} ways through {self.steps} turns"

    @property
    def is_over(self) -> bool:
        # Where the deal itself fails there are no turns to go through.
        return max(self.ways, self.matches) >= self.most or self.question.budget.is_spent

    def run(self) -> Round | None:
        while not self.is_over:
            self.matches += 1
            found = self._match(Plainly(self.rng, self._taste(), kinds_first=self.matches % 2 == 0, tops=self.tops))
            if found is not None:
                return found
        return None

    def _taste(self) -> CardBias | None:
        return None if self.matches % 3 == 0 or self.tops else CardBias(self.game.deck, self.rng)

    def _match(self, driver: Plainly) -> Round | None:
        trial = Trial(self.game, ())
        steps: Steps = []
        for _ in range(STEPS):
            if steps:
                found = self.through(trial.table.snapshot(), steps)
                if found is not None or self.is_over:
                    return found
            met = trial.advance(driver)
            steps.append(list(driver.transcript))
            if met is not None or trial.table.outcome is not None:
                self._leave_where_steps_loop(met)
                break
        return None

    def _leave_where_steps_loop(self, met: Met | None) -> None:
        """Whoever plays the rules tells it, and every way would take as long."""
        if met is not None and met.looping:
            self.most = 0

    def through(self, before: Any, steps: Steps) -> Round | None:
        """The ways through one step, from the table to which some steps lead."""
        self.steps += 1
        driver = Trying(self.rng)
        trial = self._trial = self._trial or Trial(self.game, ())
        for number in range(self.ways_of_a_step):
            if self._is_hopeless(number):
                break
            self.ways += 1
            self._watch(trial, number)
            trial.table.restore(before)
            driver.again()
            self._leave_where_steps_loop(trial.move(driver))
            if self.most == 0:
                return None
            if driver.found is not None:
                begin, end = driver.found
                answers = repr(driver.transcript[begin:end])
                found = None if answers in self._others else self._played(steps, driver.transcript, begin, end)
                if found is not None and self._is_about(found):
                    return found
                if found is not None:
                    self._others.add(answers)
            if not driver.go_on():
                break
        return None

    def _played(self, steps: Steps, transcript: Sequence[Any], begin: int, end: int) -> Round | None:
        self._traced = self._traced or Traced(self.game)
        return played_round(self._traced, steps, transcript, begin, end)

    def _watch(self, trial: Trial, number: int) -> None:
        """Before each way through a step, the ``number``-th of it."""

    def _is_hopeless(self, number: int) -> bool:
        """Whether a step of which so many ways were taken is left."""
        return False

    def _is_about(self, found: Round) -> bool:
        return self.clauses <= {*found.clauses, *clauses_of(self.game, found.events)}


def decide_endless(question: Question, claimed: Property) -> Iterator[Result | Finding]:
    """WITNESSED with the round, or UNKNOWN: that none was found is no proof that there is none."""
    search = Idling(question, claimed) if claimed.whole_turns else Search(question, claimed, claimed.clauses)
    found = search.run()
    if found is not None:
        yield from _shown(question, claimed, found, Verdict.WITNESSED, search.tries)
        return
    why = f"no play that goes round was found in {search.extent}"
    yield result_of(question, Method.FUZZ, claimed, Verdict.UNKNOWN, search.tries, why=why)


def refute_end_of_turns(question: Question, claimed: Property) -> Iterator[Result | Finding]:
    """REFUTED with a round that a turn need not leave, whatever is carried out in it; nothing where none was found."""
    meant = not claimed.expected(question.game.readings, question.game.players)
    search = Search(question, claimed, (), MEANT_WAYS if meant else FEW_WAYS)
    found = search.run()
    if found is not None and not found.capped:
        yield from _shown(question, claimed, found, Verdict.REFUTED, search.ways)


def _shown(
    question: Question, claimed: Property, found: Round | GoesOn, verdict: Verdict, ways: int
) -> Iterator[Result | Finding]:
    short = recorded(question.game, Met(Trouble.ENDLESS, claimed.clauses, found.sentence), found.script)
    yield replace(shown_by(short, Method.FUZZ), verdict=verdict, property_name=claimed.name)
    yield result_of(question, Method.FUZZ, claimed, verdict, ways, witness=short.witness)
