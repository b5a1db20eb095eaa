"""What the functions of ``operator`` mean."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
import operator
from typing import Any

from referee.meaning.operations.registry import OPERATIONS, Operation, operation
from referee.meaning.types import NUMBERS
from referee.meaning.values import Known, Value


def _operator(op: ast.operator) -> Operation:
    return lambda b, args, words, node: b.binary(op, *args, node)


for _function, _op in (
    *[(operator.add, ast.Add), (operator.sub, ast.Sub), (operator.mul, ast.Mult), (operator.floordiv, ast.FloorDiv)],
    *[(operator.mod, ast.Mod), (operator.and_, ast.BitAnd), (operator.or_, ast.BitOr), (operator.xor, ast.BitXor)],
):
    OPERATIONS[_function] = _operator(_op())


def _comparing(sign: type[ast.cmpop]) -> Operation:
    return lambda b, args, words, node: b.compare(sign(), *args, node)


for _function, _sign in (
    *[(operator.eq, ast.Eq), (operator.ne, ast.NotEq), (operator.lt, ast.Lt), (operator.le, ast.LtE)],
    *[(operator.gt, ast.Gt), (operator.ge, ast.GtE)],
):
    OPERATIONS[_function] = _comparing(_sign)


@operation(operator.neg)
def _negative(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.binary(ast.Sub(), Known(0), args[0], node) if b.type_of(args[0]) in NUMBERS else None


@operation(operator.not_)
def _not(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.negated(args[0])


@operation(operator.truth)
def _truth(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.truth(args[0])


@operation(operator.contains)
def _contains(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.contained(args[1], args[0], node)


@operation(operator.getitem)
def _getitem(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.item(args[0], args[1], node)
