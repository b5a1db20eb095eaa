"""Drivers of a trial: they answer from a list, or by chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.errors import RefereeError
from referee.kernel.requests import Chance, Choice, Shuffle
from referee.kernel.table import Table
from referee.play.chance import fair, outcomes
from referee.play.one_by_one import OneByOne
from referee.verify.play.chance import CardBias, varied

MOST_REQUESTS = 5_000
"""Requests in one step; after so many it is reported as endless."""


class TooLong(Exception):
    """A step asks and asks; ``ask`` is the question that it came to last, "" where that was chance or is not known."""

    def __init__(self, ask: str = "") -> None:
        super().__init__(ask)
        self.ask = ask


class LeftOff(RefereeError):
    """A driver has seen enough of a step: nothing is wrong with it."""


@dataclass(frozen=True, slots=True)
class Plain:
    """An answer as JSON data: cards of a row are then named by where they lie, which holds on any table."""

    data: Any


def repeatable(choice: Choice, answer: Any) -> Any:
    """An answer to be given again, on another table too: cards in rows are told apart on their own table only."""
    return Plain(choice.space.plain(answer)) if choice.table.has_rows else answer


class Script(OneByOne):
    """A driver that answers from a list where that is allowed, else with the first answer there is.

    ``transcript`` collects the answers; ``on_choice`` is told of each choice before it is answered.
    """

    def __init__(self, answers: Sequence[Any] = ()) -> None:
        self.answers = list(answers)
        self.at = 0
        self.transcript: list[Any] = []
        self.rules: list[Generator[Any, Any, Any]] = []
        self.on_choice: Callable[[Choice], None] | None = None

    def next_step(self, answers: Sequence[Any]) -> None:
        self.answers, self.at, self.transcript = list(answers), 0, []

    def _next_answer(self, allowed: Callable[[Any], bool]) -> tuple[bool, Any]:
        if len(self.transcript) > MOST_REQUESTS:
            raise TooLong
        if self.at < len(self.answers):
            answer = self.answers[self.at]
            self.at += 1
            try:
                if allowed(answer):
                    return True, answer
            except (TypeError, AttributeError, ValueError):
                pass
        return False, None

    def choose(self, choice: Choice) -> Any:
        if self.on_choice is not None:
            self.on_choice(choice)
        given, answer = self._next_answer(lambda answer: type(answer) is Plain or choice.space.admits(answer))
        if type(answer) is Plain:
            given, answer = _read(choice, answer)
        answer = answer if given else self.otherwise(choice)
        self.transcript.append(repeatable(choice, answer))
        return answer

    def otherwise(self, choice: Choice) -> Any:
        return choice.space.nth(0)

    def chance(self, event: Chance) -> Any:
        given, outcome = self._next_answer(event.check)
        outcome = outcome if given else self.some_outcome(event)
        self.transcript.append(outcome)
        return outcome

    def some_outcome(self, event: Chance) -> Any:
        return first_outcome(event)


class Onwards(Script):
    """Some answers, and then others at random."""

    def __init__(self, answers: Sequence[Any], rng: random.Random) -> None:
        super().__init__(answers)
        self.rng = rng

    def otherwise(self, choice: Choice) -> Any:
        return varied(choice.space, self.rng)

    def some_outcome(self, event: Chance) -> Any:
        return fair(event, self.rng)


class HearsRequests:
    """Named before a driver among the bases of another one, which then hears of each request before it is answered."""

    def on_request(self, table: Table) -> None:
        """Something is asked on that table."""
        raise NotImplementedError

    def choose(self, choice: Choice) -> Any:
        self.on_request(choice.table)
        return super().choose(choice)  # type: ignore[misc]

    def chance(self, event: Chance) -> Any:
        self.on_request(event.table)
        return super().chance(event)  # type: ignore[misc]


def _read(choice: Choice, answer: Plain) -> tuple[bool, Any]:
    """Whether it is an answer here, and which."""
    try:
        return True, choice.space.read(answer.data)
    except (TypeError, ValueError, LookupError):
        return False, None


def first_outcome(event: Chance) -> Any:
    """A fixed outcome, the same for the same event."""
    if isinstance(event, Shuffle) and event.place.is_row:
        return tuple(range(len(event.place.row)))  # of all orders, which are too many to list
    number = getattr(event, "number", None)
    if number is None or hasattr(event, "sides"):
        return outcomes(event)[0]
    deck = event.table.deck
    pile = event.place.pile if hasattr(event, "place") else event.pile  # type: ignore[attr-defined]
    return deck.pack(deck.unpack(pile)[:number])


class AtRandom(OneByOne):
    """The driver of random play. ``taste`` skews draws; ``kinds_first`` draws the way to go on before the answer.

    ``transcript`` collects the answers of the step.
    """

    def __init__(self, rng: random.Random, taste: CardBias | None = None, *, kinds_first: bool = True) -> None:
        self.rng, self.taste, self.kinds_first = rng, taste, kinds_first
        self.rules: list[Generator[Any, Any, Any]] = []
        self.transcript: list[Any] = []
        self.decisions = 0
        self.on_choice: Callable[[Choice], None] | None = None

    def choose(self, choice: Choice) -> Any:
        if self.on_choice is not None:
            self.on_choice(choice)
        self.decisions += 1
        answer = self.some_answer(choice)
        said = self.transcript
        said.append(repeatable(choice, answer))
        if len(said) > MOST_REQUESTS:
            raise TooLong(choice.ask)
        return answer

    def some_answer(self, choice: Choice) -> Any:
        return varied(choice.space, self.rng) if self.kinds_first else choice.space.sample(self.rng)

    def chance(self, event: Chance) -> Any:
        outcome = self.some_outcome(event)
        said = self.transcript
        said.append(outcome)
        if len(said) > MOST_REQUESTS:
            raise TooLong
        return outcome

    def some_outcome(self, event: Chance) -> Any:
        return fair(event, self.rng) if self.taste is None else self.taste.outcome(event)
