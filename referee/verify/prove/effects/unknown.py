"""Things of which little is known: cards, sequences of cards of unknown number, and whatever else rules look at.

Nothing of them is ever guessed. Where rule text asks something that is not known the path forks, and both ways
are followed; a question that is asked again of the same thing, while nothing has changed, has the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import count
from typing import TYPE_CHECKING, Any

from referee.kernel.places import Row
from referee.kernel.players import Player
from referee.kernel.spaces import Space
from referee.verify.prove.paths import NotSymbolic
from referee.verify.prove.piles import SymPile
from referee.verify.prove.terms import SymAmount, SymTruth

if TYPE_CHECKING:
    from referee.verify.prove.effects.context import Context

numbers = count(1)


class Thing:
    """Anything unknown. ``id`` tells it from all others."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.id = next(numbers)

    def asked(self, *question: Any) -> bool:
        """The same answer for the same question, for as long as nothing has changed."""
        return self.context.asked((self.id, *question))

    def __hash__(self) -> int:
        raise NotSymbolic("looks something up by what is not known")


CHANGING = frozenset(
    {"append", "extend", "insert", "remove", "pop", "popitem", "clear", "sort", "reverse", "update", "setdefault"}
    | {"add", "discard", "difference_update", "intersection_update", "symmetric_difference_update"}
)
"""Methods of Python's containers that change them."""


class Unknown(Thing):
    """Something of which nothing is known but that it is no place and no table; it may be a container.

    What changes it, or may have changed it, gives it another ``id``: what was answered before is forgotten.
    """

    def __init__(self, context: Context, word: str) -> None:
        super().__init__(context)
        self._word = word
        self._parts: dict[Any, Any] = {}

    def part(self, key: Any) -> Unknown:
        found = self._parts.get(key)
        if found is None:
            found = self._parts[key] = Unknown(self.context, str(key[-1]) if key[0] == "attribute" else self._word)
        return found

    def forget(self) -> None:
        """It may have become anything else, and what is in it too."""
        self.id = next(numbers)
        parts, self._parts = list(self._parts.values()), {}
        for each in parts:
            each.forget()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._changed if name in CHANGING else self.part(("attribute", name))

    def _changed(self, *_: Any, **named: Any) -> Unknown:
        self.forget()
        self.context.touch("own")
        return Unknown(self.context, self._word)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ("context", "id", "_word", "_parts"):
            object.__setattr__(self, name, value)
        else:
            self._parts.pop(("attribute", name), None)
            self.context.touch("own")

    def __call__(self, *arguments: Any, **named: Any) -> Unknown:
        return Unknown(self.context, self._word)

    def __getitem__(self, place: Any) -> Unknown:
        return self.part(("item", key_of(place)))

    def __setitem__(self, place: Any, value: Any) -> None:
        self._changed()

    def __delitem__(self, place: Any) -> None:
        self._changed()

    def __bool__(self) -> bool:
        return self.asked("true")

    def __eq__(self, other: object) -> Any:
        return True if other is self else self.asked("equal", key_of(other))

    def __ne__(self, other: object) -> Any:
        return not self == other

    # Each comparison is a question of its own: that they agree with one another is not demanded.

    def __lt__(self, other: Any) -> Any:
        return self.asked("less", key_of(other))

    def __le__(self, other: Any) -> Any:
        return self.asked("at most", key_of(other))

    def __gt__(self, other: Any) -> Any:
        return self.asked("more", key_of(other))

    def __ge__(self, other: Any) -> Any:
        return self.asked("at least", key_of(other))

    def _more(self, *_: Any) -> Unknown:
        return Unknown(self.context, self._word)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __and__ = __or__ = _more
    __hash__ = Thing.__hash__

    def __contains__(self, other: Any) -> bool:
        return self.asked("holds", key_of(other))

    def __iter__(self) -> Iterator[Any]:
        raise NotSymbolic("walks a row of unknown length")

    def __index__(self) -> int:
        """An unknown that is one of several things, such as a player's: any of them."""
        context = self.context
        return context.answer(("which", self.id), lambda: context.fork(len(context.game.seated)))  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"Unknown({self._word})"


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
        """The remaining candidates."""
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


class Passed(Thing):
    """The last thing of a loop of unknown length: code that looks at it cannot be followed."""

    def _refuse(self, *_: Any) -> Any:
        raise NotSymbolic("looks behind a loop at what it went through last")

    __eq__ = __ne__ = __bool__ = __lt__ = __le__ = __gt__ = __ge__ = __iter__ = __getitem__ = __contains__ = _refuse
    __hash__ = Thing.__hash__

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self._refuse()


def known_to_be(size: Any, number: int) -> bool:
    return isinstance(size, int) and size == number


def key_of(value: Any) -> Any:
    """The identity of a value on this path."""
    if hasattr(type(value), "recognised"):
        return value.recognised()
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
    if isinstance(value, dict):
        return ("dict", *[(key_of(each), key_of(held)) for each, held in value.items()])
    if isinstance(value, set):
        return ("set", frozenset([key_of(each) for each in value]))
    if isinstance(value, (bool, int, str, bytes, type(None), Enum, Player, frozenset)):
        return (type(value).__name__, value)
    if isinstance(value, (Row, Space)) or hasattr(value, "is_row"):
        return ("object", id(value))
    return ("object", _pinned(value))


_keeping: dict[int, Any] = {}


def _pinned(value: Any) -> int:
    """An object by which it is: kept, so that its address is not given away."""
    _keeping[id(value)] = value
    return id(value)
