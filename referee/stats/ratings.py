"""A rating fitted to everything that was played: order-free, right about ties, for any number at a table.

The model is Bradley and Terry's ("Rank analysis of incomplete block designs", Biometrika 39 (1952) 324–345): of
two at a table, the one with strength θ is ahead of the other with the chance σ(θ - θ'). A match of k is its
k (k - 1) / 2 pairs, each with the weight 1 / (k - 1), so that everybody has the weight one in each match; a tie is
half a win for either (which gives the same equations as Davidson's model of ties, JASA 65 (1970) 317–328: that the
fitted scores are those that were played). So in a balanced tournament the order of the ratings is that of the
scores; in an unbalanced one opponents count.

Pairs of one match and matches of one block depend on one another; the errors therefore come from the blocks (the
sandwich: Huber 1967; for clusters Liang and Zeger, Biometrika 73 (1986) 13–22), with a part of a block added
that an entrant wins and of one that he loses, as for mean scores (``referee.stats.means``): few blocks that happen
to agree are not taken for certainty.

The prior is ``PRIOR`` matches drawn with an average entrant, for each: it keeps those finite who won nothing, or
everything, and fades as blocks come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import TYPE_CHECKING

from referee.stats.means import student_below, student_quantile

if TYPE_CHECKING:
    import numpy as np

ELO = 400 / log(10)
"""Points of Elo's scale for one unit of strength: 400 points are odds of ten to one."""
PRIOR = 1.0
AT_A_BOUND = 0.125
"""Blocks won, and as many lost, that are added to the spread of each entrant's."""
_CHUNK = 4096


class Results:
    """The comparisons of entrants, block by block. They are kept as whole numbers, so that the order of adding changes
    nothing."""

    def __init__(self, entrants: int) -> None:
        self.entrants = entrants
        self.blocks = 0
        self._rows: list[tuple[int, int, int, int, int]] = []
        """Block, the one, the other, matches, twice the score of the one; weight 1 / (players - 1)."""
        self._weights: list[int] = []

    def add_block(self, matches: Sequence[tuple[Sequence[int], Sequence[int]]]) -> None:
        """A block: of each match the entrant of each seat, and the rank of each seat."""
        pairs: dict[tuple[int, int], list[int]] = {}
        players = len(matches[0][0]) if matches else 0
        for entrants, ranks in matches:
            assert len(entrants) == len(ranks) == players
            for one in range(players):
                for other in range(one + 1, players):
                    who, whom, won = entrants[one], entrants[other], _twice(ranks[one], ranks[other])
                    if who == whom:
                        continue
                    if who > whom:
                        who, whom, won = whom, who, 2 - won
                    row = pairs.setdefault((who, whom), [0, 0])
                    row[0] += 1
                    row[1] += won
        for (who, whom), (number, won) in pairs.items():
            self._rows.append((self.blocks, who, whom, number, won))
            self._weights.append(players - 1)
        self.blocks += 1

    def fit(self, prior: float = PRIOR, *, of_model: bool = False) -> Ratings:
        """The ratings of everything that was added. ``of_model``: errors as if a block were one result of its pair."""
        import numpy

        rows = numpy.array(self._rows, dtype=numpy.int64).reshape(-1, 5)
        weights = numpy.array(self._weights, dtype=numpy.int64)
        size = self.entrants
        number, score = numpy.zeros((size, size)), numpy.zeros((size, size))
        for players in numpy.unique(weights):
            counted = numpy.zeros((size, size, 2), dtype=numpy.int64)
            part = rows[weights == players]
            numpy.add.at(counted, (part[:, 1], part[:, 2]), part[:, 3:5])
            number += (counted[:, :, 0] + counted[:, :, 0].T) / players
            score += (counted[:, :, 1] + (2 * counted[:, :, 0] - counted[:, :, 1]).T) / (2 * players)
        strength, hessian = _maximum(number, score, prior)
        played = numpy.concatenate([rows[:, (0, 1)], rows[:, (0, 2)]])
        blocks = numpy.bincount(numpy.unique(played, axis=0)[:, 1], minlength=size)
        inverse = numpy.linalg.inv(hessian)
        centre = numpy.eye(size) - 1 / size
        if of_model:
            covariance = inverse * (float(rows[:, 3].mean()) if len(rows) else 1.0)
            return Ratings(centre @ strength, centre @ covariance @ centre.T, blocks)
        often = numpy.maximum(blocks, 2)
        few = numpy.sqrt(often / (often - 1))
        meat = self._spread(rows, weights, strength) * numpy.outer(few, few) + _at_bounds(number, score, blocks)
        covariance = inverse @ meat @ inverse
        covariance[blocks == 0] = inverse[blocks == 0]
        covariance[:, blocks == 0] = inverse[:, blocks == 0]
        return Ratings(centre @ strength, centre @ covariance @ centre.T, blocks)

    def _spread(self, rows: np.ndarray, weights: np.ndarray, strength: np.ndarray) -> np.ndarray:
        """The sum over blocks of the outer product of what each block pulls at each strength."""
        import numpy

        one, other = rows[:, 1], rows[:, 2]
        expected = rows[:, 3] / (1 + numpy.exp(strength[other] - strength[one]))
        pull = (rows[:, 4] / 2 - expected) / weights
        total = numpy.zeros((self.entrants, self.entrants))
        for first in range(0, self.blocks, _CHUNK):
            begin, end = numpy.searchsorted(rows[:, 0], [first, first + _CHUNK])
            pulls = numpy.zeros((_CHUNK, self.entrants))
            numpy.add.at(pulls, (rows[begin:end, 0] - first, one[begin:end]), pull[begin:end])
            numpy.add.at(pulls, (rows[begin:end, 0] - first, other[begin:end]), -pull[begin:end])
            total += pulls.T @ pulls
        return total


def _at_bounds(number: np.ndarray, score: np.ndarray, blocks: np.ndarray) -> np.ndarray:
    """What blocks won and lost by each entrant, against those that he played, add to the spread."""
    import numpy

    played = number.sum(axis=1)
    share = numpy.divide(score.sum(axis=1), played, out=numpy.full(len(played), 0.5), where=played > 0)
    size = numpy.divide(played, blocks, out=numpy.zeros(len(played)), where=blocks > 0)
    pull = AT_A_BOUND * size**2 * ((1 - share) ** 2 + share**2)
    against = numpy.divide(number, played[:, None], out=numpy.zeros_like(number), where=played[:, None] > 0)
    pairs = (pull[:, None] * against + (pull[:, None] * against).T) / 2
    spread: np.ndarray = numpy.diag(pairs.sum(axis=1)) - pairs
    return spread


def _twice(one: int, other: int) -> int:
    return 2 * (one < other) + (one == other)


def _maximum(number: np.ndarray, score: np.ndarray, prior: float) -> tuple[np.ndarray, np.ndarray]:
    """The strengths at which the likelihood with its prior is greatest (Newton), and its curvature there."""
    import numpy

    size = len(number)
    strength = numpy.zeros(size)
    won = score.sum(axis=1)

    def slope(at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        chance = 1 / (1 + numpy.exp(at[None, :] - at[:, None]))
        against = 1 / (1 + numpy.exp(-at))
        gradient = won - (number * chance).sum(axis=1) + prior * (0.5 - against)
        curve = number * chance * (1 - chance)
        return gradient, numpy.diag(curve.sum(axis=1) + prior * against * (1 - against)) - curve

    def likelihood(at: np.ndarray) -> float:
        pairs = -(score * numpy.logaddexp(0, at[None, :] - at[:, None])).sum()
        return float(pairs - prior / 2 * (numpy.logaddexp(0, at) + numpy.logaddexp(0, -at)).sum())

    best = likelihood(strength)
    for _ in range(200):
        gradient, hessian = slope(strength)
        if float(abs(gradient).max()) < 1e-10 * max(1.0, float(number.sum())):
            break
        step = numpy.linalg.solve(hessian, gradient)
        while (after := likelihood(strength + step)) < best and float(abs(step).max()) > 1e-12:
            step = step / 2
        strength, best = strength + step, after
    # Newton's last step squares what error is left, where the likelihood can no longer tell better from worse.
    gradient, hessian = slope(strength)
    strength = strength + numpy.linalg.solve(hessian, gradient)
    return strength, slope(strength)[1]


@dataclass(frozen=True, slots=True)
class Ratings:
    """Strengths on Bradley and Terry's scale, their mean 0, and how uncertain they are together."""

    strength: np.ndarray
    covariance: np.ndarray
    blocks: np.ndarray
    """The blocks that each entrant played."""

    def elo(self, entrant: int) -> float:
        """The rating on Elo's scale; the mean of the field is 0."""
        return ELO * float(self.strength[entrant])

    def interval(self, entrant: int) -> tuple[float, float]:
        """The 95 % interval of the rating on Elo's scale, against the mean of the field."""
        error = sqrt(float(self.covariance[entrant, entrant]))
        reach = error * student_quantile(0.975, self.degrees(entrant))
        return self.elo(entrant) - ELO * reach, self.elo(entrant) + ELO * reach

    def superior(self, one: int, other: int) -> float:
        """The likelihood of superiority: the chance that the one is stronger than the other, given the results."""
        spread = self.spread(one, other)
        difference = float(self.strength[one] - self.strength[other])
        if spread <= 0:
            return 0.5 if difference == 0 else float(difference > 0)
        return student_below(difference / sqrt(spread), min(self.degrees(one), self.degrees(other)))

    def degrees(self, entrant: int) -> int:
        """The degrees of freedom of the estimate of his error."""
        return max(1, int(self.blocks[entrant]) - 1)

    def spread(self, one: int, other: int) -> float:
        """The variance of the difference of two strengths."""
        c = self.covariance
        return float(c[one, one] + c[other, other] - 2 * c[one, other])

    def expected(self, one: int, other: int) -> float:
        """The score that the one is expected to make against the other."""
        import numpy

        return float(1 / (1 + numpy.exp(self.strength[other] - self.strength[one])))
