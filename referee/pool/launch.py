"""How a jail looks to its starter: a command line, and what goes with it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from referee.pool.cleanup import remove_folder
from referee.pool.image import LIBRARIES
from referee.pool.limits import Limits

STACK = 8 << 20
ENVIRONMENT = (
    ("PATH", "/usr/local/bin:/usr/bin:/bin"),
    ("HOME", "/tmp"),
    ("LD_LIBRARY_PATH", LIBRARIES),
    ("LANG", "C.UTF-8"),
    ("PYTHONHASHSEED", "0"),
)
"""The environment of a program in a jail: nothing of ours."""


@dataclass(slots=True)
class Launch:
    """A command line, and the descriptors that it inherits (to be closed when it has been started)."""

    command: list[str]
    inherits: list[int]
    environment: dict[str, str]
    information: int | None = None
    """The descriptor on which bubblewrap tells the number of the first process in the jail."""
    go: int | None = None
    """The process waits until something is written here."""
    below: bool = False
    """The bot is no first process in its jail, but the child of one."""
    folder: Path | None = None
    """A folder on disk with the bot's files, to be removed when it is gone."""
    copied: int = 0
    """Bytes of memory that its files take."""
    user: int | None = None
    """The user that it is started as, without other groups; None: the starter's."""

    def close(self) -> None:
        """Close what was opened: the program was not started, or it has ended."""
        for handle in (*self.inherits, self.information, self.go):
            if handle is not None:
                os.close(handle)
        if self.folder is not None:
            remove_folder(self.folder)


def hard_limits(limits: Limits) -> dict[str, int]:
    """What the system is told of a process, by the names of ``resource``."""
    return {
        "data": limits.memory,
        "as": max(64 << 30, limits.memory),
        "nproc": limits.threads + limits.processes - 1,
        "nofile": limits.files,
        "fsize": limits.tmp,
        "cpu": limits.cpu,
        "stack": _stack(),
        "core": 0,
        "memlock": 0,
        "msgqueue": 0,
        "sigpending": 64,
    }


def _stack() -> int:
    """Bytes of the first thread's stack, which are no data of the process; without a limit it could grow for ever."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_STACK)
    return STACK if most == resource.RLIM_INFINITY else min(STACK, most)
