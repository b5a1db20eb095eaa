"""Running a proof in a process of its own, which can be killed and has a limit of memory."""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import re
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

PR_SET_PDEATHSIG = 1
"""The constant of ``linux/prctl.h``."""
GARBAGE = (200_000, 20, 100)
"""After how many new things a proof looks for those that nothing leads to any more. What it makes it mostly keeps: to
look more often takes a tenth to a fifth of its processor time, and less memory is not found to be used."""
MOST_MEMORY = 2 << 30
"""Bytes of address space that a proof may take beyond what its process begins with."""

FOR_THE_END = 8 << 20
"""Bytes of it that are kept for saying that there is no more."""
OUT_OF_TIME = "it took more processor time than it may"
TOO_BUSY = "the machine was too busy to work on it: nothing is known"
OUT_OF_MEMORY = "the proof ran out of memory"
NO_ROOM = re.compile("out of memory|cannot allocate memory|failed to map segment", re.IGNORECASE)


FAR = 10
"""Times as long as work may take of processor time it is waited for, where nothing else is said."""


MOST_TOLD = 4000
"""Bytes of what stands open."""
_open: Any = None
"""Shared memory in which the process of a proof writes what stands open; its parent reads it when it ends it."""


_said: Any = None
"""Within ``work``: where what it says goes to."""


class CutShort(str):
    """Why work has no result, with what it had said by then (``say_so_far``); None where it had said nothing."""

    so_far: Any

    def __new__(cls, why: str, so_far: Any = None) -> CutShort:
        """Why, with what had been said."""
        cut = super().__new__(cls, why)
        cut.so_far = so_far
        return cut


@dataclass(frozen=True, slots=True)
class SoFar:
    """What work says before it has come to its end."""

    found: Any


def say_so_far(found: Any) -> None:
    """Within ``work``: what is known whatever becomes of the rest. What is said last counts."""
    if _said is not None:
        _said.send(SoFar(found))


def stands_open(status: str) -> None:
    """Within ``work``: what is to be said if it comes no further."""
    if _open is not None:
        _open.value = status.encode()[: MOST_TOLD - 1]


def run_limited(work: Callable[[], Any], processor: float, wall: float | None = None) -> Any:
    """The result of ``work``, or a ``CutShort`` with the reason why it has none. No process is left behind.

    The reason ends with what stood open then (``stands_open``), and has what was said before (``say_so_far``).
    ``processor`` are the seconds of its own processor time that the work may take, whatever else the machine does.
    ``wall`` are the seconds that somebody waits for it; without them the wait is so long that only an overloaded
    machine takes longer. Where processes cannot be forked (Windows) the work is done in this one, and without limits.
    """
    import z3  # noqa: F401 (before the fork: no proof pays for it)

    if "fork" not in multiprocessing.get_all_start_methods():
        return work()
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    status = context.RawArray("c", MOST_TOLD)
    worker = context.Process(target=_work, args=(work, there, processor, status), daemon=True)
    worker.start()
    there.close()
    so_far = None
    until = time.monotonic() + (FAR * processor + 60 if wall is None else wall)
    try:
        while here.poll(max(0.0, until - time.monotonic())):
            said = here.recv()
            if isinstance(said, str):
                return CutShort(_with(said, status) if said == OUT_OF_MEMORY else said, so_far)
            if not isinstance(said, SoFar):
                return said
            so_far = said.found
        why = TOO_BUSY if wall is None else f"it is not waited for longer than {wall:.0f} s"
        return CutShort(_with(why, status), so_far)
    except EOFError:
        worker.join(5)
        if worker.exitcode == -signal.SIGXCPU:
            return CutShort(_with(OUT_OF_TIME, status), so_far)
        return CutShort(f"the process of the proof died (exit code {worker.exitcode})", so_far)
    finally:
        worker.kill()
        worker.join()
        worker.close()
        here.close()


def _with(why: str, status: Any) -> str:
    """A reason with what stood open."""
    left = status.value.decode(errors="ignore")
    return f"{why}; {left}" if left else why


def allow(processor: float) -> None:
    """Within ``work``: from now on it may take so many seconds of processor time, however busy the machine is."""
    try:
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + processor) + 1, most))
    except (ImportError, OSError, ValueError):
        pass  # a system without this limit


def _work(work: Callable[[], Any], there: Any, processor: float, status: Any) -> None:
    global _open, _said
    _open, _said = status, there
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the parent's business, which kills this one
    _die_with_parent()
    gc.freeze()  # what was there before the fork stays: to look through it is in vain, and copies its memory
    gc.set_threshold(*GARBAGE)
    allow(processor)
    try:
        import resource

        begun = _address_space()
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (begun + MOST_MEMORY, most))
    except (ImportError, OSError, ValueError):
        pass  # a system without this limit
    reserve: bytearray | None = bytearray(FOR_THE_END)
    try:
        there.send(work())
    except MemoryError:
        reserve = None
        _tell(there, OUT_OF_MEMORY)
    except Exception as error:
        reserve = None
        _tell(there, OUT_OF_MEMORY if _is_of_memory(error) else f"the proof stopped: {type(error).__name__}: {error}")
    del reserve
    _lift()
    there.close()


def _tell(there: Any, why: str) -> None:
    _lift()  # to say so takes memory too
    there.send(why)


def _lift() -> None:
    """Remove the limit of memory: the work is over."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _is_of_memory(error: BaseException | None) -> bool:
    """Whether an error came of there being no memory; a library that cannot be loaded says so in words."""
    while error is not None:
        if isinstance(error, MemoryError) or NO_ROOM.search(str(error)):
            return True
        error = error.__cause__ or error.__context__
    return False


def _die_with_parent() -> None:
    """Also where the parent is killed and cannot clean up (Linux; elsewhere the work is done to its end)."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def _address_space() -> int:
    try:
        with open("/proc/self/statm", encoding="ascii") as sizes:
            return int(sizes.read().split()[0]) * 4096
    except OSError:
        return 0
