"""``.referee``: what is kept in a project beside what its author writes, and what git is to ignore."""

from __future__ import annotations

from pathlib import Path

OWN = Path(".referee")
WITNESSES = "witnesses"


def own_folder(*parts: str, project: Path = Path()) -> Path:
    """A folder below it, made where there is none yet; OSError where that is not possible."""
    folder = project / OWN
    folder.joinpath(*parts).mkdir(parents=True, exist_ok=True)
    (folder / ".gitignore").write_text("*\n", encoding="utf-8")
    return folder.joinpath(*parts)


def keep(folder: str, name: str, text: str) -> None:
    """Write a file of a folder below it, whole or not at all. OSError where it cannot be written."""
    path = own_folder(folder) / name
    written = path.with_suffix(f".{id(text)}")
    written.write_text(text, encoding="utf-8")
    written.replace(path)
