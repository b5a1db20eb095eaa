"""The verdict of a method about a property, and the expectation of its author."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from math import exp, lgamma, log, log1p
from typing import Any


class Trouble(Enum):
    """The trouble that rules can meet: the classes of findings (see ``referee.verify.findings``)."""

    DEAD_END = "dead end"
    """Somebody must act and cannot."""
    ENDLESS = "endless play"
    """Play can return to where it was, or a step does not come to its end."""
    NEVER_APPLIES = "never applies"
    """A clause that nothing can bring about, or an option that is never offered."""
    MISSING_CASE = "missing case"
    """A point without a rule."""
    NO_CHOICE = "no real choice"
    SHORTAGE = "shortage"
    """Cards or amounts that may not exist."""
    ARITHMETIC = "arithmetic"
    """Rule code that cannot be computed."""
    REST = "does not divide"
    """A share that leaves a rest, of which nothing says what becomes of it."""
    REFUTED = "property refuted"
    CONTRADICTION = "contradiction"
    ORDER = "order dependence"
    READING = "reading matters"
    LEAK = "information leak"
    RULEBOOK = "rulebook"
    """Rulebook, readings and code that do not speak of the same things."""
    SEAT = "prefers a seat"
    """Rule text that takes a seat by its number."""
    NOT_TYPED = "cannot be typed"
    """An option for which people have no word of its own."""


ON_MEANING = "on the meaning of the rules"
"""How the extent of a proof begins for which the Program of the rules was carried out, and not their text."""


class Verdict(Enum):
    """Strongest first among those that say the same thing; ``accepts=Verdict.EXHAUSTED`` asks for one at least."""

    PROVED = "PROVED"
    """Holds for all tables that satisfy the invariant."""
    EXHAUSTED = "EXHAUSTED"
    """Holds for all tables of a stated scale."""
    NOT_REFUTED = "NOT REFUTED"
    """Held in so many tries at a stated scale."""
    WITNESSED = "WITNESSED"
    """Something that may happen did, and was replayed."""
    REFUTED = "REFUTED"
    """Something that must hold did not, and was replayed."""
    UNKNOWN = "UNKNOWN"
    """There is no answer; the reason is given."""
    NOT_ASKED = "NOT ASKED"
    """None of the methods that were asked for can answer."""


HOLDS = (Verdict.PROVED, Verdict.EXHAUSTED, Verdict.WITNESSED, Verdict.NOT_REFUTED)
"""Verdicts in favour of a property, the strongest first."""


class Method(Enum):
    """The method of a verdict."""

    EXAMPLES = "examples"
    FUZZ = "fuzz"
    EXPLORE = "explore"
    PROVE = "prove"
    CONFORMANCE = "conformance"
    ALTERNATIVES = "alternatives"
    NUMBERS = "numbers"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Sightings:
    """In how many of so many real deals, played at random, it was met.

    ``left`` counts those that were not played to their end and had not met it: they may have met it later.
    """

    met: int
    tries: int
    left: int = 0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Clopper–Pearson interval, whatever would have come of the deals that were left: from its lower end
        if none of them met it to its upper end if all did. (0, one-sided upper bound) where it was never met."""
        if not self.met:
            return 0.0, upper_bound(self.left, self.tries)
        return lower_bound(self.met, self.tries, 0.025), upper_bound(self.met + self.left, self.tries, 0.025)


@dataclass(frozen=True, slots=True)
class Result:
    """One verdict: about one property, by one method, for one number of players and one set of readings.

    ``tries`` counts the tables that were examined. ``bound`` is the 95 % upper bound on how often a real deal could
    break the property, if it is known. ``scale`` has the settings that are not the defaults. ``sightings`` says in how
    many real deals a thing that may happen did happen.
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
    consulted: tuple[str, ...] = ()
    """The readings that a proof looked at. The proof holds for all values of the others."""
    lasting: bool = False
    """For an UNKNOWN: neither time nor memory was the reason, so the same question has the same answer again."""
    sightings: Sightings | None = None
    defect: bool = False
    """For an UNKNOWN: the method claimed more than is so, which is a defect of referee
    (``referee.verify.crosscheck``)."""
    missing: str = ""
    """For an UNKNOWN, or a PROVED as far as play goes: a property that would help the proof, ready to be pasted."""


@dataclass(frozen=True, slots=True)
class EffectVerdict:
    """The proof of one effect for one number of players, from any table: it finds its cards and has an answer for
    every question (PROVED), or the reason why that is not known (UNKNOWN).

    ``times`` counts how often it was carried out in random play: without that nothing is called PROVED.
    """

    name: str
    clauses: tuple[str, ...]
    window: str
    players: int
    verdict: Verdict
    why: str = ""
    paths: int = 0
    times: int = 0
    cached: bool = False


@dataclass(frozen=True, slots=True)
class Witness:
    """A played witness: a record, which ``referee replay`` plays again, and what it shows.

    ``real``: it begins with a deal as the game makes it, and not with a table put together. ``players``, ``readings``
    and ``scale`` (what is not the default) are those of the record: a small witness may need fewer.
    """

    record: bytes
    real: bool
    steps: int
    shows: str
    players: int = 0
    readings: Mapping[str, str] = field(default_factory=dict)
    scale: Mapping[str, Any] = field(default_factory=dict)


def upper_bound(failures: int, tries: int, error: float = 0.05) -> float:
    """The one-sided Clopper–Pearson upper bound on a rate; ``1 - error**(1/n)`` without a failure."""
    if not tries:
        return 1.0
    if not failures:
        return float(1 - error ** (1 / tries))
    if failures >= tries:
        return 1.0
    low, high = failures / tries, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if _at_most(failures, tries, middle) > error:
            low = middle
        else:
            high = middle
    return high


def lower_bound(failures: int, tries: int, error: float = 0.05) -> float:
    """The one-sided Clopper–Pearson lower bound on a rate."""
    return 1 - upper_bound(tries - failures, tries, error) if failures else 0.0


def _at_most(failures: int, tries: int, rate: float) -> float:
    """The probability of at most so many failures in independent tries, by logarithms: it does not underflow."""
    ways = lgamma(tries + 1)
    hit, miss = log(rate), log1p(-rate)
    return sum(
        exp(ways - lgamma(number + 1) - lgamma(tries - number + 1) + number * hit + (tries - number) * miss)
        for number in range(failures + 1)
    )
