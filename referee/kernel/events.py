"""Events: nested happenings of the rules, and the players who decide in them.

The stack of events is data on the table. Every event runs on the driver's own stack of rules, so depth costs neither
recursion nor time. The stack can be unwound to a depth. It has a cap, which is reported and never a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from types import GeneratorType
from typing import TYPE_CHECKING, Any

from referee.kernel.players import Player
from referee.kernel.requests import Nested, Unwind
from referee.kernel.rule_types import Rule

if TYPE_CHECKING:
    from referee.kernel.game import Game
    from referee.kernel.watch import Watch


@dataclass(frozen=True, slots=True)
class Event:
    """``what`` happens, who did it (``actor``), to whom (``at``), with which cards.

    ``number`` counts from 1 in every step; ``parent`` is the number of the event that caused it, 0 where nothing did.
    ``cards`` are those at the beginning of the event: rows say what lies where now. ``word`` is the word on which
    effects act, if there is one (see ``Table.window``).
    """

    number: int
    parent: int
    what: Enum
    actor: Player
    at: Player
    cards: Any = ()
    word: str = ""

    def __str__(self) -> str:
        return f"{self.what.value}{self.word and ' '}{self.word} by {self.actor} at {self.at}"


@dataclass(frozen=True, slots=True)
class CapMet:
    """An event that did not take place because of a cap. ``stack`` are all running events, without the ``refused``
    one.

    ``loop`` is the part that repeats: the shortest run of events that, repeated, makes the end of the stack. If
    nothing repeats it is the whole stack.
    """

    refused: Event
    stack: tuple[Event, ...]
    loop: tuple[Event, ...]


Step = Callable[[Any, Event], Any]
"""One step of an event, ``def slap(self, t, event)``: a rule, or a plain function where it asks nothing."""


class Nesting:
    """The part of ``Table`` that nests events and keeps who decides for whom."""

    game: Game[Any]
    watch: Watch | None
    turns: int
    dealing: bool
    stack: tuple[Event, ...]
    """The running events, outermost first."""
    caps_met: tuple[CapMet, ...]
    """The loops of the last step in which something happened, each once."""
    control: tuple[tuple[Player, Player, int, Collection[str] | None], ...]
    """(controlled, controller, number of the event with which it ends, questions that it is of), latest last."""

    def begin_events(self) -> None:
        """Start without events; a table calls this when it is made or restored."""
        self.stack = ()
        self.caps_met = ()
        self.control = ()
        self._asked: dict[tuple[int, Any], dict[Player, bool]] = {}
        self._counted: Any = None
        self._events = 0
        self._caused = 0

    @property
    def event(self) -> Event:
        """The innermost event."""
        return self.stack[-1]

    def happen(
        self,
        what: Enum,
        actor: Player,
        at: Player,
        steps: Sequence[Step],
        *,
        cards: Any = (),
        word: str = "",
        otherwise: Step | None = None,
    ) -> Rule[Any]:
        """Something happens, nested in whatever is going on: its steps are carried out in their order.

        The first step with a true result ends the event, and so does ``stop``; ``happen`` gives that result, or None.
        If a cap of the game is met the event does not take place: the loop is kept in ``caps_met``, everybody is told,
        and ``otherwise`` (a plain function) takes care of its cards.
        """
        stack = self.stack
        if not stack:
            self._begin_root()
        number = self._events + 1
        event = Event(number, stack[-1].number if stack else 0, what, actor, at, cards, word)
        if len(stack) >= self.game.nesting_cap or self._caused >= self.game.caused_cap:
            self._meet_cap(event)
            if otherwise is not None:
                otherwise(self, event)
            return None
        self._events = number
        self._caused += 1
        self.stack = (*stack, event)
        if self.watch is not None:
            self.watch.happened(event)
        # No ``finally``: a driver may drop a rule half-way and use the table again; Python would run it then.
        try:
            result = yield Nested(self, _in_order(self, event, steps))  # type: ignore[arg-type]
        except Unwind as unwind:
            self._leave(event, stack)
            if unwind.depth <= len(stack):
                raise
            return unwind.result
        self._leave(event, stack)
        return result

    def stop(self, event: Event, result: Any = None) -> None:
        """End that running event and everything nested in it, at once. What has been done stays done.

        ``happen`` of that event gives ``result``.
        """
        if self.watch is not None:
            self.watch.noted("stopped", {"event": event.number})
        raise Unwind(1 + [each.number for each in self.stack].index(event.number), result)

    def _begin_root(self) -> None:
        # Numbers begin anew in every step, so that a game which is continued from a save counts alike.
        if self._counted != (self.dealing, self.turns):
            self._counted = (self.dealing, self.turns)
            self._events = 0
            self.caps_met = ()
        self._caused = 0

    def _leave(self, event: Event, stack: tuple[Event, ...]) -> None:
        self.stack = stack
        if self.control:
            self.control = tuple([each for each in self.control if each[2] != event.number])
        if self._asked:
            self._asked = {key: answers for key, answers in self._asked.items() if key[0] != event.number}

    def _meet_cap(self, refused: Event) -> None:
        loop = _loop((*self.stack, refused))
        if _keys(loop) in [_keys(known.loop) for known in self.caps_met]:
            return
        self.caps_met += (CapMet(refused, self.stack, loop),)
        if self.watch is not None:
            told = {"depth": len(self.stack), "refused": str(refused), "loop": tuple(map(str, loop))}
            self.watch.noted("cap-met", told)

    # -- who decides ------------------------------------------------------------------------------------

    def decider(self, player: Player, ask: str | None = None) -> Player:
        """Who decides for ``player``, or answers this question of his: the latest controller whose control covers it,
        or else the player himself. Control is not transitive."""
        for controlled, controller, _, asks in reversed(self.control):
            if controlled is player and (ask is None or asks is None or ask in asks):
                return controller
        return player

    def take_control(self, controller: Player, of: Player, asks: Collection[str] | None = None) -> None:
        """``controller`` decides for that player until the innermost event has ended, however it ends. ``asks`` are
        the questions that he decides, all of them if they are not given."""
        self.control += ((of, controller, self.event.number, asks),)

    def release(self, of: Player) -> None:
        """End the latest control of a player before its event does; an earlier controller decides again."""
        for place in range(len(self.control) - 1, -1, -1):
            if self.control[place][0] is of:
                self.control = self.control[:place] + self.control[place + 1 :]
                return


def _in_order(t: Any, event: Event, steps: Sequence[Step]) -> Rule[Any]:
    for step in steps:
        result = step(t, event)
        if type(result) is GeneratorType:
            result = yield from result
        if result:
            return result
    return None


def _keys(events: Sequence[Event]) -> list[tuple[Enum, Player, Player, str]]:
    return [(event.what, event.actor, event.at, event.word) for event in events]


def _loop(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The shortest run of events that, repeated, makes their end; all of them where nothing repeats."""
    keys = _keys(events)
    for length in range(1, len(keys) // 2 + 1):
        if keys[-length:] == keys[-2 * length : -length]:
            return events[-length:]
    return events
