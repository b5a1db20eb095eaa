"""Which card of a row that is: the same card, one of others, the greatest, and parts of rows.

Each sound game has a broken twin: play breaks a promise of it, or it stops, and nothing false is proved.
"""

from __future__ import annotations

from typing import Any

import pytest

from referee.kernel import OneCard, Player, Rule
from referee.kernel.rows import OneOfRow
from tests.symbolic.row_games import is_caught, is_followed
from tests.symbolic.test_rows_by_kind import PROMISES, ByKind, ByKindTable

pytestmark = pytest.mark.untraced


class WhichCard(ByKind):
    """A card of the stock comes to the heap, and the heap goes back to the stock when that is empty."""

    def turn(self, t: ByKindTable, me: Player) -> Rule[None]:
        if t.stock.is_empty:
            t.move(t.heap.row, t.heap, t.stock)
            yield from t.shuffle(t.stock)
        yield from t.draw(t.stock, 1, t.heap)
        t.top = 0
        yield from self.looks(t, me)

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        raise NotImplementedError


class SameCard(WhichCard):
    """A card is itself, and none that lies elsewhere or at the other end."""

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        x = yield from t.choose(me, "which", OneOfRow(t.market, t.market.row))
        y = t.heap.row[-1]
        if x == y or x not in t.market.row or y in t.market.row:
            t.top = 11
        t.move(y, t.heap, t.market)
        if y not in t.market.row or self.other(t) == y:
            t.top = 11
        t.move((y,), t.market, t.heap)

    def other(self, t: ByKindTable) -> Any:
        return None


class OtherCard(SameCard):
    """A card that is chosen may be any."""

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        x = yield from t.choose(me, "which", OneOfRow(t.market, t.market.row))
        y = t.market.row[0]
        t.top = 11 if x == y else 0


class ButOne(WhichCard):
    """All but one card of the heap leave it."""

    least = 1

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        kept = yield from t.choose(me, "keep", OneOfRow(t.heap, t.heap.row))
        others = tuple(x for x in t.heap.row if x != kept)
        t.move(others, t.heap, t.stock)
        t.top = 10 + abs(t.heap.size - self.least)
        yield from t.shuffle(t.stock)


class ButNone(ButOne):
    least = 2


class Greatest(WhichCard):
    """No card is worth more than the greatest, which leaves the heap."""

    first = False

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        best = max(t.heap.row, key=lambda x: self.number[t.heap.face(x).rank])
        at = 0 if self.first else t.heap.row.index(best)
        number = self.number[t.heap.face(t.heap.row[at]).rank]
        t.move(t.heap.row[at], t.heap, t.bin)
        if any(self.number[t.heap.face(x).rank] > number for x in t.heap.row):
            t.top = 11
        t.move(t.bin.pile, t.bin, t.stock)
        yield from t.shuffle(t.stock)


class TheFirst(Greatest):
    first = True


class Inner(WhichCard):
    """The ends stay, or the card that was laid last goes."""

    end = -1

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        card = yield from t.choose(me, "lay", OneCard(self.deck, t.hand[me].pile))
        t.move(card, t.hand[me], t.heap)
        number = self.number[t.heap.face(t.heap.row[-1]).rank]
        t.move(t.heap.row[1 : self.end], t.heap, t.stock)
        back = t.heap.row[::-1]
        t.top = number - self.number[t.heap.face(back[0]).rank]
        if t.heap.size > 2:
            t.top = 11
        t.move(back[:1], t.heap, t.hand[me])
        yield from t.shuffle(t.stock)


class InnerButOne(Inner):
    end = -2


class TakesTheSame(WhichCard):
    """The card that was laid last takes those of its rank; the twin takes it twice."""

    twice = False

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        mine = t.heap.row[-1]
        rank = t.heap.face(mine).rank
        same = [x for x in t.heap.row if t.heap.face(x).rank == rank and (x != mine or self.twice)]
        if same:
            t.move((*same, mine), t.heap, t.stock)
            yield from t.shuffle(t.stock)
            if any(t.heap.face(x).rank == rank for x in t.heap.row):
                t.top = 11


class TakesItTwice(TakesTheSame):
    twice = True


class ByTwoNames(WhichCard):
    """One card may have two names, and a filter keeps it by one of them."""

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        x = yield from t.choose(me, "x", OneOfRow(t.market, t.market.row))
        y = yield from t.choose(me, "y", OneOfRow(t.market, t.market.row))
        some = [z for z in t.market.row if (z != y or t.left > 0) and z == x]
        t.top = 11 if x in some and y in some else 0


class WhereItLies(WhichCard):
    """What one way finds at a place is not what another one finds at its own."""

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        cards, by_kind = t.heap.row, self.number
        numbers = tuple([by_kind[t.heap.face(x).rank] for x in cards])
        x, y = cards[0], cards[-1]
        found = self.number_of(cards, numbers, x, y, t.left > 5)
        if found != by_kind[t.heap.face(x).rank] and found != by_kind[t.heap.face(y).rank]:
            t.top = 11
        yield from ()

    def number_of(self, cards: Any, numbers: Any, x: Any, y: Any, first: bool) -> Any:
        if first:
            return numbers[cards.index(x)]
        return numbers[cards.index(y)]


class WhereAnEqualLies(WhereItLies):
    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        cards, by_kind = t.heap.row, self.number
        numbers = tuple([by_kind[t.heap.face(x).rank] for x in cards])
        x, first = cards[-1], numbers[0]
        if self.number_of(cards, numbers, x, first, t.left > 5) != by_kind[t.heap.face(x).rank]:
            t.top = 11
        yield from ()

    def number_of(self, cards: Any, numbers: Any, x: Any, y: Any, first: bool) -> Any:
        if first:
            return numbers[cards.index(x)]
        return numbers[numbers.index(y)]


class ManyWays(WhichCard):
    """Ways are followed again from their beginning, and meet the same cards there."""

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        first, x = t.market.row[0], t.heap.row[0]
        t.coins[me] = (1 if x == first else 0) + (1 if first in t.heap.row else 0)
        t.move((x,), t.heap, t.market)
        t.top = 1 if x in t.market.row else 11
        kept = yield from t.choose(me, "kept", OneOfRow(t.market, t.market.row))
        rank = t.market.face(kept).rank
        same = [y for y in t.market.row if t.market.face(y).rank == rank and y != kept]
        if same:
            t.move((*same, kept), t.market, t.bin)
        t.move(t.bin.pile, t.bin, t.stock)
        t.move(t.heap.row, t.heap, t.stock)
        yield from t.shuffle(t.stock)
        yield from t.draw(t.stock, 2, t.heap)
        last = t.heap.row[-1]
        t.move(t.heap.row[:1], t.heap, t.market)
        t.coins[me] = 1 if last in t.heap.row and t.heap.row[-1] == last else 0
        t.move(t.market.row[:-2], t.market, t.stock)
        yield from t.shuffle(t.stock)


TWINS = (
    (SameCard, OtherCard),
    (ButOne, ButNone),
    (Greatest, TheFirst),
    (Inner, InnerButOne),
    (TakesTheSame, TakesItTwice),
    (WhereItLies, WhereAnEqualLies),
)


@pytest.mark.parametrize("game", [ManyWays, *[sound for sound, _ in TWINS]])
def test_which_card_that_is_is_followed(game: Any) -> None:
    is_followed(game(2), PROMISES)


@pytest.mark.parametrize("game", [ByTwoNames, *[twin for _, twin in TWINS]])
def test_nothing_false_is_proved_of_which_card_that_is(game: Any) -> None:
    is_caught(game(2), PROMISES)
