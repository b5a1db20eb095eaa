"""Text of a game that changes what lies in a place otherwise than by the table's operations, or that may make a table
or a place of its own, to which they would move cards."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path as File
from typing import Any

from referee.kernel.citations import module_files
from referee.kernel.game import Game
from referee.kernel.places import Row
from referee.kernel.table import Table

CHANGING = ("restore", "_take", "_found", "_left", "_change", "_lying", "shift")
"""Methods of places, tables and algebras that only the kernel calls."""


def _made(game: type[Game[Any]], file: File, tree: ast.Module) -> set[ast.AST]:
    """Attributes that ``set_up`` gives to the game itself, ``self.hand = 5``, and ``__init__`` to what is no table."""
    code = getattr(game.set_up, "__code__", None)
    tables = {cls.__name__ for cls in game.table_class.__mro__}
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name not in tables]
    making: list[ast.AST] = [node for each in classes for node in each.body if getattr(node, "name", "") == "__init__"]
    if code is not None and str(file) == code.co_filename:
        making += [node for node in ast.walk(tree) if getattr(node, "lineno", 0) == code.co_firstlineno]
    found: set[ast.AST] = set()
    for rule in making:
        if isinstance(rule, ast.FunctionDef) and rule.args.args:
            me = rule.args.args[0].arg
            names = [node for node in ast.walk(rule) if isinstance(node, ast.Name) and node.id == me]
            if all(isinstance(name.ctx, ast.Load) for name in names):
                found |= {n for n in ast.walk(rule) if isinstance(n, ast.Attribute) and n.value in names}
    return found


def _makers(game: type[Game[Any]], tree: ast.Module) -> set[str]:
    """The names under which a module may have a class of tables or places."""
    classes = [cls for each in (Table, game.table_class, Row) for cls in each.__mro__[:-1]]
    names = {"type", "table_class", "__class__", *[cls.__name__ for cls in classes]}
    imported = [one for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for one in node.names]
    return names | {each.asname for each in imported if each.name in names and each.asname}


def _declarations(node: ast.AST) -> Iterator[ast.AST]:
    """The parts that make nothing: annotations, the bases of a class, ``table_class = …`` in it, what is told apart."""
    parts: list[ast.AST | None] = []
    match node:
        case (
            ast.arg(annotation=annotation) | ast.FunctionDef(returns=annotation) | ast.AnnAssign(annotation=annotation)
        ):
            parts = [annotation]
        case ast.ClassDef(bases=bases, body=body):
            tables = [each for each in body if isinstance(each, ast.Assign) and _name(each.targets[0]) == "table_class"]
            parts = [*bases, *tables]
        case ast.Call(func=ast.Name("isinstance"), args=[_, classes]):
            parts = [classes]
    for part in filter(None, parts):
        yield from ast.walk(part)


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def changes_elsewhere(game: type[Game[Any]]) -> str:
    """The place where the text of a game changes places without an operation, as FILE:LINE; "" if there is none."""
    zones = {*game.table_class.zone_specs, "flight", "places"}
    for file in module_files(game):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        made, makers = _made(game, file, tree), _makers(game, tree)
        declared = {part for node in ast.walk(tree) for part in _declarations(node)}
        for node in ast.walk(tree):
            if node in made:
                continue
            if node not in declared and _name(node) in makers:
                return f"{file}:{node.lineno}"  # type: ignore[attr-defined]
            stored = isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))
            attribute = node.attr if isinstance(node, ast.Attribute) else ""
            held = node.value if isinstance(node, ast.Subscript) else None
            in_zone = isinstance(held, ast.Attribute) and held.attr in zones
            wrong = stored and (attribute in ("row", "pile", "size", *zones) or in_zone)
            if wrong or attribute in CHANGING:
                return f"{file}:{node.lineno}"  # type: ignore[attr-defined]
    return ""
