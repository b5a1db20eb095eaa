"""Rules that are played well and proved badly or not at all; ``Easy`` says the same so that it can be followed."""

from __future__ import annotations

from typing import Any

from referee.kernel import NO_PLAYER, Player, Rule, everybody, nobody, owner, row, zone, zones
from tests.bad_games.small import Small, SmallTable


class RowTable(SmallTable):
    stock = zone(seen_by=nobody, pack=True)
    middle = row(seen_by=everybody)  # hard: cards in the row 'middle' are not symbolic
    hand = zones(seen_by=owner)


class Hard(Small):
    table_class = RowTable

    def step(self, t: Any) -> Rule[None]:
        low = t.hand[t.mover].count(self.low)
        if low and t.closed:  # hard: write & or |
            t.laid = 0
        t.laid = 1 if low > 2 else 0  # hard: write t.if_else(truth, yes, no)
        t.closed = t.stock.is_empty and low > 0  # hard: write & or |
        t.closed = not t.stock.is_empty  # hard: write t.negate(…)
        t.laid = max(low, t.laid)  # hard: write t.greater(a, b)
        t.laid = low * t.stock.size  # hard: a product or quotient of what is not known
        t.laid = (3, 4, 5)[low]  # hard: what is looked up by an amount is not known
        for _ in range(t.stock.size):  # hard: write t.repeat(rule)
            yield from self.draw_one(t, t.mover)
        while t.hand[t.mover].size > 2:  # hard: write t.repeat(rule)
            yield from self.lay_one(t, t.mover)
        for player in t.players:
            if t.hand[player].is_empty:  # hard: keep a truth for each player
                t.laid = 1
        t.closed = any(t.hand[player].is_empty for player in t.players)  # hard: join truths with |
        yield from self.often(t, t.mover)

    def often(self, t: Any, me: Player) -> Rule[None]:
        t.laid = t.hand[me].size // 2  # hard: a product or quotient of what is not known
        yield from ()

    def never_called(self, t: Any) -> None:
        t.laid = len(t.hand[t.mover].pile)


class Easy(Small):
    def step(self, t: Any) -> Rule[None]:
        low = t.hand[t.mover].count(self.low)
        t.laid = t.if_else(low > 2, 1, 0)
        t.closed = t.stock.is_empty & (low > 0)
        t.closed = t.negate(t.stock.is_empty)
        t.laid = t.greater(low, 2 * t.stock.size)
        t.laid = (3, 4, 5)[len(t.players) - 2]
        empty: Any = False
        for player in t.players:
            empty = empty | t.hand[player].is_empty
        t.closed = empty
        if not t.stock.is_empty:
            yield from self.draw_one(t, t.mover)
        elif t.mover is not NO_PLAYER and not t.middle.is_empty:
            t.closed = True
        yield from t.repeat(self.lay_again, t.mover)

    def lay_again(self, t: Any, me: Player) -> Rule[bool]:
        if t.hand[me].size <= 2:
            return False
        yield from self.lay_one(t, me)
        return True
