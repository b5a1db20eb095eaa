"""What a seat is worth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from referee.stats.blocks import scores_of
from referee.stats.means import Sample


class SeatAdvantage:
    """Score by seat, over blocks in which everybody sits everywhere equally often, so that skill cancels.

    ``samples[seat]`` has the mean score of that seat in each block; one half is no advantage.
    """

    def __init__(self, players: int) -> None:
        self.samples = [Sample() for _ in range(players)]

    def add_block(self, ranks: Sequence[Sequence[int]]) -> None:
        """Of each match of a block the rank of each seat."""
        scores = [scores_of(each) for each in ranks]
        for seat, sample in enumerate(self.samples):
            sample.add(Fraction(sum(score[seat] for score in scores)) / len(scores))
