"""The meaning of names in the text of a class or a function: of the table, of the function, of the world outside."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from referee.kernel.ruleshape import Function, children

IMPURE_CALLS = frozenset(("open", "input", "id", "hash"))
"""Functions of Python whose result is in no record and changes from process to process."""
IMPURE_MODULES = frozenset(
    "random time datetime os posix nt sys io pathlib tempfile secrets uuid threading socket subprocess asyncio".split()  # noqa: SIM905
)


class Names:
    """The text of a class or a function, and where its names are made."""

    def __init__(self, text: Any) -> None:
        lines, first = inspect.getsourcelines(text)
        self.tree = ast.parse(textwrap.dedent("".join(lines)))
        self.file, self.offset = inspect.getfile(text), first - 1
        self.names = vars(sys.modules[text.__module__])
        self.parents: dict[ast.AST, ast.AST] = {}
        self.nodes: list[ast.AST] = [self.tree]
        """The whole text, in the order of ``ast.walk``: it is gone through again and again."""
        for node in self.nodes:
            below = children(node)
            self.nodes += below
            self.parents |= dict.fromkeys(below, node)
        self.values = dict(self.assigned())
        self.imported = dict(self.imports())

    def assigned(self) -> Iterator[tuple[tuple[ast.AST | None, str], ast.expr | None]]:
        """What a local name is set to, by function and name; None where it is set in several places."""
        seen: set[tuple[ast.AST | None, str]] = set()
        for node in self.nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                above = self.parents[node]
                once = isinstance(above, ast.Assign) and len(above.targets) == 1 and above.targets[0] is node
                key = (self.function_of(node), node.id)
                yield key, above.value if once and key not in seen else None  # type: ignore[attr-defined]
                seen.add(key)

    def imports(self) -> Iterator[tuple[str, str]]:
        """The module of each name that the text itself imports."""
        for node in self.nodes:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                home = getattr(node, "module", None)
                for each in node.names:
                    yield each.asname or each.name.partition(".")[0], home or each.name

    def function_of(self, node: ast.AST | None) -> ast.AST | None:
        while node is not None and not isinstance(node, Function):
            node = self.parents.get(node)
        return node

    def meant(self, node: ast.expr) -> ast.expr:
        """The expression that a local name stands for if it is set once; else the name itself."""
        if isinstance(node, ast.Name):
            return self.values.get((self.function_of(node), node.id)) or node
        return node

    def is_impure(self, node: ast.Name) -> bool:
        """Whether a name stands for the world outside, as it was imported or as Python has it."""
        name = node.id
        if name in self.imported:
            home = self.imported[name]
        elif self.is_local(node):
            return False
        elif name in self.names:
            thing = self.names[name]
            home = thing.__name__ if isinstance(thing, ModuleType) else str(getattr(thing, "__module__", ""))
        else:
            return name in IMPURE_CALLS
        return home.partition(".")[0] in IMPURE_MODULES

    def is_local(self, node: ast.Name) -> bool:
        """Whether a name is made in a function around it."""
        function = self.function_of(node)
        while function is not None:
            args = function.args  # type: ignore[attr-defined]
            every = (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg)
            if (function, node.id) in self.values or any(each is not None and each.arg == node.id for each in every):
                return True
            function = self.function_of(self.parents.get(function))
        return False

    def tables(self, node: ast.AST) -> set[str]:
        """The names of the table there: ``t``, ``table``, and the parameter after ``self`` of the enclosing rule."""
        found = {"t", "table"}
        function = self.function_of(node)
        while function is not None:
            names = [argument.arg for argument in function.args.args]  # type: ignore[attr-defined]
            found |= set(names[1:2] if names[:1] == ["self"] else names[:1])
            function = self.function_of(self.parents.get(function))
        return found
