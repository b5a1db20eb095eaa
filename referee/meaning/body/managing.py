"""``with``: ``suppress(…)``, ``nullcontext(…)``, and classes with ``__enter__`` and ``__exit__``."""

from __future__ import annotations

import ast
import contextlib
from types import FunctionType
from typing import Any

from referee.meaning.authors import is_author
from referee.meaning.body.reader import Reader
from referee.meaning.texts import code_of
from referee.meaning.values import Known

INSTEAD = "try and finally, or the statements alone"
NO_MANAGER = "'with' of anything but suppress(…) and things with '__enter__'"
WITH = "with in line "
"""So begin names for what is managed: no text has such ones."""


class Managing(Reader):
    """``with``."""

    def do_With(self, node: ast.With) -> None:
        if len(node.items) > 1:
            self.do_With(self.instead(node, lambda: _nested(node)))
            return
        one = node.items[0]
        call = one.context_expr
        known = self.all_known(self.eval(call.func)) if isinstance(call, ast.Call) else None
        if known == [contextlib.suppress] and one.optional_vars is None:
            assert isinstance(call, ast.Call)
            kinds = call.args[0] if len(call.args) == 1 else ast.Tuple(call.args, ast.Load())
            handler = ast.ExceptHandler(kinds, None, [ast.Pass()])
            self.do_Try(self.instead(node, lambda: ast.Try(node.body, [handler], [], [])))  # type: ignore[attr-defined]
        elif known == [contextlib.nullcontext]:
            assert isinstance(call, ast.Call)
            given = self.eval(call.args[0]) if call.args else Known(None)
            if one.optional_vars is not None:
                self.assign(one.optional_vars, given)
            self.statements(node.body)
        elif known and hasattr(known[0], "__wrapped__"):
            raise self.refuse(node, "'with' of a function that yields", INSTEAD)
        elif known and not is_author(known[0]):
            raise self.refuse(node, NO_MANAGER, INSTEAD)
        else:
            self.managed(node, one)

    def managed(self, node: ast.With, one: ast.withitem) -> None:
        """What a class does around statements: it is left on every way, and is not told which."""
        value = self.settled(self.eval(one.context_expr))
        enter, leave = [self.own_method(value, each) for each in ("__enter__", "__exit__")]
        if enter is None or leave is None:
            raise self.refuse(node, NO_MANAGER, INSTEAD)
        if not _is_not_told(leave):
            raise self.refuse(node, "'__exit__' that looks at what was raised, or keeps it", INSTEAD)
        depth = sum([each.startswith(WITH) for each in self.env])
        name = f"{WITH}{node.lineno}, {depth}"
        self.env[name] = value
        entered = self.call(Known(enter), [value], {}, node)
        if one.optional_vars is not None:
            self.assign(one.optional_vars, entered)

        def whole() -> ast.Try:
            given = [ast.Name(name, ast.Load()), *[ast.Constant(None) for _ in range(3)]]
            left = ast.Expr(ast.Call(ast.Constant(leave), given, []))  # type: ignore[arg-type]
            return ast.Try(node.body, [], [], [left])

        self.do_Try(self.instead(one, whole))  # type: ignore[attr-defined]
        self.env.pop(name, None)


def _nested(node: ast.With) -> ast.With:
    first, *others = node.items
    return ast.With([first], [ast.copy_location(ast.With(others, node.body), node)])


def _is_not_told(leave: FunctionType) -> bool:
    """Whether an ``__exit__`` does the same whatever was raised, and keeps nothing back."""
    node: Any = code_of(leave).node
    spec = node.args
    told = {each.arg for each in (*spec.posonlyargs, *spec.args)[1:]} | {getattr(spec.vararg, "arg", "")}
    inside = [each for statement in node.body for each in ast.walk(statement)]
    reads = any(isinstance(each, ast.Name) and each.id in told for each in inside)
    gives = [each.value for each in inside if isinstance(each, ast.Return) and each.value is not None]
    return not reads and all(isinstance(each, ast.Constant) and not each.value for each in gives)
