"""A bot on the processor of its referee: while they take turns, neither has to wake another processor.

Only one of them ever runs, so nothing is lost by it; an idle processor takes longer to wake than most bots think
(on two idle ones a round trip took twice the time). A bot that thinks for longer gets all processors back.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import lru_cache
from typing import Any

QUICK = 0.02
"""Seconds of an answer after which a bot may run anywhere for the rest of the match."""


class Beside:
    """The processors of a bot and of the thread that asks it. Linux only: elsewhere nothing is done."""

    __slots__ = ("apart", "bot", "mine", "pid")

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.apart = True
        """It may run anywhere, and so may this thread."""
        self.bot = -1
        """The processor that the bot may use; -1: any."""
        self.mine: set[int] | None = None
        """Those that this thread could use before."""

    def again(self) -> None:
        """A match begins."""
        self.apart = not self.pid or _current() is None

    def together(self) -> None:
        """Keep both on the processor on which this thread runs."""
        if self.apart or self.mine is not None:
            return
        current: Any = _current()
        try:
            mine = os.sched_getaffinity(0)
            here = current()
            if here not in mine or len(mine) == 1:
                return
            if self.bot != here:
                os.sched_setaffinity(self.pid, {here})
                self.bot = here
            os.sched_setaffinity(0, {here})
        except OSError:
            self.apart = True
            return
        self.mine = mine

    def release(self) -> None:
        """This thread may run where it could before. The bot rests."""
        mine, self.mine = self.mine, None
        if mine is not None:
            with suppress(OSError):
                os.sched_setaffinity(0, mine)

    def part(self) -> None:
        """Both may run anywhere, with all threads of the bot."""
        self.apart = True
        anywhere = self.mine
        self.release()
        if self.bot < 0 or anywhere is None:
            return
        self.bot = -1
        with suppress(OSError):
            for thread in os.listdir(f"/proc/{self.pid}/task"):
                with suppress(OSError):
                    os.sched_setaffinity(int(thread), anywhere)


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
