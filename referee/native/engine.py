"""Plays matches of one form natively."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from referee.kernel.game import Game
from referee.meaning.translation import Claims, meaning
from referee.native.build import library
from referee.native.cxx import Writer
from referee.play.bulk import Played

CLAIM = 1000


class Engine:
    """One form of a game, compiled."""

    words: Sequence[Any]
    claims: Sequence[str]
    """The properties that are looked at natively, in the order of their numbers."""
    unread: Mapping[str, str]
    """Why others are not."""

    def __init__(
        self,
        game: Game[Any],
        folder: Path,
        building: Callable[[], None] | None = None,
        claims: Claims = MappingProxyType({}),
    ) -> None:
        """NoMeaning: the rules say something that has no meaning yet. NoCompiler: it cannot be compiled."""
        program = meaning(game, claims)
        self._load(Writer(program), folder, building)

    def _load(self, writer: Writer, folder: Path, building: Callable[[], None] | None) -> None:
        game, program = writer.program.game, writer.program
        self.game, self.words = game, program.atoms
        self.claims, self.unread = writer.looked_at, program.unread
        self._library = library(writer.text(), folder, building)

    @classmethod
    def of_text(cls, game: Game[Any], text: str, folder: Path, more: Sequence[str] = ()) -> Engine:
        """An engine of another text: what a mistranslation would do."""
        made = cls.__new__(cls)
        made.game, made.words, made.claims, made.unread = game, (), (), {}
        made._library = library(text, folder, None, more)
        return made

    def play(
        self, key: tuple[int, int], first: int, number: int, turn_cap: int | None = None, wanted: Collection[str] = ()
    ) -> Played:
        """The matches ``first`` to ``first + number - 1`` of a seed (``referee.record.words.key_of``). A match
        stops where one of the ``wanted`` claims does not hold: ``broken`` is then ``CLAIM`` and its number."""
        import numpy as np

        played = Played.empty(first, number, self.game.players, self.words)
        cap = self.game.turn_cap if turn_cap is None else turn_cap
        looked_at = np.array([each in wanted for each in self.claims], "u1")
        self._library.play(
            ctypes.c_uint64(key[0]),
            ctypes.c_uint64(key[1]),
            ctypes.c_uint64(first),
            ctypes.c_uint64(number),
            ctypes.c_int64(cap),
            *[ctypes.c_void_p(each.ctypes.data) for each in (played.results, played.ranks, played.payoffs, looked_at)],
        )
        return played
