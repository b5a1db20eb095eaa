"""Amounts and truths about cards, which never fork in a proof: a part of ``Table``."""

from __future__ import annotations

from referee.kernel.algebra import Algebra
from referee.kernel.cards import Kinds, Values
from referee.kernel.terms import Amount, AnyAmount, AnyTruth, Pile, Truth


class Reckoning:
    """What ``Table`` can reckon; not used by itself."""

    __slots__ = ()

    algebra: Algebra

    def size(self, cards: Pile) -> Amount:
        return self.algebra.size(cards)  # type: ignore[no-any-return]

    def worth(self, cards: Pile, values: Values) -> Amount:
        """The sum of the values of the cards."""
        return self.algebra.worth(cards, values)  # type: ignore[no-any-return]

    def count(self, cards: Pile, kinds: Kinds) -> Amount:
        return self.algebra.count(cards, kinds)  # type: ignore[no-any-return]

    def is_exactly(self, cards: Pile, kinds: Kinds, wanted: int) -> Truth:
        """Whether the cards of those kinds are just the packed pile ``wanted``."""
        return self.algebra.is_exactly(cards, kinds, wanted)  # type: ignore[no-any-return]

    def is_within(self, cards: Pile, kinds: Kinds, most: int) -> Truth:
        """Whether of each of those kinds there are no more cards than in the packed pile ``most``."""
        return self.algebra.is_within(cards, kinds, most)  # type: ignore[no-any-return]

    def without(self, cards: Pile, part: Pile) -> Pile:
        """The cards without some of them. Obligation: they are among them."""
        return self.algebra.less(cards, part, "a pile has too few cards to take these away")  # type: ignore[no-any-return]

    @property
    def no_cards(self) -> Pile:
        return self.algebra.nothing  # type: ignore[no-any-return]

    def negate(self, truth: AnyTruth) -> Truth:
        return self.algebra.negate(truth)  # type: ignore[no-any-return]

    def if_else(self, truth: AnyTruth, yes: AnyAmount, no: AnyAmount) -> Amount:
        return self.algebra.if_else(truth, yes, no)  # type: ignore[no-any-return]

    def lesser(self, one: AnyAmount, other: AnyAmount) -> Amount:
        return self.algebra.if_else(one <= other, one, other)  # type: ignore[no-any-return]

    def greater(self, one: AnyAmount, other: AnyAmount) -> Amount:
        return self.algebra.if_else(one >= other, one, other)  # type: ignore[no-any-return]

    def max0(self, amount: AnyAmount) -> Amount:
        return self.greater(amount, 0)
