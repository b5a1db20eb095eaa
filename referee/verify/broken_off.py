"""What is told where a method, or a part of a check, breaks off: one line, and everything else stays."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import referee
from referee.kernel.errors import BadInput

T = TypeVar("T")
OWN = Path(referee.__file__).parent
LONGEST = 300
"""Characters of a message."""


def told(what: str, error: BaseException) -> str:
    """What broke off where: the innermost line of rules or properties, and that of the tool."""
    rule, tool = places(error)
    said = " ".join(str(error).split())
    said = f": {said[:LONGEST]}{'…' if len(said) > LONGEST else ''}" if said else ""
    at = " ".join(each for each in (f"in {rule}" if rule else "", f"at {tool}" if tool else "") if each)
    where = f" ({at})" if at else ""
    return f"{what} broke off: {type(error).__name__}{said}{where}; report this line and the command as a defect"


def places(error: BaseException) -> tuple[str, str]:
    """The innermost lines of an error that are of rules and properties, and of referee."""
    rule = tool = ""
    # Only the last ones: a recursion that found no end has a thousand.
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        is_game = file.is_relative_to(OWN / "games") and file.parent != OWN / "games"
        if file.is_relative_to(OWN) and not is_game:
            tool = tool or f"{file.relative_to(OWN.parent)}:{frame.lineno}"
        elif is_game or ("site-packages" not in file.parts and "lib" not in file.parts and file.is_file()):
            rule = rule or f"{file}:{frame.lineno}"
    return rule, tool


def attempted(what: str, work: Callable[[], T], otherwise: T, defects: list[str], complaints: list[str]) -> T:
    """What a part of a check gives; ``otherwise``, and a line more, where it breaks off. An interrupt goes on."""
    try:
        return work()
    except KeyboardInterrupt:
        raise
    except BadInput as wrong:
        complaints.append(str(wrong))
    except BaseException as error:
        defects.append(told(what, error))
    return otherwise
