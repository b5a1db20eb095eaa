"""The lines of the keys of a TOML file, for errors that name the line."""

from __future__ import annotations

import re
from collections.abc import Sequence

Place = tuple[str | int, ...]
"""``("entrant", 1, "seat")``: the key ``seat`` of the second ``[[entrant]]``."""

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=(.*)$")
_PART = re.compile(r"\"([^\"]*)\"|'([^']*)'|([\w-]+)")


class Lines:
    """The lines of keys and tables of a valid TOML text."""

    def __init__(self, text: str) -> None:
        self._of: dict[Place, int] = {}
        counts: dict[Place, int] = {}
        table: Place = ()
        fence = ""
        for number, line in enumerate(text.splitlines(), 1):
            if fence:
                fence = "" if fence in line else fence
            elif header := _HEADER.match(line):
                table = _parts(header[2])
                if header[1] == "[[":
                    counts[table] = counts.get(table, -1) + 1
                    table = (*table, counts[table])
                else:
                    # A table inside the last of an array of tables.
                    for length in range(len(table) - 1, 0, -1):
                        if table[:length] in counts:
                            table = (*table[:length], counts[table[:length]], *table[length:])
                            break
                self._of.setdefault(table, number)
            elif key := _KEY.match(line):
                parts = _parts(key[1])
                for length in range(1, len(parts) + 1):
                    self._of.setdefault((*table, *parts[:length]), number)
                fence = next((each for each in ('"""', "'''") if key[2].count(each) == 1), "")

    def of(self, place: Sequence[str | int]) -> int:
        """The line of a key, or of the nearest table around it; 1 where there is none."""
        for length in range(len(place), 0, -1):
            if tuple(place[:length]) in self._of:
                return self._of[tuple(place[:length])]
        return 1


def _parts(dotted: str) -> Place:
    return tuple("".join(part) for part in _PART.findall(dotted))
