"""Tables that can only be looked at: what every property is handed, whichever method asks it.

While a property looks, its table, the places and what every player has are of classes that refuse to be written
to; of a scalar that could be changed in place it sees a copy. Play that looks thousands of times a second compares
the table with what it was instead, and shuts it where the two differ (``Trial``).
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from copy import deepcopy
from enum import Enum
from fractions import Fraction
from functools import cache
from operator import attrgetter
from typing import Any

from referee.kernel.algebra import Packed
from referee.kernel.outcome import Outcome
from referee.kernel.places import Place
from referee.kernel.table import Table
from referee.kernel.undoing import Moment


class WroteToTable(TypeError):
    """A property writes to the table."""

    def __init__(self, what: str) -> None:
        super().__init__(f"it writes to the table ({what}), and may only look at it")


PLAIN: set[type] = {int, str, bool, float, bytes, type(None), Fraction, Outcome, type(...), frozenset, range}
"""Types of scalars that nobody can change in place; others join them when they are met."""


def is_fixed(value: Any) -> bool:
    """Whether nobody can change a value in place."""
    kind = type(value)
    if kind in PLAIN:
        return True
    if issubclass(kind, tuple):
        return all(map(is_fixed, value))
    if issubclass(kind, (int, Enum)) or kind.__module__.startswith("referee."):
        PLAIN.add(kind)
        return True
    return False


@cache
def _shut(kind: type) -> type:
    """The same class, but nothing can be written to what is of it."""

    def refuse_name(self: Any, name: str, *_: Any) -> None:
        place = f"{self!r}." if isinstance(self, Place) else ""
        raise WroteToTable(f"{place}{name}")

    def refuse(self: Any, *_: Any, **__: Any) -> Any:
        raise WroteToTable("what it holds")

    body: dict[str, Any] = {"__slots__": (), "__module__": kind.__module__, "is_shut": True}
    if issubclass(kind, list):
        body |= dict.fromkeys(IN_PLACE, refuse)
    else:
        body |= {"__setattr__": refuse_name, "__delattr__": refuse_name}
    return type(kind.__name__, (kind,), body)


IN_PLACE = (
    "__setitem__", "__delitem__", "__iadd__", "__imul__",
    "append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort",
)  # fmt: skip


_SHUT_LIST = _shut(list)


@cache
def _names(kind: type[Table]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The scalars that a class of tables has one of, and those that every player has one of.

    What a proof decides when it is first read is nothing that could be changed in place.
    """
    lazy = {name for name in kind.scalar_specs if isinstance(getattr(kind, name, None), property)}
    specs = {name: each for name, each in kind.scalar_specs.items() if name not in lazy}
    return (
        tuple([name for name, each in specs.items() if not each.per_player]),
        tuple([name for name, each in specs.items() if each.per_player]),
    )


class ReadOnly:
    """While this is entered the table can only be looked at; it may be entered again and again."""

    __slots__ = ("_before", "_each", "_kinds", "_lists", "_names", "_shut_lists", "_values", "copies", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self._names = _names(type(table))  # type: ignore[arg-type]
        ones = self._names[0]
        self._values: Callable[[Any], tuple[Any, ...]] = attrgetter("turns", "turns", *ones)
        there = () if hasattr(type(table), "is_shut") else (*table.places, table)
        self._kinds = [(each, type(each), _shut(type(each))) for each in there]  # type: ignore[arg-type]
        self._shut_lists = [_SHUT_LIST() for _ in self._names[1]]
        self._lists: list[Any] = []
        self.copies: list[tuple[str, Any, Any, bytes]] = []
        """The things that could be changed in place: name, thing, its copy, and the copy written out."""
        self._each: Any = None
        self._before: Moment | None = None

    def __enter__(self) -> ReadOnly:
        if not self._kinds:
            return self
        table = self.table
        ones, lists = self._names
        if not PLAIN.issuperset(map(type, self._values(table))):
            for name in ones:
                if not is_fixed(value := getattr(table, name)):
                    self._hand_out(name, value)
        if lists:
            self._shut_away(lists)
        for each, _, shut in self._kinds:
            _set(each, "__class__", shut)
        self._before = table.moment() if type(table.algebra) is Packed else None
        _entered.append(self)
        return self

    def _shut_away(self, lists: tuple[str, ...]) -> None:
        """Put lists that refuse to be written to in the place of those with what every player has."""
        table = self.table
        self._lists, self._each = [getattr(table, name) for name in lists], table.each
        for name, values, shut in zip(lists, self._lists, self._shut_lists, strict=True):
            if type(values) is not list:
                values.__class__ = _shut(type(values))  # type: ignore[arg-type]
                continue
            list.__init__(shut, values)
            setattr(table, name, shut)
            if not (PLAIN.issuperset(map(type, values)) or all(map(is_fixed, values))):
                self._hand_out(name, values)
        table.each = [getattr(table, name) for name in lists]

    def __exit__(self, *_: object) -> None:
        if not self._kinds:
            return
        _entered.remove(self)
        table = self.table
        for each, plain, _ in self._kinds:  # type: ignore[assignment]
            _set(each, "__class__", plain)
        if self._lists:
            table.each = self._each
            for name, values in zip(self._names[1], self._lists, strict=True):
                if type(values) is list:
                    setattr(table, name, values)
                else:
                    values.__class__ = type(values).__mro__[1]
        if self.copies:
            for name, value, _, _ in self.copies:  # type: ignore[assignment]
                setattr(table, name, value)
            self.copies = []

    def compare(self) -> None:
        """OnlyLooked where something was changed in place since it was handed out."""
        for name, _, copied, before in self.copies:
            if before != _written(copied):
                raise WroteToTable(f"what {name} holds")
        if self._before is not None and self._before != self.table.moment():
            for place, lay in zip(self.table.places, self._before.contents, strict=True):
                _set(place, "row" if place.is_row else "pile", lay)
                if not place.is_row:
                    _set(place, "size", place.algebra.size(lay))
            for name, was in zip(type(self.table)._scalar_names, self._before.scalars, strict=True):
                _set(self.table, name, was)
            raise WroteToTable("past its attributes")

    def _hand_out(self, name: str, value: Any) -> None:
        """A copy of what could be changed in place. What cannot be copied is changed at its author's risk."""
        with suppress(Exception):
            copied = deepcopy(value) if type(value) is not list else _SHUT_LIST(deepcopy(value))
            setattr(self.table, name, copied)
            self.copies.append((name, value, copied, _written(copied)))


_set = object.__setattr__
_entered: list[ReadOnly] = []
"""The innermost last."""


@contextmanager
def writable_again(table: Table) -> Iterator[None]:
    """Within a look something is tried out on the table, and taken back."""
    now = [each for each in reversed(_entered) if each.table is table]
    if not now:
        yield
        return
    now[0].__exit__()
    try:
        yield
    finally:
        now[0].__enter__()


def _written(value: Any) -> bytes:
    try:
        return pickle.dumps(value)
    except Exception:
        return b""


def evaluate(claim: Callable[..., Any], table: Any, *about: Any) -> Any:
    """The value of a property on a table (and for a question that is asked on it)."""
    if not isinstance(table, Table) or hasattr(type(table), "is_shut"):
        return claim(table, *about)
    with ReadOnly(table) as looking:
        said = claim(table, *about)
        looking.compare()
    return said
