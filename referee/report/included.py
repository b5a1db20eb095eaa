"""The documents of other commands for the page of a check: their JSON, from the same command or from files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from referee.kernel.errors import BadInput
from referee.kernel.input_files import parse_json, read_bytes, shown
from referee.report.documents import SHAPES
from referee.report.graph import read_graph

Document = Mapping[str, Any]
READINGS, MUTANTS, INTERACTIONS = "referee.readings/1", "referee.mutants/1", "referee.interactions/1"
OF = {READINGS: "readings", MUTANTS: "mutants", INTERACTIONS: "interactions"}
OPTIONS = {"readings": "--all-readings", "mutants": "--mutate", "interactions": "--interactions"}
"""What asks for it in the command that writes the page."""
WRITTEN_BY = {
    "readings": "referee check {} --all-readings --json FILE",
    "mutants": "referee check {} --mutate --json FILE",
    "interactions": "referee interactions {} --json FILE",
}


@dataclass(slots=True)
class Included:
    """Documents as docs/json.md has them; None for what was not asked."""

    readings: Document | None = None
    mutants: Document | None = None
    interactions: Document | None = None

    def take(self, document: Any, game: str, name: str) -> None:
        """Put one in. BadInput, in which it is called ``name``, where it is none or of another game."""
        schema = document.get("schema") if isinstance(document, dict) else None
        if not isinstance(schema, str) or schema not in OF:
            raise BadInput(f"{name}: a page takes what {_listed(game)} writes, and this is none of these")
        if document.get("game") != game:
            raise BadInput(f"{name}: it is about {document.get('game')!r}, and the page about {game!r}")
        if getattr(self, OF[schema]) is not None:
            raise BadInput(f"{name}: the page has its {OF[schema]} already: leave one of them out")
        setattr(self, OF[schema], document)

    def as_json(self) -> dict[str, Any]:
        """The documents by their names, those that were not asked as None."""
        return {name: getattr(self, name) for name in OF.values()}


def _listed(game: str) -> str:
    return ", ".join(repr(each.format(game)) for each in WRITTEN_BY.values())


def load_included(files: Iterable[Path], game: str) -> Included:
    """The documents of files. BadInput names the file that is not one, or cannot be read."""
    found = Included()
    for file in files:
        document = parse_json(read_bytes(file, kind="what --json wrote"), shown(file))
        found.take(document, game, shown(file))
        try:
            msgspec.convert(document, SHAPES[document["schema"]])
            if document["schema"] == INTERACTIONS:
                read_graph(document)
        except ValueError as error:
            raise BadInput(f"{shown(file)}: it is not as referee writes it: {error}") from None
    return found
