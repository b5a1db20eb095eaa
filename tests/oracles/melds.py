"""The fewest points that a hand of Five Crowns leaves, by trying every choice of its cards as a meld.

Independent of the package: a card is (rank from 0 to 10, suit) or ``None`` for a wild, and what is a meld is
checked for a choice of cards by the text of F-4 and F-5. Equal cards are counted and not told apart, so that
hands full of wilds are searched as soon as any others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

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
    if ends != "round-the-corner" and len(set(ranks)) < len(ranks):
        return False
    for start in range(-len(cards), LAST + 1):
        places = range(start, start + len(cards))
        if ends == "nothing" and (places[0] < 0 or places[-1] > LAST):
            continue
        wanted = [place % (LAST + 1) for place in places] if ends == "round-the-corner" else list(places)
        fits = True
        for rank in ranks:
            if rank in wanted:
                wanted.remove(rank)
            else:
                fits = False
                break
        if fits:
            return True
    return False


def melds_of(
    cards: Sequence[Card],
    *,
    exactly_three: bool = False,
    any_suits: bool = False,
    least_naturals: int = 0,
    most_wilds: int = 99,
    different_suits: bool = False,
    ends: str = "nothing",
) -> list[tuple[Card, ...]]:
    """Every choice of some of the cards that is a meld.

    One with two ranks is no family, and one with two suits no run where runs are of one: these are not tried.
    """
    ranks = {card[0] for card in cards if card is not None}
    suits = {card[1] for card in cards if card is not None}
    pools = [[card for card in cards if card is None or card[0] == rank] for rank in ranks]
    pools += [[card for card in cards if card is None or card[1] == suit] for suit in suits]
    found: dict[tuple[Card, ...], None] = {}
    for pool in [cards] if any_suits or not ranks else pools:
        for chosen in choices(pool, least_naturals, most_wilds):
            if is_family(chosen, different_suits=different_suits) or is_run(
                chosen, any_suits=any_suits, ends=ends, exactly_three=exactly_three
            ):
                found[tuple(sorted(chosen, key=str))] = None
    return list(found)


def choices(cards: Sequence[Card], least_naturals: int, most_wilds: int) -> Iterator[tuple[Card, ...]]:
    """Three or more of the cards, with as many natural ones and wilds as a meld may have."""
    kinds = Counter(cards)
    for taken in product(*(range(number + 1) for number in kinds.values())):
        size = sum(taken)
        wilds = taken[list(kinds).index(None)] if None in kinds else 0
        if size < 3 or wilds > most_wilds or size - wilds < least_naturals:
            continue
        yield tuple(card for card, number in zip(kinds, taken, strict=True) for _ in range(number))


def fewest_points(cards: Sequence[Card], points: Sequence[int], **rules: object) -> int:
    """``points`` is what each card costs; ``rules`` are those of ``melds_of``.

    Wilds are all alike in a meld, so that of those left over it is the cheapest that are.
    """
    melds = [Counter(meld) for meld in melds_of(cards, **rules)]  # type: ignore[arg-type]
    kinds = list(dict.fromkeys(cards))
    pool = sorted(cost for card, cost in zip(cards, points, strict=True) if card is None)
    cost = {card: each for card, each in zip(cards, points, strict=True) if card is not None}
    by_first: dict[int, list[tuple[int, ...]]] = {place: [] for place in range(len(kinds))}
    for meld in melds:
        numbers = tuple(meld[kind] for kind in kinds)
        by_first[next(place for place, number in enumerate(numbers) if number)].append(numbers)
    known: dict[tuple[tuple[int, ...], int], int] = {}

    def least(counts: tuple[int, ...], wilds_left: int) -> int:
        if not any(counts):
            return sum(pool[:wilds_left])
        key = (counts, wilds_left)
        if key not in known:
            first = next(place for place, number in enumerate(counts) if number)
            rest = (*counts[:first], counts[first] - 1, *counts[first + 1 :])
            if kinds[first] is None:
                best = least(rest, wilds_left + 1)
            else:
                best = cost[kinds[first]] + least(rest, wilds_left)
            for meld in by_first[first]:
                if all(taken <= number for taken, number in zip(meld, counts, strict=True)):
                    left = tuple(number - taken for taken, number in zip(meld, counts, strict=True))
                    best = min(best, least(left, wilds_left))
            known[key] = best
        return known[key]

    start = Counter(cards)
    return least(tuple(start[kind] for kind in kinds), 0)
