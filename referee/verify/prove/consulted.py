"""The readings that a proof consulted: it holds for all values of the others."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Any

from referee.kernel.citations import module_files
from referee.kernel.game import Defined, Game, rules_of
from referee.kernel.source_loading import text_at

OF_THE_GAME = ("readings", "defined", "unusual_readings", "form", "register")
"""Attributes of a game from which its readings can be told."""


class Consulted(Defined):
    """The values of readings that have a rule, and which of them were asked for."""

    def __init__(self, values: Defined) -> None:
        super().__init__(values)
        self.asked: set[str] = set()

    def __getitem__(self, slug: str) -> str:
        self.asked.add(slug)
        return super().__getitem__(slug)

    def get(self, slug: str, otherwise: Any = None) -> Any:
        self.asked.add(slug)
        return super().get(slug, otherwise)


def listen(game: Game[Any]) -> Consulted:
    """Record from now on the readings that tables of this game are asked for, beside those that the game was made
    with."""
    heard = Consulted(game.defined)
    heard.asked |= made_with(type(game)) & set(game.readings)
    object.__setattr__(game, "defined", heard)
    return heard


def made_with(game: type[Game[Any]], claims: Iterable[str] = ()) -> set[str]:
    """Readings that are read off the game itself, as ``….readings["slug"]`` or ``….readings.get("slug")``, wherever
    that is, also in the files of ``claims``; all of them where the text does not show which."""
    found: set[str] = set()
    for file in {*map(str, module_files(game)), *claims}:
        tree = ast.parse(text_at(file), file)
        above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        for node in ast.walk(tree):
            named = isinstance(node, ast.Name) and node.id == OF_THE_GAME[0]
            if named or (isinstance(node, ast.Attribute) and node.attr in OF_THE_GAME):
                shown = _shown(node, above)
                found |= set(rules_of(game).readings) if shown is None else {shown}
    return found


def _shown(node: ast.AST, above: Mapping[ast.AST, ast.AST]) -> str | None:
    """The reading that is looked up in all of them, as the text shows it; None where it does not."""
    user = above[node]
    key: ast.AST | None = user.slice if isinstance(user, ast.Subscript) and user.value is node else None
    if isinstance(user, ast.Attribute) and user.attr == "get" and isinstance(call := above[user], ast.Call):
        key = call.args[0] if call.func is user and call.args else None
    return str(key.value) if isinstance(key, ast.Constant) else None
