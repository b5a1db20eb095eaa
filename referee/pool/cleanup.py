"""A referee leaves nothing behind, however it ends: it owns control groups and folders, and something removes them.

The owner holds a lock on each, which the system releases when he dies. A watcher (``referee.pool.watcher``) removes
what is left when its referee ends. If both were killed, the next referee finds what nobody holds.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path

from referee.pool.watcher import end_group

FOLDERS = "referee-bot-held-"
"""How names of temporary folders begin. An older referee does not lock its folders while it uses them."""
TOKEN = 6
"""Bytes of the name of a control group that nobody else chooses. An older referee has none, and no locks."""
IMAGE = "referee-image"
"""The name of memory files from which jails are filled."""
TRIES = 20
"""What is made and not held yet may look to another referee as if it was left behind."""
_program = Path(__file__).with_name("watcher.py")


class _Watcher:
    """The watcher of this process. One that has ended is replaced, and told everything again."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self._lock = threading.Lock()
        self._known: dict[str, None] = {}
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        return None if self._running is None else self._running.pid

    def send(self, what: str, *, there: bool) -> None:
        with self._lock:
            if there:
                self._known[what] = None
            elif self._known.pop(what, 0) is not None:
                return
            if not self._tell([("+" if there else "-") + what]) and self._begin():
                self._tell([f"+{each}" for each in self._known])

    def _begin(self) -> bool:
        if os.name != "posix":
            return False
        if self._running is not None:
            assert self._running.stdin is not None
            self._running.stdin.close()
            self._running.wait()
        self._running = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", str(_program)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, bufsize=0, start_new_session=True, cwd="/", env={},
        )  # fmt: skip
        assert self._running.stdin is not None
        os.set_blocking(self._running.stdin.fileno(), False)
        return True

    def _tell(self, lines: list[str]) -> bool:
        if self._running is None or self._running.poll() is not None:
            return False
        assert self._running.stdin is not None
        try:
            for line in lines:
                self._running.stdin.write(f"{line}\n".encode(errors="surrogateescape"))
        except OSError:
            return False
        return True


_watcher: _Watcher | None = None


def _mine() -> _Watcher:
    global _watcher
    if _watcher is None or _watcher.owner != os.getpid():  # another's, in a process that was forked
        _watcher = _Watcher()
    return _watcher


def watcher() -> int | None:
    """The number of this process's watcher, if there is one."""
    return _mine().pid


def watch(kind: str, what: str | int | Path) -> None:
    """Something is there from now on that the watcher shall end: ``P``, ``G`` or ``F``, as its program says."""
    _mine().send(f"{kind} {what}", there=True)


def gone(kind: str, what: str | int | Path) -> None:
    _mine().send(f"{kind} {what}", there=False)


# -- who owns a folder ------------------------------------------------------------------------------------


def hold(folder: Path) -> int | None:
    """A descriptor that holds a folder for this process until it is closed; None where it is another's, or gone."""
    try:
        import fcntl

        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except (ImportError, AttributeError, OSError):
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(handle), os.lstat(folder)):
            return handle
    except OSError:
        pass
    os.close(handle)
    return None


_held: dict[str, int] = {}
"""For each folder the descriptor that holds it."""


def made_folder() -> Path:
    """A new temporary folder for the files of a bot, ours until ``remove_folder``."""
    _sweep_folders()
    for _ in range(TRIES):
        folder = Path(tempfile.mkdtemp(prefix=FOLDERS))
        handle = hold(folder)
        if handle is not None or os.name != "posix":
            break
        # In the moment before, another referee took it for one that was left behind.
        with suppress(OSError):
            folder.rmdir()
    else:
        folder = Path(
            tempfile.mkdtemp(prefix=FOLDERS)
        )  # no locks on this file system: nobody removes folders of others
    if handle is not None:
        _held[str(folder)] = handle
    watch("F", folder)
    return folder


def remove_folder(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    if (handle := _held.pop(str(folder), None)) is not None:
        os.close(handle)
    gone("F", folder)


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A temporary folder that is there meanwhile."""
    folder = made_folder()
    try:
        yield folder
    finally:
        remove_folder(folder)


@lru_cache(maxsize=1)
def _sweep_folders() -> None:
    if os.name != "posix":
        return
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDERS}*"):
        with suppress(OSError):
            if folder.lstat().st_uid == os.getuid() and (handle := hold(folder)) is not None:
                shutil.rmtree(folder, ignore_errors=True)
                os.close(handle)


def sweep_groups(places: Iterable[Path]) -> None:
    """Remove control groups whose referee is gone, with all that still runs in them."""
    for place in places:
        for left in place.glob("referee-*-*"):
            if len(left.name.rpartition("-")[2]) == 2 * TOKEN and (handle := hold(left)) is not None:
                end_group(str(left), patience=1)
                os.close(handle)


# -- jails in the making ----------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def sweep_jails() -> None:
    """End jails that were never finished, since all that made them was killed at once.

    Until bubblewrap's inner process is told to go on it waits, in no group yet, and for a signal that nobody sends.
    It has its files from a referee, and its parent, whoever that is by now, is neither bubblewrap nor a referee.
    """
    for entry in Path("/proc").glob("[0-9]*"):
        if _name(entry) == "bwrap" and _has_files(entry):
            with suppress(OSError, ValueError, IndexError):
                words = (entry / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
                parent = Path("/proc", words[1])
                if _name(parent) != "bwrap" and not _has_files(parent):
                    os.kill(int(entry.name), signal.SIGKILL)


def _name(entry: Path) -> str:
    try:
        return (entry / "comm").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _has_files(entry: Path) -> bool:
    """Whether a process has files for a jail open."""
    try:
        return any(os.readlink(each).startswith(f"/memfd:{IMAGE} ") for each in (entry / "fd").iterdir())
    except OSError:
        return False
