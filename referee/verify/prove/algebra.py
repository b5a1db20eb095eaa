"""The kernel's algebra over terms."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import Any

from referee.kernel.algebra import Algebra
from referee.kernel.cards import Kinds, Values
from referee.kernel.errors import Broken
from referee.kernel.spaces import Space
from referee.verify.prove.driver import exists
from referee.verify.prove.paths import Path
from referee.verify.prove.piles import Exactly, Only, count_of, holds, worth_of
from referee.verify.prove.terms import (
    PileTruth,
    SymAmount,
    SymTruth,
    both,
    bounds,
    either,
    key_of,
    negate,
    parts_of_one,
    whole,
)
from referee.verify.prove.undecided import Undecided

LARGE = 2**64
"""A worth that can be greater has a name of its own: it is compared, and seldom matters card by card."""


class SymbolicAlgebra(Algebra):
    """The algebra of a table in a proof: it builds terms, and branches on words alone."""

    def __init__(self, path: Path) -> None:
        self.path, self.deck = path, path.deck
        self.nothing = Exactly(path, 0)
        self.whole = Exactly(path, path.deck.whole)

    def size(self, pile: Any) -> Any:
        return self.path.as_pile(pile).size

    def is_empty(self, pile: Any) -> Any:
        return self.size(pile) == 0

    def count(self, pile: Any, kinds: Kinds) -> Any:
        return count_of(pile, kinds)

    def only(self, pile: Any, kinds: Kinds) -> Any:
        pile = self.path.as_pile(pile)
        return Exactly(self.path, pile.packed & kinds.mask) if type(pile) is Exactly else Only(pile, kinds)

    def _refused(self, *_: Any) -> Any:
        """What proofs on the meaning of the rules follow alone."""
        self.path.refuse("matching, following and cards that a truth decides are not followed along live rules")

    matching = following = cards_if = _refused  # type: ignore[assignment]

    def worth(self, pile: Any, values: Values) -> Any:
        found = worth_of(self.path.as_pile(pile), values)
        if not isinstance(found, SymAmount) or found.bounds()[1] < LARGE:
            return found
        low, high = found.bounds()
        return self.path.atom(f"worth {found.key}", low, high, ("sum", found))

    def highest(self, pile: Any, values: Values) -> Any:
        """One term: the greatest value of which there is a card, -1 where there is none."""
        pile = self.path.as_pile(pile)
        name = f"highest {pile.key} {self.path.number(tuple(sorted(values.of.items())))}"
        numbers = [-1, *[value for value, _ in values.groups]]
        return self.path.atom(name, min(numbers), max(numbers), ("highest", pile, values))

    def is_exactly(self, pile: Any, kinds: Kinds, cards: int) -> Any:
        pile = self.path.as_pile(pile)
        if cards == self.deck.whole and pile.is_made_of(self.path.partitions):
            return True
        return holds(self.path, "exactly", pile, kinds, cards)

    def is_within(self, pile: Any, kinds: Kinds, cards: int) -> Any:
        return holds(self.path, "within", self.path.as_pile(pile), kinds, cards)

    def less(self, pile: Any, part: Any, *about: object) -> Any:
        pile, part = self.path.as_pile(pile), self.path.as_pile(part)
        if not pile.holds(part):
            self.path.owe(("covers", pile, part), Broken.SHORTAGE, " ".join(map(str, about)))
        return pile.less(part)

    def negate(self, truth: Any) -> Any:
        return negate(truth)

    def both(self, one: Any, other: Any) -> Any:
        return both(one, other)

    def either(self, one: Any, other: Any) -> Any:
        return either(one, other)

    def every(self, truths: Iterable[Any]) -> Any:
        return reduce(self.both, truths, True)

    def some(self, truths: Iterable[Any]) -> Any:
        return reduce(self.either, truths, False)

    def if_else(self, truth: Any, yes: Any, no: Any) -> Any:
        if isinstance(truth, bool):
            return yes if truth else no
        sorts = {type(yes), type(no)}
        if sorts <= {bool, SymTruth, PileTruth}:
            return either(both(truth, yes), both(negate(truth), no))
        if sorts & {Share, Either}:
            return Either(truth, yes, no)
        if not sorts <= {int, bool, Fraction, SymAmount}:
            return yes if truth else no  # a player, a word: which of them it is, is decided
        if key_of(yes) == key_of(no):
            return yes
        parts = lcm(parts_of_one(yes), parts_of_one(no))
        if parts > 1:
            return self.if_else(truth, in_parts(yes, parts), in_parts(no, parts)) * Fraction(1, parts)
        lows, highs = zip(bounds(yes), bounds(no), strict=True)
        name = f"if {truth.key} {key_of(yes)} {key_of(no)}"
        return self.path.atom(name, min(lows), max(highs), ("if", truth, yes, no))

    def share(self, number: Any) -> Any:
        self.oblige(number >= 1, Broken.RAISED, "a share of nothing")
        return Fraction(1, number) if isinstance(number, int) else Share(number)

    def exists(self, space: Space[Any]) -> Any:
        """A truth that a space of answers is not empty."""
        return exists(space)

    def oblige(self, truth: Any, broken: Broken, *about: object) -> None:
        if truth is not True:
            self.path.owe(truth, broken, " ".join(map(str, about)))


def in_parts(amount: Any, parts: int) -> Any:
    """So many times an amount, which leaves no fraction in it."""
    return whole(amount) * (parts // amount.parts_of_one) if isinstance(amount, SymAmount) else int(amount * parts)


class Either(Undecided):
    """One of two shares of a win; nothing can be asked of it."""

    __slots__ = ("no", "truth", "yes")

    def __init__(self, truth: Any, yes: Any, no: Any) -> None:
        self.truth, self.yes, self.no = truth, yes, no


class Share(Undecided):
    """One part of so many; nothing can be asked of it."""

    __slots__ = ("number",)

    def __init__(self, number: Any) -> None:
        self.number = number
