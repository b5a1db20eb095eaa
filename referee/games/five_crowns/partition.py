"""The partition of a hand into melds that leaves the fewest points: F-4, F-5, F-9, F-10.

An exact search over the lowest natural card that is not yet dealt with: it is left over, it begins a run, or it
is in a family. A meld takes no more wilds than it needs; how many more it could take in is remembered, and the
wilds that are left in the end are put there. What remains to be done depends on the cards and wilds that remain
and on that room alone, so that it is worked out once. Of runs only those of up to five cards are tried, where
readings let every longer one be divided into two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from referee.games.five_crowns.melds import BITS, COUNT, MANY, RANKS, SUITS, UNIT, Cards, MeldRules, kinds_of

NEAR = tuple(
    [
        sum([COUNT * UNIT[kind] for kind in range(RANKS * SUITS) if kind % SUITS == one % SUITS])
        | sum([COUNT * UNIT[kind] for kind in range(RANKS * SUITS) if kind // SUITS == one // SUITS])
        for one in range(RANKS * SUITS)
    ]
)
"""By kind of card what selects the cards of its rank and those of its suit."""


@dataclass(frozen=True, slots=True)
class Partition:
    """Melds, and what is left over. Natural cards are numbered like ``Cards``, wilds are only counted."""

    points: int
    melds: tuple[tuple[tuple[int, ...], int], ...]
    """The natural cards of each meld, and how many wilds are in it."""
    left: tuple[int, ...]
    wilds_left: int
    """So many wilds are left over, the cheapest ones."""


def fewest_points(
    cards: Cards, wilds: Sequence[int], own: Sequence[tuple[int, int]], points: Sequence[int], rules: MeldRules
) -> int:
    """The points that the best partition leaves.

    ``cards`` are those that are not wild, ``points`` is what each rank costs. ``wilds`` holds the points of each
    joker and wild card that is used as a wild in any case, ``own`` the kind and points of each wild card that may
    also stand for itself. Where a wild is never worse than a natural card (no bound on wilds, no natural cards
    wanted) a caller saves time by giving all of them as ``wilds``.
    """
    return min([search.best(held) for search, held in _forms(cards, wilds, own, points, rules)])


def best_partition(
    cards: Cards, wilds: Sequence[int], own: Sequence[tuple[int, int]], points: Sequence[int], rules: MeldRules
) -> Partition:
    """Melds that leave the fewest points, the first ones that are found."""
    forms = list(_forms(cards, wilds, own, points, rules))
    search, held = min(forms, key=lambda form: form[0].best(form[1]))
    return search.partition(held)


def _forms(
    cards: Cards, wilds: Sequence[int], own: Sequence[tuple[int, int]], points: Sequence[int], rules: MeldRules
) -> Iterator[tuple[_Search, Cards]]:
    """Every choice of wild cards that stand for themselves."""
    by_kind: dict[tuple[int, int], int] = {}
    for each in own:
        by_kind[each] = by_kind.get(each, 0) + 1
    for natural in product(*(range(number + 1) for number in by_kind.values())):
        held, pool, costs = cards, list(wilds), list(points)
        for ((kind, cost), number), taken in zip(by_kind.items(), natural, strict=True):
            held += taken * UNIT[kind]
            pool += [cost] * (number - taken)
            costs[kind // SUITS] = cost
        yield _Search(costs, sorted(pool), rules), held


def clears(cards: Cards, wilds: int, own: Sequence[int], rules: MeldRules, *, spare: bool = False) -> bool:
    """Whether all cards can be melded, or all but one of them (``spare``); ``own`` are the kinds of wild cards."""
    by_kind = {kind: own.count(kind) for kind in sorted(own)}
    search = _Search((), (), rules)
    for natural in product(*(range(number + 1) for number in by_kind.values())):
        held = cards + sum([taken * UNIT[kind] for kind, taken in zip(by_kind, natural, strict=True)])
        if search.clears(held, wilds + len(own) - sum(natural), 0, int(spare)):
            return True
    return False


def spares(cards: Cards, wilds: int, rules: MeldRules) -> tuple[list[int], bool]:
    """The kinds of which one card may be left over while all else is melded, and whether a wild may be."""
    search = _Search((), (), rules)
    if not search.clears(cards, wilds, 0, 1):
        return [], False
    kinds = [kind for kind in dict.fromkeys(kinds_of(cards)) if search.clears(cards - UNIT[kind], wilds, 0, 0)]
    return kinds, wilds > 0 and search.clears(cards, wilds - 1, 0, 0)


class _Search:
    """One hand; ``pool`` are the points of its wilds, cheapest first."""

    def __init__(self, points: Sequence[int], pool: Sequence[int], rules: MeldRules) -> None:
        self.points, self.pool, self.rules = points, pool, rules
        # By cards, wilds and room in one number: numbers are not looked at by the garbage collector, tuples are.
        self.known: dict[int, int] = {}
        self.cleared: dict[int, bool] = {}
        self.made: dict[int, list[tuple[Cards, int, int]]] = {}
        self.longest_tried = 3 if rules.exactly_three else 5 if rules.least_naturals <= 1 else MANY
        self.anywhere = rules.any_suits or rules.corner

    def best(self, cards: Cards) -> int:
        return self.least(cards, len(self.pool), 0)

    def least(self, cards: Cards, wilds: int, room: int) -> int:
        """The fewest points that these cards and so many wilds leave, with that room in melds made before."""
        if not cards:
            return self.wilds_left(wilds, room)
        if room > wilds:
            room = wilds
        key = cards << 12 | wilds << 6 | room
        found = self.known.get(key)
        if found is not None:
            return found
        first = ((cards & -cards).bit_length() - 1) // BITS
        left_over = self.points[first // SUITS]
        found = -1
        for used, number, more in self.tried(cards, first, wilds):
            points = self.least(cards - used, wilds - number, room + more)
            if found < 0 or points < found:
                found = points
                if not found:
                    break
        if found < 0 or found > left_over:
            points = left_over + self.least(cards - UNIT[first], wilds, room)
            if found < 0 or points < found:
                found = points
        self.known[key] = found
        return found

    def partition(self, cards: Cards) -> Partition:
        """One partition that leaves as few points as ``best`` says; of cards that may be melded or left, melds."""
        wilds, room, points = len(self.pool), 0, self.best(cards)
        melds: list[tuple[tuple[int, ...], int]] = []
        rooms: list[int] = []
        left: list[int] = []
        while cards:
            first = ((cards & -cards).bit_length() - 1) // BITS
            wanted = self.least(cards, wilds, room)
            for used, number, more in self.melds(cards, first, wilds, 3 if self.rules.exactly_three else MANY):
                if self.least(cards - used, wilds - number, room + more) == wanted:
                    cards, wilds, room = cards - used, wilds - number, room + more
                    melds.append((tuple(kinds_of(used)), number))
                    rooms.append(more)
                    break
            else:
                left.append(first)
                cards -= UNIT[first]
        if wilds >= 3 and not self.wilds_left(wilds, 0):
            return Partition(points, (*melds, ((), wilds)), tuple(left), 0)
        for place, more in enumerate(rooms):
            taken_in = min(more, wilds)
            melds[place] = (melds[place][0], melds[place][1] + taken_in)
            wilds -= taken_in
        return Partition(points, tuple(melds), tuple(left), wilds)

    def wilds_left(self, wilds: int, room: int) -> int:
        """The points of the wilds that are left when melds have taken in what they can, and wilds have made melds."""
        if wilds <= room or (wilds >= 3 and self.rules.least_naturals == 0 and self.rules.most_wilds >= 3):
            return 0
        return sum(self.pool[: wilds - room])

    def clears(self, cards: Cards, wilds: int, room: int, spare: int) -> bool:
        """Whether all these cards and wilds can be melded but for ``spare`` of them (0 or 1)."""
        if room > wilds:
            room = wilds
        if not cards:
            enough = wilds - spare >= 3 and self.rules.least_naturals == 0 and self.rules.most_wilds >= 3
            return wilds - room - spare <= 0 or enough
        key = cards << 13 | wilds << 7 | room << 1 | spare
        found = self.cleared.get(key)
        if found is not None:
            return found
        found = False
        first = ((cards & -cards).bit_length() - 1) // BITS
        for used, number, more in self.tried(cards, first, wilds):
            if self.clears(cards - used, wilds - number, room + more, spare):
                found = True
                break
        found = found or (spare > 0 and self.clears(cards - UNIT[first], wilds, room, 0))
        self.cleared[key] = found
        return found

    # -- the melds that hold a card ---------------------------------------------------------------------

    def tried(self, cards: Cards, first: int, wilds: int) -> list[tuple[Cards, int, int]]:
        """The melds with that lowest card that a search tries. They depend on the cards of its rank and of its suit."""
        most = self.rules.most_wilds
        near = cards if self.anywhere else cards & NEAR[first]
        key = near << 6 | (wilds if wilds < most else most)
        found = self.made.get(key)
        if found is None:
            found = self.made[key] = list(self.melds(cards, first, wilds, self.longest_tried))
        return found

    def melds(self, cards: Cards, first: int, wilds: int, longest: int) -> Iterator[tuple[Cards, int, int]]:
        """Natural cards, wilds needed, and room for more wilds, of each meld with that lowest card; of runs those that
        are not longer than ``longest`` from their first natural card to their last."""
        rules = self.rules
        most, least = rules.most_wilds, rules.least_naturals
        at_most = wilds if wilds < most else most
        for used, size in self.families(cards, first):
            needed = 3 - size if size < 3 else 0
            if needed <= at_most and size >= least:
                yield used, needed, most - needed
        for used, size, length in self.runs(cards, first, at_most, longest):
            whole = 3 if length < 3 else length
            needed = whole - size
            if needed <= at_most and size >= least:
                yield used, needed, min(most - needed, self.room_of_run(whole))

    def room_of_run(self, length: int) -> int:
        if self.rules.exactly_three:
            return 0
        return MANY if self.rules.beyond or self.rules.corner else RANKS - length

    def families(self, cards: Cards, first: int) -> list[tuple[Cards, int]]:
        """Every choice of cards of one rank with that lowest kind among them, and their number."""
        most = 1 if self.rules.different_suits else COUNT
        found: list[tuple[Cards, int]] = []
        rest = cards >> BITS * first
        for number in range(1, min(rest & COUNT, most) + 1):
            found.append((number * UNIT[first], number))
        for kind in range(first + 1, first // SUITS * SUITS + SUITS):
            rest >>= BITS
            there = min(rest & COUNT, most)
            if there:
                unit = UNIT[kind]
                found += [(used + n * unit, size + n) for used, size in found for n in range(1, there + 1)]
        return found

    def runs(self, cards: Cards, first: int, most: int, longest: int) -> Iterator[tuple[Cards, int, int]]:
        """Natural cards, their number and the length of every run from one natural card to another, with that kind."""
        if not self.rules.corner:
            yield from self.runs_from(cards - UNIT[first], UNIT[first], 1, first, 1, most, longest)
            return
        for start in dict.fromkeys(kinds_of(cards)):
            if self.rules.any_suits or start % SUITS == first % SUITS:
                for used, size, length in self.runs_from(cards - UNIT[start], UNIT[start], 1, start, 1, most, longest):
                    if used >> BITS * first & COUNT:
                        yield used, size, length

    def runs_from(
        self, rest: Cards, used: Cards, size: int, last: int, length: int, most: int, longest: int
    ) -> Iterator[tuple[Cards, int, int]]:
        """Longer and longer runs: the next natural card of the rest, with wilds in the gap before it."""
        gap = 0
        while length - size + gap <= most and length + gap < longest:
            rank = last // SUITS + 1 + gap
            if rank >= RANKS:
                if not self.rules.corner:
                    return
                rank %= RANKS
            for suit in range(SUITS) if self.rules.any_suits else (last % SUITS,):
                kind = rank * SUITS + suit
                if rest >> BITS * kind & COUNT:
                    unit = UNIT[kind]
                    yield used + unit, size + 1, length + gap + 1
                    yield from self.runs_from(rest - unit, used + unit, size + 1, kind, length + gap + 1, most, longest)
            gap += 1
