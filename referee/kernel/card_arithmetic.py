"""Amounts and truths about cards, which never fork in a proof: a part of ``Table``."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kernel.algebra import Algebra
from referee.kernel.cards import NO_SUIT, Deck, Kinds, Suit, Values
from referee.kernel.errors import Broken
from referee.kernel.places import Laid
from referee.kernel.players import Player
from referee.kernel.rule_types import Amount, AnyAmount, AnyTruth, Pile, Truth


class CardArithmetic:
    """Arithmetic of cards for ``Table``; not used by itself."""

    __slots__ = ()

    algebra: Algebra
    deck: Deck

    def size(self, cards: Pile) -> Amount:
        """How many cards a pile has."""
        return self.algebra.size(cards)  # type: ignore[no-any-return]

    def worth(self, cards: Pile, values: Values) -> Amount:
        """The sum of the values of the cards."""
        return self.algebra.worth(cards, values)  # type: ignore[no-any-return]

    def count(self, cards: Pile, kinds: Kinds) -> Amount:
        """How many cards of those kinds a pile has."""
        return self.algebra.count(cards, kinds)  # type: ignore[no-any-return]

    def only(self, cards: Pile, kinds: Kinds) -> Pile:
        """The cards of a pile that are of some kinds."""
        return self.algebra.only(cards, kinds)  # type: ignore[no-any-return]

    def is_exactly(self, cards: Pile, kinds: Kinds, wanted: int) -> Truth:
        """Whether the cards of those kinds are just those in the packed pile ``wanted``, whatever else lies there."""
        return self.algebra.is_exactly(cards, kinds, wanted)  # type: ignore[no-any-return]

    def is_within(self, cards: Pile, kinds: Kinds, most: int) -> Truth:
        """Whether of each of those kinds there are no more cards than in the packed pile ``most``."""
        return self.algebra.is_within(cards, kinds, most)  # type: ignore[no-any-return]

    def without(self, cards: Pile, part: Pile) -> Pile:
        """The cards without some of them. Obligation: they are among them."""
        return self.algebra.less(cards, part, "a pile has too few cards to take these away")  # type: ignore[no-any-return]

    def suit_of(self, card: Pile | Laid) -> Suit:
        """The suit of the one card in a pile, or of a card in a row; ``NO_SUIT`` where it has none.

        A proof goes on for each suit. Obligation: the pile is one card.
        """
        if isinstance(card, Laid):
            return self.deck.cards[card.kind].suit or NO_SUIT
        self._oblige_one(card)
        for suit in self.deck.suits:
            if self.algebra.count(card, self.deck.of_suit(suit)) > 0:
                return suit
        return NO_SUIT

    def rank_of(self, card: Pile | Laid) -> str:
        """The rank of the one card in a pile, or of a card in a row. A joker or a token has its name as its rank.

        A proof goes on for each rank. Obligation: the pile is one card.
        """
        if isinstance(card, Laid):
            return self.deck.cards[card.kind].rank
        self._oblige_one(card)
        for rank in self.deck.all_ranks:
            if self.algebra.count(card, self.deck.of_rank(rank)) > 0:
                return rank
        raise AssertionError("a card has a rank")

    def matching(self, cards: Pile, card: Pile) -> Pile:
        """The cards that have the suit or the rank of the one card in a pile. Obligation: the pile is one card."""
        self._oblige_one(card)
        return self.algebra.matching(cards, card)  # type: ignore[no-any-return]

    def following(self, cards: Pile, kinds: Kinds) -> Pile:
        """The cards of those kinds where there are any, and else all of them: what may be played to follow suit."""
        return self.algebra.following(cards, kinds)  # type: ignore[no-any-return]

    def cards_if(self, truth: AnyTruth, cards: Pile) -> Pile:
        """The cards if that holds, and else none; a proof does not go both ways."""
        return self.algebra.cards_if(truth, cards)  # type: ignore[no-any-return]

    def most(self, of: Mapping[Player, AnyAmount]) -> tuple[Player, ...]:
        """The players who have the most, in the order given: several where they have the same, none of nobody."""
        found: list[Player] = []
        top: AnyAmount = 0
        for player, number in of.items():
            if not found or number > top:
                found, top = [player], number
            elif number == top:
                found.append(player)
        return tuple(found)

    def _oblige_one(self, card: Pile) -> None:
        self.algebra.oblige(self.algebra.size(card) == 1, Broken.SHORTAGE, "what is asked of one card needs one card")

    @property
    def no_cards(self) -> Pile:
        """The empty pile."""
        return self.algebra.nothing  # type: ignore[no-any-return]

    def negate(self, truth: AnyTruth) -> Truth:
        """Whether that does not hold: ``not``, without a fork in a proof."""
        return self.algebra.negate(truth)  # type: ignore[no-any-return]

    def if_else(self, truth: AnyTruth, yes: AnyAmount, no: AnyAmount) -> Amount:
        """One number if that holds, else the other; a proof does not go both ways."""
        return self.algebra.if_else(truth, yes, no)  # type: ignore[no-any-return]

    def lesser(self, one: AnyAmount, other: AnyAmount) -> Amount:
        """The lower of two numbers; a proof does not go both ways."""
        return self.algebra.if_else(one <= other, one, other)  # type: ignore[no-any-return]

    def greater(self, one: AnyAmount, other: AnyAmount) -> Amount:
        """The higher of two numbers; a proof does not go both ways."""
        return self.algebra.if_else(one >= other, one, other)  # type: ignore[no-any-return]

    def max0(self, amount: AnyAmount) -> Amount:
        """The number, or 0 where it is below."""
        return self.greater(amount, 0)
