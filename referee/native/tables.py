"""Many tables of one form that are played natively, each of which stops at its questions."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.kernel.game import Game
from referee.meaning.program import Expr
from referee.meaning.translation import meaning
from referee.meaning.types import Atoms, Maybe, Places, Plain, Record, Type, Union
from referee.native.build import library
from referee.native.cxx import runtime
from referee.native.observing import Layout, ObservingWriter

if TYPE_CHECKING:
    import numpy as np

MOST_SILENT = 1000
"""Matches in a row that ask nothing, before a table gives up."""
SILENT = -1
"""What is ``broken`` then."""
MOST_COUNTED = (1 << 63) - 1
DRAWN = -1
"""An answer that the chance of the match draws."""
ROWS = (
    ("seat", "i4"),
    ("player", "i4"),
    ("ask", "i4"),
    ("broken", "i4"),
    ("count", "i8"),
    ("turns", "i8"),
    ("match", "u8"),
    ("done", "?"),
    ("ended", "?"),
)


def rows_of(number: int, players: int, observed: int) -> dict[str, np.ndarray[Any, Any]]:
    """What so many tables tell: an array of each of ``ROWS``, the ``payoff`` by seat, and so many numbers that are
    ``observed``."""
    import numpy as np

    rows: dict[str, np.ndarray[Any, Any]] = {name: np.zeros(number, kind) for name, kind in ROWS}
    return rows | {"payoff": np.zeros((number, players), "f8"), "observed": np.zeros((number, observed), "f4")}


class StoppingWriter(ObservingWriter):
    """The C++ text of a Program that stops at questions."""

    def x_ask(self, e: Expr, args: list[str]) -> str:
        return f"asked<{self.type(e.type)}>({', '.join(args)})"

    def x_together(self, e: Expr, args: list[str]) -> str:
        return self.together("asked_together", e, args, "player", "space", "decider", "ask")

    def more(self, where: str) -> list[str]:
        if where == "begin":
            return ["#define ASKED"]
        if where == "spaces":
            return [runtime("asking")]
        kinds = [kind for kind, _ in self.program.scalars.values()]
        keeps = self.program.table.has_rows or any(map(lies_in_a_room, kinds))
        return [
            f"constexpr int MOST_SILENT = {MOST_SILENT}, SILENT = {SILENT};",
            f"constexpr bool KEEPS = {str(keeps).lower()};",
            self.observing(),
            runtime("stopping"),
        ]


def lies_in_a_room(kind: Type) -> bool:
    """Whether a value is more than numbers: what it holds lies in a room."""
    match kind:
        case Plain(word):
            return word == "moment"
        case Maybe(of):
            return lies_in_a_room(of)
        case Union(types) | Record(_, _, types):
            return any(map(lies_in_a_room, types))
    return not isinstance(kind, (Atoms, Places))


class NativeTables:
    """``number`` tables of a form. What is next at each of them stands in arrays with a row for each table, which stay
    the same objects: ``ROWS``, ``payoff`` (by seat) and ``observed``."""

    def __init__(
        self,
        game: Game[Any],
        number: int,
        folder: Path,
        building: Callable[[], None] | None = None,
        layout: Layout | None = None,
        mistaken: Callable[[str], str] = str,
    ) -> None:
        """NoMeaning: the rules say something that has no meaning yet. NoCompiler: it cannot be compiled. ``layout``
        says what stands in ``observed``; ``mistaken`` makes the C++ text one of a mistranslation."""
        import numpy as np

        program = meaning(game, stopping=True)
        self.game, self.number = game, number
        self.words: Sequence[Any] = program.atoms
        """The words of questions, by the number in ``ask``."""
        text = mistaken(StoppingWriter(program, layout).text())
        # Its state is one for the process: no other thread may come between.
        self._library = ctypes.PyDLL(library(text, folder, building)._name)
        self.rows = rows_of(number, game.players, layout.size if layout else 0)
        self.answers = np.zeros(number, "i8")
        pointers = (ctypes.c_void_p * len(self.rows))(
            *[each.ctypes.data if each.size else None for each in self.rows.values()]
        )
        self._library.tables_new.restype = ctypes.c_void_p
        self._library.tables_begin.restype = self._library.tables_step.restype = ctypes.c_int64
        self._library.tables_answers.restype = ctypes.c_uint64
        size = ctypes.c_int64(layout.size if layout else 0)
        self._handle = ctypes.c_void_p(self._library.tables_new(ctypes.c_uint64(number), pointers, size))
        self._step, self._given = self._library.tables_step, ctypes.c_void_p(self.answers.ctypes.data)

    def __del__(self) -> None:
        if hasattr(self, "_handle"):
            self._library.tables_free(self._handle)

    def begin(self, key: tuple[int, int], first: int, turn_cap: int) -> int:
        """The tables begin the matches from ``first`` on. Gives how many stand at no question then, as their rules
        were stopped."""
        found = self._library.tables_begin(self._handle, *map(ctypes.c_uint64, (*key, first)), ctypes.c_int64(turn_cap))
        return int(found)

    def step(self) -> int:
        """The tables go on with ``answers``, by number. A match that ends is ``done``, and its table begins the one
        whose number is higher by the number of tables. Gives how many stand at no question then; below zero where an
        answer is none: -1 for that of the first table. Nothing has happened then."""
        return self._step(self._handle, self._given)  # type: ignore[no-any-return]

    def played(self, table: int) -> list[int]:
        """The answers of the running match of a table."""
        import numpy as np

        which, none = ctypes.c_uint64(table), ctypes.c_uint64(0)
        many = self._library.tables_answers(self._handle, which, None, none)
        found = np.zeros(many, "i8")
        self._library.tables_answers(self._handle, which, ctypes.c_void_p(found.ctypes.data), ctypes.c_uint64(many))
        return list(map(int, found))
