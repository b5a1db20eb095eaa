"""``.referee``: what is kept in a project beside what its author writes, and what git is to ignore."""

from __future__ import annotations

import os
from pathlib import Path

OWN = Path(".referee")
WITNESSES = "witnesses"
LEFT = "left"
"""The records of matches that were left."""


def project_folder(*parts: str, project: Path = Path()) -> Path:
    """A folder below it, made where there is none yet; OSError where that is not possible."""
    folder = project / OWN
    for each in (folder, *[folder.joinpath(*parts[: end + 1]) for end in range(len(parts))]):
        if each.is_symlink():
            raise NotADirectoryError(f"{each} is a link, and what is kept is not written where it leads")
    folder.joinpath(*parts).mkdir(parents=True, exist_ok=True)
    _write(folder / ".gitignore", "*\n")
    return folder.joinpath(*parts)


def _write(path: Path, text: str) -> None:
    """Write a file, but not through a link."""
    if path.is_symlink():
        return
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o666)
    with os.fdopen(opened, "w", encoding="utf-8") as file:
        file.write(text)


def write_file(folder: str, name: str, text: str) -> None:
    """Write a file of a folder below it, whole or not at all. OSError where it cannot be written."""
    path = project_folder(folder) / name
    written = path.with_suffix(f".{os.getpid()}.{id(text)}")  # others may write the same file
    _write(written, text)
    written.replace(path)
