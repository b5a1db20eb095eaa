"""A loop over a generator that changes something between its things: both are carried out in turn, as Python does it.

The text of the generator is read in the place of the loop, with the body of the loop where it gives something. Its
names get names of their own.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from types import FunctionType, MethodType
from typing import Any

from referee.meaning.body.reader import Reader
from referee.meaning.raised import WayOut
from referee.meaning.texts import assigned_in, code_of, free_names, has_text, is_plain_generator
from referee.meaning.values import BoundTo, Code, Known, Made, Value

MOST_WITHIN = 3
"""So many loops over one generator may be within each other."""


def _way_out() -> type[WayOut]:
    """What is raised where a loop is left, or where a generator gives nothing more: each loop has its own, as the
    text of one stands within that of another."""
    return type("WayOut", (WayOut,), {})


class Interleaving(Reader):
    """Generators that are gone through step by step."""

    def is_interleaved(self, node: ast.For) -> bool:
        return id(node) in self.tr.interleaved and self.generator_of(node) is not None

    def to_be_interleaved(self, node: ast.For) -> None:
        """Read the function again, with both in turn, where the loop goes through a generator that can be read so."""
        if id(node) not in self.tr.interleaved and self.generator_of(node) is not None:
            self.tr.interleaved.add(id(node))
            self.grown = True

    def generator_of(self, node: ast.For) -> tuple[Code, FunctionType | None, list[Value]] | None:
        """The generator that a loop goes through, and what it is called on."""
        call = node.iter
        if isinstance(call, (ast.Name, ast.Attribute)) and _is_looked_up(call):
            thing = self.eval(call)
            own = self.special(thing, "__iter__")
            code = None if own is None else code_of(own)
            return None if code is None or not _can_be_read(code) else (code, own, [thing])
        plain = isinstance(call, ast.Call) and not any(isinstance(each, ast.Starred) for each in call.args)
        if not plain or not all(each.arg for each in call.keywords):  # type: ignore[attr-defined]
            return None
        named = call.func  # type: ignore[attr-defined]
        if isinstance(named, ast.Attribute):
            if not _is_looked_up(named):
                return None  # to look twice could change something
            callee = self.attribute(self.eval(named.value), named.attr, node)
        elif isinstance(named, ast.Name):
            callee = self.eval(named)
        else:
            return None
        if isinstance(callee, Made) and isinstance(callee.maker, Code):
            within = any(each is callee.maker.node for each in ast.walk(self.code.node))
            return (callee.maker, None, []) if within and _can_be_read(callee.maker) else None
        function, first = function_of(callee)
        if not isinstance(function, FunctionType) or not has_text(function):
            return None
        code = code_of(function)
        return (code, function, first) if _can_be_read(code) else None

    def interleaved(self, node: ast.For) -> None:
        found = self.generator_of(node)
        assert found is not None
        code, function, first = found
        call = node.iter if isinstance(node.iter, ast.Call) else ast.Call(node.iter, [], [])
        if sum([each is code for each in self.tr.interleaving]) > MOST_WITHIN:
            raise self.refuse(node, "a generator that changes something and goes through itself", "list(…) of it")
        self.needs_no_other_exception(node)
        depth = len(self.tr.interleaving)
        whole, names = self.instead(node, lambda: _Both(*_both(node, code, depth))).parts
        self.given_here(code, function, first, call, names, node)
        self.tr.interleaving.append(code)
        try:
            self.statements(whole)
        finally:
            self.tr.interleaving.pop()

    def given_here(
        self,
        code: Code,
        function: FunctionType | None,
        first: list[Value],
        call: ast.Call,
        names: dict[str, str],
        node: ast.stmt,
    ) -> None:
        """What a text is called with, and what it finds outside, under the ``names`` that it has where it is read."""
        args = [*first, *[self.settled(self.eval(each)) for each in call.args]]
        words = {each.arg: self.settled(self.eval(each.value)) for each in call.keywords if each.arg}
        given = self.bound(code, function, args, words, node, None, None)
        for name, value in given.items():
            self.assign(ast.copy_location(ast.Name(names[name], ast.Store()), node), value)
        for name in set(names) - set(given) - set(own_names(code)):
            if function is not None and (thing := self.found_outside(code, name, node)) is not None:
                self.env[names[name]] = thing

    def found_outside(self, code: Code, name: str, node: Any) -> Value | None:
        """What a name that a generator does not set stands for."""
        try:
            thing = code.scope.find(name)
        except KeyError:
            return None
        if changes := self.tr.purity.unsteady_name(code.scope, name, thing):
            raise self.refuse(node, f"{name}, {changes},", "a scalar of the table, or a tuple that nothing changes")
        return Known(thing)


class _Both(ast.AST):
    """The text that is read, and the names that those of the generator have in it."""

    def __init__(self, whole: list[ast.stmt], names: dict[str, str]) -> None:
        super().__init__()
        self.parts = whole, names


def _is_looked_up(node: ast.expr) -> bool:
    return all(isinstance(each, (ast.Name, ast.Attribute, ast.expr_context)) for each in ast.walk(node))


def function_of(callee: Value | None) -> tuple[Any, list[Value]]:
    """What is called, if that is known, and what it is called on, if it is a method."""
    function: Any = callee.thing if isinstance(callee, Known) else None
    first: list[Value] = []
    if isinstance(callee, Made) and isinstance(callee.maker, BoundTo):
        function, first = callee.maker.function, [callee.values[0]]
    if isinstance(function, MethodType):
        function, first = function.__func__, [Known(function.__self__)]
    return function, first


def own_names(code: Code) -> frozenset[str]:
    spec = code.node.args
    more = [each for each in (spec.vararg, spec.kwarg) if each is not None]
    arguments = [each.arg for each in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs, *more)]
    within = {
        part.id
        for each in ast.walk(code.node)
        for one in getattr(each, "generators", ())
        for part in ast.walk(one.target)
        if isinstance(part, ast.Name)
    }
    return assigned_in(tuple(code.node.body)) | {*arguments} | within  # type: ignore[arg-type]


def _can_be_read(code: Code) -> bool:
    """Whether the text of a generator can be read in the place of a loop."""
    if not isinstance(code.node, ast.FunctionDef) or not is_plain_generator(code):
        return False
    inside = [each for statement in code.node.body for each in ast.walk(statement)]
    not_so = (ast.FunctionDef, ast.Lambda, ast.Try, ast.With, ast.Global, ast.Nonlocal, ast.Match, ast.ClassDef)
    said = {id(each.value) for each in inside if isinstance(each, ast.Expr)}
    yields = [each for each in inside if isinstance(each, (ast.Yield, ast.YieldFrom))]
    sup = any(isinstance(each, ast.Name) and each.id == "super" for each in inside)
    return not sup and not any(isinstance(each, not_so) for each in inside) and all(id(each) in said for each in yields)


def _both(node: ast.For, code: Code, depth: int) -> tuple[list[ast.stmt], dict[str, str]]:
    """The statements of a generator, with those of a loop where it gives something."""
    nested = not code.scope.function or getattr(code.scope.function, "__name__", "") != code.__name__
    own = own_names(code)
    free = set() if nested else free_names(code.node) - own
    where = f"of {code.__name__} in line {node.lineno}, {node.col_offset}, {depth}"
    names = {name: f"{name} {where}" for name in (*own, *free)}
    leaves = any(_breaks(node.body))
    left, ended = _way_out(), _way_out()
    body = _without_breaks(node.body, left) if leaves else node.body
    reader = _Given(names, node, body, ended)
    text: Any = copy.deepcopy(code.node.body)
    inner: list[ast.stmt] = [part for each in text for part in reader.statement(each)]
    if reader.ends:
        inner = [_caught(ended, inner)]
    whole = [*inner, *node.orelse]
    if leaves:
        whole = [_caught(left, whole)]
    for each in whole:
        ast.fix_missing_locations(ast.copy_location(each, node))
    return whole, names


def _caught(kind: type[WayOut], body: list[ast.stmt]) -> ast.stmt:
    return ast.Try(body, [ast.ExceptHandler(ast.Constant(kind), None, [ast.Pass()])], [], [])  # type: ignore[arg-type]


def _breaks(body: list[ast.stmt]) -> Iterator[ast.Break]:
    """The ``break`` of a loop itself."""
    for each in body:
        if isinstance(each, ast.Break):
            yield each
        for inner in _within(each):
            yield from _breaks(inner)


def _within(node: ast.stmt) -> list[list[ast.stmt]]:
    """The statements within one in which ``break`` leaves the same loop."""
    if isinstance(node, (ast.For, ast.While)):
        return [node.orelse]
    if isinstance(node, ast.Match):
        return [each.body for each in node.cases]
    parts = [getattr(node, name, []) for name in ("body", "orelse", "finalbody")]
    handlers = [each.body for each in getattr(node, "handlers", [])]
    return [] if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else [*parts, *handlers]


def _without_breaks(body: list[ast.stmt], way_out: type[WayOut]) -> list[ast.stmt]:
    """The same statements that leave the loop by an exception. Expressions stay what they are."""
    made: list[ast.stmt] = []
    for each in body:
        if isinstance(each, ast.Break):
            left = ast.Raise(ast.Constant(way_out), None)  # type: ignore[arg-type]
            made.append(ast.fix_missing_locations(ast.copy_location(left, each)))
            continue
        if not any(True for inner in _within(each) for _ in _breaks(inner)):
            made.append(each)
            continue
        new: Any = copy.copy(each)
        if isinstance(each, ast.Match):
            new.cases = [copy.copy(case) for case in each.cases]
            for case in new.cases:
                case.body = _without_breaks(case.body, way_out)
        else:
            for name in ("orelse",) if isinstance(each, (ast.For, ast.While)) else ("body", "orelse", "finalbody"):
                if hasattr(new, name):
                    setattr(new, name, _without_breaks(getattr(new, name), way_out))
            if hasattr(new, "handlers"):
                new.handlers = [copy.copy(one) for one in new.handlers]
                for one in new.handlers:
                    one.body = _without_breaks(one.body, way_out)
        made.append(new)
    return made


class _Given(ast.NodeTransformer):
    """The text of a generator with other names, and a loop's body where it gives something."""

    def __init__(self, names: dict[str, str], loop: ast.For, body: list[ast.stmt], ended: type[WayOut]) -> None:
        self.names, self.loop, self.body, self.ended, self.ends, self.times = names, loop, body, ended, False, 0

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        found: Any = self.visit(node)
        return found if isinstance(found, list) else [found]

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        self.ends = True
        return ast.copy_location(ast.Raise(ast.Constant(self.ended), None), node)  # type: ignore[arg-type]

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, (ast.Yield, ast.YieldFrom)):
            return self.generic_visit(node)
        given = ast.Constant(None) if node.value.value is None else self.visit(node.value.value)
        many = isinstance(node.value, ast.YieldFrom)
        things = given if many else ast.Tuple([given], ast.Load())
        self.times += 1
        body = self.body if self.times == 1 else copy.deepcopy(self.body)
        target = self.loop.target if self.times == 1 else copy.deepcopy(self.loop.target)
        return ast.copy_location(ast.For(target, things, body, []), node)
