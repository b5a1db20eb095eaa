"""The jokers: E-15, E-16, and the set-aside cards that they may be played from (E-7)."""

from __future__ import annotations

from typing import Any

from referee.games.effervesce.claims import Claims
from referee.games.effervesce.table import EffervesceTable, JokerPlay, Moment, Parts
from referee.kernel import (
    NO_PLAYER,
    NOTHING,
    AnyAmount,
    Kinds,
    OneCard,
    Pile,
    Player,
    Rule,
    Selection,
    Space,
    clause,
)


class Jokers(Claims):
    """E-15, E-16."""

    # -- the windows ------------------------------------------------------------------------------------

    def ask_for_jokers(self, t: EffervesceTable, moment: Moment) -> Rule[bool]:
        """Something new has happened: a joker may be played, and once one is carried out, another.

        All are asked who might hold one, whatever they do hold. Gives whether a Red Joker was played; a Black
        Joker ends the trade.
        """
        if t.reading("cancel-window-start") == moment.value:
            t.cancellable = True
        played, asking = False, True
        while asking:
            asking = False
            red, black = self.red_is_open(t, moment), self.black_is_open(t, moment)
            for player in self.whom_to_ask(t, red) if red or black else ():
                ways = self.ways_to_play(t, player, red, black)
                joker, card = yield from t.choose(player, "joker", ways, open=True)
                if joker is JokerPlay.BLACK:
                    yield from self.cancel(t, player, card)
                elif joker is JokerPlay.RED:
                    yield from self.play_red(t, player, card)
                    played = asking = True
                    break
        return played

    def whom_to_ask(self, t: EffervesceTable, red: bool) -> tuple[Player, ...]:
        """Readings joker-priority and red-joker-user: who is asked, and in which order."""
        me, declared = t.mover, t.declared
        if declared is NO_PLAYER:
            return (me,)
        involved = (declared, me) if t.reading("joker-priority") == "challenger-first" else (me, declared)
        if red and t.reading_or("red-joker-user", "any-holder-names-winner") != "contestants":
            return involved + tuple(player for player in t.others(me) if player is not declared)
        return involved

    def ways_to_play(self, t: EffervesceTable, player: Player, red: bool, black: bool) -> dict[JokerPlay, Space[Any]]:
        cards = self.hand_of(t, player)
        ways: dict[JokerPlay, Space[Any]] = {JokerPlay.NONE: NOTHING}
        if red:
            ways[JokerPlay.RED] = OneCard(self.deck, t.only(cards, self.red))
        if black and (player is t.mover or player is t.declared):
            playable = t.no_cards if t.received_late[player] else t.only(cards, self.black)
            ways[JokerPlay.BLACK] = OneCard(self.deck, playable)
        return ways

    def red_is_open(self, t: EffervesceTable, moment: Moment) -> bool:
        """Readings tie-reply and red-joker-window: whether the window of the Red Joker is open."""
        if t.challenger is NO_PLAYER or t.passes:
            # Nothing is left to win once a Red Joker has won the challenge, so a turn comes to its end.
            return False
        if moment is Moment.TIED:
            return t.reading("tie-reply") == "both"
        window = t.reading("red-joker-window")
        if moment is Moment.PICKED:
            return window == "until-exchange"
        return window != "before-comparison" or not t.compared

    def black_is_open(self, t: EffervesceTable, moment: Moment) -> bool:
        """What can be cancelled, and for how long: tie-reply, doubles-cancel and the readings named below."""
        if moment is Moment.TIED:
            return t.reading("tie-reply") != "none"
        if moment is Moment.DOUBLES:
            return t.reading("doubles-cancel") == "allowed"
        if not t.cancellable:
            return False
        if t.declared is NO_PLAYER and t.reading("stock-exchange-cancel") == "not-a-trade":
            return False
        if t.compared and t.reading("cancel-after-comparison") == "not-allowed":
            return False
        return moment is not Moment.PICKED or t.reading("cancel-after-selection") == "allowed"

    # -- the Red Joker ----------------------------------------------------------------------------------

    @clause("E-15")
    def play_red(self, t: EffervesceTable, user: Player, joker: Pile) -> Rule[None]:
        """Everybody passes two cards to the left; the joker goes into the stock; its user draws and wins."""
        self.lay_open(t, user, joker, self.red)
        yield from self.pass_cards(t, user)
        yield from self.check(t)
        yield from self.replace_joker(t, user)
        yield from self.check(t)
        t.winner = user
        if user is not t.mover and user is not t.challenger:
            t.winner = yield from self.name_winner(t, user)

    def name_winner(self, t: EffervesceTable, user: Player) -> Rule[Player]:
        """Reading red-joker-user: a user who is no contestant names the one who wins; or there is no rule."""
        t.reading("red-joker-user")
        return (yield from t.choose(user, "winner", [t.mover, t.challenger], open=True))  # type: ignore[no-any-return]

    def pass_cards(self, t: EffervesceTable, user: Player) -> Rule[None]:
        """Reading pass-order: all choose two cards on the state before and pass jointly, or one by one."""
        order = t.everyone_from(user)
        passes = dict.fromkeys(order, 2)
        passes[user] = yield from self.how_many_beside_joker(t, user)
        if t.reading("pass-order") == "in-turn-order":
            for player in order:
                hand = self.parts_of(t, player)
                number = t.lesser(passes[player], t.size(hand.all))
                cards = yield from self.choose_of(t, player, "pass", hand, number, number)
                self.pass_left(t, player, cards)
            return
        aside, spaces = t.no_cards, {}
        for player in order:
            hand = self.parts_of(t, player)
            number = t.lesser(passes[player], t.size(hand.all))
            if player is t.mover:
                aside = yield from self.choose_of_aside(t, player, "pass", hand, number, number)
                number = number - t.size(aside)
            spaces[player] = Selection(self.deck, hand.others, number, number)
        chosen = yield from t.together("pass", spaces)
        for player in order:
            self.pass_left(t, player, Parts(aside if player is t.mover else t.no_cards, chosen[player]))

    def how_many_beside_joker(self, t: EffervesceTable, user: Player) -> Rule[int]:
        """Reading red-joker-passed: the user may pass the open joker as one of the two cards.

        It need not be moved then: it is taken out of the neighbour's hand at once.
        """
        if t.reading("red-joker-passed") == "passable":
            options = [JokerPlay.NONE, JokerPlay.RED]
            if (yield from t.choose(user, "pass the joker", options)) is JokerPlay.RED:
                return 1
        return 2

    def pass_left(self, t: EffervesceTable, player: Player, cards: Parts) -> None:
        """Reading passed-black-joker: a Black Joker that comes with a pass may be too late for this trade."""
        neighbour = t.left(player)
        self.hand_over(t, player, cards, neighbour)
        t.passes += ((player, cards.all),)
        if t.reading("passed-black-joker") == "not-this-trade":
            came = t.count(cards.all, self.black) == 1
            t.received_late[neighbour] = t.received_late[neighbour] | came

    # -- the Black Joker --------------------------------------------------------------------------------

    @clause("E-16")
    def cancel(self, t: EffervesceTable, user: Player, joker: Pile) -> Rule[None]:
        """The trade is void; the joker goes into the stock, its user draws a card, set-aside cards return."""
        self.lay_open(t, user, joker, self.black)
        self.put_back(t)
        drawn = yield from self.replace_joker(t, user)
        self.undo_passes(t, drawn)
        yield from self.check(t)
        t.stop(t.event, True)

    def undo_passes(self, t: EffervesceTable, drawn: Pile) -> None:
        """Reading cancel-undoes-pass: what was passed stays or goes back, ``drawn`` for the Black Joker."""
        if t.reading("cancel-undoes-pass") == "pass-stays":
            return
        for player, passed in reversed(t.passes):
            cards = passed - t.only(passed, self.black)
            if t.count(passed, self.black) == 1:
                cards += drawn
            t.move(cards, t.hand[t.left(player)], t.hand[player])

    # -- a joker that is played, and the set-aside cards ------------------------------------------------

    def lay_open(self, t: EffervesceTable, user: Player, joker: Pile, kind: Kinds) -> None:
        """E-7, reading joker-from-selection: if it is one of the set-aside cards, these go back first."""
        if t.aside[user].holds(kind):
            t.move(joker, t.aside[user], t.open_joker)
            how = t.reading("joker-from-selection")
            if how == "returned-first":
                self.put_back(t)
            elif how == "one-short":
                t.given_short += 1
        else:
            t.move(joker, t.hand[user], t.open_joker)

    def replace_joker(self, t: EffervesceTable, user: Player) -> Rule[Pile]:
        """An open joker is shuffled into the stock, and its user draws one card."""
        t.move(t.open_joker.pile, t.open_joker, t.stock)
        yield from t.shuffle(t.stock)
        return (yield from t.draw(t.stock, 1, t.hand[user]))

    # -- choosing of a hand a part of which may be set aside --------------------------------------------

    def choose_of(
        self, t: EffervesceTable, chooser: Player, ask: str, cards: Parts, least: AnyAmount, most: AnyAmount
    ) -> Rule[Parts]:
        """From ``least`` to ``most`` of those cards: of the set-aside ones first, then of the others."""
        aside = yield from self.choose_of_aside(t, chooser, ask, cards, least, most)
        number = t.size(aside)
        others = yield from t.select(chooser, ask, cards.others, t.max0(least - number), most - number)
        return Parts(aside, others)

    def choose_of_aside(
        self, t: EffervesceTable, chooser: Player, ask: str, cards: Parts, least: AnyAmount, most: AnyAmount
    ) -> Rule[Pile]:
        """Those among the set-aside ones; where there are none, nobody is asked."""
        number = t.size(cards.aside)
        if number == 0:
            return t.no_cards
        fewest = t.max0(least - t.size(cards.others))
        ask = f"{ask} of the set-aside cards"
        return (yield from t.select(chooser, ask, cards.aside, fewest, t.lesser(most, number)))

    def hand_over(self, t: EffervesceTable, giver: Player, cards: Parts, taker: Player) -> None:
        if giver is t.mover:
            t.move(cards.aside, t.aside[giver], t.hand[taker])
        t.move(cards.others, t.hand[giver], t.hand[taker])
