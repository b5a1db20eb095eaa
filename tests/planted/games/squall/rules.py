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
    flag,
    nobody,
    owner,
    value,
    zone,
    zones,
)

WINDS = {str(number): number for number in range(1, 11)}


class SquallTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    log = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    points = amounts(0)
    rough = flag(False)
    mover = value(NO_PLAYER)


class Squall(Game):
    name, title, table_class = "squall", "Squall", SquallTable
    fewest_players, most_players, turn_cap = 2, 5, 20

    def set_up(self):
        self.deck = Deck.of(tuple(WINDS), FRENCH_SUITS, jokers={"storm": 4})
        self.numbers = Values.by_rank(self.deck, WINDS)
        self.storms = self.deck.of_rank("storm")
        self.strong = self.deck.where(condition=lambda card: card.rank in ("8", "9", "10"))

    @clause("SQ-1")
    def deal(self, t):
        t.mover = yield from t.lot(t.players)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 5, t.hand[player])

    @clause("SQ-2")
    def step(self, t):
        me = t.mover
        yield from t.draw(t.stock, 1, t.hand[me])
        card = yield from t.choose(me, "lay", OneCard(self.deck, t.hand[me].pile))
        t.move(card, t.hand[me], t.log)
        if t.count(card, self.storms):
            yield from self.storm(t, card)
        else:
            t.rough = False
            self.score(t, me, card)
            self.slow(t)
        t.mover = t.next(me)
        if t.turns == 14:
            self.land(t)

    @clause("SQ-3")
    def storm(self, t, card):
        t.rough = True
        t.move(card, t.log, t.stock)
        yield from t.shuffle(t.stock)

    @clause("SQ-4")
    def score(self, t, me, card):
        if t.rough and t.count(card, self.strong):
            return
        t.points[me] += t.worth(card, self.numbers)

    @clause("SQ-5")
    def slow(self, t):
        lead = t.most({player: t.points[player] for player in t.players})
        if len(lead) == 1:
            second = max([t.points[player] for player in t.others(lead[0])])
            if t.points[lead[0]] >= second + 10:
                t.points[lead[0]] -= 2

    @clause("SQ-6")
    def land(self, t):
        t.win(*t.most({player: t.points[player] for player in t.players}), reason="landed")

    def forfeit(self):
        return self.players
