"""What ships beside the package: bots, properties and tournaments, looked up by name, the author's own first; pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from referee.kernel.game import Game, rules_of

Kind = Literal["bots", "properties", "tournaments"]

DEMO_GAME = "escalation"
"""The game of ``referee demo``: small, and soon understood."""
COLLISION_GAME = "effervesce"
"""Where ``referee demo`` shows two clauses that get into each other's way."""

_PACKAGE = Path(__file__).resolve().parent.parent


def folders(kind: Kind, game: type[Game[Any]] | None = None, project: Path | None = None) -> list[Path]:
    """Those that exist: of the author's project, of the game's package, of what ships with referee.

    ``project`` is the author's folder, the current one if not given.
    """
    found: list[Path] = []
    for home in _homes(game, Path.cwd() if project is None else project):
        folder = (home / kind).resolve()
        if folder.is_dir() and folder not in found:
            found.append(folder)
    return found


def _homes(game: type[Game[Any]] | None, project: Path) -> Iterator[Path]:
    yield project
    if game is not None:
        folder = rules_of(game).folder.resolve()
        if folder.parent.name == "games" and not folder.is_relative_to(_PACKAGE):
            # A game of somebody's project, given by its folder from elsewhere.
            yield folder.parent.parent
        yield folder
    yield _folder_beside()


def documents() -> Path:
    """The folder of the pages about referee itself."""
    return _folder_beside() / "docs"


def _folder_beside() -> Path:
    """Where what ships beside the package lies: in a wheel within it."""
    shipped = _PACKAGE / "_shipped"
    return shipped if shipped.is_dir() else _PACKAGE.parent
