"""Loops that keep the best card so far.

Each sound game has a broken twin: play breaks a promise of it, and nothing false is proved.
"""

from __future__ import annotations

from typing import Any

import pytest

from referee.kernel import Player, Rule
from tests.symbolic.row_games import is_caught, is_followed
from tests.symbolic.test_rows_by_kind import HIGH, PROMISES, ByKindTable
from tests.symbolic.test_rows_which_card import WhichCard

pytestmark = pytest.mark.untraced


class Best(WhichCard):
    """No card of the market goes before the one that is kept."""

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        best = None
        for x in t.market.row:
            if best is None or self.is_better(t, x, best):
                best = x
        t.top = 0
        if best is None or any(self.goes_before(t, x, best) for x in t.market.row):
            t.top = 11
        yield from ()

    def goes_before(self, t: ByKindTable, x: Any, best: Any) -> bool:
        return self.of(t, x) > self.of(t, best)

    def is_better(self, t: ByKindTable, x: Any, best: Any) -> bool:
        return self.of(t, x) > self.of(t, best)

    def of(self, t: ByKindTable, card: Any) -> int:
        return self.number[t.market.face(card).rank]


class ByTheRest(Best):
    def is_better(self, t: ByKindTable, x: Any, best: Any) -> bool:
        return self.of(t, x) % 5 > self.of(t, best) % 5


class LastOfEqual(Best):
    def is_better(self, t: ByKindTable, x: Any, best: Any) -> bool:
        return self.of(t, x) >= self.of(t, best)


class LeastOfEqual(Best):
    def is_better(self, t: ByKindTable, x: Any, best: Any) -> bool:
        return self.of(t, x) <= self.of(t, best)


class Round(Best):
    """What goes before what is no order."""

    def is_better(self, t: ByKindTable, x: Any, best: Any) -> bool:
        return (self.of(t, x) - self.of(t, best)) % 5 in (1, 2)

    goes_before = is_better


class Alike(Best):
    """Of what is unlike the first stays."""

    def is_better(self, t: ByKindTable, x: Any, best: Any) -> bool:
        return self.of(t, x) % 2 == self.of(t, best) % 2

    def goes_before(self, t: ByKindTable, x: Any, best: Any) -> bool:
        return self.of(t, x) % 2 != self.of(t, best) % 2


class SometimesLess(Best):
    def is_better(self, t: ByKindTable, x: Any, best: Any) -> bool:
        return self.of(t, x) > self.of(t, best) and (t.left > 3 or self.of(t, x) < 6)


class BySame(Best):
    """Which card that is decides."""

    def is_better(self, t: ByKindTable, x: Any, best: Any) -> bool:
        return bool(x != best)


class OfHigh(Best):
    """Of some cards the least, which goes; there may be none."""

    high: Any = HIGH

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        best = None
        for x in t.market.row:
            if t.market.face(x).rank not in HIGH:
                continue
            if best is None or self.of(t, x) < self.of(t, best):
                best = x
        t.top = t.coins[me] = 0
        if best is None:
            t.top = 11 if any(t.market.face(x).rank in self.high for x in t.market.row) else 0
        else:
            number = self.of(t, best)
            t.coins[me] = number - 4
            t.move((best,), t.market, t.stock)
            if any(t.market.face(x).rank in self.high and self.of(t, x) < number for x in t.market.row):
                t.top = 11
            yield from t.shuffle(t.stock)
            yield from t.draw(t.stock, 1, t.market)


class OfAll(OfHigh):
    high = (*HIGH, "2", "3")


class NotAlways(Best):
    """Whether any is kept goes by something else."""

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        best = None
        for x in t.market.row:
            if t.coins[me] > 3 and (best is None or self.of(t, x) > self.of(t, best)):
                best = x
        t.top = 0 if best is not None else 11
        t.coins[me] = t.left
        yield from ()


class NotAlwaysTheFirst(NotAlways):
    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        best = None
        for x in t.market.row:
            if best is None:  # noqa: SIM102 (both ways of the inner one become one value)
                if t.coins[me] > 3:
                    best = x
        t.top = 0 if best is not None else 11
        t.coins[me] = t.left
        yield from ()


class BeginsLow(Best):
    """The first one is low, and what is high may lie before it."""

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        best = None
        for x in t.market.row:
            if best is None:
                if self.of(t, x) < 4:
                    best = x
            elif self.of(t, x) > self.of(t, best):
                best = x
        t.top = 11 if best is not None and any(self.of(t, x) > self.of(t, best) for x in t.market.row) else 0
        yield from ()


class FromTheFirst(Best):
    """One card is there to begin with."""

    first = True

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        best = t.market.row[0] if self.first else t.heap.row[0]
        for x in t.market.row:
            if self.of(t, x) > self.of(t, best):
                best = x
        t.top = 11 if any(self.of(t, x) > self.of(t, best) for x in t.market.row) else 0
        if best not in t.market.row:
            t.top = 11
        yield from ()


class FromElsewhere(FromTheFirst):
    first = False


class Second(Best):
    """A second card is kept beside the best."""

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        best = second = None
        for x in t.market.row:
            if best is None or self.of(t, x) > self.of(t, best):
                second = best
                best = x
        t.top = 11 if second is None else 0
        yield from ()


TWINS = ((Best, ByTheRest), (LastOfEqual, LeastOfEqual), (OfHigh, OfAll), (FromTheFirst, FromElsewhere))
CAUGHT = (Round, Alike, SometimesLess, BySame, Second, NotAlways, NotAlwaysTheFirst, BeginsLow)


@pytest.mark.parametrize("game", [sound for sound, _ in TWINS])
def test_the_best_card_so_far_is_followed(game: Any) -> None:
    is_followed(game(2), PROMISES)


@pytest.mark.parametrize("game", [*[twin for _, twin in TWINS], *CAUGHT])
def test_nothing_false_is_proved_of_the_best_card_so_far(game: Any) -> None:
    is_caught(game(2), PROMISES)
