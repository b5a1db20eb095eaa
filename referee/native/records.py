"""Plays matches natively and keeps their records: the same bytes as those that Python writes."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from referee.kernel.game import Game
from referee.meaning.translation import meaning
from referee.native.build import library
from referee.native.recording import RecordedWriter
from referee.play.bulk import Played
from referee.play.seats import BulkSeat
from referee.record.header import header_of
from referee.record.tape import BulkTape, commitment
from referee.record.words import bulk_secret


class Recording:
    """One form of a game, compiled so that its matches are recorded.

    ``seeded`` says in the records that chance was no secret; with ``views`` they have digests of what the seats saw.
    """

    def __init__(
        self,
        game: Game[Any],
        folder: Path,
        building: Callable[[], None] | None = None,
        *,
        seeded: bool = True,
        views: bool = True,
        mistaken: Callable[[str], str] = str,
    ) -> None:
        """NoMeaning: the rules say something that has no meaning yet. NoCompiler: it cannot be compiled. ``mistaken``
        makes the C++ text one of a mistranslation."""
        program = meaning(game, recorded=True)
        self.words = list(program.atoms)
        """The words of reasons, by number."""
        self.game, self.views, self.chance = game, views, "seeded" if seeded else "secret"
        self._library = library(mistaken(RecordedWriter(program).text()), folder, building)
        self._library.recorded.restype = ctypes.c_void_p

    def play(
        self, key: tuple[int, int], first: int, number: int, turn_cap: int | None = None
    ) -> tuple[Played, list[bytes | None]]:
        """The matches ``first`` to ``first + number - 1`` of a seed, each with its record; None where it has none
        natively."""
        import numpy as np

        cap = self.game.turn_cap if turn_cap is None else turn_cap
        played = Played.empty(first, number, self.game.players, self.words)
        ends = np.zeros(number, "i8")
        head, tail = self.header(cap)
        self._library.record(
            *map(ctypes.c_uint64, (*key, first, number)),
            ctypes.c_int64(cap),
            *[ctypes.c_void_p(each.ctypes.data) for each in (played.results, played.ranks, played.payoffs)],
            *(ctypes.c_char_p(head), ctypes.c_uint64(len(head)), ctypes.c_char_p(tail), ctypes.c_uint64(len(tail))),
            ctypes.c_int32(self.views),
            ctypes.c_void_p(ends.ctypes.data),
        )
        whole = ctypes.string_at(self._library.recorded(), int(ends[-1]))
        bounds = [0, *ends.tolist()]
        records = [whole[begin:end] or None for begin, end in pairwise(bounds)]
        return played, records

    def header(self, turn_cap: int) -> tuple[bytes, bytes]:
        """The first line of the records, before and behind the commitment to their chance."""
        tape = BulkTape(bulk_secret((0, 0), 0))
        seats = [BulkSeat(tape.below_words) for _ in range(self.game.players)]
        header = header_of(self.game, seats, tape, chance=self.chance, turn_cap=turn_cap, views=self.views)
        head, _, tail = msgspec.json.encode(header).partition(commitment(tape.secret).encode())
        return head, tail
