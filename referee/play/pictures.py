"""The picture of a table: what the game draws of a view, or its boards where it draws nothing."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from referee.kernel.faults import place_in_rules
from referee.kernel.game import Game, draws
from referee.play.sanitize import columns_of, cut, harmless

CELL = re.compile("(?P<board>[^ ]+) (?P<cell>[a-z]+[0-9]+)")
"""The name of the place that is a cell of a board."""
MOST_LINES, MOST_COLUMNS = 200, 500
"""The size of a picture; the rest is cut."""


class Pictures:
    """Draws views (see ``referee.kernel.views.view_of``) of one match.

    ``fault`` is what is wrong with the game's ``draw``, with file and line, once it is: from then on it is not called.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.draws = game, draws(type(game))
        self.fault = ""

    def lines(self, view: Mapping[str, Any]) -> list[str]:
        """The picture as harmless lines; [] where there is none. A view with everything open (``seat`` None) is drawn
        as seat 0 would see it."""
        text = self._drawn(view) if self.draws and not self.fault else ""
        return list(_framed(text.expandtabs().splitlines() if text.strip() else boards(view)))

    def _drawn(self, view: Mapping[str, Any]) -> str:
        seen: Any = deepcopy(view)
        if view["seat"] is None:
            seen = {**_open(seen), "seat": 0}
        try:
            text: Any = self.game.draw(seen)
            if not isinstance(text, str):
                raise TypeError(f"draw gives {text!r:.80}, and a text is wanted")
        except Exception as error:
            said = " ".join(f"{type(error).__name__}: {error}".split())
            self.fault = harmless(f"{self._place(error)}: {said:.300}; the match goes on without this picture")
            return ""
        return text

    def _place(self, error: Exception) -> str:
        classes = [each for each in type(self.game).__mro__ if issubclass(each, Game) and each is not Game]
        drawing = inspect.unwrap(type(self.game).draw)
        name = Path(inspect.getfile(drawing)).name
        return place_in_rules(error, classes) or f"{name}:{inspect.getsourcelines(drawing)[1]}"


def boards(view: Mapping[str, Any]) -> Iterator[str]:
    """The boards of a view: columns lettered, rows numbered from the bottom, an empty cell a dot."""
    found = boards_of(view["zones"])
    for name, cells in found.items():
        if len(found) > 1:
            yield f"{name.replace('_', ' ')}:"
        yield from _board(cells)


def boards_of(zones: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The zones of the cells of each board, by its name and the cell: ``"board a1"`` is the cell a1 of the board."""
    found: dict[str, dict[str, Any]] = {}
    for name, zone in zones.items():
        if of := CELL.fullmatch(name):
            found.setdefault(of["board"], {})[of["cell"]] = zone
    return found


def _board(cells: Mapping[str, Any]) -> Iterator[str]:
    at = {name: re.fullmatch("([a-z]+)([0-9]+)", name) for name in cells}
    columns = sorted({found[1] for found in at.values() if found}, key=lambda each: (len(each), each))
    rows = sorted({int(found[2]) for found in at.values() if found}, reverse=True)
    drawn = [[_content(cells[f"{column}{row}"]) for column in columns] for row in rows]
    widths = [max(map(columns_of, each)) for each in zip(columns, *drawn, strict=True)]
    margin = len(str(rows[0]))
    for label, line in [*zip(map(str, rows), drawn, strict=True), ("", columns)]:
        cell = [text + " " * (width - columns_of(text)) for text, width in zip(line, widths, strict=True)]
        yield f"{label:>{margin}} {' '.join(cell)}".rstrip()


def _content(zone: Mapping[str, Any]) -> str:
    """One cell: empty, its piece, or the number of pieces and the top one. A question mark stands for what is
    hidden."""
    if "cards" not in zone:
        size = zone["size"]
        return "." if size == 0 else "?" if size in (1, None) else f"{size}:?"
    names = [each["card"] if isinstance(each, Mapping) else each for each in zone["cards"]]
    names = [harmless(each) for each in names]
    return f"{len(names)}:{names[-1]}" if len(names) > 1 else names[0] if names else "."


def _framed(lines: Any) -> Iterator[str]:
    """The lines of a picture, cut to a size that people look at, without characters that move a cursor."""
    whole = [harmless(line.rstrip()) for line in lines]
    yield from (cut(line, MOST_COLUMNS) for line in whole[:MOST_LINES])
    if len(whole) > MOST_LINES:
        yield f"… and {len(whole) - MOST_LINES} lines more"


def _open(data: Any) -> Any:
    """A view with everything open, in which what a seat would only count is counted too."""
    if isinstance(data, dict):
        size = {"size": len(data["cards"])} if "cards" in data else {}
        return size | {name: _open(each) for name, each in data.items()}
    return [_open(each) for each in data] if isinstance(data, list) else data
