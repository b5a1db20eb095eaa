"""Blocks: one deal, played in a balanced set of seatings. The unit of every statistic of a tournament.

What a deal is worth to a seat is the same for everybody who sits there on that deal, so it cancels within a
block; what is left is skill and the bots' own luck (duplicate play, as in bridge; for bots: the Annual Computer
Poker Competition's duplicate matches).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import factorial, gcd


class Seatings(StrEnum):
    """The seatings of a block."""

    BALANCED = "balanced"
    """Every rotation of an order round the table, and of the same order the other way: 2k matches for k > 2."""
    ROTATIONS = "rotations"
    """Every rotation of an order: k matches."""
    ALL = "all"
    """Every permutation: k! matches."""


MOST_FOR_ALL = 5
"""Players for whom every permutation is still playable (120 matches a block)."""

Seating = tuple[int, ...]
"""For each seat the place of its entrant in the table's list."""


def seatings(players: int, kind: Seatings = Seatings.BALANCED, order: int = 0) -> tuple[Seating, ...]:
    """The seatings of block number ``order`` of a table.

    In each kind everybody sits in every seat equally often; balanced and all have moreover everybody as the left
    neighbour of another as often as the right one. Up to three players, balanced is every permutation; beyond
    that the order round the table goes on with ``order`` through all (k - 1)! / 2 of them.
    """
    if kind is Seatings.ALL:
        return tuple(permutations(range(players)))
    ring = _rings(players)[_spread(order, len(_rings(players)))]
    rotations = tuple((ring[turn:] + ring[:turn]) for turn in range(players))
    if kind is Seatings.ROTATIONS or players < 3:
        return rotations
    return rotations + tuple(each[::-1] for each in rotations)


@lru_cache(maxsize=16)
def _rings(players: int) -> tuple[Seating, ...]:
    """Every order round a table, of two that mirror one another only one."""
    if players < 3:
        return (tuple(range(players)),)
    rings = tuple((0, *rest) for rest in permutations(range(1, players)) if rest[0] < rest[-1])
    assert len(rings) == factorial(players - 1) // 2
    return rings


def _spread(order: int, number: int) -> int:
    """Goes through all of 0 … number - 1 and is far from itself at each step (a stride near the golden section)."""
    stride = max(1, round(number * 0.618))
    while gcd(stride, number) > 1:
        stride += 1
    return order * stride % number


def matches_a_block(players: int, kind: Seatings = Seatings.BALANCED) -> int:
    """How many matches a block has."""
    if kind is Seatings.ALL:
        return factorial(players)
    return 2 * players if kind is Seatings.BALANCED and players > 2 else players


def scores_of(ranks: Sequence[int]) -> list[Fraction]:
    """For each seat the share of the others that are ranked behind it, from 0 to 1; a tie counts half.

    With two players it is 1, ½ or 0. The mean of a field is always ½. With one player it is ½.
    """
    return list(_scores(tuple(ranks)))


@lru_cache(maxsize=4096)
def _scores(ranks: tuple[int, ...]) -> tuple[Fraction, ...]:
    others = len(ranks) - 1
    if not others:
        return (Fraction(1, 2),)
    return tuple(
        Fraction(sum(2 * (mine < other) + (mine == other) for other in ranks) - 1, 2 * others) for mine in ranks
    )


def shares_of(ranks: Sequence[int]) -> list[float]:
    """For each seat its part of the win: one among all who are first."""
    first = ranks.count(1)
    return [1 / first if rank == 1 else 0.0 for rank in ranks]
