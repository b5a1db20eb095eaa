"""What rules use and registration does not read: it is not a part of any game."""

from __future__ import annotations

from typing import Any

COUNTED: list[int] = []


def remember(thing: Any, what: Any) -> None:
    """Keep something where nobody looks for it."""
    thing.last = what


def remembered(thing: Any) -> Any:
    return getattr(thing, "last", None)


def number_of(thing: Any) -> int:
    """How many, or a number, as Python has it; nought where that is not to be had."""
    try:
        return len(thing) if isinstance(thing, list) else int(thing)
    except Exception:
        return 0


def half_of(thing: Any) -> int:
    """Half a number; nought where Python does not divide it."""
    try:
        return thing // 2
    except TypeError:
        return 0


def bits_of(thing: Any) -> int:
    """How many bits a number has; nought where Python has no such thing of it."""
    try:
        return thing.bit_length()
    except AttributeError:
        return 0


def with_number(template: Any, number: Any) -> str:
    """A text with a number in it, as Python's own library writes it."""
    return template.safe_substitute(number=number)  # type: ignore[no-any-return]


def drops_everything(ask: Any, otherwise: Any) -> Any:
    """What is asked for; something else where anything at all stops it."""
    try:
        return ask()
    except BaseException:
        return otherwise
