"""Boards: places in columns and rows, on which pieces lie as cards lie in zones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any, NamedTuple, cast

from referee.kernel.places import Place, Seen, ZoneSpec
from referee.kernel.players import everybody

Sized = int | Callable[[Any], int]
"""A number, or a function from the game (its settings) to one."""
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Along a row, up a column, and the two diagonals."""


class Cell(NamedTuple):
    """A cell of a grid, ``column`` and ``row`` counted from 0; people and records write ``a1``: the column as a letter,
    the row from 1."""

    column: int
    row: int

    @property
    def name(self) -> str:
        """``a1``; after column z comes aa."""
        letters, left = "", self.column + 1
        while left:
            left, digit = divmod(left - 1, 26)
            letters = ascii_lowercase[digit] + letters
        return f"{letters}{self.row + 1}"


class Grid:
    """The places of a board, by cell: ``t.board[cell]`` is a place, a bag. ``columns`` and ``rows`` are its size.

    The kernel's own: ``places``.
    """

    __slots__ = ("cells", "columns", "places", "rows")

    def __init__(self, places: Mapping[Cell, Place]) -> None:
        self.places = dict(places)
        self.cells = tuple(self.places)
        """All cells, row by row from the bottom left."""
        self.columns = 1 + max(cell.column for cell in self.cells)
        self.rows = 1 + max(cell.row for cell in self.cells)

    def __getitem__(self, cell: Cell) -> Place:
        return self.places[cell]

    def __iter__(self) -> Iterator[Place]:
        return iter(self.places.values())

    def column(self, number: int) -> tuple[Cell, ...]:
        """The cells of a column, from the bottom up."""
        return tuple([cell for cell in self.cells if cell.column == number])

    def row(self, number: int) -> tuple[Cell, ...]:
        """The cells of a row, from the left."""
        return tuple([cell for cell in self.cells if cell.row == number])

    def neighbours(self, cell: Cell, *, diagonal: bool = False) -> tuple[Cell, ...]:
        """The cells beside a cell; with ``diagonal`` also those that touch it at a corner."""
        near = [each for each in self.cells if max(abs(each.column - cell.column), abs(each.row - cell.row)) == 1]
        return tuple([each for each in near if diagonal or each.column == cell.column or each.row == cell.row])

    def lines(self, length: int) -> tuple[tuple[Cell, ...], ...]:
        """All straight lines of so many cells: along rows, columns and diagonals, each once."""
        found = []
        for cell in self.cells:
            for right, up in WAYS:
                line = tuple([Cell(cell.column + right * step, cell.row + up * step) for step in range(length)])
                if line[-1] in self.places:
                    found.append(line)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class GridSpec(ZoneSpec):
    """A grid as it is declared in the body of a table's class: what holds for each of its cells, and how many."""

    columns: Sized = 1
    rows: Sized = 1

    def cells(self, game: Any) -> tuple[Cell, ...]:
        """Its cells in that game, row by row."""
        columns, rows = [each if isinstance(each, int) else each(game) for each in (self.columns, self.rows)]
        return tuple([Cell(column, row) for row in range(rows) for column in range(columns)])


def grid(columns: Sized, rows: Sized, *, seen_by: Seen = everybody, size_seen_by: Seen = everybody) -> Grid:
    """Declare a board: so many columns and rows (numbers, or functions of the game), each cell a bag of its own."""
    return cast(Grid, GridSpec(seen_by, size_seen_by, per_player=False, row=False, columns=columns, rows=rows))
