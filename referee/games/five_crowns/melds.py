"""The partition of a hand into melds that leaves the fewest points: F-4, F-5, F-9, F-10.

An exact search over the lowest natural card that is not yet dealt with: it is left over, it begins a run, or it
is in a family. A meld takes no more wilds than it needs; how many more it could take in is remembered, and the
wilds that are left in the end are put there. What remains to be done depends on the cards and wilds that remain
and on that room alone, so that it is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

RANKS = 11
"""From 3 to K, numbered from 0."""
SUITS = 5
MANY = 99
"""Room for any number of wilds."""


@dataclass(frozen=True, slots=True)
class MeldRules:
    """What is a meld, by the readings; the defaults are those of the rulebook."""

    exactly_three: bool = False
    """Reading run-length."""
    any_suits: bool = False
    """Reading run-suit."""
    least_naturals: int = 0
    """Reading all-wild-melds."""
    most_wilds: int = MANY
    """Reading wilds-per-meld."""
    different_suits: bool = False
    """Reading identical-cards."""
    corner: bool = False
    """Reading run-ends: after K comes 3."""
    beyond: bool = False
    """Reading run-ends: wilds may lie below 3 and above K."""

    @staticmethod
    def of(readings: Mapping[str, str]) -> MeldRules:
        """F-4 and F-5 under the readings of a game, by slug."""
        return MeldRules(
            exactly_three=readings["run-length"] == "exactly-three",
            any_suits=readings["run-suit"] == "any-suits",
            least_naturals={"none": 0, "one": 1, "two": 2}[readings["all-wild-melds"]],
            most_wilds=MANY if readings["wilds-per-meld"] == "no-limit" else 2,
            different_suits=readings["identical-cards"] == "different-suits",
            corner=readings["run-ends"] == "round-the-corner",
            beyond=readings["run-ends"] == "wilds-beyond",
        )


Cards = tuple[int, ...]
"""How many natural cards there are of each kind, ``rank * SUITS + suit``."""


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
    cards: Sequence[int], wilds: Sequence[int], own: Sequence[tuple[int, int]], points: Sequence[int], rules: MeldRules
) -> int:
    """The points that the best partition leaves.

    ``cards`` counts the cards that are not wild by kind, ``points`` is what each rank costs. ``wilds`` holds the
    points of each joker and wild card that is used as a wild in any case, ``own`` the kind and points of each
    wild card that may also stand for itself. Where a wild is never worse than a natural card (no bound on wilds,
    no natural cards wanted) a caller saves time by giving all of them as ``wilds``.
    """
    return min([search.best(held) for search, held in _forms(cards, wilds, own, points, rules)])


def best_partition(
    cards: Sequence[int], wilds: Sequence[int], own: Sequence[tuple[int, int]], points: Sequence[int], rules: MeldRules
) -> Partition:
    """Melds that leave the fewest points, the first ones that are found."""
    forms = list(_forms(cards, wilds, own, points, rules))
    search, held = min(forms, key=lambda form: form[0].best(form[1]))
    return search.partition(held)


def _forms(
    cards: Sequence[int], wilds: Sequence[int], own: Sequence[tuple[int, int]], points: Sequence[int], rules: MeldRules
) -> Iterator[tuple[_Search, Cards]]:
    """Every choice of wild cards that stand for themselves."""
    by_kind: dict[tuple[int, int], int] = {}
    for each in own:
        by_kind[each] = by_kind.get(each, 0) + 1
    for natural in product(*(range(number + 1) for number in by_kind.values())):
        held, pool, costs = list(cards), list(wilds), list(points)
        for ((kind, cost), number), taken in zip(by_kind.items(), natural, strict=True):
            held[kind] += taken
            pool += [cost] * (number - taken)
            costs[kind // SUITS] = cost
        yield _Search(costs, sorted(pool), rules), tuple(held)


def clears(cards: Sequence[int], wilds: int, own: Sequence[int], rules: MeldRules, *, spare: bool = False) -> bool:
    """Whether all cards can be melded, or all but one of them (``spare``); ``own`` are the kinds of wild cards."""
    by_kind = {kind: own.count(kind) for kind in sorted(own)}
    for natural in product(*(range(number + 1) for number in by_kind.values())):
        held = list(cards)
        for kind, taken in zip(by_kind, natural, strict=True):
            held[kind] += taken
        if _Search((), (), rules).clears(tuple(held), wilds + len(own) - sum(natural), 0, int(spare)):
            return True
    return False


def is_meld(naturals: Sequence[int], wilds: int, rules: MeldRules) -> bool:
    """Whether natural cards of these kinds and so many wilds are together one meld."""
    size = len(naturals) + wilds
    if size < 3 or wilds > rules.most_wilds or len(naturals) < rules.least_naturals:
        return False
    ranks = sorted([kind // SUITS for kind in naturals])
    suits = {kind % SUITS for kind in naturals}
    if len(set(ranks)) <= 1 and not (rules.different_suits and len(suits) < len(naturals)):
        return True
    if (rules.exactly_three and size > 3) or (len(suits) > 1 and not rules.any_suits):
        return False
    if rules.corner:
        return any(_lie_on_circle(ranks, start, size) for start in range(RANKS))
    fits = len(set(ranks)) == len(ranks) and ranks[-1] - ranks[0] < size
    return fits and (rules.beyond or size <= RANKS)


def _lie_on_circle(ranks: Sequence[int], start: int, size: int) -> bool:
    """Whether these ranks are among so many that follow each other from ``start`` on, 3 after K."""
    wanted = [(start + step) % RANKS for step in range(size)]
    return all(ranks.count(rank) <= wanted.count(rank) for rank in ranks)


class _Search:
    """One hand; ``pool`` are the points of its wilds, cheapest first."""

    def __init__(self, points: Sequence[int], pool: Sequence[int], rules: MeldRules) -> None:
        self.points, self.pool, self.rules = points, pool, rules
        self.left = [sum(pool[:number]) for number in range(len(pool) + 1)]
        """The points of so many wilds that are left over: the cheapest ones."""
        self.known: dict[tuple[Cards, int, int], int] = {}

    def best(self, cards: Cards) -> int:
        return self.least(cards, len(self.pool), 0)

    def least(self, cards: Cards, wilds: int, room: int) -> int:
        """The fewest points that these cards and so many wilds leave, with that room in melds made before."""
        room = min(room, wilds)
        key = (cards, wilds, room)
        found = self.known.get(key)
        if found is not None:
            return found
        first = next((kind for kind, number in enumerate(cards) if number), -1)
        if first < 0:
            found = self.wilds_left(wilds, room)
        else:
            found = self.points[first // SUITS] + self.least(_without(cards, first), wilds, room)
            for used, number, more in self.melds(cards, first, wilds):
                if not found:
                    break
                rest = list(cards)
                for kind in used:
                    rest[kind] -= 1
                found = min(found, self.least(tuple(rest), wilds - number, room + more))
        self.known[key] = found
        return found

    def partition(self, cards: Cards) -> Partition:
        """One partition that leaves as few points as ``best`` says; of cards that may be melded or left, melds."""
        wilds, room, points = len(self.pool), 0, self.best(cards)
        melds: list[tuple[tuple[int, ...], int]] = []
        rooms: list[int] = []
        left: list[int] = []
        while any(cards):
            first = next(kind for kind, number in enumerate(cards) if number)
            wanted = self.least(cards, wilds, room)
            for used, number, more in self.melds(cards, first, wilds):
                rest = list(cards)
                for kind in used:
                    rest[kind] -= 1
                if self.least(tuple(rest), wilds - number, room + more) == wanted:
                    cards, wilds, room = tuple(rest), wilds - number, room + more
                    melds.append((tuple(used), number))
                    rooms.append(more)
                    break
            else:
                left.append(first)
                cards = _without(cards, first)
        if wilds >= 3 and not self.wilds_left(wilds, 0):
            return Partition(points, (*melds, ((), wilds)), tuple(left), 0)
        for place, more in enumerate(rooms):
            taken_in = min(more, wilds)
            melds[place] = (melds[place][0], melds[place][1] + taken_in)
            wilds -= taken_in
        return Partition(points, tuple(melds), tuple(left), wilds)

    def wilds_left(self, wilds: int, room: int) -> int:
        """The points of the wilds that are left when melds have taken in what they can, and wilds have made melds."""
        rules = self.rules
        if rules.least_naturals == 0 and rules.most_wilds >= 3 and wilds >= 3:
            return 0
        return self.left[wilds - room]

    def clears(self, cards: Cards, wilds: int, room: int, spare: int) -> bool:
        """Whether all these cards and wilds can be melded but for ``spare`` of them (0 or 1)."""
        first = next((kind for kind, number in enumerate(cards) if number), -1)
        if first < 0:
            free = wilds - min(room, wilds) - spare
            enough = wilds - spare >= 3 and self.rules.least_naturals == 0 and self.rules.most_wilds >= 3
            return free <= 0 or enough
        key = (cards, wilds, min(room, wilds) * 2 + spare)
        found = self.known.get(key)
        if found is not None:
            return bool(found)
        clear = False
        for used, number, more in self.melds(cards, first, wilds):
            rest = list(cards)
            for kind in used:
                rest[kind] -= 1
            if self.clears(tuple(rest), wilds - number, room + more, spare):
                clear = True
                break
        clear = clear or (spare > 0 and self.clears(_without(cards, first), wilds, room, 0))
        self.known[key] = clear
        return clear

    # -- the melds that hold a card ---------------------------------------------------------------------

    def melds(self, cards: Cards, first: int, wilds: int) -> Iterator[tuple[Sequence[int], int, int]]:
        """Kinds of the natural cards, wilds needed, and room for more wilds, of each meld with that lowest card."""
        most, least = min(self.rules.most_wilds, wilds), self.rules.least_naturals
        for used in self.families(cards, first):
            needed = max(0, 3 - len(used))
            if len(used) >= least and needed <= most:
                yield used, needed, self.rules.most_wilds - needed
        for used, length in self.runs(cards, first, most):
            needed = max(length, 3) - len(used)
            if len(used) >= max(least, 2) and needed <= most:
                yield used, needed, min(self.rules.most_wilds - needed, self.room_of_run(max(length, 3)))

    def room_of_run(self, length: int) -> int:
        if self.rules.exactly_three:
            return 0
        return MANY if self.rules.beyond or self.rules.corner else RANKS - length

    def families(self, cards: Cards, first: int) -> Iterator[list[int]]:
        """Every choice of cards of one rank with that lowest kind among them."""
        rank = first // SUITS
        most = 1 if self.rules.different_suits else MANY
        kinds = range(first, (rank + 1) * SUITS)
        numbers = [range(1 if kind == first else 0, min(cards[kind], most) + 1) for kind in kinds]
        for taken in product(*numbers):
            yield [kind for kind, number in zip(kinds, taken, strict=True) for _ in range(number)]

    def runs(self, cards: Cards, first: int, most: int) -> Iterator[tuple[list[int], int]]:
        """Kinds of natural cards and length of every run from one natural card to another, that kind among them."""
        if not self.rules.corner:
            yield from self.runs_from(cards, [first], first, 1, most)
            return
        for start in sorted({kind for kind, number in enumerate(cards) if number}):
            if self.rules.any_suits or start % SUITS == first % SUITS:
                for used, length in self.runs_from(cards, [start], start, 1, most):
                    if first in used:
                        yield used, length

    def runs_from(
        self, cards: Cards, used: list[int], last: int, length: int, most: int
    ) -> Iterator[tuple[list[int], int]]:
        """Longer and longer runs: the next natural card, with wilds in the gap before it."""
        gap = 0
        limit = 3 if self.rules.exactly_three else MANY
        while length - len(used) + gap <= most and length + gap < limit:
            rank = last // SUITS + 1 + gap
            if rank >= RANKS and not self.rules.corner:
                return
            for suit in range(SUITS) if self.rules.any_suits else (last % SUITS,):
                kind = rank % RANKS * SUITS + suit
                if cards[kind] > used.count(kind):
                    longer = [*used, kind]
                    yield longer, length + gap + 1
                    yield from self.runs_from(cards, longer, kind, length + gap + 1, most)
            gap += 1


def _without(cards: Cards, kind: int) -> Cards:
    return (*cards[:kind], cards[kind] - 1, *cards[kind + 1 :])
