"""Fscking Ace. Read beside rulebook.md, in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from referee.games.fscking_ace.table import (
    ANOTHER_OR_ENOUGH,
    ENOUGH,
    JOKERS,
    RANKS,
    REGULAR_SUITS,
    SPADE_RANKS,
    STOP,
    STOP_OR_GO_ON,
    FsckingAceTable,
    doubled,
    pack_of,
)
from referee.kernel import (
    CLUBS,
    SPADES,
    Amount,
    AnyAmount,
    BadInput,
    Choice,
    Direction,
    Game,
    Kinds,
    Parameter,
    Pile,
    Player,
    Rule,
    Values,
    clause,
)

PLAYERS_A_PACK = 5
BONUS_A_PLAYER = 5
CENTS = 100


class FsckingAce(Game[FsckingAceTable]):
    """Turn up cards and stop in time: whoever turns up the ace of spades pays all the others."""

    name = "fscking-ace"
    title = "Fscking Ace"
    table_class = FsckingAceTable
    fewest_players, most_players = 3, 50
    parameters = (
        Parameter("rounds", 3, "rounds in a match", 1, 1000),
        Parameter("packs", 0, "packs shuffled together; 0: as many as A-1 says", 0, 20),
        Parameter("suits", tuple(REGULAR_SUITS), "suits without spades", words=tuple(REGULAR_SUITS)),
        Parameter("ranks", RANKS, "ranks of these suits", words=RANKS),
        Parameter("spades", SPADE_RANKS, "spades, the ace among them", words=SPADE_RANKS),
        Parameter("jokers", tuple(JOKERS), "jokers in a pack", words=tuple(JOKERS)),
    )

    def set_up(self) -> None:
        s = self.settings
        if "A" not in s["spades"]:
            raise BadInput(f"{self.name}: a round ends with the ace of spades: name A among the spades")
        self.packs: int = s["packs"] or (self.players - 1) // PLAYERS_A_PACK + 1
        self.rounds: int = s["rounds"]
        deck = self.deck = pack_of(s, self.packs, self.readings["extra-twos"])
        # Without an agreed number a match goes on for as long as nobody refuses.
        self.turn_cap = deck.total * (self.rounds if self.readings["match-end"] == "agreed-rounds" else 100)
        self.spades = deck.where(suit=SPADES)
        self.ace = deck.where(ranks=["A"], suit=SPADES)
        self.two_of_spades = deck.where(ranks=["2"], suit=SPADES)
        self.seven_of_spades = deck.where(ranks=["7"], suit=SPADES)
        self.two_of_clubs = deck.where(ranks=["2"], suit=CLUBS)
        self.joker_values = Values.by_rank(deck, JOKERS)
        self.regular = deck.all_kinds - self.spades - self.joker_values.kinds
        self.red_twos = (deck.where(ranks=["2"]) - self.spades) - self.two_of_clubs
        self.set_up_twos()

    def set_up_twos(self) -> None:
        """Reading red-two-scope: which regular cards every red two of their owner doubles, and which it does not."""
        scope = self.readings["red-two-scope"]
        self.twos_apart = Kinds(self.deck, ())
        if scope == "not-itself":
            self.twos_apart = self.red_twos
        elif scope == "twos-stay-one":
            self.twos_apart = self.red_twos | self.two_of_clubs
        self.doubled_by_all = self.regular - self.twos_apart
        self.most_red_twos = self.number_of(self.red_twos)
        self.most_twos_of_clubs = self.number_of(self.two_of_clubs)
        self.most_twos_of_spades = self.number_of(self.two_of_spades)

    def number_of(self, kinds: Kinds) -> int:
        return sum([self.deck.copies[index] for index in kinds.indices])

    # -- a round begins ---------------------------------------------------------------------------------

    def deal(self, t: FsckingAceTable) -> Rule[None]:
        if t.reading("first-dealer") == "first-seat":
            t.dealer = t.first_seat()
        else:
            t.dealer = yield from t.lot(t.players)
        yield from self.shuffle_pack(t)
        self.open_round(t, t.left(t.dealer))

    @clause("A-1")
    def shuffle_pack(self, t: FsckingAceTable) -> Rule[None]:
        """All cards are shuffled; nobody sees the card at the bottom."""
        t.gather(t.pack)
        yield from t.shuffle(t.pack)

    @clause("A-2")
    def open_round(self, t: FsckingAceTable, opener: Player) -> None:
        """The opener has the first turn, and play goes clockwise."""
        t.direction = Direction.LEFT
        t.mover = opener

    # -- a turn -----------------------------------------------------------------------------------------

    @clause("A-3")
    def step(self, t: FsckingAceTable) -> Rule[None]:
        """Turn up one card after the other, at least one, until a spade comes or the player stops."""
        me = t.mover
        for _ in range(self.deck.total):  # no pack lasts longer, and a proof sees the end
            card = yield from t.draw(t.pack, 1, t.turned)
            if t.count(card, self.spades) == 1:
                yield from self.end_with_spade(t, me, card)
                return
            word = yield from t.choose(me, "turn", STOP_OR_GO_ON)
            if word is STOP:
                self.score(t, me)
                t.mover = t.next(me)
                return

    def score(self, t: FsckingAceTable, me: Player) -> None:
        """A-4: the cards of this turn are laid before the player."""
        cards = t.turned.pile
        t.move(cards, t.turned, t.scored[me])
        if t.reading("doubling-time") == "cards-so-far":
            self.double_so_far(t, me, cards)

    @clause("A-4")
    def end_with_spade(self, t: FsckingAceTable, me: Player, card: Pile) -> Rule[None]:
        """A spade ends the turn, and the cards of this turn are discarded."""
        if t.count(card, self.ace) == 1:
            yield from self.end_round(t, me)
            return
        if t.reading("spade-wipes") == "whole-round":
            t.move(t.scored[me].pile, t.scored[me], t.discarded)
            t.doubled_so_far[me] = t.twos_so_far[me] = t.jokers_so_far[me] = 0  # kept 2♠ stay
        self.follow_spade(t, me, card)
        t.move(t.turned.pile, t.turned, t.discarded)
        t.mover = t.next(me)

    @clause("A-5")
    def follow_spade(self, t: FsckingAceTable, me: Player, card: Pile) -> None:
        """A 2♠ is kept, a 7♠ reverses the direction, 3♠ to 6♠ do nothing."""
        if t.count(card, self.two_of_spades) == 1:
            t.move(card, t.turned, t.kept[me])
            if t.reading("kept-two-of-spades") == "scored-card":
                t.kept_so_far[me] = t.kept_so_far[me] + 1
            if t.reading("turn-of-two-of-spades") == "kept":
                self.score(t, me)
        elif t.count(card, self.seven_of_spades) == 1:
            t.direction = t.direction.reversed

    @clause("A-6")
    def end_round(self, t: FsckingAceTable, loser: Player) -> Rule[None]:
        """The ace of spades ends the round, and who has turned it up is the loser."""
        t.move(t.turned.only(self.ace), t.turned, t.discarded)
        if t.reading("ace-turn-cards") == "scored":
            self.score(t, loser)
        else:
            t.move(t.turned.pile, t.turned, t.discarded)
        self.pay_cards(t, loser)
        self.pay_bonus(t, loser)
        opener = self.next_opener(t, loser)
        if (yield from self.match_is_over(t, opener)):
            agreed = t.reading("match-end") == "agreed-rounds"
            won = {player: t.balance(player) for player in t.players}
            t.end({p: -won[p] for p in t.players}, won, "rounds played" if agreed else "refused")
        else:
            t.round += 1
            self.forget_values(t)
            yield from self.shuffle_pack(t)
            self.open_round(t, opener)

    # -- what cards are worth ---------------------------------------------------------------------------

    @clause("A-7")
    def value(self, t: FsckingAceTable, player: Player) -> Amount:
        """A dollar for a regular card, five and ten for jokers; red twos double the first, 2♣ the second."""
        if t.reading("doubling-time") == "cards-so-far":
            return self.value_so_far(t, player)
        scored = t.scored[player]
        red_twos, twos_of_clubs = self.doublers(t, player)
        plain, apart = scored.count(self.doubled_by_all), scored.count(self.twos_apart)
        kept = self.worth_of_kept(t, player)
        if t.reading("red-two-scope") == "twos-stay-one":
            apart = apart + kept
        else:
            plain = plain + kept
        if t.reading("red-two-scope") == "not-itself":
            apart = doubled(t, apart, t.max0(red_twos - 1), self.most_red_twos)
        jokers = doubled(t, scored.worth(self.joker_values), twos_of_clubs, self.most_twos_of_clubs)
        return doubled(t, plain, red_twos, self.most_red_twos) + apart + jokers

    def worth_of_kept(self, t: FsckingAceTable, player: Player) -> AnyAmount:
        """Reading kept-two-of-spades: what the 2♠ kept by a player are worth before they are doubled."""
        return t.kept[player].size if t.reading("kept-two-of-spades") == "scored-card" else 0

    def doublers(self, t: FsckingAceTable, player: Player) -> tuple[Amount, Amount]:
        """Reading doublers-reach: how many red twos and how many 2♣ double the player's cards."""
        if t.reading("doublers-reach") == "owner":
            return t.scored[player].count(self.red_twos), t.scored[player].count(self.two_of_clubs)
        red_twos: Any = 0
        twos_of_clubs: Any = 0
        for each in t.players:
            red_twos = red_twos + t.scored[each].count(self.red_twos)
            twos_of_clubs = twos_of_clubs + t.scored[each].count(self.two_of_clubs)
        return red_twos, twos_of_clubs

    def value_so_far(self, t: FsckingAceTable, player: Player) -> Amount:
        worth: Any = t.doubled_so_far[player] + t.twos_so_far[player]
        return worth + t.jokers_so_far[player] + t.kept_so_far[player]  # type: ignore[no-any-return]

    def double_so_far(self, t: FsckingAceTable, me: Player, cards: Pile) -> None:
        """Reading doubling-time: the twos of this turn double what has been scored by its end, once."""
        red_twos, twos_of_clubs = t.count(cards, self.red_twos), t.count(cards, self.two_of_clubs)
        t.doubled_so_far[me] = t.doubled_so_far[me] + t.count(cards, self.doubled_by_all)
        t.jokers_so_far[me] = t.jokers_so_far[me] + t.worth(cards, self.joker_values)
        scope = t.reading("red-two-scope")
        for player in (me,) if t.reading("doublers-reach") == "owner" else t.players:
            t.doubled_so_far[player] = doubled(t, t.doubled_so_far[player], red_twos, self.most_red_twos)
            t.jokers_so_far[player] = doubled(t, t.jokers_so_far[player], twos_of_clubs, self.most_twos_of_clubs)
            if scope == "not-itself":
                t.twos_so_far[player] = doubled(t, t.twos_so_far[player], red_twos, self.most_red_twos)
            if scope != "twos-stay-one":
                t.kept_so_far[player] = doubled(t, t.kept_so_far[player], red_twos, self.most_red_twos)
        apart: AnyAmount = t.count(cards, self.twos_apart)
        if scope == "not-itself":
            apart = doubled(t, apart, t.max0(red_twos - 1), self.most_red_twos)
        t.twos_so_far[me] = t.twos_so_far[me] + apart

    def forget_values(self, t: FsckingAceTable) -> None:
        for player in t.players:
            t.doubled_so_far[player] = t.twos_so_far[player] = 0
            t.jokers_so_far[player] = t.kept_so_far[player] = 0

    # -- paying -----------------------------------------------------------------------------------------

    @clause("A-8")
    def pay_cards(self, t: FsckingAceTable, loser: Player) -> None:
        """The loser pays everybody the value of their cards and a dollar more; a kept 2♠ doubles it."""
        deducted = t.reading("losers-own-cards") == "deducted"
        for player in t.others(loser):
            worth = self.value(t, player)
            if deducted:
                worth = t.max0(worth - self.value(t, loser))
            if t.reading("doubled-losses") == "card-values":
                t.pay(loser, player, self.double_losses(t, loser, worth) + 1)
            else:
                t.pay(loser, player, self.double_losses(t, loser, worth + 1))

    def double_losses(self, t: FsckingAceTable, loser: Player, amount: Any) -> Any:
        """Reading several-twos-of-spades: an amount as the 2♠ that the loser has kept make it."""
        kept, how = t.kept[loser].size, t.reading("several-twos-of-spades")
        if how == "once":
            return t.if_else(kept > 0, 2 * amount, amount)
        if how == "compound":
            return doubled(t, amount, kept, self.most_twos_of_spades)
        together = amount
        for number in range(1, self.most_twos_of_spades + 1):
            together = together + t.if_else(kept >= number, amount, 0)
        return together

    @clause("A-9")
    def pay_bonus(self, t: FsckingAceTable, loser: Player) -> None:
        """Five dollars a player to whoever has the most scored cards; tied players share them."""
        sharing = self.who_shares(t, loser)
        if not sharing:
            return
        players = len(t.players) - (1 if t.reading("bonus-count") == "without-loser" else 0)
        share: Any = self.share(t, BONUS_A_PLAYER * players, len(sharing))
        payer = t.reading("bonus-payer")
        if payer == "bank":
            for player in sharing:
                t.pay(None, player, share)
        elif payer == "loser":
            self.pay_shares(t, loser, loser, sharing, share)
        else:
            payers = [player for player in t.players if player not in sharing]
            for each in payers:
                self.pay_shares(t, each, loser, sharing, in_parts(share, len(payers)))

    def who_shares(self, t: FsckingAceTable, loser: Player) -> Sequence[Player]:
        """Whoever has the most scored cards; readings nobody-scored, loser-on-top and loser-tied."""
        counted = t.reading("kept-two-of-spades") != "marker"
        numbers = {p: t.scored[p].size + t.kept[p].size if counted else t.scored[p].size for p in t.players}
        best = t.most_of(numbers, t.players)
        if numbers[best[0]] == 0:
            reading = t.reading("nobody-scored")
            return () if reading == "nobody" else t.players if reading == "all-players" else t.others(loser)
        if best == [loser]:
            reading = t.reading("loser-on-top")
            return () if reading == "nobody" else best if reading == "loser" else t.most_of(numbers, t.others(loser))
        if t.reading("loser-tied") == "others-share-all":
            return [player for player in best if player is not loser]
        return best

    def share(self, t: FsckingAceTable, bonus: int, among: int) -> int | Fraction:
        """Reading uneven-shares. What is no whole number of dollars is told to everybody."""
        share = in_parts(bonus, among)
        if isinstance(share, Fraction):
            reading = t.reading("uneven-shares")
            if reading != "exact":
                share = Fraction((floor if reading == "floor-cent" else ceil)(share * CENTS), CENTS)
            t.note("uneven share", bonus=bonus, players=among, share=share)
        return share

    def pay_shares(
        self, t: FsckingAceTable, payer: Player, loser: Player, sharing: Sequence[Player], share: int | Fraction
    ) -> None:
        """One payer pays everybody's share, or his part of it; what falls to himself is not paid."""
        due: Any = share
        if payer is loser and t.reading("doubled-losses") == "everything":
            due = self.double_losses(t, loser, share)
        for player in sharing:
            if player is not payer:
                t.pay(payer, player, due)

    # -- the next round ---------------------------------------------------------------------------------

    @clause("A-10")
    def next_opener(self, t: FsckingAceTable, loser: Player) -> Player:
        """Who would have followed the loser opens; the player on the right of him is the dealer."""
        if t.reading("next-opener") == "left-of-dealer":
            t.dealer = t.left(t.dealer)
            return t.left(t.dealer)
        opener = t.left(loser) if t.reading("who-would-follow") == "clockwise" else t.next(loser)
        t.dealer = t.right(opener)
        return opener

    @clause("A-11")
    def match_is_over(self, t: FsckingAceTable, opener: Player) -> Rule[bool]:
        """After the agreed number of rounds."""
        if t.reading("match-end") == "agreed-rounds":
            return t.round == self.rounds
        asked = opener
        while True:
            word = yield from t.choose(asked, "another round", ANOTHER_OR_ENOUGH, open=True)
            if word is ENOUGH:
                return True
            asked = t.left(asked)
            if asked is opener:
                return False

    # -- what the referee asks --------------------------------------------------------------------------

    def default_answer(self, choice: Choice) -> Any:
        """Stop, after a card as after a round."""
        return STOP if choice.space.admits(STOP) else ENOUGH

    def worst_loss(self) -> int:
        """What nobody loses more of in a round: one other player has scored everything, the loser kept every 2♠."""
        regular = self.number_of(self.regular)
        if self.readings["kept-two-of-spades"] == "scored-card":
            regular += self.most_twos_of_spades
        cards: int = regular * 2**self.most_red_twos
        cards += self.joker_values.worth(self.deck.whole) * 2**self.most_twos_of_clubs
        bonus = BONUS_A_PLAYER * self.players
        if self.readings["uneven-shares"] == "ceil-cent":
            bonus += 1  # less than a cent for each share
        factor: int = 2**self.most_twos_of_spades
        return factor * (cards + self.players - 1 + bonus)

    def forfeit(self) -> int:
        """As if every round were lost in the worst way."""
        return self.rounds * self.worst_loss()

    def payoff_bounds(self) -> tuple[int, int] | None:
        if self.readings["match-end"] != "agreed-rounds":
            return None
        most = self.rounds * self.worst_loss()
        return -most, most

    def hand_number(self, t: FsckingAceTable) -> int:
        return t.round


def in_parts(amount: int | Fraction, parts: int) -> int | Fraction:
    """An exact part; a whole number where it is one."""
    part = Fraction(amount, parts)
    return part.numerator if part.denominator == 1 else part
