"""Single and double elimination, two at a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from referee.tournament.formats.format import Field, Format, Outcome, Table
from referee.tournament.formats.pairing import pairs


@dataclass(slots=True)
class _Tie:
    table: Table
    blocks: int = 0
    ahead: Fraction = Fraction(0)
    """The first entrant's lead in all blocks so far, in the tournament's measure."""
    ahead_otherwise: Fraction = Fraction(0)
    """The same by the other measure."""


class Knockout(Format):
    """An entrant who has lost ``lives`` ties is out.

    Entrants are seeded as they are listed; byes of the first round go to the best of them. The unbeaten go through the
    usual bracket (1 against 8, 4 against 5, …). In a double elimination those who lost once are paired in each round,
    the better seed against the worse, and nobody meets again as long as that is possible. The last of them meets the
    last of the unbeaten, twice if he wins.

    A tie is decided by the sum over its blocks of what the tournament measures, then by the sum of the other of scores
    and payoffs, then by further blocks one at a time, ``tie-breaks`` at most, and then for the better seed.
    """

    def __init__(self, field: Field, *, lives: int) -> None:
        super().__init__(field)
        self.lives = lives
        self.blocks: int = field.format["blocks"]
        self.tie_breaks: int = field.format["tie_breaks"]
        size = 1 << (field.entrants - 1).bit_length()
        self.unbeaten: list[int | None] = [each if each < field.entrants else None for each in _bracket(size)]
        self.beaten: list[int] = []
        self.lost = [0] * field.entrants
        self.out: list[list[int]] = []
        """Those who went out, round by round."""
        self.met: Counter[Table] = Counter()
        self.byes = [0] * field.entrants
        self.ties: list[_Tie] = []
        self.played = 0

    @property
    def alive(self) -> list[int]:
        return [each for each in range(self.field.entrants) if self.lost[each] < self.lives]

    @property
    def wanted(self) -> int:
        lives_left = sum(self.lives - self.lost[each] for each in self.alive)
        open_now = sum(max(0, self.blocks - tie.blocks) or 1 for tie in self.ties)
        return self.played + open_now + max(0, lives_left - self.lives - len(self.ties)) * self.blocks

    def round(self) -> Iterator[Table]:
        if self.ties:
            tables = [tie.table for tie in self.ties]
        else:
            self.ties = [_Tie(table) for table in self._pair()]
            tables = [tie.table for _ in range(self.blocks) for tie in self.ties]
        return iter(tables)

    def _pair(self) -> list[Table]:
        found: list[tuple[int, int]] = []
        unbeaten = [each for each in self.unbeaten if each is not None]
        if len(unbeaten) > 1:
            found += [
                (one, other)
                for one, other in zip(self.unbeaten[::2], self.unbeaten[1::2], strict=True)
                if one is not None and other is not None
            ]
        if len(self.beaten) > 1:
            paired, out = pairs(
                sorted(self.beaten), lambda a, b: self.met[min(a, b), max(a, b)], lambda a, b: True,
                self.byes.__getitem__, fold=True,
            )  # fmt: skip
            found += paired
            for each in out:
                self.byes[each] += 1
        elif len(unbeaten) == 1 and self.beaten:
            found.append((unbeaten[0], self.beaten[0]))
        return [(min(pair), max(pair)) for pair in found]

    def learn(self, outcomes: Sequence[Outcome]) -> None:
        by_table = {tie.table: tie for tie in self.ties}
        self.played += len(outcomes)
        for outcome in outcomes:
            tie = by_table[outcome.table]
            tie.blocks += 1
            score, payoff = (means[0] - means[1] for means in (outcome.scores, outcome.payoffs))
            tie.ahead += payoff if self.field.measure == "payoffs" else score
            tie.ahead_otherwise += score if self.field.measure == "payoffs" else payoff
        if any(self._winner(tie) is None for tie in self.ties):
            self.ties, decided = (
                [tie for tie in self.ties if self._winner(tie) is None],
                [tie for tie in self.ties if self._winner(tie) is not None],
            )
            self._settle(decided, last=False)
        else:
            decided, self.ties = self.ties, []
            self._settle(decided, last=True)

    def _winner(self, tie: _Tie) -> int | None:
        for ahead in (tie.ahead, tie.ahead_otherwise):
            if ahead:
                return tie.table[0] if ahead > 0 else tie.table[1]
        return tie.table[0] if tie.blocks >= self.blocks + self.tie_breaks else None

    def _settle(self, decided: Sequence[_Tie], *, last: bool) -> None:
        """``last``: of this round; its losers share a place."""
        if not self.out or self._round_over:
            self.out.append([])
        self._round_over = last
        for tie in decided:
            self.met[tie.table] += 1
            winner = self._winner(tie)
            loser = tie.table[1] if winner == tie.table[0] else tie.table[0]
            self.lost[loser] += 1
            if loser in self.unbeaten:
                self.unbeaten[self.unbeaten.index(loser)] = None
            else:
                self.beaten.remove(loser)
            if self.lost[loser] < self.lives:
                self.beaten.append(loser)
            else:
                self.out[-1].append(loser)
        if last and len(self.unbeaten) > 1:
            halves = zip(self.unbeaten[::2], self.unbeaten[1::2], strict=True)
            self.unbeaten = [one if one is not None else other for one, other in halves]

    _round_over = True

    def places(self) -> list[int]:
        """An entrant who goes out in a later round stands higher; those of the same round share a place."""
        found = [1] * self.field.entrants
        ahead = self.field.entrants
        for losers in self.out:
            ahead -= len(losers)
            for each in losers:
                found[each] = ahead + 1
        return found


def _bracket(size: int) -> list[int]:
    """Seeds in the order of a bracket: neighbours meet, and the best two only in the end."""
    order = [0]
    while len(order) < size:
        order = [seed for each in order for seed in (each, 2 * len(order) - 1 - each)]
    return order
