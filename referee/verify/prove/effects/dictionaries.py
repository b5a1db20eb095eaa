"""Dictionaries that may be asked for what is not known, and scalars that every player has one of."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from referee.kernel.cards import Suit
from referee.kernel.players import Player
from referee.verify.prove.effects.cards import Many, SomeCard
from referee.verify.prove.effects.unknown import OneOfThese, Thing, Unknown, key_of, numbers
from referee.verify.prove.paths import NotSymbolic

if TYPE_CHECKING:
    from referee.verify.prove.effects.context import Context


class Words(dict[Any, Any]):
    """A dictionary that may also be asked for words that are not known; then all of its values are one."""

    context: Context | None = None
    """The context, if some keys are unknown."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.held: list[Any] = []
        """Any of these is what stands by a key, where a context is known."""
        self.sure: frozenset[Any] = frozenset()
        """Keys by which something stands for certain."""
        self.id = next(numbers)

    @property
    def all_values(self) -> list[Any]:
        return [*self.held, *dict.values(self)]

    def again(self) -> Words:
        """The same in another dictionary."""
        found = Words(dict(dict.items(self)))
        found.context, found.held, found.id = self.context, list(self.held), self.id
        found.sure = self.sure
        return found

    def recognised(self) -> Any:
        """The identity of the key on this path."""
        known = [(key_of(key), key_of(value)) for key, value in dict.items(self)]
        return ("words", self.id if self.context is not None else 0, *known)

    def __setitem__(self, key: Any, value: Any) -> None:
        if self.context is None and _is_open(key):
            self.context = _context_of(key)
        if self.context is None:
            super().__setitem__(settled(key), value)
        else:
            values = [*self.all_values, value]
            sequences = all(isinstance(each, (tuple, list, Many)) for each in values)
            self.held = [self.context.joined(values, least=True)] if sequences else values
            self.sure |= {key_of(each) for each in (*dict.keys(self), settled(key))}
            dict.clear(self)
        self.id = next(numbers)

    def _refuse(self, *_: Any, **named: Any) -> Any:
        raise NotSymbolic("goes through a dictionary of which the keys are not known, or takes out of it")

    def __iter__(self) -> Any:
        return super().__iter__() if self.context is None else self._refuse()

    def __len__(self) -> int:
        return super().__len__() if self.context is None else self._refuse()

    def __eq__(self, other: object) -> Any:
        return super().__eq__(other) if self.context is None else other is self or self._refuse()

    def __or__(self, other: Any) -> Any:
        return Words(super().__or__(other)) if self.context is None else self._refuse()

    __ror__ = __ior__ = _refuse

    def _taken(word: str) -> Any:  # type: ignore[misc]
        def take(self: Words, *given: Any) -> Any:
            if self.context is not None or any(_is_open(each) for each in given):
                self._refuse()
            self.id = next(numbers)
            return getattr(dict, word)(self, *[settled(each) for each in given])

        return take

    pop, popitem, clear, update, __delitem__ = map(_taken, ("pop", "popitem", "clear", "update", "__delitem__"))

    def __getitem__(self, key: Any) -> Any:
        if self.context is None and not _is_open(key):
            return super().__getitem__(settled(key))
        if self.context is None:
            there = self.get(key, self)
            if there is self:
                raise KeyError("something that is not known")
            return there
        if not self._holds(key):
            raise KeyError("something that is not known")
        return self._any(key)

    def _holds(self, key: Any) -> bool:
        context: Any = self.context
        key = key_of(settled(key))
        return key in self.sure or bool(context.asked((self.id, "holds", key)))

    def _any(self, key: Any) -> Any:
        context: Any = self.context
        held = self.held
        return context.answer(("value", self.id, key_of(key)), lambda: again(held[context.fork(len(held))]))

    def get(self, key: Any, other: Any = None) -> Any:
        if self.context is None:
            return self._got(key, other) if _is_open(key) else super().get(settled(key), other)
        if not self._holds(key):
            return other
        return self._any(key)

    def _got(self, key: Any, other: Any) -> Any:
        """Any of its values, or none."""
        context = _context_of(key)
        if not len(self) or not context.asked((self.id, "holds", key_of(key))):
            return other
        values = list(super().values())
        if all(isinstance(value, str) for value in values):
            return context.unknown("word", self.id, key_of(key))
        return values[context.fork(len(values))]

    def __contains__(self, key: Any) -> bool:
        if self.context is None:
            if _is_open(key):
                return len(self) > 0 and bool(_context_of(key).asked((self.id, "holds", key_of(key))))
            return super().__contains__(settled(key))
        return self._holds(key)

    def setdefault(self, key: Any, value: Any = None) -> Any:
        if key in self:
            return self[key]
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
        context, held = self.context, self.held
        return Many(context, context.amount("how many", 0), lambda: again(held[context.fork(len(held))]), once=False)

    def items(self) -> Any:
        if self.context is None:
            return super().items()
        context, held = self.context, self.held
        return Many(
            context,
            context.amount("how many", 0),
            lambda: (Unknown(context, "key"), again(held[context.fork(len(held))])),
            once=False,
        )

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

    def _all(self) -> list[Any]:
        return [self[seat] for seat in range(len(self.table.game.seated))]

    def __iter__(self) -> Any:
        return iter(self._all())

    def __reversed__(self) -> Any:
        return reversed(self._all())

    def __len__(self) -> int:
        return len(self.table.game.seated)

    def __contains__(self, value: Any) -> bool:
        return value in self._all()

    def __eq__(self, other: object) -> bool:
        return self._all() == (list(other) if isinstance(other, Each) else other)

    def index(self, value: Any, *_: Any) -> int:
        return self._all().index(value)

    def count(self, value: Any) -> int:
        return self._all().count(value)

    def copy(self) -> list[Any]:
        return self._all()


def _context_of(key: Any) -> Any:
    return key.context if isinstance(key, Thing) else next(_context_of(each) for each in key if _is_open(each))


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
        return Unknown(value.context, value._word)
    if isinstance(value, SomeCard):
        card, row = SomeCard(value.context), value.context.where(value)
        if row is not None:
            value.context.facts[card.id] = row
        return card
    if isinstance(value, tuple):
        return tuple([again(each) for each in value])
    if isinstance(value, (int, str, Player, Suit, Enum)) or value is None:
        return value
    raise NotSymbolic(f"keeps {type(value).__name__} by words that are not known")
