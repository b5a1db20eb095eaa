"""Eight small games as authors write them; ``natural_claims`` has four promises of each."""

from __future__ import annotations

from typing import Any

from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    Game,
    Number,
    OneCard,
    OneOf,
    Option,
    Player,
    Rule,
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


class Natural(Game[Any]):
    """Two to four players; nothing is forfeited."""

    fewest_players, most_players = 2, 4
    turn_cap = 400

    def forfeit(self) -> int:
        return 0


class WarTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    deck_of = zones(seen_by=nobody)
    shown = zones(seen_by=everybody)
    lost = zone(seen_by=everybody)
    rounds = amount(0)


class War(Natural):
    """The higher card takes both; of a tie both are lost."""

    name = "war"
    title = "War"
    table_class = WarTable

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4", "5"), FRENCH_SUITS)
        self.worth = Values.by_rank(self.deck, {"2": 2, "3": 3, "4": 4, "5": 5})

    @clause("X-1")
    def deal(self, t: WarTable) -> Rule[None]:
        yield from t.shuffle(t.stock)
        for p in t.players:
            yield from t.draw(t.stock, 16 // len(t.players), t.deck_of[p])

    @clause("X-2")
    def step(self, t: WarTable) -> Rule[None]:
        if any(t.deck_of[p].is_empty for p in t.players) or t.rounds == 40:
            scores = {p: -t.deck_of[p].size for p in t.players}
            t.end(scores, dict.fromkeys(t.players, 0), "over")
            return
        t.rounds += 1
        for p in t.players:
            yield from t.draw(t.deck_of[p], 1, t.shown[p])
        best = t.most({p: t.worth(t.shown[p].pile, self.worth) for p in t.players})
        for p in t.players:
            if len(best) == 1:
                t.move(t.shown[p].pile, t.shown[p], t.deck_of[best[0]])
            else:
                t.move(t.shown[p].pile, t.shown[p], t.lost)


class NimTable(Table):
    heap = amount(0)
    mover: Player = value(NO_PLAYER)
    taken = amounts(0)
    stock = zone(seen_by=nobody, pack=True)


class Nim(Natural):
    """Whoever takes the last of 21 wins."""

    name = "nim"
    title = "Nim"
    table_class = NimTable

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3"), FRENCH_SUITS)

    @clause("X-1")
    def deal(self, t: NimTable) -> Rule[None]:
        t.heap = 21
        t.mover = yield from t.lot(t.players)

    @clause("X-2")
    def step(self, t: NimTable) -> Rule[None]:
        n = yield from t.choose(t.mover, "take", Number(1, t.lesser(3, t.heap)))
        t.heap -= n
        t.taken[t.mover] += n
        if t.heap == 0:
            t.win(t.mover, reason="last")
            return
        t.mover = t.next(t.mover)


class TricksTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=owner)
    played = zones(seen_by=everybody)
    tricks = zones(seen_by=everybody)
    leader: Player = value(NO_PLAYER)
    won = amounts(0)


class Tricks(Natural):
    """Suit is followed, the highest card of it takes the trick."""

    name = "tricks"
    title = "Tricks"
    table_class = TricksTable

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4"), FRENCH_SUITS[:2])
        self.worth = Values.by_rank(self.deck, {"2": 2, "3": 3, "4": 4})

    @clause("X-1")
    def deal(self, t: TricksTable) -> Rule[None]:
        yield from t.shuffle(t.stock)
        t.leader = yield from t.lot(t.players)
        for p in t.everyone_from(t.leader):
            yield from t.draw(t.stock, 6 // len(t.players), t.hand[p])

    @clause("X-2")
    def step(self, t: TricksTable) -> Rule[None]:
        lead = yield from t.select(t.leader, "lead", t.hand[t.leader].pile, 1)
        t.move(lead, t.hand[t.leader], t.played[t.leader])
        suit = self.deck.of_suit(t.suit_of(lead))
        for p in t.others(t.leader):
            cards = yield from t.select(p, "follow", t.following(t.hand[p].pile, suit), 1)
            t.move(cards, t.hand[p], t.played[p])
        winner = t.leader
        for p in t.others(t.leader):
            if t.worth(t.only(t.played[p].pile, suit), self.worth) > t.worth(t.played[winner].pile, self.worth):
                winner = p
        for p in t.players:
            t.move(t.played[p].pile, t.played[p], t.tricks[winner])
        t.won[winner] += 1
        t.leader = winner
        if t.hand[winner].is_empty:
            t.end({p: -t.won[p] for p in t.players}, dict.fromkeys(t.players, 0), "played out")


class BidsTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    prizes = zones(seen_by=everybody)
    coins = amounts(10)
    pot = amount(0)


class Bids(Natural):
    """All bid at once for a card; of a tie nobody pays."""

    name = "bids"
    title = "Bids"
    table_class = BidsTable

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4"), FRENCH_SUITS[:2])

    @clause("X-1")
    def deal(self, t: BidsTable) -> Rule[None]:
        yield from t.shuffle(t.stock)

    @clause("X-2")
    def step(self, t: BidsTable) -> Rule[None]:
        bids = yield from t.together("bid", {p: Number(0, t.coins[p]) for p in t.players})
        best = t.most(bids)
        for p in t.players:
            t.coins[p] -= bids[p]
            t.pot += bids[p]
        if len(best) == 1:
            yield from t.draw(t.stock, 1, t.prizes[best[0]])
        else:
            for p in t.players:
                t.coins[p] += bids[p]
                t.pot -= bids[p]
            yield from t.draw(t.stock, 1, t.prizes[(yield from t.lot(best))])
        if t.stock.is_empty:
            t.end({p: -t.prizes[p].size for p in t.players}, dict.fromkeys(t.players, 0), "sold")


class Way(Option):
    STOCK = "stock"
    DISCARD = "discard"


class RummyTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    discard = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    mover: Player = value(NO_PLAYER)


class Rummy(Natural):
    """A card is taken and one laid down; four twos win."""

    name = "rummy"
    title = "Rummy"
    table_class = RummyTable

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4", "5", "6"), FRENCH_SUITS)
        self.low = self.deck.where(ranks=["2"])

    @clause("X-1")
    def deal(self, t: RummyTable) -> Rule[None]:
        yield from t.shuffle(t.stock)
        t.mover = yield from t.lot(t.players)
        for p in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 4, t.hand[p])
        yield from t.draw(t.stock, 1, t.discard)

    @clause("X-2")
    def step(self, t: RummyTable) -> Rule[None]:
        me = t.mover
        way = yield from t.choose(me, "draw", OneOf((Way.STOCK, Way.DISCARD)))
        if way is Way.STOCK:
            yield from t.draw(t.stock, 1, t.hand[me])
        else:
            t.move(t.discard.pile, t.discard, t.hand[me])
        while t.hand[me].size > 4:
            cards = yield from t.select(me, "discard", t.hand[me].pile, 1)
            t.move(cards, t.hand[me], t.discard)
        if t.hand[me].count(self.low) == 4:
            t.win(me, reason="all twos")
            return
        if t.stock.is_empty:
            t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "stock empty")
            return
        t.mover = t.next(me)


class PigTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    mover: Player = value(NO_PLAYER)
    score = amounts(0)
    pot = amount(0)
    rolled = amount(0)


class Pig(Natural):
    """Dice are rolled until somebody holds, or a one comes."""

    name = "pig"
    title = "Pig"
    table_class = PigTable

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3"), FRENCH_SUITS[:2])

    @clause("X-1")
    def deal(self, t: PigTable) -> Rule[None]:
        t.mover = yield from t.lot(t.players)

    @clause("X-2")
    def step(self, t: PigTable) -> Rule[None]:
        me = t.mover
        (face,) = yield from t.roll(1)
        t.rolled = face
        if face == 1:
            t.pot = 0
            t.mover = t.next(me)
            return
        t.pot += face
        holds = yield from t.choose(me, "hold", OneOf(("hold", "roll")))
        if holds == "hold":
            t.score[me] += t.pot
            t.pot = 0
            if t.score[me] >= 30:
                t.win(me, reason="thirty")
                return
            t.mover = t.next(me)


class EightsTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    top = zone(seen_by=everybody)
    under = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    mover: Player = value(NO_PLAYER)
    passed = amount(0)


class Eights(Natural):
    """A card of the same suit or rank is played, or one is drawn."""

    name = "eights"
    title = "Eights"
    table_class = EightsTable

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4"), FRENCH_SUITS[:3])

    @clause("X-1")
    def deal(self, t: EightsTable) -> Rule[None]:
        yield from t.shuffle(t.stock)
        t.mover = yield from t.lot(t.players)
        for p in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 2, t.hand[p])
        yield from t.draw(t.stock, 1, t.top)

    @clause("X-2")
    def step(self, t: EightsTable) -> Rule[None]:
        me = t.mover
        playable = t.matching(t.hand[me].pile, t.top.pile)
        if t.size(playable) > 0:
            card = yield from t.select(me, "play", playable, 1)
            t.move(t.top.pile, t.top, t.under)
            t.move(card, t.hand[me], t.top)
            t.passed = 0
            if t.hand[me].is_empty:
                t.win(me, reason="out")
                return
        elif t.stock.is_empty:
            t.passed += 1
            if t.passed == len(t.players):
                t.end({p: t.hand[p].size for p in t.players}, dict.fromkeys(t.players, 0), "blocked")
                return
        else:
            yield from t.draw(t.stock, 1, t.hand[me])
        t.mover = t.next(me)


class PassingTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=owner)
    away = zones(seen_by=nobody)
    sets = zone(seen_by=everybody)
    dealer: Player = value(NO_PLAYER)
    hands = amount(0)
    points = amounts(0)


class Passing(Natural):
    """Everybody hands a card on; three red ones are a point."""

    name = "passing"
    title = "Passing"
    table_class = PassingTable

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4"), FRENCH_SUITS[:2], packs=2)
        self.red = self.deck.of_suit(FRENCH_SUITS[1])

    @clause("X-1")
    def deal(self, t: PassingTable) -> Rule[None]:
        t.dealer = yield from t.lot(t.players)
        yield from self.new_hand(t)

    @clause("X-3")
    def new_hand(self, t: PassingTable) -> Rule[None]:
        t.gather(t.stock)
        yield from t.shuffle(t.stock)
        for p in t.everyone_from(t.next(t.dealer)):
            yield from t.draw(t.stock, 3, t.hand[p])
        t.hands += 1

    @clause("X-2")
    def step(self, t: PassingTable) -> Rule[None]:
        answers = yield from t.together("pass", {p: OneCard(t.deck, t.hand[p].pile) for p in t.players})
        for p in t.players:
            t.move(answers[p], t.hand[p], t.away[p])
        for p in t.players:
            t.move(t.away[p].pile, t.away[p], t.hand[t.left(p)])
        for p in t.players:
            if t.hand[p].count(self.red) == 3:
                t.points[p] += 1
        if t.hands == 5:
            t.end({p: -t.points[p] for p in t.players}, dict.fromkeys(t.players, 0), "five hands")
            return
        t.dealer = t.next(t.dealer)
        yield from self.new_hand(t)
