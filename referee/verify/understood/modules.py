"""The statements of rule modules when they are loaded: they define, import and name; nothing else is understood."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import resolve_name
from types import FunctionType, ModuleType
from typing import Any

from referee.kernel.source_loading import text_at
from referee.verify.understood.sets import orders_at_load
from referee.verify.understood.things import VOCABULARY, NotUnderstood, Things, is_own
from referee.verify.understood.words import KERNEL, PURE, Level

DEFINING = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Pass, ast.Assert)
READ_AT_LOAD = frozenset(["json", "tomllib", "csv", "pathlib", "re", "string"])
"""Modules that say the same of the same files; files that are read are a part of what a verdict rests on."""


def tree_of(file: str) -> ast.Module:
    """The text of a file, as it was loaded."""
    return tree_in(text_at(file))


@lru_cache(maxsize=1024)
def tree_in(text: bytes) -> ast.Module:
    """A text of Python."""
    return ast.parse(text)


class Modules:
    """Reads modules, each once."""

    def __init__(self, level: Level, things: Things) -> None:
        self.level, self.things = level, things
        self._known: set[str] = set()

    def first_complaint(self, name: str) -> tuple[str, int, str] | None:
        """File, line and words of the first statement that is not understood, here or in what is imported."""
        todo = [name]
        while todo:
            module = sys.modules.get(todo.pop())
            if module is None or module.__name__ in self._known or not is_own(module):
                continue
            self._known.add(module.__name__)
            tree = tree_of(str(module.__file__))
            for node in tree.body:
                if not _only_defines(node):
                    return str(module.__file__), node.lineno, f"`{_first_line(node)}` where a module is loaded"
            for line, what in orders_at_load(tree, vars(module)) if not _is_referee(module) else ():
                return str(module.__file__), line, what
            todo += _imported(module, tree)
        return None

    def why_not(self, module_name: str, name: str) -> tuple[str, int, str] | None:
        """File, line and words where a name of a module is not made of what is understood."""
        module = sys.modules.get(module_name)
        if module is None or not is_own(module):
            return None
        file = str(module.__file__)
        bound = [node for node in tree_of(file).body if name in _bound_by(node)]
        if not bound:
            stars = [one for one in _imports(module, tree_of(file)) if one[1] == "*"]
            return next((found for one in stars if (found := self.why_not(one[0], name)) is not None), None)
        if len(bound) > 1:
            return file, bound[-1].lineno, f"`{name}`, which is made twice,"
        (node,) = bound
        if isinstance(node, ast.ImportFrom):
            for source, original, given in _imports(module, ast.Module([node], [])):
                if given == name:
                    return self.why_not(source, original)
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            for each in ast.walk(node.value):
                if isinstance(each, ast.Name) and not self._is_known(module, each.id):
                    return file, each.lineno, f"`{ast.unparse(_around(node.value, each))}` where a module is loaded"
        return None

    def _is_known(self, module: ModuleType, name: str) -> bool:
        """Whether a name may stand in what a constant is made of."""
        if name not in vars(module):
            return name in self.level.builtins or not hasattr(builtins, name)  # of a comprehension
        value: Any = vars(module)[name]
        if isinstance(value, ModuleType):
            return is_own(value) or value.__name__ in (*READ_AT_LOAD, "functools", "itertools", "math", "fractions")
        if isinstance(value, FunctionType) and is_own(value):
            try:
                self.things.look(value)
            except NotUnderstood:
                return False
            return True
        home = str(getattr(value, "__module__", "builtins")).partition(".")[0]
        known = id(value) in KERNEL or id(value) in PURE or id(value) in VOCABULARY or home in READ_AT_LOAD
        return known or home in ("functools", "builtins", "referee", "typing") or not callable(value) or is_own(value)


def _only_defines(node: ast.stmt) -> bool:
    if isinstance(node, DEFINING):
        return True
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.If):
        return ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING", "__name__ == '__main__'")
    if isinstance(node, ast.AnnAssign):
        return isinstance(node.target, ast.Name)
    if isinstance(node, ast.Assign):
        return all(
            isinstance(each, (ast.Name, ast.Tuple, ast.List, ast.Starred, ast.Store))
            for target in node.targets
            for each in ast.walk(target)
        )
    return type(node).__name__ == "TypeAlias"


def _bound_by(node: ast.stmt) -> set[str]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {(each.asname or each.name).partition(".")[0] for each in node.names}
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def _imports(module: ModuleType, tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    """The origin of imported names: module, name there, name here."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            source = "." * node.level + (node.module or "")
            package = module.__package__ or module.__name__.rpartition(".")[0]
            try:
                whole = resolve_name(source, package) if node.level else source
            except ImportError:
                continue
            for each in node.names:
                yield whole, each.name, each.asname or each.name
        elif isinstance(node, ast.Import):
            for each in node.names:
                yield each.name, "", each.asname or each.name


def _is_referee(module: ModuleType) -> bool:
    """Whether it is a part of referee, and not of one of its games."""
    return module.__name__.startswith("referee.") and not module.__name__.startswith("referee.games.")


def _imported(module: ModuleType, tree: ast.Module) -> Iterator[str]:
    for source, name, _ in _imports(module, tree):
        yield source
        yield f"{source}.{name}"


def _around(whole: ast.expr, name: ast.Name) -> ast.AST:
    """The attribute or call that a name is the beginning of."""
    found: ast.AST = name
    for node in ast.walk(whole):
        if isinstance(node, ast.Attribute) and node.value is name:
            found = node
    return found


def _first_line(node: ast.AST) -> str:
    return ast.unparse(node).splitlines()[0][:60]
