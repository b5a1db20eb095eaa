"""The types of a Program: what a value is while rules run, apart from what CPython makes of it."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any


class Type:
    """A type; equal types have equal values for the same things."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Plain(Type):
    """A type without parts. ``int`` has 64 bits and is checked, ``wide`` is an integer of many words."""

    word: str

    def __repr__(self) -> str:
        return self.word


NEVER = Plain("never")
"""Of what is not reached, and of the items of a list into which nothing has been put yet."""
INT, WIDE, TRUTH, PILE = Plain("int"), Plain("wide"), Plain("truth"), Plain("pile")
PLAYER, LAID, FRACTION = Plain("player"), Plain("laid"), Plain("fraction")
OUTCOME = Plain("outcome")
"""Of how the game has ended: what is asked of it stands in scalars (``ENDED_WITH``)."""
ENDED_WITH = {"scores": "$scores", "payoffs": "$payoffs", "reason": "$reason"}
"""By the parts of an outcome the scalars that keep them, where a claim looks at them."""
NUMBERS = (TRUTH, INT, WIDE, FRACTION)
"""Each is a part of the next one."""


@dataclass(frozen=True, slots=True, repr=False)
class Members(Plain):
    """Whole numbers that are surely members of this ``IntEnum``, so that equal ones are one and the same. It is known
    while rules are read; a Program has numbers (``bare``)."""

    of: Any


def reckoned(one: Type) -> Type:
    """The type as which values are calculated with, and compared."""
    return INT if isinstance(one, Members) else one


def bare(one: Type) -> Type:
    """The type in a Program."""
    match one:
        case Members():
            return INT
        case Seq(item, kind):
            return Seq(bare(item), kind)
        case Map(key, value, missing):
            return Map(bare(key), bare(value), missing)
        case Maybe(of):
            return Maybe(bare(of))
        case Union(of):
            return Union(tuple([bare(each) for each in of]))
        case Record(maker, names, types):
            if isinstance(maker, Answers):
                maker = Answers(tuple([(number, bare(each)) for number, each in maker.arms]))
            return Record(maker, names, tuple([bare(each) for each in types]))
    return one


@dataclass(frozen=True, slots=True)
class Atoms(Type):
    """One of a few things that are known and never change, by their numbers in the Program: members of enums, words,
    suits, functions, sets of kinds, None."""

    numbers: frozenset[int]

    def __repr__(self) -> str:
        return f"atoms({' '.join(map(str, sorted(self.numbers)))})"


NONE = 0
"""The number of None among the atoms."""
NONE_TYPE = Atoms(frozenset([NONE]))


@dataclass(frozen=True, slots=True)
class Places(Type):
    """One of these places of a table, by their numbers."""

    numbers: frozenset[int]

    def __repr__(self) -> str:
        return f"places({' '.join(map(str, sorted(self.numbers)))})"


EITHER = "list or tuple"
"""The kind of a sequence of which it is not known which of the two it is: what tells them apart is refused."""


@dataclass(frozen=True, slots=True)
class Seq(Type):
    """Items one after the other: ``kind`` is ``tuple``, ``list``, ``set``, or EITHER of the first two. Lists and sets
    may change."""

    item: Type
    kind: str

    def __repr__(self) -> str:
        return f"{self.kind}[{self.item!r}]"


@dataclass(frozen=True, slots=True)
class Map(Type):
    """A dictionary, in the order in which keys came. ``missing``: what it gives for a key that is not there: "" for
    nothing, "Counter" for 0, else the word for what a defaultdict makes and keeps."""

    key: Type
    value: Type
    missing: str = ""

    def __repr__(self) -> str:
        return f"{self.missing or 'dict'}[{self.key!r}, {self.value!r}]"


@dataclass(frozen=True, slots=True)
class Record(Type):
    """Parts with names, made by ``maker``: a tuple, a typed tuple, a space, an event, a function with what it holds."""

    maker: Any
    names: tuple[Any, ...]
    types: tuple[Type, ...]

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}: {each!r}" for name, each in zip(self.names, self.types, strict=True))
        return f"{getattr(self.maker, '__name__', self.maker)}({inner})"


@dataclass(frozen=True, slots=True)
class Answers:
    """The maker of an answer to a choice with arms: by the number of each arm the type of what goes with it."""

    arms: tuple[tuple[int, Type], ...]


@dataclass(frozen=True, slots=True)
class Maybe(Type):
    """A value or None."""

    of: Type

    def __repr__(self) -> str:
        return f"{self.of!r} | None"


@dataclass(frozen=True, slots=True)
class Union(Type):
    """A value of one of several types."""

    of: tuple[Type, ...]

    def __repr__(self) -> str:
        return " | ".join(map(repr, self.of))


@dataclass(frozen=True, slots=True)
class Thing(Type):
    """An object that may change, of a class of the game; the Program knows the types of its attributes."""

    maker: type

    def __repr__(self) -> str:
        return self.maker.__name__


def within(one: Type) -> Iterator[Type]:
    """A type and all that are nested in it."""
    yield one
    match one:
        case Seq(item, _):
            yield from within(item)
        case Map(key, value, _):
            yield from within(key)
            yield from within(value)
        case Maybe(of):
            yield from within(of)
        case Union(of) | Record(_, _, of):
            for each in of:
                yield from within(each)


def is_either(one: Type) -> bool:
    """Whether there may be one or another kind of sequence in a value of that type, and nobody knows which."""
    return any(
        (isinstance(each, Seq) and each.kind == EITHER)
        or (isinstance(each, Union) and len([part for part in each.of if is_tuple(part)]) > 1)
        for each in within(one)
    )


def is_counter(one: Type) -> bool:
    """Whether values of a type are Counters, to which what is not counted is counted no times."""
    return isinstance(one, Map) and one.missing == "Counter"


def is_tuple(one: Type) -> bool:
    """Whether values of a type are tuples, with names or without."""
    if isinstance(one, Record):
        return isinstance(one.maker, type) and issubclass(one.maker, tuple)
    return isinstance(one, Seq) and one.kind in ("tuple", EITHER)


class TooDeep(Exception):
    """A type that grows without end."""


class Mixed(Exception):
    """A set and a list, or a tuple, where one type is wanted for both."""


class Wider(Exception):
    """A list or a dictionary that was handed to a function is to hold other things, too, and is made elsewhere: ``at``
    is the number of the parameter, ``kind`` its type."""

    def __init__(self, at: int, kind: Type) -> None:
        super().__init__(at, kind)
        self.at, self.kind = at, kind


def depth(one: Type) -> int:
    """How deeply types are nested in a type."""
    match one:
        case Seq(item, _) | Maybe(item):
            return 1 + depth(item)
        case Map(key, value, _):
            return 1 + max(depth(key), depth(value))
        case Record(_, _, types) | Union(types):
            return 1 + max([depth(each) for each in types], default=0)
    return 0


def join(one: Type, other: Type) -> Type:
    """The least type that has the values of both. TooDeep: there is none of a bearable depth; Mixed: there is none."""
    found = _join(one, other)
    if depth(found) > 12:
        raise TooDeep
    return found


def join_all(types: Iterable[Type]) -> Type:
    found: Type = NEVER
    for each in types:
        found = join(found, each)
    return found


def _join(one: Type, other: Type) -> Type:
    if one == other or other is NEVER:
        return one
    if one is NEVER:
        return other
    if Members in (type(one), type(other)) and like(one) == like(other):
        return _join(reckoned(one), reckoned(other))
    if one in NUMBERS and other in NUMBERS:
        return max(one, other, key=NUMBERS.index)
    if PILE in (one, other) and {one, other} <= {PILE, TRUTH, INT, WIDE}:
        return PILE
    if isinstance(one, Union) or isinstance(other, Union):
        return _united([*_alternatives(one), *_alternatives(other)])
    for this, that in ((one, other), (other, one)):
        if isinstance(this, Maybe):
            return _maybe(_join(this.of, that.of if isinstance(that, Maybe) else _without_none(that)))
        if this == NONE_TYPE and not isinstance(that, Atoms):
            return _maybe(that)
    if isinstance(one, Record) and isinstance(other, Record) and Answers in (type(one.maker), type(other.maker)):
        return _join_answers(one, other)
    match one, other:
        case Atoms(here), Atoms(there):
            return Atoms(here | there)
        case Places(here), Places(there):
            return Places(here | there)
        case Seq(here, kind), Seq(there, other_kind):
            return Seq(_join(here, there), _kind(kind, other_kind))
        case Map(key, value, missing), Map(other_key, other_value, other_missing) if missing == other_missing:
            return Map(_join(key, other_key), _join(value, other_value), missing)
        case Record(maker, names, types), Record(other_maker, other_names, other_types) if maker == other_maker:
            if names == other_names:
                parts = [_join(here, there) for here, there in zip(types, other_types, strict=True)]
                return Record(maker, names, tuple(parts))
            if maker is tuple:
                return Seq(join_all([*types, *other_types]), "tuple")
    for this, that in ((one, other), (other, one)):
        if isinstance(this, Record) and isinstance(that, Seq) and this.maker is tuple:
            return Seq(join_all([*this.types, that.item]), _kind("tuple", that.kind))
    return _united([*_alternatives(one), *_alternatives(other)])


def _kind(one: str, other: str) -> str:
    if one != other and "set" in (one, other):
        raise Mixed
    return one if one == other else EITHER


def _join_answers(one: Record, other: Record) -> Type:
    parts = [_join(here, there) for here, there in zip(one.types, other.types, strict=True)]
    if type(one.maker) is not type(other.maker):
        return Record(tuple, (0, 1), tuple(parts))
    arms = dict(one.maker.arms)
    for number, kind in other.maker.arms:
        arms[number] = _join(arms.get(number, NEVER), kind)
    return Record(Answers(tuple(sorted(arms.items()))), (0, 1), tuple(parts))


def _without_none(one: Type) -> Type:
    return NEVER if one == NONE_TYPE else one


def _maybe(one: Type) -> Type:
    if isinstance(one, Atoms):
        return Atoms(one.numbers | {NONE})
    if isinstance(one, Union):
        return _united([*one.of, NONE_TYPE])
    return one if isinstance(one, Maybe) or one is NEVER else Maybe(one)


def _alternatives(one: Type) -> list[Type]:
    if isinstance(one, Union):
        return list(one.of)
    return [NONE_TYPE, one.of] if isinstance(one, Maybe) else [one]


def like(one: Type) -> Any:
    """Types of the same kind are joined where a value may be of several."""
    match one:
        case Plain(word):
            return "number" if one in NUMBERS or one is PILE or isinstance(one, Members) else word
        case Record(maker, names, _):
            return "sequence" if maker is tuple else (maker, names)
        case Seq():
            return "sequence"
        case Map(_, _, missing):
            return Map, missing
        case Thing(maker):
            return maker
    return type(one)


def _united(types: list[Type]) -> Type:
    found: dict[Any, Type] = {}
    for each in types:
        key = like(each)
        found[key] = _join(found[key], each) if key in found else each
    left = sorted(found.values(), key=lambda each: (each != NONE_TYPE, repr(each)))
    if len(left) == 1:
        return left[0]
    if len(left) == 2 and left[0] == NONE_TYPE:
        return _maybe(left[1])
    return Union(tuple(left))


KINDS: dict[str, tuple[type, ...]] = {
    "tuple": (tuple,),
    "list": (list, deque),
    "set": (set, frozenset),
    "map": (dict, Counter, defaultdict, OrderedDict),
    EITHER: (list, tuple, deque),
}
"""The classes of Python that are one type of a Program."""


def kinds_of(kind: Map | Seq, deques: bool) -> list[type]:
    """The classes of which a value of that type may be, the usual one first."""
    own = KINDS["map" if isinstance(kind, Map) else kind.kind]
    return [each for each in own if each is not deque or deques]
