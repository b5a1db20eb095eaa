"""What passes of loops over rows hand on: to later passes, to the last one, and to what comes behind the loop.

Each sound game has a broken twin: play breaks a promise of it, and nothing false is proved.
"""

from __future__ import annotations

from typing import Any

import pytest

from referee.kernel import FRENCH_RANKS, FRENCH_SUITS, Deck, Player, Rule
from referee.kernel.rows import OneOfRow
from tests.symbolic.row_games import is_caught, is_followed, proved
from tests.symbolic.test_rows_by_kind import ByKindTable, no_debts, top_at_most_ten
from tests.symbolic.test_rows_which_card import WhichCard

pytestmark = pytest.mark.untraced

PROMISES = (no_debts, top_at_most_ten)


class InPasses(WhichCard):
    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        self.counts(t, me)
        yield from ()

    def counts(self, t: ByKindTable, me: Player) -> None:
        raise NotImplementedError

    def of(self, t: ByKindTable, card: Any) -> int:
        return self.number[t.heap.face(card).rank]


class ReadsItsOwn(InPasses):
    """The last pass reads what it has found itself."""

    def counts(self, t: ByKindTable, me: Player) -> None:
        for x in t.heap.row:
            number = self.of(t, x)
            if number == 2:
                t.top = 8 + number
                break


class ReadsTheOneBefore(InPasses):
    def counts(self, t: ByKindTable, me: Player) -> None:
        number = 0
        for x in t.heap.row:
            if self.of(t, x) == 2:
                t.top = 9 + number
                break
            number = self.of(t, x)


class Backward(InPasses):
    """What is collected from the last to the first begins with the last."""

    at = 0

    def counts(self, t: ByKindTable, me: Player) -> None:
        cards = list(reversed(t.heap.row))
        if cards[self.at] != t.heap.row[-1]:
            t.top = 11


class BackwardForward(Backward):
    at = -1


class NumbersBackward(InPasses):
    at = 0

    def counts(self, t: ByKindTable, me: Player) -> None:
        numbers = [self.of(t, x) for x in reversed(t.heap.row)]
        if numbers[self.at] != self.of(t, t.heap.row[-1]):
            t.top = 11


class NumbersForward(NumbersBackward):
    at = -1


class OneOfTwo(InPasses):
    """A list gets the number that a pass is about, or another one."""

    whole = True

    def counts(self, t: ByKindTable, me: Player) -> None:
        numbers = [self.of(t, x) for x in t.heap.row]
        given = []
        for number in numbers:
            if t.left > 5:
                given.append(0)
            else:
                given.append(number)
        if t.heap.size > 1:
            t.coins[me] = (sum(numbers) if self.whole else 0) - sum(given)


class OneOfTwoForgets(OneOfTwo):
    whole = False


class AtTheEnd(WhichCard):
    """A card at the end is none of the others, but where it is there twice."""

    twice = False

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        x = yield from t.choose(me, "which", OneOfRow(t.heap, t.heap.row))
        if t.heap.size > 1 and self.twice:
            cards = (x, *t.heap.row)
            t.top = 11 if x in cards[1:] else 0
        elif t.heap.size > 1:
            t.top = 11 if t.heap.row[-1] in t.heap.row[:-1] else 0


class ThereTwice(AtTheEnd):
    twice = True


class OneAfterTheOther(InPasses):
    """Of two equal cards the same is found, where that does not go by what was found before."""

    def set_up(self) -> None:
        super().set_up()
        self.deck = Deck.of(FRENCH_RANKS[:3], FRENCH_SUITS[:1], 4)

    def counts(self, t: ByKindTable, me: Player) -> None:
        last = self.of(t, t.heap.row[-1])
        if t.heap.size == 2 and all(self.of(t, x) == last for x in t.heap.row):
            t.top = 10 + self.added(t) % 2

    def added(self, t: ByKindTable) -> int:
        number = 0
        for _x in t.heap.row:
            number += self.of(t, t.market.row[t.left % 2])
        return number


class ByThePlace(OneAfterTheOther):
    def added(self, t: ByKindTable) -> int:
        number = 0
        for _x in t.heap.row:
            number += self.of(t, t.market.row[number % 2])
        return number


class Nearest(OneAfterTheOther):
    def added(self, t: ByKindTable) -> int:
        number = 0
        for _x in t.heap.row:
            number += self.of(t, min(t.market.row, key=lambda y: abs(self.of(t, y) - 3)))
        return number


class NearestToTheSum(OneAfterTheOther):
    def added(self, t: ByKindTable) -> int:
        number = 0
        for _x in t.heap.row:
            number += self.of(t, min(t.market.row, key=lambda y: abs(self.of(t, y) - number % 3 - 2)))
        return number


class FirstInOrder(OneAfterTheOther):
    def added(self, t: ByKindTable) -> int:
        number = 0
        for _x in t.heap.row:
            number += self.of(t, sorted(t.market.row, key=lambda y: abs(self.of(t, y) - 3))[0])
        return number


class FirstInOrderOfTheSum(OneAfterTheOther):
    def added(self, t: ByKindTable) -> int:
        number = 0
        for _x in t.heap.row:
            number += self.of(t, sorted(t.market.row, key=lambda y: abs(self.of(t, y) - number % 3 - 2))[0])
        return number


class WhereItStands(OneAfterTheOther):
    def added(self, t: ByKindTable) -> int:
        numbers = [self.of(t, y) for y in t.market.row]
        first, number = numbers[0], 0
        for _x in t.heap.row:
            number += self.of(t, t.market.row[numbers.index(first)])
        return number


class WhereEitherStands(OneAfterTheOther):
    def added(self, t: ByKindTable) -> int:
        numbers = [self.of(t, y) for y in t.market.row]
        first, last, number = numbers[0], numbers[-1], 0
        for _x in t.heap.row:
            number += self.of(t, t.market.row[numbers.index(first if number % 2 else last)])
        return number


class TheSameCard(OneAfterTheOther):
    """Whether two cards are one is the same in each pass, where each asks it of the same cards."""

    def set_up(self) -> None:
        super().set_up()
        self.kind = self.deck.one[0]

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        kind = self.deck.where(ranks=[FRENCH_RANKS[0]])
        if t.size(t.only(t.hand[me].pile, kind)) > 0 and t.size(t.only(t.stock.pile, kind)) > 0:
            t.move(self.kind, t.hand[me], t.market)
            one = t.market.row[-1]
            t.move(self.kind, t.stock, t.aside)
            other = t.aside.row[-1]
            t.move(self.kind, t.market, t.aside)
            last = self.of(t, t.heap.row[-1])
            if t.heap.size == 2 and all(self.of(t, x) == last for x in t.heap.row):
                t.top = 10 + self.those_that_are(t, one, t.aside.row[-1], other) % 2
            t.move(self.kind, t.aside, t.hand[me])
            t.move(self.kind, t.aside, t.stock)
        yield from ()

    def those_that_are(self, t: ByKindTable, one: Any, same: Any, other: Any) -> int:
        number = 0
        for _x in t.heap.row:
            number += 1 if one == same else 0
        return number


class TheSameOrAnother(TheSameCard):
    def those_that_are(self, t: ByKindTable, one: Any, same: Any, other: Any) -> int:
        number = 0
        for _x in t.heap.row:
            if number % 2:
                number += 1 if one == other else 0
            else:
                number += 1 if one == same else 0
        return number


class Otherwise(InPasses):
    """What is done behind the last pass reads what that has found."""

    def counts(self, t: ByKindTable, me: Player) -> None:
        found = 0
        for x in t.heap.row:
            if self.of(t, x) > 100:
                break
        else:
            found = 1
        t.top = found if t.heap.size > 2 else 0
        t.coins[me] = 1 - t.top


class OtherwiseTheLast(Otherwise):
    def counts(self, t: ByKindTable, me: Player) -> None:
        number = found = 0
        for x in t.heap.row:
            number = self.of(t, x)
            if number > 100:
                break
        else:
            found = number
        t.top = found if t.heap.size > 2 else 0
        t.coins[me] = 1 - t.top


class Longer(InPasses):
    """Comes to no end where a heap has so many cards."""

    def counts(self, t: ByKindTable, me: Player) -> None:
        cards = list(t.heap.row)
        for x in cards:
            if t.heap.size > 40:
                cards.append(x)


TWINS = (
    (ReadsItsOwn, ReadsTheOneBefore),
    (Backward, BackwardForward),
    (NumbersBackward, NumbersForward),
    (OneOfTwo, OneOfTwoForgets),
    (AtTheEnd, ThereTwice),
    (OneAfterTheOther, ByThePlace),
    (Nearest, NearestToTheSum),
    (FirstInOrder, FirstInOrderOfTheSum),
    (WhereItStands, WhereEitherStands),
    (TheSameCard, TheSameOrAnother),
    (Otherwise, OtherwiseTheLast),
)


@pytest.mark.parametrize("game", [sound for sound, _ in TWINS])
def test_what_passes_hand_on_is_followed(game: Any) -> None:
    is_followed(game(2), PROMISES)


@pytest.mark.parametrize("game", [twin for _, twin in TWINS])
def test_nothing_false_is_proved_of_what_passes_hand_on(game: Any) -> None:
    is_caught(game(2), PROMISES)


def test_a_loop_that_makes_what_it_goes_through_longer_is_refused() -> None:
    held, why = proved(Longer(2), PROMISES)
    assert not held
    assert "makes what it goes through longer" in why
