"""The texts of functions: their syntax trees, and what the names in them stand for."""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from referee.kernel.errors import BadInput
from referee.meaning.values import Code


class NoMeaning(BadInput):
    """Text that has no meaning yet: one line names the file, the place, what it is and what to write in its place."""


@functools.lru_cache(None)
def _tree(path: str) -> ast.Module:
    return ast.parse(Path(path).read_text(encoding="utf-8"), path)


@functools.lru_cache(None)
def _functions(path: str) -> dict[tuple[str, int], ast.FunctionDef | ast.Lambda]:
    found: dict[tuple[str, int], ast.FunctionDef | ast.Lambda] = {}
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *[each.lineno for each in node.decorator_list]])
            found[node.name, first] = node
        elif isinstance(node, ast.Lambda):
            key = ("<lambda>", node.lineno)
            if key not in found:
                found[key] = node
    return found


class Scope:
    """What a name stands for that a function does not set itself: its closure, its module, what Python has."""

    def __init__(self, function: FunctionType | None, outer: Callable[[str], Any] | None = None) -> None:
        self.function = function
        self.outer = outer
        self.file = "" if function is None else function.__code__.co_filename
        self.cells: dict[str, Any] = {}
        if function is not None and function.__closure__:
            names = function.__code__.co_freevars
            for name, cell in zip(names, function.__closure__, strict=True):
                try:
                    self.cells[name] = cell.cell_contents
                except ValueError:
                    continue

    def find(self, name: str) -> Any:
        """KeyError: there is no such name."""
        if name in self.cells:
            return self.cells[name]
        if self.function is not None and name in self.function.__globals__:
            return self.function.__globals__[name]
        return vars(builtins)[name]


_codes: dict[int, tuple[CodeType, Code]] = {}
READ_AS: dict[CodeType, ast.FunctionDef] = {}
"""The trees of functions whose code was made in play: a file has another text."""


def code_of(function: FunctionType) -> Code:
    """The text of a function. NoMeaning: it has none that can be read."""
    function = inspect.unwrap(function)
    code = function.__code__
    known = _codes.get(id(code))
    if known is not None and known[0] is code and known[1].scope.function is function:
        return known[1]
    try:
        node = READ_AS.get(code) or _functions(code.co_filename)[code.co_name, code.co_firstlineno]
    except (OSError, KeyError, SyntaxError):
        raise NoMeaning(f"{code.co_filename}:{code.co_firstlineno}: {code.co_name} has no text to read") from None
    made = Code(node, Scope(function), f"{code.co_filename}:{code.co_firstlineno}")
    _codes[id(code)] = code, made
    return made


@functools.lru_cache(None)
def _yields(node: ast.AST) -> tuple[ast.AST, ...]:
    """The yields of a function itself, not those of functions in it."""
    found: list[ast.AST] = []

    def look(at: ast.AST) -> None:
        for each in ast.iter_child_nodes(at):
            if isinstance(each, (ast.Yield, ast.YieldFrom)):
                found.append(each)
            if not isinstance(each, (ast.FunctionDef, ast.Lambda, ast.GeneratorExp)):
                look(each)

    look(node)
    return tuple(found)


KERNEL = str(Path(__file__).parent.with_name("kernel"))


def is_rule(code: Code) -> bool:
    """Whether calling it gives a rule, which is to be driven."""
    yields = _yields(code.node)
    return bool(yields) and not is_plain_generator(code)


def is_plain_generator(code: Code) -> bool:
    """Whether it gives one thing after the other and asks for nothing."""
    kernel = code.scope.file.startswith(KERNEL) and not code.scope.file.endswith(("grids.py", "spaces.py"))
    return any(isinstance(each, ast.Yield) for each in _yields(code.node)) and not kernel


@functools.lru_cache(None)
def assigned_in(nodes: tuple[ast.AST, ...]) -> frozenset[str]:
    """The names that statements set."""
    found: set[str] = set()

    def look(at: ast.AST) -> None:
        if isinstance(at, ast.Name) and isinstance(at.ctx, ast.Store):
            found.add(at.id)
        if isinstance(at, (ast.FunctionDef,)):
            found.add(at.name)
            return
        if isinstance(at, ast.Lambda):
            return
        if isinstance(at, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            for each in ast.walk(at):
                if isinstance(each, ast.NamedExpr) and isinstance(each.target, ast.Name):
                    found.add(each.target.id)
            return
        for child in ast.iter_child_nodes(at):
            look(child)

    for node in nodes:
        look(node)
    return frozenset(found)


CHANGING = (
    *("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"),
    *("add", "discard", "update", "setdefault", "popitem"),
)


@functools.lru_cache(None)
def changed_in(node: ast.AST) -> frozenset[str]:
    """The names of local lists and dictionaries that a function changes: by a method, an item, ``+=`` or ``del``.
    A list that is assigned item by item and a dictionary with known keys are told apart later."""
    found: set[str] = set()
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr in CHANGING:
            if isinstance(each.func.value, ast.Name):
                found.add(each.func.value.id)
        elif isinstance(each, ast.Subscript) and isinstance(each.ctx, (ast.Store, ast.Del)):
            if isinstance(each.value, ast.Name):
                found.add(each.value.id)
        elif isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name):
            found.add(each.target.id)
    return frozenset(found)


@functools.lru_cache(None)
def free_names(node: ast.AST) -> frozenset[str]:
    """The names that a function reads."""
    return frozenset([each.id for each in ast.walk(node) if isinstance(each, ast.Name)])


COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@functools.lru_cache(None)
def functions_within(node: ast.AST) -> dict[int, dict[str, int]]:
    """The functions in the text of one, by their ids: the names that comprehensions around each of them set, and the
    id of that comprehension."""
    found: dict[int, dict[str, int]] = {}

    def look(at: ast.AST, names: dict[str, int]) -> None:
        for each in ast.iter_child_nodes(at):
            if isinstance(each, (ast.FunctionDef, ast.Lambda)):
                found[id(each)] = names
            if isinstance(each, COMPREHENSIONS):
                targets = [
                    name for one in each.generators for name in ast.walk(one.target) if isinstance(name, ast.Name)
                ]
                look(each, {**names, **{name.id: id(each) for name in targets}})
            elif not isinstance(each, (ast.FunctionDef, ast.Lambda)):
                look(each, names)

    look(node, {})
    return found


def read_as(function: FunctionType, before: Code, body: list[ast.stmt]) -> None:
    """Read a function with another body from now on, in this process: its code was made of that. ``before`` is what
    it was read as; the tree stays, so that whoever knows the function by it finds it again."""
    assert isinstance(before.node, ast.FunctionDef)
    before.node.body = body
    READ_AS[function.__code__] = before.node
    for each in (_yields, assigned_in, changed_in, free_names, functions_within):
        each.cache_clear()
