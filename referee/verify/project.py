"""What an author keeps about a game: its rulebook, and the files of ``properties/``, the author's own first.

Findings that an author accepts stand in ``properties/GAME.accepted.toml``, by fingerprint, each with a reason.

[[accepted]]
fingerprint = "0123456789ab"
finding = "shortage E-6 new-cards=different"
reason = "The rulebook says so itself in its notes."
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.games.shipped import folders
from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.kernel.input_files import read_toml
from referee.kernel.rulebook import load_rulebook
from referee.play.examples import Example, load_examples
from referee.verify.findings import Finding
from referee.verify.properties import Property, load_module, properties_in
from referee.verify.scales import Scale, scales_of


@dataclass(frozen=True, slots=True)
class Accepted:
    fingerprint: str
    finding: str
    reason: str


def load_accepted(path: Path) -> dict[str, Accepted]:
    """The accepted findings by fingerprint. BadInput names the file, the entry and what is wrong."""
    content, _ = read_toml(path, kind="a file of accepted findings")
    entries = content.get("accepted", [])
    if not isinstance(entries, list) or set(content) - {"accepted"}:
        raise BadInput(f"{path}: only [[accepted]] entries are known, not {', '.join(set(content) - {'accepted'})}")
    found: dict[str, Accepted] = {}
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict):
            raise BadInput(f"{path}: 'accepted' holds entries of [[accepted]]")
        where = f"{path}: entry {number}"
        told = [entry.get(word) for word in ("fingerprint", "finding", "reason")]
        if not all(isinstance(each, str) and each.strip() for each in told):
            raise BadInput(f"{where}: fingerprint, finding and reason are wanted, each a text that is not empty")
        accepted = Accepted(*told)  # type: ignore[arg-type]
        if not re.fullmatch(r"[0-9a-f]{12}", accepted.fingerprint):
            raise BadInput(f"{where}: {accepted.fingerprint!r} is no fingerprint: 12 hexadecimal digits")
        found.setdefault(accepted.fingerprint, accepted)
    return found


def accepted_twice(path: Path) -> list[str]:
    """A line for each fingerprint that a file accepts more than once; the first of its reasons counts."""
    entries = read_toml(path, kind="a file of accepted findings")[0].get("accepted", [])
    counted = Counter([entry["fingerprint"] for entry in entries])
    return [
        f"{path}: {each} is accepted {number} times: the first reason counts, take the others out"
        for each, number in counted.items()
        if number > 1
    ]


def entry_of(finding: Finding, reason: str) -> str:
    """The text of an entry; a TOML basic string is a JSON one."""
    readings = [f"{slug}={value}" for slug, value in sorted(finding.readings.items())]
    words = " ".join([finding.trouble.value, finding.property_name, *finding.clauses, *readings, finding.about])
    said = " ".join(words.split())
    told = {"fingerprint": finding.fingerprint, "finding": said, "reason": reason}
    return "[[accepted]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in told.items())


@dataclass(frozen=True, slots=True)
class Project:
    """A game, and what is declared of it. ``file``, ``examples_file`` and ``accepted_file`` are None if missing."""

    game: type[Game[Any]]
    file: Path | None = None
    examples_file: Path | None = None
    accepted_file: Path | None = None
    properties: list[Property] = field(default_factory=list)
    scales: list[Scale] = field(default_factory=list)
    accepted: Mapping[str, Accepted] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)
    """A line about each declaration that cannot be used."""

    @staticmethod
    def of(game: type[Game[Any]], where: str, accepted: Path | None = None) -> Project:
        """The project of a game that was given as ``where``, a name or a folder.

        ``accepted`` is taken in place of its own file. BadInput: a file of it cannot be used.
        """
        load_rulebook(rules_of(game).folder / "rulebook.md")  # one that cannot be used is refused before the work
        file = found_file(game, f"{game.name}.py", where)
        examples = found_file(game, f"{game.name}.examples.toml", where)
        accepted = accepted or found_file(game, f"{game.name}.accepted.toml", where)
        properties, scales, complaints = _declared(file, game)
        accepts = {} if accepted is None else load_accepted(accepted)
        return Project(game, file, examples, accepted, properties, scales, accepts, complaints)

    def examples(self) -> tuple[Example, ...]:
        """The worked examples. BadInput names the file and what is wrong in it."""
        return () if self.examples_file is None else load_examples(self.examples_file, self.game)


def _declared(file: Path | None, game: type[Game[Any]]) -> tuple[list[Property], list[Scale], list[str]]:
    """The declarations of a file of properties, and a line about each that cannot be used."""
    if file is None:
        return [], [], []
    module = load_module(file, game)
    properties, complaints = properties_in(module, game)
    scales, more = scales_of(module, game)
    return properties, scales, complaints + more


def found_file(game: type[Game[Any]], name: str, where: str) -> Path | None:
    """A file of ``properties/``, the author's own first."""
    for folder in _property_folders(game, where):
        if (folder / name).is_file():
            return folder / name
    return None


def own_folder(game: type[Game[Any]], where: str) -> Path | None:
    """The folder ``properties`` in which what is written for an author is found again by ``found_file``: never the one
    that ships with the package. None where the game's project has none."""
    shipped = folders("properties", project=Path(os.devnull))
    here = Path("properties").resolve()
    return next((each for each in _property_folders(game, where) if each not in shipped or each == here), None)


def _property_folders(game: type[Game[Any]], where: str) -> list[Path]:
    return folders("properties", game, Path(where) if Path(where).is_dir() else None)
