"""While a proof takes one seat for all, players refuse what tells them apart, where text of a game asks for it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from fractions import Fraction
from typing import Any

from referee.kernel.cards import Suit
from referee.kernel.players import NO_PLAYER, Player
from referee.verify.prove.paths import NotSymbolic
from referee.verify.prove.terms import SymAmount, SymTruth

HARMLESS = {"__bool__", "__class__", "__delattr__", "__dir__", "__doc__", "__eq__", "__getattribute__", "__hash__"} | {
    "__init__", "__init_subclass__", "__ne__", "__new__", "__reduce__", "__reduce_ex__", "__setattr__", "__sizeof__",
    "__subclasshook__", "__getnewargs__", "__getstate__", "__index__",
}  # fmt: skip


AS_WORDS = {"__repr__", "__str__", "__format__", "__int__"}
"""The parts of a player that the kernel and the verifier may use. If they compute with one, somebody else asked for
it."""


class SeatsDistinguished(NotSymbolic):
    """A seat was told from another one."""


class Seats:
    """``alike``: whether the proof that goes on takes the first seat that is read for any of them.

    ``distinguished_at`` is the place where that was found to be wrong, even if the error was caught.
    """

    alike = True
    watched = False
    distinguished_at = ""


@contextmanager
def one_for_all() -> Iterator[None]:
    """Players refuse to be told apart by text that is not the kernel's or the verifier's."""
    names = [name for name in dir(int) if name not in HARMLESS and isinstance(name, str)]
    own = dict(vars(Player))
    Seats.distinguished_at, Seats.watched = "", True
    for name in names:
        setattr(Player, name, _refusing(getattr(Player, name), name))
    setattr(Player, "__eq__", _same)  # noqa: B010
    setattr(Player, "__ne__", _other)  # noqa: B010
    try:
        yield
    finally:
        Seats.watched = False
        for name in (*names, "__eq__", "__ne__"):
            if name in own:
                setattr(Player, name, own[name])
            else:
                delattr(Player, name)


@contextmanager
def each_by_itself(alike: bool = False) -> Iterator[None]:
    """Every seat is followed as the one that moves, unless they are ``alike`` after all."""
    Seats.alike = alike
    try:
        yield
    finally:
        Seats.alike = True


def refuse_if_asked_by_rules(always: bool = False) -> None:
    """Called where seats are about to be told apart: by the kernel they may be."""
    frame: Any = sys._getframe(2)
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if not always and module.startswith(("referee.kernel", "referee.verify")):
            return
        if module.startswith(("referee.kernel", "referee.verify")):
            frame = frame.f_back
            continue
        if module.partition(".")[0] not in sys.stdlib_module_names and not frame.f_code.co_filename.startswith("<"):
            Seats.distinguished_at = Seats.distinguished_at or f"{frame.f_code.co_filename}:{frame.f_lineno}"
            raise SeatsDistinguished(Seats.distinguished_at)
        frame = frame.f_back


def _refusing(plain: Any, name: str) -> Any:
    def asked(self: Any, *about: Any) -> Any:
        refuse_if_asked_by_rules(name not in AS_WORDS)
        return plain(self, *about)

    return asked if callable(plain) else property(asked)


def _same(self: Any, other: Any) -> Any:
    if isinstance(other, int) and not isinstance(other, Player):
        refuse_if_asked_by_rules()
        return int.__eq__(self, other)
    return self is other


def _other(self: Any, other: Any) -> Any:
    return not _same(self, other)


class _OfEach:
    """A scalar of every player: it is read by player, not by number, and not walked."""

    def __getitem__(self, index: Any) -> Any:
        if Seats.watched and (not isinstance(index, Player) or index is NO_PLAYER):
            refuse_if_asked_by_rules()
        return super().__getitem__(index)  # type: ignore[misc]


def _watched(name: str) -> Callable[..., Any]:
    def asked(self: Any, *about: Any) -> Any:
        if Seats.watched:
            refuse_if_asked_by_rules()
        return getattr(super(type(self), self), name)(*about)

    return asked


class TupleOfEach(_OfEach, tuple):  # type: ignore[type-arg]
    pass


class ListOfEach(_OfEach, list):  # type: ignore[type-arg]
    pass


class Players(tuple):  # type: ignore[type-arg]
    """All of them: gone through, and not found by number."""

    def __getitem__(self, index: Any) -> Any:
        if Seats.watched:
            refuse_if_asked_by_rules()
        return super().__getitem__(index)


for _of_each in (TupleOfEach, ListOfEach):
    for _name in (
        "__iter__",
        "__add__",
        "__mul__",
        "__reversed__",
        "index",
        "pop",
        "insert",
        "sort",
        "reverse",
        "remove",
    ):
        if hasattr(_of_each, _name):
            setattr(_of_each, _name, _watched(_name))


def watch(table: Any) -> None:
    """Put these into a table that is made."""
    table.players = Players(table.players)
    for name, spec in table.zone_specs.items():
        if spec.per_player:
            setattr(table, name, TupleOfEach(getattr(table, name)))
    numbers = iter(range(len(table.each)))
    for name, spec in table.scalar_specs.items():
        if spec.per_player:
            number = next(numbers)
            table.each[number] = ListOfEach(table.each[number])
            setattr(table, name, table.each[number])


def of_anybody(value: Any, players: tuple[Player, ...], name: str) -> list[Any]:
    """A scalar as a step by any player may leave it: whom it names may be anybody."""
    return list(players) if isinstance(value, Player) and value is not NO_PLAYER else _turned(value, players, name)


def like(value: tuple[Any, ...], parts: list[Any]) -> tuple[Any, ...]:
    """A tuple of the same type with other parts."""
    return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)


def _turned(value: Any, players: tuple[Player, ...], name: str) -> list[Any]:
    """It as it is from each seat: with the players that it names as many seats further on."""
    if isinstance(value, Player):
        number = None if value is NO_PLAYER else players.index(value)
        return [value] if number is None else [*players[number:], *players[:number]]
    if isinstance(value, tuple):
        parts = [_turned(each, players, name) for each in value]
        turns = [like(value, [each[turn % len(each)] for each in parts]) for turn in range(len(players))]
        return list(dict.fromkeys(turns))
    if value is None or isinstance(value, (bool, int, str, Suit, Enum, Fraction, SymAmount, SymTruth)):
        return [value]
    follows = "a proof follows players, suits, words and tuples"
    raise NotSymbolic(f"the scalar {name} keeps {value!r} between steps: {follows}")
