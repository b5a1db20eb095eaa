from referee.kernel import (
    NO_PLAYER,
    NOTHING,
    Deck,
    Game,
    OneCard,
    OneOf,
    Suit,
    Table,
    amounts,
    clause,
    everybody,
    nobody,
    owner,
    value,
    zone,
    zones,
)

SUITS = (Suit("r", "r", "red"), Suit("g", "g", "green"), Suit("b", "b", "blue"))


class HaggleTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    aside = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    goods = zones(seen_by=everybody)
    coins = amounts(12)
    mover = value(NO_PLAYER)


class Haggle(Game):
    name, title, table_class = "haggle", "Haggle", HaggleTable
    fewest_players, most_players, turn_cap = 2, 4, 100

    def set_up(self):
        self.deck = Deck.of(tuple("12345678"), SUITS)

    @clause("HG-1")
    def deal(self, t):
        t.mover = yield from t.lot(t.players)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 4, t.hand[player])

    @clause("HG-2")
    def step(self, t):
        me, buyer = t.mover, t.left(t.mover)
        card = yield from t.choose(me, "offer", OneCard(self.deck, t.hand[me].pile))
        t.reveal(card, me, why="offered")
        price = yield from self.haggle(t, me, buyer)
        self.sale(t, me, buyer, card, price)
        t.mover = t.next(me)
        if any(t.hand[player].is_empty for player in t.players):
            self.end_game(t)

    @clause("HG-3")
    def haggle(self, t, me, buyer):
        prices = [number for number in range(7) if number <= t.coins[buyer]]
        price = yield from t.choose(me, "price", OneOf(prices), open=True)
        said = [price]
        speaker, other = buyer, me
        while True:
            left = [number for number in prices if number != price]
            how, word = yield from t.choose(
                speaker, "haggle", {"take": NOTHING, "decline": NOTHING, "say": OneOf(left)}, open=True
            )
            if how == "take":
                return price
            if how == "decline":
                return -1
            price = word
            said = [*said, word]
            speaker, other = other, speaker

    @clause("HG-4")
    def sale(self, t, me, buyer, card, price):
        if price < 0:
            t.move(card, t.hand[me], t.aside)
        else:
            t.move(card, t.hand[me], t.goods[buyer])
            t.coins[buyer] -= price
            t.coins[me] += price

    @clause("HG-5")
    def end_game(self, t):
        t.win(*t.most({player: t.coins[player] for player in t.players}), reason="no cards")

    def forfeit(self):
        return self.players
