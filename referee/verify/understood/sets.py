"""Sets have no order of their own: what is understood of them is what every order gives alike."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

ALIKE = frozenset(["len", "sum", "any", "all", "min", "max", "sorted", "bool", "set", "frozenset"])
"""Functions that give the same in every order."""
TRUTHS = frozenset(["isdisjoint", "issubset", "issuperset"])
WAYS = TRUTHS | {"union", "intersection", "difference", "symmetric_difference", "add", "discard", "update", "remove"}
WAYS |= {"copy", "clear"}
OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)


class Whole(Protocol):
    """What is asked of the text in which sets are used."""

    @property
    def parents(self) -> Mapping[ast.AST, ast.AST]: ...
    def nodes(self) -> Iterable[ast.AST]: ...
    def meant(self, node: ast.expr) -> ast.AST: ...
    def known_value(self, node: ast.expr) -> Any: ...
    def refuse(self, node: ast.AST, what: str, remedy: str) -> Any: ...


class Loading:
    """The statements of a module that are carried out when it is loaded, those in its classes among them."""

    def __init__(self, tree: ast.Module, names: Mapping[str, Any]) -> None:
        self.tree, self.names = tree, names
        self.parents = {child: node for node in self.nodes() for child in ast.iter_child_nodes(node)}
        self.refused: list[tuple[int, str]] = []
        """The line and the words of each place where the order of a set makes a difference."""

    def nodes(self) -> Iterator[ast.AST]:
        """What stands in functions is read with them."""
        todo: list[ast.AST] = [self.tree]
        while todo:
            node = todo.pop()
            yield node
            todo += [each for each in ast.iter_child_nodes(node) if not isinstance(each, (ast.FunctionDef, ast.Lambda))]

    def meant(self, node: ast.expr) -> ast.AST:
        return node

    def known_value(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Attribute):
            return getattr(self.known_value(node.value), node.attr, None)
        return self.names.get(node.id) if isinstance(node, ast.Name) else None

    def refuse(self, node: ast.AST, what: str, remedy: str) -> None:
        if not isinstance(self.parents[node], (ast.Dict, ast.Tuple, ast.List)):  # which hold it as it is
            self.refused.append((getattr(node, "lineno", 1), f"{what} where a module is loaded"))


def orders_at_load(tree: ast.Module, names: Mapping[str, Any]) -> list[tuple[int, str]]:
    """The lines of a module that depend on the order of a set when it is loaded, with the words for it."""
    loading = Loading(tree, names)
    Sets(loading).check()
    return loading.refused


class Sets:
    """Looks at where sets are used in a text."""

    def __init__(self, text: Whole) -> None:
        self.text = text

    def check(self) -> None:
        for node in self.text.nodes():
            is_set = isinstance(node, ast.expr) and (self._is_set(node) or self._holds_sets(node))
            if isinstance(node, ast.expr) and is_set and not self._is_alike(node):
                words = ast.unparse(node)
                self.text.refuse(node, f"the order of the set `{words}`", "write a tuple, or sorted(…)")

    def _holds_sets(self, node: ast.AST) -> bool:
        """Whether it is known to hold sets, which are taken out of it by their keys or places."""
        if not isinstance(node, (ast.Name, ast.Attribute)) or not isinstance(node.ctx, ast.Load):
            return False
        above = self.text.parents.get(node)
        is_asked = isinstance(above, ast.Subscript) and above.value is node
        return not is_asked and _has_sets(self.text.known_value(node))

    def _is_set(self, node: ast.AST) -> bool:
        if isinstance(node, (ast.Set, ast.SetComp)):
            return True
        if isinstance(node, ast.IfExp):
            return self._is_set(node.body) or self._is_set(node.orelse)
        if isinstance(node, ast.BoolOp):
            return any(map(self._is_set, node.values))
        if isinstance(node, ast.NamedExpr):
            return self._is_set(node.value)
        if isinstance(node, ast.Subscript):
            held = node.value
            while isinstance(held, ast.Subscript):
                held = held.value
            return isinstance(held, (ast.Name, ast.Attribute)) and _has_sets(self.text.known_value(held))
        if isinstance(node, ast.Call):
            function = node.func
            if isinstance(function, ast.Name):
                return function.id in ("set", "frozenset")
            if not isinstance(function, ast.Attribute) or function.attr not in WAYS - TRUTHS:
                return False
            return self._is_set(function.value)
        if isinstance(node, ast.BinOp) and isinstance(node.op, OPERATORS):
            return self._is_set(node.left) or self._is_set(node.right)
        if isinstance(node, (ast.Name, ast.Attribute)):
            if not isinstance(node.ctx, ast.Load):
                return False
            meant = self.text.meant(node)
            return (
                self._is_set(meant) if meant is not node else isinstance(self.text.known_value(node), (set, frozenset))
            )
        return False

    def _is_alike(self, node: ast.AST) -> bool:
        """Whether it stands where the order makes no difference."""
        above = self.text.parents.get(node)
        if isinstance(above, (ast.Compare, ast.BoolOp, ast.If, ast.While, ast.Assert, ast.UnaryOp, ast.Expr)):
            return True
        if isinstance(above, (ast.Assign, ast.NamedExpr, ast.AnnAssign)):
            targets = above.targets if isinstance(above, ast.Assign) else [above.target]
            return all(isinstance(each, ast.Name) for each in targets)
        if isinstance(above, ast.AugAssign):
            return isinstance(above.target, ast.Name) and self._is_set(self.text.meant(above.target))
        if isinstance(above, ast.BinOp) and isinstance(above.op, OPERATORS):
            return True  # which is a set itself
        if isinstance(above, ast.IfExp):
            return above.test is node or self._is_alike(above)
        if isinstance(above, ast.Subscript):
            return above.value is node  # what is taken out is looked at by itself
        if isinstance(above, ast.Attribute):
            return above.attr in WAYS
        if isinstance(above, ast.Starred):
            return isinstance(self.text.parents[above], ast.Set)
        if isinstance(above, ast.Call):
            return self._is_counted(above)
        if isinstance(above, ast.comprehension):
            whole = self.text.parents[above]
            if isinstance(whole, ast.SetComp):
                return True
            call = self.text.parents.get(whole)
            return isinstance(whole, (ast.GeneratorExp, ast.ListComp)) and self._is_counted(call)
        return False

    @staticmethod
    def _is_counted(node: ast.AST | None) -> bool:
        """A call of what gives the same in every order; a key could make equals of what differs."""
        if not isinstance(node, ast.Call):
            return False
        if isinstance(node.func, ast.Attribute):
            return node.func.attr in WAYS
        if not isinstance(node.func, ast.Name) or node.keywords:
            return False
        return node.func.id in ALIKE and (node.func.id != "sum" or len(node.args) == 1)  # lists are added up in order


def _has_sets(thing: Any, depth: int = 4) -> bool:
    """Whether a container has sets in it."""
    if depth == 0 or not isinstance(thing, (dict, list, tuple)):
        return False
    held = thing.values() if isinstance(thing, dict) else thing
    return any(isinstance(each, (set, frozenset)) or _has_sets(each, depth - 1) for each in held)
