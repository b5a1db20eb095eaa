from referee.kernel import (
    NO_PLAYER,
    Deck,
    Game,
    OneCard,
    Suit,
    Table,
    Values,
    clause,
    everybody,
    nobody,
    owner,
    value,
    zone,
    zones,
)

FLOWERS = (Suit("r", "r", "rose"), Suit("l", "l", "lily"), Suit("t", "t", "tulip"), Suit("i", "i", "iris"))
LIMIT = 9


class TerracesTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    heap = zone(seen_by=everybody)
    garden = zones(seen_by=everybody)
    hand = zones(seen_by=owner)
    mover = value(NO_PLAYER)


class Terraces(Game):
    name, title, table_class = "terraces", "Terraces", TerracesTable
    fewest_players, most_players, turn_cap = 2, 4, 100

    def set_up(self):
        self.deck = Deck.of(tuple("123456789"), FLOWERS)
        self.order = Values.by_rank(self.deck, {rank: int(rank) for rank in "123456789"})

    @clause("TE-1")
    def deal(self, t):
        t.mover = yield from t.lot(t.players)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 5, t.hand[player])

    @clause("TE-3")
    def plantable(self, t, me):
        cards = t.no_cards
        for flower in FLOWERS:
            kinds = self.deck.of_suit(flower)
            if t.garden[me].count(kinds) < LIMIT:
                cards = cards + t.hand[me].only(kinds)
        return cards

    @clause("TE-2")
    def step(self, t):
        me = t.mover
        ways = {"plant": OneCard(self.deck, self.plantable(t, me)), "heap": OneCard(self.deck, t.hand[me].pile)}
        way, card = yield from t.choose(me, "turn", ways, open=True)
        if way == "plant":
            t.move(card, t.hand[me], t.garden[me])
            if not t.stock.is_empty:
                yield from t.draw(t.stock, 1, t.hand[me])
        else:
            t.move(card, t.hand[me], t.heap)
        if t.hand[me].is_empty:
            self.end_game(t)
        t.mover = t.next(me)

    @clause("TE-4")
    def end_game(self, t):
        t.win(*t.most({player: t.garden[player].worth(self.order) for player in t.players}), reason="no card left")

    def forfeit(self):
        return self.players
