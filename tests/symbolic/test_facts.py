"""What has to be known beside a promise is found: bounds that only the text says, and what is so while something else
is. Where the promise is false nothing helps."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    NOTHING,
    Deck,
    Number,
    OneCard,
    OneOf,
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
from tests.symbolic.test_claims import proof_of_claims


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


class Named(NamedTuple):
    rank: str
    number: int


class CheatTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=owner)
    last = zone(seen_by=nobody)
    named = value(Named("", 0))
    mover: Player = value(NO_PLAYER)


class Cheat(Natural):
    """A card is laid and named, or one is doubted; the rank that was named is looked up."""

    name, title, table_class = "cheat", "Cheat", CheatTable
    forgets = True

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4"), FRENCH_SUITS)
        self.of_rank = {rank: self.deck.where(ranks=[rank]) for rank in ("2", "3", "4")}

    @clause("X-1")
    def deal(self, t: CheatTable) -> Rule[None]:
        yield from t.shuffle(t.stock)
        t.mover = yield from t.lot(t.players)
        for p in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 3, t.hand[p])

    @clause("X-2")
    def step(self, t: CheatTable) -> Rule[None]:
        me = t.mover
        if t.named.number > 0 and (yield from t.choose(me, "doubt", OneOf((True, False)))):
            kinds = self.of_rank[t.named.rank]
            t.move(t.last.pile, t.last, t.hand[me if t.last.count(kinds) else t.right(me)])
            t.named = Named("", 0 if self.forgets else 1)
        if t.hand[me].is_empty:
            t.win(me, reason="out")
            return
        card = yield from t.choose(me, "lay", OneCard(self.deck, t.hand[me].pile))
        rank = yield from t.choose(me, "name", OneOf(("2", "3", "4", "none")), open=True)
        t.move(card, t.hand[me], t.last)
        t.named = Named(rank if rank != "none" else "", 1 if rank != "none" or not self.forgets else 0)
        t.mover = t.next(me)


class Remembers(Cheat):
    name, forgets = "cheat-remembers", False


@always("X-2")
def all_cards_are_there(t):
    """Cards are laid and taken."""
    return t.stock.size + t.last.size + sum([t.hand[p].size for p in t.players]) == 12


def test_fields_of_what_is_kept_are_conditions_too():
    """A rank that is looked up was named: what says so is another field of the same thing."""
    asked = [all_cards_are_there.__property__]
    meant = proved_on_meaning(Question(Cheat(2), tuple(asked)), Cheat(2), asked)
    assert set(meant.proved) == {"all-cards-are-there"}, (meant.why, meant.failed)
    stuck = proved_on_meaning(Question(Remembers(2), tuple(asked)), Remembers(2), asked)
    assert not stuck.proved
    assert "the rule raises" in stuck.why


def test_two_numbers_that_are_not_known_are_multiplied(tmp_path):
    """Each value of one of them is a multiple of the other: no way forks."""
    step = "t.a = min(t.a + 1, 5)\nt.scored[me] = min(t.a * t.scored[me] + 1, 9)"
    claim = '@always("X-2")\ndef it_is_so(t):\n    return all(t.a * t.scored[p] {says} for p in t.players)\n'
    wrong, sound = (proof_of_claims(tmp_path, claim.format(says=says), step=step) for says in ("<= 9", "<= 45"))
    assert "it-is-so" in wrong.failed
    assert sound.proved == {"it-is-so"}
    assert sound.ways < 90  # 105 where each value is followed
