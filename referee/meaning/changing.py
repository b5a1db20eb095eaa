"""What functions change: names of modules and of functions around them, and attributes of classes, by the text."""

from __future__ import annotations

import ast
import functools
from collections import deque
from fractions import Fraction

from referee.kernel.ruleshape import children
from referee.kernel.source_loading import text_at
from referee.meaning.texts import CHANGING, assigned_in, changed_by, module_tree

CHANGES = frozenset(
    [
        *CHANGING,
        *("appendleft", "popleft", "extendleft", "rotate", "subtract", "move_to_end"),
        *("intersection_update", "difference_update", "symmetric_difference_update"),
        *("__setitem__", "__delitem__", "__setattr__", "__iadd__", "__ior__"),
    ]
)
"""The methods that change what they are called on."""
PLAIN = (int, bool, float, complex, str, bytes, tuple, frozenset, list, dict, set, range, Fraction, type(None), deque)
METHODS = frozenset([name for kind in PLAIN for name in dir(kind) if not name.startswith("__")]) - CHANGES
"""The methods of plain things that change nothing."""


def arguments_of(node: ast.FunctionDef | ast.Lambda) -> list[ast.arg]:
    spec = node.args
    more = [each for each in (spec.vararg, spec.kwarg) if each is not None]
    return [*spec.posonlyargs, *spec.args, *spec.kwonlyargs, *more]


@functools.lru_cache(None)
def _changes(file: str, text: bytes) -> tuple[frozenset[str], frozenset[str]]:
    """The names of a module, and those of functions around others, that functions change."""
    of_module: set[str] = set()
    of_functions: set[str] = set()

    def look(at: ast.AST, around: list[set[str]]) -> None:
        for each in children(at):
            inner = around
            if isinstance(each, (ast.FunctionDef, ast.Lambda)):
                body = each.body if isinstance(each.body, list) else [each.body]
                said = {name for one in body for part in ast.walk(one) for name in _outer_names(part)}
                inner = [*around, ({one.arg for one in arguments_of(each)} | set(assigned_in(tuple(body)))) - said]
                of_module.update(said)
                of_functions.update(said)
            if around and (name := _changed_name(each)) and name not in around[-1]:
                (of_functions if any(name in names for names in around) else of_module).add(name)
            look(each, inner)

    look(module_tree(file, text), [])
    return frozenset(of_module), frozenset(of_functions)


def set_on_classes(file: str) -> frozenset[str]:
    """The names of attributes that functions set on a class: ``Name.x = …``, ``cls.x = …``, ``type(self).x = …``."""
    return _set_on_classes(file, text_at(file))


@functools.lru_cache(None)
def _set_on_classes(file: str, text: bytes) -> frozenset[str]:
    functions = [each for each in ast.walk(module_tree(file, text)) if isinstance(each, ast.FunctionDef)]
    found = set()
    for function in functions:
        for each in ast.walk(function):
            if isinstance(each, ast.Attribute) and not isinstance(each.ctx, ast.Load):
                on = ast.unparse(each.value)
                if on == "cls" or on[:1].isupper() or on.startswith("type(") or on.endswith("__class__"):
                    found.add(each.attr)
    return frozenset(found)


def _outer_names(node: ast.AST) -> list[str]:
    return node.names if isinstance(node, (ast.Global, ast.Nonlocal)) else []


def _changed_name(node: ast.AST) -> str:
    """The name of a thing that a part of a text changes."""
    on: ast.AST | None = None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
        on = node.func.value
    elif isinstance(node, ast.Call):
        on = changed_by(node)
    elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
        on = node.value
    while isinstance(on, ast.Subscript):
        on = on.value
    return on.id if isinstance(on, ast.Name) else ""


def _changes_of(file: str) -> tuple[frozenset[str], frozenset[str]]:
    try:
        return _changes(file, text_at(file))
    except (OSError, SyntaxError):
        return frozenset(), frozenset()


def changed_names(file: str) -> frozenset[str]:
    """The names of a module that its functions change."""
    return _changes_of(file)[0]


def changed_cells(file: str) -> frozenset[str]:
    """The names of functions that functions within them change."""
    return _changes_of(file)[1]
