"""The actions of clauses, reported as they happen on the tables of one game object.

An *action* makes a difference: cards move, are marked or shown; something is disclosed; money is paid; a scalar gets
another value; somebody is asked; chance decides; a modifier changes a quantity; an effect replaces or stops an event. A
clause that only answers acts where its answer differs from the one of a clause without content (``clause(…,
without=…)``). An action belongs to the innermost clause whose rule is running: what a helper without a clause does
belongs to its caller. Being called is no action. Tables that nobody follows are not slowed down.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from inspect import isgeneratorfunction
from types import CodeType, FrameType, GeneratorType, MethodType
from typing import TYPE_CHECKING, Any

from referee.kernel.effects import WindowKind
from referee.kernel.game import methods_of
from referee.kernel.places import listed
from referee.kernel.requests import drive, waiting
from referee.kernel.table import Table

if TYPE_CHECKING:
    from referee.kernel.game import Game

Ids = tuple[str, ...]
Listener = Callable[[Ids, str, tuple[Any, ...]], None]
"""``(clauses, word, about)``: who did what."""

UNTRACED = frozenset({"turns", "dealing", "money", "control"})
"""Scalars of the kernel whose changes are no actions, or are reported in another way."""


class ActionTracer:
    """Reports the actions on the followed tables of one game object."""

    def __init__(self, game: Game[Any], listener: Listener) -> None:
        self.listener = listener
        self.codes: Mapping[CodeType, Ids] = game.clause_codes
        rules = [each for each in methods_of(type(game)).values() if hasattr(each, "__effect__")]
        self.effects = frozenset([each.__code__ for each in rules])
        self.of_effects = frozenset([each for rule in rules for each in rule.__clauses__])
        """The clauses of effects."""

    def follow(self, table: Any) -> None:
        """Report the actions on this table from now on."""
        table.__class__ = traced_class(type(table))
        table.tracer = self
        for at, values in enumerate(table.each):
            if type(values) is not Each:
                name = next(name for name in table.scalar_specs if getattr(table, name, None) is values)
                table.each[at] = each = Each(values)
                each.table, each.name = table, name
                object.__setattr__(table, name, each)

    def leave(self, table: Any) -> None:
        """Report no more actions on this table."""
        kind: type[Table] = type(table)
        if issubclass(kind, _Followed):
            table.__class__ = plain_of(kind)
            table.tracer = None

    def wrap_answers(self, game: Game[Any]) -> None:
        """Tell of clauses that only answer, too. It is bookkeeping: what the rules do stays the same."""
        for name, ids in answers_of(type(game)).items():
            without = getattr(getattr(type(game), name), "__without__", None)
            vars(game)[name] = self._answering(getattr(game, name), self.own(ids), without)
        rebind(game)

    def _answering(self, rule: Callable[..., Any], ids: Ids, without: Any) -> Callable[..., Any]:
        @wraps(rule)
        def answer(*about: Any, **more: Any) -> Any:
            result = rule(*about, **more)
            if type(result) is GeneratorType:
                return ending(result, *about)
            trace(result, *about)
            return result

        def ending(running: Any, *about: Any) -> Any:
            result = yield from running
            trace(result, *about)
            return result

        def trace(result: Any, *about: Any) -> None:
            table = about[0] if about else None
            followed = not isinstance(table, Table) or getattr(table, "tracer", None) is self
            if followed and not is_without(result, without):
                self.listener(ids, "answer", (result,))

        return answer

    def own(self, ids: Ids) -> Ids:
        """The clauses of a helper that are no effect's, if it has any; else all of them."""
        return tuple([each for each in ids if each not in self.of_effects]) or ids

    def by(self, table: Table) -> Ids:
        """The clauses whose rule is running on that table: the innermost, and the effect that calls it. () outside
        every clause.

        A helper that several clauses share acts for an effect's clause only while that effect is running.
        """
        codes, effects = self.codes, self.effects
        found: Ids = ()
        frame: FrameType | None = sys._getframe(2)
        while frame is not None and (code := frame.f_code) is not _DRIVE:  # to read it is told to who audits
            ids = codes.get(code)
            if ids is not None:
                if not effects:
                    return ids
                if code in effects:
                    return (*ids, *[each for each in found if each not in ids and each not in self.of_effects])
                found = found or ids
            frame = frame.f_back
        if found and self.of_effects.isdisjoint(found):
            return found
        # What is nested in an event is run by itself, and whose it is stands in the rules that wait for it.
        outer: list[CodeType] = []
        if frame is not None:
            for rule in reversed(frame.f_locals["rules"][:-1]):
                outer += reversed([each.gi_code for each in waiting(rule)])
        for code in outer:
            ids = codes.get(code)
            if ids is not None and not found:
                if code in effects:
                    return ids
                found = ids
                if self.of_effects.isdisjoint(found):
                    return found
            elif ids is not None and code in effects:
                shared = [each for each in found if each not in self.of_effects or each in ids]
                return tuple(shared) or found
        return self.own(found)


_DRIVE = drive.__code__


def rebind(game: Game[Any]) -> None:
    """Methods that ``set_up`` kept (``self.plays = {"king": self.king}``) become those that the game has now."""
    for name, value in vars(game).items():
        vars(game)[name] = _rebound(value, game)


def _rebound(value: Any, game: Game[Any]) -> Any:
    if type(value) is MethodType and value.__self__ is game:
        return getattr(game, value.__name__)
    if type(value) is dict:
        return {key: _rebound(each, game) for key, each in value.items()}
    if type(value) is partial:
        words = {key: _rebound(each, game) for key, each in value.keywords.items()}
        return partial(_rebound(value.func, game), *[_rebound(each, game) for each in value.args], **words)
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return value._make([_rebound(each, game) for each in value])
    return type(value)([_rebound(each, game) for each in value]) if type(value) in (list, tuple) else value


def answers_of(game: type[Game[Any]]) -> dict[str, Ids]:
    """The methods with a visible result, by name, with their clauses.

    These are methods that run where they are called, and rules that declare their result without the clause
    (``without=…``).
    """
    found: dict[str, Ids] = {}
    for name in dir(game):
        rule = getattr(game, name)
        ids = getattr(rule, "__clauses__", ())
        runs = isgeneratorfunction(rule) and not hasattr(rule, "__without__")
        if ids and not (runs or hasattr(rule, "__effect__") or hasattr(rule, "__modifies__")):
            found[name] = ids
    return found


def is_without(result: Any, without: Any) -> bool:
    """Whether a clause that only answers gives what it gives without content. By default that is nothing, no, none and
    no cards."""
    if without is not None:
        return bool(result == without)
    return result is None or (type(result) in (bool, int, tuple, list, dict, str, frozenset) and not result)


class Each(list[Any]):
    """A scalar that every player has one of, on a table that is followed."""

    table: Any
    name: str

    def __setitem__(self, player: Any, value: Any) -> None:
        before = None if type(player) is slice else self[player]
        super().__setitem__(player, value)
        if type(player) is not slice and self.table.tracer is not None and before != value:
            self.table._acted(self.name, (player, before, value))


class _Followed:
    """Marks the classes of tables that are followed."""

    __slots__ = ()


def is_followed(table: Table) -> bool:
    """Whether actions on a table are traced."""
    return issubclass(type(table), _Followed)


def plain_of(table_class: type[Table]) -> type[Table]:
    """The class of a table that is followed no more."""
    plain: type[Table] = table_class.__mro__[2]
    return plain


_traced: dict[type, type[Table]] = {}


def traced_class(table_class: type[Table]) -> type[Table]:
    """A table class that tells what is done on its tables, and else is the same; it is made once."""
    if issubclass(table_class, _Followed):
        return table_class
    if table_class in _traced:
        return _traced[table_class]
    scalars = frozenset(table_class._scalar_names) - UNTRACED

    class Traced(_Followed, table_class):  # type: ignore[misc, valid-type]
        __slots__ = ()

        def _acted(self, word: str, about: tuple[Any, ...]) -> None:
            ids = self.tracer.by(self)
            if ids:
                self.tracer.listener(ids, word, about)

        def __setattr__(self, name: str, value: Any) -> None:
            if name in scalars:
                before = getattr(self, name)
                object.__setattr__(self, name, value)
                if before is not value and (type(before) is not type(value) or before != value):
                    ids = self.tracer.by(self)
                    if ids:
                        self.tracer.listener(ids, name, (before, value))
            else:
                object.__setattr__(self, name, value)

        def restore(self, snapshot: tuple[Any, ...]) -> None:
            traced = type(self)
            self.__class__ = table_class  # type: ignore[assignment]  # a restored table has done nothing
            try:
                self.restore(snapshot)
            finally:
                self.__class__ = traced

        def move(self, cards: Any, source: Any, target: Any) -> None:
            super().move(cards, source, target)
            if cards:
                self._acted("move", (listed(cards), source, target))

        def lay(self, cards: Any, source: Any, target: Any, **more: Any) -> Any:
            came = super().lay(cards, source, target, **more)
            if came:
                self._acted("move", (came, source, target))
            return came

        def _change(self, row: Any, before: Any, after: Any) -> Any:
            super()._change(row, before, after)
            if after != before:
                self._acted("mark", (row, before, after))
            return after

        def swap(self, one: Any, other: Any) -> None:
            super().swap(one, other)
            if one.size or other.size:
                self._acted("swap", (one, other))

        def pay(self, payer: Any, payee: Any, amount: Any, *, where: Any = True) -> None:
            super().pay(payer, payee, amount, where=where)
            if amount and where:
                self._acted("pay", (payer, payee, amount))

        def reveal(self, cards: Any, of: Any, *to: Any, **more: Any) -> None:
            super().reveal(cards, of, *to, **more)
            if cards:
                self._acted("reveal", (cards, of, more["why"]))

        def disclose(self, word: str, *to: Any, **about: Any) -> None:
            super().disclose(word, *to, **about)
            self._acted("disclose", (word,))

        def choose(self, player: Any, ask: str, options: Any, **more: Any) -> Any:
            self._acted("ask", (player, ask, options))
            return super().choose(player, ask, options, **more)

        def together(self, ask: str, spaces: Mapping[Any, Any]) -> Any:
            if spaces:
                self._acted("ask", (tuple(spaces), ask))
            return super().together(ask, spaces)

        def roll(self, dice: int, sides: int = 6, **more: Any) -> Any:
            if dice and sides > 1:
                self._acted("roll", (dice, sides))
            return super().roll(dice, sides, **more)

        def lot(self, among: Sequence[Any], **more: Any) -> Any:
            if len(among) > 1:
                self._acted("lot", (len(among),))
            return super().lot(among, **more)

        def pick(self, cards: Any, number: Any) -> Any:
            if number:
                self._acted("pick", (number,))
            return super().pick(cards, number)

        def shuffle(self, place: Any) -> Any:
            if place.size > 1:
                self._acted("shuffle", (place,))
            return super().shuffle(place)

        def stop(self, event: Any, result: Any = None) -> None:
            self._acted("stop", (event,))
            super().stop(event, result)

        def _meet_cap(self, refused: Any) -> None:
            super()._meet_cap(refused)
            self._acted("cap", (refused, self.caps_met[-1] if self.caps_met else None))

        def take_control(self, controller: Any, of: Any, *more: Any, **words: Any) -> None:
            super().take_control(controller, of, *more, **words)
            self._acted("control", (controller, of))

        def release(self, of: Any) -> None:
            if any(each[0] is of for each in self.control):
                self._acted("release", (of,))
            super().release(of)

        def _carry_out(self, each: Any, event: Any, player: Any) -> Any:
            result = yield from super()._carry_out(each, event, player)
            if result and each.window.kind is not WindowKind.TRIGGER:
                self.tracer.listener(each.carry_out.__clauses__, "end", (event, self.tracer.by(self)))
            return result

        def quantity(self, name: str, player: Any, base: Any) -> Any:
            value: Any = base
            for joined, contribute in self.game.sorted_out.contributions(name):
                share = contribute(self.game, self, player)
                after = self.greater(value, share) if joined is None else joined(value, share)
                if after != value:
                    self.tracer.listener(contribute.__clauses__, "quantity", (name, self.tracer.by(self)))
                value = after
            return value

    Traced.__name__, Traced.__qualname__ = table_class.__name__, table_class.__qualname__
    _traced[table_class] = Traced
    return Traced
