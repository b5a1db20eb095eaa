"""Plays matches natively and keeps their records: the same bytes as those that Python writes."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from referee.kernel.game import Game
from referee.meaning.translation import meaning
from referee.native.build import library
from referee.native.recording import RecordedWriter
from referee.play.bulk import Played
from referee.play.seats import BulkSeat, RandomSeat
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
        self._library.record_secret.restype = ctypes.c_int64

    def play(
        self, key: tuple[int, int], first: int, number: int, turn_cap: int | None = None
    ) -> tuple[Played, list[bytes | None]]:
        """The matches ``first`` to ``first + number - 1`` of a seed, each with its record; None where it has none
        natively."""
        cap = self.game.turn_cap if turn_cap is None else turn_cap
        import numpy as np

        played = Played.empty(first, number, self.game.players, self.words)
        ends = np.zeros(number, "i8")
        self._library.record(
            *map(ctypes.c_uint64, (*key, first, number)),
            ctypes.c_int64(cap),
            *[ctypes.c_void_p(each.ctypes.data) for each in (played.results, played.ranks, played.payoffs)],
            *self.header(cap, [BulkSeat.name] * self.game.players),
            ctypes.c_int32(self.views),
            ctypes.c_void_p(ends.ctypes.data),
        )
        at = self._library.recorded()
        records = [ctypes.string_at(at + begin, end - begin) or None for begin, end in pairwise([0, *ends.tolist()])]
        return played, records

    def of_secret(
        self, secret: bytes, seats: Sequence[RandomSeat], turn_cap: int | None = None
    ) -> tuple[Played, bytes | None]:
        """The match of a secret between seats ``random``, each with its own chance: the tape of records and
        tournaments."""
        cap = self.game.turn_cap if turn_cap is None else turn_cap
        played = Played.empty(0, 1, self.game.players, self.words)
        import numpy as np

        states, at = np.zeros((len(seats), 624), "u4"), np.zeros(len(seats), "i4")
        for seat, each in enumerate(seats):
            _, state, _ = each.rng.getstate()
            states[seat], at[seat] = state[:624], state[624]
        size = self._library.record_secret(
            ctypes.c_char_p(secret),
            ctypes.c_uint64(len(secret)),
            *[ctypes.c_void_p(each.ctypes.data) for each in (states, at)],
            ctypes.c_int64(cap),
            *[ctypes.c_void_p(each.ctypes.data) for each in (played.results, played.ranks, played.payoffs)],
            *self.header(cap, [each.name for each in seats]),
            ctypes.c_int32(self.views),
        )
        return played, ctypes.string_at(self._library.recorded(), size) or None

    def header(self, turn_cap: int, names: Sequence[str]) -> tuple[Any, ...]:
        """The first line of the records, before and behind the commitment to their chance, each with its length."""
        tape = BulkTape(bulk_secret((0, 0), 0))
        seats = [BulkSeat(tape.below_words) for _ in names]
        for seat, name in zip(seats, names, strict=True):
            seat.name = name
        header = header_of(self.game, seats, tape, chance=self.chance, turn_cap=turn_cap, views=self.views)
        head, _, tail = msgspec.json.encode(header).partition(commitment(tape.secret).encode())
        return ctypes.c_char_p(head), ctypes.c_uint64(len(head)), ctypes.c_char_p(tail), ctypes.c_uint64(len(tail))
