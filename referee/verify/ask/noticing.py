"""What the changed text of the rules calls: it does what the true text does, and says whether that was an edge.

Each function is told of the match, how the place does it, and what the true text has there.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from referee.kernel.events import Event
from referee.kernel.players import Player
from referee.kernel.selections import OneCard
from referee.kernel.table import Table
from referee.verify.ask.edges import Edge
from referee.verify.ask.match import Match

ORDERED: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
SAME: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip
COMPARED = {each.__name__: does for each, does in {**ORDERED, **SAME}.items()}
SAME_NAMES = [each.__name__ for each in SAME]
INCLUDING = {("right", "LtE"), ("right", "Gt"), ("left", "GtE"), ("left", "Lt")}
"""Where the limit stands, and comparisons whose text says what is done with more than it."""

Found = tuple[Edge | None, Any]


def _compare(
    match: Match, how: str, left: Any, right: Any, table: Any = None, reads: tuple[tuple[str, ...], ...] = ((), ()),
    limit: str = "", sized: bool = False,
) -> Found:  # fmt: skip
    """``reads``: the names of zones and scalars of the ``table`` on either side; ``limit``: the side that is one, if
    one is; ``sized``: the other one is the number of cards that a player has."""
    value = COMPARED[how](left, right)
    match.others = (not value,)
    if _is_number(left) and _is_number(right):
        amount, most = (left, right) if limit == "right" else (right, left)
        over = limit and (sized or how in SAME_NAMES) and (limit, how) not in INCLUDING
        if over and match.passes(amount, most, reached=sized):
            return Edge.MORE, value
        if left == right and how not in SAME_NAMES:
            return Edge.EQUAL, value
        if limit:
            return None, value
    nobody = how in SAME_NAMES  # of what may be the same it is worth asking where it is nobody yet
    new = [any(match.is_first(table, name, nobody=nobody) for name in names) for names in reads]
    return Edge.FIRST if new[0] != new[1] else None, value


def _divide(match: Match, how: str, left: Any, right: Any) -> Found:
    value = left // right
    return Edge.REST if _is_number(left) and _is_number(right) and left % right else None, value


def _best(match: Match, how: str, function: Any, *arguments: Any, **keywords: Any) -> Found:
    if len(arguments) == 1:
        arguments = (list(arguments[0]),)
    value = function(*arguments, **keywords)
    among = arguments[0] if len(arguments) == 1 else arguments
    measure = keywords.get("key") or (lambda each: each)
    tied = [each for each in among if bool(measure(each) == measure(value))]
    if len(tied) < 2:
        return None, value
    match.others = (tied[-1],)
    return Edge.EQUAL, value


def _most(match: Match, how: str, function: Any, *arguments: Any, **keywords: Any) -> Found:
    value = function(*arguments, **keywords)
    if not isinstance(value, tuple):
        return None, value
    if len(value) > 1:
        match.others = value[:1], value[-1:]
    return Edge.NONE if not value else Edge.EQUAL if len(value) > 1 else None, value


def _draw(match: Match, how: str, function: Any, *arguments: Any, **keywords: Any) -> Found:
    edge = None
    if len(arguments) > 1 and _is_number(getattr(arguments[0], "size", None)) and _is_number(arguments[1]):
        there, wanted = arguments[0].size, arguments[1]
        edge = Edge.NONE if there < wanted else Edge.ALL if there == wanted > 0 else None
        if edge is None and len(arguments) > 2 and match.is_more(arguments[2], wanted):
            edge = Edge.MORE
    return edge, function(*arguments, **keywords)


def _move(match: Match, how: str, function: Any, *arguments: Any, **keywords: Any) -> Found:
    value = function(*arguments, **keywords)
    return Edge.MORE if len(arguments) > 2 and match.is_more(arguments[2]) else None, value


def _end(match: Match, how: str, function: Any, *arguments: Any, **keywords: Any) -> Found:
    table = getattr(function, "__self__", None)
    early = isinstance(table, Table) and table is match.table and len(match.asked) < len(table.players)
    return Edge.FIRST if early else None, function(*arguments, **keywords)


def _effect(match: Match, how: str, event: Any, player: Any) -> Found:
    again = isinstance(event, Event) and isinstance(player, Player) and match.is_second(event, player)
    return Edge.MORE if again else None, None


def _pay(match: Match, how: str, function: Any, *arguments: Any, **keywords: Any) -> Found:
    edge = None
    if len(arguments) > 2:
        if isinstance(arguments[0], Player) and arguments[0] is arguments[1]:
            edge = Edge.ONESELF
        elif _is_number(arguments[2]) and arguments[2] == 0:
            edge = Edge.NONE
    return edge, function(*arguments, **keywords)


def _asked(match: Match, how: str, function: Any, *arguments: Any, **keywords: Any) -> Found:
    number: Any = None
    if len(arguments) > 2:
        options = arguments[2]
        if isinstance(options, (tuple, list)):
            number = len(options)
        elif type(options) is OneCard:
            number = options.count()
    edge = Edge.NONE if number == 0 else Edge.ONE if number == 1 else None
    return edge, function(*arguments, **keywords)


def _answered(match: Match, how: str, value: Any, who: Any = None) -> Found:
    return Edge.ONESELF if isinstance(who, Player) and value is who else None, value


def _empty(match: Match, how: str, value: Any) -> Found:
    return (Edge.NONE if isinstance(value, (tuple, list, dict, set, frozenset)) and not value else None), value


def _again(match: Match, how: str, was: Any) -> Found:
    return Edge.AGAIN if was is True else None, None


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


DOES: dict[str, Callable[..., Found]] = {
    "compare": _compare, "divide": _divide, "best": _best, "most": _most, "draw": _draw, "pay": _pay,
    "asked": _asked, "answered": _answered, "empty": _empty, "again": _again,
    "move": _move, "end": _end, "win": _end, "effect": _effect,
}  # fmt: skip
