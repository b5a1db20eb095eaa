from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    Game,
    OneCard,
    Table,
    clause,
    everybody,
    nobody,
    owner,
    value,
    zone,
    zones,
)


class TideTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    beach = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    caught = zones(seen_by=everybody)
    dealer, mover, last = value(NO_PLAYER), value(NO_PLAYER), value(NO_PLAYER)


class Tide(Game):
    name, title, table_class = "tide", "Tide", TideTable
    fewest_players, most_players, turn_cap = 2, 4, 100

    def set_up(self):
        self.deck = Deck.of(("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K"), FRENCH_SUITS)

    @clause("TI-1")
    def deal(self, t):
        t.dealer = yield from t.lot(t.players)
        t.mover = t.next(t.dealer)
        t.last = t.mover
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 4, t.hand[player])
        yield from t.draw(t.stock, 4, t.beach)

    @clause("TI-2")
    def step(self, t):
        me = t.mover
        card = yield from t.choose(me, "lay", OneCard(self.deck, t.hand[me].pile))
        same = t.beach.only(self.deck.of_suit(t.suit_of(card)))
        if t.size(same) > 0 and t.rank_of(card) != "J":
            fish = yield from t.choose(me, "take", OneCard(self.deck, same))
            t.move(fish, t.beach, t.caught[me])
            t.move(card, t.hand[me], t.caught[me])
            t.last = me
        else:
            t.move(card, t.hand[me], t.beach)
        if not t.stock.is_empty:
            yield from t.draw(t.stock, 1, t.hand[me])
        t.mover = t.next(me)
        if t.hand[t.mover].is_empty:
            self.sweep(t)
            self.flotsam(t)
            self.end_game(t)

    @clause("TI-3")
    def sweep(self, t):
        t.move(t.beach.pile, t.beach, t.caught[t.last])

    @clause("TI-4")
    def flotsam(self, t):
        t.move(t.beach.pile, t.beach, t.caught[t.dealer])

    @clause("TI-5")
    def end_game(self, t):
        t.win(*t.most({player: t.caught[player].size for player in t.players}), reason="low tide")

    def forfeit(self):
        return self.players
