"""Ends rules that go round and round without asking for anything, and says where they were."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from referee.kernel.game import Game, rules_of

MOST_SECONDS = 5.0
"""Processor time of this process in which a step neither asks for anything nor ends, in seconds."""
KNOWN_SECONDS = 0.5
"""The same, where the innermost rule is one that was ended before, or where nothing is told of it."""
EVERY = 0.5
"""Seconds between two looks."""


Rule = tuple[str, str, int] | tuple[()]
"""The file of a function, its name and its first line: what counts what rules do has the same."""


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
        self.hurried = False
        self._known: set[Rule] = set()
        """The rules that were ended: whoever looks at the game next need not wait as long again."""

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

    @contextmanager
    def hurrying(self) -> Iterator[None]:
        """Meanwhile rules are ended soon: they are not those of the game, and nobody is told that they loop."""
        self.hurried = True
        try:
            yield
        finally:
            self.hurried = False

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
                elif time.process_time() - since > self._most_seconds():
                    self._end(self._game)
                    last = None

    def _most_seconds(self) -> float:
        return KNOWN_SECONDS if self.hurried or self._is_known(self._game) else MOST_SECONDS

    def _is_known(self, game: Any) -> bool:
        return _rule(self._frame(), game) in self._known - {()}

    def _frame(self) -> FrameType | None:
        return sys._current_frames().get(self._watched)

    def _end(self, game: Any) -> None:
        frame = self._frame()
        self.clauses, self.place = where(frames(frame), game)
        if not self.hurried:  # who hurries may have ended what only takes its time
            self._known.add(_rule(frame, game))
        _raise_in(self._watched, Looping)


def _raise_in(ident: int, error: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(error))


def where(here: Sequence[FrameType], game: Game[Any]) -> tuple[tuple[str, ...], str]:
    """The innermost clause of these frames, and ``FILE:LINE`` of the innermost rule; empty where there is none."""
    rules = [each for each in here if is_of(each, game)]
    place = f"{Path(rules[0].f_code.co_filename).name}:{rules[0].f_lineno}" if rules else ""
    codes = game.clause_codes
    return next((codes[each.f_code] for each in here if codes.get(each.f_code)), ()), place


def _rule(frame: FrameType | None, game: Game[Any]) -> Rule:
    """The innermost rule that runs; () where none does."""
    codes = [each.f_code for each in frames(frame) if is_of(each, game)]
    return (codes[0].co_filename, codes[0].co_name, codes[0].co_firstlineno) if codes else ()


def frames(frame: FrameType | None) -> list[FrameType]:
    """The frames that are running, innermost first."""
    found: list[FrameType] = []
    while frame is not None:
        found.append(frame)
        frame = frame.f_back
    return found


def is_of(frame: FrameType, game: Game[Any]) -> bool:
    """Whether what runs there is the text of a game's folder."""
    return Path(frame.f_code.co_filename).parent == rules_of(type(game)).folder


WATCHDOG = Watchdog()
"""The watchdog of this process."""
