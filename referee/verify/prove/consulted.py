"""Which readings a proof consulted: it holds whatever the others say."""

from __future__ import annotations

import ast
from typing import Any

from referee.kernel.game import Defined, Game
from referee.kernel.rulelint import module_files


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
    """From now on what tables of this game are asked for is noted, beside what the game was made with."""
    heard = Consulted(game.defined)
    heard.asked |= made_with(type(game)) & set(game.readings)
    object.__setattr__(game, "defined", heard)
    return heard


def made_with(game: type[Game[Any]]) -> set[str]:
    """Readings that are read off the game itself, as ``….readings["slug"]``, wherever that is."""
    found: set[str] = set()
    for file in module_files(game):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file))):
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                on = node.value
                if (on.attr if isinstance(on, ast.Attribute) else getattr(on, "id", "")) == "readings":
                    found.add(str(node.slice.value))
    return found
