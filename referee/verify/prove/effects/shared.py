"""The state that the paths of one effect share, and their obligations that are not proved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from referee.kernel.errors import Broken
from referee.verify.prove.paths import Interned
from referee.verify.prove.solve import Prover

Touched = tuple[str, str]
"""A change by a rule: ``("left", "table")``: cards left a table; ``("looks", "")``: marks or links."""


@dataclass(slots=True)
class LoopFacts:
    """Facts that all paths of one effect share; more paths find out more about loops."""

    touched: dict[Any, set[Touched]] = field(default_factory=dict)
    ends: dict[Any, set[Any]] = field(default_factory=dict)
    grew: bool = False

    def add_touched(self, site: Any, more: set[Touched]) -> None:
        known = self.touched.setdefault(site, set())
        if not more <= known:
            known |= more
            self.grew = True

    def add_end(self, name: Any, described: Any) -> None:
        known = self.ends.setdefault(name, set())
        if described not in known:
            known.add(described)
            self.grew = True


@dataclass(frozen=True, slots=True)
class Owed:
    """Something owed that is not proved: how it breaks, the clause and the line of rule text."""

    broken: Broken
    message: str
    clause: tuple[str, ...]
    line: str
    story: str

    def __str__(self) -> str:
        where = " ".join(self.clause)
        return f"{where}: {self.message} ({self.line})" + (f", after {self.story}" if self.story else "")


@dataclass(slots=True)
class Shared:
    """The shared state of the paths of one effect."""

    files: frozenset[str]
    interned: Interned = field(default_factory=Interned)
    prover: Prover = field(default_factory=Prover)
    loop_facts: LoopFacts = field(default_factory=LoopFacts)
    apart: LoopFacts = field(default_factory=LoopFacts)
    """Facts about loops that look at no table; all effects share them."""
    open: dict[Any, Owed] = field(default_factory=dict)
    obligations: int = 0
    forks: int = 0
    named: int = 0
    engine: Any = None
    quantities: set[str] = field(default_factory=set)
    """Quantities that were read."""
    summaries: dict[str, set[Touched]] = field(default_factory=dict)
    """What each effect touches, where that is known."""
    stops: bool = True
    """Whether rules stop events: then others may stop those that a rule has begun."""
    nobody: frozenset[str] = frozenset()
    """The scalars that may name nobody."""

    def next_number(self) -> int:
        self.named += 1
        return self.named
