"""Compiles the text of a Program, once for each text and compiler, and keeps it."""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from referee.kernel.errors import BadInput

FLAGS = ("-std=c++20", "-O2", "-fPIC", "-fvisibility=hidden", "-shared", "-w")


class NoCompiler(BadInput):
    """There is no C++ compiler, or the one that is there cannot compile."""


def compiler() -> list[str]:
    """The command of a C++20 compiler: ``CXX``, one on the path, or the one of the package ``ziglang``. NoCompiler says
    how to get one."""
    chosen = os.environ.get("CXX")
    if chosen:
        return chosen.split()
    for name in ("g++", "clang++", "c++"):
        if shutil.which(name):
            return [name]
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "c++"]
    raise NoCompiler("there is no C++ compiler: install g++ or clang++, or the extra: pip install 'referee[native]'")


def library(
    text: str, folder: Path, building: Callable[[], None] | None = None, more: Sequence[str] = ()
) -> ctypes.CDLL:
    """The compiled text, from the folder where it is kept by a hash. ``building`` is called before it is built,
    ``more`` are flags for the compiler."""
    command = [*compiler(), *FLAGS, *more]
    name = hashlib.sha256("\0".join([*command, text]).encode()).hexdigest()[:32]
    path = folder / f"{name}.so"
    if not path.exists():
        if building is not None:
            building()
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix="building-") as place:
            source, made = Path(place) / "rules.cpp", Path(place) / "rules.so"
            source.write_text(text, encoding="utf-8")
            done = subprocess.run([*command, "-o", str(made), str(source)], capture_output=True, text=True, check=False)
            if done.returncode:
                first = next((line for line in done.stderr.splitlines() if "error" in line), done.stderr[:300])
                raise NoCompiler(f"{command[0]} does not compile the rules: {first}")
            os.replace(made, path)
    return ctypes.CDLL(str(path))
