"""Kuhn's poker (H. W. Kuhn, "A simplified two-person poker", 1950): its value is known, -1/18 for the first seat."""

from __future__ import annotations

from referee.kernel import (
    NO_PLAYER,
    Card,
    Deck,
    Game,
    Option,
    Player,
    Rule,
    Table,
    amount,
    amounts,
    clause,
    nobody,
    owner,
    value,
    zone,
    zones,
)


class Act(Option):
    PASS = "pass"
    BET = "bet"


class KuhnTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=owner)
    mover = value(NO_PLAYER)
    put_in = amounts(1)
    passes = amount()


class Kuhn(Game[KuhnTable]):
    name = "kuhn"
    title = "Kuhn's poker"
    table_class = KuhnTable
    fewest_players = most_players = 2
    turn_cap = 5

    def set_up(self) -> None:
        self.deck = Deck([(Card(rank), 1) for rank in ("J", "Q", "K")])
        self.queen, self.king = self.deck.where(ranks=["Q"]), self.deck.where(ranks=["K"])

    @clause("K-1")
    def deal(self, t: KuhnTable) -> Rule[None]:
        """Everybody puts one in and is dealt a card; the first seat begins."""
        yield from t.shuffle(t.stock)
        for player in t.players:
            yield from t.draw(t.stock, 1, t.hand[player])
        t.mover = t.first_seat()

    @clause("K-2")
    def step(self, t: KuhnTable) -> Rule[None]:
        """A player bets one more (or calls a bet), or passes."""
        me, other = t.mover, t.next(t.mover)
        act = yield from t.choose(me, "act", [Act.PASS, Act.BET], open=True)
        if act is Act.BET:
            t.put_in[me] += 1
        else:
            t.passes += 1
        if t.put_in[other] > t.put_in[me]:
            self.pay(t, other)
        elif (t.put_in[me] == 2) & (t.put_in[other] == 2) | (t.passes == 2):
            self.pay(t, self.higher(t, me, other))
        t.mover = other

    @clause("K-3")
    def pay(self, t: KuhnTable, winner: Player) -> None:
        """The better card wins, or whoever bet last if the other one passed."""
        loser = t.next(winner)
        lost = t.put_in[loser]
        t.end({winner: 0, loser: 1}, {winner: lost, loser: -lost}, "showdown")

    def higher(self, t: KuhnTable, one: Player, other: Player) -> Player:
        if t.hand[one].holds(self.king):
            return one
        if t.hand[other].holds(self.king):
            return other
        return one if t.hand[one].holds(self.queen) else other

    def forfeit(self) -> int:
        return 2
