"""A game with a card that decides, an answer that is always best, and one that never is."""

from __future__ import annotations

from referee.kernel import (
    NO_PLAYER,
    Card,
    Deck,
    Game,
    OneCard,
    Option,
    Player,
    Rule,
    Table,
    amounts,
    clause,
    everybody,
    nobody,
    owner,
    value,
    zone,
    zones,
)


class Bonus(Option):
    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"


WORTH = {"A": 9, "3": 3, "2": 2, "1": 1}


class PlantedTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    played = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    points = amounts(0)
    mover = value(NO_PLAYER)


class Planted(Game[PlantedTable]):
    name = "planted"
    title = "Planted"
    table_class = PlantedTable
    fewest_players, most_players = 2, 3
    turn_cap = 30

    def set_up(self) -> None:
        self.deck = Deck([(Card("A"), 1), (Card("3"), 4), (Card("2"), 4), (Card("1"), 4)])
        self.kinds = {rank: self.deck.where(ranks=[rank]) for rank in WORTH}

    @clause("P-1")
    def deal(self, t: PlantedTable) -> Rule[None]:
        """Three cards each; the first seat begins."""
        yield from t.shuffle(t.stock)
        for player in t.players:
            yield from t.draw(t.stock, 3, t.hand[player])
        t.mover = t.first_seat()

    @clause("P-2")
    def step(self, t: PlantedTable) -> Rule[None]:
        """Play a card and have its points: nine for an ace. Then take a bonus. Who has most points at the end wins."""
        me = t.mover
        card = yield from t.choose(me, "card", OneCard(self.deck, t.hand[me].pile))
        t.move(card, t.hand[me], t.played)
        for rank, kind in self.kinds.items():
            if t.count(card, kind) == 1:
                t.points[me] += WORTH[rank]
        yield from self.bonus(t, me)
        t.mover = t.next(me)
        if t.hand[t.mover].is_empty:
            most = max(t.points[player] for player in t.players)
            scores = {player: most - t.points[player] for player in t.players}
            t.end(scores, {player: -scores[player] for player in t.players}, "cards played")

    @clause("P-3")
    def bonus(self, t: PlantedTable, me: Player) -> Rule[None]:
        """A good bonus is three points, a fair one nothing, a poor one costs three."""
        bonus = yield from t.choose(me, "bonus", [Bonus.GOOD, Bonus.FAIR, Bonus.POOR], open=True)
        if bonus is Bonus.GOOD:
            t.points[me] += 3
        elif bonus is Bonus.POOR:
            t.points[me] -= 3

    def forfeit(self) -> int:
        return 30
