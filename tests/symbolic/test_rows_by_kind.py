"""What rules look for among the cards of a row is found kind by kind: filters, sums, any and all.

Each sound game has a broken twin: play breaks a promise of it, or it stops, and nothing false is proved.
"""

from __future__ import annotations

from typing import Any

import pytest

from referee.kernel import FRENCH_RANKS, OneCard, Player, Rule, amounts
from referee.kernel.rows import OneOfRow
from referee.verify import always
from tests.symbolic.row_games import InRows, RowTable, is_caught, is_followed

pytestmark = pytest.mark.untraced

HIGH = frozenset(FRENCH_RANKS[2:5])


class ByKindTable(RowTable):
    coins = amounts(5)


class ByKind(InRows):
    table_class = ByKindTable

    def set_up(self) -> None:
        super().set_up()
        self.worth = {card: self.number[card.rank] for card in self.deck.cards}


@always("X-2")
def no_debts(t: ByKindTable) -> bool:
    """Nobody has less than nothing."""
    return all(t.coins[p] >= 0 for p in t.players)


@always("X-2")
def top_at_most_ten(t: ByKindTable) -> bool:
    """A number up to ten."""
    return 0 <= t.top <= 10


@always("X-2")
def fifteen_cards(t: ByKindTable) -> bool:
    """No card is lost."""
    inside = t.stock.size + t.market.size + t.heap.size + t.aside.size + t.bin.size
    return inside + sum(t.hand[p].size for p in t.players) == 15


PROMISES = (no_debts, top_at_most_ten, fifteen_cards)


class Buys(ByKind):
    """What can be paid may be bought."""

    more = 0

    def deal(self, t: ByKindTable) -> Rule[None]:
        yield from super().deal(t)
        t.top = 0

    def turn(self, t: ByKindTable, me: Player) -> Rule[None]:
        can = [x for x in t.market.row if self.number[t.market.face(x).rank] <= t.coins[me] + self.more]
        if can:
            card = yield from t.choose(me, "buy", OneOfRow(t.market, can))
            t.coins[me] -= self.number[t.market.face(card).rank]
            t.move((card,), t.market, t.bin)
            if not t.stock.is_empty:
                yield from t.draw(t.stock, 1, t.market)
        else:
            t.coins[me] += 2


class BuysOnCredit(Buys):
    more = 1


class AddsUp(ByKind):
    """A heap that is worth more than ten is thrown away."""

    most = 10

    def turn(self, t: ByKindTable, me: Player) -> Rule[None]:
        card = yield from t.choose(me, "lay", OneCard(self.deck, t.hand[me].pile))
        t.move(card, t.hand[me], t.heap)
        t.top = sum(self.worth[t.heap.face(x)] for x in t.heap.row)
        if t.top > self.most:
            t.move(t.heap.row, t.heap, t.bin)
            t.top = 0
        yield from t.draw(t.stock, 1, t.hand[me])
        if t.stock.is_empty:
            t.move(t.bin.pile, t.bin, t.stock)
            t.move(t.heap.row, t.heap, t.stock)
            yield from t.shuffle(t.stock)


class AddsUpMore(AddsUp):
    most = 11


class LooksForHigh(ByKind):
    """All high cards leave the market; then none is there."""

    high: Any = HIGH

    def turn(self, t: ByKindTable, me: Player) -> Rule[None]:
        low = tuple(x for x in t.market.row if t.market.face(x).rank in self.high)
        t.move(low, t.market, t.stock)
        t.top = 0
        if any(t.market.face(x).rank in HIGH for x in t.market.row):
            t.top = 11
        if not all(t.market.face(x).rank not in HIGH for x in t.market.row):
            t.coins[me] = -1
        yield from t.shuffle(t.stock)
        yield from t.draw(t.stock, 1, t.market)


class LooksForFewer(LooksForHigh):
    high = frozenset(FRENCH_RANKS[3:5])


class CountsLow(ByKind):
    """Those of a rank and the others are all of them; a loop may end at the first that it finds."""

    rank = FRENCH_RANKS[0]

    def turn(self, t: ByKindTable, me: Player) -> Rule[None]:
        number = others = 0
        for x in t.market.row:
            if t.market.face(x).rank == FRENCH_RANKS[0]:
                number += 1
            if t.market.face(x).rank != self.rank:
                others += 1
        t.top = number + others - t.market.size
        for x in reversed(t.market.row):
            if t.market.face(x).rank == self.rank:
                t.move((x,), t.market, t.bin)
                t.coins[me] += number - 1
                break
        yield from t.draw(t.stock, 3 - t.market.size, t.market)
        t.move(t.bin.pile, t.bin, t.stock)
        yield from t.shuffle(t.stock)


class CountsOthers(CountsLow):
    rank = FRENCH_RANKS[1]


class LooksUp(ByKind):
    """Of each card of a row a number is looked up that is there."""

    numbers = 5

    def set_up(self) -> None:
        super().set_up()
        self.number_of = dict(list(self.number.items())[: self.numbers])

    def turn(self, t: ByKindTable, me: Player) -> Rule[None]:
        numbers = [self.number_of[t.market.face(x).rank] for x in t.market.row]
        t.top = 2 + sum(1 for each in numbers if each > 6)
        yield from t.draw(t.stock, 1, t.market)
        t.move(t.market.row[:1], t.market, t.stock)
        yield from t.shuffle(t.stock)


class LooksUpTooFew(LooksUp):
    numbers = 4


class FirstTwo(ByKind):
    """What a pass does goes by how many cards earlier ones have found."""

    most = 2

    def turn(self, t: ByKindTable, me: Player) -> Rule[None]:
        number = 0
        some: list[Any] = []
        for x in t.market.row:
            if number < self.most:
                some.append(x)
            number = number + 1
        t.move(tuple(some), t.market, t.stock)
        t.top = 10 + t.market.size
        yield from t.shuffle(t.stock)
        yield from t.draw(t.stock, 2, t.market)


class FirstByScalar(ByKind):
    def turn(self, t: ByKindTable, me: Player) -> Rule[None]:
        t.top = 0
        for x in t.market.row:
            if t.market.face(x).rank in HIGH and t.top > 0:
                t.coins[me] = -1
            t.top += 1
        yield from ()


class Scores(ByKind):
    """Each card scores by itself."""

    more = 0

    def turn(self, t: ByKindTable, me: Player) -> Rule[None]:
        yield from t.draw(t.stock, 1, t.heap)
        t.top = 0
        for x in t.heap.row:
            if t.heap.face(x).rank == t.heap.face(t.heap.row[-1]).rank:
                t.coins[me] += 1
            if t.heap.face(x).rank in HIGH:
                t.top += 1 + self.more
            else:
                t.top += 1
        t.coins[me] -= 1
        t.top -= t.heap.size
        if t.heap.size > 4:
            t.move(t.heap.row, t.heap, t.stock)
            yield from t.shuffle(t.stock)


class ScoresMore(Scores):
    more = 3


class Different(ByKind):
    """A heap of different ranks: there are five of them."""

    twice = 0

    def turn(self, t: ByKindTable, me: Player) -> Rule[None]:
        yield from t.draw(t.stock, 1, t.heap)
        ranks = [t.heap.face(x).rank for x in t.heap.row]
        if len(set(ranks)) < len(ranks) - self.twice:
            t.move(t.heap.row, t.heap, t.stock)
            yield from t.shuffle(t.stock)
        t.top = 5 + t.heap.size


class DifferentButOne(Different):
    twice = 1


TWINS = (
    (Different, DifferentButOne),
    (Scores, ScoresMore),
    (Buys, BuysOnCredit),
    (AddsUp, AddsUpMore),
    (LooksForHigh, LooksForFewer),
    (CountsLow, CountsOthers),
    (LooksUp, LooksUpTooFew),
)


@pytest.mark.parametrize("game", [sound for sound, _ in TWINS])
def test_what_is_looked_for_in_a_row_is_followed(game: Any) -> None:
    is_followed(game(2), PROMISES)


@pytest.mark.parametrize("game", [*[twin for _, twin in TWINS], FirstTwo, FirstByScalar])
def test_nothing_false_is_proved_of_what_is_looked_for(game: Any) -> None:
    is_caught(game(2), PROMISES)
