"""The message of a method, or a part of a check, that breaks off: one line, and everything else stays."""

from __future__ import annotations

import dis
import os
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn, TypeVar

import referee
from referee.kernel.errors import BadInput

T = TypeVar("T")
OWN = Path(referee.__file__).parent
LONGEST = 300
"""Characters of a message."""


def describe_error(what: str, error: BaseException) -> str:
    """The error and its place: the innermost line of rules or properties, and that of the tool."""
    rule, tool = places(error)
    message = " ".join(str(error).split())
    message = f": {message[:LONGEST]}{'…' if len(message) > LONGEST else ''}" if message else ""
    at = " ".join(each for each in (f"in {rule}" if rule else "", f"at {tool}" if tool else "") if each)
    where = f" ({at})" if at else ""
    return f"{what} broke off: {type(error).__name__}{message}{where}; report this line and the command as a defect"


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
    """The result of a part of a check. If it breaks off, the result is ``otherwise`` with one more line. An interrupt
    goes on."""
    try:
        with exits_raised():
            return work()
    except BadInput as wrong:
        complaints.append(str(wrong))
    except BaseException as error:
        if is_interrupt(error):
            raise
        line = describe_error(what, error)
        defects += [line] if line not in defects else []
    return otherwise


def guarded(what: str, work: Callable[[], T], otherwise: T, broken_off: list[str]) -> T:
    """The same where input that cannot be used ends everything: it is raised."""
    wrong: list[str] = []
    given = attempted(what, work, otherwise, broken_off, wrong)
    if wrong:
        raise BadInput(wrong[0])
    return given


def is_interrupt(error: BaseException) -> bool:
    """Whether the keyboard has interrupted: then no line of Python has raised it."""
    trace = error.__traceback__
    if not isinstance(error, KeyboardInterrupt) or trace is None:
        return isinstance(error, KeyboardInterrupt)
    while trace.tb_next is not None:
        trace = trace.tb_next
    return dis.opname[trace.tb_frame.f_code.co_code[trace.tb_lasti]] != "RAISE_VARARGS"


@contextmanager
def exits_raised() -> Iterator[None]:
    """Rules that end their process end what is looked at, and not the check; processes that it forks do end."""
    whole, here = os._exit, os.getpid()

    def ended(status: int) -> NoReturn:
        if os.getpid() == here and threading.current_thread() is threading.main_thread():
            raise SystemExit(f"os._exit({status})")
        whole(status)

    os._exit = ended
    try:
        yield
    finally:
        os._exit = whole
