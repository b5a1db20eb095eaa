"""The mean of numbers that come one by one, and how far it can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist

MANY_DEGREES = 200
FEW = 8
"""Groups with fewer blocks are put together: what differs between them then widens the interval."""
AT_A_BOUND = 0.5
"""Blocks that are added at either bound."""


@dataclass(slots=True)
class Sample:
    """Independent numbers of the same kind: exact sums, so that neither order nor their number matters."""

    number: int = 0
    total: Fraction | int = 0
    squares: Fraction | int = 0
    least: Fraction | int | None = None
    most: Fraction | int | None = None

    def add(self, value: Fraction | int, times: int = 1) -> None:
        self.number += times
        self.total += times * value
        self.squares += times * value * value
        self.least = value if self.least is None else min(self.least, value)
        self.most = value if self.most is None else max(self.most, value)

    @property
    def mean(self) -> float | None:
        """None where there is no number yet."""
        return float(Fraction(self.total) / self.number) if self.number else None

    def interval(
        self, confidence: float = 0.95, bounds: tuple[float, float] | None = None
    ) -> tuple[float, float] | None:
        """As ``mean_interval`` gives it for one group; None for fewer than two numbers."""
        if self.number < 2:
            return None
        mean = Fraction(self.total) / self.number
        spread = self.number * (self.squares - self.number * mean * mean) / (self.number - 1)
        return _student(float(mean), float(spread), self.number, self.number - 1, confidence, bounds)


@lru_cache(maxsize=4096)
def student_quantile(p: float, degrees: int) -> float:
    """The p-quantile of Student's t for p ≥ 0.5.

    By bisection of the distribution; of more than ``MANY_DEGREES`` by its expansion about the normal one (Abramowitz
    and Stegun, Handbook of Mathematical Functions, 26.7.5), which is as good there.
    """
    if degrees > MANY_DEGREES:
        z = NormalDist().inv_cdf(p)
        return z + (z**3 + z) / (4 * degrees) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)
    low, high = 0.0, 1.0
    while student_below(high, degrees) < p:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if student_below(middle, degrees) < p else (low, middle)
    return high


def student_below(t: float, degrees: int) -> float:
    """The chance that Student's t is at most so much: the finite sums of Abramowitz and Stegun, 26.7.3 and 26.7.4."""
    if degrees > MANY_DEGREES:
        return NormalDist().cdf(t * (1 - 1 / (4 * degrees)) / sqrt(1 + t * t / (2 * degrees)))
    angle = atan(abs(t) / sqrt(degrees))
    square = cos(angle) ** 2
    odd = degrees % 2
    term = cos(angle) if odd else 1.0
    total = term if degrees > 1 else 0.0
    for number in range(2 + odd, degrees - 1, 2):
        term *= square * (number - 1) / number
        total += term
    within = sin(angle) * total
    if odd:
        within = 2 / pi * (angle + within)
    return 0.5 + within / 2 if t >= 0 else 0.5 - within / 2


def mean_interval(
    groups: Sequence[Sequence[float]], bounds: tuple[float, float] | None = None
) -> tuple[float, float] | None:
    """For the mean over all blocks of all groups, their number fixed beforehand, 95 %; None for fewer than two blocks.

    Student's interval. A group has the blocks of one table (the same entrants): what differs between tables does not
    widen it, and the degrees are those of Welch (Biometrika 34 (1947) 28–35). With ``bounds`` half a block at either
    of them is added to those that were played, as one adds to counts (Agresti and Coull, The American Statistician 52
    (1998) 119–126): few blocks that happen to agree, or that lie at a bound, are then not taken for certainty. Without
    them blocks that are all alike give a point.
    """
    import numpy

    samples = [numpy.asarray(group, dtype=float) for group in groups if len(group)]
    number = sum(map(len, samples))
    if number < 2:
        return None
    if any(len(sample) < FEW for sample in samples):
        samples = [numpy.concatenate(samples)]
    mean = sum(float(sample.sum()) for sample in samples) / number
    spreads = [len(sample) * float(sample.var(ddof=1)) for sample in samples]
    spread = sum(spreads)
    degrees = number - len(samples)
    if spread > 0:
        each = [one * one / (len(sample) - 1) for one, sample in zip(spreads, samples, strict=True)]
        degrees = max(1, int(spread * spread / sum(each) + 1e-9))
    return _student(mean, spread, number, degrees, 0.95, bounds)


def _student(
    mean: float, spread: float, number: int, degrees: int, confidence: float, bounds: tuple[float, float] | None
) -> tuple[float, float]:
    """``spread`` is the variance of the sum of so many numbers."""
    middle, weight = mean, float(number)
    if bounds is not None:
        weight = number + 2 * AT_A_BOUND
        middle = (number * mean + AT_A_BOUND * sum(bounds)) / weight
        squares = number * mean**2 + AT_A_BOUND * sum(end * end for end in bounds)
        spread += max(0.0, squares - weight * middle**2)
    reach = student_quantile(1 - (1 - confidence) / 2, degrees) * sqrt(spread) / weight
    low, high = min(mean, middle - reach), max(mean, middle + reach)
    return (low, high) if bounds is None else (max(bounds[0], low), min(bounds[1], high))
