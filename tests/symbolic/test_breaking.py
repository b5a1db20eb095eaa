"""Matches that the solver finds for a property that hardly any deal breaks; a twin of each that no match breaks."""

from __future__ import annotations

import pytest

from referee.games.escalation.rules import Escalation
from referee.verify.methods import Question
from referee.verify.properties import always, free_of, never
from referee.verify.provable import owed_by
from referee.verify.refuting import refute_as, refute_by_solving
from referee.verify.symbolic import breaking
from referee.verify.symbolic.breaking import matches_that_break
from referee.verify.verdicts import Trouble


def most_aces(t):
    """The truth that somebody holds all four aces: one deal to two players in 3,000 makes it so."""
    return t.hand[t.players[0]].count(t.deck.where(ranks=["A"])) > 3


def five_aces(t):
    return t.hand[t.players[0]].count(t.deck.where(ranks=["A"])) > 4


@always("X-1")
def nobody_has_all_aces(t):
    """The first player never has all aces."""
    return t.negate(most_aces(t))


@always("X-1")
def nobody_has_five_aces(t):
    """The first player never has five aces."""
    return t.negate(five_aces(t))


@never("X-2", asked="turn")
def all_aces_are_there(t, choice):
    """Whoever is asked has all aces."""
    return most_aces(t)


@never("X-2", asked="turn")
def five_aces_are_there(t, choice):
    """Whoever is asked has five aces."""
    return five_aces(t)


@free_of("dead end", "X-2")
def whoever_has_the_turn_can_play(t):
    """The player to move always has a play."""


def refuted(claim, **readings):
    each = claim.__property__
    return refute_by_solving(Question(Escalation(2, readings=readings), (each,)), each, owed_by(each))


@pytest.mark.parametrize("claim", [nobody_has_all_aces, all_aces_are_there])
def test_the_solver_finds_a_deal_that_breaks_it(claim):
    found = refuted(claim)
    assert found is not None
    assert found.how == f"the solver found a deal for {claim.__property__.name}"
    assert found.met.claimed == claim.__property__
    assert refute_as(Question(Escalation(2), ()), claim.__property__, found) == found


@pytest.mark.parametrize("claim", [nobody_has_five_aces, five_aces_are_there])
def test_where_no_deal_breaks_it_nothing_is_found(claim):
    assert refuted(claim) is None


def test_the_solver_finds_a_deal_after_which_somebody_has_no_answer():
    found = refuted(whoever_has_the_turn_can_play, **{"led-special": "forbidden"})
    assert found is not None
    assert found.met.trouble is Trouble.DEAD_END
    assert refuted(whoever_has_the_turn_can_play) is None


def test_what_the_solver_finds_and_play_does_not_break_is_not_told(monkeypatch):
    """A match that holds what is claimed: the ordinary rules are the judge."""
    wrong = list(matches_that_break(Escalation(2), nobody_has_all_aces.__property__, ()))
    assert wrong
    monkeypatch.setattr(breaking, "matches_that_break", lambda game, each, owed: iter(wrong))
    assert refuted(nobody_has_five_aces) is None
    assert refuted(nobody_has_all_aces) is not None
