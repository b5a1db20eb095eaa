from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    Game,
    Table,
    Values,
    amount,
    amounts,
    clause,
    nobody,
    owner,
    value,
    values,
    zone,
    zones,
)


class PotsTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=owner)
    chips = amounts(20)
    pot = amount(0)
    folded = values(False)
    deals = amount(0)
    dealer = value(NO_PLAYER)


class Pots(Game):
    name, title, table_class = "pots", "Pots", PotsTable
    fewest_players, most_players, turn_cap = 2, 5, 20

    def set_up(self):
        self.deck = Deck.of(FRENCH_RANKS, FRENCH_SUITS)
        self.order = Values.by_rank(self.deck, {rank: number for number, rank in enumerate(FRENCH_RANKS, 2)})

    @clause("PO-1")
    def deal(self, t):
        t.dealer = yield from t.lot(t.players)

    def step(self, t):
        yield from self.ante(t)
        yield from self.bet(t)
        self.showdown(t)
        t.deals += 1
        t.dealer = t.next(t.dealer)
        if t.deals == 6:
            self.end_game(t)

    @clause("PO-2")
    def ante(self, t):
        t.gather(t.stock)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.next(t.dealer)):
            t.chips[player] -= 1
            t.pot += 1
            t.folded[player] = False
            yield from t.draw(t.stock, 1, t.hand[player])

    @clause("PO-3")
    def bet(self, t):
        for player in t.everyone_from(t.next(t.dealer)):
            if all(t.folded[other] for other in t.others(player)):
                return
            stays = yield from t.choose(player, "bet", ["stay", "fold"], open=True)
            if stays == "fold":
                t.folded[player] = True
            else:
                t.chips[player] -= 2
                t.pot += 2

    @clause("PO-4")
    def showdown(self, t):
        inside = [player for player in t.everyone_from(t.next(t.dealer)) if not t.folded[player]]
        for player in inside:
            t.reveal(t.hand[player].pile, player, why="showdown")
        best = t.most({player: t.hand[player].highest(self.order) for player in inside})
        share = t.pot // len(best)
        for player in best:
            t.chips[player] += share
        t.pot = 0

    @clause("PO-5")
    def end_game(self, t):
        t.end(
            {player: -t.chips[player] for player in t.players},
            {player: t.chips[player] - 20 for player in t.players},
            "six deals",
        )

    def forfeit(self):
        return 20
