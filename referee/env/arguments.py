"""What a caller gives: whole numbers, readings and settings."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from referee.kernel.errors import BadInput


def whole(what: str, value: Any, least: int, most: int | None = None) -> int:
    """The number that was given as ``what``. BadInput: it is no whole number, or not from ``least`` to ``most``."""
    try:
        number = index(value)
    except TypeError:
        raise BadInput(f"{what} is {value!r}: give a whole number") from None
    if number < least or (most is not None and number > most):
        bounds = f"from {least} on" if most is None else f"from {least} to {most}"
        raise BadInput(f"{what} is {number}: give a number {bounds}")
    return number


def by_name(what: str, given: Any) -> Any:
    """Readings or settings, if any. BadInput: they do not stand under names."""
    if given is not None and not isinstance(given, Mapping):
        raise BadInput(f"{what} is {given!r}: give a dictionary, {what}={{NAME: VALUE}}")
    return given
