from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    Game,
    OneOfPiles,
    Table,
    clause,
    everybody,
    nobody,
    owner,
    value,
    zone,
    zones,
)

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")


class CoalTable(Table):
    rest = zone(seen_by=nobody, pack=True)
    cart = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    mover = value(NO_PLAYER)


class Coal(Game):
    name, title, table_class = "coal", "Coal", CoalTable
    fewest_players, most_players, turn_cap = 2, 4, 400

    def set_up(self):
        self.deck = Deck.of(RANKS, FRENCH_SUITS, by_rank=True)

    @clause("CO-1")
    def deal(self, t):
        t.mover = yield from t.lot(t.players)
        yield from t.shuffle(t.rest)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.rest, 6, t.hand[player])

    def step(self, t):
        me = t.mover
        pairs = self.pairs(t, me)
        if pairs:
            yield from self.lay(t, me, pairs)
        else:
            self.exchange(t, me)
        done = tuple([player for player in t.players if t.hand[player].is_empty])
        if done:
            self.finish(t, done)
        t.mover = t.next(me)

    def pairs(self, t, me):
        return tuple(
            [self.deck.parse([rank, rank]) for rank in RANKS if t.hand[me].count(self.deck.of_rank(rank)) >= 2]
        )

    @clause("CO-2")
    def lay(self, t, me, pairs):
        pair = yield from t.choose(me, "pair", OneOfPiles(self.deck, pairs))
        t.move(pair, t.hand[me], t.cart)

    @clause("CO-3")
    def exchange(self, t, me):
        other = t.left(me)
        mine, theirs = self.sorted_ranks(t, me), self.sorted_ranks(t, other)
        given, taken = self.deck.parse([mine[-1]]), self.deck.parse([theirs[0]])
        t.move(given, t.hand[me], t.hand[other])
        t.move(taken, t.hand[other], t.hand[me])

    def sorted_ranks(self, t, player):
        return [rank for rank in RANKS for _ in range(t.hand[player].count(self.deck.of_rank(rank)))]

    @clause("CO-4")
    def finish(self, t, done):
        t.win(*done, reason="no cards")

    def forfeit(self):
        return self.players
