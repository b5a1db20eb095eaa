"""The worth of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from referee.stats.blocks import scores_of
from referee.stats.means import Sample


class SeatAdvantage:
    """Score by seat, over blocks in which everybody sits everywhere equally often, so that skill cancels.

    ``samples[seat]`` has the mean score of that seat in each block; one half is no advantage.
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self._sums: dict[int, list[list[int]]] = {}
        """For each factor that makes scores whole numbers: blocks, sum, sum of squares, least and most of each seat."""

    def add_block(self, ranks: Sequence[Sequence[int]]) -> None:
        """Add the ranks of the seats of each match of a block."""
        unit = 2 * max(1, self.players - 1)
        whole = [whole_scores(tuple(each), unit) for each in ranks]
        scale = unit * len(whole)
        seats = self._sums.setdefault(scale, [[0, 0, 0, scale, 0] for _ in range(self.players)])
        for seat, score in zip(seats, map(sum, zip(*whole, strict=True)), strict=True):
            seat[0] += 1
            seat[1] += score
            seat[2] += score * score
            seat[3] = min(seat[3], score)
            seat[4] = max(seat[4], score)

    @property
    def samples(self) -> list[Sample]:
        found = [Sample() for _ in range(self.players)]
        for scale, seats in self._sums.items():
            for sample, (number, total, squares, least, most) in zip(found, seats, strict=True):
                ends = [Fraction(least, scale), Fraction(most, scale)]
                sample.number += number
                sample.total += Fraction(total, scale)
                sample.squares += Fraction(squares, scale * scale)
                sample.least = min([*ends, *([] if sample.least is None else [sample.least])])
                sample.most = max([*ends, *([] if sample.most is None else [sample.most])])
        return found


@lru_cache(maxsize=4096)
def whole_scores(ranks: tuple[int, ...], unit: int) -> tuple[int, ...]:
    """Scores as whole numbers of ``1 / unit``; twice the number of opponents makes them whole."""
    return tuple(int(score * unit) for score in scores_of(ranks))
