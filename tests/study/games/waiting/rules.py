"""A game whose end a seat can put off for ever: it waits."""

from __future__ import annotations

from referee.kernel import (
    NO_PLAYER,
    NOTHING,
    Card,
    Deck,
    Game,
    OneCard,
    Option,
    Rule,
    Table,
    clause,
    everybody,
    nobody,
    owner,
    value,
    zone,
    zones,
)


class Way(Option):
    PLAY = "play"
    WAIT = "wait"


class WaitingTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    played = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    mover = value(NO_PLAYER)


class Waiting(Game[WaitingTable]):
    name = "waiting"
    title = "Waiting"
    table_class = WaitingTable
    fewest_players, most_players = 2, 2
    turn_cap = 200

    def set_up(self) -> None:
        self.deck = Deck([(Card("1"), 6)])

    @clause("W-1")
    def deal(self, t: WaitingTable) -> Rule[None]:
        """Three cards each; lot decides who begins."""
        yield from t.shuffle(t.stock)
        for player in t.players:
            yield from t.draw(t.stock, 3, t.hand[player])
        t.mover = yield from t.lot(t.players)

    @clause("W-2")
    def step(self, t: WaitingTable) -> Rule[None]:
        """Play a card, or wait. When all cards are played, whoever played the last one loses one."""
        me, other = t.mover, t.next(t.mover)
        ways = {Way.PLAY: OneCard(self.deck, t.hand[me].pile), Way.WAIT: NOTHING}
        way, card = yield from t.choose(me, "turn", ways, open=True)
        if way is Way.PLAY:
            t.move(card, t.hand[me], t.played)
            if t.hand[me].is_empty & t.hand[other].is_empty:
                t.end({other: 0, me: 1}, {other: 1, me: -1}, "all played")
        t.mover = other

    def forfeit(self) -> int:
        return 1
