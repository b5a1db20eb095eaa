"""A game in which everybody draws a card and lays one down; the games beside it each break one promise."""

from typing import Any

from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    Game,
    Option,
    Player,
    Rule,
    Table,
    amount,
    clause,
    everybody,
    flag,
    nobody,
    owner,
    value,
    zone,
    zones,
)


class Way(Option):
    """How one goes on."""

    HIGH = "high"
    LOW = "low"


class SmallTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    middle = zone(seen_by=everybody)
    hand = zones(seen_by=owner)

    mover: Player = value(NO_PLAYER)
    laid = amount(0)
    closed = flag(False)


class Small(Game[SmallTable]):
    name = "small"
    title = "Small"
    table_class = SmallTable
    fewest_players, most_players = 2, 4

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4", "5"), FRENCH_SUITS)
        self.turn_cap = 50
        self.low = self.deck.where(ranks=["2", "3"])

    @clause("B-1")
    def deal(self, t: Any) -> Rule[None]:
        """Two cards each; a player drawn at random begins."""
        yield from t.shuffle(t.stock)
        t.mover = yield from t.lot(t.players)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 2, t.hand[player])

    @clause("B-2")
    def step(self, t: Any) -> Rule[None]:
        """Draw a card and lay one down; the game ends with the stock."""
        yield from self.draw_one(t, t.mover)
        yield from self.lay_one(t, t.mover)
        t.mover = t.next(t.mover)
        if t.stock.is_empty:
            t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "stock empty")

    def draw_one(self, t: Any, me: Player) -> Rule[None]:
        yield from t.draw(t.stock, 1, t.hand[me])

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        cards = yield from t.select(me, "lay", t.hand[me].pile, 1)
        t.move(cards, t.hand[me], t.middle)

    def forfeit(self) -> int:
        return 0
