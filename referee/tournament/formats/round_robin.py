"""Formats whose tables are known beforehand: round robins, of all tables or of balanced groups, and gauntlets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, gcd

from referee.stats.compare import Separation
from referee.tournament.formats.format import Field, Format, Outcome, Table


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


class _EveryTable(Format):
    """The same tables in every round, each once: everybody plays his first block before anybody plays a second."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.rounds: int = field.format["blocks"]
        self.began = 0
        known = field.apart or field.measure == "together" or type(self) is not RoundRobin
        self.tables = self._tables() if known else None
        """None for all combinations, which may be too many to keep."""
        self.stopping: Stopping | None = stopping_of(field)
        self.adaptive = self.stopping is not None

    def _tables(self) -> list[Table]:
        if self.field.measure == "together" and type(self) is RoundRobin:
            return self._with_each_other()
        return [table for table in combinations(range(self.field.entrants), self.field.players) if self._meets(table)]

    def _with_each_other(self) -> list[Table]:
        """Everybody with himself, and everybody with copies of another: how well do two kinds of player fit?"""
        every, players = range(self.field.entrants), self.field.players
        alone = [(one,) * players for one in every]
        mixed = {tuple(sorted((one, *(other,) * (players - 1)))) for one in every for other in every if one != other}
        return sorted([*alone, *[table for table in mixed if self.field.together(min(table), max(table))]])

    def _meets(self, table: Table) -> bool:
        return all(self.field.together(one, other) for one, other in combinations(table, 2))

    @property
    def number_of_tables(self) -> int:
        return comb(self.field.entrants, self.field.players) if self.tables is None else len(self.tables)

    @property
    def wanted(self) -> int:
        return self.number_of_tables * (self.began if self._decided else self.rounds)

    @property
    def _decided(self) -> bool:
        return self.stopping is not None and self.stopping.decided

    def round(self) -> Iterator[Table]:
        if self.began == self.rounds or self._decided:
            return iter(())
        self.began += 1
        return (
            combinations(range(self.field.entrants), self.field.players) if self.tables is None else iter(self.tables)
        )

    def learn(self, outcomes: Sequence[Outcome]) -> None:
        assert self.stopping is not None
        self.stopping.add(outcomes)

    @property
    def verdict(self) -> str:
        return self.stopping.verdict if self.stopping is not None else ""


class RoundRobin(_EveryTable):
    """Every table that so many entrants can make."""


class Gauntlet(_EveryTable):
    """Every table with a challenger at it."""

    def _meets(self, table: Table) -> bool:
        challengers = self.field.format["challengers"]
        return any(self.field.names[each] in challengers for each in table) and super()._meets(table)


class BalancedGroups(Format):
    """In each round the fewest tables at which everybody plays equally often, n / gcd(n, k) of them.

    Tables are filled one after the other, with those who met the others at the table least. An entrant with as many
    games left in the round as there are tables left is taken first, which never fails. It is the wrap-around rule of
    McNaughton (Management Science 6 (1959) 1–12); an author is a job where authors are kept apart.
    """

    adaptive = False

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        divisor = gcd(field.entrants, field.players)
        self.tables_a_round = field.entrants // divisor
        self.games = field.players // divisor
        """Games of everybody in a round."""
        self.rounds: int = field.format["blocks"]
        self.began = 0
        self.met = [[0] * field.entrants for _ in range(field.entrants)]
        self.kin = [
            each if not field.apart or author is None else field.authors.index(author)
            for each, author in enumerate(field.authors)
        ]
        """For each entrant the one that he stands for when kin are kept apart: himself, or the first of his author."""

    @property
    def crowded(self) -> str | None:
        """An author who has more bots than can be kept apart; None where there is none."""
        for author in {each for each in self.field.authors if each is not None} if self.field.apart else ():
            if self.field.authors.count(author) * self.games > self.tables_a_round:
                return author
        return None

    @property
    def wanted(self) -> int:
        return self.tables_a_round * self.rounds

    def round(self) -> Iterator[Table]:
        if self.began == self.rounds:
            return iter(())
        self.began += 1
        lots = self.field.lots(f"groups {self.began}")
        left = dict.fromkeys(sorted(range(self.field.entrants), key=lots.__getitem__), self.games)
        return iter([self._table(left, tables) for tables in range(self.tables_a_round, 0, -1)])

    def _table(self, left: dict[int, int], tables: int) -> Table:
        """``left``: by entrant the games left in this round, in the order of lots; ``tables``: those left."""
        kin, met = self.kin, self.met
        due: dict[int, int] = {}
        for each, games in left.items():
            due[kin[each]] = due.get(kin[each], 0) + games
        table: list[int] = []
        for seat in range(self.field.players):
            sitting = {kin[each] for each in table}
            free = [each for each, games in left.items() if games and kin[each] not in sitting]
            pressed = [each for each in free if due[kin[each]] == tables]
            # Those who must play are seated as soon as there is no seat for anybody else.
            must = len({kin[each] for each in pressed}) == self.field.players - seat
            chosen = min(
                pressed if must else free,
                key=lambda each: (sum(met[each][other] for other in table), -left[each], sum(met[each])),
            )
            for other in table:
                met[chosen][other] += 1
                met[other][chosen] += 1
            table.append(chosen)
        for each in table:
            left[each] -= 1
        return tuple(sorted(table))
