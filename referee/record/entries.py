"""The entries of a record that are no events of the table, as they must be to be used: typed and bounded.

What a seat was asked and answered, and chance, the rules give again, so that a replay compares them. What was noted,
refused and at fault only the record says: more than a referee writes is never read from one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

LONGEST = 1000
"""Characters of a note, a reason, an answer that was refused."""
MOST_NOTES = 10_000
"""With one answer; a referee of today keeps a hundred, one of before kept all of a bot in its process."""

Seat = Annotated[int, Meta(ge=0)]
Text = Annotated[str, Meta(max_length=LONGEST)]
Kind = Literal["illegal", "time", "crash", "memory", "protocol", "flood"]
OF_A_PROCESS = frozenset({"time", "memory", "protocol", "flood"})
"""Faults that only a bot in a process of its own can have."""

SHAPES: Mapping[str, Any] = {
    "rejected": tuple[Literal["rejected"], Seat, Text, Text],
    "fault": tuple[Literal["fault"], Seat, Kind, Text],
    "noted": tuple[Literal["noted"], Seat, Text],
}
"""Entries that only the record has, by their first word."""
SEATS_AND_CHANCE = frozenset({"ask", "view", "chance", "answer", *SHAPES})
"""Entries that are no event of the table."""


def wrong_entry(did: list[Any], players: int) -> str:
    """The fault of a step's entries; empty where there is none."""
    notes = 0
    for entry in did:
        if not isinstance(entry, list) or not entry or not isinstance(entry[0], str):
            return "an entry is no list that begins with a word"
        shape = SHAPES.get(entry[0])
        if shape is None:
            notes = 0
            continue  # compared with what the rules give
        try:
            msgspec.convert(entry, shape, strict=True)
        except msgspec.ValidationError as error:
            return f"an entry {entry[0]!r} is none: {error}"
        if entry[1] >= players:
            return f"an entry {entry[0]!r} is of seat {str(entry[1])[:20]}, and there are {players}"
        notes = notes + 1 if entry[0] == "noted" else 0
        if notes > MOST_NOTES:
            return f"more than {MOST_NOTES} notes with one answer"
    return ""
