"""Text of a game that changes what lies in a place otherwise than by the table's operations."""

from __future__ import annotations

import ast
from pathlib import Path as File
from typing import Any

from referee.kernel.citations import module_files
from referee.kernel.game import Game

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


def changes_elsewhere(game: type[Game[Any]]) -> str:
    """The place where the text of a game changes places without an operation, as FILE:LINE; "" if there is none."""
    zones = {*game.table_class.zone_specs, "flight", "places"}
    for file in module_files(game):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        made = _made(game, file, tree)
        for node in ast.walk(tree):
            if node in made:
                continue
            stored = isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))
            attribute = node.attr if isinstance(node, ast.Attribute) else ""
            held = node.value if isinstance(node, ast.Subscript) else None
            in_zone = isinstance(held, ast.Attribute) and held.attr in zones
            wrong = stored and (attribute in ("row", "pile", "size", *zones) or in_zone)
            if wrong or attribute in CHANGING:
                return f"{file}:{node.lineno}"  # type: ignore[attr-defined]
    return ""
