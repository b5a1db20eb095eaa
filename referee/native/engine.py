"""Plays matches of one form natively."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from referee.kernel.game import Game
from referee.meaning.translation import meaning
from referee.native.build import library
from referee.native.cxx import Writer
from referee.play.bulk import Played


class Engine:
    """One form of a game, compiled."""

    words: Sequence[Any]

    def __init__(self, game: Game[Any], folder: Path, building: Callable[[], None] | None = None) -> None:
        """NoMeaning: the rules say something that has no meaning yet. NoCompiler: it cannot be compiled."""
        program = meaning(game)
        self.game, self.words = game, program.atoms
        self._library = library(Writer(program).text(), folder, building)

    @classmethod
    def of_text(cls, game: Game[Any], text: str, folder: Path) -> Engine:
        """An engine of another text: what a mistranslation would do."""
        made = cls.__new__(cls)
        made.game, made.words, made._library = game, (), library(text, folder)
        return made

    def play(self, key: tuple[int, int], first: int, number: int, turn_cap: int | None = None) -> Played:
        """The matches ``first`` to ``first + number - 1`` of a seed (``referee.play.bulk.key_of``)."""
        played = Played.empty(first, number, self.game.players, self.words)
        cap = self.game.turn_cap if turn_cap is None else turn_cap
        self._library.play(
            ctypes.c_uint64(key[0]),
            ctypes.c_uint64(key[1]),
            ctypes.c_uint64(first),
            ctypes.c_uint64(number),
            ctypes.c_int64(cap),
            *[ctypes.c_void_p(each.ctypes.data) for each in (played.results, played.ranks, played.payoffs)],
        )
        return played
