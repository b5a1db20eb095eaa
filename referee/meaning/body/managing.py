"""``with``: ``suppress(…)``, ``nullcontext(…)``, classes with ``__enter__`` and ``__exit__``, and functions that yield
once (``contextmanager``)."""

from __future__ import annotations

import ast
import contextlib
import copy
from types import FunctionType
from typing import Any

from referee.meaning.authors import is_author
from referee.meaning.body.interleaving import function_of, own_names
from referee.meaning.body.reader import Reader
from referee.meaning.texts import code_of, free_names, has_text
from referee.meaning.values import Code, Known, Value

INSTEAD = "try and finally, or the statements alone"
YIELDS = "'with' of a function that yields otherwise than once, alone or in a try that has nothing but finally,"
MANAGER = contextlib.contextmanager(iter).__code__
"""The code of every function that ``contextmanager`` makes."""
NOT_AROUND = (
    *(ast.FunctionDef, ast.Lambda, ast.Try, ast.With, ast.Global, ast.Nonlocal, ast.Match, ast.ClassDef),
    *(ast.Return, ast.Yield, ast.YieldFrom, ast.Import, ast.ImportFrom),
)
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
        callee = self.eval(call.func) if isinstance(call, ast.Call) else None
        known = None if callee is None else self.all_known(callee)
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
        elif isinstance(call, ast.Call) and (found := manager_of(callee)) is not None:
            self.around(node, call, *found)
        elif known and not is_author(known[0]):
            raise self.refuse(node, NO_MANAGER, INSTEAD)
        else:
            self.managed(node, one, callee)

    def managed(self, node: ast.With, one: ast.withitem, callee: Value | None) -> None:
        """What a class does around statements: it is left on every way, and is not told which."""
        value = self.settled(self.called_once(one.context_expr, callee))
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

    def called_once(self, node: ast.expr, callee: Value | None) -> Value:
        """What a call gives whose function was found before: to find it again may change something again."""
        if callee is None or not isinstance(node, ast.Call) or isinstance(node.func, ast.Name):
            return self.eval(node)
        name = f"{WITH}{node.lineno}, {node.col_offset}: what is called"
        self.env[name] = callee
        found = self.eval(self.instead(node, lambda: ast.Call(ast.Name(name, ast.Load()), node.args, node.keywords)))
        self.env.pop(name, None)
        return found

    def around(self, node: ast.With, call: ast.Call, function: FunctionType, first: list[Value]) -> None:
        """The text of such a function, with the statements where it yields."""
        plain = not any(isinstance(each, ast.Starred) for each in call.args) and all(each.arg for each in call.keywords)
        if not plain or not has_text(function) or not isinstance(code_of(function).node, ast.FunctionDef):
            raise self.refuse(node, YIELDS, INSTEAD)
        code = code_of(function)
        key = ("with", id(node), id(code.node))
        if key not in self.tr.rewritten:
            self.tr.rewritten[key] = _around(node, call, code)
        if self.tr.rewritten[key] is None:
            raise self.refuse(node, YIELDS, INSTEAD)
        self.needs_no_other_exception(node)
        whole, names = self.tr.rewritten[key]
        for name in names.values():
            self.env.pop(name, None)
        self.given_here(code, function, first, call, names, node)
        self.statements(whole)


def manager_of(callee: Value | None) -> tuple[FunctionType, list[Value]] | None:
    """The function that yields once, of a ``contextmanager`` that is called, and what it is called on."""
    function, first = function_of(callee)
    if getattr(function, "__code__", None) is not MANAGER:
        return None
    return function.__wrapped__, first


def _around(node: ast.With, call: ast.Call, code: Code) -> tuple[list[ast.stmt], dict[str, str]] | None:
    """The statements of a function that yields once, with those of a ``with`` there, and the names that its own have;
    None: it does something else."""
    own = own_names(code)
    where = f"around line {call.lineno}, {call.col_offset}"
    names = {name: f"{name} {where}" for name in own | free_names(code.node)}
    text: Any = copy.deepcopy(code.node.body)
    for each in [one for statement in text for one in ast.walk(statement)]:
        if isinstance(each, ast.Name):
            each.id = names.get(each.id, each.id)
    before, behind = _parted(text)
    last: list[ast.stmt] | None = None
    inner: list[ast.stmt] = []
    if behind and isinstance(behind[0], ast.Try) and not behind[1:]:
        tried = behind[0]
        last = tried.finalbody
        inner, behind = _parted(tried.body)
        if tried.handlers or tried.orelse or behind[1:]:
            return None
    if not behind or not isinstance(behind[0], ast.Expr) or not isinstance(behind[0].value, ast.Yield):
        return None
    others = [*before, *inner, *behind[1:], *(last or ())]
    value = behind[0].value.value
    every = [one for each in (*others, *([] if value is None else [value])) for one in ast.walk(each)]
    leaves = any(isinstance(one, (ast.Return, ast.Break, ast.Continue)) for each in node.body for one in ast.walk(each))
    used = {each.id.partition(" ")[0] for each in every if isinstance(each, ast.Name)}
    if any(isinstance(each, NOT_AROUND) for each in every) or used & {"super", "next", "StopIteration"}:
        return None
    if leaves and behind[1:]:
        return None
    given = value or ast.Constant(None)
    target = node.items[0].optional_vars
    begun: ast.stmt = ast.Expr(given) if target is None else ast.Assign([target], given)
    whole = [*inner, begun, *node.body]
    both: list[ast.stmt] = [*before, *whole, *behind[1:]] if last is None else [*before, ast.Try(whole, [], [], last)]
    for part in [*both, *ast.walk(begun)]:
        ast.fix_missing_locations(part if hasattr(part, "lineno") else ast.copy_location(part, node))
    return both, names


def _parted(body: list[ast.stmt]) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """The statements before the one that yields, and those from there on."""
    yields = [any(isinstance(one, (ast.Yield, ast.YieldFrom)) for one in ast.walk(each)) for each in body]
    at = yields.index(True) if True in yields else len(body)
    return body[:at], body[at:]


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
