"""Rounds in which everybody fills a box: how many each has filled is found to follow from the round, and from who
began it. Where somebody comes once too often nothing is proved."""

from __future__ import annotations

import pytest

from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    OneOf,
    Option,
    Player,
    Rule,
    Table,
    amount,
    clause,
    nobody,
    value,
    values,
    zone,
)
from referee.verify import always, terminates
from referee.verify.methods import Question
from referee.verify.symbolic.method import proved_on_meaning
from tests.symbolic.natural_games import Natural


class Box(Option):
    ACES = "aces"
    PAIRS = "pairs"
    CHANCE = "chance"


class BoxesTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    aces, pairs, chance = values(False), values(False), values(False)
    round = amount(1)
    mover: Player = value(NO_PLAYER)
    starter: Player = value(NO_PLAYER)


class Boxes(Natural):
    """Everybody fills one of three boxes in each of three rounds."""

    name, title, table_class = "boxes", "Boxes", BoxesTable
    rounds, again = 3, False

    def set_up(self) -> None:
        self.deck = Deck.of(("2",), FRENCH_SUITS[:1])

    @clause("X-1")
    def deal(self, t: BoxesTable) -> Rule[None]:
        t.starter = yield from t.lot(t.players)
        t.mover = t.starter

    @clause("X-2")
    def step(self, t: BoxesTable) -> Rule[None]:
        me = t.mover
        filled = {Box.ACES: t.aces[me], Box.PAIRS: t.pairs[me], Box.CHANCE: t.chance[me]}
        box = yield from t.choose(me, "box", OneOf([each for each in Box if not filled[each]]))
        if box is Box.ACES:
            t.aces[me] = True
        elif box is Box.PAIRS:
            t.pairs[me] = True
        else:
            t.chance[me] = True
        t.mover = me if self.again and box is Box.CHANCE else t.next(me)
        if t.mover is t.starter:
            t.round += 1
        if t.round > self.rounds:
            t.win(t.starter, reason="all boxes are filled")


class OneRoundMore(Boxes):
    name, rounds = "boxes-one-round-more", 4


class AnotherTurn(Boxes):
    """Whoever takes a chance has another turn."""

    name, again = "boxes-another-turn", True


@always("X-2")
def few_rounds(t):
    """Three rounds are begun, and the fourth ends it."""
    return t.round <= 3 or t.outcome is not None


@terminates("X-2")
def boxes_are_filled(t):
    """With every turn there is one box less."""
    return sum([(not t.aces[p]) + (not t.pairs[p]) + (not t.chance[p]) for p in t.players])


@always("X-2")
def whoever_begins_is_ahead(t):
    """Whoever began the round has filled more boxes than the one who has the turn, or has it himself."""
    mine, first = [t.aces[p] + t.pairs[p] + t.chance[p] for p in (t.mover, t.starter)]
    return t.outcome is not None or t.mover is t.starter or first == mine + 1


@pytest.mark.parametrize("players", [2, 3])
def test_boxes_are_counted_by_rounds(players):
    asked = [each.__property__ for each in (few_rounds, boxes_are_filled, whoever_begins_is_ahead)]
    meant = proved_on_meaning(Question(Boxes(players), tuple(asked)), Boxes(players), asked)
    assert set(meant.proved) == {each.name for each in asked}, (meant.why, meant.failed)


@pytest.mark.parametrize("game", [OneRoundMore, AnotherTurn], ids=lambda each: each.name)
def test_nothing_is_proved_where_all_boxes_may_be_filled(game):
    asked = [each.__property__ for each in (few_rounds, boxes_are_filled, whoever_begins_is_ahead)]
    meant = proved_on_meaning(Question(game(2), tuple(asked)), game(2), asked)
    assert not meant.proved
    assert "without an option" in meant.why
