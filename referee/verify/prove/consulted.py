"""The readings that a proof consulted: it holds for all values of the others."""

from __future__ import annotations

import ast
from typing import Any

from referee.kernel.citations import module_files
from referee.kernel.game import Defined, Game, rules_of


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


def made_with(game: type[Game[Any]]) -> set[str]:
    """Readings that are read off the game itself, as ``….readings["slug"]``, wherever that is; all of them where the
    text does not show which."""
    found: set[str] = set()
    for file in module_files(game):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file))):
            if isinstance(node, ast.Subscript):
                on = node.value
                if (on.attr if isinstance(on, ast.Attribute) else getattr(on, "id", "")) == "readings":
                    shown = node.slice.value if isinstance(node.slice, ast.Constant) else None
                    found |= set(rules_of(game).readings) if shown is None else {str(shown)}
    return found
