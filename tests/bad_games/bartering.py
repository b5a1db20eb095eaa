"""Whoever gives a card away draws one: with luck both hold again what they held, and the match never ends. A sound
twin in which what is given away is lost."""

from typing import Any

from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    Game,
    Parameter,
    Player,
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


class BarterTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    lost = zone(seen_by=everybody)
    hand = zones(seen_by=owner)

    mover: Player = value(NO_PLAYER)


class Bartering(Game[BarterTable]):
    name = "bartering"
    title = "Bartering"
    table_class = BarterTable
    fewest_players, most_players = 2, 3
    turn_cap = 200
    parameters = (
        Parameter("ranks", FRENCH_RANKS, "ranks in the pack", words=FRENCH_RANKS),
        Parameter("hand", 7, "cards of a hand", 1, 7),
    )
    loses = False
    """Whether a card that is given away is lost."""

    def set_up(self) -> None:
        self.deck = Deck.of(self.settings["ranks"], FRENCH_SUITS)

    @clause("B-1")
    def deal(self, t: Any) -> Rule[None]:
        """A hand each."""
        t.mover = t.players[0]
        for player in t.players:
            yield from t.draw(t.stock, self.settings["hand"], t.hand[player])

    @clause("B-2")
    def step(self, t: Any) -> Rule[None]:
        """A card goes, and another one comes. Whoever has a hand of one suit wins."""
        me = t.mover
        given = yield from t.select(me, "give", t.hand[me].pile, 1)
        t.move(given, t.hand[me], t.lost if self.loses else t.stock)
        if not t.stock.is_empty:
            yield from t.draw(t.stock, 1, t.hand[me])
        suits = {card.suit for card in map(self.deck.cards.__getitem__, self.deck.unpack(t.hand[me].pile))}
        if len(suits) < 2:
            t.win(me, reason="one suit")
        t.mover = t.next(me)

    def forfeit(self) -> int:
        return 0


class Losing(Bartering):
    name = "losing"
    title = "Losing"
    loses = True
