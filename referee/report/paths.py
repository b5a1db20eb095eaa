"""Paths as reports show them."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote


def shown_path(path: Path) -> str:
    """A path as one would type it: from the current folder where it is below."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def in_repository(file: Path) -> Path:
    """Relative to the work tree of a CI job, which is the current folder if the job does not name it."""
    file = file.resolve()
    named = os.environ.get("GITHUB_WORKSPACE") or os.environ.get("CI_PROJECT_DIR")
    home = Path(named or Path.cwd()).resolve()
    return file.relative_to(home) if file.is_relative_to(home) else file


def repository_uri(file: Path) -> str:
    """The same as the reference of a URI."""
    found = in_repository(file)
    return found.as_uri() if found.is_absolute() else quote(found.as_posix())
