"""The limits of a bot, and the clock that measures it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds are wall time on the referee's monotonic clock; sizes are bytes.

    An answer may take ``move`` seconds and no more than is left in the bank: it begins with ``bank``, every
    answer takes from it what it took, and ``increment`` is added behind each.
    """

    start: float = 10.0
    """Seconds from the spawn to ``ready``, and again from ``start`` to ``ready``."""
    move: float = 10.0
    bank: float = 60.0
    increment: float = 1.0
    memory: int = 512 * MIB
    """Private memory of the bot, all its threads and processes together."""
    tmp: int = 16 * MIB
    """Size of its private /tmp; no file may be larger."""
    files: int = 64
    """Open files."""
    threads: int = 32
    """The threads of all its processes together."""
    processes: int = 1
    """The number at a time. With 1 it cannot fork."""
    processors: int = 0
    """It computes no faster than on so many, where there are control groups; 0: nobody sees to that.

    Linux shares processors out among groups: where a machine is busy, a bot in one waits long for its turn.
    """
    cpu: int = 3600
    """Seconds of processor time of one process, over all its matches: a backstop, idle bots are frozen."""
    output: int = 4 * MIB
    """Bytes that it may write in a match beside its answers (standard error, ``print``, notes, late answers)."""
    log: int = 64 << 10
    """Bytes of that which are kept, from the beginning of the match."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


class Bank:
    """The time that a seat has left in a match."""

    __slots__ = ("_full", "left", "limits", "longest")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.left = limits.bank
        self.longest = 0.0
        """The longest answer so far."""
        self._full = b'{"move":%.3f,"bank":' % (int(limits.move * 1000) / 1000)

    def allowance(self) -> float:
        """The seconds that the next answer may take."""
        return min(self.limits.move, self.left)

    def took(self, seconds: float) -> None:
        self.left += self.limits.increment - seconds
        self.longest = max(self.longest, seconds)

    def as_json(self) -> dict[str, float]:
        """The clock that the bot is told with a question, in whole milliseconds rounded down."""
        left, move = self.left, self.limits.move
        return {"move": int((left if left < move else move) * 1000) / 1000, "bank": int(left * 1000) / 1000}

    def text(self) -> bytes:
        """The same as JSON text."""
        left = int(self.left * 1000) / 1000
        return b"%b%.3f}" % (self._full if self.left >= self.limits.move else b'{"move":%.3f,"bank":' % left, left)
