"""A lottery with questions that change nothing: no player can be better than another."""

from __future__ import annotations

from referee.kernel import (
    NO_PLAYER,
    Card,
    Deck,
    Game,
    Option,
    Rule,
    Table,
    clause,
    nobody,
    value,
    zone,
    zones,
)


class Colour(Option):
    RED = "red"
    BLUE = "blue"


class LotteryTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=nobody)
    mover = value(NO_PLAYER)


class Lottery(Game[LotteryTable]):
    name = "lottery"
    title = "Lottery"
    table_class = LotteryTable
    fewest_players, most_players = 2, 2
    turn_cap = 20

    def set_up(self) -> None:
        self.deck = Deck([(Card(rank), 1) for rank in ("1", "2")])
        self.high = self.deck.where(ranks=["2"])

    @clause("L-1")
    def deal(self, t: LotteryTable) -> Rule[None]:
        """Everybody is dealt a card that nobody sees."""
        yield from t.shuffle(t.stock)
        for player in t.players:
            yield from t.draw(t.stock, 1, t.hand[player])
        t.mover = t.first_seat()

    @clause("L-2")
    def step(self, t: LotteryTable) -> Rule[None]:
        """In turn a player names a colour, which means nothing; after six turns the higher card wins one."""
        yield from t.choose(t.mover, "colour", [Colour.RED, Colour.BLUE], open=True)
        t.mover = t.next(t.mover)
        if t.turns == 5:
            winner = t.mover if t.hand[t.mover].holds(self.high) else t.next(t.mover)
            loser = t.next(winner)
            t.end({winner: 0, loser: 1}, {winner: 1, loser: -1}, "drawn")

    def forfeit(self) -> int:
        return 1
