from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    NO_PLAYER,
    NOTHING,
    Deck,
    Game,
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
    market = zone(seen_by=everybody)
    aside = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    mover = value(NO_PLAYER)


class Barter(Game):
    name, title, table_class = "barter", "Barter", BarterTable
    fewest_players, most_players, turn_cap = 2, 4, 500

    def set_up(self):
        self.deck = Deck.of(FRENCH_RANKS, FRENCH_SUITS)

    @clause("B-1")
    def deal(self, t):
        t.mover = yield from t.lot(t.players)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 4, t.hand[player])
        yield from t.draw(t.stock, 4, t.market)

    @clause("B-2")
    def step(self, t):
        me = t.mover
        ways = {"draw": NOTHING}
        if not t.market.is_empty:
            ways["exchange"] = NOTHING
        way, _ = yield from t.choose(me, "turn", ways, open=True)
        if way == "draw":
            yield from t.draw(t.stock, 1, t.hand[me])
            card = yield from t.select(me, "put aside", t.hand[me].pile, 1)
            t.move(card, t.hand[me], t.aside)
        else:
            yield from self.exchange(t, me)
        self.see_who_has_four(t, me)
        if t.outcome is None and t.stock.is_empty:
            self.finish(t)
        t.mover = t.next(me)

    @clause("B-3")
    def exchange(self, t, me):
        given = yield from t.select(me, "give", t.hand[me].pile, 1)
        taken = yield from t.select(me, "take", t.market.pile, 1)
        t.move(given, t.hand[me], t.market)
        t.move(taken, t.market, t.hand[me])

    @clause("B-4")
    def see_who_has_four(self, t, me):
        for rank in FRENCH_RANKS:
            four = self.deck.where(ranks=[rank])
            if t.hand[me].count(four) == 4:
                t.reveal(t.hand[me].only(four), me, why="four")
                t.win(me, reason="four")

    @clause("B-5")
    def finish(self, t):
        t.win(*t.players, reason="stock out")

    def forfeit(self):
        return self.players
