"""Texas hold'em. Read beside rulebook.md, in the same order."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    NOTHING,
    AnyAmount,
    AnyTruth,
    Arms,
    BadInput,
    Deck,
    Game,
    Number,
    Parameter,
    Pile,
    Player,
    Rule,
    clause,
)

from .hands import best_five
from .table import HoldemTable, Phase, Round, Way

MOST_RAISES = 4
NEXT = ((Round.PREFLOP, Round.FLOP), (Round.FLOP, Round.FOURTH_STREET), (Round.FOURTH_STREET, Round.RIVER))


class Holdem(Game[HoldemTable]):
    """Bet on the best five of seven cards."""

    name = "holdem"
    title = "Texas hold'em"
    table_class = HoldemTable
    fewest_players, most_players = 2, 6
    parameters = (
        Parameter("chips", 20, "chips of the dealer", 1),
        Parameter("more", 10, "how many more each next player has"),
        Parameter("small", 1, "the small blind", 1),
        Parameter("big", 2, "the big blind", 1),
        Parameter("limit", 0, "1 where there is a limit", 0, 1),
        Parameter("hand", 2, "cards in a hand", 1, 2),
        Parameter("flop", 3, "cards of the flop", 1, 3),
        Parameter("ranks", FRENCH_RANKS, "ranks in the pack", words=FRENCH_RANKS),
    )

    def set_up(self) -> None:
        self.chips: int = self.settings["chips"]
        self.more: int = self.settings["more"]
        self.small: int = self.settings["small"]
        self.big: int = self.settings["big"]
        self.has_limit = self.settings["limit"] == 1
        self.cards_in_hand: int = self.settings["hand"]
        self.new_cards = {Round.FLOP: self.settings["flop"], Round.FOURTH_STREET: 1, Round.RIVER: 1}
        self.deck = Deck.of(self.settings["ranks"], FRENCH_SUITS)
        if self.small > self.big:
            raise BadInput(f"{self.name}: the small blind is no higher than the big one")
        if self.cards_in_hand * self.players + self.settings["flop"] + 2 > self.deck.total:
            raise BadInput(f"{self.name}: there are only {self.deck.total} cards")
        self.in_all = sum([self.chips + self.more * number for number in range(self.players)])
        self.turn_cap = (self.in_all + 5) * (self.players + 1)
        self.of_rank = tuple([self.deck.where(condition=lambda card, r=rank: card.rank == r) for rank in FRENCH_RANKS])
        self.of_suit = tuple([self.deck.of_suit(suit) for suit in FRENCH_SUITS])

    def deal(self, t: HoldemTable) -> Rule[None]:
        t.dealer = yield from t.lot(t.players, seen_by=t.players)
        self.bring_chips(t)
        yield from self.deal_hands(t)
        self.put_in_blinds(t)

    @clause("TH-1")
    def bring_chips(self, t: HoldemTable) -> None:
        """The dealer has the fewest."""
        t.mover = t.dealer
        for number, player in enumerate(t.everyone_from(t.dealer)):
            t.brought[player] = t.chips[player] = self.chips + number * self.more

    @clause("TH-2")
    def deal_hands(self, t: HoldemTable) -> Rule[None]:
        """Two cards that nobody else sees."""
        yield from t.shuffle(t.stock)
        for player in self.from_the_left(t, t.dealer):
            yield from t.draw(t.stock, self.cards_in_hand, t.hand[player])

    def from_the_left(self, t: HoldemTable, player: Player) -> tuple[Player, ...]:
        """Everybody from the left of a player on, himself last."""
        return (*t.others(player), player)

    @clause("TH-3")
    def put_in_blinds(self, t: HoldemTable) -> None:
        """The dealer puts in the small one of two players."""
        small = t.dealer if self.players == 2 else t.left(t.dealer)
        self.put_in(t, small, self.small)
        self.put_in(t, t.left(small), self.big)
        t.least_raise, t.raises = self.big, 1
        self.give_turn(t, t.left(small))

    def put_in(self, t: HoldemTable, player: Player, number: AnyAmount) -> None:
        """So many chips, or all that he has."""
        there = t.lesser(number, t.chips[player])
        t.chips[player] = t.chips[player] - there
        t.put[player] = t.put[player] + there

    def step(self, t: HoldemTable) -> Rule[None]:
        if t.phase is Phase.BET:
            yield from self.turn(t)
        elif t.phase is Phase.DEAL:
            yield from self.deal_board(t)
        elif t.phase is Phase.SHOW:
            self.show_hands(t)
        else:
            self.pay_pot(t)

    @clause("TH-4")
    def turn(self, t: HoldemTable) -> Rule[None]:
        """Fold, put in what is missing, or more."""
        me, missing = t.mover, self.most_put(t) - t.put[t.mover]
        ways = {Way.FOLD: NOTHING, Way.CALL: NOTHING} if missing > 0 else {Way.CHECK: NOTHING}
        way, number = yield from t.choose(
            me, "turn", Arms({**ways, Way.RAISE: self.raise_by(t, me, missing)}), open=True
        )
        if way is Way.FOLD:
            t.folded[me] = True
        else:
            self.put_in(t, me, missing)
        if way is Way.RAISE:
            self.put_in(t, me, number)
            self.answers(t, me, number)
        t.acted[me] = True
        self.give_turn(t, me)

    def most_put(self, t: HoldemTable) -> AnyAmount:
        """As much as anybody has put in."""
        most: AnyAmount = 0
        for player in t.players:
            most = t.greater(most, t.put[player])
        return most

    @clause("TH-5")
    def raise_by(self, t: HoldemTable, me: Player, missing: AnyAmount) -> Number:
        """As much as the last raise, or all; where there is a limit no more."""
        most = t.if_else(t.acted[me], 0, t.max0(t.chips[me] - missing))
        if self.has_limit:
            most = t.if_else(t.raises < MOST_RAISES, t.lesser(most, t.least_raise), 0)
        return Number(t.greater(1, t.lesser(t.least_raise, most)), most)

    @clause("TH-6")
    def answers(self, t: HoldemTable, me: Player, number: AnyAmount) -> None:
        """Everybody else acts once more, unless the raise was too low."""
        full = (number >= t.least_raise) | (t.reading("low-raise") == "yes")
        for player in t.others(me):
            t.acted[player] = t.acted[player] & t.negate(full)
        t.least_raise = t.greater(number, t.least_raise)
        t.raises = t.raises + 1

    @clause("TH-7", "TH-9")
    def give_turn(self, t: HoldemTable, last: Player) -> None:
        """To the next who has to act; if nobody has, the round is over."""
        if sum([t.if_else(t.folded[player], 0, 1) for player in t.players]) == 1:
            t.phase = Phase.PAY
            return
        rivals = sum([t.if_else(self.may_bet(t, player), 1, 0) for player in t.players])
        for player in self.from_the_left(t, last):
            answers = (t.put[player] < self.most_put(t)) | (t.negate(t.acted[player]) & (rivals > 1))
            if self.may_bet(t, player) & answers:
                t.mover, t.phase = player, Phase.BET
                return
        t.phase = Phase.SHOW if t.round is Round.RIVER else Phase.DEAL

    def may_bet(self, t: HoldemTable, player: Player) -> AnyTruth:
        return t.negate(t.folded[player]) & (t.chips[player] > 0)

    @clause("TH-8")
    def deal_board(self, t: HoldemTable) -> Rule[None]:
        """Three cards, then one, then one more."""
        t.round = next(after for before, after in NEXT if before is t.round)
        yield from t.draw(t.stock, self.new_cards[t.round], t.board)
        late = t.round in (Round.FOURTH_STREET, Round.RIVER)
        t.least_raise, t.raises = 2 * self.big if self.has_limit and late else self.big, 0
        for player in t.players:
            t.acted[player] = False
        self.give_turn(t, t.dealer)

    @clause("TH-10")
    def show_hands(self, t: HoldemTable) -> None:
        """Everybody who has not folded."""
        for player in t.players:
            t.move(t.cards_if(t.negate(t.folded[player]), t.hand[player].pile), t.hand[player], t.shown[player])
            t.strength[player] = t.if_else(t.folded[player], 0, self.best_hand(t, t.shown[player].pile + t.board.pile))
        t.phase = Phase.PAY

    @clause("TH-11")
    def best_hand(self, t: HoldemTable, cards: Pile) -> AnyAmount:
        """The best five as a number, the higher the better."""
        return best_five(t, cards, self.of_rank, self.of_suit)

    @clause("TH-12")
    def pay_pot(self, t: HoldemTable) -> None:
        """The next pot: what is above those that are paid, as far as whoever put in least of it."""
        top, below = self.most_put(t), t.paid_up_to
        for player in t.players:
            top = t.if_else(t.put[player] > below, t.lesser(top, t.put[player]), top)
        pot = sum([t.lesser(t.put[player], top) - t.lesser(t.put[player], below) for player in t.players])
        before = {player: t.chips[player] for player in t.players}
        best: AnyAmount = 0
        inside = {player: t.negate(t.folded[player]) & (t.put[player] >= top) for player in t.players}
        for player in t.players:
            best = t.greater(best, t.if_else(inside[player], t.strength[player], 0))
        self.split(t, pot, {player: inside[player] & (t.strength[player] == best) for player in t.players})
        t.note("pot", chips=pot, to=tuple([t.chips[player] - before[player] for player in t.players]))
        t.paid_up_to = top
        if top == self.most_put(t):
            self.finish(t)

    @clause("TH-13")
    def split(self, t: HoldemTable, pot: AnyAmount, wins: Mapping[Player, AnyTruth]) -> None:
        """The same for each winner; what is left for the first ones from the left of the dealer on."""
        number = sum([t.if_else(win, 1, 0) for win in wins.values()])
        for parts in range(1, self.players + 1):
            if number == parts:
                left, each_one = pot % parts, 1 if t.reading("odd-chips") == "each" else parts
                for player in self.from_the_left(t, t.dealer):
                    odd = t.if_else(wins[player], t.lesser(left, each_one), 0)
                    t.chips[player] = t.chips[player] + t.if_else(wins[player], pot // parts, 0) + odd
                    left = left - odd
                return

    @clause("TH-14")
    def finish(self, t: HoldemTable) -> None:
        """Whoever has won most."""
        won = {player: t.chips[player] - t.brought[player] for player in t.players}
        t.end({player: -won[player] for player in t.players}, won, "showdown" if t.round is Round.RIVER else "alone")

    # -- what the referee asks ----------------------------------------------------------------------------

    def forfeit(self) -> int:
        return 0

    def payoff_bounds(self) -> tuple[int, int]:
        return self.chips - self.in_all, self.in_all - self.chips
