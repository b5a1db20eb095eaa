"""What the table needs to know about piles, amounts and truths.

``Packed`` is the algebra of concrete play: packed piles, integers, booleans. The prover supplies another one
with the same operations over its terms; the kernel itself never branches on a truth, so that the same table
runs under both.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from operator import not_
from typing import TYPE_CHECKING, Any, Protocol

from referee.kernel.cards import Deck, Kinds, Values
from referee.kernel.errors import Broken, RuleFault

if TYPE_CHECKING:
    from referee.kernel.places import Place


class Algebra(Protocol):
    """Piles, amounts and truths are opaque here: what ``terms`` says is all that is known of them."""

    deck: Deck
    nothing: Any
    """The empty pile."""
    whole: Any
    """All cards of the deck."""

    def size(self, pile: Any) -> Any: ...
    def is_empty(self, pile: Any) -> Any: ...
    def count(self, pile: Any, kinds: Kinds) -> Any: ...
    def only(self, pile: Any, kinds: Kinds) -> Any: ...
    def matching(self, pile: Any, card: Any) -> Any:
        """The cards of a pile that have the suit or the rank of the one card ``card``."""
        ...

    def following(self, pile: Any, kinds: Kinds) -> Any:
        """The cards of a pile that are of these kinds; without kinds the whole pile."""
        ...

    def cards_if(self, truth: Any, pile: Any) -> Any:
        """The pile if that holds, and else no cards."""
        ...

    def worth(self, pile: Any, values: Values) -> Any: ...
    def highest(self, pile: Any, values: Values) -> Any: ...
    def is_exactly(self, pile: Any, kinds: Kinds, cards: int) -> Any:
        """Whether the cards of those kinds in a pile are just the packed ``cards``."""
        ...

    def is_within(self, pile: Any, kinds: Kinds, cards: int) -> Any:
        """Whether of each of those kinds a pile has no more cards than the packed ``cards``."""
        ...

    def less(self, pile: Any, part: Any, *about: object) -> Any:
        """``pile`` without ``part``. Obligation: it holds it."""
        ...

    def shift(self, cards: Any, source: Place, target: Place) -> None:
        """Cards go from one bag to another. Obligation: the source holds them."""
        source.pile = self.less(source.pile, cards, source, "to", target)
        target.pile += cards
        size = self.size(cards)
        source.size -= size
        target.size += size

    def negate(self, truth: Any) -> Any: ...
    def both(self, one: Any, other: Any) -> Any: ...
    def either(self, one: Any, other: Any) -> Any: ...
    def every(self, truths: Iterable[Any]) -> Any: ...
    def some(self, truths: Iterable[Any]) -> Any: ...
    def if_else(self, truth: Any, yes: Any, no: Any) -> Any: ...
    def share(self, number: Any) -> Any:
        """One part of so many, for payoffs."""
        ...

    def oblige(self, truth: Any, broken: Broken, *about: object) -> None:
        """An obligation: checked in play, a theorem in a proof. ``about`` is joined to the message."""
        ...


class Packed:
    """Concrete play."""

    __slots__ = ("deck", "guard", "is_empty", "modulus", "negate", "nothing", "size", "whole")

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.guard = deck.guard
        self.modulus = deck.modulus
        self.nothing = 0
        self.whole = deck.whole
        # Bound functions of C: these three are asked for most, and a method of ours costs twice as much.
        self.size = deck.modulus.__rmod__
        self.is_empty = not_
        self.negate = not_

    def count(self, pile: int, kinds: Kinds) -> int:
        return (pile & kinds.mask) % self.modulus

    def only(self, pile: int, kinds: Kinds) -> int:
        return pile & kinds.mask

    def matching(self, pile: int, card: int) -> int:
        return pile & self.deck.matching(self.deck.unpack(card)[0]).mask

    def following(self, pile: int, kinds: Kinds) -> int:
        return pile & kinds.mask or pile

    def cards_if(self, truth: bool, pile: int) -> int:
        return pile if truth else 0

    def worth(self, pile: int, values: Values) -> int:
        worth = values.worth
        return worth(pile)

    def highest(self, pile: int, values: Values) -> int:
        for value, mask in values.downward:
            if pile & mask:
                return value
        return -1

    def is_exactly(self, pile: int, kinds: Kinds, cards: int) -> bool:
        return not (pile ^ cards) & kinds.mask

    def is_within(self, pile: int, kinds: Kinds, cards: int) -> bool:
        guard = self.guard
        return (cards | guard) - (pile & kinds.mask) & guard == guard

    def less(self, pile: int, part: int, *about: object) -> int:
        left = pile - part
        if (left | part) & self.guard:  # a card too few, or a part of less than no card
            self.oblige(False, Broken.SHORTAGE, *about)
        return left

    def shift(self, cards: int, source: Place, target: Place) -> None:
        # What the base class does, without its calls: every card that moves passes here.
        places = source.table.places
        if places[source.number] is not source or places[target.number] is not target:
            source.table._between(source, target)
        left = source.pile - cards
        if (left | cards) & self.guard:
            self.oblige(False, Broken.SHORTAGE, source, "to", target)
        source.pile = left
        target.pile += cards
        size: Any = cards % self.modulus
        source.size -= size
        target.size += size

    def both(self, one: bool, other: bool) -> bool:
        return one and other

    def either(self, one: bool, other: bool) -> bool:
        return one or other

    def every(self, truths: Iterable[bool]) -> bool:
        return all(truths)

    def some(self, truths: Iterable[bool]) -> bool:
        return any(truths)

    def if_else(self, truth: bool, yes: Any, no: Any) -> Any:
        return yes if truth else no

    def share(self, number: int) -> Fraction:
        return Fraction(1, number)

    def oblige(self, truth: bool, broken: Broken, *about: object) -> None:
        if not truth:
            raise RuleFault(broken, " ".join(map(str, about)))
