"""Playing a step again, to see whether it shows a seat what the seat was shown."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any

from referee.kernel.errors import RefereeError
from referee.kernel.requests import Chance, Choice
from referee.kernel.table import Table
from referee.kernel.views import Entry
from referee.kernel.watch import Story
from referee.play.history import with_cards, witnessed
from referee.play.one_by_one import OneByOne

if TYPE_CHECKING:
    from referee.play.imagine import Imagination


class ShownOtherwise(RefereeError):
    """The seat would be shown something else than it was."""


class TargetReached(RefereeError):
    """The open question is asked, and everything was as the seat saw it."""


MOST_UNTOLD = 1000
"""Answers in a row of which the seat is told nothing: what is imagined may be such that a rule never ends."""


class StepReplay(OneByOne):
    """Plays a step again and compares all that the seat is shown; ``answers`` answer, ``guess`` whatever is new."""

    def __init__(
        self, table: Table, of: Imagination, answers: Sequence[Any], guess: Callable[[Any, Any], Any] | None
    ) -> None:
        self.table, self.of, self.guess = table, of, guess
        self.rules: list[Generator[Any, Any, Any]] = []
        self.answers = list(answers)
        self.at = self.told_so_far = self.untold = 0
        table.watch = Story([self.observe])

    def observe(self, entry: Entry) -> None:
        told = witnessed(self.table, with_cards(entry), self.of.player)
        if told is not None:
            self.untold = 0
            expected = self.next()
            if expected is None or expected[0] != "event" or expected[1] != told:
                self.of.compare(expected, told, self.told_so_far)
                raise ShownOtherwise
            self.told_so_far += 1

    def next(self) -> Any:
        """The next thing that the seat was told, or answered; None where the open question comes next."""
        since = self.of.since
        return since[self.told_so_far] if self.told_so_far < len(since) else None

    def _go_on(self) -> None:
        self.untold += 1
        if self.untold > MOST_UNTOLD:
            raise ShownOtherwise

    def _answer(self, request: Any, known: Any = None) -> Any:
        self._go_on()
        if self.at < len(self.answers):
            self.at += 1
            return self.answers[self.at - 1]
        if self.guess is None:
            raise ShownOtherwise
        answer = self.guess(request, self) if known is None else known[0]
        self.answers.append(answer)
        self.at += 1
        return answer

    def choose(self, choice: Choice) -> Any:
        if choice.decider is not self.of.player:
            return self._read(choice, self._answer(choice))
        expected = self.next()
        if expected is None:
            asked = (choice.ask, choice.player.seat, choice.space.describe())
            raise TargetReached if asked == self.of.asked and self.at == len(self.answers) else ShownOtherwise
        if expected[:3] != ["answered", choice.ask, choice.player.seat]:
            raise ShownOtherwise
        self.told_so_far += 1
        if self._answer(choice, (expected[3],)) != expected[3]:
            raise ShownOtherwise
        return self._read(choice, expected[3])

    def _read(self, choice: Choice, plain: Any) -> Any:
        try:
            return choice.space.read(plain)
        except (ValueError, TypeError, LookupError):
            raise ShownOtherwise from None

    def chance(self, event: Chance) -> Any:
        return self._answer(event)
