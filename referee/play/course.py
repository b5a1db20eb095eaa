"""The course of a match that stops at each question: the kernel's loop turned inside out."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from referee.kernel.driving import course, raise_fault
from referee.kernel.game import Game
from referee.kernel.players import Player
from referee.kernel.requests import Chance, Choice, Together, requests_of
from referee.kernel.table import Table


@dataclass(frozen=True, slots=True)
class Plain:
    """An answer as JSON data, which holds on other tables too."""

    data: Any


class Listener(Protocol):
    """Somebody who hears of answers that are given again."""

    def follow(self, table: Table) -> None: ...

    def asked(self, choice: Choice) -> None: ...

    def answered(self, choice: Choice, answer: Any) -> None: ...

    def step_done(self, table: Table) -> None: ...


class Course:
    """Play from a table between two steps on. ``choice`` is the open question, ``event`` the event of chance that is
    next; where both are None, play is over.

    ``draw`` gives an outcome of chance; without it play stops at events of chance. ``known`` answers and outcomes are
    given first; with ``as_data`` the answers among them are JSON data, as positions have them. ``rules`` are the
    running rules, innermost last.
    """

    def __init__(
        self,
        game: Game[Any],
        table: Table,
        turn_cap: int,
        draw: Callable[[Chance], Any] | None,
        known: Sequence[Any] = (),
        listener: Listener | None = None,
        *,
        as_data: bool = False,
    ) -> None:
        self.game, self.table, self.draw, self.listener = game, table, draw, listener
        self.rules: list[Generator[Any, Any, Any]] = []
        self.played: list[Any] = []
        """The answers and outcomes of the steps that were finished."""
        self.since: list[Any] = []
        """Those of the running step."""
        self.boundary, self.dealing = table.snapshot(), table.dealing
        self.choice: Choice | None = None
        self.event: Chance | None = None
        self.together: Together | None = None
        self.answers: dict[Player, Any] = {}
        """What was answered so far to a question of several seats at once."""
        self._known, self._as_data = list(reversed(known)), as_data
        self._requests = requests_of(course(game, table, turn_cap, self._step_done), self.rules)
        self._go_on(None)

    def _step_done(self, turns: int) -> None:
        self.played += self.since
        self.since = []
        self.boundary, self.dealing = self.table.snapshot(), False
        if self.listener is not None:
            self.listener.step_done(self.table)

    def open(self) -> list[Choice]:
        """The questions that are not answered yet, of those that are put at once."""
        if self.together is not None:
            return [each for each in self.together.choices if each.player not in self.answers]
        return [] if self.choice is None else [self.choice]

    def answer(self, answer: Any) -> None:
        """Answer the open question, with what its space admits, and go on."""
        assert self.choice is not None
        # A card of a row is known on its own table only.
        self.since.append(Plain(self.choice.space.plain(answer)) if self.table.has_rows else answer)
        if self.together is not None:
            self.answers[self.choice.player] = answer
            if left := self.open():
                self.choice = left[0]
                return
            self.together, answer = None, self.answers
        self._go_on(answer)

    def come(self, outcome: Any) -> None:
        """What chance brought, where play stopped for it."""
        self.since.append(outcome)
        self._go_on(outcome)

    def _go_on(self, answer: Any) -> None:
        """On to the next question that is not answered yet, event of chance that is waited for, or the end."""
        self.choice = self.event = None
        draw = self.draw
        try:
            while True:
                request = self._requests.send(answer)
                if type(request) is Choice:
                    if not request.space.exists():
                        request.check_possible(self)  # type: ignore[arg-type]
                    self.choice = request
                    if not self._known:
                        return
                    answer = self._answer_known(request)
                elif type(request) is Together:
                    if not self._all_answer(request):
                        return
                    answer = self.answers
                else:
                    assert isinstance(request, Chance), request
                    self.choice = None
                    if self._known:
                        answer = self._known.pop()
                    elif draw is not None:
                        answer = draw(request)
                    else:
                        self.event = request
                        return
                    self.since.append(answer)
        except StopIteration:
            self.choice = None
        except Exception as error:
            self.choice = None
            raise_fault(error, self.game, self.rules)
            raise

    def _all_answer(self, together: Together) -> bool:
        """Put a question to several seats at once; whether all have answered it."""
        for choice in together.choices:
            choice.check_possible(self)  # type: ignore[arg-type]
        self.together, self.answers = together, {}
        for choice in together.choices:
            self.choice = choice
            if not self._known:
                return False
            self.answers[choice.player] = self._answer_known(choice)
        self.together = None
        return True

    def _answer_known(self, choice: Choice) -> Any:
        known = self._known.pop()
        self.since.append(known)
        if self._as_data or type(known) is Plain:
            answer = choice.space.read(known.data if type(known) is Plain else known)
        else:
            answer = known
        if self.listener is not None:
            self.listener.answered(choice, answer)
        return answer
