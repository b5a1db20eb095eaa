"""Where the cards must lie that a seat has seen go out of sight.

A *claim* (places, cards, least) says that at least so many of these cards lie in those places together. Claims follow
from what a seat is told (``referee.kernel.views.seen``) and from nothing else. Cards that are seen on their way into a
hidden place make a claim. A hidden move out of its places widens and weakens it. Claims say nothing of order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Cards = Counter[str]
"""Names of cards, each with how many."""
Told = list[Any]
"""An event as a seat is told it."""
TAKEN_BACK = ["note", "taken-back"]
MOST = 64
"""Claims that are kept; beyond it those about the most places are forgotten."""


Claim = tuple[frozenset[str], Cards, int]


class Claims:
    """Claims in their order, found by their places."""

    __slots__ = ("_numbers", "all")

    def __init__(self, claims: Iterable[Claim] = ()) -> None:
        self.all: list[Claim] = list(claims)
        self._numbers: dict[frozenset[str], list[int]] = {}
        for number, (places, _, _) in enumerate(self.all):
            self._numbers.setdefault(places, []).append(number)

    def add(self, places: frozenset[str], cards: Cards, least: int) -> None:
        """Add a claim, or join it to one about the same places."""
        same = self._numbers.setdefault(places, [])
        for at in same:
            _, other, other_least = self.all[at]
            if least == sum(cards.values()) and other_least == sum(other.values()):
                both = cards | other
                self.all[at] = (places, both, sum(both.values()))
                return
            if dict.__eq__(other, cards):  # that of counters counts again what never has a zero
                self.all[at] = (places, cards, max(least, other_least))
                return
        same.append(len(self.all))
        self.all.append((places, cards, least))


class KnownPlaces:
    """The knowledge of the places of a table, those that the seat sees included, event after event."""

    def __init__(self, sizes: Mapping[str, int | None]) -> None:
        """``sizes`` has every place, and how many cards lie there now (None: not known)."""
        self.sizes = dict(sizes)
        self.total = sum(each or 0 for each in sizes.values())
        self.found = Claims()

    def lie(self, places: Iterable[str], cards: Iterable[str] | Cards) -> None:
        """These cards all lie in those places together, now."""
        self._add(frozenset(places), +Counter(cards))

    def observe(self, event: Told) -> None:
        """Something has happened."""
        if event[0] == "move":
            self._moved(*event[1:])
        elif event[0] == "swap":
            one, other = event[1], event[2]
            renamed = {one: other, other: one}
            self.found = Claims(
                (frozenset([renamed.get(p, p) for p in places]), c, n) for places, c, n in self.found.all
            )
            self.sizes[one], self.sizes[other] = self.sizes[other], self.sizes[one]
            for place, cards in event[3].items() if len(event) > 3 else ():
                self.lie([place], cards)
        elif event[0] == "reveal":
            self._revealed(event)
        elif event[:2] == TAKEN_BACK:
            self.forget()

    def forget(self) -> None:
        """Cards lie in some other way now, nobody says in which."""
        self.found = Claims()
        self.sizes = dict.fromkeys(self.sizes)

    def untold(self, event: Told) -> None:
        """The same backwards: from what is known after an event to what was then known before it."""
        if event[0] == "reveal":
            self._revealed(event)
        elif event[0] == "move":
            self._moved(event[2], event[1], event[3])
        elif event[0] == "swap":
            self.observe(event[:3])
        elif event[:2] == TAKEN_BACK:
            self.forget()

    def _revealed(self, event: Told) -> None:
        _, _, of, _, cards = event
        if isinstance(cards, list):
            self.lie([each for each in self.sizes if owner_of(each) == of or each == "flight"], cards)

    def _moved(self, source: str, target: str, what: list[str] | int | None) -> None:
        number = len(what) if isinstance(what, list) else what
        if source == target or number == 0:
            return
        for place, change in ((source, -1), (target, 1)):
            size = self.sizes[place]
            self.sizes[place] = None if size is None or number is None else size + change * number
        known = Counter(what) if isinstance(what, list) else None
        before, self.found = self.found.all, Claims()
        add = self.found.add
        for places, cards, least in before:
            if (source in places) == (target in places):
                add(places, cards, least)  # as many cards as before lie in these places: it says as much
            elif known is not None:
                if target in places:
                    self._add(places, cards + known, least + known.total())
                else:
                    gone = cards & known
                    self._add(places, cards - gone, least - gone.total())
            elif target in places:
                self._add(places, cards, least)
            else:
                self._add(places | {target}, cards, least)
                if number is not None:
                    self._add(places, cards, least - number)
        found = self.found.all
        if known is not None and not any(p == {target} and c.total() == n for p, c, n in found):
            self._add(frozenset((target,)), known)
        if len(found) > MOST:
            self.found = Claims(sorted(found, key=lambda each: len(each[0]))[:MOST])

    def _add(self, places: frozenset[str], cards: Cards, least: int | None = None) -> None:
        """Add a claim, unless it says nothing that is not known; ``least`` is all of the cards if not given."""
        number = sum(cards.values())
        least = number if least is None else least
        if least <= 0:
            return
        sizes = [self.sizes[place] for place in places]
        inside = sum([each for each in sizes if each is not None])
        if None in sizes or number - (self.total - inside) < least:
            self.found.add(places, cards, least)

    def plain(self) -> list[Any]:
        """The claims as JSON data: ``[places, cards, least]`` each."""
        return [[sorted(places), sorted(cards.elements()), least] for places, cards, least in self.found.all]


def owner_of(place: str) -> int | None:
    """``hand 2`` is a place of seat 2, ``stock`` of nobody."""
    _, _, seat = place.rpartition(" ")
    return int(seat) if seat.isdigit() and seat != place else None


def missing(claim: Sequence[Any], cards_in: Mapping[str, Cards]) -> int:
    """How many of the cards of a claim are not where they must be, if cards lie like that; 0 where it holds."""
    places, cards, least = claim
    there = sum([cards_in[place] for place in places], Counter[str]())
    return max(0, int(least) - (Counter(cards) & there).total())
