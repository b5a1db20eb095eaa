"""Records that show what was found, where ``referee replay`` can be given them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from referee.cli.terminal import complain
from referee.kernel.errors import BadInput
from referee.record.project_folder import WITNESSES, project_folder
from referee.record.record import write_record


def keep_witnesses(*parts: str, records: Mapping[str, bytes]) -> dict[str, Path]:
    """The files of records by name, below the witnesses' folder; where one cannot be written that is said, and the
    rest is left out."""
    files: dict[str, Path] = {}
    for name, record in records.items():
        try:
            file = project_folder(WITNESSES, *parts) / f"{name}.jsonl"
            write_record(file, record)
        except (OSError, BadInput) as error:
            complain(f"witnesses are not kept: {error}")
            break
        files[name] = file
    return files
