"""The changes that are made to rule text: a fixed set of operators over its syntax tree.

They are the usual ones (DeMillo, Lipton and Sayward, *Hints on test data selection*, 1978; Offutt et al., *An
experimental determination of sufficient mutant operators*, 1996), and those of rules of card games: players,
zones, readings, options.
"""

from __future__ import annotations

import ast
import copy
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SEATS = {"next": "left", "left": "right", "right": "left", "others": "everyone_from", "everyone_from": "others"}
"""Words of the table that go round it, each with another one."""
PAYS = ("pay", "swap")
"""Words of the table whose first two arguments change places."""
COMPUTES = {
    *("where", "by_rank", "count", "worth", "only", "size", "reading", "reading_or", "if_else", "greater", "lesser"),
    *("max0", "negate", "others", "len", "sum", "min", "max", "Kinds", "Fraction", "tuple", "list", "dict", "set"),
    *("sorted", "bool", "int", "range"),
}
"""Words that give something which follows from what is written between their brackets, and change nothing."""
TELLS = ("note", "disclose", "reveal", "reveal_if", "show_highest")
"""Words that tell players something: a dropped reveal is an operator of its own."""


@dataclass(frozen=True, slots=True)
class Change:
    """One mutated function: which operator, the line (in its file) it was made in, and the new tree."""

    operator: str
    line: int
    tree: ast.FunctionDef


def changes(
    function: ast.FunctionDef, zones: tuple[tuple[str, ...], ...], readings: dict[str, str]
) -> Iterator[Change]:
    """Every change of one function. ``zones`` lists names that may stand for each other; ``readings`` the defaults."""
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    places = [(at, node) for at, node in enumerate(nodes) if hasattr(node, "lineno")]
    for at, node in places:
        for operator, change in _of(node, zones, readings):
            yield _made(function, at, operator, change)
    for at, node in enumerate([function, *nodes]):
        for field in ("body", "orelse"):
            statements = getattr(node, field, None)
            if isinstance(statements, list):
                yield from _in_block(function, at - 1, field, statements)


Editing = Callable[[ast.AST], "ast.AST | None"]
"""Changes a node in place, or gives the one that stands in its place."""


def _of(node: ast.AST, zones: tuple[tuple[str, ...], ...], readings: dict[str, str]) -> Iterator[tuple[str, Editing]]:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        for number in (node.value + 1, node.value - 1):
            yield "constant", lambda one, number=number: ast.copy_location(ast.Constant(number), one)  # type: ignore[misc]
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "constant", lambda one: ast.copy_location(ast.Constant(not one.value), one)  # type: ignore[attr-defined]
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARED:
        yield "comparison", _compare
    elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
        yield "branch", _negate
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        yield "arithmetic", _other_sign
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr)):
        yield "connective", _other_connective
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        yield from _of_call(node, node.func, readings)
    elif isinstance(node, ast.Attribute):
        for group in zones:
            if node.attr in group:
                for other in group:
                    if other != node.attr:
                        yield "zone", lambda one, other=other: setattr(one, "attr", other)  # type: ignore[misc]
    elif isinstance(node, (ast.List, ast.Tuple)) and isinstance(node.ctx, ast.Load) and len(node.elts) > 1:
        yield "option removed", lambda one: one.elts.pop() and None  # type: ignore[attr-defined]
    elif isinstance(node, ast.Dict) and len(node.keys) > 1:
        yield "option removed", _last_out


def _of_call(node: ast.Call, func: ast.Attribute, readings: dict[str, str]) -> Iterator[tuple[str, Editing]]:
    if func.attr in ("reading", "reading_or") and node.args and isinstance(node.args[0], ast.Constant):
        default = readings.get(str(node.args[0].value))
        if default is not None:
            yield "reading ignored", lambda one: ast.copy_location(ast.Constant(default), one)
    if func.attr in SEATS and isinstance(func.value, ast.Name):
        yield "player", lambda one: setattr(one.func, "attr", SEATS[one.func.attr])  # type: ignore[attr-defined]
    if func.attr in PAYS and len(node.args) >= 2:
        yield "players exchanged", _exchange
    if func.attr == "negate" and node.args:
        yield "negation", lambda one: one.args[0]  # type: ignore[attr-defined]


def _last_out(node: ast.AST) -> None:
    assert isinstance(node, ast.Dict)
    node.keys.pop()
    node.values.pop()


def _compare(node: ast.AST) -> None:
    assert isinstance(node, ast.Compare)
    node.ops[0] = COMPARED[type(node.ops[0])]()


def _negate(node: ast.AST) -> None:
    assert isinstance(node, (ast.If, ast.While, ast.IfExp))
    node.test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)


def _other_sign(node: ast.AST) -> None:
    assert isinstance(node, ast.BinOp)
    node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()


def _other_connective(node: ast.AST) -> None:
    assert isinstance(node, ast.BinOp)
    node.op = ast.BitOr() if isinstance(node.op, ast.BitAnd) else ast.BitAnd()


def _exchange(node: ast.AST) -> None:
    assert isinstance(node, ast.Call)
    node.args[0], node.args[1] = node.args[1], node.args[0]


def _in_block(function: ast.FunctionDef, at: int, field: str, statements: list[ast.stmt]) -> Iterator[Change]:
    for place, statement in enumerate(statements):
        if isinstance(statement, (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Break)):
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                continue  # a docstring
            tells = isinstance(statement, ast.Expr) and _word(statement.value) in TELLS
            operator = "reveal dropped" if tells else "statement dropped"
            yield _made(function, at, operator, _replace(field, place, [ast.Pass()]), statement.lineno)
        before = statements[place - 1]
        if place and _moves(statement) and _moves(before) and not _independent(before, statement):
            both = [copy.deepcopy(statement), copy.deepcopy(before)]
            yield _made(function, at, "statements swapped", _replace(field, place - 1, both, 2), statement.lineno)


def _word(value: ast.expr) -> str:
    return value.func.attr if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) else ""


def _moves(statement: ast.stmt) -> bool:
    return isinstance(statement, (ast.Expr, ast.Assign, ast.AugAssign)) and not (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def _independent(one: ast.stmt, other: ast.stmt) -> bool:
    """Whether two statements mean the same in either order: both only name what they compute, not from each other."""
    if not (_only_computes(one) and _only_computes(other)):
        return False
    (written, names), (written_too, names_too) = _names(one), _names(other)
    return not (written & (names_too | written_too) or written_too & names)


def _only_computes(statement: ast.stmt) -> bool:
    if not isinstance(statement, (ast.Assign, ast.AugAssign)):
        return False
    for node in ast.walk(statement):
        if isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr)):
            return False
        if isinstance(node, ast.Call) and (_word(node) or getattr(node.func, "id", "")) not in COMPUTES:
            return False
    return True


def _names(statement: ast.stmt) -> tuple[set[str], set[str]]:
    """The names and attributes that a statement writes (also a part of), and those that it reads."""
    written: set[str] = set()
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]  # type: ignore[attr-defined]
    for target in targets:
        for part in target.elts if isinstance(target, ast.Tuple) else [target]:
            while isinstance(part, ast.Subscript):
                part = part.value
            written.add(part.attr if isinstance(part, ast.Attribute) else getattr(part, "id", ""))
    read = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and (isinstance(node.ctx, ast.Load) or isinstance(statement, ast.AugAssign)):
            read.add(node.id)
        elif isinstance(node, ast.Attribute):
            read.add(node.attr)
    return written, read


def _replace(field: str, place: int, by: list[ast.stmt], instead_of: int = 1) -> Editing:
    def change(node: ast.AST) -> None:
        statements = getattr(node, field)
        for each in by:
            ast.copy_location(each, statements[place])
        statements[place : place + instead_of] = by

    return change


def _made(function: ast.FunctionDef, at: int, operator: str, change: Editing, line: int | None = None) -> Change:
    """The function with one of its nodes changed; ``at`` is -1 for the function itself."""
    tree = _copy(function)
    nodes = [tree] if at < 0 else [node for statement in tree.body for node in ast.walk(statement)]
    node = nodes[max(0, at)]
    other = change(node)
    if isinstance(other, ast.AST) and at >= 0:
        _Instead(node, other).visit(tree)
    if _is_generator(function) and not _is_generator(tree):
        # A rule stays a rule, also without its only question.
        tree.body.append(ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load()))))
    where = int(line or getattr(node, "lineno", 0) or function.lineno)
    return Change(operator, where, tree)


_written: tuple[ast.FunctionDef, bytes] | None = None
"""The last function that was copied, pickled: that is read in a fifth of the time that ``deepcopy`` takes."""


def _copy(function: ast.FunctionDef) -> ast.FunctionDef:
    global _written
    if _written is None or _written[0] is not function:
        _written = function, pickle.dumps(function, pickle.HIGHEST_PROTOCOL)
    return pickle.loads(_written[1])  # type: ignore[no-any-return]


def _is_generator(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in ast.walk(function))


class _Instead(ast.NodeTransformer):
    def __init__(self, node: ast.AST, other: ast.AST) -> None:
        self.node, self.other = node, other

    def visit(self, node: ast.AST) -> ast.AST:
        return self.other if node is self.node else self.generic_visit(node)
