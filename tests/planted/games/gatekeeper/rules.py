from referee.kernel import (
    FRENCH_RANKS,
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


class GatekeeperTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    gate = zone(seen_by=everybody)
    aside = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    mover = value(NO_PLAYER)
    topmost = value("")


class Gatekeeper(Game):
    name, title, table_class = "gatekeeper", "Gatekeeper", GatekeeperTable
    fewest_players, most_players, turn_cap = 2, 5, 500

    def set_up(self):
        self.deck = Deck.of(FRENCH_RANKS, FRENCH_SUITS)
        self.jacks = self.deck.where(ranks=["J"])
        self.higher = {rank: self.deck.where(ranks=FRENCH_RANKS[at + 1 :]) for at, rank in enumerate(FRENCH_RANKS)}

    @clause("G-1")
    def deal(self, t):
        t.mover = yield from t.lot(t.players)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 6, t.hand[player])

    @clause("G-2")
    def step(self, t):
        me = t.mover
        fits = self.deck.all_kinds if t.gate.is_empty else self.higher[t.topmost]
        may = t.hand[me].only(fits - self.forbidden(t))
        if t.size(may) > 0:
            card = yield from t.choose(me, "lay", OneCard(self.deck, may))
            t.move(card, t.hand[me], t.gate)
            t.topmost = t.rank_of(card)
        else:
            yield from self.give_in(t, me)
        if t.hand[me].is_empty:
            self.finish(t, me)
        t.mover = t.next(me)

    @clause("G-3", without=0)
    def forbidden(self, t):
        return self.jacks if t.topmost == "Q" and not t.gate.is_empty else self.jacks - self.jacks

    @clause("G-4")
    def give_in(self, t, me):
        t.move(t.gate.pile, t.gate, t.aside)
        if not t.stock.is_empty:
            yield from t.draw(t.stock, 1, t.hand[me])

    @clause("G-5")
    def finish(self, t, me):
        t.win(me, reason="hand empty")

    def forfeit(self):
        return self.players
