"""The result of a proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.clauses import rulebook_order
from referee.kernel.errors import Broken
from referee.verify.prove.paths import Obligation

ALLOWED = ", each from some table that the invariant allows"
"""What a COVERED clause of a proof means: Z3 found a table and answers that carry it out. Play need not reach them."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that was not proved: the place, the path, and what broke.

    For a property that fails, clause and ``place`` say where the path last asked or branched. One that ``raised``
    could not be evaluated.
    """

    what: str
    broken: Broken | None
    clause: tuple[str, ...]
    story: str
    why: str
    place: str = ""
    raised: bool = False
    cut: bool = False
    """Whether what is proved of the path behind it says nothing, whatever it is."""
    truth: Any = field(default=None, compare=False, repr=False)
    """The obligation, as a term."""

    def same_as(self, obligation: Obligation) -> bool:
        mine, its = (self.broken, self.clause, self.cut), (obligation.broken, obligation.clause, obligation.cut)
        return mine == its

    def __str__(self) -> str:
        if self.raised:
            return self.why
        clause = ", ".join(self.clause) if self.clause != ("?",) else ""
        if self.broken is None:  # a property, which is named where this is told
            told = " ".join([clause, self.place]).strip() or "a step"
        else:
            told = f"{clause}: {self.what}" if clause else self.what
        path = f" (after: {self.story})" if self.story else ""
        return f"{told}{path}{': ' + self.why if self.why else ''}"


@dataclass(slots=True)
class Proof:
    """The result. ``failures`` is by the name of the property; None has obligations of the kernel."""

    failures: dict[str | None, list[Failure]] = field(default_factory=dict)
    paths: int = 0
    obligations: int = 0
    queries: int = 0
    clauses: set[str] = field(default_factory=set)
    """The clauses that the proof passed through."""
    covered: set[str] = field(default_factory=set)
    """The clauses on whose paths the solver found a table and answers."""
    bounds: dict[str, int] = field(default_factory=dict)
    """By measure the most steps that a match can have."""
    vacuous: dict[str, str] = field(default_factory=dict)
    """The reason, by property, why a property that holds is one about which the proof says nothing."""
    again: bool = False
    """Something failed that other paths were followed by: without it everything has to be followed anew."""

    def extent(self, name: str) -> str:
        """The extent of the proof of a property, in one line."""
        bound = f"at most {self.bounds[name]} steps; " if name in self.bounds else ""
        missed = sorted(self.clauses - self.covered, key=rulebook_order)
        never = f"; no table was found that carries out {' '.join(missed)}" if missed else ALLOWED
        through = " ".join(sorted(self.clauses, key=rulebook_order))
        open_ones = self.failures.get(None, [])
        stops = f"; as far as play goes: it may stop: {in_short(open_ones)}" if open_ones else ""
        return f"{bound}{self.paths} paths, {self.obligations} obligations, through {through}{never}{stops}"

    def broken(self, *kinds: Broken) -> list[Failure]:
        return [each for each in self.failures.get(None, []) if each.broken in kinds]


def in_short(failures: Sequence[Failure]) -> str:
    """The first failure, and how many more there are."""
    return str(failures[0]) + (f", and {len(failures) - 1} more" if len(failures) > 1 else "")
