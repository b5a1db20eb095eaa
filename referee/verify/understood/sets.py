"""Sets have no order of their own: what is understood of them is what every order gives alike."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.verify.understood.text import Text

ALIKE = frozenset(["len", "sum", "any", "all", "min", "max", "sorted", "bool", "set", "frozenset"])
"""Functions that give the same in every order."""
WAYS = frozenset(
    [
        "isdisjoint",
        "issubset",
        "issuperset",
        "union",
        "intersection",
        "difference",
        "symmetric_difference",
        "add",
        "discard",
        "update",
        "remove",
        "copy",
        "clear",
    ]
)
TRUTHS = frozenset(("isdisjoint", "issubset", "issuperset"))
OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)


class Sets:
    """Looks at where sets are used in a text."""

    def __init__(self, text: Text) -> None:
        self.text = text

    def check(self) -> None:
        for node in self.text.nodes():
            if isinstance(node, ast.expr) and self._is_set(node) and not self._is_alike(node):
                words = ast.unparse(node)
                self.text.refuse(node, f"the order of the set `{words}`", "write a tuple, or sorted(…)")

    def _is_set(self, node: ast.AST) -> bool:
        if isinstance(node, (ast.Set, ast.SetComp)):
            return True
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
            return node.func.attr in WAYS | {"isdisjoint"}
        return isinstance(node.func, ast.Name) and node.func.id in ALIKE and not node.keywords
