"""A shortage that lies many turns behind the deal is come to; where turns bring back what they take there is none."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee.games.effervesce.rules import Effervesce
from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    Direction,
    Game,
    Pile,
    Player,
    Rule,
    Table,
    clause,
    nobody,
    owner,
    value,
    zone,
    zones,
)
from referee.verify.methods import Question
from referee.verify.play.draining import drained
from referee.verify.play.drivers import AtRandom, Script
from referee.verify.play.trial import Trial
from referee.verify.properties import load_properties
from referee.verify.prove.method import owed_by
from referee.verify.prove.refute import refute
from referee.verify.verdicts import Trouble

SHIPPED = load_properties(Path(__file__).parents[1] / "properties" / "effervesce.py", Effervesce)


class LendingTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=owner)
    mover: Player = value(NO_PLAYER)


class Lending(Game[LendingTable]):
    """Four cards are drawn in a turn and any given back: hardly ever few of many, as there are so many more ways to
    choose about half of them."""

    name = "lending"
    title = "Lending"
    table_class = LendingTable
    fewest_players, most_players = 2, 3
    turn_cap = 500
    keeps = 28
    """Cards at most that a hand has after its turn."""

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4", "5", "6", "7", "8"), FRENCH_SUITS, 1)

    def deal(self, t: LendingTable) -> Rule[None]:
        t.direction = Direction.LEFT
        t.mover = t.first_seat()
        for player in t.players:
            yield from t.draw(t.stock, 1, t.hand[player])

    @clause("L-1")
    def step(self, t: LendingTable) -> Rule[None]:
        hand = t.hand[t.mover]
        yield from t.draw(t.stock, 4, hand)
        least = t.max0(hand.size - self.keeps)
        back: Pile = yield from t.select(t.mover, "back", hand.pile, least, hand.size)
        t.move(back, hand, t.stock)
        t.mover = t.next(t.mover)

    def forfeit(self) -> int:
        return 0


class Returning(Lending):
    keeps = 5


def drawn_out(game):
    """A match in which cards are wanted that are not there, if play that uses them up comes to one."""
    return drained(Question(game, ()))


def test_what_wears_away_slowly_is_used_up_and_the_match_can_be_played_again():
    rng = random.Random(5)
    for _ in range(50):
        trial, driver = Trial(Lending(2), ()), AtRandom(rng)
        assert [trial.advance(driver) for _ in range(40)] == [None] * 40, "random play comes to it by itself"
    met, script = drawn_out(Lending(2))
    assert met.trouble is Trouble.SHORTAGE
    assert len(script) > 7, "a turn takes four of 26 cards at most"
    trial, driver = Trial(Lending(2), ()), Script()
    for answers in script:
        driver.next_step(answers)
        again = trial.advance(driver)
        assert driver.transcript == answers
    assert again.same_as == met.same_as


def test_where_turns_bring_back_what_they_take_nothing_is_used_up():
    assert drawn_out(Returning(2)) is None


@pytest.mark.long
@pytest.mark.untraced
def test_a_shortage_many_turns_behind_the_deal_is_refuted():
    game = Effervesce(5, readings={"challenger-gives-back": "always-two"})
    (claimed,) = [each for each in SHIPPED if each.name == "every-draw-finds-its-cards"]
    found = refute(Question(game, (claimed,), effort=0.1), claimed, owed_by(claimed))
    assert found.how == "play that uses up what is drawn from met it"
    assert found.met.trouble is Trouble.SHORTAGE
