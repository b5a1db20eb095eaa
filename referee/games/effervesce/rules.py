"""Effervesce. Read beside rulebook.md: here its beginning and a turn, E-1 to E-9.

What follows is in the base classes: ``challenge.py`` has E-10 to E-14 and E-20, ``jokers.py`` E-15 and E-16,
``claims.py`` E-3 and E-18, ``winning.py`` E-17 and E-19.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from referee.games.effervesce.outlook import Outlook
from referee.games.effervesce.table import (
    BLACK,
    PLAIN_VALUE,
    RED,
    VALUE,
    Check,
    EffervesceTable,
    Happening,
    Moment,
    Named,
    Ranking,
    suits_in_play,
)
from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    NO_PLAYER,
    BadInput,
    Deck,
    Direction,
    Event,
    Option,
    Parameter,
    Player,
    Rule,
    Truth,
    clause,
)

SUIT_NAMES = tuple(suit.name for suit in FRENCH_SUITS)
JOKERS = {"red": RED, "black": BLACK}


class Effervesce(Outlook):
    """Bring all thirteen ranks of one suit together, by trading, challenging and two jokers."""

    name = "effervesce"
    title = "Effervesce"
    table_class = EffervesceTable
    fewest_players, most_players = 2, 7
    parameters = (
        Parameter("packs", 2, "packs shuffled together, without their jokers", 1, 8),
        Parameter("suits", SUIT_NAMES, "suits in play, from high to low", words=SUIT_NAMES),
        Parameter("ranks", FRENCH_RANKS, "ranks in play, one of each to a full suit", words=FRENCH_RANKS),
        Parameter("jokers", tuple(JOKERS), "jokers in play, one of each", words=tuple(JOKERS)),
        Parameter("hand", 15, "cards dealt to each player", 3, 106),
        Parameter("sides", 6, "sides of each of the two dice", 1, 53),
    )

    def set_up(self) -> None:
        s = self.settings
        self.full_hand, self.sides = s["hand"], s["sides"]
        suits = [suit for suit in FRENCH_SUITS if suit.name in s["suits"]]
        self.deck = Deck.of(s["ranks"], suits, s["packs"], jokers={JOKERS[word]: 1 for word in s["jokers"]})
        self.full = len(s["ranks"])
        self.check_scale()
        self.turn_cap = 2000
        self.suits = suits_in_play(self.deck, s["suits"])
        self.red, self.black = self.deck.of_rank(RED), self.deck.of_rank(BLACK)
        self.rankings = {
            (order, jokers): Ranking.of(self.deck, value, suits=suits, jokers_highest=jokers == "highest")
            for order, value, suits in (
                ("as-in-challenge", VALUE, True),
                ("plain", PLAIN_VALUE, True),
                ("value-only", VALUE, False),
            )
            for jokers in ("lowest", "highest")
        }
        self.strength = self.strengths()

    def check_scale(self) -> None:
        """BadInput where the cards do not suffice, or a clause would lose its meaning."""
        if self.players * self.full_hand > self.deck.total:
            raise BadInput(f"{self.name}: {self.why_not_players()}: fewer players, smaller hands or more packs")
        if self.full_hand < self.full + 2:
            raise BadInput(
                f"{self.name}: a hand of {self.full_hand} has no room for a full suit of {self.full} and two "
                f"more cards: a hand of at least {self.full + 2}, or fewer ranks"
            )
        if 2 * self.sides > self.full_hand:
            raise BadInput(
                f"{self.name}: two dice of {self.sides} sides can show {2 * self.sides}, more than the "
                f"{self.full_hand} cards of a hand: fewer sides or larger hands"
            )

    def why_not_players(self) -> str:
        s = self.settings
        hand, total = s["hand"], s["packs"] * len(s["suits"]) * len(s["ranks"]) + len(s["jokers"])
        if self.players * hand <= total:
            return ""
        return f"{self.players} players × {hand} cards = {self.players * hand}, but there are {total} cards"

    def possible_scalars(self, t: EffervesceTable, player: Player) -> Mapping[str, Any]:
        """Between turns nothing is left of a trade; who was dealt a full suit follows from the hands."""
        moved = self.readings["win-check"] != "every-exchange"
        natural = {each: moved or bool(self.holds_natural_suit(t, each)) for each in t.players}
        return {
            "dealt_suit": [(bool(t.dealt_suits_wait and self.holds_full_suit(t, each)),) for each in t.players],
            "came_over": [(False, True) if natural[each] else (False,) for each in t.players],
        }

    # -- beginning --------------------------------------------------------------------------------------

    def deal(self, t: EffervesceTable) -> Rule[None]:
        yield from self.find_first_player(t)
        yield from t.happen(Happening.DEAL, t.mover, t.mover, [self.deal_hands])

    @clause("E-1")
    def deal_hands(self, t: EffervesceTable, deal: Event) -> Rule[None]:
        """Shuffle, fifteen cards each, the rest is the stock; a natural suit that was dealt wins at once."""
        yield from self.shuffle_and_deal(t)
        then = t.reading("deal-win")
        while then == "redeal" and self.somebody_shows_full_suit(t):
            yield from self.shuffle_and_deal(t)
        if then == "after-first-turn":
            t.dealt_suits_wait = True
            for player in t.players:
                t.dealt_suit[player] = self.holds_full_suit(t, player)
        else:
            yield from self.check(t, Check.DEAL)

    def shuffle_and_deal(self, t: EffervesceTable) -> Rule[None]:
        t.gather(t.stock)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, self.full_hand, t.hand[player])

    def somebody_shows_full_suit(self, t: EffervesceTable) -> bool:
        """Whoever was dealt one shows it: else the new deal alone would tell of it."""
        holding = {player: self.holds_full_suit(t, player) for player in t.players}
        for player, full_suit in holding.items():
            t.reveal_if(full_suit, t.hand[player].pile, player, why="full suit")
        return bool(self.anybody(holding))

    def holds_full_suit(self, t: EffervesceTable, player: Player) -> Truth:
        return self.holds_natural_suit(t, player) | self.holds_joker_suit(t, player)

    @clause("E-2")
    def find_first_player(self, t: EffervesceTable) -> Rule[None]:
        """A player drawn at random has the first turn; turns go to the right."""
        t.direction = Direction.RIGHT
        by_seat = t.reading("first-player") == "first-seat"
        t.mover = t.first_seat() if by_seat else (yield from t.lot(t.players))

    @clause("E-2")
    def go_on_to_next_player(self, t: EffervesceTable) -> None:
        """The turn goes to the right; who has to miss one is left out once."""
        t.mover = t.next(t.mover)
        while t.misses_turn[t.mover]:
            t.misses_turn[t.mover] = False
            t.mover = t.next(t.mover)

    # -- a turn -----------------------------------------------------------------------------------------

    def step(self, t: EffervesceTable) -> Rule[None]:
        yield from t.happen(Happening.TURN, t.mover, t.mover, [self.trade_until_done, self.end_turn])
        t.end_trade()

    def trade_until_done(self, t: EffervesceTable, turn: Event) -> Rule[None]:
        """Reading turn-after-cancel: the Black Joker ends the trade, and with it the turn or not."""
        trading = True
        while trading:
            cancelled = yield from t.happen(Happening.TRADE, t.mover, t.mover, [self.trade])
            t.end_trade()
            trading = cancelled is not None and t.reading("turn-after-cancel") == "declares-anew"

    def end_turn(self, t: EffervesceTable, turn: Event) -> Rule[None]:
        """Claims are made at the end of turns (E-18), and some readings examine hands only then (E-3)."""
        yield from self.check(t, Check.TURN_END)
        self.go_on_to_next_player(t)

    def trade(self, t: EffervesceTable, trade: Event) -> Rule[None]:
        me = t.mover
        yield from self.declare(t, me)
        yield from self.roll(t, me)
        if t.first_die == t.second_die:
            yield from self.doubles(t, me)
        else:
            yield from self.exchange(t, me)

    @clause("E-4")
    def declare(self, t: EffervesceTable, me: Player) -> Rule[None]:
        """Name the stock or another player."""
        options: list[Player | Option] = [Named.STOCK, *t.others(me)]
        named = yield from t.choose(me, "declare", options, open=True)
        if named is not Named.STOCK:
            t.declared = named
        yield from self.ask_for_jokers(t, Moment.DECLARED)
        if t.declared is not NO_PLAYER:
            yield from self.offer_challenge(t, "after-declaration")

    @clause("E-5")
    def roll(self, t: EffervesceTable, me: Player) -> Rule[None]:
        """Roll both dice; from now on the trade can be cancelled."""
        t.first_die, t.second_die = yield from t.roll(2, self.sides)
        if t.first_die != t.second_die:
            yield from self.ask_for_jokers(t, Moment.ROLLED)

    @clause("E-6")
    def doubles(self, t: EffervesceTable, me: Player) -> Rule[None]:
        """Whole hands are reshuffled in place of the exchange; a challenge made before the roll is void."""
        order = t.reading("doubles-and-trade")
        t.cancellable = True
        t.challenger = t.winner = NO_PLAYER
        if order == "trade-first":
            yield from self.ask_for_jokers(t, Moment.ROLLED)
            yield from self.exchange(t, me)
            t.challenger = t.winner = NO_PLAYER
            t.compared = False
        if (yield from self.reshuffle(t, me)) and order == "reshuffle-first":
            yield from self.ask_for_jokers(t, Moment.ROLLED)
            yield from self.exchange(t, me)

    def reshuffle(self, t: EffervesceTable, me: Player) -> Rule[bool]:
        """Involved players may cancel, then put their hands into the stock and draw fifteen cards each.

        Gives whether it took place; by the reading doubles-challenge a challenge can replace it.
        """
        yield from self.ask_for_jokers(t, Moment.DOUBLES)
        if t.declared is NO_PLAYER:
            yield from self.renew(t, (me,), self.full_hand)
        else:
            challenge = t.reading("doubles-challenge")
            if challenge != "not-allowed":
                yield from self.ask_for_challenge(t, challenge == "red-joker-only")
            if t.challenger is not NO_PLAYER:
                yield from self.settle_challenge(t, me, t.declared)
                return False
            yield from self.renew_both(t, me, t.declared)
        yield from self.check(t)
        return True

    def renew_both(self, t: EffervesceTable, me: Player, declared: Player) -> Rule[None]:
        """Reading doubles-shuffle: both hands go into the stock together, or one after the other."""
        how = t.reading("doubles-shuffle")
        if how == "joint":
            yield from self.renew(t, (me, declared), self.full_hand)
        else:
            for player in (me, declared) if how == "turn-player-first" else (declared, me):
                yield from self.renew(t, (player,), self.full_hand)

    def exchange(self, t: EffervesceTable, me: Player) -> Rule[None]:
        if t.declared is NO_PLAYER:
            yield from self.exchange_with_stock(t, me)
        else:
            yield from self.exchange_with_player(t, me, t.declared)

    @clause("E-7")
    def set_aside(self, t: EffervesceTable, me: Player) -> Rule[None]:
        """Pick as many cards as the total says and lay them face down, or what is missing of so many."""
        missing = t.total - t.given_short - t.aside[me].size
        if missing > 0:
            cards = yield from t.select(me, "set aside", t.hand[me].pile, missing)
            t.move(cards, t.hand[me], t.aside[me])

    @clause("E-8")
    def exchange_with_stock(self, t: EffervesceTable, me: Player) -> Rule[None]:
        """The set-aside cards are shuffled into the stock, and as many drawn from it."""
        yield from self.set_aside(t, me)
        yield from self.ask_for_jokers(t, Moment.SELECTED)
        t.move(t.aside[me].pile, t.aside[me], t.stock)
        yield from t.shuffle(t.stock)
        yield from t.draw(t.stock, t.total, t.hand[me])
        yield from self.check(t)

    @clause("E-9")
    def exchange_with_player(self, t: EffervesceTable, me: Player, declared: Player) -> Rule[None]:
        """Without a challenge the turn player draws cards blindly and gives the set-aside cards for them."""
        if t.challenger is not NO_PLAYER and t.winner is NO_PLAYER and t.total == 7:
            t.challenger = NO_PLAYER
        yield from self.offer_challenge(t, "after-roll")
        drawn = t.no_cards
        if t.challenger is NO_PLAYER:
            yield from self.set_aside(t, me)
            yield from self.ask_for_jokers(t, Moment.SELECTED)
            yield from self.offer_challenge(t, "after-selection")
        if t.challenger is NO_PLAYER:
            drawn = yield from t.pick(t.hand[declared].pile, t.total)
            yield from self.offer_challenge(t, "after-draw")
        if t.challenger is not NO_PLAYER:
            swapped = yield from self.settle_challenge(t, me, declared)
            if not swapped or not self.exchange_follows(t):
                return
            yield from self.set_aside(t, me)
            drawn = yield from t.pick(t.hand[declared].pile, t.total)
        t.move(drawn, t.hand[declared], t.hand[me])
        t.move(t.aside[me].pile, t.aside[me], t.hand[declared])
        yield from self.check(t)

    # -- what the referee asks --------------------------------------------------------------------------

    def forfeit(self) -> Fraction:
        """Nothing is paid; whoever does not win has 0."""
        return Fraction(0)

    def payoff_bounds(self) -> tuple[int, int]:
        return 0, 1
