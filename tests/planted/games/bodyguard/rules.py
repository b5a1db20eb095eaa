from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    Game,
    Table,
    clause,
    everybody,
    nobody,
    owner,
    value,
    values,
    zone,
    zones,
)


class BodyguardTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    pile = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    guarded = values(False)
    mover = value(NO_PLAYER)


class Bodyguard(Game):
    name, title, table_class = "bodyguard", "Bodyguard", BodyguardTable
    fewest_players, most_players, turn_cap = 3, 5, 300

    def set_up(self):
        self.deck = Deck.of(FRENCH_RANKS, FRENCH_SUITS)

    @clause("G-1")
    def deal(self, t):
        t.mover = yield from t.lot(t.players)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 5, t.hand[player])

    @clause("G-2")
    def step(self, t):
        me = t.mover
        self.dismiss(t)
        if not t.stock.is_empty:
            yield from t.draw(t.stock, 1, t.hand[me])
        if not t.hand[me].is_empty:
            card = yield from t.select(me, "lay", t.hand[me].pile, 1)
            t.move(card, t.hand[me], t.pile)
            if t.rank_of(card) == "J":
                yield from self.rob(t, me)
            if t.rank_of(card) == "Q":
                self.hire(t, me)
        if t.stock.is_empty and t.hand[me].is_empty:
            self.finish(t)
        t.mover = t.next(me)

    @clause("G-3")
    def rob(self, t, me):
        there = [player for player in t.others(me) if not t.guarded[player] and not t.hand[player].is_empty]
        if there:
            whom = yield from t.choose(me, "rob", there, open=True)
            card = yield from t.pick(t.hand[whom].pile, 1)
            t.move(card, t.hand[whom], t.hand[me])

    @clause("G-4")
    def hire(self, t, me):
        t.guarded[me] = True

    @clause("G-5")
    def dismiss(self, t):
        for player in t.players:
            t.guarded[player] = False

    @clause("G-6")
    def finish(self, t):
        t.win(*t.most({player: t.hand[player].size for player in t.players}), reason="all laid")

    def forfeit(self):
        return self.players
