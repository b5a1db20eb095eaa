"""The progress of a long run, on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from referee.cli.terminal import complain, write_over

FIRST_AFTER = 2.0
"""Seconds: a run that is over sooner says nothing where nobody watches."""


class Progress:
    """Progress: on a terminal one line that is overwritten; elsewhere a line after 2, 4, 8, … seconds."""

    def __init__(self, wanted: int, noun: str, *, silent: bool = False, at_most: bool = False) -> None:
        """``at_most``: there may be less to do than ``wanted``, so that nobody knows how long it will take."""
        self.wanted, self.noun, self.silent, self.at_most = wanted, noun, silent, at_most
        self.watched = sys.stderr.isatty()
        self.began = time.monotonic()
        self._waited = 0.0
        self._next = 0.3 if self.watched else FIRST_AFTER
        self._written = False

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """What is done meanwhile is not what is wanted: it counts for no rate."""
        since = time.monotonic()
        try:
            yield
        finally:
            self._waited += time.monotonic() - since

    def of(self, done: int, wanted: int) -> None:
        """The same where the work itself says how much there is."""
        self.wanted = wanted
        self.at(done)

    def at(self, done: int) -> None:
        """So much of what is wanted is done."""
        seconds = self.seconds - self._waited
        if self.silent or seconds < self._next:
            return
        self._next = seconds + 0.2 if self.watched else 2 * seconds
        left = seconds * (self.wanted - done) / done if done else 0
        rate = f", {done / seconds:.3g} a second" if done else ""
        when = "" if self.at_most else f", about {left:.0f} s left"
        line = f"{done} of {self.wanted} {self.noun}, {seconds:.0f} s{rate}{when}"
        if self.watched:
            write_over(line)
        else:
            complain(line)
        self._written = self.watched

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._written:
            write_over("")
