"""Checks on the text of functions: a function that is driven must be a rule, and no other function may be driven."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

DRIVEN = frozenset({"deal", "step"})
"""Methods that the kernel drives, whatever their annotation says."""

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def why_no_rule(node: ast.FunctionDef) -> str:
    """The fault of a method that should be a rule; "" where it asks, or hands a rule on."""
    if node.name not in DRIVEN and not is_annotated_as_rule(node):
        return ""
    if yields_or_returns_rule(node) or _is_left_to_others(node):
        return ""
    return (
        f"{node.name} is a rule and neither asks for anything nor gives a rule, so that it cannot be played: "
        "there is no 'yield from' in it; where it need not ask let it end with 'yield from ()'"
    )


def yields_or_returns_rule(node: ast.FunctionDef) -> bool:
    """Whether the text of a function asks (``yield``), or returns what may be a rule."""
    return any(
        isinstance(each, (ast.Yield, ast.YieldFrom))
        or (isinstance(each, ast.Return) and not isinstance(each.value, (ast.Constant, type(None))))
        for each in own_nodes(node)
    )


@lru_cache(maxsize=1024)
def is_plain(function: Any) -> bool:
    """Whether it is a function that, called, has done all that it does and gives nothing: there is nothing to drive."""
    if not inspect.isfunction(function) or inspect.isgeneratorfunction(function):
        return False
    try:
        (node,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    except (OSError, SyntaxError, ValueError):
        return False
    return isinstance(node, ast.FunctionDef) and not yields_or_returns_rule(node) and not _is_left_to_others(node)


def is_annotated_as_rule(node: ast.FunctionDef) -> bool:
    return node.returns is not None and ast.unparse(node.returns).strip("'\"").startswith("Rule")


def _is_left_to_others(node: ast.FunctionDef) -> bool:
    """Whether it only raises (NotImplementedError, say): variants then write it."""
    return isinstance(node.body[-1], ast.Raise)


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """All of a function's text but that of the functions inside of it."""
    still = children(node)[::-1]
    while still:
        each = still.pop()
        if not isinstance(each, Function):
            yield each
            still += children(each)[::-1]


def children(node: ast.AST) -> list[ast.AST]:
    """What lies right below a node, as ``ast.iter_child_nodes`` has it."""
    found: list[ast.AST] = []
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, ast.AST):
            found.append(value)
        elif isinstance(value, list):
            found += [each for each in value if isinstance(each, ast.AST)]
    return found
