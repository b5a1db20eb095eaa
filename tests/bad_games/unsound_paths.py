"""Ways to end a path, or to go on where an error was, that a careless prover forgets.

Of each pair the first breaks its promise in some matches; the second, its sound twin, in none.
"""

from __future__ import annotations

import copy
from functools import singledispatch
from string import Template
from typing import Any

from referee.kernel import NOTHING, Player, Rule, clause
from referee.kernel.errors import MissingCase
from referee.kernel.requests import Unwind
from referee.kernel.selections import Selection
from referee.verify import always, free_of
from tests.bad_games.small import Way
from tests.bad_games.unsound import Base
from tests.prove.elsewhere import drops_everything, number_of, with_number


@free_of("shortage", "B-1")
def the_cards_are_there(t):
    """Whenever cards are drawn, they are there."""


@free_of("dead end", "B-2")
def there_is_an_answer(t):
    """Nobody is ever stuck."""


@always("B-2")
def nothing_is_closed(t):
    return t.negate(t.closed)


# -- an error ends the path before the fault --------------------------------------------------------------------


class LookedThrough(Base):
    """Everything in a hand is looked at first, which play can do; then three cards are drawn of a stock of one."""

    most = 3

    def look(self, t: Any, me: Player) -> None:
        t.deck.unpack(t.hand[me].pile)

    def draw_one(self, t: Any, me: Player) -> Rule[None]:
        self.look(t, me)
        yield from t.draw(t.stock, self.most, t.hand[me])


class LookedThroughOne(LookedThrough):
    most = 1

    def look(self, t: Any, me: Player) -> None:
        t.count(t.hand[me].pile, self.low)


class TakenByNumber(LookedThrough):
    """What is found by the number of cards."""

    def look(self, t: Any, me: Player) -> None:
        t.laid = tuple(range(17))[t.stock.size]


class CountedOff(LookedThrough):
    def look(self, t: Any, me: Player) -> None:
        t.laid = sum(range(t.stock.size), 0)


class KeptInSet(LookedThrough):
    def look(self, t: Any, me: Player) -> None:
        t.laid = len({t.stock.size, t.middle.size})


class KeptByCards(LookedThrough):
    def look(self, t: Any, me: Player) -> None:
        t.laid = {t.hand[me].pile: 1}.get(t.middle.pile, 0)


class PilesCompared(LookedThrough):
    def look(self, t: Any, me: Player) -> None:
        t.laid = 1 if t.hand[me].pile == t.middle.pile else 0


class Divided(LookedThrough):
    def look(self, t: Any, me: Player) -> None:
        t.laid = 100 // (t.stock.size + 1)


class Multiplied(LookedThrough):
    def look(self, t: Any, me: Player) -> None:
        t.laid = t.stock.size * t.middle.size


class StuckBehind(Base):
    """After a number was looked for a card is asked of, low ones alone."""

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        t.laid = tuple(range(17))[t.stock.size]
        cards = yield from t.select(me, "lay", t.hand[me].only(self.low), 1)
        t.move(cards, t.hand[me], t.middle)


class NotStuckBehind(Base):
    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        t.laid = t.stock.size
        own = t.hand[me].only(self.low) if t.hand[me].holds(self.low) else t.hand[me].pile
        cards = yield from t.select(me, "lay", own, 1)
        t.move(cards, t.hand[me], t.middle)


# -- a path that is not followed on owes what it owed ------------------------------------------------------------


class NoWayOn(Base):
    """Of two ways to go on none can be taken: the one wants more cards than the other would have."""

    least = 5

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        way = yield from t.choose(me, "how", list(Way))
        if way is Way.LOW:
            ways = {Way.LOW: Selection(self.deck, t.hand[me].pile, self.least, 4)}
            yield from t.choose(me, "lay", ways)
        yield from super().lay_one(t, me)


class AWayOn(NoWayOn):
    least = 3


class NoWayOnInClause(Base):
    """The same in a clause that is carried out again and again, where ways that no play takes are not followed."""

    def turn(self, t: Any, me: Player) -> Rule[None]:
        for _ in range(3):
            yield from self.draw_one(t, me)
        yield from self.often(t, me)
        yield from self.lay_one(t, me)
        yield from self.often(t, me)
        yield from self.lay_one(t, me)
        yield from self.often(t, me)
        yield from self.lay_one(t, me)

    @clause("B-3")
    def often(self, t: Any, me: Player) -> Rule[None]:
        for word in ("one", "two", "three"):
            yield from t.choose(me, word, list(Way))
        yield from t.choose(me, "show", self.shown(t, me))

    def shown(self, t: Any, me: Player) -> Any:
        return {way: Selection(self.deck, t.hand[me].only(self.low), 1, 1) for way in Way}

    def step(self, t: Any) -> Rule[None]:
        if t.stock.size < 3:
            t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "stock short")
            return
        yield from self.turn(t, t.mover)


class AWayOnInClause(NoWayOnInClause):
    def shown(self, t: Any, me: Player) -> Any:
        return super().shown(t, me) | {Way.LOW: NOTHING}


class EndsNowhere(Base):
    """Before a clause that has no rule yet more cards are drawn than there are."""

    before = 3

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from super().turn(t, me)
        if t.hand[me].holds(self.low):
            yield from t.draw(t.stock, self.before, t.middle)
            yield from self.often(t, me)
            yield from self.often(t, me)
            yield from self.often(t, me)

    @clause("B-3")
    def often(self, t: Any, me: Player) -> Rule[None]:
        for word in ("one", "two", "three"):
            yield from t.choose(me, word, list(Way))
        raise MissingCase("late")


class EndsNowhereWithoutCards(EndsNowhere):
    before = 0


# -- an end that is none ------------------------------------------------------------------------------------------


class EndedFromWithout(Base):
    """An event is ended that does not go on: play stops there."""

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from super().turn(t, me)
        if t.hand[me].count(self.low) == 2:
            raise Unwind(1)


class EndedInTime(Base):
    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from super().turn(t, me)
        t.laid = 1


@free_of("arithmetic", "B-2")
def nothing_raises(t):
    """Rules can be worked out."""


# -- an error that somebody else catches --------------------------------------------------------------------------


@singledispatch
def kind_of(thing: Any) -> str:
    return "something"


@kind_of.register
def _(thing: int) -> str:
    return "a number"


class Closing(Base):
    """Something is found out after a turn, and the table closed where it is so."""

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from super().turn(t, me)
        if self.closes(t, me):
            t.closed = True

    def closes(self, t: Any, me: Player) -> Any:
        return t.hand[me].size == 3


class WrittenByPython(Closing):
    def closes(self, t: Any, me: Player) -> Any:
        return with_number(Template("$number cards"), t.middle.size) == "1 cards"


class SortedByPython(Closing):
    def closes(self, t: Any, me: Player) -> Any:
        return kind_of(t.middle.size) == "a number"


class CopiedByPython(Closing):
    """The sound twin: a copy is as unknown as what it is of."""

    def closes(self, t: Any, me: Player) -> Any:
        return copy.copy(t.hand[me].size) == 3


class CaughtThenImpossible(Closing):
    """What was caught is the reason why a way is taken that is then found to be impossible."""

    def closes(self, t: Any, me: Player) -> Any:
        if number_of(t.middle.size) == 0:
            return t.stock.size > 20  # in play the number is known, and this is never asked
        return True

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from Base.turn(self, t, me)
        if self.closes(t, me):
            t.closed = True
        else:
            yield from t.choose(me, "none", {Way.LOW: Selection(self.deck, t.middle.pile, 5, 4)})


class EverythingCaught(Closing):
    def closes(self, t: Any, me: Player) -> Any:
        return drops_everything(lambda: tuple(range(17))[t.middle.size] >= 1, False)


class NoProofCaught(Closing):
    """What a proof cannot do at all is caught as well."""

    def closes(self, t: Any, me: Player) -> Any:
        return drops_everything(lambda: t.size(t.hand[me].pile - t.deck.one[0]) >= 0, False)


class NothingToCatch(Closing):
    def closes(self, t: Any, me: Player) -> Any:
        return drops_everything(lambda: t.hand[me].size == 3, True)


class LookedInList(Closing):
    def closes(self, t: Any, me: Player) -> Any:
        return drops_everything(lambda: t.stock.pile not in [t.hand[me].pile], False)


class Rounded(Closing):
    def closes(self, t: Any, me: Player) -> Any:
        return drops_everything(lambda: round(t.middle.size) >= 1, False)
