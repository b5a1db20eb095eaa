"""How deep Python goes while it reads a text, and how seldom it looks for garbage."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

DEEPEST = 20_000
MANY_NEW = 20_000
"""Things that are made between two looks for garbage."""


@contextmanager
def deep() -> Iterator[None]:
    """Functions are read where they are called, one within the other."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@contextmanager
def garbage_seldom() -> Iterator[None]:
    """Garbage is looked for after more new things than usual: what is made of a text mostly stays, and Python looks
    through all of it each time."""
    first, *later = before = gc.get_threshold()
    gc.set_threshold(first and max(first, MANY_NEW), *later)
    try:
        yield
    finally:
        gc.set_threshold(*before)
