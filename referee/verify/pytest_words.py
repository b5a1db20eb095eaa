"""The output of a failed item of ``pytest properties/``: the witness, and the commands that show it again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Protocol

import pytest

from referee.kernel.game import Game
from referee.play.narration import narrated
from referee.play.sanitize import harmless
from referee.record.project_folder import WITNESSES, project_folder
from referee.record.record import write_record
from referee.verify.check_result import readings_text
from referee.verify.findings import Finding, where_to_look
from referee.verify.play.minimise import Recorded, sentence_of
from referee.verify.properties import Property


class Shown(Protocol):
    """An item that can fail; ``claimed`` is None where the rules themselves do."""

    config: pytest.Config

    @property
    def claimed(self) -> Property | None: ...

    @property
    def game(self) -> type[Game[Any]]: ...


def failure_text(item: Shown, finding: Finding, short: Recorded) -> str:
    """The trouble, how it comes about, and how to see it again."""
    claimed = item.claimed
    under = readings_text(finding.readings) or "default readings"
    rules, rulebook = where_to_look(item.game, finding)
    lines = [
        f"{finding.trouble.value} {' '.join(finding.clauses)}".rstrip(),
        sentence_of(short.met),
        f"{finding.players} players, {under}",
        *(f"  {_shown(place.file, item)}:{place.line}" for place in (*rules, *rulebook)),
        *([f"  {_shown(Path(claimed.file), item)}:{claimed.line}"] if claimed is not None else []),
        "",
        *narrated(short.witness.record, "witness", item.game),
        "",
        f"  referee replay {_shown(_witness_file(item, finding, short), item)}",
        f"  {_check_again(item, finding)}",
    ]
    return harmless("\n".join(lines), "\n")


def _witness_file(item: Shown, finding: Finding, short: Recorded) -> Path:
    """The record of the witness, where ``referee check`` keeps its own."""
    folder = project_folder(WITNESSES, finding.game, project=item.config.rootpath)
    path = folder / f"{finding.fingerprint}.jsonl"
    write_record(path, short.witness.record)
    return path


def _check_again(item: Shown, finding: Finding) -> str:
    words = ["referee check", finding.game, f"--players {finding.players}"]
    words += [f"--reading {slug}={value}" for slug, value in sorted(finding.readings.items())]
    name = [f"--property {item.claimed.name}"] if item.claimed is not None else []
    return " ".join([*words, *name])


def _shown(path: Path, item: Shown) -> str:
    here = item.config.invocation_params.dir
    return os.fspath(path.relative_to(here)) if path.is_relative_to(here) else os.fspath(path)
