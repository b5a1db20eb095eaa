"""One runner at a time for a file of results, by whatever name each of them calls it."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.kernel.errors import BadInput

WAL_FORMAT = 18
"""The byte of a SQLite file that says how it is written: 2 with a log beside it."""
BEYOND = 1 << 40
"""A byte that SQLite never locks, where a whole file cannot be locked (Windows)."""


class Held:
    """The file, open. It is closed after SQLite's own connections: closing it before would drop their locks."""

    def __init__(self, handle: int, made: bool) -> None:
        self.handle = handle
        self.made = made
        """It was not there before."""

    @property
    def begun(self) -> bool:
        """Whether there is anything in it."""
        return os.fstat(self.handle).st_size > 0

    def close(self) -> None:
        handle, self.handle = self.handle, -1
        if handle >= 0:
            os.close(handle)

    __del__ = close


@contextmanager
def only_runner(path: Path) -> Iterator[Held]:
    """Hold the results for one runner; BadInput where another has them. The system lets go when a runner dies.

    A file that is made, and still empty when this is over, is removed again.
    """
    held = _opened(path)
    try:
        _one_name(path, held)
        yield held
    except BaseException:
        if held.made and not held.begun:
            with suppress(OSError):
                path.unlink()
        held.close()
        raise
    if held.made and not held.begun:
        path.unlink()
    _unlock(held.handle)


def _opened(path: Path) -> Held:
    while True:
        made = not path.exists()
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        except OSError as error:
            way = "name a file in a folder that exists" if error.errno == errno.ENOENT else "name another file"
            raise BadInput(f"{path}: cannot be written: {error.strerror}; {way} (--results)") from None
        held = Held(handle, made)
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            held.close()
            raise BadInput(f"{path}: cannot be written: it is no ordinary file; name another file (--results)")
        try:
            _lock(handle)
        except OSError:
            held.close()
            raise BadInput(f"{path}: another runner is at work on these results") from None
        with suppress(OSError):
            if os.path.samestat(os.fstat(handle), path.stat()):
                return held
        held.close()  # whoever had made it has removed it


def _one_name(path: Path, held: Held) -> None:
    """What was not written to its end lies in a log that has the name by which it was written."""
    about = os.fstat(held.handle)
    if about.st_nlink > 1 and about.st_size > WAL_FORMAT:
        log = Path(f"{os.path.realpath(path)}-wal")
        if os.pread(held.handle, 1, WAL_FORMAT) == b"\2" and not log.exists():
            raise BadInput(f"{path}: a run by another name of this file was stopped: go on by the name that it had")


def _lock(handle: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        os.lseek(handle, BEYOND, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _unlock(handle: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        os.lseek(handle, BEYOND, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined]
        return
    fcntl.flock(handle, fcntl.LOCK_UN)
