"""What the operations on numbers and truths do to terms; each means what it means in native play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, comb, floor
from typing import Any

from referee.meaning.program import Expr
from referee.meaning.types import TRUTH, Record, Type
from referee.verify.symbolic import terms
from referee.verify.symbolic.carried import Args, Carried
from referee.verify.symbolic.ordering import is_at_most, is_less, require_order
from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.term_types import Number, Term
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Dictionary, Items, is_scalar

MOST_DIVISORS = 24
"""A divisor with more values is followed for each of them."""
PARTS: dict[str, Callable[[Any], int]] = {
    "numerator": lambda number: number.numerator,
    "denominator": lambda number: number.denominator,
    "floor": floor,
    "ceil": ceil,
    "whole": int,
}
"""What is asked of a fraction that is equal for equal numbers, whichever class of Python's they are of."""


class Numbers(Carried):
    """Numbers, truths, and how things compare."""

    def x_add(self, e: Expr, a: Args) -> Term:
        return terms.add(*a)

    def x_sub(self, e: Expr, a: Args) -> Term:
        return terms.sub(*a)

    def x_mul(self, e: Expr, a: Args) -> Term:
        if any(terms.known(each) for each in a):
            return terms.mul(*a)
        one, other = reversed(a) if _has_bounds(a[1]) and not _has_bounds(a[0]) else a
        return _for_each(one, [(by, terms.mul(by, other)) for by in self.paths.values(one)])

    def x_truediv(self, e: Expr, a: Args) -> Term:
        one, other = a
        self.require(terms.no(terms.equal(other, 0)), "RAISED", "a division by 0")
        if terms.known(other):
            return terms.mul(one, Fraction(1, other))
        low, high = terms.bounds(other)
        if low is None or high is None or high - low >= MOST_DIVISORS or not other.is_whole:
            return terms.mul(one, Fraction(1, self.fixed(other)))
        return _for_each(other, [(by, terms.mul(one, Fraction(1, by))) for by in range(low, high + 1) if by])

    def x_div(self, e: Expr, a: Args) -> Term:
        return terms.div(*self._divided(*a))

    def x_mod(self, e: Expr, a: Args) -> Term:
        return terms.mod(*self._divided(*a))

    def _divided(self, one: Term, by: Term) -> tuple[Term, int]:
        """What is divided, and by how much: both are whole numbers."""
        other = self.fixed(by)
        self.require(other != 0, "RAISED", "a division by 0")
        if other < 0 and not terms.known(one):
            raise NotFollowed("a division by less than 0")
        if isinstance(one, Number) and not one.is_whole:
            raise NotFollowed("a fraction that is rounded down")
        return terms.number(one), other

    def x_pow(self, e: Expr, a: Args) -> Term:
        one, other = self.fixed(a[0]), self.fixed(a[1])
        if other < 0:
            raise NotFollowed("a power below 0")
        return one**other

    def x_comb(self, e: Expr, a: Args) -> Term:
        return comb(self.fixed(a[0]), self.fixed(a[1]))

    def x_negative(self, e: Expr, a: Args) -> Term:
        return terms.negative(a[0])

    def x_abs(self, e: Expr, a: Args) -> Term:
        return terms.choose(terms.less(a[0], 0), terms.negative(a[0]), a[0])

    def x_int_next(self, e: Expr, a: Args) -> Term:
        return terms.add(a[0], 1)

    def x_min(self, e: Expr, a: Args) -> Term:
        return terms.choose(terms.less(a[1], a[0]), a[1], a[0])

    def x_max(self, e: Expr, a: Args) -> Term:
        return terms.choose(terms.less(a[0], a[1]), a[1], a[0])

    def x_fraction(self, e: Expr, a: Args) -> Term:
        if e.about in PARTS:
            return terms.of_each_known(a[0], PARTS[e.about])
        if terms.known(a[0]) and e.about in ("exact", "is_whole"):  # which of them it is to Python, it is here
            return isinstance(a[0], Fraction) == (e.about == "exact")
        raise NotFollowed("whether a number that is not known is a fraction to Python (ask for its denominator)")

    def x_truth(self, e: Expr, a: Args) -> Term:
        (value,), kind = a, e.args[0].type
        if isinstance(value, Pile):
            return terms.no(value.is_empty())
        if isinstance(value, Items):
            return bool(value.items)
        if isinstance(value, Dictionary):
            return bool(value.keys)
        if is_scalar(kind):
            return value if kind is TRUTH else terms.no(terms.equal(value, 0))
        raise NotFollowed(f"the truth of {kind!r}")

    def x_not(self, e: Expr, a: Args) -> Term:
        return terms.no(a[0])

    def x_both_and(self, e: Expr, a: Args) -> Term:
        return terms.both(a)

    x_and_then = x_both_and

    def x_both_or(self, e: Expr, a: Args) -> Term:
        return terms.either(a)

    def x_if(self, e: Expr, a: Args) -> Any:
        return self.either(a[0], a[1], a[2], e.type)

    def x_equal(self, e: Expr, a: Args) -> Term:
        return self.equal(a[0], a[1], e.args[0].type)

    def x_differ(self, e: Expr, a: Args) -> Term:
        return terms.no(self.x_equal(e, a))

    def _ordered_type(self, e: Expr) -> Type:
        """The type of the two things that are compared."""
        one, other = [each.type for each in e.args]
        require_order(one)
        require_order(other)
        if Record in (type(one), type(other)) and one != other:
            raise NotFollowed(f"the order of {one!r} and {other!r}")
        return one

    def x_less(self, e: Expr, a: Args) -> Term:
        return is_less(a[0], a[1], self._ordered_type(e))

    def x_least(self, e: Expr, a: Args) -> Term:
        return is_at_most(a[0], a[1], self._ordered_type(e))

    def x_more(self, e: Expr, a: Args) -> Term:
        return is_less(a[1], a[0], self._ordered_type(e))

    def x_most(self, e: Expr, a: Args) -> Term:
        return is_at_most(a[1], a[0], self._ordered_type(e))

    def x_is_one_of(self, e: Expr, a: Args) -> Term:
        if isinstance(a[0], int):
            return a[0] in e.about
        return terms.either([terms.equal(a[0], each) for each in e.about])

    def x_by_atom(self, e: Expr, a: Args) -> Any:
        found = a[-1]
        for at, value in reversed(list(zip(e.about[:-1], a[1:-1], strict=True))):
            found = self.either(terms.equal(a[0], at), value, found, e.type)
        return found


def _has_bounds(term: Any) -> bool:
    low, high = terms.bounds(term)
    return term.is_whole and low is not None and high is not None and high - low < MOST_DIVISORS


def _for_each(term: Term, found: Sequence[tuple[int, Term]]) -> Term:
    """What is found for each number that a term may be: one value for all, which need not be told apart."""
    last = found[-1][1]
    for number, here in reversed(found[:-1]):
        last = terms.choose(terms.equal(term, number), here, last)
    return last
