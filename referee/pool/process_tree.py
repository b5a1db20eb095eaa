"""A process and all that it has started: who they are, and the memory that they use together (Linux)."""

from __future__ import annotations

import os
import signal
import struct
from contextlib import suppress
from pathlib import Path

GET_INFO, EXIT = 0xC040FF0B, 1 << 3
"""PIDFD_GET_INFO with 64 bytes, and PIDFD_INFO_EXIT."""


def process_tree(pid: int) -> list[int]:
    """The process and its descendants; those that are gone already are left out."""
    found, new = [pid], [pid]
    while new:
        new = [child for each in new for child in _children(each)]
        found += new
    return found


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError):
                told = Path(f"/proc/{pid}/task/{thread}/children").read_text(encoding="ascii")
                found += [int(word) for word in told.split()]
    return found


def memory_of(pids: list[int]) -> int:
    """Bytes of memory that processes use; what several share is counted once, where the system tells."""
    return sum([_memory(pid) for pid in pids])


def _memory(pid: int) -> int:
    for file, word in (("smaps_rollup", "Pss:"), ("status", "VmRSS:")):
        if found := _bytes(pid, file, word):
            return found
    return 0


def _bytes(pid: int, file: str, word: str) -> int:
    """The number in the line that begins with a word; 0 where there is none. A process chooses its name, which has a
    line of its own and may look like that word."""
    try:
        for line in Path(f"/proc/{pid}/{file}").read_text(encoding="utf-8", errors="replace").split("\n"):
            if line.startswith(word):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return 0


def peak_memory_of(pid: int) -> int:
    """The most memory that one process has had at a time, in bytes; 0 where the system does not tell."""
    return _bytes(pid, "status", "VmHWM:")


def state_of(pid: int) -> str:
    """The letter of a process's state, ``T`` where it is stopped; '' where there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return ""


def signal_family(pid: int, number: signal.Signals) -> None:
    """Send a signal to all that a bot has started, and to what started it: they are a group, which no bot can leave.

    The system sees to those that are being made at the moment; whoever lists them one by one is never done.
    """
    with suppress(ProcessLookupError):
        group = os.getpgid(pid)
        if group == os.getpgrp():
            os.kill(pid, number)
        else:
            os.killpg(group, number)


def handle_of(pid: int) -> int | None:
    """A descriptor that stands for a process: its number may be given to another one when it has ended.

    None where the system has none.
    """
    try:
        return os.pidfd_open(pid) if pid else None
    except (AttributeError, OSError):
        return None


def ended_by(handle: int | None) -> int | None:
    """The signal that ended a process, 0 for none; None where it runs on, or the system (before Linux 6.15) does not
    tell those who are not its parents."""
    try:
        import fcntl

        if handle is None:
            return None
        told = fcntl.ioctl(handle, GET_INFO, struct.pack("Q56x", EXIT))
    except (ImportError, OSError):
        return None
    known, code = struct.unpack("Q52xi", told)
    return code & 0x7F if known & EXIT else None
