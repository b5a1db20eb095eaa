"""Swiss rounds: those meet who did about equally well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from referee.tournament.formats.format import Field, Format, Outcome, Table
from referee.tournament.formats.pairing import pairs, tables


class Swiss(Format):
    """Each round is paired from the blocks of the rounds before it.

    Entrants stand in the order of the mean of their blocks (scores, or payoffs), then of the means of those whom they
    met (Buchholz), then of their lots. A round without a game changes nobody's mean. At a table of two nobody meets
    again as long as that is possible (``pairing.pairs``). Where some are left over, those who sat out least sit out,
    and of them the last.
    """

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        rounds = field.format["rounds"]
        self.rounds: int = (field.entrants - 1).bit_length() + 2 if rounds is None else rounds
        self.blocks: int = field.format["blocks"]
        self.began = 0
        self.means: list[list[Fraction]] = [[] for _ in range(field.entrants)]
        self.met: list[list[int]] = [[] for _ in range(field.entrants)]
        """For each entrant those whom he met, once for each round."""
        self.byes = [0] * field.entrants
        self.lots = field.lots("swiss")
        self.played = 0

    @property
    def wanted(self) -> int:
        left = self.rounds - self.began
        return self.played + left * self.blocks * (self.field.entrants // self.field.players)

    def standing(self) -> list[int]:
        """The entrants, the best first."""
        own = [sum(each, Fraction(0)) / len(each) if each else Fraction(0) for each in self.means]
        others = [sum((own[each] for each in met), Fraction(0)) / (len(met) or 1) for met in self.met]
        return sorted(range(self.field.entrants), key=lambda each: (-own[each], -others[each], self.lots[each]))

    def round(self) -> Iterator[Table]:
        if self.began == self.rounds:
            return iter(())
        self.began += 1
        found = self._tables()
        playing = {each for table in found for each in table}
        for each in range(self.field.entrants):
            self.byes[each] += each not in playing
        for table in found:
            for one, other in combinations(table, 2):
                self.met[one].append(other)
                self.met[other].append(one)
        self.played += len(found) * self.blocks
        return iter([tuple(sorted(table)) for _ in range(self.blocks) for table in found])

    def _tables(self) -> list[Table]:
        order, players = self.standing(), self.field.players

        def met(one: int, other: int) -> int:
            return self.met[one].count(other)

        if players == 2:
            return list(pairs(order, met, self.field.together, self.byes.__getitem__)[0])
        over = self.field.entrants % players
        place = {each: turn for turn, each in enumerate(order)}
        out = sorted(order, key=lambda each: (self.byes[each], -place[each]))[:over]
        return tables([each for each in order if each not in out], players, met, self.field.together)

    def learn(self, outcomes: Sequence[Outcome]) -> None:
        for outcome in outcomes:
            for entrant, mean in zip(outcome.table, outcome.means(self.field.measure), strict=True):
                self.means[entrant].append(mean)
