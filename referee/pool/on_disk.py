"""Bots whose files lie in a folder on disk: in a jail of Landlock, or in none."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import lru_cache
from importlib.metadata import distribution
from pathlib import Path

from referee.pool import seccomp
from referee.pool.cleanup import made_folder, remove_folder
from referee.pool.image import LIBRARIES, images, interpreter
from referee.pool.launch import ENVIRONMENT, Launch, hard_limits
from referee.pool.limits import Limits
from referee.pool.program import PACKAGE, PLACE, PYTHON, SDK, Program, archive_of, checked, safe_place

# -- Landlock ---------------------------------------------------------------------------------------------


def landlocked(program: Program, limits: Limits) -> Launch:
    """All its files lie in a folder of their own; ``referee.pool.landlock`` takes the rights away."""
    folder = made_folder()
    try:
        for image in images(program):
            for path, handle in image.opened():
                place = _made_place(folder, path)
                with os.fdopen(handle, "rb") as source, place.open("wb") as target:
                    shutil.copyfileobj(source, target, 1 << 20)
                place.chmod(0o555)
        _put_files(program, folder)
        for place in (folder / PLACE[1:], folder / LIBRARIES[1:]):
            place.mkdir(exist_ok=True)
        moved = {f"/{each.name}": str(each) for each in folder.iterdir()}
        command = [_outside(word, moved) for word in program.command]
        loader = next((each for each in folder.glob("lib*/ld-*") if each.is_file()), None)
        if loader is not None:
            # What loads libraries is named in programs by a path that lies outside.
            command = [str(loader), "--library-path", str(folder / LIBRARIES[1:]), *command]
        environment = {name: _outside(value, moved) for name, value in (*ENVIRONMENT, *program.environment)}
        # Threads are not counted: they would be together with all that the user runs. Their stacks are memory.
        hard = {name: value for name, value in hard_limits(limits).items() if name != "nproc"} | {"fsize": 0}
        told = {
            "parent": os.getpid(), "place": str(folder / PLACE[1:]),
            "limits": hard, "readable": [str(folder), *program.shared],
            "environment": environment, "command": command,
        }  # fmt: skip
        filtered = seccomp.program(own_signals=False, pipes=not program.python)
        about, calls = seccomp.as_file(json.dumps(told).encode()), seccomp.as_file(filtered)
    except BaseException:
        remove_folder(folder)
        raise
    started = [interpreter(), "-I", "-S", "-B", str(PACKAGE / "pool/landlock.py"), str(about), str(calls)]
    return Launch(started, [about, calls], environment, folder=folder)


def _made_place(folder: Path, path: str) -> Path:
    """The place of a jail's path in a folder of this machine; its folders are made."""
    place = folder / checked(path)[1:]
    place.parent.mkdir(parents=True, exist_ok=True)
    return place


def _put_files(program: Program, folder: Path) -> dict[str, str]:
    """A bot's own files, below a folder: the path in the jail, and here."""
    places = {path: _made_place(folder, safe_place(path)) for path, _ in program.files}
    for path, content in program.files:
        places[path].write_bytes(content)
    return {path: str(place) for path, place in places.items()}


def unconfined(program: Program) -> Launch:
    """The program without a jail, its files in a folder of its own. It ends when its referee does, where it can be."""
    for path, _ in program.files:
        safe_place(path)
    folder = made_folder()
    moved = {SDK: str(PACKAGE.parent), PYTHON: interpreter()} | _put_files(program, folder)
    moved |= {f"/{each.name}": str(each) for each in folder.iterdir()}
    moved |= {there: here for here, there in program.programs}
    moved |= {archive_of(name): str(distribution(name).locate_file("")) for name in program.packages}
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        **{name: _outside(value, moved) for name, value in program.environment},
    }
    if "SYSTEMROOT" in os.environ:
        environment["SYSTEMROOT"] = os.environ["SYSTEMROOT"]
    command = [_outside(word, moved) for word in program.command]
    if dying := _dies_with_parent():
        command = [*dying, shutil.which(command[0], path=environment["PATH"]) or command[0], *command[1:]]
    return Launch(command, [], environment, folder=folder)


@lru_cache(maxsize=1)
def _dies_with_parent() -> list[str]:
    """Goes before a command; nothing where the system has no setpriv that knows how."""
    setpriv = shutil.which("setpriv")
    if setpriv is None or not sys.platform.startswith("linux"):
        return []
    dying = [setpriv, "--pdeathsig=KILL"]
    return dying if subprocess.run([*dying, "true"], capture_output=True).returncode == 0 else []


def _outside(word: str, moved: dict[str, str]) -> str:
    """A path of the jail as it is outside."""
    for there, here in sorted(moved.items(), key=lambda each: -len(each[0])):
        if word == there or word.startswith(f"{there}/"):
            return here + word[len(there) :]
    return word
