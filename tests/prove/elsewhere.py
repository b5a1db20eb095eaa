"""What rules use and registration does not read: it is not a part of any game."""

from __future__ import annotations

from typing import Any

COUNTED: list[int] = []


def number_of(thing: Any) -> int:
    """How many, or a number, as Python has it; nought where that is not to be had."""
    try:
        return len(thing) if isinstance(thing, list) else int(thing)
    except Exception:
        return 0
