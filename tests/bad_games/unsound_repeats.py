"""What a careless prover takes for known before a pass of a repeated rule, of bounds, of words and of cards.

Of each pair the first breaks its promise in some matches; the second, its sound twin, in none.
"""

from __future__ import annotations

from typing import Any

from referee.kernel import FRENCH_SUITS, NO_PLAYER, EqualValue, Player, Rule, Values, everybody, flag, row, value
from referee.verify import always, terminates
from tests.bad_games.small import Way
from tests.bad_games.unsound import Base, UnsoundTable
from tests.bad_games.unsound_paths import Closing


class MoreTable(UnsoundTable):
    show = row(seen_by=everybody)
    word: Any = value("x")
    last: Player = value(NO_PLAYER)
    seen = flag(False)


# -- passes ------------------------------------------------------------------------------------------------------


class ShuffledIn(Base):
    """Before cards are turned up those of the middle go back: a turn need not make the stock smaller."""

    table_class = MoreTable

    def step(self, t: Any) -> Rule[None]:
        if t.stock.is_empty:
            t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "stock empty")
            return
        self.prepare(t)
        yield from t.repeat(self.one, t.mover)
        if t.stock.is_empty:
            t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "stock empty")

    def prepare(self, t: Any) -> None:
        t.move(t.middle.pile, t.middle, t.stock)

    def one(self, t: Any, me: Player) -> Rule[Any]:
        yield from t.draw(t.stock, 1, t.middle)
        way = yield from t.choose(me, "on", list(Way))
        return (way is Way.HIGH) & (t.stock.size > 0)


class NotShuffledIn(ShuffledIn):
    def prepare(self, t: Any) -> None:
        pass

    def one(self, t: Any, me: Player) -> Rule[Any]:
        if t.stock.is_empty:
            return False
        yield from t.draw(t.stock, 1, t.middle)
        way = yield from t.choose(me, "on", list(Way))
        return way is Way.HIGH


@terminates("B-2")
def the_stock_becomes_smaller(t):
    return t.stock.size


class LaidOpen(Base):
    """A card lies in a row while others are turned up: not all of the pack lies in bags."""

    table_class = MoreTable
    closes = True

    def set_up(self) -> None:
        super().set_up()
        self.joker = self.deck.where(ranks=["5"], suit=FRENCH_SUITS[0])

    def turn(self, t: Any, me: Player) -> Rule[None]:
        if t.middle.holds(self.joker):
            t.move(self.deck.one[self.joker.indices[0]], t.middle, t.show)
            yield from t.repeat(self.one, me)
            t.closed = self.closes
            t.move(t.show.row, t.show, t.middle)
        else:
            yield from super().turn(t, me)

    def one(self, t: Any, me: Player) -> Rule[Any]:
        if t.stock.is_empty:
            return False
        yield from t.draw(t.stock, 1, t.middle)
        return t.stock.size > 0


class LaidOpenInVain(LaidOpen):
    closes = False


class PutThere(Base):
    """A card is put into a hand as no operation of the table does it."""

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from super().turn(t, me)
        self.put(t, me)
        t.closed = t.hand[me].size + t.hand[t.next(me)].size + t.middle.size + t.stock.size != t.deck.total

    def put(self, t: Any, me: Player) -> None:
        hand = t.hand[me]
        hand.restore(t.stock.pile)


class MovedThere(PutThere):
    def put(self, t: Any, me: Player) -> None:
        t.move(t.middle.pile, t.middle, t.stock)


# -- bounds -------------------------------------------------------------------------------------------------------


class Following(Base):
    """Nobody has two turns running, which a proof works out on several ways, the first of them impossible."""

    table_class = MoreTable

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from super().turn(t, me)
        t.last = me
        t.mover = t.next(me)


@always("B-2")
def turns_alternate(t):
    return t.last is not t.mover


@terminates("B-2")
def every_turn_takes_a_card(t):
    return t.stock.size + t.if_else(t.outcome is None, 1, 0)


# -- words --------------------------------------------------------------------------------------------------------


class Low(Closing):
    """Which word it is was compared with another one, and not asked."""

    table_class = MoreTable

    def closes(self, t: Any, me: Player) -> Any:
        return t.if_else(t.hand[me].holds(self.low), "low", "high") == "low"

    def either(self, t: Any, me: Player, yes: Any, no: Any) -> Any:
        return t.if_else(t.hand[me].holds(self.low), yes, no)


class NeitherLow(Low):
    def closes(self, t: Any, me: Player) -> Any:
        return t.if_else(t.hand[me].holds(self.low), "low", "high") not in ("low", "high")


class Nothing(Low):
    def closes(self, t: Any, me: Player) -> Any:
        return self.either(t, me, None, 1) is None


class Somebody(Low):
    def closes(self, t: Any, me: Player) -> Any:
        return self.either(t, me, me, t.next(me)) is me


class Nobody(Low):
    def closes(self, t: Any, me: Player) -> Any:
        return self.either(t, me, me, t.next(me)) is NO_PLAYER


class AWay(Low):
    def closes(self, t: Any, me: Player) -> Any:
        return self.either(t, me, Way.LOW, Way.HIGH) is Way.LOW


class APair(Low):
    def closes(self, t: Any, me: Player) -> Any:
        return t.if_else(t.hand[me].holds(self.low), (1, 2), (2, 1)) == (1, 2)


class ATruth(Low):
    def closes(self, t: Any, me: Player) -> Any:
        return t.if_else(t.hand[me].holds(self.low), True, t.stock.is_empty)


class APile(Low):
    def closes(self, t: Any, me: Player) -> Any:
        return t.count(t.if_else(t.hand[me].holds(self.low), t.hand[me].pile, t.middle.pile), self.low) > 0


class AKey(Low):
    def closes(self, t: Any, me: Player) -> Any:
        return {"low": True, "high": False}[t.if_else(t.hand[me].holds(self.low), "low", "high")]


class NoKey(Low):
    def closes(self, t: Any, me: Player) -> Any:
        return {"low": False, "high": False}[t.if_else(t.hand[me].holds(self.low), "low", "high")]


class SharesCompared(Low):
    def closes(self, t: Any, me: Player) -> Any:
        share = t.algebra.share(t.hand[me].size)
        return t.if_else(t.hand[me].holds(self.low), share, 0) != t.if_else(t.stock.is_empty, share, 0)


# -- cards --------------------------------------------------------------------------------------------------------


class Worthless(Base):
    """One card that is worth less than nothing may be worth more than two of them."""

    def set_up(self) -> None:
        super().set_up()
        self.debts = Values(self.deck, dict.fromkeys(range(len(self.deck.cards)), -5))
        self.above = -6

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        way, cards = yield from t.choose(me, "lay", self.ways(t, me))
        t.move(cards, t.hand[me], t.middle)
        t.closed = way is Way.LOW

    def ways(self, t: Any, me: Player) -> Any:
        high = EqualValue(self.debts, t.hand[me].pile, -1000)
        return {Way.HIGH: high, Way.LOW: EqualValue(self.debts, t.hand[me].pile, self.above)}


class WorthTooLittle(Worthless):
    def set_up(self) -> None:
        super().set_up()
        self.above = -5


class OneByName(Base):
    """A certain card goes from bag to bag."""

    def set_up(self) -> None:
        super().set_up()
        self.two = self.deck.where(ranks=["2"], suit=FRENCH_SUITS[0])

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from super().turn(t, me)
        card: Any = self.deck.one[self.two.indices[0]]
        if self.finds(t):
            t.move(card, t.middle, t.stock)
            t.closed = t.count(card, self.two) + t.worth(card, Values(self.deck, {self.two.indices[0]: 3})) != 4
            yield from t.select(me, "of one", card, 1)

    def finds(self, t: Any) -> Any:
        return t.middle.holds(self.two)


class OneByNameBlindly(OneByName):
    def finds(self, t: Any) -> Any:
        return True
