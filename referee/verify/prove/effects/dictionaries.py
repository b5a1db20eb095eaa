"""Dictionaries that may be asked for what is not known, and scalars that every player has one of."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from referee.kernel.players import Player
from referee.verify.prove.effects.cards import Many
from referee.verify.prove.effects.unknown import OneOfThese, Thing, Unknown, key_of, numbers
from referee.verify.prove.paths import NotSymbolic

if TYPE_CHECKING:
    from referee.verify.prove.effects.context import Context


class Words(dict[Any, Any]):
    """A dictionary that may also be asked for words that are not known; then all of its values are one."""

    context: Context | None = None
    values_of_any: Any = None

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._known: dict[Any, Any] = {}
        self.id = next(numbers)

    def recognised(self) -> Any:
        """What recognises it on this path."""
        return ("words", self.id) if self.context is not None else tuple(sorted(map(str, dict.keys(self))))

    def __setitem__(self, key: Any, value: Any) -> None:
        if self.context is None and _is_open(key):
            self.context = key.context
        if self.context is None:
            super().__setitem__(settled(key), value)
        else:
            known = [value for value in [self.values_of_any] if value is not None]
            self.values_of_any = self.context.either([*known, *dict.values(self), value])
            self.clear()
            self._known.clear()

    def __getitem__(self, key: Any) -> Any:
        if self.context is None and not _is_open(key):
            return super().__getitem__(settled(key))
        if self.context is None:
            there = self.get(key, self)
            if there is self:
                raise KeyError("something that is not known")
            return there
        return self._any(key)

    def _any(self, key: Any) -> Any:
        key = key_of(key)
        if key not in self._known:
            self._known[key] = again(self.values_of_any)
        return self._known[key]

    def get(self, key: Any, other: Any = None) -> Any:
        if self.context is None:
            return self._got(key, other) if _is_open(key) else super().get(settled(key), other)
        if self.values_of_any is None or not self.context.asked((self.id, "holds", key_of(key))):
            return other
        return self._any(key)

    def _got(self, key: Any, other: Any) -> Any:
        """Any of its values, or none."""
        context: Context = (
            key.context if isinstance(key, Thing) else next(each for each in key if _is_open(each)).context
        )
        if not len(self) or not context.asked((self.id, "holds", key_of(key))):
            return other
        values = list(super().values())
        if all(isinstance(value, str) for value in values):
            return context.unknown("word", self.id, key_of(key))
        return values[context.fork(len(values))]

    def __contains__(self, key: Any) -> bool:
        if self.context is None:
            if _is_open(key):
                return len(self) > 0 and bool(key.context.asked((self.id, "holds", key_of(key))))
            return super().__contains__(settled(key))
        return self.context.asked((self.id, "holds", key_of(key)))

    def setdefault(self, key: Any, value: Any = None) -> Any:
        self[key] = value
        return value

    def keys(self) -> Any:
        return super().keys() if self.context is None else self

    def isdisjoint(self, other: Any) -> bool:
        assert self.context is not None
        return self.context.asked((self.id, "disjoint", key_of(other)))

    def values(self) -> Any:
        if self.context is None:
            return super().values()
        return Many(self.context, self.context.amount("how many"), lambda: again(self.values_of_any), once=False)

    def items(self) -> Any:
        if self.context is None:
            return super().items()
        context = self.context
        return Many(context, context.amount("how many"), lambda: (Unknown(context, "key"), again(self.values_of_any)))

    def __bool__(self) -> bool:
        if self.context is None:
            return len(dict.keys(self)) > 0
        return self.context.asked((self.id, "true"))


class Each(list[Any]):
    """A scalar that every player has one of, unknown until it is set."""

    table: Any
    name: str

    def __getitem__(self, player: Any) -> Any:
        return self.table.scalar(self.name, int(player.__index__()))

    def __setitem__(self, player: Any, value: Any) -> None:
        self.table.set_scalar(self.name, int(player.__index__()), value)

    def __iter__(self) -> Any:
        return iter([self[seat] for seat in self.table.players])


def _is_open(key: Any) -> bool:
    if isinstance(key, tuple):
        return any(_is_open(each) for each in key)
    return isinstance(key, Thing) and not isinstance(key, OneOfThese)


def settled(key: Any) -> Any:
    return key.settled if isinstance(key, OneOfThese) else key


def again(value: Any) -> Any:
    """Another one like it."""
    if isinstance(value, Many):
        return value.part(value.context.amount("how many", 0, value.size))
    if isinstance(value, Unknown):
        return Unknown(value.context, value.word)
    if isinstance(value, (int, str, Player, Enum)) or value is None:
        return value
    raise NotSymbolic(f"keeps {type(value).__name__} by words that are not known")
