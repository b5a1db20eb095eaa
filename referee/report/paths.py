"""Paths as reports show them."""

from __future__ import annotations

from pathlib import Path


def shown_path(path: Path) -> str:
    """A path as one would type it: from the current folder where it is below."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
