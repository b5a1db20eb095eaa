"""A ladder: always the table next that is expected to teach most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from referee.stats.ratings import Results
from referee.tournament.formats.format import Field, Format, Outcome, Table

if TYPE_CHECKING:
    import numpy as np


class Ladder(Format):
    """Tables are chosen a batch at a time, from all blocks before it.

    What two entrants who meet are expected to teach is the information of one result about the difference of their
    strengths: ½ log(1 + p (1 - p) v), with p the expected score and v the variance of the difference, both from the
    ratings fitted so far (D-optimal design; for paired comparisons: Graßhoff and Schwabe, Statistical Papers 49
    (2008) 499–515). It is great where two stand close and little is known of them. The best pair begins a table,
    whoever adds most joins it; then the variances are what they will be after that result, whatever it is, and the
    next table is chosen. Before the first block all know the same, and lots decide.
    """

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        batch = field.format["batch"]
        self.blocks: int = field.format["blocks"]
        self.batch: int = max(1, field.entrants // field.players) if batch is None else batch
        self.scheduled = 0
        self.results = Results(field.entrants)

    @property
    def wanted(self) -> int:
        return self.blocks

    def round(self) -> Iterator[Table]:
        number = min(self.batch, self.blocks - self.scheduled)
        if number <= 0:
            return iter(())
        chosen = self._chosen(number)
        self.scheduled += number
        return iter(chosen)

    def _chosen(self, number: int) -> list[Table]:
        import numpy

        size = self.field.entrants
        lots = self.field.lots(f"ladder {self.scheduled}")
        order = sorted(range(size), key=lots.__getitem__)
        ratings = self.results.fit(of_model=True)
        # In the order of lots, so that of equals the first is taken.
        strength, covariance = ratings.strength[order], ratings.covariance[numpy.ix_(order, order)].copy()
        expected = 1 / (1 + numpy.exp(strength[None, :] - strength[:, None]))
        weight = expected * (1 - expected)
        apart = numpy.array([[not self.field.together(one, other) for other in order] for one in order])
        tables = []
        for _ in range(number):
            variance = covariance.diagonal()[:, None] + covariance.diagonal()[None, :] - 2 * covariance
            gain = numpy.where(apart, -numpy.inf, numpy.log1p(weight * numpy.maximum(variance, 0)) / 2)
            table = self._table(gain)
            for turn, one in enumerate(table):
                for other in table[turn + 1 :]:
                    covariance = _after(covariance, one, other, float(weight[one, other]) / (len(table) - 1))
            tables.append(tuple(sorted(order[each] for each in table)))
        return tables

    def _table(self, gain: np.ndarray) -> list[int]:
        """The best pair, and then the entrant who adds most to it, one after the other. Values are rounded, so that
        equals are equal."""
        import numpy

        first = int(numpy.round(gain, 9).argmax())
        table = [first // len(gain), first % len(gain)]
        while len(table) < self.field.players:
            added = gain[table].sum(axis=0)
            added[table] = -numpy.inf
            table.append(int(numpy.round(added, 9).argmax()))
        return table

    def learn(self, outcomes: Sequence[Outcome]) -> None:
        for outcome in outcomes:
            self.results.add_block(outcome.matches)


def _after(covariance: np.ndarray, one: int, other: int, information: float) -> np.ndarray:
    """What is known after a result with so much information about the difference of two strengths."""
    import numpy

    pull = covariance[:, one] - covariance[:, other]
    spread = float(pull[one] - pull[other])
    shrunk: np.ndarray = covariance - numpy.outer(pull, pull) * (information / (1 + information * spread))
    return shrunk
