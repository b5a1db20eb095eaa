"""The changes that text may make: declared scalars of a table, and things that the same function has made."""

from __future__ import annotations

import ast
import dis
from types import CodeType, FunctionType

from referee.verify.understood.complaints import Found
from referee.verify.understood.scopes import Scopes
from referee.verify.understood.words import KERNEL_SCALARS_SET, PLACE, ROW

SETTING_UP = ("__init__", "__post_init__", "set_up", "begin_events")
"""Functions that make what they are called on."""
MAKING = frozenset(["list", "dict", "set", "sorted", "Counter", "defaultdict", "deque", "OrderedDict"])
"""Calls that make a container of one's own."""
KEEPS = "what outlives a step is on the table: declare a scalar"
MINE = "change only what the same function has made: list(…), dict(…)"


def set_outside(code: CodeType) -> list[str]:
    """The names of enclosing functions that a function sets, or one within it (``nonlocal``)."""
    found = [
        each.argval
        for each in dis.get_instructions(code)
        if each.opname in ("STORE_DEREF", "DELETE_DEREF") and each.argval in code.co_freevars
    ]
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return found + [name for each in inner for name in set_outside(each) if name in code.co_freevars]


class Changes(Scopes):
    """Looks at what a text sets and changes."""

    def _set(self, node: ast.Attribute) -> None:
        name, base, reader = node.attr, node.value, self.reader
        if self._is_setting_up(base) or self._is_game(base):
            return  # a game that is made is frozen
        spec = reader.scalars.get(name)
        declared = (spec is not None and not spec.per_player) or name in KERNEL_SCALARS_SET
        handed = self.is_parameter(base) and not self._is_game(base)
        if declared and handed and (name not in PLACE | ROW or self.is_table(base)):
            return
        if declared and handed:
            said = f"setting `{ast.unparse(node)}`, which may be a place's own `{name}`,"
            table = f"`{ast.unparse(base)}: {reader.game.table_class.__name__}`"
            self.refuse(node, said, f"annotate the table ({table}), or give the scalar another name")
        complaint = self._complaint(node, f"setting `{ast.unparse(node)}`", KEEPS)
        if not (self.level.python and self._is_local(base)):
            raise Found(complaint)
        reader.set_there.setdefault(name, complaint)

    def _visit_subscript(self, node: ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load):
            self._change(node.value, node)

    def _visit_augassign(self, node: ast.AugAssign) -> None:
        target = node.target
        joins = isinstance(node.value, (ast.List, ast.ListComp, ast.Dict, ast.Set, ast.SetComp, ast.DictComp))
        if isinstance(target, ast.Name) and joins and not self._is_fresh(target):
            self.refuse(node, f"`{ast.unparse(node)}`", MINE)

    def _change(self, holder: ast.AST, node: ast.AST) -> None:
        """Only things that were made here are changed, or a scalar of every player."""
        if self._is_fresh(holder) or self._is_setting_up(self._root(holder)):
            return
        if isinstance(holder, ast.Attribute) and self.is_parameter(holder.value) and not self._is_game(holder.value):
            spec = self.reader.scalars.get(holder.attr)
            if spec is not None and spec.per_player:
                return
        if isinstance(node, ast.Attribute) and node.attr in self._own_methods:
            return
        word = ast.unparse(node if isinstance(node, ast.Attribute) else holder)
        complaint = self._complaint(node, f"changing `{word}`", MINE)
        if not (self.level.python and isinstance(holder, ast.Attribute) and self._is_local(holder)):
            raise Found(complaint)
        self.reader.set_there.setdefault(holder.attr, complaint)

    @property
    def _own_methods(self) -> set[str]:
        classes = self.reader.things.classes
        return {name for cls in classes for name, each in vars(cls).items() if isinstance(each, FunctionType)}

    def _is_fresh(self, node: ast.AST) -> bool:
        """Whether a local name is never set to anything but a container that was made there, or a part of such."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setdefault":
            node = node.func.value
        while isinstance(node, ast.Subscript):
            node = node.value
        if not isinstance(node, ast.Name):
            return False
        scope = self.scope_where(node.id, node)
        given = self.values.get((scope, node.id), []) if scope is not None else []
        return bool(given) and all(each is not None and self._makes(each) for each in given)

    def _makes(self, node: ast.expr) -> bool:
        if isinstance(node, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)):
            return True
        if isinstance(node, ast.BinOp):
            return self._makes(node.left) or self._makes(node.right)
        if isinstance(node, ast.Subscript):
            return self._is_fresh(node)
        if isinstance(node, ast.IfExp):
            return self._makes(node.body) and self._makes(node.orelse)
        if isinstance(node, ast.Call):
            function = node.func
            if isinstance(function, ast.Attribute):
                part = function.attr == "setdefault" and self._is_fresh(function.value)
                return part or function.attr in ("fromkeys", "copy")
            return isinstance(function, ast.Name) and function.id in MAKING
        return False

    def _is_setting_up(self, node: ast.AST) -> bool:
        method = "." in self.thing.__qualname__.rpartition("<locals>.")[2]
        return self.thing.__name__ in SETTING_UP and method and self._first_parameter(node)

    def _is_own_name(self, name: str) -> bool:
        reader = self.reader
        return name in reader.own_names or name in reader.zones or name in reader.scalars or name in vars(reader.game)
