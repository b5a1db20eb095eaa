"""The names that a text makes, where it makes them, and what they stand for."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from enum import Enum
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from referee.verify.understood.complaints import Complaint, Found
from referee.verify.understood.things import is_own

if TYPE_CHECKING:
    from referee.verify.understood.reader import Reader

Function = ast.FunctionDef | ast.Lambda
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (ast.FunctionDef, ast.Lambda, *COMPREHENSIONS)
PLAIN_DEFAULTS = (ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp, ast.Tuple)


class _Nothing:
    def __repr__(self) -> str:
        return "nothing"


NOTHING: Any = _Nothing()


class Scopes:
    """A function as it was made, or a class: ``node`` is its part of ``file``."""

    def __init__(self, reader: Reader, thing: Any, node: ast.AST, file: str) -> None:
        self.reader, self.level, self.thing, self.node, self.file = reader, reader.level, thing, node, file
        self.attributes: set[str] = set()
        self.bound: dict[ast.AST, set[str]] = {}
        self.parents: dict[ast.AST, ast.AST] = {}
        self.values: dict[tuple[ast.AST, str], list[ast.expr | None]] = {}

    def refuse(self, node: ast.AST, words: str, remedy: str = "") -> NoReturn:
        raise Found(self._complaint(node, words, remedy))

    def _complaint(self, node: ast.AST, words: str, remedy: str) -> Complaint:
        line = getattr(node, "lineno", getattr(self.node, "lineno", 1))
        return Complaint(self.file, line, words, self.level.by, remedy)

    def nodes(self) -> Iterator[ast.AST]:
        return iter(self.parents)

    def _note(self, node: ast.AST, parent: ast.AST | None) -> None:
        """The nesting of scopes, and the names of each; annotations and decorators are left out."""
        if parent is not None:
            self.parents[node] = parent
        if isinstance(node, SCOPES):
            self.bound[node] = set()
        if isinstance(node, Function):
            every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
            self.bound[node] |= {each.arg for each in every if each is not None}
            for default in (*node.args.defaults, *node.args.kw_defaults):
                if parent is not None and default is not None and not isinstance(default, PLAIN_DEFAULTS):
                    self.refuse(
                        default, f"the default `{ast.unparse(default)}`", "give it where the function is called"
                    )
        skipped = ("annotation", "returns", "decorator_list", "type_params", "type_comment")
        for name, value in ast.iter_fields(node):
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST) and name not in skipped and not isinstance(each, ast.arg):
                    self._note(each, node)
        self._bind(node)
        if isinstance(node, ast.FunctionDef) and parent is not None and node.decorator_list:
            self.refuse(node, f"`@{ast.unparse(node.decorator_list[0])}` in a function", "write a plain function")

    def _bind(self, node: ast.AST) -> None:
        names: list[tuple[str, ast.expr | None]] = []
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            above = self.parents[node]
            single = isinstance(above, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) and (
                not isinstance(above, ast.Assign) or above.targets == [node]
            )
            if isinstance(above, ast.AugAssign):
                self.bound[self.scope_of(node)].add(node.id)
                return
            names = [(node.id, getattr(above, "value", None) if single else self._part(node, above))]
        elif isinstance(node, ast.FunctionDef) and node in self.parents:
            names = [(node.name, None)]
        elif isinstance(node, (ast.MatchAs, ast.MatchStar, ast.ExceptHandler)):
            names = [(node.name, None)] if node.name else []
        for name, value in names:
            scope = self.scope_of(node if not isinstance(node, ast.FunctionDef) else self.parents[node])
            if isinstance(self.parents.get(node), ast.NamedExpr):
                while isinstance(scope, COMPREHENSIONS):
                    scope = self.scope_of(self.parents[scope])
            self.bound[scope].add(name)
            self.values.setdefault((scope, name), []).append(value)

    def _part(self, node: ast.Name, above: ast.AST) -> ast.expr | None:
        """The value of a name in ``one, other = …, …``."""
        whole = self.parents.get(above)
        if not (isinstance(above, ast.Tuple) and isinstance(whole, ast.Assign) and isinstance(whole.value, ast.Tuple)):
            return None
        if whole.targets != [above] or len(whole.value.elts) != len(above.elts):
            return None
        part = whole.value.elts[above.elts.index(node)]
        return None if isinstance(part, ast.Starred) else part

    def scope_of(self, node: ast.AST) -> ast.AST:
        while not isinstance(node, SCOPES):
            node = self.parents[node]
        return node

    def scope_where(self, name: str, node: ast.AST) -> ast.AST | None:
        """The function or comprehension in which a name is made that stands somewhere; None if outside of all."""
        at: ast.AST | None = node
        while at is not None:
            if at in self.bound and name in self.bound[at]:
                return at
            at = self.parents.get(at)
        return None

    def meant(self, node: ast.AST) -> ast.AST:
        """The value of a local name that is set once; else the expression itself.

        A parameter that is set once has two values: what was handed in comes first.
        """
        if isinstance(node, ast.Name):
            scope = self.scope_where(node.id, node)
            given = self.values.get((scope, node.id), []) if scope is not None else []
            if len(given) == 1 and given[0] is not None and not self.is_handed_in(node):
                return given[0]
        return node

    def note_of(self, node: ast.Name) -> str:
        """The annotation that a local name is given, if any."""
        scope = self.scope_where(node.id, node)
        for above in self.parents:
            named = isinstance(above, ast.AnnAssign) and isinstance(above.target, ast.Name)
            if named and above.target.id == node.id and self.scope_of(above.target) is scope:  # type: ignore[attr-defined]
                return ast.unparse(above.annotation)  # type: ignore[attr-defined]
        return ""

    def is_handed_in(self, node: ast.AST) -> bool:
        """Whether a name is a parameter of a function around it, which may be set there as well."""
        scope = self.scope_where(node.id, node) if isinstance(node, ast.Name) else None
        if not isinstance(scope, Function):
            return False
        args = scope.args
        several = [each for each in (args.vararg, args.kwarg) if each is not None]
        every = (*args.posonlyargs, *args.args, *args.kwonlyargs, *several)
        return node.id in [each.arg for each in every]  # type: ignore[attr-defined]

    def is_parameter(self, node: ast.AST) -> bool:
        """Whether a name is a parameter of a function around it, and is set nowhere else."""
        if not self.is_handed_in(node):
            return False
        assert isinstance(node, ast.Name)
        scope = self.scope_where(node.id, node)
        return scope is not None and not self.values.get((scope, node.id))

    def is_table(self, node: ast.AST) -> bool:
        """Whether it is a parameter that is annotated as the table of the game."""
        if not isinstance(node, ast.Name):
            return False
        tables = {each.__name__ for each in self.reader.game.table_class.__mro__[:-1]}
        return self.note_of_parameter(node).strip("'\"") in tables

    def note_of_parameter(self, node: ast.Name) -> str:
        """The annotation of a parameter, "" where it has none."""
        scope = self.scope_where(node.id, node)
        assert isinstance(scope, Function)
        every = (*scope.args.posonlyargs, *scope.args.args, *scope.args.kwonlyargs)
        note = next((each.annotation for each in every if each.arg == node.id), None)
        return "" if note is None else ast.unparse(note)

    def outside(self, name: str, node: ast.AST) -> Any:
        """The value of a name that is not made in this function; ``NOTHING`` where it is."""
        if self.scope_where(name, node) is not None:
            return NOTHING
        if name in self._cells:
            return self._cells[name]
        names = self.thing.__globals__
        return names[name] if name in names else getattr(builtins, name, NOTHING)

    @cached_property
    def _cells(self) -> dict[str, Any]:
        code, found = self.thing.__code__, {}
        for name, cell in zip(code.co_freevars, self.thing.__closure__ or (), strict=True):
            try:
                found[name] = cell.cell_contents
            except ValueError:
                found[name] = None
        return found

    def known_value(self, node: ast.AST) -> Any:
        """The value of a name or an attribute of the game, where that is known; else ``NOTHING``."""
        if isinstance(node, ast.Name):
            return self.outside(node.id, node)
        if isinstance(node, ast.Attribute):
            base = self.known_value(node.value)
            if isinstance(base, type) and (is_own(base) or issubclass(base, Enum)):
                return getattr(base, node.attr, NOTHING)
            if isinstance(base, ModuleType):
                return getattr(base, node.attr, NOTHING)
            if self._is_game(node.value):
                return vars(self.reader.game).get(node.attr, NOTHING)
        return NOTHING

    def _first_parameter(self, node: ast.AST) -> bool:
        if not isinstance(node, ast.Name) or not isinstance(self.node, ast.FunctionDef):
            return False
        args = self.node.args.posonlyargs + self.node.args.args
        return bool(args) and args[0].arg == node.id and self.scope_where(node.id, node) is self.node

    def _is_game(self, node: ast.AST) -> bool:
        """Whether it is the game itself, in one of its methods."""
        of_game = any(self.thing in vars(cls).values() for cls in self.reader.game_classes)
        return of_game and self._first_parameter(node)

    @staticmethod
    def _root(node: ast.AST) -> ast.AST:
        """The object whose attributes, parts and ``setdefault(…)`` are taken."""
        while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
            if isinstance(node, ast.Call) and not (
                isinstance(node.func, ast.Attribute) and node.func.attr == "setdefault"
            ):
                break
            node = node.func if isinstance(node, ast.Call) else node.value
        return node

    def _is_local(self, node: ast.AST) -> bool:
        root = self._root(node)
        return isinstance(root, ast.Name) and self.scope_where(root.id, root) is not None and not self._is_game(root)
