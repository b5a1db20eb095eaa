"""Hands of cards as ``melds`` wants them: by rank and suit, with the wilds apart."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from typing import Any

from referee.games.five_crowns.melds import RANKS, SUITS, UNIT, Cards, MeldRules, is_meld, kinds_of
from referee.games.five_crowns.partition import Partition, best_partition, clears, fewest_points, spares
from referee.games.five_crowns.sieve import Sieve
from referee.kernel import Card, Game, Suit

STARS = Suit("t", "★", "stars")
NO_RANK = ""
JOKER = "Jo"
RANK_NAMES = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NUMBER_CARDS = RANK_NAMES[:8]
FACE = {rank: number for number, rank in enumerate(RANK_NAMES, 3)}
WILD_POINTS, JOKER_POINTS = 20, 50


class Hands:
    """What can be laid down of a packed pile, under the readings of a game. ``wild`` is a rank, or ``NO_RANK``."""

    def __init__(self, game: Game[Any]) -> None:
        deck = self.deck = game.deck
        self.rules = MeldRules.of(game.readings)
        self.court_keeps_face = game.readings["wild-court-points"] == "face"
        limited = self.rules.least_naturals > 0 or self.rules.most_wilds < 3 * RANKS
        self.own_rank = limited and game.readings["wild-as-natural"] == "may-be-natural"
        """Whether it can be better to let a wild card stand for itself."""
        suits = list(dict.fromkeys(card.suit for card in deck.cards if card.suit))
        self.slot = tuple([self._slot(card, suits) for card in deck.cards])
        self.kind_in = {slot: kind for kind, slot in enumerate(self.slot) if slot >= 0}
        self.fewest = lru_cache(8192)(self._fewest)
        """The points that the best partition leaves; the third argument says whether number cards cost anything."""
        self._known_exits = lru_cache(8192)(self._exits)
        self.complete = lru_cache(8192)(self._complete)
        """Whether all cards can be melded."""
        self.best_melds = lru_cache(1024)(self._best_melds)
        """The melds of the best partition, packed piles; the third argument is that of ``fewest``."""
        self.melds_of = lru_cache(256)(self._melds_of)
        """Every pile of these cards that is a meld."""

        self.sieve = Sieve(deck, len(suits), RANKS) if self._is_sieved(len(suits)) else None
        self.wilds = {rank: deck.where(ranks=[rank, JOKER]).mask for rank in (*RANK_NAMES, NO_RANK)}
        """By wild rank what selects all wilds."""

    def _is_sieved(self, suits: int) -> bool:
        """Whether all ranks are there, suit by suit, and readings leave runs what they are."""
        whole = len(self.kind_in) == suits * RANKS
        return whole and not self.rules.any_suits and not self.rules.corner

    def exits(self, pile: int, wild: str) -> int:
        """The cards of which one can be discarded so that all others are melded, one of each kind."""
        if self.sieve is not None:
            wilds = pile & self.wilds[wild]
            if not self.sieve.lets_pass(pile ^ wilds, wilds % self.deck.modulus):
                return 0
        return self._known_exits(pile, wild)

    @staticmethod
    def _slot(card: Card, suits: list[Any]) -> int:
        return -1 if card.suit is None else RANK_NAMES.index(card.rank) * SUITS + suits.index(card.suit)

    def is_wild(self, kind: int, wild: str) -> bool:
        rank = self.deck.cards[kind].rank
        return rank in (JOKER, wild)

    def cost(self, kind: int, wild: str) -> int:
        """F-10."""
        rank = self.deck.cards[kind].rank
        if rank == JOKER:
            return JOKER_POINTS
        if rank == wild and not (self.court_keeps_face and rank not in NUMBER_CARDS):
            return WILD_POINTS
        return FACE[rank]

    def costs_its_number(self, kind: int, wild: str) -> bool:
        """F-10: a card from 3 to 10 that is not wild (reading number-card-points)."""
        rank = self.deck.cards[kind].rank
        return rank in NUMBER_CARDS and rank != wild

    def _split(self, pile: int, wild: str) -> tuple[Cards, list[int], list[int]]:
        """Cards that are not wild, by slot; kinds of those that are wild in any case; kinds of the other wild cards."""
        cards, pool, own = 0, [], []
        for kind, number in self.deck.counts(pile):
            if not self.is_wild(kind, wild):
                cards += number * UNIT[self.slot[kind]]
            elif self.own_rank and self.slot[kind] >= 0:
                own += [kind] * number
            else:
                pool += [kind] * number
        return cards, pool, own

    def _fewest(self, pile: int, wild: str, numbers_cost: bool = True) -> int:
        return fewest_points(*self._for_search(pile, wild, numbers_cost))

    def _for_search(
        self, pile: int, wild: str, numbers_cost: bool
    ) -> tuple[Cards, list[int], list[tuple[int, int]], list[int], MeldRules]:
        cards, pool, own = self._split(pile, wild)
        points = [FACE[rank] if numbers_cost or rank not in NUMBER_CARDS else 0 for rank in RANK_NAMES]
        wilds = [self.cost(kind, wild) for kind in pool]
        return cards, wilds, [(self.slot[kind], self.cost(kind, wild)) for kind in own], points, self.rules

    def _best_melds(self, pile: int, wild: str, numbers_cost: bool = True) -> tuple[int, ...]:
        partition: Partition = best_partition(*self._for_search(pile, wild, numbers_cost))
        rest = pile
        melds: list[int] = []
        for naturals, _ in partition.melds:
            melds.append(sum([self.deck.one[self.kind_in[slot]] for slot in naturals]))
            rest -= melds[-1]
        for slot in partition.left:
            rest -= self.deck.one[self.kind_in[slot]]
        wilds = sorted(self.deck.unpack(rest), key=lambda kind: self.cost(kind, wild))[partition.wilds_left :]
        for place, (_, number) in enumerate(partition.melds):
            melds[place] += self.deck.pack(wilds[:number])
            wilds = wilds[number:]
        return tuple(melds)

    def _melds_of(self, pile: int, wild: str) -> tuple[int, ...]:
        kinds = self.deck.counts(pile)
        found: list[int] = []
        for taken in product(*(range(number + 1) for _, number in kinds)):
            if sum(taken) >= 3:
                meld = sum([self.deck.one[kind] * number for (kind, _), number in zip(kinds, taken, strict=True)])
                if self.is_meld(meld, wild):
                    found.append(meld)
        return tuple(found)

    def melds_to_exit(self, pile: int, wild: str) -> tuple[int, ...]:
        """The melds that hold the first of these cards and leave only cards that can be melded."""
        one = self.deck.ones(pile)[0]
        melds = self.melds_of(pile, wild)
        return tuple([m for m in melds if self.deck.covers(m, one) and self.complete(pile - m, wild)])

    def is_meld(self, pile: int, wild: str) -> bool:
        """Whether these cards are one meld."""
        cards, pool, own = self._split(pile, wild)
        naturals = kinds_of(cards)
        for number in range(len(own) + 1):
            for natural in combinations([self.slot[kind] for kind in own], number):
                if is_meld([*naturals, *natural], len(pool) + len(own) - number, self.rules):
                    return True
        return False

    def _complete(self, pile: int, wild: str) -> bool:
        cards, pool, own = self._split(pile, wild)
        return clears(cards, len(pool), [self.slot[kind] for kind in own], self.rules)

    def _exits(self, pile: int, wild: str) -> int:
        cards, pool, own = self._split(pile, wild)
        if own:
            if not clears(cards, len(pool), [self.slot[kind] for kind in own], self.rules, spare=True):
                return 0
            return sum([one for one in self.deck.ones(pile) if self.complete(pile - one, wild)])
        kinds, also_wilds = spares(cards, len(pool), self.rules)
        found = [self.kind_in[slot] for slot in kinds] + (list(dict.fromkeys(pool)) if also_wilds else [])
        return sum([self.deck.one[kind] for kind in found])
