"""Whether each card of a row is among some of them: what is kept where others were chosen, and what those score.

Each sound game has a broken twin: play breaks a promise of it, or it stops, and nothing false is proved.
"""

from __future__ import annotations

from typing import Any

import pytest

from referee.kernel import FRENCH_RANKS, FRENCH_SUITS, Deck, Player, Rule
from referee.kernel.rows import OneOfRow, SomeOfRow
from tests.symbolic.row_games import is_caught, is_followed
from tests.symbolic.test_rows_by_kind import HIGH, PROMISES, ByKindTable
from tests.symbolic.test_rows_which_card import WhichCard

pytestmark = pytest.mark.untraced


class Chosen(WhichCard):
    """One or two cards of the market are chosen."""

    least, most = 1, 2

    def looks(self, t: ByKindTable, me: Player) -> Rule[None]:
        chosen = yield from t.choose(me, "which", SomeOfRow(t.market, t.market.row, self.least, self.most))
        yield from self.with_those(t, me, chosen)

    def with_those(self, t: ByKindTable, me: Player, chosen: Any) -> Rule[None]:
        self.looks_at(t, me, chosen)
        yield from ()

    def looks_at(self, t: ByKindTable, me: Player, chosen: Any) -> None:
        raise NotImplementedError

    def of(self, t: ByKindTable, card: Any) -> int:
        return self.number[t.market.face(card).rank]


class KeepsTheRest(Chosen):
    """The chosen ones go, and those that are kept are the others."""

    def with_those(self, t: ByKindTable, me: Player, chosen: Any) -> Rule[None]:
        kept = tuple(x for x in t.market.row if x not in chosen)
        t.top = 8 + len(kept)
        t.move(chosen, t.market, t.stock)
        t.coins[me] = len(kept) - t.market.size
        yield from t.shuffle(t.stock)
        yield from t.draw(t.stock, len(chosen), t.market)


class KeepsAll(KeepsTheRest):
    least = 0


class TheRestGoes(Chosen):
    """All others leave the market."""

    def with_those(self, t: ByKindTable, me: Player, chosen: Any) -> Rule[None]:
        number = t.market.size
        t.move(tuple([x for x in t.market.row if x not in chosen]), t.market, t.bin)
        t.top = 8 + t.market.size
        t.move(t.bin.pile, t.bin, t.stock)
        yield from t.shuffle(t.stock)
        yield from t.draw(t.stock, number - t.market.size, t.market)


class MoreStay(TheRestGoes):
    most = 3


class ScoresTheRest(Chosen):
    """The chosen ones and the others are worth what all are."""

    twice = False

    def looks_at(self, t: ByKindTable, me: Player, chosen: Any) -> None:
        every = sum(self.of(t, x) for x in t.market.row)
        rest = sum(self.of(t, x) for x in t.market.row if x not in chosen)
        t.coins[me] = every - rest
        for x in t.market.row:
            if x in chosen or (self.twice and x not in chosen):
                t.coins[me] -= self.of(t, x)


class ScoresAll(ScoresTheRest):
    twice = True


class AnyOfThem(Chosen):
    def looks_at(self, t: ByKindTable, me: Player, chosen: Any) -> None:
        if not any(x in chosen for x in t.market.row) or all(x in chosen for x in t.market.row):
            t.top = 11


class PerhapsNone(AnyOfThem):
    least = 0


class GoesOn(Chosen):
    """A pass that goes on with the next card leaves the rest undone."""

    for_all = False

    def looks_at(self, t: ByKindTable, me: Player, chosen: Any) -> None:
        number = 0
        for x in t.market.row:
            if x in chosen:
                t.top += 1
                continue
            if self.for_all or self.of(t, x) > 4:
                continue
            number += 1
        high = sum(1 for x in t.market.row if x not in chosen and self.of(t, x) > 4)
        t.coins[me] = 3 - t.top - number - high


class GoesOnAlways(GoesOn):
    for_all = True

    def looks_at(self, t: ByKindTable, me: Player, chosen: Any) -> None:
        super().looks_at(t, me, chosen)
        t.coins[me] = -t.coins[me]


class Filtered(Chosen):
    """A filter and what it leaves out are all; a part of a row is one too."""

    high: Any = HIGH

    def looks_at(self, t: ByKindTable, me: Player, chosen: Any) -> None:
        high = [x for x in t.market.row if t.market.face(x).rank in HIGH]
        low = [x for x in t.market.row if x not in high]
        t.top = 10 + sum(1 for x in low if t.market.face(x).rank in self.high)
        first = t.market.row[:1]
        t.coins[me] = 2 - len([x for x in t.market.row if x not in first])


class FilteredByOthers(Filtered):
    high = frozenset(FRENCH_RANKS[:2])


class OfTheChosen(Chosen):
    """Those that are chosen of the chosen ones are some of them."""

    of_all = False

    def with_those(self, t: ByKindTable, me: Player, chosen: Any) -> Rule[None]:
        among = t.market.row if self.of_all else chosen
        again = yield from t.choose(me, "again", SomeOfRow(t.market, among, 1, 1))
        t.top = 10 + len([x for x in t.market.row if x in again and x not in chosen])
        t.coins[me] = len([x for x in chosen if x not in again]) - len(chosen) + 1


class OfAll(OfTheChosen):
    of_all = True


class InBoth(Chosen):
    """Two of three and two of three have one in common."""

    least, again = 2, 2

    def with_those(self, t: ByKindTable, me: Player, chosen: Any) -> Rule[None]:
        others = yield from t.choose(me, "again", SomeOfRow(t.market, t.market.row, self.again, 2))
        t.coins[me] = len([x for x in t.market.row if x in chosen and x in others]) - 1


class InOne(InBoth):
    again = 1


class Drawn(Chosen):
    """What was not there before was drawn."""

    number = 1

    def with_those(self, t: ByKindTable, me: Player, chosen: Any) -> Rule[None]:
        before = t.market.row
        drawn = 1 if t.left > 3 and not t.stock.is_empty else 0
        yield from t.draw(t.stock, drawn, t.market)
        new = tuple(x for x in t.market.row if x not in before)
        t.top = 9 + len(new) + self.more
        t.move(new, t.market, t.stock)
        yield from t.shuffle(t.stock)

    more = 0


class DrawnMore(Drawn):
    more = 1


class TwoCards(Chosen):
    """Two cards by themselves are found among all."""

    def with_those(self, t: ByKindTable, me: Player, chosen: Any) -> Rule[None]:
        a = yield from t.choose(me, "a", OneOfRow(t.market, t.market.row))
        b = yield from t.choose(me, "b", OneOfRow(t.market, self.rest(t, a)))
        t.coins[me] = sum(1 for x in t.market.row if x in (a, b)) - 2

    def rest(self, t: ByKindTable, a: Any) -> Any:
        return tuple([x for x in t.market.row if x != a])


class PerhapsOneCard(TwoCards):
    def rest(self, t: ByKindTable, a: Any) -> Any:
        return t.market.row


class BackAgain(Chosen):
    """Cards that have gone elsewhere may have come back."""

    def looks_at(self, t: ByKindTable, me: Player, chosen: Any) -> None:
        t.move(chosen, t.market, t.aside)
        t.move(t.aside.row, t.aside, t.market)
        t.top = 11 if any(x in chosen for x in t.market.row) else 0


class Gone(BackAgain):
    def with_those(self, t: ByKindTable, me: Player, chosen: Any) -> Rule[None]:
        t.move(chosen, t.market, t.stock)
        yield from t.shuffle(t.stock)
        yield from t.draw(t.stock, len(chosen), t.market)
        t.top = 0 if any(x in chosen for x in t.market.row) else 11


class OneForAll(Chosen):
    """Of two cards of one kind not the same is found."""

    def set_up(self) -> None:
        super().set_up()
        self.deck = Deck.of(FRENCH_RANKS[:1], FRENCH_SUITS[:1], 15)

    def looks_at(self, t: ByKindTable, me: Player, chosen: Any) -> None:
        numbers = [1 if x in chosen else 0 for x in t.market.row]
        t.top = 11 if len(set(numbers)) > 1 else 0


class WhereEachStands(Chosen):
    """Each is at a place of its own."""

    def set_up(self) -> None:
        super().set_up()
        self.deck = Deck.of(FRENCH_RANKS[:5], FRENCH_SUITS[:1], 3)

    def looks_at(self, t: ByKindTable, me: Player, chosen: Any) -> None:
        first = self.of(t, chosen[0])
        if len(chosen) == 2 and all(self.of(t, x) == first for x in chosen):
            t.top = 10 + sum(chosen.index(x) for x in t.market.row if x in chosen) % 2


class OfEachPass(OneForAll):
    """The others are others for each card."""

    def looks_at(self, t: ByKindTable, me: Player, chosen: Any) -> None:
        for x in t.market.row:
            others = [y for y in t.market.row if y != x]
            if x not in others:
                t.top = 11


class ButOneOfThem(Chosen):
    """The one may be the only one that is chosen."""

    def with_those(self, t: ByKindTable, me: Player, chosen: Any) -> Rule[None]:
        but = yield from t.choose(me, "but", OneOfRow(t.market, t.market.row))
        t.top = 0 if any(x in chosen and x != but for x in t.market.row) else 11


class OneOfThemNot(ButOneOfThem):
    def with_those(self, t: ByKindTable, me: Player, chosen: Any) -> Rule[None]:
        but = yield from t.choose(me, "but", OneOfRow(t.market, t.market.row))
        t.top = 0 if any(x != but and x in chosen for x in t.market.row) else 11


class ThereTwice(OneForAll):
    """What is gone through has each card twice."""

    def looks_at(self, t: ByKindTable, me: Player, chosen: Any) -> None:
        t.top = 10 - len(chosen) + sum(1 for x in (*t.market.row, *t.market.row) if x in chosen)


TWINS = (
    (KeepsTheRest, KeepsAll),
    (TheRestGoes, MoreStay),
    (ScoresTheRest, ScoresAll),
    (AnyOfThem, PerhapsNone),
    (GoesOn, GoesOnAlways),
    (Filtered, FilteredByOthers),
    (OfTheChosen, OfAll),
    (InBoth, InOne),
    (Drawn, DrawnMore),
    (TwoCards, PerhapsOneCard),
)
CAUGHT = (BackAgain, Gone, OneForAll, WhereEachStands, OfEachPass, ButOneOfThem, OneOfThemNot, ThereTwice)


@pytest.mark.parametrize("game", [sound for sound, _ in TWINS])
def test_which_cards_are_among_others_is_followed(game: Any) -> None:
    is_followed(game(2), PROMISES)


@pytest.mark.parametrize("game", [*[twin for _, twin in TWINS], *CAUGHT])
def test_nothing_false_is_proved_of_which_cards_are_among_others(game: Any) -> None:
    is_caught(game(2), PROMISES)
