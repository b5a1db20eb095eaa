"""An interval for a mean over blocks, fixed beforehand in number: the bootstrap.

Blocks are drawn anew from those that were played, within each group; the quantiles are taken a little further
out, by as much as Student's t reaches further than a normal, so that few blocks are not taken for many (the
expanded percentile interval: Hesterberg, "What teachers should know about the bootstrap", The American
Statistician 69 (2015) 371–386, section 4). The draws are made from a fixed seed: the same blocks always give the
same interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

from referee.stats.means import student_quantile

if TYPE_CHECKING:
    import numpy as np

RESAMPLES = 2000
MANY = 5000
"""From so many blocks on, Student's interval: the two no longer differ in any figure that is shown."""
FEW = 8
"""Groups with fewer blocks are put together: what differs between them then widens the interval."""

FREQUENT = 16
"""Where a value comes so often on average, values are drawn by their numbers."""


def mean_interval(
    groups: Sequence[Sequence[float]],
    confidence: float = 0.95,
    bounds: tuple[float, float] | None = None,
) -> tuple[float, float] | None:
    """For the mean over all blocks of all groups; None for fewer than two blocks.

    A group has the blocks of one table (the same entrants). Where all numbers are the same the sample knows
    nothing of its spread: with ``bounds`` the interval then reaches as far as a share of the other extreme could
    have stayed unseen (1 - α**(1/n), Clopper and Pearson 1934); without them it is a point.
    """
    import numpy

    samples = [numpy.asarray(group, dtype=float) for group in groups if len(group)]
    number = sum(map(len, samples))
    if number < 2:
        return None
    if any(len(sample) < FEW for sample in samples):
        samples = [numpy.concatenate(samples)]
    every = numpy.concatenate(samples)
    mean, error = float(every.mean()), 1 - confidence
    if every.min() == every.max():
        unseen = 1 - (error / 2) ** (1 / number)
        return (mean, mean) if bounds is None else tuple(mean + unseen * (end - mean) for end in bounds)
    if number > MANY:
        squares = sum(float(((sample - sample.mean()) ** 2).sum()) for sample in samples)
        reach = student_quantile(1 - error / 2, number - len(samples)) * sqrt(
            squares / (number - len(samples)) / number
        )
        return mean - reach, mean + reach
    means = _resampled(samples, number)
    degrees = number - len(samples)
    reach = sqrt(number / degrees) * student_quantile(1 - error / 2, degrees)
    tail = NormalDist().cdf(-reach)
    low, high = numpy.quantile(means, [tail, 1 - tail])
    return float(low), float(high)


def _resampled(samples: Sequence[np.ndarray], number: int) -> np.ndarray:
    """The means of so many samples drawn anew, sorted by nothing."""
    import numpy

    chance = numpy.random.default_rng(number)
    totals = numpy.zeros(RESAMPLES)
    for sample in samples:
        values, counts = numpy.unique(sample, return_counts=True)
        if len(values) * FREQUENT <= len(sample):
            # How often each of few values is drawn is multinomial: the same draws, counted.
            totals += chance.multinomial(len(sample), counts / len(sample), size=RESAMPLES) @ values
            continue
        for start in range(0, RESAMPLES, 200):
            drawn = chance.integers(len(sample), size=(200, len(sample)), dtype=numpy.int32)
            totals[start : start + 200] += sample[drawn].sum(axis=1)
    return totals / number
