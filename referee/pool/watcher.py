"""The watcher of a referee: a process that outlives it, and ends what it would leave behind if it is killed.

This file is the watcher's program: it runs by itself and imports nothing of the package. It is told on its standard
input what there is, a line each: ``+G PATH`` a control group, ``+F PATH`` a folder of files, ``+P NUMBER`` a process
and the group of processes that it leads; ``-`` in place of ``+`` once that is gone. When its input ends, so has its
referee: then it ends the processes, and removes groups and folders.
"""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sys
import time
from contextlib import suppress

PATIENCE = 10.0
"""Seconds for the system to notice that a process has ended, on a busy machine."""


class Left:
    """The groups, folders and processes that exist at the moment."""

    def __init__(self) -> None:
        self.groups: set[str] = set()
        self.folders: set[str] = set()
        self.processes: dict[int, int] = {}
        """For each number a descriptor that stands for the process: the number may be given to another process."""

    def read_line(self, line: str) -> None:
        sign, kind, what = line[0], line[1], line[3:]
        if kind == "P":
            self._process(int(what), sign == "+")
            return
        known = self.groups if kind == "G" else self.folders
        (known.add if sign == "+" else known.discard)(what)

    def _process(self, number: int, there: bool) -> None:
        if not there:
            with suppress(KeyError):
                os.close(self.processes.pop(number))
        elif hasattr(os, "pidfd_open") and number not in self.processes:
            with suppress(OSError):
                self.processes[number] = os.pidfd_open(number)

    def end(self) -> None:
        for number, handle in self.processes.items():
            end_process(number, handle)
        for group in self.groups:
            end_group(group)
        for folder in self.folders:
            shutil.rmtree(folder, ignore_errors=True)


def end_process(number: int, handle: int) -> None:
    """End a process and the group that it leads. It may have ended before others of its group: those of a jail that was
    being made wait for ever for the one around them."""
    try:
        signal.pidfd_send_signal(handle, 0)
        leads = os.getpgid(number) == number
    except OSError:
        leads = not _is_there(number)  # else its number is somebody else's by now
    if leads:
        with suppress(OSError):
            os.killpg(number, signal.SIGKILL)
    with suppress(OSError):
        signal.pidfd_send_signal(handle, signal.SIGKILL)


def _is_there(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def end_group(folder: str, patience: float = PATIENCE) -> None:
    """End all that is in a control group, and remove it."""
    until = time.monotonic() + patience
    while True:
        try:
            with open(os.path.join(folder, "cgroup.procs"), encoding="ascii") as file:
                for number in file.read().split():
                    with suppress(ProcessLookupError):
                        os.kill(int(number), signal.SIGKILL)
            os.rmdir(folder)
        except OSError as error:
            if error.errno != errno.EBUSY or time.monotonic() > until:
                return
            time.sleep(0.005)
        else:
            return


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    left = Left()
    for line in sys.stdin:
        if line.endswith("\n"):
            left.read_line(line[:-1])
    left.end()


if __name__ == "__main__":
    main()
