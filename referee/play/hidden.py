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
        self.open = [
            (places, cards, cards & sum([self.sure[p] for p in places if p in self.sure], Counter()), least)
            for places, cards, least in claims
            if len(places) > 1 or cards.total() > least
        ]
        """The other claims, each with those of its cards that are sure to lie in its places."""
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
            if not self.open or not self._lacking(pool, slots):
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

    def _lacking(self, pool: list[str], slots: list[str]) -> int:
        """How many cards are not where a claim wants them."""
        return sum([max(0, least - _there(pool, slots, p, c, sure)) for p, c, sure, least in self.open])

    def _mend(self, pool: list[str], slots: list[str], rng: random.Random) -> None:
        """Bring cards to where claims want them, then exchange hidden cards for a while as claims allow.

        These exchanges are drawn symmetrically, so that among deals that satisfy all claims none is preferred.
        """
        lacking = self._lacking(pool, slots)
        for _ in range(SWAPS):
            if not lacking:
                break
            wanting = [claim for claim in self.open if _there(pool, slots, *claim[:3]) < claim[3]]
            places, cards, _, _ = rng.choice(wanting)
            outside = [at for at, card in enumerate(pool) if card in cards and slots[at] not in places]
            inside = [at for at, place in enumerate(slots) if place in places]
            if not outside or not inside:
                break
            lacking = self._exchange(pool, slots, rng.choice(outside), rng.choice(inside), lacking)
        if lacking:
            raise CannotImagine(f"{self.who}: no deal of the hidden cards agrees with what it has seen")
        for _ in range(len(pool)):
            one, other = rng.randrange(len(pool)), rng.randrange(len(pool))
            if slots[one] != slots[other] and pool[one] != pool[other]:
                self._exchange(pool, slots, one, other, 0)

    def _exchange(self, pool: list[str], slots: list[str], one: int, other: int, lacking: int) -> int:
        """Exchange two cards unless more would be lacking; gives how many are."""
        pool[one], pool[other] = pool[other], pool[one]
        now = self._lacking(pool, slots)
        if now > lacking:
            pool[one], pool[other] = pool[other], pool[one]
            return lacking
        return now

    def repair(self, dealt: dict[str, list[str]], clue: Clue, rng: random.Random) -> bool:
        """Exchange hidden cards so that an event may show the right ones; whether that could be done."""
        mine = [n for n in self.hidden if (n == clue.place if clue.place else owner_of(n) == clue.owner)]
        others = [n for n in self.hidden if n not in mine]
        lacking = (clue.wanted - clue.got) - sum([Counter(dealt[n]) for n in mine], Counter())
        wrong = clue.got - clue.wanted
        coming = list((lacking or Counter()).elements())
        going = [] if coming else list(wrong.elements())
        changed = False
        for card in coming:
            changed |= self._bring(dealt, card, others, mine, rng)
        for card in going:
            changed |= self._bring(dealt, card, mine, others, rng)
        lying = {name: Counter(cards) for name, cards in dealt.items()}
        return changed and not any(missing(claim, lying) for claim in self.claims)

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


def _there(pool: list[str], slots: list[str], places: frozenset[str], cards: Cards, sure: Cards) -> int:
    """How many of the cards of a claim lie in its places."""
    found = dict(sure)
    for card, place in zip(pool, slots, strict=True):
        if card in cards and place in places:
            found[card] = found.get(card, 0) + 1
    return sum([min(number, cards[card]) for card, number in found.items()])
