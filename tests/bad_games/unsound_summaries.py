"""Clauses that are carried out from many places, and what a careless prover takes for known of them.

Of each pair the first closes the table in some matches; the second, its sound twin, in none.
"""

from __future__ import annotations

from typing import Any

from referee.kernel import Player, Rule, clause, flag, value
from tests.bad_games.small import Way
from tests.bad_games.unsound import Base, UnsoundTable


class ApartTable(UnsoundTable):
    word: Any = value("x")
    found = flag(False)


class Apart(Base):
    """Something is looked at before, between and after drawing and laying down."""

    table_class = ApartTable

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from self.examine(t, me)
        self.first(t, me)
        yield from self.draw_one(t, me)
        yield from self.examine(t, me)
        yield from self.lay_one(t, me)
        self.second(t, me)
        yield from self.examine(t, me)
        self.third(t, me)

    @clause("B-3")
    def examine(self, t: Any, me: Player) -> Rule[None]:
        """It has enough ways for a clause that is followed apart."""
        way = yield from t.choose(me, "look", list(Way))
        self.before(t, me)
        if way is Way.HIGH:
            if t.hand[me].holds(self.low):
                self.seen(t, me)
            elif t.middle.holds(self.low):
                t.held = True
        elif t.hand[me].count(self.low) == 1:
            t.held = True
        elif t.hand[t.next(me)].holds(self.low):
            t.held = False
        elif t.middle.holds(self.low):
            t.held = True
        yield from self.after(t, me)

    def first(self, t: Any, me: Player) -> None:
        pass

    def second(self, t: Any, me: Player) -> None:
        pass

    def third(self, t: Any, me: Player) -> None:
        pass

    def before(self, t: Any, me: Player) -> None:
        pass

    def seen(self, t: Any, me: Player) -> None:
        pass

    def after(self, t: Any, me: Player) -> Rule[None]:
        yield from ()


class AfterTheEnd(Apart):
    """Once play is over the clause does something else."""

    over = 2

    def second(self, t: Any, me: Player) -> None:
        if t.hand[me].count(self.low) == self.over:
            t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "low")

    def before(self, t: Any, me: Player) -> None:
        if t.outcome is not None:
            t.closed = True


class NeverOver(AfterTheEnd):
    over = 4


class SetToNone(Apart):
    """A word is taken away."""

    becomes = None

    def first(self, t: Any, me: Player) -> None:
        t.word = "x"

    def second(self, t: Any, me: Player) -> None:
        t.word = "y" if t.hand[me].count(self.low) == 2 else "x"

    def after(self, t: Any, me: Player) -> Rule[None]:
        yield from ()
        t.word = self.becomes

    def third(self, t: Any, me: Player) -> None:
        if t.word is None:
            t.closed = True
        t.word = "y" if t.hand[me].count(self.low) == 2 else "x"


class SetToAnother(SetToNone):
    becomes = "z"


class SetNowAndThen(Apart):
    """A word is set on some ways, and on others stays what it was."""

    def second(self, t: Any, me: Player) -> None:
        t.word = "y"

    def seen(self, t: Any, me: Player) -> None:
        t.word = "z"

    def third(self, t: Any, me: Player) -> None:
        if t.word == "y":
            t.closed = True
        t.word = "x"


class SetAlways(SetNowAndThen):
    def before(self, t: Any, me: Player) -> None:
        t.word = "z"


class FlagNowAndThen(Apart):
    """The same of a flag."""

    def second(self, t: Any, me: Player) -> None:
        t.found = True

    def seen(self, t: Any, me: Player) -> None:
        t.found = False

    def third(self, t: Any, me: Player) -> None:
        if t.found:
            t.closed = True
        t.found = False


class FlagAlways(FlagNowAndThen):
    def before(self, t: Any, me: Player) -> None:
        t.found = False


class AmountNowAndThen(Apart):
    """The same of an amount."""

    def second(self, t: Any, me: Player) -> None:
        t.laid = 7

    def seen(self, t: Any, me: Player) -> None:
        t.laid = 1

    def third(self, t: Any, me: Player) -> None:
        if t.laid == 7:
            t.closed = True
        t.laid = 0


class AmountAlways(AmountNowAndThen):
    def before(self, t: Any, me: Player) -> None:
        t.laid = 1


class CardsNowAndThen(Apart):
    """Cards go away on some ways; on others there are as many as before."""

    def seen(self, t: Any, me: Player) -> None:
        t.move(t.middle.pile, t.middle, t.stock)

    def third(self, t: Any, me: Player) -> None:
        if t.middle.size > 0:
            t.closed = True


class CardsAlways(CardsNowAndThen):
    def before(self, t: Any, me: Player) -> None:
        t.move(t.middle.pile, t.middle, t.stock)


class WordOrNumber(Apart):
    """What is kept is a word on some ways and a number on others."""

    def second(self, t: Any, me: Player) -> None:
        t.word = "x"

    def after(self, t: Any, me: Player) -> Rule[None]:
        yield from ()
        t.word = "y" if t.hand[me].holds(self.low) else 3 if t.middle.holds(self.low) else "x"

    def third(self, t: Any, me: Player) -> None:
        if t.word == 3:
            t.closed = True
        t.word = "x"


class WordOrWord(WordOrNumber):
    def after(self, t: Any, me: Player) -> Rule[None]:
        yield from ()
        t.word = "y" if t.hand[me].holds(self.low) else "z" if t.middle.holds(self.low) else "x"


class CardsOrNone(Apart):
    """Cards are kept in a scalar, or nothing is."""

    def first(self, t: Any, me: Player) -> None:
        t.word = t.hand[me].pile

    def third(self, t: Any, me: Player) -> None:
        t.word = None

    def before(self, t: Any, me: Player) -> None:
        if t.word is None:
            t.closed = True


class CardsOrNoneUnread(CardsOrNone):
    def before(self, t: Any, me: Player) -> None:
        pass


class OnceAndTrue(Apart):
    """The clause is told 1 and True, which Python takes for the same."""

    given: tuple[Any, ...] = (1, 1, True)

    def turn(self, t: Any, me: Player) -> Rule[None]:
        one, two, three = self.given
        yield from self.told(t, me, one)
        yield from self.draw_one(t, me)
        yield from self.told(t, me, two)
        yield from self.lay_one(t, me)
        yield from self.told(t, me, three)

    @clause("B-4")
    def told(self, t: Any, me: Player, what: Any) -> Rule[None]:
        yield from self.ways(t, me)
        if isinstance(what, bool):
            t.closed = True

    def ways(self, t: Any, me: Player) -> Rule[None]:
        for word in ("one", "two", "three"):
            yield from t.choose(me, word, list(Way))


class OnceAndTwice(OnceAndTrue):
    given = (1, 1, 2)


class CalledBehind(Apart):
    """A clause carries another one out twice; what it comes to the second time is found only later."""

    closes_at = 2

    def turn(self, t: Any, me: Player) -> Rule[None]:
        t.laid = 0
        yield from self.outer(t, me)
        yield from self.draw_one(t, me)
        yield from self.outer(t, me)
        yield from self.lay_one(t, me)
        yield from self.outer(t, me)

    @clause("B-4")
    def outer(self, t: Any, me: Player) -> Rule[None]:
        t.laid = 0
        yield from self.inner(t, me)
        t.laid = 1
        yield from self.inner(t, me)
        t.laid = 2
        yield from self.inner(t, me)
        t.laid = 0

    @clause("B-5")
    def inner(self, t: Any, me: Player) -> Rule[None]:
        for word in ("one", "two", "three"):
            yield from t.choose(me, word, list(Way))
        if t.laid == self.closes_at:
            t.closed = True


class CalledBehindInVain(CalledBehind):
    closes_at = 3
