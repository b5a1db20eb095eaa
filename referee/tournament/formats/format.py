"""The interface of a format."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Table = tuple[int, ...]
"""The entrants who meet, by their place in the definition, ascending."""


def sides_of(about: Mapping[str, Any]) -> int:
    """How many entrants meet at a table; ``about`` is what results keep of the definition."""
    return int(about.get("sides", about["form"]["players"]))


@dataclass(frozen=True, slots=True)
class Field:
    """A tournament as a format sees it."""

    entrants: int
    players: int
    """The number of entrants at a table: one for each seat or one for each team."""
    names: tuple[str, ...]
    authors: tuple[str | None, ...]
    apart: bool
    measure: str
    """``ranks``, ``payoffs`` or ``together``."""
    format: Mapping[str, Any]
    stop: Mapping[str, Any]
    lot: bytes
    """The source of lots: secret until the end, the same in every run of the tournament."""

    @classmethod
    def of(cls, about: Mapping[str, Any], secret: bytes) -> Field:
        """``about`` is what results keep of the definition."""
        entrants = about["entrants"]
        return cls(
            len(entrants),
            sides_of(about),
            tuple(each["name"] for each in entrants),
            tuple(each["author"] for each in entrants),
            about["apart"],
            about["measure"],
            about["format"],
            about["stop"],
            hashlib.sha256(b"referee lots\0" + secret).digest(),
        )

    def together(self, one: int, other: int) -> bool:
        """Whether two entrants may sit at one table."""
        return one != other and not (
            self.apart and self.authors[one] is not None and self.authors[one] == self.authors[other]
        )

    def lots(self, what: str) -> list[bytes]:
        """A lot for each entrant; another ``what`` gives other lots."""
        return [hashlib.sha256(self.lot + f"{what}\0{each}".encode()).digest() for each in range(self.entrants)]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A block that was played. ``scores`` and ``payoffs`` are by place at the table, means over its matches.

    A block that the rules stopped counts as a tie of all for everything that is decided from it.
    """

    table: Table
    scores: tuple[Fraction, ...]
    payoffs: tuple[Fraction, ...]
    matches: Sequence[tuple[Sequence[int], Sequence[int]]]
    """For each match the entrants in seat order, and the ranks of the seats."""

    def means(self, measure: str) -> tuple[Fraction, ...]:
        return self.scores if measure == "ranks" else self.payoffs


class Format(ABC):
    """Gives tables a round at a time. Deterministic: the same outcomes give the same tables."""

    adaptive = True
    """Whether a round depends on the outcomes of those before it; if not, ``learn`` is never called."""

    def __init__(self, field: Field) -> None:
        self.field = field

    @property
    @abstractmethod
    def wanted(self) -> int:
        """The blocks that it will play, as far as is known by now."""

    @abstractmethod
    def round(self) -> Iterator[Table]:
        """The tables of the next round, a block each; none where the tournament is over."""

    def learn(self, outcomes: Sequence[Outcome]) -> None:
        """The outcomes of that round, in the order of its tables."""
        raise NotImplementedError

    def places(self) -> list[int] | None:
        """For each entrant the place that the format itself gives so far; None where ratings or payoffs rank."""
        return None

    @property
    def verdict(self) -> str:
        """Why it ended before all its blocks; empty where it did not."""
        return ""
