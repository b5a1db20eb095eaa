"""Cards that a seat does not see, dealt uniformly over what it knows (``referee.play.known_places``)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from referee.kernel.errors import RefereeError
from referee.play.known_places import Cards, missing, owner_of

FRESH, SWAPS = 12, 20_000
"""Deals that are independent of each other, and exchanges of two cards, before one gives up."""
Claim = tuple[frozenset[str], Cards, int]
OpenClaim = tuple[frozenset[str], Cards, Cards, int]


class CannotImagine(RefereeError):
    """No position was found in the allowed number of tries."""


@dataclass(frozen=True, slots=True)
class Clue:
    """An event showed other cards than the seat saw: of that ``place``, or of all places of an ``owner``."""

    progress: int
    place: str
    owner: int | None
    wanted: Cards
    got: Cards


class HiddenCards:
    """The cards ``pool`` of the deck that lie in hidden places of those sizes (None: not known); claims hold."""

    def __init__(self, who: str, pool: Cards, sizes: Mapping[str, int | None], claims: list[Claim]) -> None:
        """``who`` is for messages. CannotImagine where there are fewer cards than claims want."""
        self.who, self.claims = who, claims
        self.hidden = list(sizes)
        self.sure: dict[str, Cards] = {}
        """The knowledge of one place."""
        for places, cards, least in claims:
            if len(places) == 1 and cards.total() == least:
                (place,) = places
                self.sure[place] = self.sure.get(place, Counter()) | cards
        self.open: list[OpenClaim] = [
            (places, cards, cards & sum([self.sure[p] for p in places if p in self.sure], Counter()), least)
            for places, cards, least in claims
            if len(places) > 1 or cards.total() > least
        ]
        """The other claims, each with those of its cards that are sure to lie in its places."""
        self._about: dict[str, list[int]] = {}
        """By card the numbers of the open claims that it is about."""
        for number, (_, cards, _, _) in enumerate(self.open):
            for card in cards:
                self._about.setdefault(card, []).append(number)
        rest = pool.copy()
        for sure in self.sure.values():
            rest.subtract(sure)
        if any(number < 0 for number in rest.values()):
            raise CannotImagine(f"{who} knows of more cards than there are")
        self.pool = sorted(rest.elements())
        self.free = {
            name: None if size is None else size - self.sure.get(name, Counter()).total()
            for name, size in sizes.items()
        }

    def deal(self, rng: random.Random) -> dict[str, list[str]]:
        """Cards that may lie in each hidden place."""
        pool, slots = self.pool[:], self._slots(rng)
        for _ in range(FRESH):
            rng.shuffle(pool)
            if not self.open or not _Lying(self.open, self._about, pool, slots).lacking:
                return self._dealt(pool, slots)
        self._mend(pool, slots, rng)
        return self._dealt(pool, slots)

    def _slots(self, rng: random.Random) -> list[str]:
        """The place of each card of the pool."""
        slots = [name for name, number in self.free.items() for _ in range(number or 0)]
        unknown = [name for name, number in self.free.items() if number is None]
        rest = len(self.pool) - len(slots)
        if rest < 0 or (rest and not unknown):
            raise CannotImagine(f"{self.who}: the places that it does not see hold other numbers of cards")
        return slots + [rng.choice(unknown) for _ in range(rest)]

    def _dealt(self, pool: list[str], slots: list[str]) -> dict[str, list[str]]:
        dealt = {name: list(self.sure.get(name, Counter()).elements()) for name in self.hidden}
        for card, place in zip(pool, slots, strict=True):
            dealt[place].append(card)
        return dealt

    def _mend(self, pool: list[str], slots: list[str], rng: random.Random) -> None:
        """Bring cards to where claims want them, then exchange hidden cards for a while as claims allow.

        These exchanges are drawn symmetrically, so that among deals that satisfy all claims none is preferred.
        """
        lying = _Lying(self.open, self._about, pool, slots)
        for _ in range(SWAPS):
            if not lying.lacking:
                break
            places, cards, _, _ = rng.choice(lying.wanting())
            outside = [at for at, card in enumerate(pool) if card in cards and slots[at] not in places]
            inside = [at for at, place in enumerate(slots) if place in places]
            if not outside or not inside:
                break
            lying.exchange(rng.choice(outside), rng.choice(inside), lying.lacking)
        if lying.lacking:
            raise CannotImagine(f"{self.who}: no deal of the hidden cards agrees with what it has seen")
        for _ in range(len(pool)):
            one, other = rng.randrange(len(pool)), rng.randrange(len(pool))
            if slots[one] != slots[other] and pool[one] != pool[other]:
                lying.exchange(one, other, 0)

    def repair(self, dealt: dict[str, list[str]], clue: Clue, rng: random.Random) -> bool:
        """Exchange hidden cards so that an event may show the right ones; whether that could be done."""
        mine = [n for n in self.hidden if (n == clue.place if clue.place else owner_of(n) == clue.owner)]
        others = [n for n in self.hidden if n not in mine]
        if not clue.place:
            return self._show(dealt, clue, mine, rng) and self._holds(dealt)
        lacking = (clue.wanted - clue.got) - sum([Counter(dealt[n]) for n in mine], Counter())
        wrong = clue.got - clue.wanted
        coming = list((lacking or Counter()).elements())
        going = [] if coming else list(wrong.elements())
        changed = False
        for card in coming:
            changed |= self._bring(dealt, card, others, mine, rng)
        for card in going:
            changed |= self._bring(dealt, card, mine, others, rng)
        return changed and self._holds(dealt)

    def _holds(self, dealt: dict[str, list[str]]) -> bool:
        """Whether all claims do."""
        lying = {name: Counter(cards) for name, cards in dealt.items()}
        return not any(missing(claim, lying) for claim in self.claims)

    def _show(self, dealt: dict[str, list[str]], clue: Clue, mine: list[str], rng: random.Random) -> bool:
        """Exchange cards that were shown wrongly for those that should have been, also where both are an owner's: what
        is shown is one of his places, most likely the one that has all of it."""
        shown = [name for name in mine if not clue.got - Counter(dealt[name])] or mine
        wrong, right = (clue.got - clue.wanted).elements(), (clue.wanted - clue.got).elements()
        changed = False
        for gone, came in zip(wrong, right, strict=False):
            here = [(name, at) for name in shown for at, each in enumerate(dealt[name]) if each == gone]
            there = [(name, at) for name in self.hidden for at, each in enumerate(dealt[name]) if each == came]
            there = [each for each in there if each[0] not in shown] or there
            if here and there:
                (one, at), (other, where) = rng.choice(here), rng.choice(there)
                dealt[one][at], dealt[other][where] = dealt[other][where], dealt[one][at]
                changed = True
        return changed

    def _bring(
        self, dealt: dict[str, list[str]], card: str, sources: list[str], targets: list[str], rng: random.Random
    ) -> bool:
        """Exchange one such card for any other card."""
        found = [(name, at) for name in sources for at, each in enumerate(dealt[name]) if each == card]
        others = [(name, at) for name in targets for at, each in enumerate(dealt[name]) if each != card]
        if not found or not others:
            return False
        (one, at), (other, there) = rng.choice(found), rng.choice(others)
        dealt[one][at], dealt[other][there] = dealt[other][there], dealt[one][at]
        return True


class _Lying:
    """How many of the cards of each claim lie in its places, as cards are exchanged: ``pool`` has the cards, ``slots``
    the place of each. ``lacking`` cards are not where a claim wants them."""

    def __init__(
        self, claims: list[OpenClaim], about: Mapping[str, list[int]], pool: list[str], slots: list[str]
    ) -> None:
        self.claims, self.about, self.pool, self.slots = claims, about, pool, slots
        self.found = [dict(sure) for _, _, sure, _ in claims]
        for card, place in zip(pool, slots, strict=True):
            for number in about.get(card, ()):
                if place in claims[number][0]:
                    self.found[number][card] = self.found[number].get(card, 0) + 1
        self.there = [
            sum([min(number, cards[card]) for card, number in found.items()])
            for found, (_, cards, _, _) in zip(self.found, claims, strict=True)
        ]
        self.lacking = sum([max(0, claim[3] - there) for claim, there in zip(claims, self.there, strict=True)])

    def wanting(self) -> list[OpenClaim]:
        """The claims that want more."""
        return [claim for claim, there in zip(self.claims, self.there, strict=True) if there < claim[3]]

    def exchange(self, one: int, other: int, most: int) -> None:
        """Exchange two cards, unless more than ``most`` would be lacking then."""
        self._exchange(one, other)
        if self.lacking > most:
            self._exchange(one, other)

    def _exchange(self, one: int, other: int) -> None:
        pool, here, there = self.pool, self.slots[one], self.slots[other]
        pool[one], pool[other] = pool[other], pool[one]
        for card, left, came in ((pool[one], there, here), (pool[other], here, there)):
            for number in self.about.get(card, ()):
                places = self.claims[number][0]
                if (left in places) != (came in places):
                    self._more(number, card, 1 if came in places else -1)

    def _more(self, number: int, card: str, more: int) -> None:
        _, cards, _, least = self.claims[number]
        before = self.found[number].get(card, 0)
        self.found[number][card] = before + more
        was = self.there[number]
        self.there[number] = now = was + min(before + more, cards[card]) - min(before, cards[card])
        self.lacking += max(0, least - now) - max(0, least - was)
