"""Which Programs keep one kind of number as another: what is told of such a number is not known.

To Python a truth that a scalar of numbers keeps is still a truth, and a record says ``true``; to a Program it is 1. So
it is with a whole number among fractions. Where it is only reckoned with, both are the same.
"""

from __future__ import annotations

from fractions import Fraction

from referee.meaning.program import Do, Expr, Program, expressions
from referee.meaning.types import FRACTION, INT, NUMBERS, TRUTH, WIDE, Type, within

RECKONS = frozenset(["add", "sub", "mul", "div", "mod", "pow", "negative", "abs", "truediv", "fraction", "pay"])
RECKONS |= {"less", "least", "more", "most", "equal", "differ"}
"""Operations that give the same for numbers that are equal, whatever kind of number they are."""
KINDS = {TRUTH: bool, INT: int, WIDE: int, FRACTION: Fraction}


def keeps_other_numbers(program: Program) -> bool:
    """Whether something keeps a number as one of another kind."""
    first = [Do(value) for _, value in program.scalars.values()]
    every = expressions([*first, *[each for function in program.functions for each in function.body]])
    reckoned_with = {id(part) for each in every if each.op in RECKONS for part in each.args}
    return any(is_another(each) for each in every if id(each) not in reckoned_with)


def is_another(expr: Expr) -> bool:
    """Whether an expression makes a number one of another kind."""
    if expr.op == "const" and expr.type in NUMBERS:
        return type(expr.about) is not KINDS[expr.type]
    if expr.op != "convert":
        return False
    own, kind = _numbers(expr.args[0].type), _numbers(expr.type)
    return bool(kind) and (not {*own} <= {*kind} or (len(own) == len(kind) and own != kind))


def _numbers(kind: Type) -> list[Type]:
    return [INT if each is WIDE else each for each in within(kind) if each in NUMBERS]
