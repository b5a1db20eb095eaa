"""The line of the rules that does something: rules run again and are watched line by line."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

from referee.kernel.errors import RefereeError
from referee.kernel.players import Player
from referee.verify.conform.observations import Course, Kind, Noticed, Stop, World, suspended
from referee.verify.conform.worlds import Excluded, First
from referee.verify.play.watchdog import Looping, frames, is_of, where

MOST_EFFECTS = 24
QUESTIONS = (Kind.ASKED, Kind.OTHER)


def traced(course: Course, steps: int, look: Callable[[FrameType | None, int], None]) -> None:
    """Play on; before each line of the rules ``look`` is told the frame of the line before, and its number."""
    game, known = course.world.game, dict[Any, bool]()
    last: tuple[FrameType | None, int] = None, 0

    def line(frame: FrameType, what: str, _: Any) -> Any:
        nonlocal last
        if what in ("line", "return"):
            look(*last)
            back = frame.f_back if what == "return" else None
            # What is done with a value that is returned is done by the line that called.
            last = (back, back.f_lineno) if back is not None and known.get(back.f_code) else (frame, frame.f_lineno)
        return line

    def call(frame: FrameType, what: str, _: Any) -> Any:
        code = frame.f_code
        if code not in known:
            known[code] = is_of(frame, game)
        return line if known[code] else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        course.play(steps)
    except (Stop, Excluded, Looping, RefereeError, AssertionError, LookupError, TypeError, ValueError, AttributeError):
        return
    finally:
        sys.settrace(before)


def last_write(
    world: World, player: Player, script: Sequence[Sequence[Any]], labels: Sequence[str], moment: int
) -> tuple[tuple[str, ...], str] | None:
    """Clause and FILE:LINE of the last change of any of those parts before a moment; None where none changed."""
    count = [0]

    def notice(_: Noticed) -> None:
        count[0] += 1
        if count[0] > moment:
            raise Stop

    course = Course(world, player, First(script, random.Random(0)), notice)
    watched = [at for at, label in enumerate(course.glance.labels) if label in labels]
    now = [course.glance.take()]
    found: list[tuple[tuple[str, ...], str]] = []

    def look(frame: FrameType | None, line: int) -> None:
        taken = course.glance.take()
        if frame is not None and any(taken[at] != now[0][at] for at in watched):
            outer = frames(sys._getframe(2))
            clauses, _ = where([frame, *outer, *suspended(course.rules)], world.game)
            found.append((clauses, f"{Path(frame.f_code.co_filename).name}:{line}"))
        now[0] = taken

    traced(course, len(script), look)
    return found[-1] if found else None


def first_effects(
    world: World, player: Player, script: Sequence[Sequence[Any]], request: int, moment: int
) -> list[tuple[bool, Any]]:
    """The changes after a request and before a moment, line by line: whether the player notices each, and what it
    is."""
    found: list[tuple[bool, Any]] = []

    count = [0]

    def notice(each: Noticed) -> None:
        count[0] += 1
        if each.requests > request and each.kind in QUESTIONS:
            found.append((True, each.data))
        if count[0] > moment or len(found) >= MOST_EFFECTS:
            raise Stop
        if each.requests == request and each.kind is Kind.CHANCE:
            was[0] = each.glance, each.hidden
        if each.requests >= request and each.kind is Kind.EVENT:
            found.append((True, each.data))

    course = Course(world, player, First(script, random.Random(0)), notice)
    was: list[Any] = [None]

    def look(_: FrameType | None, line: int) -> None:
        if was[0] is None or len(found) >= MOST_EFFECTS:
            return
        state = course.glance.take(), course.glance.hidden()
        for visible, before, after in zip((True, False), was[0], state, strict=True):
            for at, (one, other) in enumerate(zip(before, after, strict=True)):
                if one != other:
                    found.append((visible, (at, other)))
        was[0] = state

    traced(course, len(script), look)
    return found
