"""Hands of cards as ``melds`` wants them: by rank and suit, with the wilds apart."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any

from referee.games.five_crowns.melds import MANY, RANKS, SUITS, UNIT, Cards, MeldRules, is_meld, kinds_of
from referee.games.five_crowns.partition import best_partition, choices, melding_of
from referee.games.five_crowns.sieve import Sieve
from referee.kernel import Card, Game, Suit

STARS = Suit("t", "★", "stars")
NO_RANK = ""
JOKER = "Jo"
RANK_NAMES = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NUMBER_CARDS = RANK_NAMES[:8]
FACE = {rank: number for number, rank in enumerate(RANK_NAMES, 3)}
WILD_POINTS, JOKER_POINTS = 20, 50
KEPT, FEW_KEPT = 4096, 256
"""Hands of which an answer is kept; that of some takes much memory."""


class Hands:
    """What can be laid down of a packed pile, under the readings of a game. ``wild`` is a rank, or ``NO_RANK``."""

    def __init__(self, game: Game[Any]) -> None:
        deck = self.deck = game.deck
        self.rules = MeldRules.of(game.readings)
        self.melding = melding_of(self.rules)
        self.court_keeps_face = game.readings["wild-court-points"] == "face"
        limited = self.rules.least_naturals or self.rules.most_wilds != MANY
        self.own_rank = limited and game.readings["wild-as-natural"] == "may-be-natural"
        """Whether it can be better to let a wild card stand for itself."""
        self.slot = tuple([self._slot(card) for card in deck.cards])
        self.kind_in = {slot: kind for kind, slot in enumerate(self.slot)}
        self._known_exits = lru_cache(KEPT)(self._exits)
        self.complete = lru_cache(KEPT)(self._complete)
        """Whether all cards can be melded."""
        self.best_melds = lru_cache(KEPT)(self._best_melds)
        """The melds that leave the fewest points, packed piles; the third argument: do number cards cost anything?"""
        self.melds_of = lru_cache(FEW_KEPT)(self._melds_of)
        """Every pile of these cards that is a meld."""

        as_printed = len(game.settings["ranks"]) == RANKS and not (self.rules.any_suits or self.rules.corner)
        self.sieve = Sieve(deck, len(deck.suits), RANKS) if as_printed else None
        """Where all ranks are there, suit by suit, and readings leave runs what they are."""
        self.wilds = {rank: deck.where(ranks=[rank, JOKER]).mask for rank in (*RANK_NAMES, NO_RANK)}
        """By wild rank what selects all wilds."""

    def exits(self, pile: int, wild: str) -> int:
        """The cards of which one can be discarded so that all others are melded, one of each kind."""
        if self.sieve is not None:
            wilds = pile & self.wilds[wild]
            if not self.sieve.lets_pass(pile ^ wilds, wilds % self.deck.modulus):
                return 0
        return self._known_exits(pile, wild)

    def _slot(self, card: Card) -> int:
        return -1 if card.suit is None else RANK_NAMES.index(card.rank) * SUITS + self.deck.suits.index(card.suit)

    def is_wild(self, kind: int, wild: str) -> bool:
        return self.deck.cards[kind].rank in (JOKER, wild)

    def cost(self, kind: int, wild: str) -> int:
        """F-10."""
        return self.cost_of_rank(self.deck.cards[kind].rank, wild)

    def cost_of_rank(self, rank: str, wild: str) -> int:
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
        """Cards that are not wild, by slot; kinds of those that are wild in any case; slots of the other wild cards."""
        cards, pool, own = 0, [], []
        for kind, number in self.deck.counts(pile):
            if not self.is_wild(kind, wild):
                cards += number * UNIT[self.slot[kind]]
            elif self.own_rank and self.slot[kind] >= 0:
                own += [self.slot[kind]] * number
            else:
                pool += [kind] * number
        return cards, pool, own

    def _best_melds(self, pile: int, wild: str, numbers_cost: bool = True) -> tuple[int, ...]:
        cards, pool, own = self._split(pile, wild)
        free = [] if numbers_cost else NUMBER_CARDS
        points = [self.cost_of_rank(rank, wild) * (rank == wild or rank not in free) for rank in RANK_NAMES]
        partition = best_partition(cards, [self.cost(kind, wild) for kind in pool], own, points, self.rules)
        melds = [sum([self.deck.one[self.kind_in[slot]] for slot in naturals]) for naturals, _ in partition.melds]
        left = sum([self.deck.one[self.kind_in[slot]] for slot in partition.left])
        wilds = self.deck.unpack(pile - left - sum(melds))
        wilds = sorted(wilds, key=lambda kind: self.cost(kind, wild))[partition.wilds_left :]
        for place, (_, number) in enumerate(partition.melds):
            melds[place] += self.deck.pack(wilds[:number])
            wilds = wilds[number:]
        return tuple(melds)

    def _melds_of(self, pile: int, wild: str) -> tuple[int, ...]:
        counts = self.deck.counts(pile)
        choices = product(*[[self.deck.one[kind] * taken for taken in range(number + 1)] for kind, number in counts])
        return tuple([meld for meld in map(sum, choices) if self.is_meld(meld, wild)])

    def melds_to_exit(self, pile: int, wild: str) -> tuple[int, ...]:
        """The melds that hold the first of these cards and leave only cards that can be melded."""
        one = self.deck.ones(pile)[0]
        melds = self.melds_of(pile, wild)
        return tuple([m for m in melds if self.deck.covers(m, one) and self.complete(pile - m, wild)])

    def is_meld(self, pile: int, wild: str) -> bool:
        """Whether these cards are one meld."""
        cards, pool, own = self._split(pile, wild)
        naturals, others = kinds_of(cards), len(pool) + len(own)
        return any(is_meld([*naturals, *natural], others - len(natural), self.rules) for natural in choices(own))

    def _complete(self, pile: int, wild: str) -> bool:
        cards, pool, own = self._split(pile, wild)
        return self.melding.completes(cards, len(pool), own)

    def _exits(self, pile: int, wild: str) -> int:
        cards, pool, own = self._split(pile, wild)
        if own:
            return sum([one for one in self.deck.ones(pile) if self.complete(pile - one, wild)])
        kinds, also_wilds = self.melding.spares(cards, len(pool))
        found = [self.kind_in[slot] for slot in kinds] + (list(dict.fromkeys(pool)) if also_wilds else [])
        return sum([self.deck.one[kind] for kind in found])
