from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    Game,
    OneCard,
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


class DanceTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=owner)
    scored = zones(seen_by=everybody)
    mover = value(NO_PLAYER)


class Dance(Game):
    name, title, table_class = "dance", "Dance", DanceTable
    fewest_players, most_players, turn_cap = 2, 4, 60

    def set_up(self):
        self.deck = Deck.of(FRENCH_RANKS, FRENCH_SUITS)
        self.dancers = self.deck.where(ranks=["J", "Q"])
        self.points = Values.by_rank(self.deck, {"J": 3, "Q": 3, "K": 2, "A": 1})

    @clause("DA-1")
    def deal(self, t):
        t.mover = yield from t.lot(t.players)
        yield from t.shuffle(t.stock)

    @clause("DA-2")
    def step(self, t):
        me = t.mover
        yield from t.draw(t.stock, 5, t.hand[me])
        plain = t.hand[me].only(self.deck.all_kinds - self.dancers)
        card = yield from t.choose(me, "give", OneCard(self.deck, plain))
        t.move(card, t.hand[me], t.scored[t.left(me)])
        t.move(t.hand[me].pile, t.hand[me], t.scored[me])
        if t.stock.size < 5:
            self.count(t)
        t.mover = t.left(me)

    @clause("DA-3")
    def points_of(self, t, player):
        return t.scored[player].worth(self.points)

    @clause("DA-4")
    def count(self, t):
        t.win(*t.most({player: self.points_of(t, player) for player in t.players}), reason="counted")

    def forfeit(self):
        return self.players
