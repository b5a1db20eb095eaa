"""What rule text may ask of a value: a careless prover takes a stand-in for the value and proves too much.

Of each pair the first finds something in some matches, and the second, its sound twin, in none.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from referee.kernel import Player, Rule, Values, value
from referee.verify import always
from tests.bad_games.unsound import Base, UnsoundTable
from tests.prove.elsewhere import bits_of, half_of


class KeepingTable(UnsoundTable):
    kept: Any = value(0)


class Finding(Base):
    """After a turn something is looked for."""

    table_class = KeepingTable

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from super().turn(t, me)
        if self.finds(t, me):
            t.held = True

    def finds(self, t: Any, me: Player) -> Any:
        raise NotImplementedError


@always("B-2")
def nothing_is_found(t):
    return t.negate(t.held)


# -- truths are compared --------------------------------------------------------------------------------------


class TruthsAlike(Finding):
    def finds(self, t: Any, me: Player) -> Any:
        return t.stock.is_empty == t.hand[me].is_empty


class TruthsUnlike(Finding):
    def finds(self, t: Any, me: Player) -> Any:
        return t.stock.is_empty != (t.stock.size == 0)


class TruthIsTrue(Finding):
    def finds(self, t: Any, me: Player) -> Any:
        return (t.hand[me].count(self.low) == 2) == True  # noqa: E712


class TruthIsFalse(Finding):
    def finds(self, t: Any, me: Player) -> Any:
        return (t.hand[me].size == 2) == False  # noqa: E712


class TruthAmongOthers(Finding):
    def finds(self, t: Any, me: Player) -> Any:
        return t.stock.is_empty in (t.hand[me].is_empty, 7)


class NumberAmongOthers(Finding):
    def finds(self, t: Any, me: Player) -> Any:
        return t.hand[me].size in (1, "2", None)


# -- a dictionary has two names -------------------------------------------------------------------------------


class DictionaryOfTwoNames(Finding):
    def finds(self, t: Any, me: Player) -> Any:
        counted = {"cards": 0}
        other = counted
        other["cards"] = t.hand[me].size
        return counted["cards"] != 0


def put_down(counted: dict[str, Any], number: Any) -> None:
    counted["cards"] = number


class DictionaryOfAHelper(Finding):
    def finds(self, t: Any, me: Player) -> Any:
        counted = {"cards": 0}
        put_down(counted, t.hand[me].size)
        return counted["cards"] != 0


class DictionaryCopied(Finding):
    def finds(self, t: Any, me: Player) -> Any:
        counted = {"cards": 0}
        other = dict(counted)
        other["cards"] = t.hand[me].size
        return counted["cards"] != 0


@always("B-2")
def either_pile_is_empty_but_not_both(t):
    """Wrong on a new table."""
    return t.stock.is_empty != t.middle.is_empty


@always("B-2")
def nought_is_empty(t):
    """Its sound twin."""
    return t.stock.is_empty == (t.stock.size < 1)


# -- what a value looks like ----------------------------------------------------------------------------------


class Written(Finding):
    def finds(self, t: Any, me: Player) -> Any:
        return str(t.middle.size) == "3"


class WrittenInText(Finding):
    def finds(self, t: Any, me: Player) -> Any:
        return f"{t.middle.size}" == "3"


class AskedWhatItIs(Finding):
    def finds(self, t: Any, me: Player) -> Any:
        return isinstance(t.middle.size, int)


class AskedForAPart(Finding):
    def finds(self, t: Any, me: Player) -> Any:
        return getattr(t.middle.size, "real", 0) > 3


class RestByLessThanNought(Finding):
    """The rest has the other sign."""

    def finds(self, t: Any, me: Player) -> Any:
        return t.middle.size % -3 == -2


class RestByThree(Finding):
    """Its sound twin."""

    def finds(self, t: Any, me: Player) -> Any:
        return t.middle.size % 3 > 2


class AskedForItsNumber(Finding):
    """The twin of all of them."""

    def finds(self, t: Any, me: Player) -> Any:
        return t.hand[me].size == 3


@always("B-2")
def sizes_are_no_numbers(t):
    """Wrong in play."""
    return not isinstance(t.middle.size, int)


# -- errors of Python itself that somebody catches --------------------------------------------------------------


class HalvedElsewhere(Finding):
    def finds(self, t: Any, me: Player) -> Any:
        return half_of(t.middle.size) > 1


class BitsElsewhere(Finding):
    def finds(self, t: Any, me: Player) -> Any:
        return bits_of(t.middle.size) > 1


class HalvedNumber(Finding):
    def finds(self, t: Any, me: Player) -> Any:
        return len(t.players) // 2 != 1


# -- numbers that are kept -------------------------------------------------------------------------------------


class Keeping(Base):
    table_class = KeepingTable

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from super().turn(t, me)
        self.keep(t, me)

    def keep(self, t: Any, me: Player) -> None:
        raise NotImplementedError


class HalvesKept(Keeping):
    """Half a number is now a whole one and now none."""

    def keep(self, t: Any, me: Player) -> None:
        t.kept = t.middle.size * Fraction(1, 2)


class PartsKept(Keeping):
    def keep(self, t: Any, me: Player) -> None:
        t.kept = t.middle.size * 2


@always("B-2")
def no_half_is_kept(t):
    return t.kept != Fraction(7, 2)


class TruthAndNumberKept(Keeping):
    def keep(self, t: Any, me: Player) -> None:
        t.kept = t.middle.size if t.hand[me].holds(self.low) else True


@always("B-2")
def one_at_most_is_kept(t):
    """Wrong: the middle grows."""
    return t.kept <= 1


class OneKept(Keeping):
    def keep(self, t: Any, me: Player) -> None:
        t.kept = t.if_else(t.hand[me].holds(self.low), 1, 0)


class Growing(Keeping):
    def keep(self, t: Any, me: Player) -> None:
        t.kept = t.kept * 10**12 + 1


@always("B-2")
def what_is_kept_is_not_huge(t):
    """Wrong after four turns."""
    return t.kept <= 10**45


@always("B-2")
def what_is_kept_is_not_negative(t):
    """Its sound twin."""
    return t.kept >= 0


class HighestBelowNought(Finding):
    def set_up(self) -> None:
        super().set_up()
        self.debts = Values(self.deck, dict.fromkeys(self.low.indices, -5))

    def finds(self, t: Any, me: Player) -> Any:
        return t.hand[me].highest(self.debts) == -5


class HighestOfNone(HighestBelowNought):
    def finds(self, t: Any, me: Player) -> Any:
        return t.hand[me].highest(self.debts) == -4
