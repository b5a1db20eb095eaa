"""Generators of Python: functions that give one thing after the other and ask for nothing, so that they are no rules.

What a function is says its text: each of its ``yield`` gives a thing, to which nobody answers. One that only hands on
what others give (``yield from``) gives things where those do.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from functools import lru_cache
from typing import Any, NamedTuple

from referee.kernel.ruleshape import DRIVEN, is_annotated_as_rule, own_nodes


class Generators(NamedTuple):
    """The names of a module's functions and methods that yield: all of them, and those of which one asks."""

    every: frozenset[str]
    asking: frozenset[str]


def gives_things(node: ast.AST | None, of: Generators) -> bool:
    """Whether a function gives things. That it drives no rule of another module is for whoever knows that to see."""
    return isinstance(node, ast.FunctionDef) and bool(_yields(node)) and not _asks(node, of)


def _yields(node: ast.FunctionDef) -> list[ast.Yield | ast.YieldFrom]:
    return [each for each in own_nodes(node) if isinstance(each, (ast.Yield, ast.YieldFrom))]


def _asks(node: ast.FunctionDef, of: Generators) -> bool:
    """Whether a function that yields is a rule, by its text."""
    if node.name in DRIVEN or is_annotated_as_rule(node):
        return True
    if node.name == "__iter__":
        return False
    told = [each.value for each in own_nodes(node) if isinstance(each, ast.Expr)]
    yields = _yields(node)
    if not all(each in told and each.value is not None for each in yields):
        return True
    driven = [each.value for each in yields if isinstance(each, ast.YieldFrom)]
    some = len(driven) < len(yields)
    return not all(_gives(each, of, some) for each in driven)


def _gives(node: ast.expr, of: Generators, some: bool) -> bool:
    """Whether what stands behind ``yield from`` gives things: a display of some, a comprehension, ``sorted(…)``, what a
    function gives. ``some``: other things are given beside it, so that whatever has a name gives things as well."""
    on, name = _called(node)
    if on in ("", "self") and name:
        return name in of.every - of.asking or (not on and hasattr(builtins, name))
    if on:
        return some and on not in ("t", "table")
    shown = isinstance(node, (ast.Tuple, ast.List)) and bool(node.elts)
    return some or shown or isinstance(node, (ast.GeneratorExp, ast.ListComp))


def _called(node: ast.expr) -> tuple[str, str]:
    """What is called, of what; "" where nothing is called, or of nothing."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute):
        return ast.unparse(function.value), function.attr
    return "", function.id if isinstance(function, ast.Name) else ""


class _Text(NamedTuple):
    """What is kept of a module's text, and not its tree: to look through that again and again for garbage takes time
    from play."""

    generators: Generators
    giving: frozenset[tuple[str, int]]
    """The functions that give things, by name and by the line in which their code begins."""


@lru_cache(maxsize=256)
def _read(text: bytes | str) -> _Text:
    functions = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.FunctionDef) and _yields(each)]
    every = frozenset([each.name for each in functions])
    found, before = Generators(every, frozenset()), None
    while found != before:
        before, found = found, Generators(every, frozenset([each.name for each in functions if _asks(each, found)]))
    return _Text(found, frozenset([(each.name, _first(each)) for each in functions if not _asks(each, found)]))


def generators_in(text: bytes | str) -> Generators:
    """The functions of a module that yield."""
    return _read(text).generators


def text_around(thing: Any) -> str:
    """The text of the module of a function or a class; "" where there is none."""
    try:
        return "".join(inspect.findsource(thing)[0])
    except OSError:
        return ""


@lru_cache(maxsize=1024)
def is_giving(function: Any) -> bool:
    """Whether it is a generator that gives things."""
    if not inspect.isgeneratorfunction(function) or not (text := text_around(function)):
        return False
    code = function.__code__
    return (code.co_name, code.co_firstlineno) in _read(text).giving


def _first(node: ast.FunctionDef) -> int:
    """The line in which the code of a function begins: that of its first decorator."""
    return min([node.lineno, *[each.lineno for each in node.decorator_list]])
