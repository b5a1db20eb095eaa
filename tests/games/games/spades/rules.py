"""Spades. Read beside rulebook.md, in the same order."""

from __future__ import annotations

from typing import Any

from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    NO_PLAYER,
    NO_SUIT,
    NOTHING,
    SPADES,
    Amount,
    BadInput,
    Deck,
    Game,
    Number,
    OneCard,
    Option,
    Parameter,
    Pile,
    Player,
    Rule,
    Table,
    Values,
    amount,
    amounts,
    clause,
    everybody,
    flag,
    nobody,
    owner,
    team,
    value,
    zone,
    zones,
)

TRICK, BAG, BAGS, FINE, NIL = 10, 1, 10, 100, 50
"""Points: for a trick of the contract, for a bag; how many bags are fined, and how much; for a nil."""


class Phase(Option):
    """What the next turn is."""

    BIDDING = "bidding"
    TRICKS = "tricks"


class Bid(Option):
    """What a player says."""

    NIL = "nil"
    TRICKS = "tricks"


class SpadesTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=lambda game: team(game) if game.readings["partners-see"] == "hands" else owner)
    played = zones(seen_by=everybody)
    taken = zone(seen_by=everybody)

    phase = value(Phase.BIDDING)
    deal_number = amount(1)
    first: Player = value(NO_PLAYER)
    mover: Player = value(NO_PLAYER)
    led = value(NO_SUIT)
    broken = flag(False)

    bid = amounts(0)
    tricks = amounts(0)
    bags = amounts(0)
    score = amounts(0)


class Spades(Game[SpadesTable]):
    """Two teams bid for tricks; spades are trump."""

    name = "spades"
    title = "Spades"
    table_class = SpadesTable
    fewest_players = most_players = 4
    teams = 2
    parameters = (
        Parameter("deals", 2, "deals of a match", 1, 20),
        Parameter("hand", 13, "cards dealt to each player", 1, 13),
        Parameter("ranks", FRENCH_RANKS, "ranks in the pack", words=FRENCH_RANKS),
    )

    def set_up(self) -> None:
        s = self.settings
        self.deck = Deck.of(s["ranks"], FRENCH_SUITS)
        self.deals: int = s["deals"]
        self.full_hand: int = s["hand"]
        if self.full_hand * self.players > self.deck.total:
            raise BadInput(f"{self.name}: there are {self.deck.total} cards: smaller hands or more ranks")
        self.spades = self.deck.where(suit=SPADES)
        self.others = self.deck.all_kinds - self.spades
        self.plain = Values.by_rank(self.deck, {rank: number for number, rank in enumerate(FRENCH_RANKS, 2)})
        self.trump = Values.by_rank(self.deck, dict.fromkeys(FRENCH_RANKS, 100))
        self.turn_cap = self.deals * (self.full_hand + 1)

    @clause("S-1")
    def deal(self, t: SpadesTable) -> Rule[None]:
        """Who leads first is drawn, and everybody gets a hand."""
        t.first = yield from t.lot(t.players)
        yield from self.deal_hands(t)

    @clause("S-1")
    def deal_hands(self, t: SpadesTable) -> Rule[None]:
        """The pack is shuffled, each player gets a hand, and spades are not broken."""
        t.gather(t.stock)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.first):
            yield from t.draw(t.stock, self.full_hand, t.hand[player])
            t.bid[player], t.tricks[player] = 0, 0
        t.phase, t.mover, t.broken = Phase.BIDDING, t.first, False

    def step(self, t: SpadesTable) -> Rule[None]:
        """The bids of all players, or a trick; after the last one of a deal it is scored."""
        if t.phase is Phase.BIDDING:
            yield from self.bidding(t)
        else:
            yield from self.trick(t)
            if sum([t.tricks[player] for player in t.players]) == self.full_hand:
                self.score_deal(t)
                if t.deal_number == self.deals:
                    self.end_game(t)
                else:
                    yield from self.next_deal(t)

    @clause("S-2")
    def bidding(self, t: SpadesTable) -> Rule[None]:
        """Everybody bids, one after the other and openly."""
        for player in t.everyone_from(t.first):
            ways: dict[Bid, Any] = {Bid.NIL: NOTHING, Bid.TRICKS: Number(1, self.full_hand)}
            way, tricks = yield from t.choose(player, "bid", ways, open=True)
            t.bid[player] = 0 if way is Bid.NIL else tricks
        t.phase = Phase.TRICKS

    def trick(self, t: SpadesTable) -> Rule[None]:
        """One card of everybody's, from the leader on."""
        leader = t.mover
        yield from self.lead(t, leader)
        for player in t.others(leader):
            yield from self.follow(t, player)
        self.take(t, leader)

    @clause("S-3")
    def lead(self, t: SpadesTable, leader: Player) -> Rule[None]:
        card = yield from t.choose(leader, "lead", OneCard(self.deck, self.leads(t, leader)))
        t.move(card, t.hand[leader], t.played[leader])
        t.led = t.suit_of(card)

    @clause("S-3")
    def leads(self, t: SpadesTable, leader: Player) -> Pile:
        """What may be led: no spade before spades are broken."""
        hand = t.hand[leader]
        if t.broken:
            return hand.pile
        if t.reading("only-spades") == "may-not":
            return hand.only(self.others)
        return t.following(hand.pile, self.others)

    @clause("S-4")
    def follow(self, t: SpadesTable, player: Player) -> Rule[None]:
        """A card of the suit that was led, or any card without one."""
        fits = t.following(t.hand[player].pile, self.deck.where(suit=t.led))
        card = yield from t.choose(player, "follow", OneCard(self.deck, fits))
        t.move(card, t.hand[player], t.played[player])

    @clause("S-5")
    def take(self, t: SpadesTable, leader: Player) -> None:
        """The highest spade takes the trick, or the highest card of the suit that was led."""
        taker = t.most({player: self.strength(t, player) for player in t.everyone_from(leader)})[0]
        for player in t.players:
            t.broken = t.broken | t.played[player].holds(self.spades)
            t.move(t.played[player].pile, t.played[player], t.taken)
        t.note("trick", by=taker)
        t.tricks[taker] += 1
        t.mover, t.led = taker, NO_SUIT

    @clause("S-5")
    def strength(self, t: SpadesTable, player: Player) -> Amount:
        card = t.played[player]
        counts = self.spades | self.deck.where(suit=t.led)
        return t.worth(card.only(counts), self.plain) + t.worth(card.only(self.spades), self.trump)

    @clause("S-6", "S-7", "S-8")
    def score_deal(self, t: SpadesTable) -> None:
        """Contract, nils and bags of each team, told to both partners."""
        for player in t.players:
            points, bags = self.contract(t, player)
            for each in t.team(player):
                points = points + self.nil(t, each)
            bags = t.bags[player] + bags
            fines = t.if_else(bags >= 2 * BAGS, 2, t.if_else(bags >= BAGS, 1, 0))
            t.bags[player] = bags - BAGS * fines
            t.score[player] = t.score[player] + points - FINE * fines

    @clause("S-6")
    def contract(self, t: SpadesTable, player: Player) -> tuple[Amount, Amount]:
        """The points of a team for its contract, and its bags."""
        bid, counted, others = 0, 0, 0
        for each in t.team(player):
            bid = bid + t.bid[each]
            helps = (t.bid[each] > 0) if t.reading("failed-nil") == "bags" else True
            counted = counted + t.if_else(helps, t.tricks[each], 0)
            others = others + t.if_else(helps, 0, t.tricks[each])
        bags = t.max0(counted - bid) + others
        return t.if_else(counted >= bid, TRICK * bid, -TRICK * bid) + BAG * bags, bags

    @clause("S-7")
    def nil(self, t: SpadesTable, player: Player) -> Amount:
        """What the nil of a player is worth to the team; 0 where it was none."""
        return t.if_else(t.bid[player] > 0, 0, t.if_else(t.tricks[player] == 0, NIL, -NIL))

    @clause("S-9")
    def next_deal(self, t: SpadesTable) -> Rule[None]:
        """The next player to the left leads first."""
        t.deal_number += 1
        t.first = t.left(t.first)
        yield from self.deal_hands(t)

    @clause("S-10")
    def end_game(self, t: SpadesTable) -> None:
        """The team with more points wins the difference."""
        won = {player: t.score[player] - t.score[t.left(player)] for player in t.players}
        t.end({player: -t.score[player] for player in t.players}, won, "all deals")

    # -- what the referee asks ----------------------------------------------------------------------------

    def forfeit(self) -> int:
        """As if everything had gone wrong in every deal."""
        return self.deals * (self.full_hand * (3 * TRICK + BAG) + 4 * NIL + 2 * FINE)

    def payoff_bounds(self) -> tuple[int, int]:
        return -self.forfeit(), self.forfeit()

    def hand_number(self, t: SpadesTable) -> int:
        return t.deal_number
