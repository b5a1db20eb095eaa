"""One seat stands for all in a proof, unless something tells them apart; and whom scalars may name then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from fractions import Fraction
from typing import Any

from referee.kernel.cards import Suit
from referee.kernel.players import NO_PLAYER, Player
from referee.verify.prove.paths import NotSymbolic
from referee.verify.prove.terms import SymAmount, SymTruth


class Seats:
    """``alike``: whether the proof that goes on takes the first seat that is read for any of them."""

    alike = True


@contextmanager
def seats_alike(alike: bool) -> Iterator[None]:
    """Where they are not ``alike`` every seat is followed as the one that moves."""
    Seats.alike = alike
    try:
        yield
    finally:
        Seats.alike = True


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
