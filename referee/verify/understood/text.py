"""The text of one function or class: every statement, operator, name and attribute of it is looked up."""

from __future__ import annotations

import ast
import builtins
from enum import Enum
from fractions import Fraction
from types import FunctionType, ModuleType
from typing import Any

from referee.kernel.cards import Suit
from referee.kernel.players import Player
from referee.verify.understood.changes import KEEPS, MINE, Changes, set_outside
from referee.verify.understood.complaints import Complaint, Found
from referee.verify.understood.identities import Identities
from referee.verify.understood.scopes import NOTHING
from referee.verify.understood.sets import Sets
from referee.verify.understood.things import NotUnderstood, called, is_own
from referee.verify.understood.words import (
    CACHES,
    INSTEAD,
    KERNEL,
    MUTATING,
    NOT_UNDERSTOOD_OPERATORS,
    OF_VALUES,
    TELLING,
)

KINDS = {
    ast.Try: "try", ast.With: "with", ast.Global: "global", ast.Delete: "del", ast.ClassDef: "class in a function",
    ast.Import: "import in a function", ast.ImportFrom: "import in a function", ast.Yield: "yield",
    ast.AsyncFunctionDef: "async", ast.Await: "await", ast.TryStar: "try", ast.MatchClass: "match of a class",
    ast.MatchMapping: "match of a mapping", ast.MatchSequence: "match of a sequence",
}  # fmt: skip
REMEDIES = {
    ast.Try: "look first whether it can be done",
    ast.Global: KEEPS,
    ast.Delete: "make a new one without it",
    ast.MatchClass: "write 'if'",
    ast.MatchMapping: "write 'if'",
    ast.MatchSequence: "write 'if'",
}
TOLD = (Fraction,)
TOLD_BY_PYTHON = (str, tuple, list, dict)
"""Not numbers and truths: equal ones may be of one sort or of the other."""


class Text(Changes):
    """Looks at every node of a text."""

    def check_class(self) -> None:
        """Check the body of a class. What it makes is checked where it is named."""
        node = self.node
        assert isinstance(node, ast.ClassDef)
        for word in node.keywords:
            self.refuse(node, f"`{word.arg}=` of a class", "write a plain class")
        for decorator in node.decorator_list:
            if ast.unparse(decorator).partition("(")[0] not in ("dataclass", "dataclasses.dataclass", "unique"):
                self.refuse(decorator, f"`@{ast.unparse(decorator)}`", "write a plain class")
        for each in node.body:
            names = [each.name] if isinstance(each, ast.FunctionDef) else []
            if isinstance(each, (ast.Assign, ast.AnnAssign)):
                targets = each.targets if isinstance(each, ast.Assign) else [each.target]
                names = [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]
            elif not isinstance(each, (ast.FunctionDef, ast.Pass)) and not _is_text(each):
                self.refuse(each, f"`{ast.unparse(each).splitlines()[0]}` in a class", "write a method")
            for name in names:
                if name.startswith("__") and name not in ("__init__", "__post_init__", "__slots__"):
                    self.refuse(each, f"`{name}`", "write a method with a name of its own")

    def check_function(self) -> None:
        """Every node of it, but for annotations and what stands in the text of others."""
        self._note(self.node, None)
        for decorator in getattr(self.node, "decorator_list", ()):
            self._decorator(decorator)
        for node in self.nodes():
            if type(node) not in self.level.nodes and not isinstance(node, self.level.nodes):
                word = KINDS.get(type(node), type(node).__name__.lower())
                self.refuse(self._placed(node), f"`{word}`", REMEDIES.get(type(node), "write it otherwise"))
            if isinstance(node, NOT_UNDERSTOOD_OPERATORS):
                self.refuse(self._placed(node), "`@` between values", "write it otherwise")
            check = getattr(self, f"_visit_{type(node).__name__.lower()}", None)
            if check is not None:
                check(node)
        if isinstance(self.thing, FunctionType) and (kept := set_outside(self.thing.__code__)):
            self.refuse(self.node, f"`nonlocal {kept[0]}`", KEEPS)
        if "watch" in self.attributes:
            self._only_tells()
        Sets(self).check()
        self.reader.told_apart.append(Identities(self))

    def _visit_matchsingleton(self, node: ast.MatchSingleton) -> None:
        """Python asks whether it is this very thing: a truth that a proof does not know never is."""
        if node.value is not None and not self.level.python:
            self.refuse(self._placed(node), f"`case {node.value}`", "write 'if'")

    def _only_tells(self) -> None:
        """Whether anybody listens makes no difference to what happens."""
        for node in self.nodes():
            function = node.func if isinstance(node, ast.Call) else None
            called = getattr(function, "attr", getattr(function, "id", None))
            gives = isinstance(node, ast.Return) and node.value is not None
            sets = isinstance(getattr(node, "ctx", None), ast.Store) and not isinstance(node, (ast.Name, ast.Tuple))
            if gives or sets or isinstance(node, (ast.YieldFrom, ast.Yield)) or (function and called not in TELLING):
                self.refuse(node, "`.watch` beside what does more than tell", "leave it to t.reveal and t.note")

    def _placed(self, node: ast.AST) -> ast.AST:
        while not hasattr(node, "lineno"):
            node = self.parents[node]
        return node

    def _visit_name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Load) or self.scope_where(node.id, node) is not None:
            return
        if node.id == "__class__" or node.id.startswith("__"):
            self.refuse(node, f"`{node.id}`")
        value = self.outside(node.id, node)
        if isinstance(value, ModuleType):
            if not isinstance(self.parents[node], ast.Attribute):
                self.refuse(node, f"the module `{node.id}`", "import what is used of it")
            return
        if node.id not in self._cells and node.id not in self.thing.__globals__:
            if node.id not in self.level.builtins:
                self.refuse(node, f"`{node.id}`", INSTEAD.get(node.id, "write it without"))
            return
        self.look(value, node)
        self._made_well(self.thing.__module__, node)

    def _made_well(self, module: str, node: ast.Name) -> None:
        why = None if node.id in self._cells else self.reader.modules.why_not(module, node.id)
        if why is not None:
            raise Found(Complaint(*why, self.level.by, "write the value"))

    def look(self, value: Any, node: ast.AST) -> None:
        try:
            self.reader.things.look(value)
        except NotUnderstood as what:
            self.refuse(node, f"`{what}`", INSTEAD.get(str(what), "write it in words of the table"))

    def _decorator(self, node: ast.expr) -> None:
        root = node.func if isinstance(node, ast.Call) else node
        value: Any = None
        if isinstance(root, ast.Name):
            value = self.thing.__globals__.get(root.id, getattr(builtins, root.id, None))
        elif isinstance(root, ast.Attribute) and isinstance(root.value, ast.Name):
            value = getattr(self.thing.__globals__.get(root.value.id), root.attr, None)
        declared = getattr(value, "__module__", "") == "referee.verify.properties"
        if not (id(value) in KERNEL or declared or value in (staticmethod, classmethod, property, *CACHES)):
            self.refuse(
                node, f"`@{ast.unparse(node)}`", INSTEAD.get(called(value), "write what it does in the function")
            )

    def _visit_attribute(self, node: ast.Attribute) -> None:
        if not isinstance(node.ctx, ast.Load):
            self._set(node)
            return
        base = node.value
        value = self.outside(base.id, base) if isinstance(base, ast.Name) else NOTHING
        if isinstance(value, ModuleType):
            self._of_module(value, node)
            return
        is_super = isinstance(base, ast.Call) and isinstance(base.func, ast.Name) and base.func.id == "super"
        if is_super and node.attr in ("__init__", "__post_init__"):
            return
        self.attributes.add(node.attr)
        unknown = f"`.{node.attr}`", "write it in words of the table"
        if isinstance(value, type) and issubclass(value, Enum) and node.attr in value.__members__:
            pass
        elif isinstance(value, type) and not is_own(value) and id(value) not in KERNEL:
            if node.attr not in OF_VALUES:
                self.refuse(node, *unknown)
        else:
            try:
                self.reader.attribute(node.attr, self._complaint(node, *unknown))
            except NotUnderstood as what:
                self.refuse(node, f"`{ast.unparse(node)}`, which is a `{what}`,", INSTEAD.get(str(what), KEEPS))
        if node.attr.startswith("__"):
            self.refuse(node, *unknown)
        above = self.parents[node]
        if node.attr in MUTATING and isinstance(above, ast.Call) and above.func is node:
            self._change(base, node)
        elif node.attr in MUTATING and not self._is_own_name(node.attr):
            self.refuse(node, f"`{ast.unparse(node)}` that is not called", MINE)

    def _of_module(self, module: ModuleType, node: ast.Attribute) -> None:
        value = getattr(module, node.attr, NOTHING)
        if value is NOTHING or (isinstance(value, ModuleType) and not isinstance(self.parents[node], ast.Attribute)):
            self.refuse(node, f"`{ast.unparse(node)}`")
        if isinstance(value, ModuleType):
            self.refuse(node, f"`{ast.unparse(node)}`", "import what is used of it")
        self.look(value, node)
        why = self.reader.modules.why_not(module.__name__, node.attr)
        if why is not None:
            raise Found(Complaint(*why, self.level.by, "write the value"))

    def cached_of_table(self) -> str:
        """A parameter of a function whose results are kept that may be a table, or a place of one: it would be told
        from others by what it is, and not by what lies there."""
        args = self.node.args  # type: ignore[attr-defined]
        for each in (*args.posonlyargs, *args.args, *args.kwonlyargs):
            note = "" if each.annotation is None else ast.unparse(each.annotation)
            if each.arg == "self" or (
                note and not any(word in note for word in ("Any", "Table", "Place", "Row", "object"))
            ):
                continue
            for node in self.nodes():
                if isinstance(node, ast.Name) and node.id == each.arg and self.scope_where(each.arg, node) is self.node:
                    above = self.parents[node]
                    named = above.attr if isinstance(above, ast.Attribute) else ""
                    if (named and named not in self.reader.of_games) or (not named and each.arg != "game"):
                        return str(each.arg)
        return ""

    def _visit_call(self, node: ast.Call) -> None:
        if not isinstance(node.func, ast.Name) or self.scope_where(node.func.id, node) is not None:
            return
        value = self.outside(node.func.id, node)
        if value is super and (node.args or node.keywords):
            self.refuse(node, "`super(…)` with arguments", "write super()")
        if value is isinstance:
            kinds = node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]]
            for kind in kinds:
                found = self.outside(kind.id, kind) if isinstance(kind, ast.Name) else None
                if not isinstance(found, type) or not (
                    is_own(found)
                    or id(found) in KERNEL
                    or found in TOLD
                    or (found in TOLD_BY_PYTHON and self.level.python)
                ):
                    self.refuse(node, f"`{ast.unparse(node)}`", "compare what it is worth, not what it is made of")
        if value is next and not isinstance(self.meant(node.args[0]), ast.GeneratorExp):
            self.refuse(node, f"`{ast.unparse(node)}`", "index a tuple")

    def starts_as_player(self, name: str) -> bool:
        """Whether a scalar holds players, members of enums, or things that are told apart by what they are."""
        spec = self.reader.scalars.get(name)
        return spec is not None and (isinstance(spec.start, (Player, Suit, Enum)) or spec.start is None)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
