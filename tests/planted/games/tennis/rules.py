"""Tennis, as literally as its rulebook can be taken."""

from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    NO_PLAYER,
    BadInput,
    Deck,
    Game,
    OneCard,
    Table,
    amount,
    clause,
    everybody,
    nobody,
    owner,
    value,
    zone,
    zones,
)

RANKS = FRENCH_RANKS[:-1]


class TennisTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    aside = zone(seen_by=everybody)
    pile = zones(seen_by=nobody)
    hand = zones(seen_by=owner)
    played = zones(seen_by=everybody)
    dealer, leader = value(NO_PLAYER), value(NO_PLAYER)
    trick = amount(0)


class Tennis(Game):
    name, title, table_class = "tennis", "Tennis", TennisTable
    fewest_players, most_players, turn_cap = 2, 6, 500

    @clause("TN-1")
    def set_up(self):
        self.deck = Deck.of(RANKS, FRENCH_SUITS)
        if self.deck.total % self.players:
            raise BadInput(f"tennis: 48 cards cannot be dealt out evenly to {self.players} players: take 2, 3, 4 or 6")

    @clause("TN-2")
    def deal(self, t):
        t.dealer = yield from t.lot(t.players)
        t.leader = t.dealer
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.dealer):
            yield from t.draw(t.stock, self.deck.total // self.players, t.pile[player])

    @clause("TN-6")
    def step(self, t):
        if t.trick == 0:
            yield from self.take_hands(t)
        for player in [each for each in t.everyone_from(t.leader) if not t.hand[each].is_empty]:
            card = yield from t.choose(player, "play", OneCard(self.deck, t.hand[player].pile))
            t.move(card, t.hand[player], t.played[player])
        self.settle(t)
        t.leader = t.next(t.leader)
        t.trick = t.trick + 1
        if t.trick == 6 or sum([t.hand[player].size for player in t.players]) == 0:
            t.trick, t.leader = 0, t.dealer
        self.see_who_is_left(t)

    @clause("TN-5")
    def take_hands(self, t):
        for player in t.everyone_from(t.dealer):
            yield from t.draw(t.pile[player], min(6, t.pile[player].size), t.hand[player])

    @clause("TN-4")
    def beats(self, one, other):
        return (RANKS.index(one) - RANKS.index(other)) % len(RANKS) in (1, 2)

    @clause("TN-7")
    def record(self, mine, ranks):
        return sum([self.beats(mine, rank) - self.beats(rank, mine) for rank in ranks])

    @clause("TN-7")
    def settle(self, t):
        there = {player: t.rank_of(t.played[player].pile) for player in t.players if not t.played[player].is_empty}
        record = {player: self.record(rank, there.values()) for player, rank in there.items()}
        best = t.most(record)
        if len(best) == 1 and record[best[0]] > 0:
            for player in there:
                t.move(t.played[player].pile, t.played[player], t.pile[best[0]])
        else:
            self.set_aside(t)

    @clause("TN-8")
    def set_aside(self, t):
        for player in t.players:
            t.move(t.played[player].pile, t.played[player], t.aside)

    @clause("TN-3")
    def see_who_is_left(self, t):
        left = [player for player in t.players if t.hand[player].size + t.pile[player].size > 0]
        if len(left) == 1:
            t.win(left[0], reason="last with cards")

    def forfeit(self):
        return self.players
