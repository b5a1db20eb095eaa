"""Estimates: a figure, its interval of 95 %, and from how much it was estimated."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt

import msgspec
import numpy as np

from referee.stats.means import mean_interval

RESAMPLES = 400
"""Of blocks, where an interval has no formula (bootstrap; Efron 1979)."""


class Estimate(msgspec.Struct):
    """``value`` with the interval from ``low`` to ``high``; ``number`` matches, blocks or questions gave it. None:
    there were too few."""

    value: float | None
    low: float | None = None
    high: float | None = None
    number: int = 0

    @property
    def reach(self) -> tuple[float, float] | None:
        return None if self.low is None or self.high is None else (self.low, self.high)

    def excludes(self, value: float) -> bool:
        """Whether the interval is on one side of a value."""
        return self.reach is not None and not self.reach[0] <= value <= self.reach[1]


def mean(values: Sequence[float] | np.ndarray, bounds: tuple[float, float] | None = None) -> Estimate:
    """The mean of independent numbers, one for each match or block."""
    if not len(values):
        return Estimate(None)
    reach = mean_interval([values], bounds=bounds)  # type: ignore[list-item]
    low, high = reach or (None, None)
    if low is not None and min(values) >= 0:
        low = max(0.0, low)
    return Estimate(float(np.mean(values)), low, high, len(values))


def of_sums(number: int, total: float, squares: float, bounds: tuple[float, float] | None = None) -> Estimate:
    """The same of numbers of which only the sums are known, many of them."""
    if not number:
        return Estimate(None)
    middle = total / number
    error = 1.96 * sqrt(max(0.0, squares / number - middle * middle) / number)
    low, high = middle - error, middle + error
    if bounds is not None:
        low, high = max(low, bounds[0]), min(high, bounds[1])
    return Estimate(middle, low, high, number)


def share(times: int, of: int) -> Estimate:
    """How often something happened (Wilson's interval, Journal of the American Statistical Association 22 (1927))."""
    if not of:
        return Estimate(None)
    z, part = 1.96, times / of
    middle = (part + z * z / (2 * of)) / (1 + z * z / of)
    reach = z * sqrt(part * (1 - part) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return Estimate(part, max(0.0, middle - reach), min(1.0, middle + reach), of)


def difference(one: Sequence[float], other: Sequence[float]) -> tuple[float, float, float, float]:
    """The mean of the other less that of the one, its interval, and how likely one as great is where there is none
    (two-sided, by the normal distribution; Welch's variance)."""
    a, b = np.asarray(one, float), np.asarray(other, float)
    apart = float(b.mean() - a.mean())
    error = sqrt(float(a.var(ddof=1)) / len(a) + float(b.var(ddof=1)) / len(b)) if min(len(a), len(b)) > 1 else 0.0
    if not error:
        return apart, apart, apart, 1.0 if not apart else 0.0
    return apart, apart - 1.96 * error, apart + 1.96 * error, likely(apart / error)


def likely(z: float) -> float:
    """How likely a standard normal number is at least as far from 0."""
    return erfc(abs(z) / sqrt(2))


def holm(ps: Sequence[float]) -> list[float]:
    """Each probability corrected for the number of all (Holm, Scandinavian Journal of Statistics 6 (1979))."""
    order = sorted(range(len(ps)), key=lambda at: ps[at])
    found, least = [0.0] * len(ps), 0.0
    for place, at in enumerate(order):
        least = max(least, min(1.0, (len(ps) - place) * ps[at]))
        found[at] = least
    return found


def slope(values: np.ndarray, scores: np.ndarray, beside: np.ndarray | None = None) -> tuple[float, float, float]:
    """What one more is worth: the slope of ``scores`` over ``values``, both by match and seat, its standard error over
    matches, and p. What goes with the columns ``beside`` is taken out; the mean of each seat is too.

    Least squares with errors clustered by match (Liang and Zeger, Biometrika 73 (1986)).
    """

    def without(column: np.ndarray) -> np.ndarray:
        column = column - column.mean(axis=0)
        if beside is not None:
            other = beside - beside.mean(axis=0)
            weight = float((other * other).sum())
            if weight:
                column = column - other * (float((other * column).sum()) / weight)
        return column

    x, y = without(values.astype(float)), without(scores.astype(float))
    weight = float((x * x).sum())
    if weight < 1e-9:
        return 0.0, 0.0, 1.0
    found = float((x * y).sum()) / weight
    left = (x * (y - found * x)).sum(axis=1)
    error = sqrt(float((left * left).sum())) / weight
    return found, error, likely(found / error) if error > 1e-12 else float(not found)


def resampled(groups: np.ndarray, measure: object) -> tuple[float, float]:
    """An interval of ``measure`` over groups drawn with replacement, from a fixed seed."""
    chance = np.random.Generator(np.random.Philox(1))
    values = [measure(groups[chance.integers(0, len(groups), len(groups))]) for _ in range(RESAMPLES)]  # type: ignore[operator]
    low, high = np.quantile(values, [0.025, 0.975])
    return float(low), float(high)
