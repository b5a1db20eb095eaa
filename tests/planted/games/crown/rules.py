from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    Game,
    OneCard,
    Table,
    Values,
    amounts,
    clause,
    everybody,
    nobody,
    owner,
    value,
    zone,
    zones,
)


class CrownTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    played = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    coins = amounts(0)
    jewels = amounts(0)
    mover = value(NO_PLAYER)


class Crown(Game):
    name, title, table_class = "crown", "Crown", CrownTable
    fewest_players, most_players, turn_cap = 3, 5, 60

    def set_up(self):
        self.deck = Deck.of(tuple("123456"), FRENCH_SUITS)
        self.rank = Values.by_rank(self.deck, {rank: int(rank) for rank in "123456"})

    @clause("C-1")
    def deal(self, t):
        t.mover = yield from t.lot(t.players)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 3, t.hand[player])

    @clause("C-2")
    def step(self, t):
        me = t.mover
        card = yield from t.choose(me, "play", OneCard(self.deck, t.hand[me].pile))
        t.move(card, t.hand[me], t.played)
        t.coins[me] += t.worth(card, self.rank)
        if not t.stock.is_empty:
            yield from t.draw(t.stock, 1, t.hand[me])
        self.envy(t)
        self.crown(t)
        t.mover = t.next(me)
        if t.hand[me].is_empty:
            self.end_game(t)

    def richest(self, t):
        return t.most({player: t.coins[player] for player in t.players})

    @clause("C-3")
    def envy(self, t):
        richest = self.richest(t)
        if len(richest) == 1:
            t.coins[richest[0]] = max([t.coins[other] for other in t.others(richest[0])])

    @clause("C-4")
    def crown(self, t):
        richest = self.richest(t)
        if len(richest) == 1:
            t.jewels[richest[0]] += 1

    @clause("C-5")
    def end_game(self, t):
        t.win(*t.most({player: t.jewels[player] for player in t.players}), reason="no card left")

    def forfeit(self):
        return self.players
