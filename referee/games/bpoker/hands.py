"""BG-12: what a poker hand is worth. Plain functions of ranks and suits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

HIGH, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH = range(0, 18, 2)
FIVE_ABOVE, FIVE_BELOW = STRAIGHT_FLUSH + 1, STRAIGHT_FLUSH - 1
"""Five of a kind, under two readings."""
NUMBER = {str(number): number for number in range(2, 11)} | {"J": 11, "Q": 12, "K": 13, "A": 14, "1": 1}

Held = tuple[int, str]
"""A rank from 1 (a joker) to 14 (an A), and the letter of a suit, "" for none."""
Worth = tuple[int, ...]
"""The kind of hand and the ranks that break ties; hands are compared as tuples."""


@lru_cache(65536)
def worth(held: tuple[Held, ...], wilds: int, five: int) -> Worth:
    """The highest that up to five cards can count, ``wilds`` of them being any card.

    ``five`` is where five of a kind stands: FIVE_ABOVE, FIVE_BELOW, or FOUR where it is four of a kind.
    """
    total = len(held) + wilds
    if not total:
        return ()
    counts = Counter(rank for rank, _ in held) or Counter({14: 0})
    order = sorted(counts, key=lambda rank: (-counts[rank], -rank))
    top, most = order[0], counts[order[0]] + wilds
    rest = [rank for rank in order[1:] for _ in range(counts[rank])]
    suits = {suit for _, suit in held}
    flush = total == 5 and len(suits) <= 1 and "" not in suits
    straight = _straight([rank for rank, _ in held], wilds) if total == 5 else 0
    found: list[Worth] = [_of_a_kind(top, most, rest, counts, order)]
    if most == 5:
        found = [(five, top, 14 if five == FOUR and wilds else top)]
    if straight:
        found.append((STRAIGHT_FLUSH if flush else STRAIGHT, straight))
    if flush:
        found.append((FLUSH, *sorted([rank for rank, _ in held] + [14] * wilds, reverse=True)))
    return max(found)


def _of_a_kind(top: int, most: int, rest: list[int], counts: Counter[int], order: list[int]) -> Worth:
    second = counts[order[1]] if len(order) > 1 else 0
    if most >= 4:
        return (FOUR, top, *rest)
    if most == 3:
        return (FULL, top, order[1]) if second == 2 else (THREE, top, *sorted(rest, reverse=True))
    if most == 2:
        if second == 2:
            high, low = max(top, order[1]), min(top, order[1])
            return (TWO_PAIR, high, low, *order[2:])
        return (PAIR, top, *sorted(rest, reverse=True))
    return (HIGH, top, *rest)


def _straight(ranks: Sequence[int], wilds: int) -> int:
    """The highest rank of the straight that five cards make; 0 where they make none."""
    if len(set(ranks)) < len(ranks) or len(ranks) + wilds != 5:
        return 0
    for high in range(14, 4, -1):
        run = range(high - 4, high + 1)
        if all(rank in run for rank in ranks) and (run[0] > 1 or high == 5):
            return high
    low = {1 if rank == 14 else rank for rank in ranks}
    return 5 if len(low) == len(ranks) and all(rank <= 5 for rank in low) else 0
