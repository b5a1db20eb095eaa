"""The forms of a game that are studied, and compared with one another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import msgspec

from referee.games.registry import find_game
from referee.kernel.game import Game
from referee.study.leaving_out import left_out

Pairs = tuple[tuple[str, str], ...]


class Variant(msgspec.Struct, frozen=True):
    """One form: ``game`` as it was asked for, readings and settings as they were given; ``without`` is a clause that is
    left out. ``label`` is what tables call it."""

    label: str
    game: str
    players: int
    readings: Pairs = ()
    settings: Pairs = ()
    without: str = ""
    turn_cap: int | None = None

    def make(self) -> Game[Any]:
        """The game. BadInput as for every form."""
        return find_game(self.game)(self.players, readings=dict(self.readings), settings=dict(self.settings))


@lru_cache(8)
def _made(variant: Variant) -> Game[Any]:
    return variant.make()


@contextmanager
def playing(variant: Variant) -> Iterator[Game[Any]]:
    """The form while it is played; the clause that it does without is put back afterwards."""
    game = _made(variant)
    if not variant.without:
        yield game
        return
    with left_out(type(game), variant.without):
        yield game
