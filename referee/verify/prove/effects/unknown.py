"""Things of which little is known: cards, sequences of cards of unknown number, and whatever else rules look at.

Nothing of them is ever guessed. Where rule text asks something that is not known the path forks, and both ways
are followed; a question that is asked again of the same thing, while nothing has changed, has the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from itertools import count
from typing import TYPE_CHECKING, Any

from referee.kernel.errors import Broken
from referee.kernel.places import Row
from referee.kernel.players import Player
from referee.kernel.spaces import Space
from referee.verify.prove.paths import NotSymbolic
from referee.verify.prove.piles import SymPile
from referee.verify.prove.terms import SymAmount, SymTruth

if TYPE_CHECKING:
    from referee.verify.prove.effects.context import Context

_numbers = count(1)


class Thing:
    """Anything unknown. ``id`` tells it from all others; ``said`` keeps what was answered of it on this path."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.id = next(_numbers)

    def asked(self, *question: Any) -> bool:
        """The same answer for the same question, for as long as nothing has changed."""
        return self.context.asked((self.id, *question))

    def __hash__(self) -> int:
        raise NotSymbolic("looks something up by what is not known")


class Unknown(Thing):
    """Something of which nothing is known but that it is not a card, a place or a table."""

    def __init__(self, context: Context, word: str) -> None:
        super().__init__(context)
        self.word = word
        self._parts: dict[Any, Any] = {}

    def part(self, key: Any) -> Unknown:
        found = self._parts.get(key)
        if found is None:
            found = self._parts[key] = Unknown(self.context, str(key[-1]) if key[0] == "attribute" else self.word)
        return found

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.part(("attribute", name))

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ("context", "id", "word", "_parts"):
            object.__setattr__(self, name, value)
        else:
            self._parts.pop(("attribute", name), None)
            self.context.touched.add(("own", ""))

    def __call__(self, *arguments: Any, **named: Any) -> Unknown:
        return Unknown(self.context, self.word)

    def __getitem__(self, place: Any) -> Unknown:
        return self.part(("item", key_of(place)))

    def __setitem__(self, place: Any, value: Any) -> None:
        self._parts.clear()
        self.context.touched.add(("own", ""))

    def __bool__(self) -> bool:
        return self.asked("true")

    def __eq__(self, other: object) -> Any:
        return True if other is self else self.asked("equal", key_of(other))

    def __ne__(self, other: object) -> Any:
        return not self == other

    def __lt__(self, other: Any) -> Any:
        return self.asked("less", key_of(other))

    __le__ = __gt__ = __ge__ = __lt__

    def _more(self, *_: Any) -> Unknown:
        return Unknown(self.context, self.word)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __and__ = __or__ = _more
    __hash__ = Thing.__hash__

    def __contains__(self, other: Any) -> bool:
        return self.asked("holds", key_of(other))

    def __iter__(self) -> Iterator[Any]:
        return iter(Many(self.context, self.context.amount("how many"), lambda: Unknown(self.context, self.word)))

    def __index__(self) -> int:
        """Where one of several things is meant by it, such as a player's: any of them."""
        context = self.context
        return context.answer(("which", self.id), lambda: context.fork(len(context.game.seated)))  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"Unknown({self.word})"


class OneOfThese(Thing):
    """One of a few known things, such as players; which, is decided when it matters, and only as far as it does."""

    def __init__(self, context: Context, these: tuple[Any, ...]) -> None:
        super().__init__(context)
        self.these = these

    def is_it(self, other: Any) -> bool:
        if other is self:
            return True
        if isinstance(other, OneOfThese):
            other = other.settled
        left = self.open
        if not any(each is other or each == other for each in left):
            return False
        if len(left) > 1:
            yes = self.context.fork(2) == 0
            left = (other,) if yes else tuple([each for each in left if each is not other and each != other])
            self.context.left[self.id] = left
            return yes
        return True

    @property
    def open(self) -> tuple[Any, ...]:
        """Those that it may still be."""
        return self.context.left.get(self.id, self.these)

    @property
    def settled(self) -> Any:
        left = self.open
        if len(left) > 1:
            left = self.context.left[self.id] = (left[self.context.fork(len(left))],)
        return left[0]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.settled, name)

    def __index__(self) -> int:
        return self.settled.__index__()  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        return self.is_it(other)

    def __hash__(self) -> int:
        return hash(self.settled)

    def __bool__(self) -> bool:
        return bool(self.settled)

    def __repr__(self) -> str:
        return repr(self.open)


class Record(Thing):
    """One of several known things, such as faces of cards, of which each part is asked for by itself."""

    def __init__(self, context: Context, these: tuple[Any, ...]) -> None:
        super().__init__(context)
        self.these = these
        self._asked: dict[str, OneOfThese] = {}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name not in self._asked:
            self._asked[name] = OneOfThese(
                self.context, tuple(dict.fromkeys([getattr(each, name) for each in self.these]))
            )
        return self._asked[name]

    def __eq__(self, other: object) -> bool:
        return other is self or self.asked("equal", key_of(other))

    __hash__ = Thing.__hash__


class CardNumber(Thing):
    """What tells a card from all others: equal to nothing but itself, as far as the path has decided."""

    def __init__(self, card: SomeCard) -> None:
        self.context, self.card, self.id = card.context, card, card.id

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardNumber) and self.context.same_card(self.card, other.card)

    __hash__ = Thing.__hash__


class SomeCard(Thing):
    """A card in a row, or that was in one: where it lies is kept by the context."""

    def __init__(self, context: Context, of: int = 0) -> None:
        super().__init__(context)
        self.of = of
        """The sequence of which it stands for any one."""

    @property
    def number(self) -> CardNumber:
        return CardNumber(self)

    @property
    def kind(self) -> Unknown:
        return self.context.unknown("kind", self.id)

    @property
    def marks(self) -> Unknown:
        return self.context.unknown("marks", self.id, self.context.looks)

    @property
    def link(self) -> Unknown:
        return self.context.unknown("link", self.id, self.context.looks)

    def has(self, mark: Enum) -> bool:
        return self.asked("has", mark.name, self.context.looks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SomeCard) and self.context.same_card(self, other)

    __hash__ = Thing.__hash__

    def __repr__(self) -> str:
        return f"card {self.id}"


class Many(Thing):
    """A sequence of unknown length. ``make`` gives any one of its things; where its cards lie the context keeps.

    ``once`` says that it has each card once.
    """

    def __init__(
        self, context: Context, size: Any, make: Callable[[], Any] | None = None, *, of: int = 0, once: bool = True
    ) -> None:
        super().__init__(context)
        self.size, self.make, self.once = size, make, once
        self.of = of or self.id
        """The sequence of which it is a part: cards keep their identity."""
        self.truths: Any = None
        """Of a sequence of truths: of what, and what each of them says of it."""
        self.told: frozenset[Any] = frozenset()
        """What was decided of each of its cards when they were picked out."""
        self._at: dict[int, Any] = {}
        self._slices: dict[Any, Any] = {}

    @property
    def is_of_cards(self) -> bool:
        return self.make is None

    def generic(self) -> Any:
        """Any one of its things."""
        if self.make is not None:
            return self.make()
        card = SomeCard(self.context, self.id)
        self.context.like(card.id, self.id)
        return card

    def __len__(self) -> int:
        raise NotSymbolic("the number of some cards is wanted where a proof does not know it")

    def __iter__(self) -> Iterator[Any]:
        raise NotSymbolic("walks a row of unknown length")

    def __bool__(self) -> bool:
        return bool(self.size != 0)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return self._slice(place)
        if isinstance(place, SymAmount):
            there = self.context.algebra.both(place >= 0, place < self.size)
            self.context.oblige(there, Broken.RAISED, "the sequence is too short")
            return self.generic()
        if not isinstance(place, int):
            raise NotSymbolic("takes a card out of a row of unknown length, at a place that is not known")
        need = place + 1 if place >= 0 else -place
        self.context.oblige(self.size >= need, Broken.RAISED, "the sequence is too short")
        if place < 0 and isinstance(self.size, int):
            place += self.size
        if place not in self._at:
            self._at[place] = self.generic()
        return self._at[place]

    def _slice(self, place: slice) -> Many:
        key = (key_of(place.start), key_of(place.stop), key_of(place.step))
        if key not in self._slices:
            if place.step is not None:
                raise NotSymbolic("takes every so many cards of a row of unknown length")
            self._slices[key] = self.part(self._length(place.start, place.stop))
        return self._slices[key]  # type: ignore[no-any-return]

    def _length(self, start: Any, stop: Any) -> Any:
        context, size = self.context, self.size
        low = 0 if start is None else self._at_place(start)
        high = size if stop is None else self._at_place(stop)
        return size if start is None and stop is None else context.lesser(context.greater(high - low, 0), size)

    def _at_place(self, place: Any) -> Any:
        context, size = self.context, self.size
        if isinstance(place, int):
            return context.lesser(place, size) if place >= 0 else context.greater(size + place, 0)
        if place >= 0:  # not known: the path decides
            return context.lesser(place, size)
        return context.greater(size + place, 0)

    def part(self, size: Any, *, differs: frozenset[int] = frozenset()) -> Many:
        """Some of its things, in their order."""
        found = Many(self.context, size, self.make, of=self.of, once=self.once)
        self.context.like(found.id, self.id, differs)
        return found

    def __add__(self, other: Any) -> Any:
        return self.context.joined([self, other])

    def __radd__(self, other: Any) -> Any:
        return self.context.joined([other, self])

    def __contains__(self, other: Any) -> bool:
        return self.context.is_among(other, self)

    def __eq__(self, other: object) -> Any:
        if other is self:
            return True
        alike = self.asked("equal", key_of(other))
        if alike and isinstance(other, (tuple, list)):
            self.context.path.assume(self.size == len(other))
        return alike

    __hash__ = Thing.__hash__

    # what a list can do

    def append(self, other: Any) -> None:
        grown = self.context.joined([self, (other,)])
        self._become(grown)

    def remove(self, other: Any) -> None:
        self._become(self.part(self.size - 1))

    def copy(self) -> Many:
        return self

    def _become(self, other: Many) -> None:
        self.size, self.make, self.once, self.of = other.size, other.make, other.once, other.of
        self.id, self.told = other.id, other.told
        self._at, self._slices = {}, {}

    def index(self, other: Any) -> Any:
        return self.context.amount("a place")

    def __repr__(self) -> str:
        return f"Many({self.id}, {self.size!r})"


class Words(dict[Any, Any]):
    """A dictionary that may also be asked for words that are not known; then all of its values are one."""

    context: Context | None = None
    values_of_any: Any = None

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._known: dict[Any, Any] = {}
        self.id = next(_numbers)

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


def known_to_be(size: Any, number: int) -> bool:
    return isinstance(size, int) and size == number


def key_of(value: Any) -> Any:
    """What recognises a value on this path."""
    if isinstance(value, Words):
        return ("words", value.id) if value.context is not None else tuple(sorted(map(str, dict.keys(value))))
    if isinstance(value, Thing):
        return ("thing", value.id)
    if isinstance(value, SymAmount):
        return ("amount", value.key)
    if isinstance(value, SymTruth):
        return ("truth", value.key)
    if isinstance(value, SymPile):
        return ("pile", value.key)
    if isinstance(value, (tuple, list)):
        return (type(value).__name__, *[key_of(each) for each in value])
    if isinstance(value, (bool, int, str, bytes, type(None), Enum, Player, frozenset)):
        return (type(value).__name__, value)
    if isinstance(value, (Row, Space)) or hasattr(value, "is_row"):
        return ("object", id(value))
    return ("object", _kept(value))


_keeping: dict[int, Any] = {}


def _kept(value: Any) -> int:
    """An object by which it is: kept, so that its address is not given away."""
    _keeping[id(value)] = value
    return id(value)
