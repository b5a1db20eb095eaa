"""Hands of cards as ``melds`` wants them: by rank and suit, with the wilds apart."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from referee.games.five_crowns.melds import MANY, RANKS, SUITS, Cards, MeldRules, clears, fewest_points
from referee.kernel import Card, Game, Suit

STARS = Suit("t", "★", "stars")
NO_RANK = ""
JOKER = "Jo"
RANK_NAMES = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NUMBER_CARDS = RANK_NAMES[:8]
FACE = {rank: number for number, rank in enumerate(RANK_NAMES, 3)}
WILD_POINTS, JOKER_POINTS = 20, 50


def meld_rules(game: Game[Any]) -> MeldRules:
    """F-4 and F-5 under the readings of a game."""
    return MeldRules(
        exactly_three=game.readings["run-length"] == "exactly-three",
        any_suits=game.readings["run-suit"] == "any-suits",
        least_naturals={"none": 0, "one": 1, "two": 2}[game.readings["all-wild-melds"]],
        most_wilds=MANY if game.readings["wilds-per-meld"] == "no-limit" else 2,
        different_suits=game.readings["identical-cards"] == "different-suits",
        corner=game.readings["run-ends"] == "round-the-corner",
        beyond=game.readings["run-ends"] == "wilds-beyond",
    )


class Hands:
    """What can be laid down of a packed pile, under the readings of a game. ``wild`` is a rank, or ``NO_RANK``."""

    def __init__(self, game: Game[Any]) -> None:
        deck = self.deck = game.deck
        self.rules = meld_rules(game)
        self.court_keeps_face = game.readings["wild-court-points"] == "face"
        limited = self.rules.least_naturals > 0 or self.rules.most_wilds < 3 * RANKS
        self.own_rank = limited and game.readings["wild-as-natural"] == "may-be-natural"
        """Whether it can be better to let a wild card stand for itself."""
        suits = list(dict.fromkeys(card.suit for card in deck.cards if card.suit))
        self.slot = tuple([self._slot(card, suits) for card in deck.cards])
        self.fewest = lru_cache(8192)(self._fewest)
        """The points that the best partition leaves; the third argument says whether number cards cost anything."""
        self.exits = lru_cache(8192)(self._exits)
        """The cards of which one can be discarded so that all others are melded, one of each kind."""
        self.complete = lru_cache(8192)(self._complete)
        """Whether all cards can be melded."""

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

    def _split(self, pile: int, wild: str) -> tuple[Cards, list[int], list[int]]:
        """Cards that are not wild, by slot; kinds of those that are wild in any case; kinds of the other wild cards."""
        cards, pool, own = [0] * (RANKS * SUITS), [], []
        for kind, number in self.deck.counts(pile):
            if not self.is_wild(kind, wild):
                cards[self.slot[kind]] = number
            elif self.own_rank and self.slot[kind] >= 0:
                own += [kind] * number
            else:
                pool += [kind] * number
        return tuple(cards), pool, own

    def _fewest(self, pile: int, wild: str, numbers_cost: bool = True) -> int:
        cards, pool, own = self._split(pile, wild)
        points = [FACE[rank] if numbers_cost or rank not in NUMBER_CARDS else 0 for rank in RANK_NAMES]
        wilds = [self.cost(kind, wild) for kind in pool]
        return fewest_points(
            cards, wilds, [(self.slot[kind], self.cost(kind, wild)) for kind in own], points, self.rules
        )

    def _complete(self, pile: int, wild: str) -> bool:
        cards, pool, own = self._split(pile, wild)
        return clears(cards, len(pool), [self.slot[kind] for kind in own], self.rules)

    def _exits(self, pile: int, wild: str) -> int:
        cards, pool, own = self._split(pile, wild)
        if not clears(cards, len(pool), [self.slot[kind] for kind in own], self.rules, spare=True):
            return 0
        return sum([one for one in self.deck.ones(pile) if self.complete(pile - one, wild)])
