"""What works on what in a game: kinds of edges between clauses, and all that was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from referee.kernel.parameters import in_words
from referee.verify.verdicts import Verdict, Witness


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


Act = tuple[str, str]
"""The word of a question and what is answered, whoever is asked."""
What = Act | str
"""What may be answered, or a clause that is carried out."""


@dataclass(frozen=True, slots=True)
class Sure:
    """That an edge holds always, and was not only seen: PROVED of every table that there can be between steps, or
    EXHAUSTED, in every table of a scale.

    ``number`` counts the tables in which the source can be done, of a proof the paths on which it is.
    """

    verdict: Verdict
    players: int
    scale: Mapping[str, Any]
    number: int

    def __str__(self) -> str:
        form = f"{self.players} players {in_words(self.scale)}".rstrip()
        if self.verdict is Verdict.PROVED:
            return f"{self.verdict.value} of every table, on {self.number} paths ({form})"
        tables = "the one table" if self.number == 1 else f"all {self.number} tables"
        return f"{self.verdict.value} in {tables} where it can be done ({form})"


SAYS_ALWAYS = (Kind.ENABLES, Kind.DISABLES, Kind.COMMUTES)
"""Kinds that say what is always or never so; of the others one witness is all that there is to say."""


@dataclass(slots=True)
class Edge:
    """``count`` times seen; ``players``, ``readings`` and ``scale`` say where first. ``outcomes``: the two orders'.

    ``about`` has what is done at the source and what that changes, of an order the two things that are done; ``sure``
    says where it is known always to hold.
    """

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
    about: frozenset[tuple[Act, What]] = frozenset()
    sure: tuple[Sure, ...] = ()

    @property
    def key(self) -> tuple[Kind, str, str]:
        return self.kind, self.source, self.target

    @property
    def verdict(self) -> Verdict:
        """The strongest that is known: WITNESSED where one sighting is all that it says, else NOT REFUTED if it was
        only seen."""
        if self.kind not in SAYS_ALWAYS:
            return Verdict.WITNESSED
        known = {each.verdict for each in self.sure}
        return next((each for each in (Verdict.PROVED, Verdict.EXHAUSTED) if each in known), Verdict.NOT_REFUTED)


@dataclass(slots=True)
class Interactions:
    """``carried_out`` counts by clause id; ``undecided`` orders came out differently now and then, alike as well."""

    edges: list[Edge] = field(default_factory=list)
    carried_out: dict[str, int] = field(default_factory=dict)
    matches: int = 0
    steps: int = 0
    undecided: int = 0
    unsure: tuple[str, ...] = ()
    """Why no more of it is proved or exhausted, a line each."""
    looked: dict[Any, int] = field(default_factory=dict, repr=False)
    """How often what was looked at, so that the rest has its turn."""

    def add(self, edge: Edge) -> None:
        """Edges of a kind between the same two are one; the shortest witness is kept."""
        for at, known in enumerate(self.edges):
            if known.key == edge.key:
                known.about = edge.about = known.about | edge.about
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
