"""Ends rules that go round and round without asking for anything, and says where they were."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

from referee.kernel.game import Game, rules_of

MOST_SECONDS = 5.0
"""Processor time of this process in which a step neither asks for anything nor ends, in seconds."""
EVERY = 0.5
"""Seconds between two looks."""


class Looping(BaseException):
    """Raised in the middle of the rules; no rule can catch it by mistake."""


class Watchdog:
    """Looks after one thread at a time. ``place`` is where the rules were when it ended them."""

    def __init__(self) -> None:
        self.place = ""
        self.clauses: tuple[str, ...] = ()
        self._lock = threading.Lock()
        self._game: Game[Any] | None = None
        self._driver: Any = None
        self._watched = 0
        self._step = 0
        self._thread: threading.Thread | None = None

    def enter(self, game: Game[Any], driver: Any) -> None:
        """A step begins; the ``transcript`` of the driver, or its position ``at``, changes with every request."""
        self._step += 1
        self._driver = driver
        self._watched = threading.get_ident()
        self._game = game
        if self._thread is None:
            self._thread = threading.Thread(target=self._watch, daemon=True, name="watchdog")
            self._thread.start()

    def leave(self) -> None:
        """The step is over. An exception that is on its way arrives here at the latest."""
        with self._lock:
            self._game = None

    def _watch(self) -> None:
        last: Any = None
        since = time.process_time()
        while True:
            time.sleep(EVERY)
            with self._lock:
                said, at = len(getattr(self._driver, "transcript", ())), getattr(self._driver, "at", 0)
                now = (self._step, said, at) if self._game is not None else None
                if now is None or now != last:
                    last, since = now, time.process_time()
                elif time.process_time() - since > MOST_SECONDS:
                    self._end(self._game)
                    last = None

    def _end(self, game: Any) -> None:
        frame = sys._current_frames().get(self._watched)
        self.place, self.clauses = _where(frame, game)
        _raise_in(self._watched, Looping)


def end_thread(thread: threading.Thread, error: type[BaseException]) -> None:
    """Raise an exception in another thread, wherever its Python code is."""
    if thread.ident is not None:
        _raise_in(thread.ident, error)


def _raise_in(ident: int, error: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(error))


def _where(frame: FrameType | None, game: Game[Any]) -> tuple[str, tuple[str, ...]]:
    """``FILE:LINE`` of the innermost rule, and the innermost clause."""
    folder = rules_of(type(game)).folder
    place = ""
    clauses: tuple[str, ...] = ()
    while frame is not None:
        if not place and Path(frame.f_code.co_filename).parent == folder:
            place = f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
        clauses = clauses or game.clause_codes.get(frame.f_code, ())
        frame = frame.f_back
    return place, clauses


WATCHDOG = Watchdog()
"""The watchdog of this process."""
