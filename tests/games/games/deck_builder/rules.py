"""Provinces, a deck-builder. Read beside rulebook.md, in the same order."""

from __future__ import annotations

from referee.kernel import (
    NO_PLAYER,
    NOTHING,
    AnyAmount,
    Card,
    Deck,
    Game,
    OneCard,
    Option,
    Parameter,
    Pile,
    Player,
    Rule,
    Selection,
    Table,
    Values,
    amount,
    amounts,
    clause,
    everybody,
    nobody,
    owner,
    value,
    zone,
    zones,
)

COST = {
    "copper": 0, "silver": 3, "gold": 6, "estate": 2, "duchy": 5, "province": 8,
    "village": 3, "smithy": 4, "militia": 4, "laboratory": 5, "market": 5,
}  # fmt: skip
COINS = {"copper": 1, "silver": 2, "gold": 3}
POINTS = {"estate": 1, "duchy": 3, "province": 6}
ACTIONS = ("village", "smithy", "laboratory", "market", "militia")
HAND, COPPERS, ESTATES = 5, 7, 3


class Phase(Option):
    """What is next in a turn."""

    ACTION = "action"
    BUY = "buy"
    END = "end"


class DeckBuilderTable(Table):
    supply = zone(seen_by=everybody, pack=True)
    pile = zones(seen_by=nobody)
    hand = zones(seen_by=owner)
    played = zones(seen_by=everybody)
    heap = zones(seen_by=everybody)

    mover: Player = value(NO_PLAYER)
    phase: Phase = value(Phase.ACTION)
    actions = amount(1)
    purchases = amount(1)
    coins = amount(0)
    taken = amounts()


class DeckBuilder(Game[DeckBuilderTable]):
    """Buy what buys more, and turn to land in time."""

    name = "deck-builder"
    title = "Provinces"
    table_class = DeckBuilderTable
    fewest_players, most_players = 2, 4
    turn_cap = 5000
    parameters = (
        Parameter("provinces", 8, "provinces, duchies and estates in the supply, of each sort", 1, 12),
        Parameter("copies", 10, "cards of each action", 1, 10),
    )

    def set_up(self) -> None:
        numbers = {"copper": 60, "silver": 40, "gold": 30} | dict.fromkeys(POINTS, self.settings["provinces"])
        numbers |= dict.fromkeys(ACTIONS, self.settings["copies"])
        numbers["estate"] += ESTATES * self.players
        self.deck = Deck([(Card(rank), number) for rank, number in numbers.items()])
        self.treasure = Values.by_rank(self.deck, COINS)
        self.points = Values.by_rank(self.deck, POINTS)
        self.costs = {cost: self.deck.where(ranks=[each for each in COST if COST[each] == cost]) for cost in range(9)}
        self.action_cards = self.deck.where(ranks=ACTIONS)
        self.begin = self.deck.parse(["copper"] * COPPERS + ["estate"] * ESTATES)

    @clause("DB-1")
    def deal(self, t: DeckBuilderTable) -> Rule[None]:
        """Everybody has the same pack."""
        t.mover = yield from t.lot(t.players, seen_by=everybody)
        for player in t.everyone_from(t.mover):
            t.move(self.begin, t.supply, t.pile[player])
            yield from t.shuffle(t.pile[player])
            yield from t.draw(t.pile[player], HAND, t.hand[player])

    @clause("DB-2")
    def draw(self, t: DeckBuilderTable, player: Player, number: int) -> Rule[None]:
        """What the pile lacks comes of the heap."""
        there = t.lesser(number, t.pile[player].size)
        yield from t.draw(t.pile[player], there, t.hand[player])
        if there < number:
            t.move(t.heap[player].pile, t.heap[player], t.pile[player])
            yield from t.shuffle(t.pile[player])
            rest = t.lesser(number - there, t.pile[player].size)
            yield from t.draw(t.pile[player], rest, t.hand[player])

    def step(self, t: DeckBuilderTable) -> Rule[None]:
        if t.phase is Phase.ACTION:
            yield from self.play_action(t)
        elif t.phase is Phase.BUY:
            yield from self.buy(t)
        else:
            yield from self.end_turn(t)

    @clause("DB-3")
    def play_action(self, t: DeckBuilderTable) -> Rule[None]:
        """One, and more if they give more."""
        me = t.mover
        cards = t.hand[me].only(self.action_cards)
        if (t.actions == 0) | (t.size(cards) == 0):
            t.phase = Phase.BUY
            return
        way, card = yield from t.choose(me, "action", {"play": OneCard(self.deck, cards), "none": NOTHING}, open=True)
        if way == "none":
            t.phase = Phase.BUY
            return
        t.actions = t.actions - 1
        t.move(card, t.hand[me], t.played[me])
        effect = {
            "village": self.village, "smithy": self.smithy, "laboratory": self.laboratory, "market": self.market,
            "militia": self.militia,
        }  # fmt: skip
        yield from effect[t.rank_of(card)](t, me)

    @clause("DB-4")
    def village(self, t: DeckBuilderTable, me: Player) -> Rule[None]:
        """A card, two actions."""
        t.actions = t.actions + 2
        yield from self.draw(t, me, 1)

    @clause("DB-5")
    def smithy(self, t: DeckBuilderTable, me: Player) -> Rule[None]:
        """Three cards."""
        yield from self.draw(t, me, 3)

    @clause("DB-6")
    def laboratory(self, t: DeckBuilderTable, me: Player) -> Rule[None]:
        """Two cards, one action."""
        t.actions = t.actions + 1
        yield from self.draw(t, me, 2)

    @clause("DB-7")
    def market(self, t: DeckBuilderTable, me: Player) -> Rule[None]:
        """One of everything."""
        t.actions, t.purchases, t.coins = t.actions + 1, t.purchases + 1, t.coins + 1
        yield from self.draw(t, me, 1)

    @clause("DB-8")
    def militia(self, t: DeckBuilderTable, me: Player) -> Rule[None]:
        """The others keep three cards."""
        t.coins = t.coins + 2
        if t.reading("militia") == "at-once":
            given = yield from t.together("give up", {player: self.too_many(t, player) for player in t.others(me)})
            for player in t.others(me):
                t.move(given[player], t.hand[player], t.heap[player])
        else:
            for player in t.others(me):
                cards = yield from t.choose(player, "give up", self.too_many(t, player))
                t.move(cards, t.hand[player], t.heap[player])

    def too_many(self, t: DeckBuilderTable, player: Player) -> Selection:
        """All cards of a hand but three."""
        number = t.max0(t.hand[player].size - 3)
        return Selection(self.deck, t.hand[player].pile, number, number)

    @clause("DB-9")
    def buy(self, t: DeckBuilderTable) -> Rule[None]:
        """As long as there are purchases."""
        me = t.mover
        wares = self.affordable(t, t.coins + t.hand[me].worth(self.treasure))
        if (t.purchases == 0) | (t.size(wares) == 0):
            t.phase = Phase.END
            return
        way, card = yield from t.choose(me, "buy", {"buy": OneCard(self.deck, wares), "none": NOTHING}, open=True)
        if way == "none":
            t.phase = Phase.END
            return
        t.purchases = t.purchases - 1
        t.coins = t.coins - COST[t.rank_of(card)]
        t.move(card, t.supply, t.heap[me])

    def affordable(self, t: DeckBuilderTable, coins: AnyAmount) -> Pile:
        """The cards of the supply that cost no more."""
        cards = t.no_cards
        for cost, kinds in self.costs.items():
            cards = cards + t.cards_if(coins >= cost, t.supply.only(kinds))
        return cards

    @clause("DB-10")
    def end_turn(self, t: DeckBuilderTable) -> Rule[None]:
        """Everything goes to the heap."""
        me = t.mover
        t.move(t.hand[me].pile, t.hand[me], t.heap[me])
        t.move(t.played[me].pile, t.played[me], t.heap[me])
        yield from self.draw(t, me, HAND)
        t.phase, t.actions, t.purchases, t.coins = Phase.ACTION, 1, 1, 0
        t.taken[me] = t.taken[me] + 1
        sold_out = sum([t.if_else(t.supply.holds(self.deck.of_rank(rank)), 0, 1) for rank in self.deck.all_ranks])
        if t.negate(t.supply.holds(self.deck.of_rank("province"))) | (sold_out >= 3):
            self.finish(t)
        t.mover = t.next(me)

    @clause("DB-11")
    def finish(self, t: DeckBuilderTable) -> None:
        """Most points win."""
        points: dict[Player, AnyAmount] = {}
        for player in t.players:
            t.reveal(t.pile[player].pile, player, why="counting")
            t.reveal(t.hand[player].pile, player, why="counting")
            points[player] = sum([place[player].worth(self.points) for place in (t.pile, t.hand, t.heap)])
        best = t.most(points)
        if t.reading("tie") == "fewer-turns":
            best = t.most({player: -t.taken[player] for player in best})
        t.win(*best, reason="land is sold")

    # -- what the referee asks ----------------------------------------------------------------------------

    def forfeit(self) -> int:
        return 1
