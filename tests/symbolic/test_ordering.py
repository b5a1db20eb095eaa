"""Tuples are in the order of their first parts that differ, in comparisons, ``max``, ``min`` and ``sorted``.

Each sound game has a broken twin, which orders them otherwise than Python does.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from referee.kernel import Player, Rule
from referee.verify import always
from tests.symbolic.row_games import InRows, RowTable, is_caught, is_followed

pytestmark = pytest.mark.untraced


class Bid(NamedTuple):
    first: bool
    number: int


@always("X-2")
def nothing_is_out_of_order(t: Any) -> bool:
    """What a turn compares is as was worked out part by part."""
    return bool(t.top < 11)


class Pairs(InRows):
    """Two pairs of numbers, and of pairs."""

    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        a = yield from t.lot(range(3))
        b = yield from t.lot(range(3))
        c = yield from t.lot(range(3))
        d = yield from t.lot(range(3))
        less = self.comes_first(a, b, c, d)
        alike = a == c and b == d
        one, other = (a, (b, a)), (c, (d, c))
        right = [(one < other) == less, (one <= other) == (less or alike), (other > one) == less]
        t.top = 0 if all(right) and (other >= one) == (less or alike) else 11

    def comes_first(self, a: int, b: int, c: int, d: int) -> bool:
        return a < c or (a == c and b < d)


class AnyPart(Pairs):
    def comes_first(self, a: int, b: int, c: int, d: int) -> bool:
        return a < c or b < d


class LastPart(Pairs):
    def comes_first(self, a: int, b: int, c: int, d: int) -> bool:
        return b < d or (b == d and a < c)


class Bids(InRows):
    """The highest bid: a truth counts before the number; the first of equal ones is the greatest, and the least."""

    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        made = []
        for _ in range(3):
            number = yield from t.lot(range(4))
            first = yield from t.lot((False, True))
            made.append(Bid(first, number))
        best = max(range(3), key=lambda at: made[at])
        least = min(range(3), key=lambda at: made[at])
        in_order = sorted(made, key=self.key)
        t.top = 0
        for at, bid in enumerate(made):
            if self.score(bid) > self.score(made[best]) or self.score(bid) < self.score(made[least]):
                t.top = 11
            if self.score(bid) == self.score(made[best]) and at < best:
                t.top = 11
        if any(self.score(a) > self.score(b) for a, b in pairwise(in_order)):
            t.top = 11

    def score(self, bid: Bid) -> int:
        return bid.number + 4 * bid.first

    def key(self, bid: Bid) -> Any:
        return bid


class NumbersFirst(Bids):
    def score(self, bid: Bid) -> int:
        return 2 * bid.number + bid.first


class OutOfOrder(Bids):
    def key(self, bid: Bid) -> Any:
        return bid[::-1]


@pytest.mark.parametrize("game", [Pairs, Bids])
def test_tuples_are_in_order(game: Any) -> None:
    is_followed(game(2), [nothing_is_out_of_order])


@pytest.mark.parametrize("game", [AnyPart, LastPart, NumbersFirst, OutOfOrder])
def test_another_order_is_caught(game: Any) -> None:
    is_caught(game(2), [nothing_is_out_of_order])
