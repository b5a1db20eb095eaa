"""Processors of its own for each of several matches side by side (Linux).

A thread that plays matches claims as many as its bots may use, and stays on them; what it starts does so too, and a
bot cannot leave them. So the threads of a bot take time from its own match alone. A claim is a socket with a name and
no file: the system lets it go when its process ends, however it ends, and all referees of a machine see it.
"""

from __future__ import annotations

import os
import socket
import threading
from contextlib import suppress

CLAIM = "referee"
"""How names of claims begin."""
LEVELS = 64
"""So many threads may share a processor before one more goes where it likes."""


class Share:
    """The processors of the calling thread, until ``release``."""

    def __init__(self, number: int = 1) -> None:
        """Choose ``number`` processors, or all if there are fewer; the least shared ones."""
        self._thread = threading.get_native_id()
        self._claims: dict[int, socket.socket] = {}
        self._before: set[int] = set()
        if not hasattr(os, "sched_setaffinity"):
            return
        self._before = os.sched_getaffinity(0)
        for level in range(LEVELS):
            for each in sorted(self._before - set(self._claims)):
                if len(self._claims) < number and (claim := _claimed(each, level)) is not None:
                    self._claims[each] = claim
        self.processors = set(self._claims)
        if self.processors:
            os.sched_setaffinity(0, self.processors)
        _threads.share = self

    def crowded(self) -> bool:
        """Whether others have claimed a processor of ours too."""
        for each in self._claims:
            for level in range(2):
                if (claim := _claimed(each, level)) is not None:
                    claim.close()
                    break
            else:
                return True
        return False

    def release(self) -> None:
        if not self._claims:
            return
        for claim in self._claims.values():
            claim.close()
        self._claims = {}
        with suppress(OSError):
            os.sched_setaffinity(self._thread, self._before)


def crowded() -> bool:
    """Whether the calling thread shares its processors with other matches."""
    share: Share | None = _threads.share
    return share is not None and share.crowded()


class _Threads(threading.local):
    share: Share | None = None


_threads = _Threads()


def _claimed(processor: int, level: int) -> socket.socket | None:
    """None where another has it."""
    claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        claim.bind(f"\0{CLAIM}-{os.getuid()}-{processor}-{level}")
    except OSError:
        claim.close()
        return None
    return claim
