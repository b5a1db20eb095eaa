"""Edges of ordinary rule text, noticed while it is played.

The code of the rules is replaced for a while by the same code that also tells what it compares, chooses from, draws,
divides and sets. It does what the true code does, with the same lines (as ``referee.verify.play.branches`` does).
"""

from __future__ import annotations

import ast
import hashlib
import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from referee.kernel.game import Game
from referee.kernel.players import Player
from referee.kernel.selections import OneCard
from referee.verify.play.branches import told_by

HOOK = "__referee_edges__"
"""The name of what the changed text calls."""
LONGEST = 80
ORDERED: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
COMPARED = {each.__name__: does for each, does in ORDERED.items()}
BEST = ("max", "min")
CALLED = ("most", "draw", "pay")
ASKED = ("choose", "select")


class Edge(Enum):
    """What is special about the moment."""

    EQUAL = "equal"
    NONE = "none"
    ONE = "one"
    ONESELF = "oneself"
    ALL = "all"
    AGAIN = "again"
    REST = "does not divide"


@dataclass(frozen=True, slots=True)
class Site:
    """A place of the rule text. ``name`` is that of its function; ``clauses`` are those of the rule, or of the rules
    that call it; ``id`` stays the same where other lines change."""

    id: str
    clauses: tuple[str, ...]
    file: Path
    line: int
    name: str
    text: str


Told = Callable[[Site, Edge | None], None]
"""Is told of every time that play comes to a site, with the edge that it is, if it is one."""


@contextmanager
def watching(game: type[Game[Any]], told: Told) -> Iterator[list[Site]]:
    """Tell ``told`` while the block lasts. Rules whose text cannot be read are played as they are, and not watched."""
    sites: list[Site] = []

    def put(name: str, clauses: tuple[str, ...], file: Path, tree: ast.FunctionDef) -> ast.FunctionDef | None:
        if name == "set_up" or name.endswith(".__init__"):
            return None  # nobody plays there
        first = len(sites)
        changed: ast.FunctionDef = _Putting(sites, clauses, file, name).visit(tree)
        return changed if len(sites) > first else None

    with told_by(game, HOOK, _hook(sites, told), put):
        yield sites


class _Putting(ast.NodeTransformer):
    """Puts a call of the hook around what has an edge."""

    def __init__(self, sites: list[Site], clauses: tuple[str, ...], file: Path, name: str) -> None:
        self.sites, self.clauses, self.file, self.name = sites, clauses, file, name
        self.seen: dict[str, int] = {}

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        text = ast.unparse(node)
        self.generic_visit(node)
        if len(node.ops) != 1 or type(node.ops[0]) not in ORDERED:
            return node
        if any(isinstance(each, ast.Constant) and each.value == 0 for each in (node.left, *node.comparators)):
            return node  # whether there is anything: the text says what is done where there is nothing
        return self._call(node, text, "compare", type(node.ops[0]).__name__, node.left, node.comparators[0])

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        text = ast.unparse(node)
        self.generic_visit(node)
        if not isinstance(node.op, ast.FloorDiv):
            return node
        return self._call(node, text, "divide", "", node.left, node.right)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        text = ast.unparse(node)
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in BEST:
            return self._call(node, text, "best", node.func.id, node.func, *node.args, keywords=node.keywords)
        if isinstance(node.func, ast.Attribute) and node.func.attr in CALLED:
            return self._call(node, text, node.func.attr, "", node.func, *node.args, keywords=node.keywords)
        return node

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.expr:
        call = node.value
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr in ASKED
            and call.args
        ):
            text = ast.unparse(call)
            self.generic_visit(node)
            who = [ast.Name(call.args[0].id, ast.Load())] if isinstance(call.args[0], ast.Name) else []
            node.value = self._call(call, text, "asked", "", call.func, *call.args, keywords=call.keywords)
            return self._call(node, text, "answered", "", node, *who)
        self.generic_visit(node)
        return node

    def visit_If(self, node: ast.If) -> ast.If:
        text = f"if {ast.unparse(node.test)}"
        self.generic_visit(node)
        node.test = self._call(node.test, text, "empty", "", node.test)
        return node

    def visit_For(self, node: ast.For) -> ast.For:
        text = f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}"
        self.generic_visit(node)
        node.iter = self._call(node.iter, text, "empty", "", node.iter)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | list[ast.stmt]:
        text = ast.unparse(node)
        self.generic_visit(node)
        target, true = node.targets[0], isinstance(node.value, ast.Constant) and node.value.value is True
        if len(node.targets) != 1 or not true or not isinstance(target, (ast.Attribute, ast.Subscript)):
            return node
        was = ast.parse(ast.unparse(target), mode="eval").body
        for each in ast.walk(was):
            ast.copy_location(each, node)
        return [ast.copy_location(ast.Expr(self._call(node, text, "again", "", was)), node), node]

    def _call(
        self,
        place: Any,
        text: str,
        what: str,
        how: str,
        *arguments: ast.expr,
        keywords: list[ast.keyword] | None = None,
    ) -> ast.expr:
        text = " ".join(text.split())
        key = f"{self.name}\n{text}\n{what}"
        number = self.seen[key] = self.seen.get(key, -1) + 1
        name = hashlib.sha256(f"{key}\n{number}".encode()).hexdigest()[:8]
        said = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
        self.sites.append(Site(name, self.clauses, self.file, place.lineno, self.name, said))
        constants = [ast.Constant(each) for each in (len(self.sites) - 1, what, how)]
        call = ast.Call(ast.Name(HOOK, ast.Load()), [*constants, *arguments], keywords or [])
        return ast.copy_location(ast.fix_missing_locations(ast.copy_location(call, place)), place)


def _hook(sites: list[Site], told: Told) -> Callable[..., Any]:
    def hook(at: int, what: str, how: str, *arguments: Any, **keywords: Any) -> Any:
        edge, value = DOES[what](how, *arguments, **keywords)
        told(sites[at], edge)
        return value

    return hook


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
