from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    HEARTS,
    NO_PLAYER,
    Deck,
    Game,
    OneCard,
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


class WhisperTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    discard = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    hidden = zones(seen_by=owner)
    slate = amounts(0)
    mover = value(NO_PLAYER)


class Whisper(Game):
    name, title, table_class = "whisper", "Whisper", WhisperTable
    fewest_players, most_players, turn_cap = 2, 5, 300

    def set_up(self):
        self.deck = Deck.of(FRENCH_RANKS, FRENCH_SUITS)
        self.hearts = self.deck.of_suit(HEARTS)

    @clause("W-1")
    def deal(self, t):
        t.mover = yield from t.lot(t.players)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 5, t.hand[player])

    @clause("W-2")
    def step(self, t):
        me, hand = t.mover, t.hand[t.mover]
        ways = {"hide": OneCard(self.deck, hand.pile), "discard": OneCard(self.deck, hand.pile)}
        way, card = yield from t.choose(me, "turn", ways)
        if way == "hide":
            t.move(card, hand, t.hidden[me])
            t.slate[me] += self.score(t, card)
        else:
            t.move(card, hand, t.discard)
            yield from t.draw(t.stock, 1, hand)
        if hand.is_empty | t.stock.is_empty:
            self.finish(t)
        t.mover = t.next(me)

    @clause("W-3", "W-4")
    def score(self, t, card):
        return 2 if t.count(card, self.hearts) == 1 else 1

    @clause("W-5")
    def finish(self, t):
        t.win(*t.most({player: t.slate[player] for player in t.players}), reason="counted")

    def forfeit(self):
        return self.players
