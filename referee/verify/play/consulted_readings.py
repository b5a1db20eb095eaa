"""The readings that rules consult while they are carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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


class _HeardAnyhow(_Heard):
    """The same, however they are looked up: the kernel itself goes through all of them without reading any."""

    def get(self, slug: str, otherwise: Any = None) -> Any:
        self._listener(slug)
        return super().get(slug, otherwise)

    def __iter__(self) -> Iterator[str]:
        """Whoever goes through them looks them up."""
        for slug in super().__iter__():
            self._listener(slug)
            yield slug

    def keys(self) -> Any:
        return [*self]

    def values(self) -> Any:
        return [self[slug] for slug in self]

    def items(self) -> Any:
        return [(slug, self[slug]) for slug in self]


def listen_to_game(game: Game[Any], listener: Callable[[str], object], *, anyhow: bool = False) -> None:
    """Tell ``listener`` from now on also the slug of every reading that is looked up in ``game.readings``; ``anyhow``:
    by whoever goes through all of them too."""
    heard = (_HeardAnyhow if anyhow else _Heard)(game.readings, listener)
    object.__setattr__(game, "readings", heard)
