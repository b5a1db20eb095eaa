"""Which method of a class Python asks for an operator of two things, and which it asks next.

A class that is derived from the other one is asked first. What gives ``NotImplemented`` is not asked any further, the
other thing is.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from referee.kernel.table import Table
from referee.meaning.authors import is_author
from referee.meaning.body.reader import Reader
from referee.meaning.likeness import SPECIAL_ORDERS, own_order
from referee.meaning.program import Expr
from referee.meaning.texts import has_text
from referee.meaning.types import Atoms, Maybe, Record, Thing, Type, Union, within
from referee.meaning.values import Known, Made, Run, Value, fields_of_class, tuple_of

TURNED_ROUND = {"__lt__": "__gt__", "__le__": "__ge__", "__gt__": "__lt__", "__ge__": "__le__"}
"""The method that the other thing is asked for where an order is."""


@dataclass(frozen=True)
class Asked:
    """A method of an author: of which thing, and what it is given."""

    function: FunctionType
    of: Value
    given: Value


class Answering(Reader):
    """The operators that classes give."""

    def in_play(self, *values: Value) -> bool:
        """Whether one of these is known in play only, or is the table, whose operators look at what is."""
        return not all(isinstance(each, Known) and not isinstance(each.thing, Table) for each in values)

    def own_method(self, value: Value, name: str) -> FunctionType | None:
        """A method like ``__lt__`` that a class of the rules gives, of a thing that is known too."""
        if isinstance(value, Known) and isinstance(value.thing, type):
            return None
        if isinstance(value, Known) and not isinstance(value.thing, Table):
            found = getattr(type(value.thing), name, None) if is_author(type(value.thing)) else None
            own = isinstance(found, FunctionType) and has_text(found) and found.__module__ != "enum"
            return found if own else None
        return self.special(value, name)

    def asked_in_turn(self, one: Value, other: Value, name: str, turned: str) -> list[Asked]:
        """The methods that Python asks. ``turned``: what the other thing is asked for."""
        kinds = [self.class_of(each) for each in (one, other)]
        own = [self.own_method(one, name), self.own_method(other, turned)]
        ways = [
            Asked(function, of, given)
            for function, of, given in ((own[0], one, other), (own[1], other, one))
            if function is not None
        ]
        if kinds[0] is None or kinds[1] is None or kinds[0] is kinds[1]:
            alike = kinds[0] is kinds[1] and turned not in (name, *TURNED_ROUND)  # of one class: it is not asked again
            return ways[:1] if alike and own[0] is not None else [] if alike and own[1] is not None else ways
        derived = issubclass(kinds[1], kinds[0])
        anew = turned in (name, *TURNED_ROUND) or own[1] is not getattr(kinds[0], turned, None)
        return ways[::-1] if derived and anew and len(ways) == 2 else ways

    def by_classes(
        self, one: Value, other: Value, names: tuple[str, str], again: Callable[[Value, Value], Value], node: Any
    ) -> Value | None:
        """What the classes of two things give for an operator; None: they have none. Where they are asked and none
        answers it is ``NotImplemented``. ``again``: the operator, of one of several things that each may be."""
        own = self.own_method(other, names[1]) is not None
        if self.is_one_of(one, names[0]) or (own and self.is_one_of(one, "")):
            return self.by_alternative(one, lambda each: again(each, other))
        mine = self.own_method(one, names[0]) is not None
        if self.may_be_derived(one, other) or (not mine and self.is_one_of(other, names[1])):
            return self.by_alternative(other, lambda each: again(one, each))
        ways = self.asked_in_turn(one, other, *names)
        return self.first_answer(ways, node) if ways else None

    def first_answer(self, ways: list[Asked], node: Any) -> Value:
        """What the first of them gives that gives something."""
        for each in ways:
            found = self.call(Known(each.function), [each.of, each.given], {}, node)
            if is_no_answer(found):
                continue
            kind = found.expr.type if isinstance(found, Run) else None
            if kind is not None and any(self._is_no_answer(one) for one in within(kind)):
                raise self.refuse(node, "what may be NotImplemented", "an if around the operator")
            return found
        return Known(NotImplemented)

    def _is_no_answer(self, kind: Type) -> bool:
        return isinstance(kind, Atoms) and any(self.tr.atoms[each] is NotImplemented for each in kind.numbers)

    def is_one_of(self, value: Value, name: str) -> bool:
        """Whether a value is one of several things, of which one has such a method. "": whatever they have."""
        kind = value.expr.type if isinstance(value, Run) else None
        if not isinstance(kind, (Union, Maybe)):
            return False
        some = kind.of if isinstance(kind, Union) else (kind.of,)
        return not name or any(self.special(Run(Expr(each, "empty")), name) for each in some)

    def may_be_derived(self, one: Value, other: Value) -> bool:
        """Whether one of several things that a value may be is of a class that is derived from that of another."""
        kind = other.expr.type if isinstance(other, Run) else None
        own = self.class_of(one)
        if own is None or not isinstance(kind, (Union, Maybe)):
            return False
        some = kind.of if isinstance(kind, Union) else (kind.of,)
        makers = [each.maker for each in some if isinstance(each, (Record, Thing))]
        return any(isinstance(each, type) and each is not own and issubclass(each, own) for each in makers)

    # -- the order that Python gives a dataclass ---------------------------------------------------------------

    def order_by_fields(self, value: Value) -> list[str] | None:
        """The fields by which a dataclass has an order that Python made, where a Program has none; None: it has not."""
        own = self.class_of(value)
        if own is None or not is_author(own) or not hasattr(own, "__dataclass_fields__"):
            return None
        by_parts = isinstance(value, Made) or (isinstance(value, Run) and isinstance(value.expr.type, Record))
        if by_parts and not own_order(own):
            return None
        maker = next(each for each in own.__mro__ if "__lt__" in vars(each))
        made: Any = vars(maker).get("__dataclass_params__")
        if made is None or not made.order or any(has_text(vars(maker)[each]) for each in SPECIAL_ORDERS):
            return None
        return [name for name, field in fields_of_class(maker).items() if field.compare]

    def fields_in_order(self, one: Value, other: Value, node: Any) -> tuple[Value, Value] | None:
        """Two such things as tuples of their fields."""
        fields, others = self.order_by_fields(one), self.order_by_fields(other)
        if fields is None or others is None:
            return None
        if self.class_of(one) is not self.class_of(other):
            self.stop("RAISED", "things of two classes have no order")
        return self.by_fields(one, other, fields, node)

    def by_fields(self, one: Value, other: Value, fields: list[str], node: Any) -> tuple[Value, Value]:
        """Two things as tuples of these fields."""
        left, right = [tuple_of([self.attribute(each, name, node) for name in fields]) for each in (one, other)]
        return left, right

    def is_ordered_by_methods(self, kind: Type) -> bool:
        """Whether values of a type have an order, or hold what has one, that a class gives."""
        for each in within(kind):
            some = Run(Expr(each, "empty"))
            if self.special(some, "__lt__") or self.special(some, "__gt__") or self.order_by_fields(some) is not None:
                return True
        return False


def is_no_answer(value: Value | None) -> bool:
    return isinstance(value, Known) and value.thing is NotImplemented
