"""Sealed bids. Read beside rulebook.md, in the same order."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kernel import (
    AnyAmount,
    Card,
    Deck,
    Game,
    Number,
    Parameter,
    Player,
    Rule,
    Table,
    Values,
    amounts,
    clause,
    everybody,
    nobody,
    zone,
    zones,
)


class SealedBidTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    offer = zone(seen_by=everybody)
    won = zones(seen_by=everybody)

    coins = amounts()


class SealedBid(Game[SealedBidTable]):
    """Everybody bids at the same time, and no seat is like another's left."""

    name = "sealed-bid"
    title = "Sealed bids"
    table_class = SealedBidTable
    fewest_players, most_players = 2, 5
    turn_cap = 20
    parameters = (
        Parameter("coins", 15, "coins of everybody", 1, 100),
        Parameter("prizes", 10, "prizes; the highest is worth so many points", 1, 20),
    )

    def set_up(self) -> None:
        points = {str(number): number for number in range(1, self.settings["prizes"] + 1)}
        self.deck = Deck([(Card(name), 1) for name in points])
        self.points = Values.by_rank(self.deck, points)

    @clause("SB-1")
    def deal(self, t: SealedBidTable) -> Rule[None]:
        """Prizes are shuffled, coins are given out."""
        yield from t.shuffle(t.stock)
        for player in t.players:
            t.coins[player] = self.settings["coins"]

    @clause("SB-2")
    def step(self, t: SealedBidTable) -> Rule[None]:
        """A prize, and a bid of everybody."""
        yield from t.draw(t.stock, 1, t.offer)
        bids = yield from t.together("bid", {player: Number(0, t.coins[player]) for player in t.players})
        for player in t.players:
            t.note("bids", by=player, coins=bids[player])
        highest: tuple[Player, ...] = t.most(bids)
        if not self.stays(t, highest):
            tied = len(highest) > 1
            self.sell(t, bids, (yield from t.lot(highest, seen_by=everybody)) if tied else highest[0])
        if t.stock.is_empty:
            self.finish(t)

    @clause("SB-3")
    def sell(self, t: SealedBidTable, bids: Mapping[Player, AnyAmount], buyer: Player) -> None:
        """The highest bid takes the offer."""
        t.coins[buyer] = t.coins[buyer] - self.price(t, bids, buyer)
        t.move(t.offer.pile, t.offer, t.won[buyer])

    def price(self, t: SealedBidTable, bids: Mapping[Player, AnyAmount], buyer: Player) -> AnyAmount:
        """What the buyer pays."""
        if t.reading("price") == "own":
            return bids[buyer]
        second: AnyAmount = 0
        for player in t.others(buyer):
            second = t.greater(second, bids[player])
        return second

    @clause("SB-4")
    def stays(self, t: SealedBidTable, highest: tuple[Player, ...]) -> bool:
        """After a tie nobody takes the offer, or lot decides."""
        return len(highest) > 1 and t.reading("tie") == "stays"

    @clause("SB-5")
    def finish(self, t: SealedBidTable) -> None:
        """Most points win."""
        t.win(*t.most({player: t.won[player].worth(self.points) for player in t.players}), reason="all prizes are sold")

    # -- what the referee asks ----------------------------------------------------------------------------

    def forfeit(self) -> int:
        return 1
