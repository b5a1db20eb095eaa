"""Comparisons, and what is in what."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
import math
import operator
from collections import Counter
from collections.abc import Callable
from typing import Any

from referee.meaning import library
from referee.meaning.body.answering import TURNED_ROUND, is_no_answer
from referee.meaning.body.reader import Reader
from referee.meaning.program import Expr
from referee.meaning.types import (
    NUMBERS,
    PILE,
    PLAYER,
    TRUTH,
    WIDE,
    Atoms,
    Maybe,
    Record,
    Thing,
    Type,
    Union,
    is_counter,
    is_either,
    join,
    within,
)
from referee.meaning.values import (
    Known,
    Run,
    Value,
)

COMPARISONS: dict[type[ast.cmpop], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Lt: ("less", operator.lt),
    ast.LtE: ("least", operator.le),
    ast.Gt: ("more", operator.gt),
    ast.GtE: ("most", operator.ge),
}
ORDERS = {ast.Lt: "__lt__", ast.LtE: "__le__", ast.Gt: "__gt__", ast.GtE: "__ge__"}


class Comparing(Reader):
    """Comparisons."""

    def eval_Compare(self, node: ast.Compare) -> Value:
        return self.compared(node, 0, self.settled(self.eval(node.left)))

    def compared(self, node: ast.Compare, at: int, left: Value) -> Value:
        """A chain of comparisons from the one with that number on. What is behind one that does not hold is not carried
        out; where nothing there can be noticed it may be, and no branch is needed."""
        right = self.eval(node.comparators[at])
        if at + 1 == len(node.ops):
            return self.compare(node.ops[at], left, right, node)
        right = self.settled(right)
        truth = self.truth(self.compare(node.ops[at], left, right, node))
        if all(_unnoticed(each) for each in node.comparators[at + 1 :]):
            return self.logic("and", truth, self.truth(self.compared(node, at + 1, right)))
        return self.either(truth, lambda: self.compared(node, at + 1, right), lambda: Known(False))

    def compare(self, op: ast.cmpop, one: Value, other: Value, node: ast.AST) -> Value:
        if isinstance(op, (ast.In, ast.NotIn)):
            found = self.contained(one, other, node)
            return self.negated(found) if isinstance(op, ast.NotIn) else found
        if isinstance(op, (ast.Is, ast.IsNot)):
            equal = self.equal(one, other, node, identical=True)
            return self.negated(equal) if isinstance(op, ast.IsNot) else equal
        if isinstance(op, (ast.Eq, ast.NotEq)):
            if isinstance(op, ast.NotEq) and self.in_play(one, other):
                again = lambda one, other: self.compare(op, one, other, node)  # noqa: E731
                said = self.by_classes(one, other, ("__ne__", "__ne__"), again, node)
                if said is not None and not is_no_answer(said):
                    return self.truth(said)
            equal = self.equal(one, other, node)
            return self.negated(equal) if isinstance(op, ast.NotEq) else equal
        turned = isinstance(op, (ast.Gt, ast.GtE))
        if (counters := self.as_counters(node, one, other)) is not None:
            function = library.at_most if isinstance(op, (ast.LtE, ast.GtE)) else library.below
            return self.truth(self.call(Known(function), counters[::-1] if turned else counters, {}, node))
        if self.is_set(one) and self.is_set(other):
            function = library.issubset if isinstance(op, (ast.LtE, ast.GtE)) else library.is_less
            return self.call(Known(function), [other, one] if turned else [one, other], {}, node)
        word, function = COMPARISONS[type(op)]
        if self.in_play(one, other) and (own := self.order_of_classes(op, one, other, node)) is not None:
            return own
        a, b = self.all_known(one), self.all_known(other)
        if a is not None and b is not None:
            try:
                return Known(bool(function(a[0], b[0])))
            except TypeError as error:
                self.stop("RAISED", str(error))
        if (beyond := self.beyond_all(one, other)) is not None:
            return Known(bool(function(*beyond)))
        for this, turned in ((one, False), (other, True)):
            if isinstance(this, Run) and isinstance(this.expr.type, Maybe):
                inner = self.without_none(this)
                return self.compare(op, one, inner, node) if turned else self.compare(op, inner, other, node)
            if isinstance(this, Run) and isinstance(this.expr.type, (Union, Atoms)):

                def apart(each: Value, turned: bool = turned) -> Value:
                    return self.compare(op, one, each, node) if turned else self.compare(op, each, other, node)

                return (
                    self.by_alternative(this, apart) if isinstance(this.expr.type, Union) else self.by_atom(this, apart)
                )
        if self.tuple_class(one) is not self.tuple_class(other):
            one, other = self.unnamed(one), self.unnamed(other)
        kind = self.comparable(one, other, node)
        if isinstance(kind, Record) and any(isinstance(each, (Union, Thing)) for each in within(kind)):
            parts = [self.iterable(each, node, unroll=True) for each in (one, other)]
            return self.compared_by_parts(op, list(zip(*parts, strict=True)), node)
        if any(isinstance(each, (Union, Thing)) for each in within(kind)):
            raise self.refuse(node, f"comparing {kind!r}", "a loop, or tuples of numbers")
        return self.let(Expr(TRUTH, word, (self.fit(one, kind), self.fit(other, kind))))

    def order_of_classes(self, op: ast.cmpop, one: Value, other: Value, node: ast.AST) -> Value | None:
        """What the class of one of two things says of their order; None: they have none of their own."""
        name = ORDERS[type(op)]
        again = lambda one, other: self.compare(op, one, other, node)  # noqa: E731
        if (found := self.by_classes(one, other, (name, TURNED_ROUND[name]), again, node)) is not None:
            if is_no_answer(found):
                self.stop("RAISED", "what has no order")
            return self.truth(found)
        by_fields = self.fields_in_order(one, other, node)
        return None if by_fields is None else self.compare(op, *by_fields, node)

    def compared_by_parts(self, op: ast.cmpop, parts: list[tuple[Value, Value]], node: ast.AST) -> Value:
        """Tuples of one length in order: the first parts that are not equal decide."""
        if not parts:
            return Known(isinstance(op, (ast.LtE, ast.GtE)))
        one, other = [self.settled(each) for each in parts[0]]
        same = self.truth(self.equal(one, other, node))
        return self.either(
            same,
            lambda: self.compared_by_parts(op, parts[1:], node),
            lambda: self.compare(op, one, other, node),
        )

    def beyond_all(self, one: Value, other: Value) -> tuple[float, float] | None:
        """Two numbers that compare as these do, where one is infinite and the other a number of a Program."""
        ends = [self.infinite(each) for each in (one, other)]
        kinds = [None if end else self.type_of(each) for end, each in zip(ends, (one, other), strict=True)]
        if not any(ends) or any(kind is not None and kind not in NUMBERS for kind in kinds):
            return None
        return ends[0] or 0.0, ends[1] or 0.0

    @staticmethod
    def infinite(value: Value) -> float:
        """An infinite number; 0 where it is none."""
        thing = value.thing if isinstance(value, Known) else None
        return thing if isinstance(thing, float) and math.isinf(thing) else 0.0

    def tell_apart(self, node: Any, *kinds: Type) -> None:
        """Refuse what is different for a list and a tuple where it is not known which of them it is, and to compare
        Counters in something: two are equal where one counts nothing and the other has a 0."""
        if any(is_counter(each) for kind in kinds for each in within(kind)):
            raise self.refuse(node, "comparing what holds a Counter", "a loop that compares two Counters, or dict(…)")
        if any(map(is_either, kinds)):
            raise self.refuse(
                node, "telling a list from a tuple where it may be either", "a list on every way: list(…)"
            )

    def as_counters(self, node: Any, *values: Value) -> list[Value] | None:
        """These values if they are Counters, one of them of play; one that is known is made anew there."""
        in_play = [isinstance(each, Run) and is_counter(each.expr.type) for each in values]
        known = [isinstance(each, Known) and type(each.thing) is Counter for each in values]
        if not any(in_play) or not all(map(operator.or_, in_play, known)):
            return None
        return [each if isinstance(each, Run) else self.call(Known(Counter), [each], {}, node) for each in values]

    def comparable(self, one: Value, other: Value, node: ast.AST) -> Type:
        kind = join(self.type_of(one), self.type_of(other))
        self.tell_apart(node, kind)
        if isinstance(kind, Union) or kind is PLAYER:
            raise self.refuse(
                node,
                f"comparing {self.type_of(one)!r} with {self.type_of(other)!r}",
                "numbers of both, or an if for each",
            )
        if kind is PILE:
            return WIDE
        return kind


def _unnoticed(node: ast.expr) -> bool:
    """Whether nobody can tell if an expression was carried out."""
    return all(
        isinstance(each, (ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp, ast.expr_context, ast.unaryop))
        for each in ast.walk(node)
    )
