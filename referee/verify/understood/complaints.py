"""Complaints about text that is not understood."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Complaint:
    """The first place that is not understood, in one line with its remedy."""

    file: str
    line: int
    words: str
    by: str
    remedy: str = ""

    @property
    def message(self) -> str:
        """The complaint about that place."""
        return f"{self.words} is not understood by {self.by}" + (f"; {self.remedy}" if self.remedy else "")

    def __str__(self) -> str:
        return f"{shown(self.file)}:{self.line}: {self.message}"


def shown(file: str) -> str:
    """A file as it is called from here, or by its name alone."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else path.name


class Found(Exception):
    def __init__(self, complaint: Complaint) -> None:
        super().__init__(str(complaint))
        self.complaint = complaint
