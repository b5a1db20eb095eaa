"""What a round of Five Crowns costs, and who wins the match: F-9 to F-11."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from referee.games.five_crowns.discards import DiscardPile
from referee.games.five_crowns.table import FiveCrownsTable, Laying
from referee.kernel import NOTHING, OneOfPiles, Player, Rule, Space, clause


class Scoring(DiscardPile):
    """F-9 to F-11."""

    @clause("F-9")
    def score_round(self, t: FiveCrownsTable) -> Rule[None]:
        """Players lay down what they can; what is left counts against them, and the exiter has no points."""
        for player in t.everyone_from(t.left(t.dealer)):
            t.points[player] = 0
            if not t.exited[player]:
                wild = self.wild_for(t, t.hand[player].pile)
                yield from self.lay_down_melds(t, player, wild)
                t.reveal(t.hand[player].pile, player, why="points")
                t.points[player] = self.points_of(t, player, wild)
            t.total[player] = t.total[player] + t.points[player]

    def lay_down_melds(self, t: FiveCrownsTable, player: Player, wild: str) -> Rule[None]:
        """Reading last-melds: the melds that leave the fewest points, or those that the player names one by one."""
        if t.reading("last-melds") == "best-automatic":
            for meld in self.best_melds(t, player, wild):
                t.move(meld, t.hand[player], t.laid[player])
            return
        while True:
            melds = self.hands.melds_of(t.hand[player].pile, wild)
            if not melds:
                return
            ways: dict[Laying, Space[Any]] = {Laying.MELD: OneOfPiles(self.deck, melds), Laying.ENOUGH: NOTHING}
            how, meld = yield from t.choose(player, "lay down", ways)
            if how is Laying.ENOUGH:
                return
            t.move(meld, t.hand[player], t.laid[player])

    def best_melds(self, t: FiveCrownsTable, player: Player, wild: str) -> tuple[Any, ...]:
        """Reading number-card-points: the fewest points are not always left by the same melds."""
        cards: Any = t.hand[player].pile
        costly = t.reading_or("number-card-points", "face") == "face"
        return self.hands.best_melds(cards, wild, costly)

    @clause("F-10")
    def points_of(self, t: FiveCrownsTable, player: Player, wild: str) -> int:
        """Cards left over cost their number; J 11, Q 12, K 13, a wild rank 20, a joker 50."""
        points = 0
        left: Any = t.hand[player].pile
        for kind, number in self.deck.counts(left):
            if not self.hands.costs_its_number(kind, wild) or t.reading("number-card-points") != "zero":
                points += number * self.hands.cost(kind, wild)
        return points

    @clause("F-11")
    def end_match(self, t: FiveCrownsTable) -> None:
        """The lowest total wins; everybody is paid the mean of all totals less his own."""
        best = t.most({player: -t.total[player] for player in t.players})
        last_round = len(best) > 1 and t.reading("equal-totals") == "last-round"
        scores = {p: (t.total[p], t.points[p] if last_round and p in best else 0) for p in t.players}
        mean = Fraction(sum([t.total[player] for player in t.players]), len(t.players))
        t.end(scores, {player: mean - t.total[player] for player in t.players}, "rounds played")
