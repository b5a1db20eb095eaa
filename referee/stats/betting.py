"""What may be said at every look: tests and intervals for the mean of bounded numbers, by betting.

Somebody bets on each number before it is seen, at odds that are fair if the mean is what is claimed. If the claim
is true, the capital is a non-negative martingale, and by Ville's inequality it ever reaches 1/α times what it
began with at most with probability α, however often and whenever one looks. Method and bets: Waudby-Smith and
Ramdas, "Estimating means of bounded random variables by betting", Journal of the Royal Statistical Society B
86 (2024) 1–27, sections 4 (hedged capital, predictable plug-in bets) and 5 (bets that maximise growth). Nothing is
assumed but bounds, and that each number has the claimed mean whatever came before; so blocks are needed, not
normality, and no number of them is too small.
"""

from __future__ import annotations

from math import exp, inf, isfinite, log, log1p, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

GRID = 1000
"""An interval's ends are rounded outwards to one part in so many."""
_MOST = 0.5
"""The largest share of the capital that one bet loses."""


class _Running:
    """Mean and variance of what was seen so far, begun with one number at ½ and a variance of ¼."""

    __slots__ = ("mean", "number", "spread", "total")

    def __init__(self) -> None:
        self.number, self.total, self.spread, self.mean = 0, 0.5, 0.25, 0.5

    @property
    def variance(self) -> float:
        return self.spread / (self.number + 1)

    def add(self, value: float) -> None:
        self.number += 1
        self.total += value
        self.mean = self.total / (self.number + 1)
        self.spread += (value - self.mean) ** 2


class Wager:
    """A bet against a claim about the mean of numbers from 0 to 1: that it is at most (or at least) ``bound``.

    ``evidence`` is an e-value at every look: if the claim is true, the chance that it ever reaches 1/α is at most α.
    """

    def __init__(self, bound: float, *, claim: str = "at most") -> None:
        assert claim in ("at most", "at least")
        assert 0 < bound < 1
        self._sign = 1.0 if claim == "at most" else -1.0
        self.bound, self.claim = bound, claim
        self._seen = _Running()
        self._room = bound if claim == "at most" else 1 - bound
        self.log_capital = 0.0

    @property
    def evidence(self) -> float:
        return exp(self.log_capital) if self.log_capital < 700 else inf

    def add(self, value: float) -> None:
        """The next number. The stake was fixed by those before it."""
        assert 0 <= value <= 1, value
        ahead = self._sign * (self._seen.mean - self.bound)
        stake = max(0.0, ahead / (self._seen.variance + ahead * ahead))
        stake = min(stake, _MOST / self._room)
        self.log_capital += log1p(stake * self._sign * (value - self.bound))
        self._seen.add(value)


class ConfidenceSequence:
    """An interval for the mean of numbers from ``least`` to ``most`` that is right at every look.

    The chance that the mean is ever outside is at most ``error``. Values beyond the bounds are an error of the
    caller, who clips them.
    """

    def __init__(self, error: float = 0.05, least: float = 0.0, most: float = 1.0) -> None:
        import numpy

        assert 0 < error < 1
        assert isfinite(least)
        assert least < most
        self.error, self.least, self.most = error, least, most
        self._means: np.ndarray = numpy.arange(GRID + 1) / GRID
        """The means that are not refuted yet; one on either side of them is, but for 0 and 1."""
        self._up = numpy.zeros(GRID + 1)
        self._down = numpy.zeros(GRID + 1)
        self._threshold = log(2 / error)
        self._seen = _Running()
        self._low, self._high = 0.0, 1.0

    @property
    def number(self) -> int:
        return self._seen.number

    @property
    def interval(self) -> tuple[float, float]:
        """The interval now; it never widens. Before the first number it is all there is."""
        width = self.most - self.least
        return self.least + width * self._low, self.least + width * self._high

    def add(self, value: float) -> None:
        import numpy

        x = (value - self.least) / (self.most - self.least)
        assert -1e-12 <= x <= 1 + 1e-12, value
        seen = self._seen
        turn = seen.number + 1
        stake = sqrt(2 * self._threshold / (seen.variance * turn * log(turn + 1)))
        means = self._means
        gain = x - means
        with numpy.errstate(divide="ignore"):
            self._up += numpy.log1p(numpy.minimum(stake, _MOST / means) * gain)
            self._down += numpy.log1p(-numpy.minimum(stake, _MOST / (1 - means)) * gain)
        seen.add(x)
        # Betting upwards refutes means that are too low, betting downwards those that are too high.
        low = int((self._up >= self._threshold).sum())
        high = len(means) - int((self._down >= self._threshold).sum())
        if low:
            self._low = float(means[low - 1])
        if high < len(means):
            self._high = float(means[high])
        if low >= high:
            # Everything is refuted, which has a chance below the error. What is left is a point.
            self._low = self._high = float(means[min(low, len(means) - 1)])
            low, high = min(low, len(means) - 1), min(low, len(means) - 1) + 1
        if low or high < len(means):
            self._means, self._up, self._down = means[low:high], self._up[low:high], self._down[low:high]
