"""Versions of a game as one types them: a name, a folder, or ``REVISION:FOLDER`` of a git repository."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee.kernel.errors import BadInput
from referee.kernel.input_files import check_path


@dataclass(frozen=True, slots=True)
class Typed:
    """``given`` is what the rest of referee takes; in what it says ``home`` stands for ``label``."""

    given: str
    label: str
    home: str = ""

    def relabel(self, text: str) -> str:
        """A text in which a temporary folder is called by its revision."""
        return text.replace(f"{self.home}/", f"{self.label}:").replace(self.home, self.label) if self.home else text


@contextmanager
def version(typed: str, other: str) -> Iterator[Typed]:
    """``typed`` as a version; a revision without a folder has that of ``other``. BadInput where there is none."""
    check_path(Path(typed))
    if Path(typed).is_dir():
        yield Typed(typed, typed)
        return
    if Path(typed).is_file():
        yield Typed(str(Path(typed).parent), typed)
        return
    revision, colon, folder = typed.partition(":")
    commit = _git(f"{revision}^{{commit}}")
    if not commit:
        if colon:
            raise BadInput(f"there is no folder {typed!r}, and no revision {revision!r} of a git repository here")
        yield Typed(typed, typed)  # a game's name, or nothing: the registry says which
        return
    if not colon:
        folder = other if Path(other).is_dir() else "."
    top = Path(_run("rev-parse", "--show-toplevel").decode().strip())
    inside = (Path.cwd() / folder).resolve()
    if not inside.is_relative_to(top.resolve()):
        raise BadInput(f"{folder} is not in the repository {top}")
    with tempfile.TemporaryDirectory(prefix="referee-") as home:
        archive = _run("-C", str(top), "archive", "--format=tar", commit)
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(home, filter="data")
        place = Path(home) / inside.relative_to(top.resolve())
        if not place.is_dir():
            raise BadInput(f"the revision {revision} has no folder {folder}")
        yield Typed(str(place), revision, str(Path(home)))


def _git(name: str) -> str:
    """The hash of a revision; "" where there is none."""
    try:
        found = subprocess.run(
            ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", name], capture_output=True, text=True
        )
    except OSError:
        return ""
    return found.stdout.strip() if found.returncode == 0 else ""


def _run(*arguments: str) -> bytes:
    done = subprocess.run(["git", *arguments], capture_output=True)
    if done.returncode:
        raise BadInput(f"git {arguments[0]}: {' '.join(done.stderr.decode(errors='replace').split())}")
    return done.stdout
