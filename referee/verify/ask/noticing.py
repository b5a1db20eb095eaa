"""What the changed text of the rules calls: it does what the true text does, and says whether that was an edge."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from referee.kernel.players import Player
from referee.kernel.selections import OneCard
from referee.verify.ask.edges import Edge

ORDERED: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
COMPARED = {each.__name__: does for each, does in ORDERED.items()}

Found = tuple[Edge | None, Any]


def _compare(how: str, left: Any, right: Any) -> Found:
    numbers = _is_number(left) and _is_number(right)
    return Edge.EQUAL if numbers and left == right else None, COMPARED[how](left, right)


def _divide(how: str, left: Any, right: Any) -> Found:
    value = left // right
    return Edge.REST if _is_number(left) and _is_number(right) and left % right else None, value


def _best(how: str, function: Any, *arguments: Any, **keywords: Any) -> Found:
    if len(arguments) == 1:
        arguments = (list(arguments[0]),)
    value = function(*arguments, **keywords)
    among = arguments[0] if len(arguments) == 1 else arguments
    measure = keywords.get("key") or (lambda each: each)
    tied = sum(bool(measure(each) == measure(value)) for each in among) > 1
    return Edge.EQUAL if tied else None, value


def _most(how: str, function: Any, *arguments: Any, **keywords: Any) -> Found:
    value = function(*arguments, **keywords)
    if not isinstance(value, tuple):
        return None, value
    return Edge.NONE if not value else Edge.EQUAL if len(value) > 1 else None, value


def _draw(how: str, function: Any, *arguments: Any, **keywords: Any) -> Found:
    edge = None
    if len(arguments) > 1 and _is_number(getattr(arguments[0], "size", None)) and _is_number(arguments[1]):
        there, wanted = arguments[0].size, arguments[1]
        edge = Edge.NONE if there < wanted else Edge.ALL if there == wanted > 0 else None
    return edge, function(*arguments, **keywords)


def _pay(how: str, function: Any, *arguments: Any, **keywords: Any) -> Found:
    edge = None
    if len(arguments) > 2:
        if isinstance(arguments[0], Player) and arguments[0] is arguments[1]:
            edge = Edge.ONESELF
        elif _is_number(arguments[2]) and arguments[2] == 0:
            edge = Edge.NONE
    return edge, function(*arguments, **keywords)


def _asked(how: str, function: Any, *arguments: Any, **keywords: Any) -> Found:
    number: Any = None
    if len(arguments) > 2:
        options = arguments[2]
        if isinstance(options, (tuple, list)):
            number = len(options)
        elif type(options) is OneCard:
            number = options.count()
    edge = Edge.NONE if number == 0 else Edge.ONE if number == 1 else None
    return edge, function(*arguments, **keywords)


def _answered(how: str, value: Any, who: Any = None) -> Found:
    return Edge.ONESELF if isinstance(who, Player) and value is who else None, value


def _empty(how: str, value: Any) -> Found:
    return (Edge.NONE if isinstance(value, (tuple, list, dict, set, frozenset)) and not value else None), value


def _again(how: str, was: Any) -> Found:
    return Edge.AGAIN if was is True else None, None


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


DOES: dict[str, Callable[..., Found]] = {
    "compare": _compare, "divide": _divide, "best": _best, "most": _most, "draw": _draw, "pay": _pay,
    "asked": _asked, "answered": _answered, "empty": _empty, "again": _again,
}  # fmt: skip
