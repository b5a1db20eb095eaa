"""The lines of a game's Python that cite clauses and readings of its rulebook, and the files of a game."""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.kernel.game import Game, folders_of, methods_of, rules_of
from referee.kernel.input_files import read_text


@dataclass(frozen=True, slots=True)
class Citation:
    """A line of a game's Python; ``name``: the clause or reading that it names; ``rule``: the function."""

    name: str
    file: Path
    line: int
    rule: str = ""


def cited_clauses(game: type[Game[Any]]) -> list[Citation]:
    """The lines with ``@clause``, in the order of the rules."""
    return [
        Citation(id, Path(method.__code__.co_filename), method.__code__.co_firstlineno, method.__qualname__)
        for method in methods_of(game).values()
        for id in getattr(method, "__clauses__", ())
    ]


def asked_readings(game: type[Game[Any]]) -> list[Citation]:
    """The lines with ``….reading("slug")``, ``….readings["slug"]`` or ``readings["slug"]`` in the modules of a game.
    The name is "" where the text does not show which reading it is."""
    found = []
    for file in module_files(game):
        names = next((vars(each) for each in [*sys.modules.values()] if getattr(each, "__file__", "") == str(file)), {})
        for node in ast.walk(ast.parse(read_text(file, kind="rule text"), str(file))):
            slug: ast.expr | None = None
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ("reading", "reading_or")
            ):
                slug = node.args[0] if node.args else None
            elif isinstance(node, ast.Subscript) and isinstance(node.value, (ast.Attribute, ast.Name)):
                name = node.value.attr if isinstance(node.value, ast.Attribute) else node.value.id
                slug = node.slice if name == "readings" else None
            if slug is not None:
                named = slug.value if isinstance(slug, ast.Constant) else names.get(getattr(slug, "id", ""))
                found.append(Citation(named if isinstance(named, str) else "", file, slug.lineno))
    return found


def module_files(game: type[Game[Any]]) -> list[Path]:
    """The files of the modules that a game's classes stand in, and of what else of its package is loaded."""
    kernel = Game.__module__.rpartition(".")[0]
    names = [cls.__module__ for cls in (*game.__mro__, *game.table_class.__mro__)]
    names = [name for name in names if name not in ("builtins", "typing") and not name.startswith(f"{kernel}.")]
    package = game.__module__.rpartition(".")[0]
    if package:
        names += [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    files = [getattr(sys.modules.get(name), "__file__", None) for name in names]
    return [Path(file) for file in dict.fromkeys(files) if file and file.endswith(".py")]


def rules_files(game: type[Game[Any]], *suffixes: str) -> set[Path]:
    """Its register of readings, and of the folders of its rules, with those in them, every file that ends so."""
    beside = {path for folder in folders_of(game) for path in _files_in(folder) if path.suffix in suffixes}
    return {rules_of(game).folder / "readings.toml", *beside}


def _files_in(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink() and not path.name.startswith((".", "__")):
            yield from _files_in(path)
        else:
            yield path


def remarks(text: str) -> Iterator[tuple[int, str]]:
    """The comments and docstrings of a module, with the line that each begins in."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value
