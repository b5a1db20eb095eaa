"""The readings that rules consult while they are carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.kernel.game import Game
from referee.kernel.table import Table


def listen_to(table: Table, listener: Callable[[str], object]) -> None:
    """Tell ``listener`` from now on the slug of every reading that a rule asks this table for, in either way."""
    reading, reading_or = table.reading, table.reading_or

    def noting(slug: str) -> str:
        listener(slug)
        value: str = reading(slug)
        return value

    def noting_or(slug: str, otherwise: str) -> str:
        listener(slug)
        return reading_or(slug, otherwise)

    table.reading = noting
    table.reading_or = noting_or  # type: ignore[method-assign]


class _Heard(dict[str, str]):
    """The readings of a game, which tell what is looked up."""

    def __init__(self, readings: Mapping[str, str], listener: Callable[[str], object]) -> None:
        super().__init__(readings)
        self._listener = listener

    def __getitem__(self, slug: str) -> str:
        self._listener(slug)
        return super().__getitem__(slug)


def listen_to_game(game: Game[Any], listener: Callable[[str], object]) -> None:
    """Tell ``listener`` from now on also the slug of every reading that is looked up in ``game.readings``."""
    object.__setattr__(game, "readings", _Heard(game.readings, listener))
