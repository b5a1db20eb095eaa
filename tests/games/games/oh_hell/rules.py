"""Oh hell. Read beside rulebook.md, in the same order."""

from __future__ import annotations

from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    NO_PLAYER,
    NO_SUIT,
    AnyAmount,
    BadInput,
    Deck,
    Game,
    Number,
    OneCard,
    Option,
    Parameter,
    Player,
    Rule,
    Suit,
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


class Phase(Option):
    """What is next in a round."""

    BID = "bid"
    PLAY = "play"
    SCORE = "score"


class OhHellTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    turned = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    played = zones(seen_by=everybody)
    taken = zones(seen_by=everybody)

    dealer: Player = value(NO_PLAYER)
    leader: Player = value(NO_PLAYER)
    round = amount(0)
    phase: Phase = value(Phase.BID)
    trump: Suit = value(NO_SUIT)
    bids = amounts()
    tricks = amounts()
    points = amounts()


class OhHell(Game[OhHellTable]):
    """Take just as many tricks as you said."""

    name = "oh-hell"
    title = "Oh hell"
    table_class = OhHellTable
    fewest_players, most_players = 3, 5
    parameters = (
        Parameter("rounds", 4, "rounds; cards in the first", 1, 9),
        Parameter("ranks", FRENCH_RANKS, "ranks in the pack", words=FRENCH_RANKS),
    )

    def set_up(self) -> None:
        self.rounds: int = self.settings["rounds"]
        self.deck = Deck.of(self.settings["ranks"], FRENCH_SUITS)
        if self.rounds * self.players >= self.deck.total:
            raise BadInput(f"{self.name}: there are only {self.deck.total} cards")
        self.strength = {(trump, led): self.order(trump, led) for trump in FRENCH_SUITS for led in FRENCH_SUITS}
        self.turn_cap = self.rounds * (self.rounds + 3)

    def order(self, trump: Suit, led: Suit) -> Values:
        """Which card takes a trick: trumps before the suit that was led."""
        high = {rank: number for number, rank in enumerate(self.deck.ranks)}
        cards = enumerate(self.deck.cards)
        of = {kind: high[card.rank] + 100 * (card.suit is trump) for kind, card in cards if card.suit in (trump, led)}
        return Values(self.deck, of)

    def deal(self, t: OhHellTable) -> Rule[None]:
        t.dealer = yield from t.lot(t.players, seen_by=everybody)
        yield from self.deal_round(t)

    @clause("OH-1")
    def deal_round(self, t: OhHellTable) -> Rule[None]:
        """One card fewer each round; the next is turned up for trump."""
        t.round = t.round + 1
        t.gather(t.stock)
        yield from t.shuffle(t.stock)
        t.leader = t.left(t.dealer)
        for player in t.everyone_from(t.leader):
            t.tricks[player] = 0
            yield from t.draw(t.stock, self.cards(t), t.hand[player])
        turned = yield from t.draw(t.stock, 1, t.turned)
        t.trump = t.suit_of(turned)
        t.phase = Phase.BID

    def cards(self, t: OhHellTable) -> AnyAmount:
        """How many cards everybody gets in this round."""
        return self.rounds + 1 - t.round

    def step(self, t: OhHellTable) -> Rule[None]:
        if t.phase is Phase.BID:
            yield from self.bid(t)
        elif t.phase is Phase.PLAY:
            yield from self.trick(t)
        else:
            yield from self.score(t)

    @clause("OH-2")
    def bid(self, t: OhHellTable) -> Rule[None]:
        """Everybody from the left of the dealer on."""
        so_far: AnyAmount = 0
        for player in t.others(t.dealer):
            t.bids[player] = yield from t.choose(player, "bid", Number(0, self.cards(t)), open=True)
            so_far = so_far + t.bids[player]
        t.bids[t.dealer] = yield from t.choose(t.dealer, "bid", self.last_bid(t, so_far), open=True)
        t.phase = Phase.PLAY

    @clause("OH-3")
    def last_bid(self, t: OhHellTable, so_far: AnyAmount) -> Number:
        """The dealer may not make the bids add up."""
        if t.reading("last-bid") == "from-two-cards" and self.cards(t) == 1:
            return Number(0, self.cards(t))
        return Number(0, self.cards(t), but=self.cards(t) - so_far)

    @clause("OH-4")
    def trick(self, t: OhHellTable) -> Rule[None]:
        """The leader plays any card, the others the same suit if they have one."""
        card = yield from t.choose(t.leader, "lead", OneCard(self.deck, t.hand[t.leader].pile))
        t.move(card, t.hand[t.leader], t.played[t.leader])
        led = t.suit_of(card)
        for player in t.others(t.leader):
            cards = t.following(t.hand[player].pile, self.deck.of_suit(led))
            card = yield from t.choose(player, "follow", OneCard(self.deck, cards))
            t.move(card, t.hand[player], t.played[player])
        self.take_trick(t, led)

    @clause("OH-5")
    def take_trick(self, t: OhHellTable, led: Suit) -> None:
        """The highest trump, or the highest of the suit led."""
        strength = self.strength[t.trump, led]
        winner = t.most({player: t.played[player].highest(strength) for player in t.everyone_from(t.leader)})[0]
        for player in t.players:
            t.move(t.played[player].pile, t.played[player], t.taken[winner])
        t.tricks[winner] = t.tricks[winner] + 1
        t.leader = winner
        if t.hand[winner].is_empty:
            t.phase = Phase.SCORE

    @clause("OH-6")
    def score(self, t: OhHellTable) -> Rule[None]:
        """Ten points and one for each trick."""
        for player in t.players:
            scored = t.if_else(t.tricks[player] == t.bids[player], 10 + t.tricks[player], 0)
            t.points[player] = t.points[player] + scored
        if t.round == self.rounds:
            self.finish(t)
        else:
            t.dealer = t.left(t.dealer)
            yield from self.deal_round(t)

    @clause("OH-7")
    def finish(self, t: OhHellTable) -> None:
        """Most points win."""
        t.end({p: -t.points[p] for p in t.players}, {p: t.points[p] for p in t.players}, "all rounds")

    # -- what the referee asks ----------------------------------------------------------------------------

    def forfeit(self) -> int:
        return 0

    def payoff_bounds(self) -> tuple[int, int]:
        return 0, 11 * self.rounds * self.rounds + 10 * self.rounds

    def hand_number(self, t: OhHellTable) -> int:
        return t.round  # type: ignore[return-value]
