"""Texts that are parsed before they are needed: processes that begin afterwards need not parse them again."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from types import FunctionType
from typing import Any

from referee.kernel.game import Game
from referee.meaning.purity import Purity
from referee.meaning.texts import NoMeaning, code_of


def parse_ahead(game: Game[Any]) -> None:
    """Parse the texts that the meaning of a game is read from: those of its classes, its table and what is on it.

    Nothing is carried out and nothing is said: whoever reads the meaning says what has none.
    """
    table = game.table()
    _parse_all(tuple(dict.fromkeys(map(type, (game, table, table.algebra, *table.places, *table.players)))))


@lru_cache(maxsize=8)
def _parse_all(classes: tuple[type, ...]) -> None:
    """Once for a process: the forms of a game have the same texts. The first class is the game's."""
    with suppress(OSError, SyntaxError):
        Purity(classes[0])
    for cls in [cls for each in classes for cls in each.__mro__]:
        for each in vars(cls).values():
            if isinstance(each, FunctionType):
                with suppress(NoMeaning):
                    code_of(each)
