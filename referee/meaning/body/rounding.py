"""A quotient that is rounded at once: ``math.ceil(n / 2)``. A Program has no floats, and needs none there."""

from __future__ import annotations

import ast
import math
from typing import Any

from referee.meaning import library
from referee.meaning.body.reader import Reader
from referee.meaning.program import Expr
from referee.meaning.types import INT, TRUTH
from referee.meaning.values import Known, Run, Value

EXACT = 1 << 52
"""Quotients of smaller numbers are rounded by Python as if they were exact: a float is nearer to them than to a whole
number, or a half, on the other side."""
ROUNDING: dict[Any, Any] = {
    math.floor: None,
    math.ceil: None,
    math.trunc: library.truncated,
    int: library.truncated,
    round: library.rounded,
}


class Rounding(Reader):
    """Quotients of whole numbers."""

    def whole_quotient(self, node: ast.Call) -> Value | None:
        """What a call gives that rounds a quotient; None: it is another call."""
        quotient = node.args[0] if len(node.args) == 1 and not node.keywords else None
        if not isinstance(quotient, ast.BinOp) or not isinstance(quotient.op, ast.Div):
            return None
        named = node.func.value if isinstance(node.func, ast.Attribute) else node.func
        if not isinstance(named, ast.Name) or getattr(node.func, "attr", named.id) not in NAMES:
            return None
        function = self.eval(node.func)
        if not isinstance(function, Known) or not any(function.thing is each for each in ROUNDING):
            return None
        one = self.settled(self.eval(quotient.left))
        other = self.settled(self.eval(quotient.right))
        if not (self.is_whole_in_play(one) or self.is_whole_in_play(other)):
            return self.call(function, [self.binary(quotient.op, one, other, quotient)], {}, node)
        if not all(self.is_whole_in_play(each) or type(getattr(each, "thing", None)) is int for each in (one, other)):
            return self.call(function, [self.binary(quotient.op, one, other, quotient)], {}, node)
        number = self.fit(one, INT)
        bounds = [Expr(INT, "const", (), each) for each in (-EXACT, EXACT)]
        inside = Expr(TRUTH, "less", (bounds[0], number)), Expr(TRUTH, "less", (number, bounds[1]))
        self.require(Expr(TRUTH, "both.and", inside), "OVERFLOW", "a quotient of large numbers is rounded")
        if (read := ROUNDING[function.thing]) is not None:
            return self.call(Known(read), [one, other], {}, node)
        if function.thing is math.floor:
            return self.binary(ast.FloorDiv(), one, other, node)
        turned = self.binary(ast.FloorDiv(), self.binary(ast.Sub(), Known(0), one, node), other, node)
        return self.binary(ast.Sub(), Known(0), turned, node)

    def is_whole_in_play(self, value: Value) -> bool:
        return isinstance(value, Run) and self.type_of(value) == INT


NAMES = frozenset([each.__name__ for each in ROUNDING])
