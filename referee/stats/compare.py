"""Is one side stronger than the other? Blocks until the answer is in."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from math import log

from referee.stats.betting import ConfidenceSequence, Wager


class Verdict(StrEnum):
    STRONGER = "stronger"
    """A mean score of one half or less is refuted."""
    NOT_STRONGER = "not stronger"
    """A mean score of one half plus the margin, or more, is refuted."""
    UNDECIDED = "undecided"


MARGIN = 0.03
"""A difference of the score that may be overlooked. 0.53 of the points are 21 points of Elo."""


class Comparison:
    """A sequential test for the mean block score of a side, from 0 to 1, one half where both are equal.

    Valid however often one looks: a side that is no stronger is called stronger with a chance of at most
    ``error``, and one that is stronger by ``margin`` or more is called not stronger with at most the same
    (``referee.stats.betting``). What was decided stays decided.
    """

    def __init__(self, error: float = 0.05, margin: float = MARGIN) -> None:
        assert 0 < error < 1
        assert 0 <= margin < 0.5
        self.error, self.margin = error, margin
        self.no_better = Wager(0.5, claim="at most")
        self.better = Wager(0.5 + margin, claim="at least")
        self.sequence = ConfidenceSequence(error)
        self.verdict = Verdict.UNDECIDED
        self.blocks = 0
        self.total = Fraction(0)

    @property
    def mean(self) -> float | None:
        return float(self.total / self.blocks) if self.blocks else None

    @property
    def interval(self) -> tuple[float, float]:
        """An interval of the mean score that holds at every look."""
        return self.sequence.interval

    def add(self, score: Fraction) -> Verdict:
        """The score of the next block, and what is known after it."""
        value = float(score)
        self.blocks += 1
        self.total += score
        self.sequence.add(value)
        if self.verdict is Verdict.UNDECIDED:
            self.no_better.add(value)
            self.better.add(value)
            if self.no_better.evidence >= 1 / self.error:
                self.verdict = Verdict.STRONGER
            elif self.better.evidence >= 1 / self.error:
                self.verdict = Verdict.NOT_STRONGER
        return self.verdict


class Separation:
    """Stops a tournament when it is clear who is first, or clear how all are ranked.

    Each pair of entrants has a wager on either being ahead, on the difference of their scores in each round; an
    error is shared out over all of them (Bonferroni), so that the chance that any conclusion is ever wrong is at
    most ``error``.
    """

    def __init__(self, entrants: int, error: float = 0.05) -> None:
        assert entrants >= 2
        self.entrants = entrants
        self.error = error
        self._threshold = log(entrants * (entrants - 1) / error)
        self._ahead = {
            (one, other): Wager(0.5, claim="at most")
            for one in range(entrants)
            for other in range(entrants)
            if one != other
        }

    def add(self, scores: list[float]) -> None:
        """Add a round: the mean score of each entrant in it, from 0 to 1. Everybody played in it."""
        assert len(scores) == self.entrants
        for (one, other), wager in self._ahead.items():
            wager.add((1 + scores[one] - scores[other]) / 2)

    def is_ahead(self, one: int, other: int) -> bool:
        """Whether it is shown that the one scores more than the other."""
        return self._ahead[one, other].log_capital >= self._threshold

    @property
    def leader(self) -> int | None:
        """The entrant who is shown to be ahead of everybody else; None as long as there is none."""
        every = range(self.entrants)
        return next((one for one in every if all(self.is_ahead(one, other) for other in every if other != one)), None)

    @property
    def ordered(self) -> bool:
        """Whether of every pair it is shown who is ahead."""
        every = range(self.entrants)
        return all(self.is_ahead(i, j) or self.is_ahead(j, i) for i in every for j in every if i < j)
