"""Plays matches of one form natively."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from referee.kernel.game import Game
from referee.meaning.translation import meaning
from referee.native.build import library
from referee.native.cxx import Writer

RESULT = np.dtype([("digest", "u8"), ("decisions", "u8"), ("turns", "i8"), ("end", "i4"), ("broken", "i4")], align=True)
ENDED, CAPPED, STOPPED = range(3)


@dataclass(frozen=True)
class Played:
    """Some matches: a row of ``results`` (``RESULT``) for each; ``ranks`` and ``payoffs`` by match and seat, of those
    that ended."""

    results: np.ndarray[Any, Any]
    ranks: np.ndarray[Any, Any]
    payoffs: np.ndarray[Any, Any]


class Engine:
    """One form of a game, compiled."""

    def __init__(self, game: Game[Any], folder: Path, building: Callable[[], None] | None = None) -> None:
        """NoMeaning: the rules say something that has no meaning yet. NoCompiler: it cannot be compiled."""
        self.game = game
        self._library = library(Writer(meaning(game)).text(), folder, building)

    @classmethod
    def of_text(cls, game: Game[Any], text: str, folder: Path) -> Engine:
        """An engine of another text: what a mistranslation would do."""
        made = cls.__new__(cls)
        made.game, made._library = game, library(text, folder)
        return made

    def play(self, key: tuple[int, int], first: int, number: int, turn_cap: int | None = None) -> Played:
        """The matches ``first`` to ``first + number - 1`` of a seed (``referee.play.bulk.key_of``)."""
        players = self.game.players
        results = np.zeros(number, RESULT)
        ranks, payoffs = np.zeros((number, players), "i4"), np.zeros((number, players), "f8")
        cap = self.game.turn_cap if turn_cap is None else turn_cap
        self._library.play(
            ctypes.c_uint64(key[0]),
            ctypes.c_uint64(key[1]),
            ctypes.c_uint64(first),
            ctypes.c_uint64(number),
            ctypes.c_int64(cap),
            *[ctypes.c_void_p(each.ctypes.data) for each in (results, ranks, payoffs)],
        )
        return Played(results, ranks, payoffs)
