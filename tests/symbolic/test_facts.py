"""What has to be known beside a promise is found: bounds that only the text says, and what is so while something else
is. Where the promise is false nothing helps."""

from __future__ import annotations

from typing import Any

import pytest

from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    NOTHING,
    Deck,
    Number,
    OneCard,
    Option,
    Player,
    Rule,
    Table,
    amount,
    amounts,
    clause,
    everybody,
    nobody,
    owner,
    value,
    zone,
    zones,
)
from referee.verify import always, every
from referee.verify.methods import Question
from referee.verify.symbolic.method import proved_on_meaning
from tests.symbolic.natural_games import Natural


class LotsTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    lot_now = zone(seen_by=everybody)
    won = zones(seen_by=everybody)
    coins = amounts(8)
    bid, passes, unsold = amount(0), amount(0), amount(0)
    high: Player = value(NO_PLAYER)
    mover: Player = value(NO_PLAYER)


class Lots(Natural):
    """Bids rise until all others have passed; after twenty lots nobody wanted it is over."""

    name, title, table_class = "lots", "Lots", LotsTable
    resets = True
    most_unsold = 20

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4"), FRENCH_SUITS[:2])

    @clause("X-1")
    def deal(self, t: LotsTable) -> Rule[None]:
        yield from t.shuffle(t.stock)
        t.mover = yield from t.lot(t.players)
        yield from t.draw(t.stock, 1, t.lot_now)

    @clause("X-2")
    def step(self, t: LotsTable) -> Rule[None]:
        me = t.mover
        ways: dict[str, Any] = {"pass": NOTHING}
        if t.coins[me] > t.bid:
            ways["bid"] = Number(t.bid + 1, t.coins[me])
        way, number = yield from t.choose(me, "turn", ways, open=True)
        t.passes += 1
        if way == "bid":
            t.bid, t.high = number, me
            if self.resets:
                t.passes = 0
        t.mover = t.next(me)
        if t.high is NO_PLAYER and t.passes == len(t.players):
            t.passes = 0
            t.unsold += 1
            if t.unsold >= self.most_unsold:
                t.win(*t.players, reason="unsold")
        elif t.high is not NO_PLAYER and t.passes == len(t.players) - 1:
            yield from self.sell(t)

    @clause("X-3")
    def sell(self, t: LotsTable) -> Rule[None]:
        t.coins[t.high] -= t.bid
        t.move(t.lot_now.pile, t.lot_now, t.won[t.high])
        t.bid, t.high, t.passes = 0, NO_PLAYER, 0
        if t.stock.is_empty:
            t.end({p: -t.won[p].size for p in t.players}, dict.fromkeys(t.players, 0), "sold out")
        else:
            yield from t.draw(t.stock, 1, t.lot_now)


class NeverResets(Lots):
    name, resets = "lots-never-resets", False


class LateEnd(Lots):
    name, most_unsold = "lots-late-end", 22


@always("X-2")
def not_all_have_passed(t):
    """Whoever may still bid is asked."""
    return t.passes < len(t.players)


@always("X-2")
def few_lots_are_unsold(t):
    """After twenty it is over."""
    return t.unsold <= 20


@pytest.mark.parametrize(
    ("game", "proved"),
    [
        (Lots, {"not-all-have-passed", "few-lots-are-unsold"}),
        (NeverResets, {"few-lots-are-unsold"}),
        (LateEnd, {"not-all-have-passed"}),
    ],
    ids=lambda each: getattr(each, "name", ""),
)
def test_what_has_to_be_known_is_found_and_nothing_false_is_proved(game, proved):
    asked = [each.__property__ for each in (not_all_have_passed, few_lots_are_unsold)]
    meant = proved_on_meaning(Question(game(2), tuple(asked)), game(2), asked)
    assert set(meant.proved) == proved, (meant.why, meant.failed)


class Part(Option):
    DRAFT = "draft"
    PLAY = "play"


class DraftTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    market = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    pile = zone(seen_by=everybody)
    part = value(Part.DRAFT)
    mover: Player = value(NO_PLAYER)


class Draft(Natural):
    """Cards are taken one by one, then laid one by one."""

    name, title, table_class = "draft", "Draft", DraftTable
    goes_on = 0

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4"), FRENCH_SUITS)

    @clause("X-1")
    def deal(self, t: DraftTable) -> Rule[None]:
        yield from t.shuffle(t.stock)
        yield from t.draw(t.stock, 12, t.market)
        t.mover = yield from t.lot(t.players)

    @clause("X-2")
    def step(self, t: DraftTable) -> Rule[None]:
        me = t.mover
        t.mover = t.next(me)
        if t.part is Part.DRAFT:
            card = yield from t.choose(me, "take", OneCard(self.deck, t.market.pile))
            t.move(card, t.market, t.hand[me])
            t.part = Part.PLAY if t.market.is_empty else Part.DRAFT
            return
        card = yield from t.choose(me, "lay", OneCard(self.deck, t.hand[me].pile))
        t.move(card, t.hand[me], t.pile)
        if t.pile.size == 12 + self.goes_on:
            t.win(me, reason="all laid")


class OneMore(Draft):
    name, goes_on = "draft-one-more", 1


@always("X-2")
def hands_differ_by_one(t):
    """Nobody has two cards more than another."""
    return max(t.hand[p].size for p in t.players) - min(t.hand[p].size for p in t.players) <= 1


@always("X-2")
def hands_are_alike(t):
    """Nobody has a card more than another."""
    return every(t, (t.hand[p].size == t.hand[t.mover].size for p in t.players))


@pytest.mark.parametrize("players", [2, 3])
def test_whoever_has_the_turn_has_as_many_cards_as_others(players):
    """That somebody can lay a card follows from who has how many, and when."""
    asked = [each.__property__ for each in (hands_differ_by_one, hands_are_alike)]
    meant = proved_on_meaning(Question(Draft(players), tuple(asked)), Draft(players), asked)
    assert set(meant.proved) == {"hands-differ-by-one"}, (meant.why, meant.failed)
    stuck = proved_on_meaning(Question(OneMore(players), tuple(asked)), OneMore(players), asked)
    assert not stuck.proved
    assert "a choice without an option" in stuck.why
