"""The partition of a hand into melds that leaves the fewest points: F-4, F-5, F-9, F-10.

An exact search over the lowest natural card that is not yet dealt with: it is left over, it begins a run, or it
is in a family. A meld takes no more wilds than it needs; how many more it could take in is remembered, and the
wilds that are left in the end are put there. What remains to be done depends on the cards and wilds that remain
and on that room alone, so that it is worked out once. Of runs only those of up to five cards are tried, where
readings let every longer one be divided into two: these two are what is laid down.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from referee.games.five_crowns.melds import (
    BITS,
    COUNT,
    MANY,
    NEAR,
    RANKS,
    SUITS,
    UNIT,
    Cards,
    MeldRules,
    cards_of,
    kinds_of,
    lowest,
    within,
)

KEPT = 1 << 13
"""Answers about a few cards that are kept."""
HALF_KEY = 6
"""Bits in which a number of wilds has room."""
KEY = 2 * HALF_KEY
HALF_FORM = 7
"""Bits in which the wilds of a meld, or the room for more of them, have room."""
FORM = 2 * HALF_FORM
FIELD = (1 << HALF_FORM) - 1


@dataclass(frozen=True, slots=True)
class Partition:
    """Melds, and what is left over. Natural cards are numbered like ``Cards``, wilds are only counted."""

    points: int
    melds: tuple[tuple[tuple[int, ...], int], ...]
    """The natural cards of each meld, and how many wilds are in it."""
    left: tuple[int, ...]
    wilds_left: int
    """So many wilds are left over, the cheapest ones."""


def best_partition(
    cards: Cards, wilds: Sequence[int], own: Sequence[int], points: Sequence[int], rules: MeldRules
) -> Partition:
    """Melds that leave the fewest points, the first ones that are found.

    ``cards`` are those that are not wild, ``points`` is what each rank costs. ``wilds`` holds the points of each
    joker and wild card that is used as a wild in any case, ``own`` the kind of each wild card that may also stand
    for itself. Where a wild is never worse than a natural card (no bound on wilds, no natural cards wanted) a caller
    saves time by giving all of them as ``wilds``.
    """
    melding = melding_of(rules)
    alike, own_alike = melding.alike(cards, own)
    found: tuple[_Search, Cards] | None = None
    searches: dict[int, _Search] = {}  # of so many wild cards that stand for themselves: all of them are of one rank
    for held, natural in _forms(alike, own_alike):
        if natural not in searches:
            pool = sorted([*wilds, *[points[kind // SUITS] for kind in own[natural:]]])
            searches[natural] = _Search(points, pool, melding)
        search = searches[natural]
        if found is None or search.best(held) < found[0].best(found[1]):
            found = search, held
            if not search.best(held):
                break
    assert found is not None
    partition = found[0].partition(found[1])
    return partition if not melding.by_rank else _in_suits(partition, [*kinds_of(cards), *own])


def choices(own: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every choice of some of these kinds, the smallest ones first; each once, however often a kind is there."""
    of_each = [[(kind,) * taken for taken in range(own.count(kind), -1, -1)] for kind in dict.fromkeys(own)]
    return iter(sorted([sum(chosen, ()) for chosen in product(*of_each)], key=len))


def _forms(cards: Cards, own: Sequence[int]) -> Iterator[tuple[Cards, int]]:
    """Every choice of wild cards that stand for themselves: the natural cards with them, and how many they are."""
    for natural in choices(own):
        yield cards + cards_of(natural), len(natural)


def _in_suits(partition: Partition, held: Sequence[int]) -> Partition:
    """What was found of cards of which only ranks were told apart, with the cards that are held."""
    there: dict[int, list[int]] = {}
    for kind in held:
        there.setdefault(kind // SUITS, []).append(kind)

    def named(kinds: Sequence[int]) -> tuple[int, ...]:
        return tuple([there[kind // SUITS].pop() for kind in kinds])

    melds = tuple([(named(naturals), number) for naturals, number in partition.melds])
    return Partition(partition.points, melds, named(partition.left), partition.wilds_left)


class _Search:
    """One hand; ``pool`` are the points of its wilds, cheapest first."""

    def __init__(self, points: Sequence[int], pool: Sequence[int], melding: Melding) -> None:
        self.points, self.pool, self.melding = points, pool, melding
        # By cards, wilds and room in one number: numbers are not looked at by the garbage collector, tuples are.
        self.known: dict[int, int] = {}

    def best(self, cards: Cards) -> int:
        return self.least(cards, len(self.pool), 0)

    def least(self, cards: Cards, wilds: int, room: int) -> int:
        """The fewest points that these cards and so many wilds leave, of which melds made before have room for some."""
        key = cards << KEY | wilds << HALF_KEY | room
        if key not in self.known:
            self.known[key] = self._least(cards, wilds, room)
        return self.known[key]

    def _least(self, cards: Cards, wilds: int, room: int) -> int:
        if not cards:
            return 0 if self.melding.are_meld(wilds) else sum(self.pool[: wilds - room])
        first = lowest(cards)
        left_over, found = self.points[first // SUITS], sys.maxsize
        for form in self.melding.tried(cards, first, wilds):
            left = wilds - (form >> HALF_FORM & FIELD)
            found = min(found, self.least(cards - (form >> FORM), left, min(room + (form & FIELD), left)))
            if not found:
                return 0
        if found > left_over:
            found = min(found, left_over + self.least(cards - UNIT[first], wilds, room))
        return found

    def partition(self, cards: Cards) -> Partition:
        """One partition that leaves as few points as ``best`` says; of cards that may be melded or left, melds."""
        wilds, room, points = len(self.pool), 0, self.best(cards)
        melds: list[tuple[tuple[int, ...], int]] = []
        rooms: list[int] = []
        left: list[int] = []
        while cards:
            first = lowest(cards)
            wanted = self.least(cards, wilds, room)
            for form in self.melding.tried(cards, first, wilds):
                used, number, more = form >> FORM, form >> HALF_FORM & FIELD, form & FIELD
                rest = cards - used, wilds - number, min(room + more, wilds - number)
                if self.least(*rest) == wanted:
                    cards, wilds, room = rest
                    melds.append((tuple(kinds_of(used)), number))
                    rooms.append(more)
                    break
            else:
                left.append(first)
                cards -= UNIT[first]
        if self.melding.are_meld(wilds):
            return Partition(points, (*melds, ((), wilds)), tuple(left), 0)
        for place, more in enumerate(rooms):
            taken_in = min(more, wilds)
            melds[place] = (melds[place][0], melds[place][1] + taken_in)
            wilds -= taken_in
        return Partition(points, tuple(melds), tuple(left), wilds)


class Melding:
    """What can be melded under some rules. What is found is kept for other hands: most of it is about a few cards."""

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules
        self.longest = 3 if rules.exactly_three else 5 if rules.least_naturals <= 1 else MANY
        self.near = within(MANY if rules.corner else self.longest) if rules.any_suits else NEAR
        self.by_rank = rules.any_suits and not rules.different_suits
        """Whether suits make no difference."""
        self.melds = lru_cache(KEPT)(self._melds)
        self.clears = lru_cache(KEPT)(self._clears)
        """Whether all these cards and wilds can be melded but for one, if one may be left over; ``room`` is what melds
        made before have for wilds."""

    def completes(self, cards: Cards, wilds: int, own: Sequence[int]) -> bool:
        """Whether all cards can be melded; ``own`` are the kinds of wild cards that may stand for themselves."""
        others = wilds + len(own)
        cards, own = self.alike(cards, own)
        return any(self.clears(held, others - natural, 0, False) for held, natural in _forms(cards, own))

    def spares(self, cards: Cards, wilds: int) -> tuple[list[int], bool]:
        """The kinds of which one card may be left over while all else is melded, and whether a wild may be."""
        if not self.clears(self.alike(cards, ())[0], wilds, 0, True):
            return [], False
        kinds = [kind for kind in dict.fromkeys(kinds_of(cards)) if self.completes(cards - UNIT[kind], wilds, ())]
        return kinds, self.completes(cards, wilds - 1, ())

    def alike(self, cards: Cards, own: Sequence[int]) -> tuple[Cards, Sequence[int]]:
        """The same cards in one suit, where suits make no difference (and there is room for them in one)."""
        if not self.by_rank:
            return cards, own
        kinds = kinds_of(cards)
        if len(kinds) + len(own) > COUNT:
            return cards, own
        return cards_of([kind - kind % SUITS for kind in kinds]), [kind - kind % SUITS for kind in own]

    def are_meld(self, wilds: int) -> bool:
        """Whether so many wilds are a meld by themselves."""
        return wilds >= 3 and self.rules.most_wilds == MANY and not self.rules.least_naturals

    def _clears(self, cards: Cards, wilds: int, room: int, spare: bool) -> bool:
        if not cards:
            return wilds - room <= spare or self.are_meld(wilds - spare)
        first = lowest(cards)
        for form in self.tried(cards, first, wilds):
            left = wilds - (form >> HALF_FORM & FIELD)
            if self.clears(cards - (form >> FORM), left, min(room + (form & FIELD), left), spare):
                return True
        return spare and self.clears(cards - UNIT[first], wilds, room, False)

    # -- the melds that hold a card ---------------------------------------------------------------------

    def tried(self, cards: Cards, first: int, wilds: int) -> tuple[int, ...]:
        """The melds with that lowest card that a search tries. They depend on the cards of its rank and of its suit.

        Natural cards, wilds needed and room for more wilds are one number, at which no garbage collector looks.
        """
        return self.melds(cards & self.near[first], first, min(wilds, self.rules.most_wilds))

    def _melds(self, cards: Cards, first: int, wilds: int) -> tuple[int, ...]:
        """Natural cards, wilds needed, and room for more wilds, of each meld with that lowest card and at most so many
        wilds; of runs those that are not longer than ``longest`` from their first natural card to their last."""
        most, found = self.rules.most_wilds, []
        for used, size in self.families(cards, first):
            needed = max(0, 3 - size)
            found.append((used, size, needed, most - needed))
        for used, size, length in self.runs(cards, first, wilds):
            needed = max(3, length) - size
            found.append((used, size, needed, min(most - needed, self.room_of_run(max(3, length)))))
        least = self.rules.least_naturals
        there = [meld for meld in found if meld[2] <= wilds and meld[1] >= least]
        return tuple([used << FORM | needed << HALF_FORM | more for used, _, needed, more in there])

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

    def runs(self, cards: Cards, first: int, most: int) -> Iterator[tuple[Cards, int, int]]:
        """Natural cards, their number and the length of every run from one natural card to another, with that kind and
        with at most so many wilds."""
        for start in dict.fromkeys(kinds_of(cards)) if self.rules.corner else (first,):
            if self.rules.any_suits or start % SUITS == first % SUITS:
                for used, size, length in self.runs_from(cards - UNIT[start], UNIT[start], 1, start, 1, most):
                    if used >> BITS * first & COUNT:
                        yield used, size, length

    def runs_from(
        self, rest: Cards, used: Cards, size: int, last: int, length: int, most: int
    ) -> Iterator[tuple[Cards, int, int]]:
        """Longer and longer runs: the next natural card of the rest, with wilds in the gap before it."""
        after = last // SUITS + 1
        end = after + min(self.longest, most + size + 1) - length
        for rank in range(after, end if self.rules.corner else min(end, RANKS)):
            for suit in range(SUITS) if self.rules.any_suits else (last % SUITS,):
                kind = rank % RANKS * SUITS + suit
                if rest >> BITS * kind & COUNT:
                    unit, longer = UNIT[kind], length + rank - after + 1
                    yield used + unit, size + 1, longer
                    yield from self.runs_from(rest - unit, used + unit, size + 1, kind, longer, most)


melding_of = lru_cache(None)(Melding)
"""One for each choice of rules."""
