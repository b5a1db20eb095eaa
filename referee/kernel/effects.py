"""Events, effects that answer them, and modifiers of quantities.

An *event* is something that happens through the rules and that effects may answer: a card played, a card
forced on a player. Events nest; their stack is data on the table, can be unwound to a depth, and has a cap.
An *effect* is a clause that is offered in a *window*: a moment of an event. A *modifier* is a clause that
contributes to a named quantity; rules read the quantity and never its contributors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeVar

from referee.kernel.clauses import clause
from referee.kernel.players import Player
from referee.kernel.requests import Nested, Unwind
from referee.kernel.spaces import OneOf, Space
from referee.kernel.terms import Amount, AnyAmount, Rule

if TYPE_CHECKING:
    from referee.kernel.game import Game
    from referee.kernel.watch import Watch

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

PASS = "pass"


class Window(Enum):
    """When effects may answer an event.

    ``REPLACE``: before it takes place; the first effect used ends the window if it says that it replaced the
    event. ``TOUCH``: once for each event whose effect reaches a player. ``TRIGGER``: what must follow it;
    mandatory, each owner orders his own.
    """

    REPLACE = "replace"
    TOUCH = "touch"
    TRIGGER = "trigger"


@dataclass(frozen=True, slots=True)
class Event:
    """``what`` happens, who did it (``actor``), to whom (``at``), with which cards; ``parent`` caused it (0: none)."""

    number: int
    parent: int
    what: str
    actor: Player
    at: Player
    cards: Any = ()


@dataclass(frozen=True, slots=True)
class Effect:
    """An offered clause: ``can`` says whether a player may use it now, ``could`` whether the others must think so."""

    name: str
    window: Window
    on: tuple[str, ...]
    can: Callable[[Any, Any, Event, Player], Any]
    could: Callable[[Any, Any, Event, Player], bool]
    carry_out: Callable[[Any, Any, Event, Player], Any]


def always(game: Any, table: Any, event: Event, player: Player) -> bool:
    return True


def effect(
    *ids: str,
    window: Window,
    on: str | Sequence[str],
    can: Callable[[Any, Any, Event, Player], Any],
    could: Callable[[Any, Any, Event, Player], bool] = always,
) -> Callable[[F], F]:
    """Register a clause as an effect: a generator ``(self, t, event, player)``.

    It returns True where it replaced the event (window ``REPLACE``) or its part for the player (``TOUCH``).
    """

    def register(carry_out: F) -> F:
        events = (on,) if isinstance(on, str) else tuple(on)
        made = Effect(carry_out.__name__, window, events, can, could, carry_out)
        carry_out.__effect__ = made  # type: ignore[attr-defined]
        return clause(*ids)(carry_out)

    return register


class Layer(Enum):
    """Of modifiers, in the order in which they count unless a game's reading says otherwise."""

    ADD = "add"
    CLAMP = "clamp"
    MULTIPLY = "multiply"


LAYERS = (Layer.ADD, Layer.CLAMP, Layer.MULTIPLY)


def modifier(*ids: str, of: str, layer: Layer) -> Callable[[F], F]:
    """Register a clause that contributes to the quantity ``of``: ``(self, t, player) -> Amount``.

    An ``ADD`` contribution is added, a ``CLAMP`` contribution is the least that the quantity may be, a
    ``MULTIPLY`` contribution is a factor.
    """

    def register(contribute: F) -> F:
        contribute.__modifies__ = (of, layer)  # type: ignore[attr-defined]
        return clause(*ids)(contribute)

    return register


class Quantities:
    """The part of ``Table`` that reads modified quantities."""

    game: Game[Any]

    def quantity(self, name: str, player: Player, base: AnyAmount) -> Amount:
        """``base`` with every contribution to ``name`` for that player, layer after layer."""
        value: Any = base
        modifiers = self.game.modifiers.get(name, {})
        for layer in self.game.layers(name):
            for contribute in modifiers.get(layer, ()):
                share = contribute(self.game, self, player)
                if layer is Layer.ADD:
                    value = value + share
                elif layer is Layer.CLAMP:
                    value = self.greater(value, share)  # type: ignore[attr-defined]
                else:
                    value = value * share
        return value  # type: ignore[no-any-return]


class Events:
    """The part of ``Table`` that nests events, offers effects and keeps who decides for whom."""

    game: Game[Any]
    watch: Watch | None
    players: tuple[Player, ...]
    stack: tuple[Event, ...]
    control: tuple[tuple[Player, Player], ...]
    caps_met: tuple[tuple[str, ...], ...]

    def begin_events(self) -> None:
        self.stack = ()
        self.events = 0
        self.caps_met = ()
        if not hasattr(self, "control"):
            self.control = ()

    @property
    def event(self) -> Event:
        """The innermost event."""
        return self.stack[-1]

    def happen(
        self, what: str, actor: Player, at: Player, rule: Callable[[Event], Rule[T]], cards: Any = ()
    ) -> Rule[T | None]:
        """Something happens: ``rule(event)`` carries it out, nested in whatever is going on.

        Gives what the rule returns, or the result of the ``stop`` that ended it. Where the game's cap on
        nesting is met the event does not take place, the loop is kept in ``caps_met``, and None is given.
        """
        parent = self.stack[-1].number if self.stack else 0
        if len(self.stack) >= self.game.nesting_cap:
            self.caps_met += (tuple([event.what for event in self.stack]),)
            return None
        self.events += 1
        event = Event(self.events, parent, what, actor, at, cards)
        self.stack += (event,)
        depth = len(self.stack)
        if self.watch is not None:
            self.watch.happened(event)
        try:
            return (yield Nested(self, rule(event)))  # type: ignore[misc,arg-type,no-any-return]
        except Unwind as unwind:
            if unwind.depth < depth:
                raise
            return unwind.result  # type: ignore[no-any-return]
        finally:
            self.stack = self.stack[: depth - 1]

    def stop(self, event: Event, result: Any = None) -> None:
        """End that event and everything nested in it, at once; ``happen`` of that event gives ``result``."""
        raise Unwind(1 + [each.number for each in self.stack].index(event.number), result)

    def outermost(self, actor: Player) -> Event:
        """The outermost running event of that actor."""
        return next(event for event in self.stack if event.actor is actor)

    def amend(self, event: Event, **changes: Any) -> Event:
        """Change what a running event is about (its cards, its place); gives it as it is now."""
        changed = replace(event, **changes)
        self.stack = tuple([changed if each.number == event.number else each for each in self.stack])
        return changed

    # -- windows ----------------------------------------------------------------------------------------

    def window(self, window: Window, event: Event, order: Iterable[Player]) -> Rule[bool]:
        """Offer effects that answer ``event`` to the players in that order.

        Everybody who could publicly have one is asked, so that being asked tells nothing. After a use the
        offers are computed anew from the first player on. Gives whether an effect replaced the event.
        """
        players = tuple(order)
        asking = True
        while asking:
            asking = False
            for player in players:
                offers = [each for each in self.game.effects[window] if event.what in each.on]
                if not any(each.could(self.game, self, event, player) for each in offers):
                    continue
                usable = {each.name: each for each in offers if each.can(self.game, self, event, player)}
                answer = yield from self.choose(player, window.value, OneOf((PASS, *usable)))  # type: ignore[attr-defined]
                if answer == PASS:
                    continue
                if (yield from usable[answer].carry_out(self.game, self, event, player)):
                    return True
                asking = True
                break
        return False

    def triggers(self, event: Event, order: Iterable[Player]) -> Rule[None]:
        """Carry out what must follow an event: player after player, each ordering his own."""
        for player in order:
            done: set[str] = set()
            while True:
                due = [
                    each
                    for each in self.game.effects[Window.TRIGGER]
                    if event.what in each.on and each.name not in done and each.can(self.game, self, event, player)
                ]
                if not due:
                    break
                chosen = due[0]
                if len(due) > 1:
                    named: Space[str] = OneOf([each.name for each in due])
                    name = yield from self.choose(player, "trigger", named)  # type: ignore[attr-defined]
                    chosen = next(each for each in due if each.name == name)
                done.add(chosen.name)
                yield from chosen.carry_out(self.game, self, event, player)

    # -- who decides ------------------------------------------------------------------------------------

    def decider(self, player: Player) -> Player:
        """Who decides for ``player``: his latest controller, himself if he has none. Not transitive."""
        for controlled, controller in reversed(self.control):
            if controlled is player:
                return controller
        return player

    def take_control(self, controller: Player, of: Player) -> None:
        self.control += ((of, controller),)

    def release(self, controller: Player, of: Player) -> None:
        """End that player's latest control of ``of``; an earlier controller decides again."""
        for place in range(len(self.control) - 1, -1, -1):
            if self.control[place] == (of, controller):
                self.control = self.control[:place] + self.control[place + 1 :]
                return
