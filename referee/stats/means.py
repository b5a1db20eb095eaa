"""The mean of numbers that come one by one, and how far it can be trusted."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import pi, sqrt, tan
from statistics import NormalDist


@dataclass(slots=True)
class Sample:
    """Independent numbers of the same kind: exact sums, so that neither order nor their number matters."""

    number: int = 0
    total: Fraction | int = 0
    squares: Fraction | int = 0
    least: Fraction | int | None = None
    most: Fraction | int | None = None

    def add(self, value: Fraction | int) -> None:
        self.number += 1
        self.total += value
        self.squares += value * value
        self.least = value if self.least is None else min(self.least, value)
        self.most = value if self.most is None else max(self.most, value)

    @property
    def mean(self) -> float | None:
        """None where there is no number yet."""
        return float(Fraction(self.total) / self.number) if self.number else None

    def interval(self, confidence: float = 0.95) -> tuple[float, float] | None:
        """Student's interval for the mean, right for many numbers of any shape; None for fewer than two."""
        if self.number < 2:
            return None
        mean = Fraction(self.total) / self.number
        variance = (self.squares - self.number * mean * mean) / (self.number - 1)
        reach = student_quantile(1 - (1 - confidence) / 2, self.number - 1) * sqrt(variance / self.number)
        return float(mean) - reach, float(mean) + reach


def student_quantile(p: float, degrees: int) -> float:
    """The p-quantile of Student's t for 0.5 ≤ p ≤ 0.99, exact for up to two degrees, else within 0.5 %.

    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5.
    """
    if degrees == 1:
        return tan(pi * (p - 0.5))
    if degrees == 2:
        return float(2 * p - 1) * sqrt(1 / (2 * p * (1 - p)))
    z = NormalDist().inv_cdf(p)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return float(z + sum(term / degrees**power for power, term in enumerate(terms, 1)))
