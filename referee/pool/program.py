"""What is to run in a jail, and how a Python bot becomes that."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

PLACE = "/bot"
"""Where a bot's own files lie in its jail."""
SDK = "/sdk"
PACKAGE = Path(__file__).resolve().parent.parent
_PARTS = ("__init__.py", "bot.py", "kernel", "games", "play")
"""What of this package a bot sees."""
_SERVE = "import sys; sys.path.append(sys.argv[1]); from referee.play.serve import serve; serve(sys.argv[2])"


@dataclass(frozen=True, slots=True)
class Program:
    """What is to run. ``command`` speaks of paths as they are in the jail.

    ``files`` are put into the jail as they were when they were read: path there and contents. ``shown`` are
    files and folders of this machine that are seen at a path, read-only.
    """

    command: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    shown: tuple[tuple[Path, str], ...] = ()
    environment: tuple[tuple[str, str], ...] = ()


def interpreter() -> tuple[str, tuple[tuple[Path, str], ...]]:
    """This Python without its environment, and what has to be shown so that it runs."""
    executable = os.path.realpath(getattr(sys, "_base_executable", "") or sys.executable)
    prefix = Path(sys.base_prefix).resolve()
    return executable, () if prefix.is_relative_to("/usr") else ((prefix, str(prefix)),)


def python_program(entry: str, files: Sequence[tuple[str, bytes]], more: Sequence[tuple[Path, str]] = ()) -> Program:
    """A Python bot of several files, served by the SDK; ``entry`` and paths are relative to its folder."""
    executable, prefix = interpreter()
    shown = [*((PACKAGE / part, f"{SDK}/referee/{part}") for part in _PARTS), *prefix]
    return Program(
        (executable, "-I", "-S", "-B", "-c", _SERVE, SDK, f"{PLACE}/{entry}"),
        tuple((f"{PLACE}/{path}", content) for path, content in files),
        (*shown, *more),
    )
