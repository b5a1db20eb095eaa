from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    Game,
    OneCard,
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

NUMBERS = {str(number): number for number in range(1, 13)}


class BelfryTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    tower = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    mover = value(NO_PLAYER)
    last = amount(-9)


class Belfry(Game):
    name, title, table_class = "belfry", "Belfry", BelfryTable
    fewest_players, most_players, turn_cap = 2, 4, 60

    def set_up(self):
        self.deck = Deck.of(tuple(NUMBERS), FRENCH_SUITS)
        self.numbers = Values.by_rank(self.deck, NUMBERS)

    @clause("BE-1")
    def deal(self, t):
        t.mover = yield from t.lot(t.players)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 6, t.hand[player])

    @clause("BE-2")
    def step(self, t):
        me = t.mover
        near = self.deck.where(condition=lambda card: abs(NUMBERS[card.rank] - t.last) <= 1)
        bell = yield from t.choose(me, "ring", OneCard(self.deck, t.hand[me].only(self.deck.all_kinds - near)))
        t.last = t.worth(bell, self.numbers)
        t.move(bell, t.hand[me], t.tower)
        if t.turns < 12:
            yield from t.draw(t.stock, 1, t.hand[me])
        if t.turns == 14:
            self.silence(t)
        t.mover = t.next(me)

    @clause("BE-3")
    def silence(self, t):
        t.win(*t.most({player: -t.hand[player].size for player in t.players}), reason="silent")

    def forfeit(self):
        return self.players
