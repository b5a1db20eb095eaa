"""A bot that leaves marks in one match and looks for them in another: which bits were told to it there?

In seat 0 it leaves the bits of ``about.json``, in seat 1 it notes what it finds of them, by every way that it has.
Each way is tried with eight bits: what may tell them is measured, and what is below the middle of the bits that were
certainly not marked counts as a mark.
"""

import contextlib
import ctypes
import json
import mmap
import os
import sys
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

from referee.bot import Bot

BITS = 8
CLOCK = time.perf_counter_ns
ABOUT: dict[str, Any] = {}
FOLDERS = [
    "/", "/usr", "/usr/lib", "/usr/share", "/lib", "/etc", "/python", "/python/lib", "/bot", "/dev", "/tmp", "/game",
    os.path.dirname(sys.executable), os.path.dirname(os.__file__), sys.prefix,
]  # fmt: skip


def missing_name(number: int) -> int:
    """How long it takes to learn that there is no such file."""
    took = 0
    for folder in FOLDERS:
        name = f"{folder}/no-{ABOUT['nonce']}-{number}"
        began = CLOCK()
        with contextlib.suppress(OSError):
            os.stat(name)
        took += CLOCK() - began
    return took


def libraries() -> list[str]:
    found = [sys.executable, *(str(each) for each in Path("/lib").glob("lib*"))]
    return sorted(each for each in found if os.access(each, os.R_OK))


LIBRARY = max(libraries(), key=lambda each: os.stat(each).st_size)
SIZE = os.stat(LIBRARY).st_size // 4096


def page(number: int) -> int:
    """A page of a library that nobody needs."""
    return (ABOUT["nonce"] * 2654435761 + number * 40503) % SIZE


def page_read(number: int) -> int:
    """How long it takes to read a page: is it in memory?"""
    handle = os.open(LIBRARY, os.O_RDONLY)
    began = CLOCK()
    os.pread(handle, 4096, page(number) * 4096)
    took = CLOCK() - began
    os.close(handle)
    return took


@lru_cache(maxsize=1)
def mapped() -> mmap.mmap:
    with open(LIBRARY, "rb") as file:
        return mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ, flags=mmap.MAP_PRIVATE)


def page_touched(number: int) -> int:
    """The same through a mapping."""
    place, pages = page(number + BITS) * 4096, mapped()
    began = CLOCK()
    pages[place]
    return CLOCK() - began


def module_found(number: int) -> int:
    """How long an import takes that fails."""
    began = CLOCK()
    with contextlib.suppress(ImportError):
        __import__(f"no_{ABOUT['nonce']}_{number}")
    return CLOCK() - began


def memory_left(number: int) -> int:
    """Memory that was another's: is the mark in it?"""
    size = 1 << 20
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    place = libc.malloc(ctypes.c_size_t(size))
    found = ctypes.string_at(place, size)
    mark = b"mark %d %d" % (ABOUT["nonce"], number)
    ctypes.memmove(place, mark * (size // len(mark)), size - size % len(mark))
    return 0 if mark in found else 1


def file_left(number: int) -> int:
    """A file in the only place where it may write."""
    try:
        path = Path(f"/tmp/{ABOUT['nonce']}-{number}")
        there = path.exists()
        path.write_text("x")
        return 0 if there else 1
    except OSError:
        return 1


def device_time(number: int) -> int:
    """What a device that others see as well says of its use."""
    device = f"/dev/{('null', 'full', 'random', 'urandom')[number % 4]}"
    before = os.stat(device)
    with open(device, "r+b" if number % 4 in (0, 3) else "rb", buffering=0) as file:
        file.read(1)
    return 0 if time.time() - max(before.st_mtime, before.st_atime, before.st_ctime) < 5 else 1


WAYS = {
    each.__name__: each
    for each in (
        missing_name, page_read, page_touched, module_found, memory_left, file_left, device_time,
    )
}  # fmt: skip


class Remembering(Bot):
    done = False

    def answer(self, view: Any, ask: Any) -> Any:
        if not self.done:
            self.done = True
            ABOUT.update(json.loads(Path(__file__).with_name("about.json").read_text()))
            for name, way in WAYS.items():
                if self.seat == 0:
                    for number in range(BITS):
                        if ABOUT["bits"][number]:
                            for _ in range(3):
                                way(number)
                else:
                    # What was certainly not marked comes first: the code is warm, and the scale is known.
                    unmarked = sorted(way(number + 1000) for number in range(BITS + 1))
                    found = [int(way(number) < unmarked[BITS // 2] * 3 // 4) for number in range(BITS)]
                    self.note(json.dumps([name, found]))
        return next(ask.options())
