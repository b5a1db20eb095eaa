"""Tests that are named after clauses: ``test_X_5_take_and_lead`` is one of clause X-5."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.kernel.input_files import MOST_OF_A_TEXT, read_bytes

TEST = re.compile(rb"\bdef[\s\\]+(test[^\s\\(\[]*)")
"""What the name of a test looks like in a text that was not parsed: more than those of tests, and all of them."""


def tested_project(game: type[Game[Any]]) -> Path | None:
    """The folder above the game's with a ``pyproject.toml`` and a folder ``tests``; an installed game has none."""
    return next((each for each in rules_of(game).folder.resolve().parents if _is_project(each)), None)


def tests_of_clauses(game: type[Game[Any]], clauses: Sequence[str]) -> Mapping[str, list[str]] | None:
    """For each clause the tests of the game's project that name it, as ``FILE::NAME``; None without a project."""
    if (home := tested_project(game)) is None:
        return None
    names = {re.sub(r"\W", "_", each): each for each in sorted(clauses, key=len, reverse=True)}
    mentioned = re.compile(rf"(?<![A-Za-z0-9])({'|'.join(map(re.escape, names))})(?![A-Za-z0-9])")
    found: dict[str, list[str]] = {}
    for file in sorted((home / "tests").rglob("test_*.py")):
        for test in _tests_in(file, mentioned):
            for word in dict.fromkeys(mentioned.findall(test)):
                found.setdefault(names[word], []).append(f"{file.relative_to(home).as_posix()}::{test}")
    return found


def _is_project(folder: Path) -> bool:
    return (folder / "pyproject.toml").is_file() and (folder / "tests").is_dir()


def _tests_in(file: Path, mentioned: re.Pattern[str]) -> list[str]:
    """The names of its tests; none where no test is ``mentioned``, as parsing takes most of the time."""
    try:
        text = read_bytes(file, MOST_OF_A_TEXT)
        if not any(mentioned.search(each.decode(errors="replace")) for each in TEST.findall(text)):
            return []
        tree = ast.parse(text)
    except (BadInput, SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [each.name for each in ast.walk(tree) if isinstance(each, functions) and each.name.startswith("test")]
