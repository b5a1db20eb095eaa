"""Whole turns with cards in rows are proved: how many lie there, and what the card at an end is, if it was just laid.

Each broken twin stops in play, or breaks the promise; of none of them anything false is proved.
"""

from __future__ import annotations

from typing import Any

import pytest

from referee.kernel import FRENCH_RANKS, OneCard, Player, Rule
from referee.kernel.places import End
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.verify import always
from referee.verify.methods import Question
from referee.verify.proving import decide_here
from referee.verify.verdicts import Result, Verdict
from tests.symbolic.row_games import InRows, RowTable, is_caught, is_followed, proved

pytestmark = pytest.mark.untraced


class Takes(InRows):
    """Whoever has the turn takes a card of the market, and lays one back."""

    least = 1

    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        laid = yield from t.choose(me, "take", OneOfRow(t.market, t.market.row))
        t.move((laid,), t.market, t.hand[me])
        if t.left % self.least == 0:
            card = yield from t.choose(me, "give", OneCard(self.deck, t.hand[me].pile))
            t.lay(card, t.hand[me], t.market, at=End.TOP)


class Heaps(InRows):
    """A card goes to the end of the heap; all others are thrown away."""

    left_there = -1

    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        card = yield from t.choose(me, "lay", OneCard(self.deck, t.hand[me].pile))
        t.move(card, t.hand[me], t.heap)
        t.top = self.number[t.heap.face(t.heap.row[-1]).rank]
        if t.top == 2:
            t.move(t.heap.row[: self.left_there], t.heap, t.bin)
            t.top = t.top * t.heap.size
        some = yield from t.choose(me, "some", SomeOfRow(t.market, t.market.row, 1, 2))
        t.move(some, t.market, t.bin)
        yield from t.draw(t.stock, len(some), t.market)
        yield from t.draw(t.stock, 1, t.hand[me])
        if t.stock.size < 3:
            t.move(t.heap.row[:-1], t.heap, t.stock)
            t.move(t.bin.pile, t.bin, t.stock)
            yield from t.shuffle(t.stock)


@always("X-2")
def three_in_the_market(t: RowTable) -> bool:
    """There are three."""
    return t.market.size == 3


@always("X-2")
def a_heap(t: RowTable) -> bool:
    """Some card lies on the heap."""
    return t.heap.size >= 1


@always("X-2")
def nothing_is_aside(t: RowTable) -> bool:
    """A row that nobody has looked at before."""
    return not t.aside.row


@always("X-2")
def the_top_is_a_number(t: RowTable) -> bool:
    """Of a rank."""
    return 2 <= t.top <= 6


@always("X-2")
def no_card_is_lost(t: RowTable) -> bool:
    """Fifteen cards."""
    inside = t.stock.size + t.market.size + t.heap.size + t.aside.size + t.bin.size
    return inside + sum(t.hand[p].size for p in t.players) == 15


PROMISES = (three_in_the_market, a_heap, nothing_is_aside, the_top_is_a_number, no_card_is_lost)


@pytest.mark.parametrize("game", [Takes, Heaps])
def test_promises_of_cards_in_rows_are_proved(game: Any) -> None:
    for players in (2, 3):
        is_followed(game(players), PROMISES)


def test_a_whole_question_about_cards_in_rows_is_answered_so() -> None:
    asked = tuple([each.__property__ for each in PROMISES])
    for game, wanted in ((Takes(2), {Verdict.PROVED}), (TwiceTheSame(2), {Verdict.UNKNOWN})):
        said = [each for each in decide_here(Question(game, asked)) if isinstance(each, Result)]
        assert {each.verdict for each in said} == wanted
        assert len(said) == len(asked)


class TakesAndKeeps(Takes):
    least = 2


class LeavesMore(Heaps):
    left_there = -4


class Forgets(InRows):
    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        yield from t.draw(t.stock, 1, t.heap)
        t.move(t.heap.row[1:] if t.left > 7 else t.heap.row, t.heap, t.stock)
        yield from t.shuffle(t.stock)


class TwiceTheSame(InRows):
    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        card = t.market.row[0]
        t.move((card,), t.market, t.bin)
        yield from t.draw(t.stock, 1, t.market)
        t.move((card,), t.market, t.heap)


class TwoAtOnce(InRows):
    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        card = t.market.row[0]
        t.move((card, card), t.market, t.bin)
        yield from t.draw(t.stock, 2, t.market)


class TakenBack(InRows):
    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        before = t.moment()
        yield from t.draw(t.stock, 1, t.market)
        card = t.market.row[-1]
        t.take_back(before)
        t.move((card,), t.market, t.heap)


class FromElsewhere(InRows):
    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        t.move((t.heap.row[0],), t.market, t.bin)
        yield from t.draw(t.stock, 1, t.market)


class Counts(InRows):
    """Looks at what it has collected so far: the second card breaks it."""

    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        yield from t.draw(t.stock, 0, t.bin)
        found: list[Any] = []
        for each in t.market.row:
            if 3 // (1 - len(found)) > 0:
                found.append(each)


class CountsByAnotherName(InRows):
    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        yield from t.draw(t.stock, 0, t.bin)
        found: list[Any] = []
        same = (found, 1)
        for each in t.market.row:
            if 3 // (1 - len(same[0])) > 0:
                found.append(each)


class CountsElsewhere(InRows):
    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        yield from t.draw(t.stock, 0, t.bin)
        found: list[Any] = []
        for each in t.market.row:
            if self.fits(found):
                found.append(each)

    def fits(self, found: list[Any]) -> bool:
        return 3 // (1 - len(found)) > 0


class SetAside(InRows):
    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        t.move((t.market.row[0],), t.market, t.aside)
        yield from t.draw(t.stock, 1, t.market)


class TooFew(InRows):
    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        t.move((t.heap.row[-2],), t.heap, t.bin)
        yield from t.draw(t.stock, 1, t.heap)


class OneKind(InRows):
    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        t.move(t.deck.parse(["3♥"]), t.market, t.bin)
        yield from t.draw(t.stock, 1, t.market)


class OfAnotherRow(InRows):
    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        yield from t.choose(me, "which", OneOfRow(t.heap, t.market.row))


class OneGoneSince(InRows):
    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        before = t.market.row
        t.move((before[0],), t.market, t.aside)
        yield from t.choose(me, "which", SomeOfRow(t.market, before, 1, 3))
        t.move(t.aside.row, t.aside, t.market)


class CountsWhatItHas(InRows):
    """The second card that is kept breaks off."""

    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        kept: list[Any] = []
        also = kept
        for laid in t.market.row:
            if 10 // (1 - len(also)) > 1:
                kept.append(laid)
        if kept:
            yield from t.choose(me, "which", OneOfRow(t.market, kept))


class IntoEither(InRows):
    """Which list gets a card is said anew in each pass: what was last said, of one card of the heap, is not it."""

    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        t.move(t.heap.row, t.heap, t.stock)
        yield from t.draw(t.stock, 1, t.heap)
        yield from t.draw(t.stock, 2, t.market)
        low: list[Any] = []
        high: list[Any] = []
        again = 0
        while again < 2:
            cards = t.market.row if again else t.heap.row
            low.clear()
            high.clear()
            for laid in cards:
                (low if t.market.face(laid).rank == FRENCH_RANKS[0] else high).append(laid)
            again += 1
        if len(low) > 1 and len(high) > 1:
            t.top = 7
        t.move(t.market.row[:2], t.market, t.stock)


def many_more(row: Any) -> int:
    """What play keeps, as long as the same cards lie there."""
    return row.size + 9 * row.table.left  # type: ignore[no-any-return]


def many(row: Any) -> int:
    return row.size  # type: ignore[no-any-return]


class Derives(InRows):
    """The number is another one in each turn, if it is not kept."""

    of: Any = staticmethod(many_more)

    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        t.move((t.market.row[0],), t.market, t.market)
        t.top = t.market.derive(self.of)
        t.left -= 1
        t.top = t.market.derive(self.of) - 9 * t.left
        t.left += 1
        yield from ()


class DerivesOfCards(Derives):
    of = staticmethod(many)

    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        t.top = t.market.derive(self.of)
        yield from ()


class Kept(InRows):
    """The same, which counts nothing."""

    def turn(self, t: RowTable, me: Player) -> Rule[None]:
        kept: list[Any] = []
        for laid in t.market.row:
            if t.market.face(laid).rank != FRENCH_RANKS[0]:
                kept.append(laid)
        if kept:
            chosen = yield from t.choose(me, "which", OneOfRow(t.market, kept))
            t.move((chosen,), t.market, t.market)


BROKEN = (
    OfAnotherRow,
    OneGoneSince,
    CountsWhatItHas,
    IntoEither,
    Derives,
    TakesAndKeeps,
    LeavesMore,
    Forgets,
    TwiceTheSame,
    TwoAtOnce,
    TakenBack,
    FromElsewhere,
    Counts,
    CountsByAnotherName,
    CountsElsewhere,
    SetAside,
    TooFew,
    OneKind,
)


@pytest.mark.parametrize("game", [Kept, DerivesOfCards])
def test_looking_at_each_card_is_followed(game: Any) -> None:
    is_followed(game(2), PROMISES)


@pytest.mark.parametrize("game", BROKEN)
def test_nothing_false_is_proved_of_cards_in_rows(game: Any) -> None:
    is_caught(game(2), PROMISES)


def test_a_machine_that_owes_too_little_is_caught_where_play_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    class Empty(list[Any]):
        """What a loop has collected so far, as if that were nothing."""

        got = property(list)

    monkeypatch.setattr("referee.verify.symbolic.by_kind.Collects", Empty)
    held, why = proved(Counts(2), PROMISES)
    assert not held
    assert "a defect of referee: play meets it" in why
    monkeypatch.setattr("referee.verify.symbolic.method.refuted_in_play", lambda *_, **__: {})
    assert proved(Counts(2), PROMISES)[0]
