"""The result of a proof."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from referee.kernel.errors import Broken
from referee.verify.prove.paths import Obligation


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
    dealing: bool
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

    def broken(self, *kinds: Broken) -> list[Failure]:
        return [each for each in self.failures.get(None, []) if each.broken in kinds]
