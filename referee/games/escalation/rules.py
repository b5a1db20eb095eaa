"""Escalation. Read beside rulebook.md, in the same order."""

from __future__ import annotations

from typing import Any

from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    NO_PLAYER,
    NOTHING,
    AnyTruth,
    Audience,
    BadInput,
    Choice,
    Deck,
    Direction,
    EqualValue,
    Game,
    OneCard,
    Option,
    Parameter,
    Pile,
    Place,
    Player,
    Rule,
    Space,
    Table,
    Values,
    amount,
    clause,
    everybody,
    flag,
    nobody,
    owner,
    value,
    zone,
    zones,
)

VALUE = {"A": 14, "K": 13, "Q": 12, "J": 11, "10": 10, "9": 9, "8": 8, "7": 7, "6": 6, "5": 6, "4": 6}
PLAY = 1_000_000
"""A play, where plays to be expected are counted in millionths."""
MANY = 1_000 * PLAY
SPECIAL_RANK = {"2": 2, "3": 3}


class Play(Option):
    """What a player does with his turn."""

    CARDS = "cards"
    SPECIAL = "special"
    TAKE = "take"


CARDS, SPECIAL, TAKE = Play


def who_sees_taken(game: Escalation) -> Audience:
    """Reading taken-stacks: who may look at the cards that a player has taken."""
    return owner if game.readings["taken-stacks"] == "owner-looks" else nobody


def who_counts_taken(game: Escalation) -> Audience:
    """Reading taken-stacks: who knows how many they are."""
    return owner if game.readings["taken-stacks"] == "nothing" else everybody


class EscalationTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    aside = zone(seen_by=nobody)
    middle = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    taken = zones(seen_by=who_sees_taken, size_seen_by=who_counts_taken)

    mover: Player = value(NO_PLAYER)
    dealer: Player = value(NO_PLAYER)
    round: int = value(1)
    opening = flag(True)
    """Nobody has led yet in this round."""
    total = amount(0)
    """To be beaten; specials leave it."""
    bare = flag(False)
    """A special was led and there is no total (reading led-special)."""


class Escalation(Game[EscalationTable]):
    """Play higher totals, pass through, or take; be the first without cards when the stock is gone."""

    name = "escalation"
    title = "Escalation"
    table_class = EscalationTable
    fewest_players, most_players = 2, 8
    parameters = (
        Parameter("rounds", 1, "games in a match", 1, 1000),
        Parameter("rate", 1, "units paid for a card", 1),
        Parameter("hand", 6, "cards in a full hand", 1, 52),
        Parameter("packs", 1, "packs", 1, 8),
        Parameter("suits", 4, "suits in a pack", 1, 4),
        Parameter("ranks", FRENCH_RANKS, "ranks in a pack", words=FRENCH_RANKS),
    )

    def set_up(self) -> None:
        s = self.settings
        self.full_hand: int = s["hand"]
        self.rate: int = 1 if self.readings["rate"] == "one-cent" else s["rate"]
        self.rounds: int = s["rounds"]
        self.deck = Deck.of(s["ranks"], FRENCH_SUITS[: s["suits"]], s["packs"], by_rank=True)
        if why := self.why_not_players():
            raise BadInput(f"{self.name}: {why}: fewer players, smaller hands or more packs")
        self.turn_cap = 2 * self.deck.total * self.rounds
        self.equal_value = Values.by_rank(self.deck, VALUE)
        self.equal_rank = Values.by_rank(self.deck, VALUE, apart=True)
        self.specials = self.deck.where(ranks=SPECIAL_RANK)
        self.threes = self.deck.of_rank("3")
        self.own_rank = Values.by_rank(self.deck, SPECIAL_RANK)
        by_value = [[rank for rank in VALUE if VALUE[rank] == each] for each in dict.fromkeys(VALUE.values())]
        groups = [self.deck.where(ranks=ranks) for ranks in by_value]
        self.groups = tuple([(each, sum([self.deck.copies[kind] for kind in each.indices])) for each in groups])
        """The kinds of equal value, which one play can shed, and how many cards they are."""

    def why_not_players(self) -> str:
        s = self.settings
        dealt, total = self.players * s["hand"], s["packs"] * s["suits"] * len(s["ranks"])
        if dealt <= total:
            return ""
        return f"{self.players} players × {s['hand']} cards = {dealt}, but there are {total} cards"

    # -- the deal ---------------------------------------------------------------------------------------

    def deal(self, t: EscalationTable) -> Rule[None]:
        by_seat = t.reading("first-dealer") == "first-seat"
        t.dealer = t.first_seat() if by_seat else (yield from t.lot(t.players))
        yield from self.deal_hands(t)

    @clause("X-1")
    def deal_hands(self, t: EscalationTable) -> Rule[None]:
        """Shuffle, six cards each, the rest is the stock; the player on the dealer's left leads, clockwise."""
        t.gather(t.stock)
        yield from t.shuffle(t.stock)
        t.direction = Direction.LEFT
        t.mover = t.next(t.dealer)
        t.opening = True
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, self.full_hand, t.hand[player])

    # -- a turn -----------------------------------------------------------------------------------------

    def step(self, t: EscalationTable) -> Rule[None]:
        me = t.mover
        if t.middle.is_empty:
            yield from self.lead(t, me)
        else:
            yield from self.follow(t, me)
        yield from self.close_turn(t, me)

    @clause("X-2")
    def lead(self, t: EscalationTable, me: Player) -> Rule[None]:
        """Any single card, or a set of ordinary cards of equal value."""
        hand = t.hand[me]
        equal = self.equal_value
        if not t.opening and t.reading("lead-after-taking") == "equal-rank":
            equal = self.equal_rank
        ways: dict[Play, Space[Pile]] = {CARDS: EqualValue(equal, hand.pile)}
        if t.reading("led-special") != "forbidden":
            ways[SPECIAL] = OneCard(self.deck, self.playable_specials(t, hand))
        play, cards = yield from t.choose(me, "lead", ways)
        t.opening, t.total, t.bare = False, 0, False
        if play is SPECIAL:
            self.lead_special(t, cards)
            self.pass_through(t, me, cards)
        else:
            self.play_cards(t, me, cards)

    def follow(self, t: EscalationTable, me: Player) -> Rule[None]:
        """Beat the total, pass through with a special, or take."""
        hand = t.hand[me]
        ways: dict[Play, Space[Any]] = {}
        if not t.bare:
            ways[CARDS] = EqualValue(self.equal_value, hand.pile, t.total)
        ways[SPECIAL] = OneCard(self.deck, self.playable_specials(t, hand))
        ways[TAKE] = NOTHING
        play, cards = yield from t.choose(me, "turn", ways)
        if play is TAKE:
            yield from self.take(t, me)
        elif play is SPECIAL:
            self.pass_through(t, me, cards)
        else:
            self.beat(t, me, cards)

    @clause("X-3")
    def beat(self, t: EscalationTable, me: Player, cards: Pile) -> None:
        """Ordinary cards of equal value, together worth more than the last total."""
        self.play_cards(t, me, cards)

    @clause("X-4")
    def pass_through(self, t: EscalationTable, me: Player, card: Pile) -> None:
        """A single 2 or 3 leaves the total; a 3 also reverses the direction."""
        t.move(card, t.hand[me], t.middle)
        if t.count(card, self.threes) == 1:
            t.direction = t.direction.reversed
        t.mover = t.next(me)

    @clause("X-5")
    def take(self, t: EscalationTable, me: Player) -> Rule[None]:
        """Take all played cards, not into the hand, and lead."""
        t.move(t.middle.pile, t.middle, t.taken[me])
        if t.reading("direction-after-taking") == "clockwise":
            t.direction = Direction.LEFT
        if t.reading("take-and-lead") == "same-turn":
            yield from self.lead(t, me)

    @clause("X-6")
    def refill(self, t: EscalationTable, me: Player) -> Rule[None]:
        """Draw up to a full hand while the stock lasts."""
        hand, stock = t.hand[me], t.stock
        missing = self.full_hand - hand.size
        if stock.size < missing:
            if stock.is_empty:
                return
            if t.reading("short-stock") == "draw-none":
                t.move(stock.pile, stock, t.aside)
                return
            missing = stock.size
        if missing > 0:
            yield from t.draw(stock, missing, hand)

    def close_turn(self, t: EscalationTable, me: Player) -> Rule[None]:
        if not self.wins_early(t, me):
            yield from self.refill(t, me)
        if t.hand[me].is_empty:
            yield from self.win(t, me)

    @clause("X-7")
    def win(self, t: EscalationTable, me: Player) -> Rule[None]:
        """Once the stock is empty, the first whose hand is empty after his turn wins at once."""
        self.settle(t, me)
        if t.round < self.rounds:
            t.round += 1
            t.dealer = me if t.reading("next-dealer") == "winner-deals" else t.left(t.dealer)
            yield from self.deal_hands(t)
        else:
            t.end({p: -t.balance(p) for p in t.players}, {p: t.balance(p) for p in t.players}, "hand empty")

    @clause("X-8")
    def settle(self, t: EscalationTable, winner: Player) -> None:
        """The others add their hands to what they have taken and pay the winner for every card."""
        if t.reading("middle-cards") == "next-player":
            t.move(t.middle.pile, t.middle, t.taken[t.next(winner)])
        for player in t.others(winner):
            t.move(t.hand[player].pile, t.hand[player], t.taken[player])
            t.pay(player, winner, self.rate * t.taken[player].size)

    # -- what the clauses share -------------------------------------------------------------------------

    def playable_specials(self, t: EscalationTable, hand: Place) -> Pile:
        """Reading last-card-special: a special may not be the last card of a hand, or it may."""
        specials = hand.only(self.specials)
        if t.reading("last-card-special") == "allowed":
            return specials
        return t.cards_if(t.negate(t.stock.is_empty & (hand.size == 1)), specials)

    def lead_special(self, t: EscalationTable, card: Pile) -> None:
        """Reading led-special: the total that a led special makes."""
        reading = t.reading("led-special")
        if reading == "own-rank":
            t.total = t.worth(card, self.own_rank)
        elif reading == "no-total":
            t.bare = True

    def play_cards(self, t: EscalationTable, me: Player, cards: Pile) -> None:
        t.total = t.worth(cards, self.equal_value)
        t.move(cards, t.hand[me], t.middle)
        t.mover = t.next(me)

    def wins_early(self, t: EscalationTable, me: Player) -> AnyTruth:
        """Reading empty-hand-early: whether an empty hand wins although there is a stock."""
        if t.reading("empty-hand-early") == "refill":
            return False
        return t.hand[me].is_empty & t.negate(t.stock.is_empty)

    # -- what the referee asks --------------------------------------------------------------------------

    def default_answer(self, choice: Choice) -> Any:
        """Take; otherwise the first way to lead."""
        taking = (TAKE, None)
        return taking if choice.space.admits(taking) else choice.space.nth(0)

    def forfeit(self) -> int:
        """As if every card of every round had to be paid for."""
        return self.rate * self.rounds * self.deck.total

    def payoff_bounds(self) -> tuple[int, int]:
        most = self.rate * self.rounds * self.deck.total
        return -most, most

    def appraise(self, t: EscalationTable, choice: Choice, answer: Any) -> Any:
        """The fewer plays are to be expected still, the better: a play sheds all cards of one value, or one special.
        Who takes leads in the same turn; the cards that he takes count a little."""
        play, cards = answer
        hand = t.hand[choice.player]
        size: Any = hand.size
        stock: Any = t.stock.size
        taken: Any = t.middle.size
        plays: Any = hand.count(self.specials)
        specials = plays
        kept = t.without(hand.pile, cards) if play is CARDS else hand.pile
        joining: Any = 0
        for group, whole in self.groups:
            number = t.count(kept, group)
            if number:
                plays += 1
                joining += whole - number
        if play is CARDS:
            return -self.expected(plays, joining, size, t.size(cards), stock)
        fewest = self.expected(plays - 1, joining, size, 1, stock) if specials else MANY
        if play is SPECIAL:
            return -fewest
        for group, whole in self.groups:
            number = t.count(kept, group)
            if number:
                fewest = min(fewest, self.expected(plays - 1, joining - (whole - number), size, number, stock))
        return -fewest - PLAY * taken // 20

    def expected(self, plays: Any, joining: Any, size: Any, played: Any, stock: Any) -> Any:
        """How many plays are to be expected, in millionths: those for what is kept, and one for each card that is drawn
        after so many were ``played`` from a hand of that ``size``, unless it is one of those that join what is kept."""
        unseen = self.deck.total - size + played
        return plays * PLAY + min(played, stock) * PLAY * (unseen - joining) // unseen

    def hand_number(self, t: EscalationTable) -> int:
        return t.round
