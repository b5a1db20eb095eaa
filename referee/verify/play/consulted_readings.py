"""The readings that rules consult while they are carried out."""

from __future__ import annotations

from collections.abc import Callable

from referee.kernel.table import Table


def listen_to(table: Table, listener: Callable[[str], object]) -> None:
    """Tell ``listener`` from now on the slug of every reading that a rule asks this table for, in either way."""
    reading, reading_or = table.reading, table.reading_or

    def noting(slug: str) -> str:
        listener(slug)
        value: str = reading(slug)
        return value

    def noting_or(slug: str, otherwise: str) -> str:
        listener(slug)
        return reading_or(slug, otherwise)

    table.reading = noting
    table.reading_or = noting_or  # type: ignore[method-assign]
