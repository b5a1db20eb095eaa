"""The program of a jail, and how a Python bot becomes one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from referee.kernel.errors import BadInput

PLACE = "/bot"
"""The folder of a bot's own files in its jail."""
GAME = "/game"
"""The folder of the rules of a game that does not come with this package."""
SHIPPED = "/sdk"
"""The folder of the rules of a game that comes with it."""
SDK = "/sdk.zip"
"""This package, as far as a bot sees it."""
PYTHON = "/python/bin/python3"
PACKAGE = Path(__file__).resolve().parent.parent
LONGEST_NAME = 200
LONGEST_PATH = 4096
PACKAGES = "/packages"
"""The folder of installed packages."""
_SERVE = "import sys; sys.path.append(sys.argv[1]); from referee.play.serve import serve; serve(sys.argv[2])"

_FIND_PACKAGES = f"""
import sys
class _Compiled:
    @staticmethod
    def find_spec(name, path=None, target=None):
        import importlib.util, os
        for suffix in {EXTENSION_SUFFIXES!r}:
            file = sys.argv[3] + "/" + name.replace(".", "/") + suffix
            if os.path.exists(file):
                return importlib.util.spec_from_file_location(name, file)
sys.path += sys.argv[4:]
sys.meta_path.append(_Compiled)
"""
"""Finds packages: their Python text lies in an archive, and there Python does not look for compiled modules."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program to run. ``command`` and ``environment`` have paths as they are in the jail.

    ``files`` are put into the jail as they were when they were read: path there and contents. ``programs`` are
    programs of this machine, the path here and there; each brings the libraries that it is linked to. A ``python``
    program has the interpreter and this package. ``shared`` are folders of the system that are shown as they are:
    other bots may look at the same.
    """

    command: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...] = field(default=(), repr=False)
    environment: tuple[tuple[str, str], ...] = ()
    python: bool = False
    code: str | None = None
    """What the interpreter is given to run: ours."""
    programs: tuple[tuple[str, str], ...] = ()
    shared: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    """Installed packages that a ``python`` program has too (``referee.pool.packages``)."""


def python_program(entry: str, files: Sequence[tuple[str, bytes]], packages: tuple[str, ...] = ()) -> Program:
    """A Python bot of several files, served by the SDK; ``entry`` and paths are relative to its folder."""
    code = f"{_FIND_PACKAGES}{_SERVE}" if packages else _SERVE
    return Program(
        (
            PYTHON,
            "-I",
            "-S",
            "-B",
            "-c",
            code,
            SDK,
            f"{PLACE}/{entry}",
            *([PACKAGES, *map(archive_of, packages)] if packages else []),
        ),
        tuple((f"{PLACE}/{path}", content) for path, content in files),
        python=True,
        code=code,
        packages=packages,
    )


def archive_of(package: str) -> str:
    """The place of a package's Python text in a jail."""
    return f"{PACKAGES}/{package}.zip"


def strange_name(name: str) -> str:
    """Why a file of a bot may not be called so; '' where it may: as a path of plain names, one below the other."""
    if len(name.encode(errors="replace")) > LONGEST_NAME:
        return f"is longer than {LONGEST_NAME} bytes"
    if not name or not name.isprintable() or "\\" in name:
        return "has characters that no name of a file may have here"
    if name.startswith("/"):
        return "is an absolute path"
    if any(part in ("", ".", "..") for part in name.split("/")):
        return "does not go straight down: no '..', '.' or '//'"
    return ""


def safe_place(path: str) -> str:
    """The path of a file in a jail, checked once more just before the file is put there. BadInput: it is no such
    path."""
    for root in (PLACE, GAME, SHIPPED, "/program"):
        if path.startswith(f"{root}/") and not strange_name(path.removeprefix(f"{root}/")):
            return path
    raise BadInput(f"{path!r} is no place for a file of a bot in its jail")


def straight(path: str) -> bool:
    """Whether a path goes from the root straight down. One that does not may lead out of the jail that is filled."""
    whole = len(path) < LONGEST_PATH and "\0" not in path
    return whole and path.startswith("/") and not path.startswith("//") and os.path.normpath(path) == path


def checked(path: str) -> str:
    """A place in a jail, checked just before it is made. BadInput: its path does not go straight down."""
    if straight(path):
        return path
    raise BadInput(f"{path!r} is no place in a jail: it does not go straight down from its root")
