"""Events, effects that answer them, and modifiers of quantities.

An *event* happens through the rules, and effects may answer it: a card is played, a card is forced on a player. Events
nest; their stack is data on the table, can be unwound to a depth, and has a cap. An *effect* is a clause that acts in
a *window*: a moment of an event. A *modifier* is a clause that contributes to a named quantity; rules read the
quantity and never its contributors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from operator import add, mul, sub
from types import GeneratorType
from typing import TYPE_CHECKING, Any, TypeVar

from referee.kernel.clauses import clause
from referee.kernel.events import Event, Nesting
from referee.kernel.players import Player
from referee.kernel.rule_types import Amount, AnyAmount, Rule
from referee.kernel.spaces import OneOf

if TYPE_CHECKING:
    from referee.kernel.game import Game

F = TypeVar("F", bound=Callable[..., Any])

PASS = "pass"


class WindowKind(Enum):
    """The way in which effects answer in a window.

    ``REPLACE``: players may use effects until one of them replaces the event, or nobody wants to use another.
    ``TOUCH``: each player whom the event reaches may stop his part of it; he is asked once for each event.
    ``TRIGGER``: the effects must happen; nobody may decline, and each owner orders his own.
    """

    REPLACE = "replace"
    TOUCH = "touch"
    TRIGGER = "trigger"


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A moment at which effects act. ``name`` is the question to players, ``kind`` how effects answer. A game declares
    its windows beside its rules, and opens them by ``yield from t.window(…)``."""

    name: str
    kind: WindowKind


Answering = Callable[[Any, Any, Event, Player], Any]
"""``(game, t, event, player)``, as methods of a game are written."""


def always(game: Any, t: Any, event: Event, player: Player) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Effect:
    """A clause that acts in a ``window``, as the decorator ``effect`` makes it.

    ``name`` is the name of its method and the answer of a player. ``on`` are the words on which it acts, ``can`` and
    ``could`` say who may use it, ``carry_out`` does it.
    """

    name: str
    window: Window
    on: tuple[str, ...]
    can: Answering
    could: Answering
    carry_out: Answering


def effect(
    *ids: str,
    window: Window,
    on: str | Sequence[str] = (),
    can: Answering = always,
    could: Answering = always,
    public: bool = False,
) -> Callable[[F], F]:
    """Register a clause as an effect: ``(self, t, event, player)``, a plain function where it asks nothing.

    ``on`` are the words on which it acts, if the window is opened with one (the cards with that effect); without
    ``on`` it acts on every word. ``can`` says whether the player may use it now. ``could`` says whether the others
    must think so: it decides who is asked, and may look at nothing that only he sees. ``public`` says that ``can``
    itself looks at nothing hidden. The effect gives True if it replaced the event (``REPLACE``) or stopped the
    player's part of it (``TOUCH``).
    """

    def register(carry_out: F) -> F:
        words = (on,) if isinstance(on, str) else tuple(on)
        made = Effect(carry_out.__name__, window, words, can, can if public else could, carry_out)
        carry_out.__effect__ = made  # type: ignore[attr-defined]
        return clause(*ids)(carry_out)

    return register


class Layer(Enum):
    """How modifiers count, in this order unless a game's reading says otherwise."""

    ADD = "add"
    SUBTRACT = "subtract"
    CLAMP = "clamp"
    MULTIPLY = "multiply"


LAYERS = (Layer.ADD, Layer.SUBTRACT, Layer.CLAMP, Layer.MULTIPLY)
Joined = Callable[[Any, Any], Any]
JOINED: Mapping[Layer, Joined | None] = {Layer.ADD: add, Layer.SUBTRACT: sub, Layer.CLAMP: None, Layer.MULTIPLY: mul}
"""What a quantity becomes with what one modifier contributes; None: the greater of the two, which the table says."""


def modifier(*ids: str, of: str, layer: Layer, on: str | Sequence[str] = ()) -> Callable[[F], F]:
    """Register a clause that contributes to the quantity ``of``: ``(self, t, player) -> Amount``.

    A contribution to ``CLAMP`` is the least that the quantity may be, one to ``MULTIPLY`` a factor. ``on`` are
    the words of the cards that have this effect, for tables of cards.
    """
    words = (on,) if isinstance(on, str) else tuple(on)

    def register(contribute: F) -> F:
        contribute.__modifies__ = (of, layer)  # type: ignore[attr-defined]
        contribute.__words__ = words  # type: ignore[attr-defined]
        return clause(*ids)(contribute)

    return register


class EffectIndex:
    """The effects of a game by window and word, and its modifiers by quantity, in the order in which they count.

    Each game is sorted once. Code that changes a game's effects or modifiers has them sorted again.
    """

    __slots__ = ("contributions", "effects_on")

    def __init__(self, game: Game[Any]) -> None:
        effects, modifiers = game.effects, game.modifiers

        def effects_on(window: Window, word: str) -> tuple[Effect, ...]:
            there = effects.get(window, ())
            return tuple([each for each in there if not (word and each.on) or word in each.on])

        def contributions(quantity: str) -> tuple[tuple[Joined | None, Any], ...]:
            layers = modifiers.get(quantity, {})
            return tuple([(JOINED[layer], each) for layer in game.layers(quantity) for each in layers.get(layer, ())])

        self.effects_on = lru_cache(None)(effects_on)
        """The effects of a window that act on a word; all of them for the empty word."""
        self.contributions = lru_cache(None)(contributions)
        """The contributions to a quantity, with how they are joined to it."""


def rewire(game: Game[Any], wrap: Callable[[Any, Window | None], Any]) -> None:
    """Put ``wrap(rule, window)`` in the place of the rule of each effect and each modifier of this one game object (a
    modifier has the window None). It is for bookkeeping: the rules do the same as before."""
    own = vars(game)
    own["effects"] = {
        window: tuple([replace(each, carry_out=wrap(each.carry_out, window)) for each in effects])
        for window, effects in game.effects.items()
    }
    own["modifiers"] = {
        quantity: {layer: tuple([wrap(each, None) for each in rules]) for layer, rules in layers.items()}
        for quantity, layers in game.modifiers.items()
    }
    own["sorted_out"] = EffectIndex(game)


class Quantities:
    """The part of ``Table`` that reads modified quantities."""

    game: Game[Any]

    def quantity(self, name: str, player: Player, base: AnyAmount) -> Amount:
        """``base`` with every contribution to ``name`` for that player, layer after layer."""
        value: Any = base
        game = self.game
        for joined, contribute in game.sorted_out.contributions(name):
            share = contribute(game, self, player)
            value = self.greater(value, share) if joined is None else joined(value, share)  # type: ignore[attr-defined]
        return value  # type: ignore[no-any-return]


class Events(Nesting):
    """The part of ``Table`` that nests events and opens windows in them."""

    game: Game[Any]

    def window(
        self,
        window: Window,
        event: Event,
        players: Iterable[Player],
        *,
        on: str = "",
        ordered_by: Player | None = None,
    ) -> Rule[tuple[Player, ...]]:
        """Open a window of ``event`` to the players, in that order, for effects on that word.

        The result are the players whose effect replaced the event (``REPLACE``: one at most) or stopped their part of
        it (``TOUCH``). Everybody who could publicly have an effect is asked, so a question tells nothing. The offers
        are computed anew after each use. Triggers go owner by owner, and each owner orders his own; with
        ``ordered_by`` this player orders all of them.
        """
        effects = self.game.sorted_out.effects_on(window, on)
        if not effects:
            return ()
        if window.kind is WindowKind.REPLACE:
            return (yield from self._replace(effects, event, tuple(players)))
        if window.kind is WindowKind.TOUCH:
            return (yield from self._touch(effects, event, tuple(players)))
        everybody = tuple(players)
        for owners in [everybody] if ordered_by is not None else [(owner,) for owner in everybody]:
            yield from self._trigger(effects, event, owners, owners[0] if ordered_by is None else ordered_by)
        return ()

    def _replace(
        self, effects: tuple[Effect, ...], event: Event, players: tuple[Player, ...]
    ) -> Rule[tuple[Player, ...]]:
        place = 0
        while place < len(players):
            used = yield from self._offer(effects, event, players[place])
            if used:
                return (players[place],)
            place = place + 1 if used is None else 0
        return ()

    def _touch(
        self, effects: tuple[Effect, ...], event: Event, players: tuple[Player, ...]
    ) -> Rule[tuple[Player, ...]]:
        stopped = self._asked.setdefault((event.number, effects[0].window), {})
        for player in players:
            used: bool | None = None
            if player not in stopped:
                stopped[player] = False
                used = yield from self._offer(effects, event, player)
            while used is False:
                used = yield from self._offer(effects, event, player)
            if used:
                stopped[player] = True
        return tuple([player for player in players if stopped[player]])

    def _offer(self, effects: tuple[Effect, ...], event: Event, player: Player) -> Rule[bool | None]:
        """None where the player uses no effect, else whether the one that he used says that it replaced."""
        game = self.game
        for each in effects:
            if each.could(game, self, event, player):
                break
        else:
            return None
        usable = [each for each in effects if each.can(game, self, event, player)]
        names = OneOf((PASS, *[each.name for each in usable]))
        answer = yield from self.choose(player, effects[0].window.name, names)  # type: ignore[attr-defined]
        for each in usable:
            if each.name == answer:
                return bool((yield from self._carry_out(each, event, player)))
        return None

    def _trigger(
        self, effects: tuple[Effect, ...], event: Event, owners: tuple[Player, ...], orders: Player
    ) -> Rule[None]:
        ask = effects[0].window.name
        done: list[tuple[Player, Effect]] = []
        while True:
            due = [
                (owner, each)
                for owner in owners
                for each in effects
                if (owner, each) not in done and each.can(self.game, self, event, owner)
            ]
            if not due:
                return
            owner = due[0][0]
            whose = tuple([each for each in owners if any(each is one for one, _ in due)])
            if len(whose) > 1:
                owner = yield from self.choose(orders, f"{ask}: whose", OneOf(whose))  # type: ignore[attr-defined]
            mine = [each for one, each in due if one is owner]
            chosen = mine[0]
            if len(mine) > 1:
                names = OneOf([each.name for each in mine])
                name = yield from self.choose(orders, ask, names)  # type: ignore[attr-defined]
                chosen = next(each for each in mine if each.name == name)
            done.append((owner, chosen))
            yield from self._carry_out(chosen, event, owner)

    def _carry_out(self, each: Effect, event: Event, player: Player) -> Rule[Any]:
        result = each.carry_out(self.game, self, event, player)
        if type(result) is GeneratorType:
            result = yield from result
        return result
