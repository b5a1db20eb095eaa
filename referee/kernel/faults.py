"""The place in the rules where something went wrong, read off a traceback, and the clause that is running now."""

from __future__ import annotations

import inspect
import sys
import traceback
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import CodeType
from typing import Any

from referee.kernel.errors import NO_CLAUSE


def place_in_rules(error: Exception, classes: Iterable[type], *, whole: bool = False) -> str | None:
    """``file:line`` of the innermost frame in the folders of these classes; None where no such frame ran. ``whole``
    gives the path of the file in place of its name."""
    folders = {str(Path(inspect.getfile(each)).parent) for each in classes}
    places = [
        f"{frame.filename if whole else Path(frame.filename).name}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if str(Path(frame.filename).parent) in folders
    ]
    return places[-1] if places else None


def clause_of(error: Exception, codes: Mapping[CodeType, tuple[str, ...]]) -> str:
    """The innermost clause in the traceback of an error; NO_CLAUSE where there is none."""
    found, trace = NO_CLAUSE, error.__traceback__
    while trace is not None:
        ids = codes.get(trace.tb_frame.f_code)
        found = ", ".join(ids) if ids else found
        trace = trace.tb_next
    return found


def clause_running(codes: Mapping[CodeType, tuple[str, ...]]) -> tuple[str, ...]:
    """The ids of the innermost clause from which this is called, also where it is a plain function; () outside."""
    frame: Any = sys._getframe(1)
    while frame is not None:
        ids = codes.get(frame.f_code)
        if ids:
            return ids
        frame = frame.f_back
    return ()
