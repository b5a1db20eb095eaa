"""The fewest points that a hand of Five Crowns leaves, by trying every subset of its cards as a meld.

Independent of the package: a card is (rank from 0 to 10, suit) or ``None`` for a wild, and what is a meld is
checked for a set of cards by the text of F-4 and F-5.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

LAST = 10

Card = tuple[int, int] | None


def is_family(cards: Sequence[Card], *, different_suits: bool) -> bool:
    naturals = [card for card in cards if card is not None]
    suits = [suit for _, suit in naturals]
    return len({rank for rank, _ in naturals}) <= 1 and not (different_suits and len(set(suits)) < len(suits))


def is_run(cards: Sequence[Card], *, any_suits: bool, ends: str, exactly_three: bool) -> bool:
    naturals = sorted(card for card in cards if card is not None)
    if exactly_three and len(cards) != 3:
        return False
    if not any_suits and len({suit for _, suit in naturals}) > 1:
        return False
    ranks = [rank for rank, _ in naturals]
    for start in range(-len(cards), LAST + 1):
        places = range(start, start + len(cards))
        if ends == "nothing" and (places[0] < 0 or places[-1] > LAST):
            continue
        stands_for = [place % (LAST + 1) for place in places] if ends == "round-the-corner" else list(places)
        wanted = list(stands_for)
        fits = True
        for rank in ranks:
            if rank in wanted:
                wanted.remove(rank)
            else:
                fits = False
        if fits:
            return True
    return False


def fewest_points(
    cards: Sequence[Card],
    points: Sequence[int],
    *,
    exactly_three: bool = False,
    any_suits: bool = False,
    least_naturals: int = 0,
    most_wilds: int = 99,
    different_suits: bool = False,
    ends: str = "nothing",
) -> int:
    """``points`` is what each card costs. By subsets of positions: fewest points of a set, from its smallest card."""
    size = len(cards)
    melds: dict[int, list[int]] = {place: [] for place in range(size)}
    for number in range(3, size + 1):
        for places in combinations(range(size), number):
            chosen = [cards[place] for place in places]
            wilds = sum(card is None for card in chosen)
            if wilds > most_wilds or number - wilds < least_naturals:
                continue
            if is_family(chosen, different_suits=different_suits) or is_run(
                chosen, any_suits=any_suits, ends=ends, exactly_three=exactly_three
            ):
                melds[places[0]].append(sum(1 << place for place in places))
    known: dict[int, int] = {0: 0}

    def least(mask: int) -> int:
        if mask not in known:
            first = (mask & -mask).bit_length() - 1
            best = points[first] + least(mask & ~(1 << first))
            for meld in melds[first]:
                if meld & mask == meld:
                    best = min(best, least(mask & ~meld))
            known[mask] = best
        return known[mask]

    return least((1 << size) - 1)
