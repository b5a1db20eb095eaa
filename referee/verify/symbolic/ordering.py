"""Which of two things of one type is the less, as Python tells it: of tuples the first parts that differ decide."""

from __future__ import annotations

from typing import Any

from referee.meaning.types import TRUTH, Atoms, Record, Type
from referee.verify.symbolic import terms
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import is_scalar, same


def require_order(kind: Type) -> None:
    """NotFollowed: which of two things of this type is the less is not known."""
    parts = kind.types if isinstance(kind, Record) else ()
    if isinstance(kind, Atoms) or not (parts or is_scalar(kind)):
        raise NotFollowed(f"the order of {kind!r}")
    for each in parts:
        require_order(each)


def is_less(one: Any, other: Any, kind: Type) -> Term:
    """Whether one of two things, whose type has an order, is less than the other."""
    if not isinstance(kind, Record):
        return terms.less(terms.number(one), terms.number(other)) if kind is TRUTH else terms.less(one, other)
    less: Term = False
    for a, b, each in reversed(list(zip(one, other, kind.types, strict=True))):
        here = is_less(a, b, each)
        less = terms.either([here, terms.both([same(a, b, each), less])]) if less is not False else here
    return less


def is_at_most(one: Any, other: Any, kind: Type) -> Term:
    """Whether it is less, or equal."""
    return terms.no(is_less(other, one, kind)) if isinstance(kind, Record) or kind is TRUTH else terms.most(one, other)
