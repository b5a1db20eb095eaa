"""Games that a careless prover would prove too much of. Their text can be run; each stands beside a sound twin."""

from __future__ import annotations

from functools import partial
from itertools import count
from types import SimpleNamespace
from typing import Any

from referee.kernel import FRENCH_SUITS, NO_PLAYER, Player, Rule, flag, value
from referee.verify import always, equal, every, never, terminates, turns_end
from tests.bad_games.small import Small, SmallTable, Way
from tests.prove.elsewhere import COUNTED, number_of, remember, remembered


class UnsoundTable(SmallTable):
    held = flag(False)
    """What was found out of the mover's hand in this turn."""
    before_me = value(NO_PLAYER)


class Base(Small):
    """A card is drawn and one laid down, by one and the same player."""

    table_class = UnsoundTable

    def step(self, t: Any) -> Rule[None]:
        if t.stock.is_empty:
            t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "stock empty")
            return
        yield from self.turn(t, t.mover)

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from self.draw_one(t, me)
        yield from self.lay_one(t, me)


@always("B-2")
def hands_are_full(t):
    """Everybody holds two cards."""
    return every(t, (t.hand[player].size == 2 for player in t.players))


# -- the game object changes --------------------------------------------------------------------------------


class MutableGame(Base):
    """The second turn, whoever follows it, is another one than the first."""

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from super().turn(t, me)
        COUNTED.append(1)
        t.laid = number_of(COUNTED) % 2

    def deal(self, t: Any) -> Rule[None]:
        COUNTED.clear()
        yield from super().deal(t)


class SteadyGame(Base):
    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from super().turn(t, me)
        t.laid = 1 - t.laid


@always("B-2")
def laid_is_nought_or_one(t):
    """What is counted is taken modulo two."""
    return (t.laid >= 0) & (t.laid <= 1)


# -- who played last is remembered beside the table ----------------------------------------------------------


SPACE = SimpleNamespace(last=None)
BEATS = count()
LATER = partial(dict, last=None)


class Remembering(Base):
    """Whoever comes after another player does something else; all paths of a proof have one and the same mover."""

    def where(self, t: Any) -> Any:
        return SPACE

    def deal(self, t: Any) -> Rule[None]:
        remember(self.where(t), None)
        yield from super().deal(t)

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from super().turn(t, me)
        if remembered(self.where(t)) is t.next(me):
            t.laid = 2
        remember(self.where(t), me)
        t.mover = t.next(me)


class OnClass(Remembering):
    def where(self, t: Any) -> Any:
        return Small


class OnTableClass(Remembering):
    def where(self, t: Any) -> Any:
        return type(t).__mro__[1]


class OnOption(Remembering):
    def where(self, t: Any) -> Any:
        return Way


class OnMember(Remembering):
    def where(self, t: Any) -> Any:
        return Way.HIGH


class OnFunction(Remembering):
    def where(self, t: Any) -> Any:
        return number_of


class OnDeck(Remembering):
    def where(self, t: Any) -> Any:
        return self.deck


class OnNobody(Remembering):
    def where(self, t: Any) -> Any:
        return NO_PLAYER


class OnPartial(Remembering):
    def where(self, t: Any) -> Any:
        return LATER


class OnTable(Remembering):
    """Not declared there: a proof would begin every step without it."""

    def where(self, t: Any) -> Any:
        return t


class Counting(Base):
    """A counter of Python's own goes on: how often, depends on the paths that are followed."""

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from super().turn(t, me)
        t.laid = 2 if BEATS.__next__() > 5_000 else 0


class Declared(Base):
    """The sound twin: it is a scalar."""

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from super().turn(t, me)
        t.laid = 1 if t.before_me is t.next(me) else 0
        t.before_me = me
        t.mover = t.next(me)


# -- a condition over a pile that is changed afterwards -----------------------------------------------------


class ConditionBefore(Base):
    """What is found out before a card is laid says nothing about the hand after it."""

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from self.draw_one(t, me)
        low = t.hand[me].holds(self.low)
        yield from self.lay_one(t, me)
        t.held = low


class ConditionAfter(Base):
    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from self.draw_one(t, me)
        yield from self.lay_one(t, me)
        t.held = t.hand[me].holds(self.low)


@always("B-2")
def what_was_found_out_holds(t):
    """Where a low card was found, there is one."""
    return t.algebra.either(t.negate(t.held), t.hand[t.mover].holds(t.game.low))


# -- a property that says nothing ---------------------------------------------------------------------------


@never("B-2", asked="give")
def nobody_gives_from_an_empty_hand(t, choice):
    """The question is never put: whatever is claimed of it would be proved."""
    return t.hand[choice.player].size >= 0


@never("B-2", asked="lay")
def nobody_lays_from_an_empty_hand(t, choice):
    """The sound twin: this question is put."""
    return t.hand[choice.player].size == 0


@equal("B-2")
def nothing_is_compared(t):
    """Wrong, were there anything to compare."""
    return None if t.turns >= 0 or t.laid == 0 else (t.laid, t.laid + 1)


@equal("B-2")
def sizes_are_compared(t):
    """Two ways to count one hand agree."""
    return t.hand[t.mover].size + 1, t.hand[t.mover].count(t.deck.all_kinds) + 1


class NeverDealt(Base):
    """More cards are wanted than there are: nobody ever plays."""

    def deal(self, t: Any) -> Rule[None]:
        yield from super().deal(t)
        yield from t.draw(t.stock, t.deck.total, t.hand[t.mover])


# -- a loop without a bound, a choice without an option -----------------------------------------------------


class LoopingTurn(Base):
    """Whoever lays down a card may go on for ever."""

    def turn(self, t: Any, me: Player) -> Rule[None]:
        way = Way.HIGH
        while way is Way.HIGH:
            way = yield from t.choose(me, "again", list(Way))
        yield from super().turn(t, me)


class LoopingThrice(Base):
    def turn(self, t: Any, me: Player) -> Rule[None]:
        way, times = Way.HIGH, 0
        while way is Way.HIGH and times < 3:
            way = yield from t.choose(me, "again", list(Way))
            times += 1
        yield from super().turn(t, me)


@turns_end("B-2")
def every_turn_ends(t):
    """Every turn comes to its end."""


@terminates("B-2")
def the_stock_becomes_smaller(t):
    """Every turn takes a card of the stock."""
    return t.stock.size


class EmptyChoice(Base):
    """A low card is laid, whether there is one or not."""

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        cards = yield from t.select(me, "lay", t.hand[me].only(self.low), 1)
        t.move(cards, t.hand[me], t.middle)


class CheckedChoice(Base):
    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        own = t.hand[me].only(self.low) if t.hand[me].holds(self.low) else t.hand[me].pile
        cards = yield from t.select(me, "lay", own, 1)
        t.move(cards, t.hand[me], t.middle)


# -- an error that is swallowed -----------------------------------------------------------------------------


class SwallowedError(Base):
    """A helper of another folder turns what is not known into nought."""

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from super().turn(t, me)
        t.laid = number_of(t.hand[me].count(self.low))


class PlainNumber(Base):
    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from super().turn(t, me)
        t.laid = t.if_else(t.hand[me].count(self.low) > 2, 1, 0)


@always("B-2")
def nothing_was_laid(t):
    """Of two cards no more than two are low."""
    return t.laid == 0


@always("B-2")
def caught_in_the_property(t):
    """Wrong, and a catch makes it true."""
    try:
        return number_of(t.hand[t.mover].size) == 99 or int(t.stock.size) >= 99
    except Exception:
        return True


# -- cards taken out of a pile that are not in it --------------------------------------------------------------


class TakenAwayBlindly(Base):
    """A card is left out of the choice that the hand may not hold: of it there would be fewer than no card, and a
    proof that goes on there would be about no hand at all. Hardly ever somebody holds three certain other cards."""

    def set_up(self) -> None:
        super().set_up()
        self.two = self.deck.where(ranks=["2"], suit=FRENCH_SUITS[0])
        self.others = self.deck.where(ranks=["3", "4", "5"], suit=FRENCH_SUITS[0])

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        t.laid = t.if_else((t.hand[me].count(self.others) == 3) & (t.hand[me].count(self.two) == 0), 1, 0)
        cards = yield from t.select(me, "lay", t.hand[me].pile - self.deck.one[self.two.indices[0]], 1)
        t.move(cards, t.hand[me], t.middle)


class TakenAwayByName(TakenAwayBlindly):
    """The same by the kernel's word for it, which asks whether the hand holds it."""

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        t.laid = t.if_else((t.hand[me].count(self.others) == 3) & (t.hand[me].count(self.two) == 0), 1, 0)
        cards = yield from t.select(me, "lay", t.without(t.hand[me].pile, self.deck.one[self.two.indices[0]]), 1)
        t.move(cards, t.hand[me], t.middle)


@always("B-2")
def nobody_lays_down_other_cards(t):
    """Wrong, if hardly ever: who holds three certain cards lays one of them down, and not the one that was left out."""
    return t.algebra.either(t.laid == 0, t.middle.count(t.game.two) >= 2)


class TakenAwayIfHeld(TakenAwayBlindly):
    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        own = t.hand[me].pile
        if t.hand[me].holds(self.two):
            own = t.without(own, self.deck.one[self.two.indices[0]])
        cards = yield from t.select(me, "lay", own, 1)
        t.move(cards, t.hand[me], t.middle)


# -- a count that is made late ------------------------------------------------------------------------------


class LateCount(Base):
    """Cards are counted after they have gone from hand to hand."""

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from super().turn(t, me)
        before = t.hand[me].pile
        t.move(before, t.hand[me], t.middle)
        yield from t.draw(t.stock, t.lesser(2, t.stock.size), t.hand[me])
        t.held = t.count(t.hand[me].pile, self.low) == t.count(before, self.low)


class LateCountOfAll(Base):
    def turn(self, t: Any, me: Player) -> Rule[None]:
        together = t.count(t.hand[me].pile, self.low) + t.count(t.middle.pile, self.low)
        yield from self.draw_one(t, me)
        drawn = t.hand[me].pile
        yield from self.lay_one(t, me)
        after = t.count(t.hand[me].pile, self.low) + t.count(t.middle.pile, self.low)
        t.held = (after >= together) & (t.count(drawn, self.low) <= after)


@always("B-2")
def counts_agree(t):
    """What is counted late is what was counted before, once a turn is over."""
    return t.outcome is not None or t.algebra.either(t.held, t.turns == 0)
