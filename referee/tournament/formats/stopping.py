"""Stopping early: a sequential test that looks after each round of a round robin."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from referee.stats.compare import Separation
from referee.tournament.formats.format import Field, Outcome


class Stopping:
    """Ends a tournament when it is clear who is first, or of every two entrants who is ahead.

    Everybody met everybody in a round, so the difference of two entrants' means in it is a fair look at who scores
    more (``Separation``). Payoffs are clipped to bounds.
    """

    def __init__(self, field: Field) -> None:
        self.field = field
        self.measure, self.when = field.measure, field.stop["when"]
        self.bounds = (0.0, 1.0)
        if self.measure == "payoffs":
            least, most = (float(Fraction(str(each))) for each in field.stop["bounds"])
            self.bounds = least, most
        self.separation = Separation(field.entrants, field.stop["error"])
        self.rounds = 0

    @property
    def decided(self) -> bool:
        return self.separation.ordered if self.when == "order" else self.separation.leader is not None

    @property
    def verdict(self) -> str:
        """A conclusion, with the chance that it is wrong."""
        if not self.decided:
            return ""
        error = f"wrong with a chance of at most {self.field.stop['error']:g}"
        leader = self.separation.leader
        if self.when == "order" or leader is None:
            return f"of every two it is clear who is ahead, after {self.rounds} rounds ({error})"
        return f"{self.field.names[leader]} is ahead of everybody, after {self.rounds} rounds ({error})"

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """A round, whole."""
        self.rounds += 1
        sums, blocks = [0.0] * self.field.entrants, [0] * self.field.entrants
        least, most = self.bounds
        for outcome in outcomes:
            for entrant, mean in zip(outcome.table, outcome.means(self.measure), strict=True):
                sums[entrant] += (min(max(float(mean), least), most) - least) / (most - least)
                blocks[entrant] += 1
        # Rounding must not lead out of the bounds.
        self.separation.add([min(1.0, each / number) for each, number in zip(sums, blocks, strict=True)])


def stopping_of(field: Field) -> Stopping | None:
    """The stopping rule, where one is defined."""
    return Stopping(field) if field.stop["rule"] == "anytime" else None
