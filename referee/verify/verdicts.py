"""What a method says of a property, and what its author expected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class Verdict(Enum):
    """Strongest first among those that say the same thing."""

    PROVED = "PROVED"
    """Holds for all tables that satisfy the invariant."""
    EXHAUSTED = "EXHAUSTED"
    """Holds for all tables of a stated scale."""
    NOT_REFUTED = "NOT REFUTED"
    """Held in so many tries at a stated scale."""
    WITNESSED = "WITNESSED"
    """What may happen did, and was replayed."""
    REFUTED = "REFUTED"
    """What must hold did not, and was replayed."""
    UNKNOWN = "UNKNOWN"
    """No answer, with the reason."""
    NOT_ASKED = "NOT ASKED"
    """None of the methods that were asked for can answer."""


HOLDS = (Verdict.PROVED, Verdict.EXHAUSTED, Verdict.WITNESSED, Verdict.NOT_REFUTED)
"""Verdicts in favour of a property, the strongest first."""


class Method(Enum):
    """How a verdict was come by."""

    EXAMPLES = "examples"
    FUZZ = "fuzz"
    EXPLORE = "explore"
    PROVE = "prove"


@dataclass(frozen=True, slots=True)
class Result:
    """One verdict: of one property by one method for one number of players and one set of readings.

    ``tries`` counts tables looked at; ``bound`` is the 95 % upper bound on how often a real deal could break
    the property, where that can be said; ``scale`` holds the settings that are not the defaults.
    """

    property: str
    method: Method
    players: int
    readings: Mapping[str, str]
    scale: Mapping[str, Any]
    verdict: Verdict
    tries: int = 0
    bound: float | None = None
    why: str = ""
    seconds: float = 0.0
    witness: Witness | None = field(default=None, repr=False)
    cached: bool = False


@dataclass(frozen=True, slots=True)
class Witness:
    """Something that was played: a record, which ``referee replay`` plays again, and what it shows.

    ``real`` says that it begins with a deal as the game makes it and not with a table put together.
    """

    record: bytes
    real: bool
    steps: int
    shows: str


def upper_bound(failures: int, tries: int) -> float:
    """The 95 % one-sided Clopper–Pearson upper bound on a rate; ``1 - 0.05**(1/n)`` without a failure."""
    if not tries:
        return 1.0
    if not failures:
        return float(1 - 0.05 ** (1 / tries))
    low, high = failures / tries, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if _at_most(failures, tries, middle) > 0.05:
            low = middle
        else:
            high = middle
    return high


def _at_most(failures: int, tries: int, rate: float) -> float:
    """The probability of at most so many failures in independent tries."""
    term = total = (1 - rate) ** tries
    for number in range(1, failures + 1):
        term *= (tries - number + 1) / number * rate / (1 - rate) if rate < 1 else 0.0
        total += term
    return total
