"""Who meets whom: the blocks of a tournament, in the order of their numbers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from msgspec import UnsetType

from referee.stats.blocks import Seatings, seatings
from referee.tournament.definition import Defined, Gauntlet


@dataclass(frozen=True, slots=True)
class Block:
    """One deal of one table. Its matches are called ``NUMBER.1``, ``NUMBER.2``, …, one for each seating."""

    number: int
    """From 1."""
    table: tuple[int, ...]
    """The entrants, by their place in the definition."""
    order: int
    """How many blocks this table has played before."""

    def seated(self, kind: Seatings) -> list[tuple[int, ...]]:
        """Of each match the entrant in each seat."""
        ways = seatings(len(self.table), kind, self.order)
        return [tuple(self.table[place] for place in way) for way in ways]


def tables(defined: Defined) -> list[tuple[int, ...]]:
    """The tables that meet. BadInput where there are none."""
    content = defined.content
    every = range(len(content.entrant))
    found = list(combinations(every, defined.game.players))
    if isinstance(content.format, Gauntlet):
        challengers = {n for n in every if content.entrant[n].called in content.format.challengers}
        found = [table for table in found if challengers & set(table)]
    if content.apart:
        found = [table for table in found if not _same_author(defined, table)]
    if not found:
        defined.wrong(("apart",), "apart: no table is left whose bots are all of different authors")
    return found


def _same_author(defined: Defined, table: tuple[int, ...]) -> bool:
    authors = [defined.entrants[each].author for each in table]
    said = [author for author in authors if not isinstance(author, UnsetType)]
    return len(set(said)) < len(said)


def blocks(defined: Defined) -> Iterator[Block]:
    """Every block. All tables play their first before any plays its second."""
    meeting = tables(defined)
    number = 0
    for order in range(defined.content.format.blocks):
        for table in meeting:
            number += 1
            yield Block(number, table, order)


def number_of_blocks(defined: Defined) -> int:
    return len(tables(defined)) * defined.content.format.blocks


def secret_of_block(secret: bytes, number: int) -> bytes:
    """The secret of a block's chance tape; it tells nothing of that of another block."""
    return hashlib.sha256(b"referee block\0" + secret + b"\0%d" % number).digest()
