"""The blocks of a tournament, in the order of their numbers."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.pool.executors import WAIT, Wait
from referee.stats.blocks import Seatings, seatings
from referee.tournament.formats import Field, Outcome, Table, format_of


@dataclass(frozen=True, slots=True)
class Block:
    """One deal of one table. Its matches are called ``NUMBER.1``, ``NUMBER.2``, …, one for each seating."""

    number: int
    """The number of the block, from 1."""
    table: Table
    """The entrants, by their place in the definition, ascending."""
    order: int
    """How many blocks this table has played before."""

    def seated(self, kind: Seatings, players: int) -> list[tuple[int, ...]]:
        """The entrant in each seat, for each match. Where teams meet, an entrant has all seats of a team."""
        ways = seatings(len(self.table), kind, self.order)
        return [tuple(self.table[way[seat % len(way)]] for seat in range(players)) for way in ways]


class Schedule:
    """What is to be played, decided from what was played. ``about`` is what results keep of the definition."""

    def __init__(self, about: Mapping[str, Any], secret: bytes) -> None:
        self.field = Field.of(about, secret)
        self.format = format_of(self.field)
        self.rounds = 0
        self.over = False

    @property
    def wanted(self) -> int:
        """The blocks that will be played, as far as is known by now."""
        return self.format.wanted

    def blocks(self, outcome_of: Callable[[int], Outcome | None]) -> Iterator[Block | Wait]:
        """Every block in turn.

        ``outcome_of`` gives the outcome of a block by its number, None as long as it was not played; only formats
        that decide from outcomes ask. Until all blocks of their last round were played there is WAIT in place of a
        block: what a round is decided from is the same whatever was finished first.
        """
        before: Counter[Table] = Counter()
        number = 0
        while True:
            first = number + 1
            for table in self.format.round():
                number += 1
                yield Block(number, table, before[table])
                before[table] += 1
            if number < first:
                self.over = True
                return
            self.rounds += 1
            if self.format.adaptive:
                outcomes = []
                for each in range(first, number + 1):
                    while (found := outcome_of(each)) is None:
                        yield WAIT
                    outcomes.append(found)
                self.format.learn(outcomes)


def secret_of_block(secret: bytes, number: int) -> bytes:
    """The secret of a block's chance tape; it tells nothing of that of another block."""
    return hashlib.sha256(b"referee block\0" + secret + b"\0%d" % number).digest()
