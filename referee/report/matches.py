"""The matches that a page can step through, within its size."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from referee.games.registry import game_called
from referee.kernel.errors import BadInput, BadRecord
from referee.kernel.game import Game
from referee.kernel.input_files import read_bytes
from referee.report.match import about_game, match_data

MOST = 8_000_000
"""Characters of all matches in a page."""
LARGEST = 3_000_000
"""Characters of one match; a longer one is named in the page, and left out."""


class Matches:
    """``matches`` by name (each with the number of its form), ``games``: what pages know of these forms."""

    def __init__(self, find: Callable[[str], type[Game[Any]]] = game_called, most: int = MOST) -> None:
        """``find`` gives the rules of a record; those that were checked need not be the ones a name stands for."""
        self.find, self.left = find, most
        self.matches: dict[str, dict[str, Any]] = {}
        self.games: list[dict[str, Any]] = []

    def __contains__(self, name: str) -> bool:
        return name in self.matches

    def add(self, name: str, content: bytes, file: str) -> str:
        """Put a record in; why it is left out, or "" where it is not."""
        if name in self.matches:
            return ""
        try:
            form, match = match_data(content, file, find=self.find)
        except (BadInput, BadRecord) as error:
            return f"no record that these rules give: {error}"
        length = len(json.dumps(match))
        if length > min(self.left, LARGEST):
            return "too long for a page"
        self.left -= length
        about = about_game(form)
        if about not in self.games:
            self.games.append(about)
        self.matches[name] = {"match": match, "game": self.games.index(about)}
        return ""

    def add_file(self, path: str) -> str:
        """Put the record of a file in, under the file's name."""
        if path in self.matches:
            return ""
        try:
            content = read_bytes(Path(path), kind="a record")
        except BadInput as error:
            return str(error)
        return self.add(path, content, Path(path).name)

    @property
    def data(self) -> dict[str, Any]:
        """The matches as data for the scripts of a page."""
        return {"matches": self.matches, "games": self.games}
