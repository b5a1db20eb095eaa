"""The challenge, E-10 to E-14, and what keeps the hands equal, E-20."""

from __future__ import annotations

from typing import Any

from referee.games.effervesce.jokers import Jokers
from referee.games.effervesce.table import EffervesceTable, Moment, Number, Parts, Reply
from referee.kernel import (
    NO_PLAYER,
    NOTHING,
    Amount,
    AnyAmount,
    AnyTruth,
    Audience,
    OneCard,
    Pile,
    Player,
    Rule,
    Space,
    clause,
    everybody,
)


class Challenge(Jokers):
    """E-10 to E-14, E-20."""

    def offer_challenge(self, t: EffervesceTable, moment: str) -> Rule[None]:
        """Reading challenge-moment: when the declared player is asked."""
        if t.reading("challenge-moment") == moment:
            yield from self.ask_for_challenge(t, t.total == 7)

    @clause("E-10")
    def ask_for_challenge(self, t: EffervesceTable, only_with_red: AnyTruth) -> Rule[None]:
        """The declared player lets the trade happen or makes a challenge; on a 7 only with the Red Joker."""
        declared = t.declared
        ways: dict[Reply, Space[Any]] = {Reply.LET: NOTHING, Reply.CHALLENGE: NOTHING}
        if only_with_red:
            ways[Reply.CHALLENGE] = OneCard(self.deck, t.only(self.hand_of(t, declared), self.red))
        reply, joker = yield from t.choose(declared, "challenge", ways, open=True)
        if reply is Reply.CHALLENGE:
            t.challenger = declared
            if joker is not None:
                yield from self.play_red(t, declared, joker)
        yield from self.ask_for_jokers(t, Moment.REPLIED)

    def settle_challenge(self, t: EffervesceTable, me: Player, challenger: Player) -> Rule[bool]:
        """The comparison, unless a Red Joker has won already, and what the winner makes of it.

        Gives whether cards were swapped: not after a tie.
        """
        if t.winner is NO_PLAYER:
            yield from self.compare(t, me, challenger)
        if t.winner is NO_PLAYER:
            yield from self.tie(t, me, challenger)
            if t.winner is NO_PLAYER:
                return False
        done = False
        while not done:
            if t.winner is me:
                done = yield from self.turn_player_wins(t, me, challenger)
            else:
                done = yield from self.challenger_wins(t, me, challenger)
        return True

    @clause("E-11")
    def compare(self, t: EffervesceTable, me: Player, challenger: Player) -> Rule[None]:
        """Both contestants show the highest card of their hands, and the higher one wins."""
        shown = yield from self.show_cards(t, me, challenger)
        t.compared = True
        if shown[me] > shown[challenger]:
            t.winner = me
        elif shown[me] < shown[challenger]:
            t.winner = challenger
        if t.winner is not NO_PLAYER:
            yield from self.ask_for_jokers(t, Moment.COMPARED)

    def show_cards(self, t: EffervesceTable, me: Player, challenger: Player) -> Rule[dict[Player, Amount]]:
        """Readings showing-order and challenge-card: who is the first to show, and whether it is a choice."""
        ranking = self.rankings["as-in-challenge", "lowest"].card
        order = t.reading("showing-order")
        contestants = (challenger, me) if order == "challenger-first" else (me, challenger)
        if t.reading("challenge-card") == "highest-forced":
            for player in contestants:
                t.show_highest(self.hand_of(t, player), ranking, player, self.audience(t, player))
            return {player: t.highest(self.hand_of(t, player), ranking) for player in contestants}
        any_card = {player: OneCard(self.deck, self.hand_of(t, player)) for player in contestants}
        cards: dict[Player, Pile] = {}
        if order == "simultaneous":
            cards |= yield from t.together("show", any_card)
        for player in contestants:
            if order != "simultaneous":
                cards[player] = yield from t.choose(player, "show", any_card[player])
            t.reveal(cards[player], player, self.audience(t, player), why="comparison")
        return {player: t.worth(card, ranking) for player, card in cards.items()}

    def audience(self, t: EffervesceTable, shown_by: Player) -> Audience | tuple[Player, ...]:
        """Reading reveal-audience: who sees what a contestant shows."""
        if t.reading("reveal-audience") == "everybody":
            return everybody
        return (t.challenger if shown_by is t.mover else t.mover,)

    # -- the winner picks -------------------------------------------------------------------------------

    @clause("E-12")
    def turn_player_wins(self, t: EffervesceTable, me: Player, challenger: Player) -> Rule[bool]:
        """The challenger reveals; the turn player names a number and picks so many cards to take and to give.

        Gives whether the cards were swapped: not if a Red Joker was played before, which settles it anew.
        """
        number: Amount | None = None
        self.return_set_aside(t)
        if t.reading("dice-choice-moment") == "before-reveal":
            number = yield from self.name_number(t, me)
        self.reveal_hand(t, challenger)
        if (yield from self.ask_for_jokers(t, Moment.SHOWN)):
            return False
        if number is None:
            number = yield from self.name_number(t, me)
        taken = yield from self.choose_of(t, me, "take", self.parts_of(t, challenger), number, number)
        given = yield from self.choose_given(t, me, taken, number)
        t.reveal(taken.all, challenger, self.audience(t, challenger), why="picked")
        if (yield from self.ask_for_jokers(t, Moment.PICKED)):
            return False
        yield from self.swap(t, me, challenger, taken, given)
        return True

    def name_number(self, t: EffervesceTable, me: Player) -> Rule[Amount]:
        """Reading dice-choice: whether the turn player may name zero beside the dice and the total."""
        numbers = [Number.FIRST, Number.SECOND, Number.TOTAL]
        if t.reading("dice-choice") == "may-decline":
            numbers.append(Number.NONE)
        number = yield from t.choose(me, "number", numbers, open=True)
        if number is Number.FIRST:
            return t.first_die
        if number is Number.SECOND:
            return t.second_die
        return t.total if number is Number.TOTAL else t.size(t.no_cards)

    @clause("E-13")
    def challenger_wins(self, t: EffervesceTable, me: Player, challenger: Player) -> Rule[bool]:
        """The turn player reveals; the challenger swaps up to two cards and has up to five others replaced.

        Gives whether the cards were swapped: not if a Red Joker was played before, which settles it anew.
        """
        self.return_set_aside(t)
        self.reveal_hand(t, me)
        if (yield from self.ask_for_jokers(t, Moment.SHOWN)):
            return False
        least, gives = self.how_many_go_back(t)
        taken = yield from self.choose_of(t, challenger, "take", self.parts_of(t, me), least, 2)
        number = t.size(taken.all) if gives is None else gives
        given = yield from self.choose_given(t, challenger, taken, number)
        pointed_out: Parts | None = None
        which = t.reading("five-card-choice")
        if which == "before-swap":
            pointed_out = yield from self.point_out(t, me, challenger, taken)
        t.reveal(taken.all, me, self.audience(t, me), why="picked")
        if (yield from self.ask_for_jokers(t, Moment.PICKED)):
            return False
        yield from self.swap(t, challenger, me, taken, given)
        if pointed_out is None:
            but = Parts(t.no_cards, given.all) if which == "after-swap-not-given" else None
            pointed_out = yield from self.point_out(t, me, challenger, but)
        yield from self.replace_cards(t, me, pointed_out)
        return True

    @clause("E-20")
    def how_many_go_back(self, t: EffervesceTable) -> tuple[int, int | None]:
        """A winning challenger gives exactly as many cards as were taken, so that all hands stay equal.

        Gives the fewest that can be taken, and how many are given (None: as many as taken).
        """
        gives = t.reading("challenger-gives-back")
        if gives == "takes-exactly-two":
            return 2, 2
        return 0, 2 if gives == "always-two" else None

    def choose_given(self, t: EffervesceTable, winner: Player, taken: Parts, number: AnyAmount) -> Rule[Parts]:
        """Reading given-cards: whether cards just taken can be given."""
        own = self.parts_of(t, winner)
        if t.reading("given-cards") == "any-card":
            own = Parts(own.aside, own.others + taken.all)
        return (yield from self.choose_of(t, winner, "give", own, number, number))

    def point_out(self, t: EffervesceTable, me: Player, challenger: Player, but: Parts | None) -> Rule[Parts]:
        """Up to five cards of the turn player's hand, but not these."""
        cards = self.parts_of(t, me)
        if but is not None:
            cards = Parts(t.without(cards.aside, but.aside), t.without(cards.others, but.others))
        return (yield from self.choose_of(t, challenger, "point out", cards, 0, 5))

    def replace_cards(self, t: EffervesceTable, me: Player, cards: Parts) -> Rule[None]:
        """Cards pointed out are shuffled into the stock, and as many drawn."""
        t.move(cards.aside, t.aside[me], t.stock)
        t.move(cards.others, t.hand[me], t.stock)
        yield from t.shuffle(t.stock)
        yield from t.draw(t.stock, t.size(cards.all), t.hand[me])
        yield from self.check(t)

    def swap(self, t: EffervesceTable, winner: Player, loser: Player, taken: Parts, given: Parts) -> Rule[None]:
        self.hand_over(t, loser, taken, winner)
        self.hand_over(t, winner, given, loser)
        yield from self.check(t)

    def reveal_hand(self, t: EffervesceTable, loser: Player) -> None:
        t.reveal(self.hand_of(t, loser), loser, self.audience(t, loser), why="challenge lost")

    def return_set_aside(self, t: EffervesceTable) -> None:
        if not self.exchange_follows(t):
            self.put_back(t)

    def exchange_follows(self, t: EffervesceTable) -> bool:
        """Reading challenge-and-trade: whether the exchange of E-9 is still carried out after a swap."""
        return t.reading("challenge-and-trade") == "also-trade"

    # -- neither is higher ------------------------------------------------------------------------------

    @clause("E-14")
    def tie(self, t: EffervesceTable, me: Player, challenger: Player) -> Rule[None]:
        """The contestants exchange their whole hands, unless a joker is played before."""
        yield from self.ask_for_jokers(t, Moment.TIED)
        if t.winner is not NO_PLAYER:
            return
        self.put_back(t)
        contestants = (me, challenger)
        if t.reading("swapped-suit") == "former-holder":
            former = {player: self.holds_natural_suit(t, player) for player in contestants}
            if self.anybody(former):
                self.win(t, former)
        t.swap(t.hand[me], t.hand[challenger])
        for player in contestants:
            t.came_over[player] = self.holds_natural_suit(t, player)
        yield from self.check(t)
