from referee.kernel import (
    NO_PLAYER,
    Deck,
    Game,
    Suit,
    Table,
    Values,
    amount,
    clause,
    everybody,
    nobody,
    owner,
    value,
    zone,
    zones,
)

FRUITS = tuple(Suit(name[0], name[0], name) for name in ("apple", "pear", "quince", "medlar", "fig"))
NUMBERS = tuple("12345678")


class OrchardTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=owner)
    basket = zones(seen_by=everybody)
    turns_had = amount(0)
    mover = value(NO_PLAYER)


class Orchard(Game):
    name, title, table_class = "orchard", "Orchard", OrchardTable
    fewest_players, most_players, turn_cap = 2, 4, 10

    @clause("OR-1")
    def set_up(self):
        self.deck = Deck.of(NUMBERS, FRUITS)
        self.worth = Values.by_rank(self.deck, {number: int(number) for number in NUMBERS})

    @clause("OR-2")
    def deal(self, t):
        t.mover = yield from t.lot(t.players)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 6, t.hand[player])

    @clause("OR-3")
    def step(self, t):
        me = t.mover
        yield from t.draw(t.stock, 1, t.hand[me])
        card = yield from t.select(me, "lay", t.hand[me].pile, 1)
        t.move(card, t.hand[me], t.basket[me])
        if t.rank_of(card) == "5":
            yield from self.windfall(t, me)
        t.turns_had += 1
        t.mover = t.left(me)
        if t.turns_had == 2 * len(t.players):
            self.count(t)

    @clause("OR-4")
    def windfall(self, t, me):
        yield from t.draw(t.stock, 2, t.hand[me])

    @clause("OR-5")
    def count(self, t):
        t.win(*t.most({player: t.basket[player].worth(self.worth) for player in t.players}), reason="counted")

    def forfeit(self):
        return self.players
