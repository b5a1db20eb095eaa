"""What works on what in a game: kinds of edges between clauses, and all that was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from referee.verify.verdicts import Witness


class Kind(Enum):
    """How one clause or effect works on another."""

    MODIFIES = "modifies"
    """Changes a quantity that the other reads."""
    ENABLES = "enables"
    """The other can be done, or is carried out, only because of it."""
    DISABLES = "disables"
    """The other can no longer be done, or is no longer carried out."""
    CANCELS = "cancels"
    """Ends or replaces what the other is doing."""
    ORDER = "order matters"
    """Both can be done in either order, and the tables afterwards differ."""
    COMMUTES = "commutes"
    """Both can be done in either order, and the tables afterwards are the same."""
    REPEATS = "repeats"
    """Can be done again at once, or comes back to itself until a cap is met."""


@dataclass(slots=True)
class Edge:
    """``count`` times seen; ``players``, ``readings`` and ``scale`` say where first. ``outcomes``: the two orders'."""

    kind: Kind
    source: str
    target: str
    said: str
    players: int
    readings: Mapping[str, str]
    scale: Mapping[str, Any]
    count: int = 1
    steps: int = 0
    outcomes: tuple[str, ...] = ()
    witnesses: tuple[Witness, ...] = ()


@dataclass(slots=True)
class Interactions:
    """``carried_out`` counts by clause id; ``undecided`` orders came out differently now and then, alike as well."""

    edges: list[Edge] = field(default_factory=list)
    carried_out: dict[str, int] = field(default_factory=dict)
    matches: int = 0
    steps: int = 0
    undecided: int = 0
    looked: dict[Any, int] = field(default_factory=dict, repr=False)
    """How often what was looked at, so that the rest has its turn."""

    def add(self, edge: Edge) -> None:
        """Edges of a kind between the same two are one; the shortest witness is kept."""
        for at, known in enumerate(self.edges):
            if (known.kind, known.source, known.target) == (edge.kind, edge.source, edge.target):
                if edge.witnesses and (not known.witnesses or edge.steps < known.steps):
                    edge.count += known.count
                    self.edges[at] = edge
                else:
                    known.count += edge.count
                return
        self.edges.append(edge)

    def take(self, other: Interactions) -> None:
        """What another process found."""
        for edge in other.edges:
            self.add(edge)
        for each, number in other.carried_out.items():
            self.carried_out[each] = self.carried_out.get(each, 0) + number
        self.matches += other.matches
        self.steps += other.steps
        self.undecided += other.undecided
