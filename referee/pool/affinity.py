"""A bot on the processor of its referee: while they take turns, neither has to wake another processor.

Only one of them ever runs, so nothing is lost by it; an idle processor takes longer to wake than most bots think
(on two idle ones a round trip took twice the time). A bot that thinks for longer gets all processors back, and a
thread that had to wait for its processor looks for another one, in the next match.
"""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

QUICK = 0.02
"""Seconds of an answer after which a bot may run anywhere for the rest of the match."""
WAITING = 0.2
"""The share of its time that a thread may wait for its processor and still stay on it."""
WHILE = 0.005
"""Seconds that say something about that."""


class _Thread:
    """What is known of a thread that asks bots."""

    def __init__(self) -> None:
        self.number = 0
        """The system's. Not kept from before: a process may have been forked."""
        self.bots = 0
        """Bots that run beside it; while there is one it stays where it is."""
        self.here = -1
        """Its processor, if there is one."""
        self.before: set[int] = set()
        """The processors that it could use before."""
        self.looked = self.waited = 0.0
        """When it was last asked whether it waits, and how long it had waited by then."""
        self.waits = False


class _Threads(threading.local):
    def __init__(self) -> None:
        self.mine = _Thread()


_threads = _Threads()


class SharedProcessor:
    """The processors of a bot and of the thread that asks it. Linux only: elsewhere nothing is done."""

    __slots__ = ("apart", "bot", "pid", "thread")

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.apart = True
        """It may run anywhere."""
        self.thread: _Thread | None = None
        """The thread whose processor it shares."""
        self.bot = -1
        """The processor that the bot may use; -1: any."""

    def again(self, allowed: bool) -> None:
        """A match begins."""
        self.apart = not (allowed and self.pid and _current())

    def together(self) -> None:
        """Keep both on the processor on which this thread runs, until ``release``."""
        if self.apart or self.thread is not None:
            return
        thread = _threads.mine
        try:
            if not thread.bots:
                before = os.sched_getaffinity(0)
                here = _current()()
                if here not in before or len(before) == 1 or _waits(thread):
                    self.apart = True
                    self._free(before)
                    return
                os.sched_setaffinity(0, {here})
                thread.number, thread.before, thread.here = threading.get_native_id(), before, here
            self.thread = thread
            thread.bots += 1
            if self.bot != thread.here:
                os.sched_setaffinity(self.pid, {thread.here})
                self.bot = thread.here
        except OSError:
            self.part()

    def release(self) -> None:
        """The match is over: with the last of its bots this thread may run where it could before."""
        thread, self.thread = self.thread, None
        if thread is None:
            return
        thread.bots -= 1
        if not thread.bots:
            with suppress(OSError):
                os.sched_setaffinity(thread.number, thread.before)

    def part(self) -> None:
        """The bot may run anywhere, with all of its threads."""
        self.apart = True
        if self.thread is not None:
            self._free(self.thread.before)
        self.release()

    def _free(self, processors: set[int]) -> None:
        if self.bot >= 0:
            self.bot = -1
            with suppress(OSError):
                for thread in os.listdir(f"/proc/{self.pid}/task"):
                    with suppress(OSError):
                        os.sched_setaffinity(int(thread), processors)


def _waits(thread: _Thread) -> bool:
    """Whether this thread had to wait for its processor since it was last asked."""
    now = time.monotonic()
    if now - thread.looked > WHILE:
        try:
            told = Path("/proc/thread-self/schedstat").read_text(encoding="ascii").split()
            waited = int(told[1]) / 1e9
        except (OSError, ValueError, IndexError):
            return thread.waits
        if thread.looked:
            thread.waits = waited - thread.waited > WAITING * (now - thread.looked)
        thread.looked, thread.waited = now, waited
    return thread.waits


@lru_cache(maxsize=1)
def _current() -> Any:
    """Says on which processor this thread runs; None where the system does not tell, or has one."""
    try:
        import ctypes

        if len(os.sched_getaffinity(0)) < 2:
            return None
        current = ctypes.CDLL(None).sched_getcpu
        return current if current() >= 0 else None
    except (AttributeError, OSError, ImportError):
        return None
