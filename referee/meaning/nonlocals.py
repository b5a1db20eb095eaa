"""``nonlocal``: names that functions within others set are attributes of an object that they share."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from referee.kernel.ruleshape import children

Outer = ast.FunctionDef | ast.Lambda
SCOPES = (ast.FunctionDef, ast.Lambda, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SHARED = "names shared in line "
"""How the name of what functions share begins: no text has such a name."""


class Otherwise(Exception):
    """A name is set in a way in which no attribute can be."""


def shared_as_attributes(tree: ast.Module) -> ast.Module:
    """The same module without those ``nonlocal`` of which it is seen that the names are set before."""
    nodes = [*ast.walk(tree)]
    if not any(isinstance(each, ast.Nonlocal) for each in nodes):
        return tree
    for function in [each for each in nodes if isinstance(each, ast.FunctionDef)]:
        names = {name for name in _shared(function) if _is_set_before(function, name)}
        if names:
            try:
                _check(function, names)
            except Otherwise:
                continue
            _share(function, names)
    return tree


def _within(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a function that are not of functions within it, and those functions themselves."""
    for each in children(node):
        yield each
        if not isinstance(each, SCOPES):
            yield from _within(each)


def _declared(function: ast.AST) -> set[str]:
    return {name for each in _within(function) if isinstance(each, (ast.Nonlocal, ast.Global)) for name in each.names}


def _parameters(function: Outer) -> list[str]:
    spec = function.args
    more = [each for each in (spec.vararg, spec.kwarg) if each is not None]
    return [each.arg for each in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs, *more)]


def _bound(function: ast.AST) -> set[str]:
    """The names that are a function's own."""
    if isinstance(function, ast.Lambda):
        return set(_parameters(function))
    if not isinstance(function, ast.FunctionDef):
        return set()
    stored = {each.id for each in _within(function) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    defined = {each.name for each in _within(function) if isinstance(each, (ast.FunctionDef, ast.ClassDef))}
    return ({*_parameters(function)} | stored | defined) - _declared(function)


def _shared(function: ast.FunctionDef) -> set[str]:
    """The names of a function that functions within it declare as ``nonlocal``."""
    mine = _bound(function)

    def said(at: ast.AST, names: set[str]) -> set[str]:
        found: set[str] = set()
        for each in _within(at):
            if isinstance(each, (ast.FunctionDef, ast.Lambda)):
                own = {name for part in _within(each) if isinstance(part, ast.Nonlocal) for name in part.names}
                found |= (own & names) | said(each, names - _bound(each))
        return found

    return said(function, mine)


def _is_set_before(function: ast.FunctionDef, name: str) -> bool:
    """Whether a name is surely set before a function within could look at it."""
    if name in _parameters(function):
        return True
    for statement in function.body:
        if any(isinstance(each, (ast.FunctionDef, ast.Lambda)) for each in ast.walk(statement)):
            return False
        if isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            each = [part for target in targets for part in ast.walk(target)]
            if any(isinstance(part, ast.Name) and part.id == name for part in each):
                return True
    return False


def _check(function: ast.FunctionDef, names: set[str]) -> None:
    for each in ast.walk(function):
        targets = [part for one in getattr(each, "generators", ()) for part in ast.walk(one.target)]
        word = getattr(each, "name", None) if each is not function else None
        aliases = [(one.asname or one.name) for one in getattr(each, "names", ()) if isinstance(one, ast.alias)]
        walrus = [each.target] if isinstance(each, ast.NamedExpr) else []
        deleted = [each] if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Del) else []
        told = [part.id for part in (*targets, *walrus, *deleted) if isinstance(part, ast.Name)]
        if names & {word, *aliases, *told} or isinstance(each, ast.ClassDef):
            raise Otherwise


def _share(function: ast.FunctionDef, names: set[str]) -> None:
    shared = f"{SHARED}{function.lineno}"
    maker = type(f"names_of_{function.name}_{function.lineno}", (), {})
    _Attributes(shared, names).body_of(function)
    first = function.body[0]
    begin: list[ast.stmt] = [ast.Assign([ast.Name(shared, ast.Store())], ast.Call(ast.Constant(maker), [], []))]  # type: ignore[arg-type]
    for name in _parameters(function):
        if name in names:
            place = ast.Attribute(ast.Name(shared, ast.Load()), name, ast.Store())
            begin.append(ast.Assign([place], ast.Name(name, ast.Load())))
    for each in begin:
        ast.fix_missing_locations(ast.copy_location(each, first))
    function.body[:0] = begin


class _Attributes(ast.NodeTransformer):
    """Attributes of the shared object in the place of names."""

    def __init__(self, shared: str, names: set[str]) -> None:
        self.shared, self.names = shared, names

    def body_of(self, function: Outer) -> None:
        if isinstance(function, ast.Lambda):
            function.body = self.visit(function.body)
        else:
            function.body = [self.visit(each) for each in function.body]

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id not in self.names:
            return node
        place = ast.Attribute(ast.Name(self.shared, ast.Load()), node.id, node.ctx)
        return ast.fix_missing_locations(ast.copy_location(place, node))

    def visit_Nonlocal(self, node: ast.Nonlocal) -> Any:
        node.names = [each for each in node.names if each not in self.names]
        return node if node.names else ast.copy_location(ast.Pass(), node)

    def within(self, node: Outer) -> Outer:
        spec = node.args
        spec.defaults = [self.visit(each) for each in spec.defaults]
        spec.kw_defaults = [None if each is None else self.visit(each) for each in spec.kw_defaults]
        before = self.names
        self.names = before - _bound(node)
        self.body_of(node)
        self.names = before
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return self.within(node)

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        return self.within(node)
