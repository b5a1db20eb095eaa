"""The value of a sentence of SMT-LIB under given numbers: what the solver is told, understood without the solver."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

TOKEN = re.compile(r"[()]|[^\s()]+")

OPERATORS: Mapping[str, Callable[..., Any]] = {
    "+": lambda *args: sum(args),
    "*": lambda one, other: one * other,
    "-": lambda one, *others: one - sum(others) if others else -one,
    "<=": lambda one, other: one <= other,
    ">=": lambda one, other: one >= other,
    "<": lambda one, other: one < other,
    ">": lambda one, other: one > other,
    "=": lambda one, other: one == other,
    "not": lambda one: not one,
    "and": lambda *args: all(args),
    "or": lambda *args: any(args),
    "ite": lambda test, yes, no: yes if test else no,
}
"""The operators that questions are written with."""


def value_of(text: str, values: Mapping[str, int]) -> Any:
    """A number or a truth. KeyError for an operator or a name that is not known."""
    stack: list[list[Any]] = [[]]
    for token in TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            operator, *args = stack.pop()
            stack[-1].append(OPERATORS[operator](*args))
        elif stack[-1] or len(stack) == 1:
            stack[-1].append(_leaf(token, values))
        else:
            stack[-1].append(token)
    ((value,),) = stack
    return value


def _leaf(token: str, values: Mapping[str, int]) -> Any:
    if token in ("true", "false"):
        return token == "true"
    return int(token) if token.isdigit() else values[token]
