"""What is known of a value while rules are read: all of it, the form of it, or its type alone."""

from __future__ import annotations

import ast
import dataclasses
import functools
import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, Flag
from fractions import Fraction
from typing import Any, Generic

from referee.kernel.cards import Suit
from referee.kernel.players import Player
from referee.meaning.program import Expr


class Value:
    """Anything that an expression of Python can give."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, eq=False)
class Known(Value):
    """A thing that is the same whenever this is reached."""

    thing: Any


@dataclass(frozen=True, slots=True, eq=False)
class Run(Value):
    """Something of which only the type is known before play."""

    expr: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Made(Value):
    """Parts that are values, made by ``maker``: see ``Record``. ``site``: where a list or a set is made."""

    maker: Any
    names: tuple[Any, ...]
    values: tuple[Value, ...]
    site: Any = None

    def part(self, name: Any) -> Value | None:
        return self.values[self.names.index(name)] if name in self.names else None


def tuple_of(things: Sequence[Value]) -> Made:
    """A tuple of these."""
    return Made(tuple, tuple(range(len(things))), tuple(things))


class Sites(tuple[Any, ...]):
    """The places where a dictionary may have been made."""

    @staticmethod
    def of(*sites: Any) -> Any:
        """The one place, all of several, or None where one of them is not known."""
        every = dict.fromkeys([one for each in sites for one in Sites.all_of(each)])
        return None if None in sites or not every else Sites(every) if len(every) > 1 else next(iter(every))

    @staticmethod
    def all_of(site: Any) -> tuple[Any, ...]:
        """Each of them; () where it is not known."""
        return site if isinstance(site, Sites) else () if site is None else (site,)


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """An entry of a dictionary whose keys are known; ``there``: whether it is there (Known True or a truth)."""

    key: Any
    there: Value
    value: Value


@dataclass(frozen=True, slots=True, eq=False)
class Entries(Value):
    """A dictionary whose keys are known."""

    entries: tuple[Entry, ...]
    site: Any = None


@dataclass(frozen=True, slots=True, eq=False)
class Indexed(Value):
    """Things one after the other that are got by their number: ``length`` gives an expression, ``item`` a value."""

    length: Callable[[], Expr]
    item: Callable[[Expr], Value]
    again: bool = False
    """Whether it can be gone through more than once."""
    before: bool = False
    """Whether something was found for it before that might be another one later."""


NEVER_CHANGES, LISTS, ANYTHING, DOING = range(4)


@dataclass(frozen=True, slots=True, eq=False)
class Once(Value):
    """What Python goes through once: a generator, ``zip(…)``. It is gone through where it is made, and not kept."""

    of: Value
    live: int
    """What may change its things until they are asked for: NEVER_CHANGES, a change of LISTS, or ANYTHING; DOING:
    to look for them changes something as well."""
    ahead: bool
    """Whether a Program looks for them before they are asked for."""
    groups: bool = False
    """Whether they are pairs of a key and a group that is empty as soon as the next one is asked for (``groupby``)."""


@dataclass(frozen=True, slots=True, eq=False)
class Unsure(Value):
    """What a name stands for if it is set at all."""

    value: Value


@dataclass(frozen=True, slots=True, eq=False)
class Lazy(Value):
    """A generator expression: it is gone through where it is used."""

    node: ast.GeneratorExp | ast.ListComp | ast.SetComp
    env: dict[str, Value]


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """A function of Python by its text: the maker of a closure. ``names`` are those that it finds outside."""

    node: ast.FunctionDef | ast.Lambda
    scope: Any
    where: str

    @property
    def __name__(self) -> str:
        return getattr(self.node, "name", "lambda")


@dataclass(frozen=True, slots=True)
class BoundTo:
    """The maker of a method of a value that is not known: ``name`` of ``self``, or a function with its first
    argument."""

    function: Any

    @property
    def __name__(self) -> str:
        return f"method {getattr(self.function, '__name__', self.function)}"


@dataclass(frozen=True, slots=True)
class Super:
    """The maker of ``super()``: what the classes behind that one give."""

    behind: type


NOTHING = Known(None)
DEFAULT = "="
"""Before the name of an argument, among the names that a function holds: what it is where nothing is given."""
FROM_TEXT, NEVER_SET = 1 << 9, 1 << 8
"""Among the flags of a class, in CPython: it was made at run time; none of its attributes can be set."""
ONLY_TOLD = "…"
"""Stands for a text that is put together in play: people read it, rules do not."""
YES, NO = Known(True), Known(False)


def only_told(thing: Any) -> bool:
    """Whether a text was put together in play, or holds one that was."""
    if isinstance(thing, str):
        return ONLY_TOLD in thing
    return isinstance(thing, (tuple, list, frozenset)) and any(map(only_told, thing))


def leaves(value: Value) -> Iterator[Expr]:
    """What of a value is known in play only, in order."""
    if isinstance(value, Run):
        yield value.expr
    elif isinstance(value, Made):
        for each in value.values:
            yield from leaves(each)
    elif isinstance(value, Entries):
        for entry in value.entries:
            yield from leaves(entry.there)
            yield from leaves(entry.value)
    elif isinstance(value, Once):
        yield from leaves(value.of)


def rebuilt(value: Value, new: Iterator[Expr]) -> Value:
    """The same with other leaves."""
    if isinstance(value, Run):
        return Run(next(new))
    if isinstance(value, Made):
        return Made(value.maker, value.names, tuple([rebuilt(each, new) for each in value.values]), value.site)
    if isinstance(value, Entries):
        entries = [Entry(each.key, rebuilt(each.there, new), rebuilt(each.value, new)) for each in value.entries]
        return Entries(tuple(entries), value.site)
    return Once(rebuilt(value.of, new), value.live, value.ahead) if isinstance(value, Once) else value


def fields_of_class(kind: Any) -> dict[str, dataclasses.Field[Any]]:
    """The fields of a dataclass by name; ``ClassVar`` and ``InitVar`` are none. {}: it is no dataclass."""
    return {each.name: each for each in dataclasses.fields(kind)} if dataclasses.is_dataclass(kind) else {}


@functools.lru_cache(None)
def written_in_c(kind: type) -> tuple[type, ...]:
    """The classes behind one that are no text of Python, like ``str``: what an object is to them is in no field."""
    plain = [each for each in kind.__mro__ if each.__flags__ & FROM_TEXT and not each.__flags__ & NEVER_SET]
    return tuple([each for each in kind.__mro__ if each not in (*plain, object, Generic)])


def is_more_than_fields(kind: Any) -> bool:
    """Whether objects of a dataclass are a number, a text or the like as well, which ``==`` of it does not look at."""
    apart = (BaseException, Enum)
    return hasattr(kind, "__dataclass_fields__") and not issubclass(kind, apart) and bool(written_in_c(kind))


def compared_fields(maker: Any) -> list[str] | None:
    """The fields of a dataclass that ``==`` compares, which a class behind it may have brought; None: it is none."""
    if not hasattr(maker, "__dataclass_fields__"):
        return None
    brings = next(each for each in maker.__mro__ if "__eq__" in vars(each))
    fields = fields_of_class(brings if "__dataclass_fields__" in vars(brings) else maker)
    return [name for name, field in fields.items() if field.compare]


def identity(thing: Any) -> Any:
    """A key that is the same for things that rules cannot tell apart."""
    kind = type(thing)
    if kind in (int, bool, str, Fraction, Player) or (kind is float and math.isinf(thing)):
        return kind, thing
    if isinstance(thing, (Enum, Suit)) or thing is None:
        return id(thing)
    if isinstance(thing, tuple):
        return kind, tuple([identity(each) for each in thing])
    if hasattr(thing, "__func__") and hasattr(thing, "__self__"):
        return id(thing.__func__), id(thing.__self__)
    if tells_apart_by_parts(kind):
        return kind, tuple([identity(getattr(thing, name)) for name in fields_of_class(kind)])
    if kind.__module__.startswith("referee.kernel") and kind.__name__ in ("Kinds", "Card"):
        return kind, thing
    return id(thing)


def by_parts_in(thing: Any) -> Iterator[Any]:
    """The things that are told apart by what they hold, in what a function gives."""
    if isinstance(thing, (tuple, list, set, frozenset, deque)):
        for each in thing:
            yield from by_parts_in(each)
    elif isinstance(thing, dict):
        for each in (*thing, *thing.values()):
            yield from by_parts_in(each)
    elif tells_apart_by_parts(type(thing)):
        yield thing
        for name in fields_of_class(type(thing)):
            yield from by_parts_in(getattr(thing, name))


def tells_apart_by_parts(kind: Any) -> bool:
    """Whether rules cannot tell objects of a class apart by anything but what they hold."""
    parameters = getattr(kind, "__dataclass_params__", None)
    if parameters is None or not parameters.frozen or kind.__module__.startswith("referee.kernel"):
        return False
    if is_more_than_fields(kind):
        return False
    code = getattr(kind.__eq__, "__code__", None)
    generated = code is not None and code.co_filename.startswith("<")
    return generated and compared_fields(kind) == [*fields_of_class(kind)]


@functools.lru_cache(None)
def is_one_of_its_number(kind: Any) -> bool:
    """Whether a class is an enum of numbers with one member for each number: equal members are one and the same."""
    if not issubclass(kind, int) or not issubclass(kind, Enum) or issubclass(kind, Flag):
        return False
    return len({int(each) for each in kind}) == len(kind) and all(abs(int(each)) < 1 << 62 for each in kind)


def is_ordered_by_parts(kind: Any) -> bool:
    """Whether objects of a class never change, and have the order of what they hold: a known one is like others."""
    parameters = getattr(kind, "__dataclass_params__", None)
    return parameters is not None and parameters.order and tells_apart_by_parts(kind)


def key_of(value: Value) -> Any:
    """A key for a value: equal keys, the same text of a function."""
    if isinstance(value, Known):
        return "known", identity(value.thing)
    if isinstance(value, Run):
        return "run", value.expr.type
    if isinstance(value, Made):
        return "made", maker_key(value.maker), value.names, tuple([key_of(each) for each in value.values])
    if isinstance(value, Entries):
        return "dict", tuple([(identity(each.key), key_of(each.there), key_of(each.value)) for each in value.entries])
    return ("once", key_of(value.of), value.live, value.ahead) if isinstance(value, Once) else ("other", id(value))


def text_key(code: Code) -> Any:
    """A key for a function: those that were made by one text differ in what they close over, and may in their clauses
    and in their module."""
    function, cells = code.scope.function, code.scope.cells
    closed = tuple([(name, identity(each)) for name, each in cells.items()])
    return id(code.node), id(getattr(function, "__globals__", None)), getattr(function, "__clauses__", ()), closed


def maker_key(maker: Any) -> Any:
    if isinstance(maker, Code):
        return text_key(maker)
    return (BoundTo, identity(maker.function)) if isinstance(maker, BoundTo) else maker


def same(one: Value, other: Value) -> bool:
    """Whether two values are surely the same in play."""
    if isinstance(one, Run) and isinstance(other, Run):
        a, b = one.expr, other.expr
        return a is b or (a.op == b.op == "local" and a.about == b.about and a.type == b.type)
    if isinstance(one, Known) and isinstance(other, Known):
        return one.thing is other.thing or identity(one.thing) == identity(other.thing)
    if isinstance(one, Made) and isinstance(other, Made):
        return (
            maker_key(one.maker) == maker_key(other.maker)
            and one.names == other.names
            and all(same(a, b) for a, b in zip(one.values, other.values, strict=True))
        )
    if isinstance(one, Entries) and isinstance(other, Entries):
        return len(one.entries) == len(other.entries) and all(
            identity(a.key) == identity(b.key) and same(a.there, b.there) and same(a.value, b.value)
            for a, b in zip(one.entries, other.entries, strict=True)
        )
    if isinstance(one, Once) and isinstance(other, Once):
        return same(one.of, other.of)
    return one is other


def holds_once(value: Value) -> bool:
    """Whether what is gone through once is a value, or a part of it."""
    if isinstance(value, Made):
        return any(map(holds_once, value.values))
    if isinstance(value, Entries):
        return any(holds_once(each.value) for each in value.entries)
    return isinstance(value, Once)


def is_typed_tuple(maker: Any) -> bool:
    return isinstance(maker, type) and issubclass(maker, tuple) and hasattr(maker, "_fields")
