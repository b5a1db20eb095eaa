"""Matches that need not end, of which somebody has promised that they do; and a sound twin whose matches do."""

from __future__ import annotations

import pytest

from referee.record.replay import replay
from referee.verify.explore import unasked
from referee.verify.explore.explore import decide
from referee.verify.explore.unasked import rounds, speaks_of_it
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.properties import always, endless, free_of, terminates, turns_end
from referee.verify.verdicts import Result, Trouble, Verdict
from tests.bad_games.bartering import Bartering, Losing


@free_of("endless play")
def every_match_ends(t):
    """Every match comes to its end."""


PROMISED = (every_match_ends.__property__,)


@pytest.fixture
def short(monkeypatch):
    """Of the game itself, and within its turns, little is looked at."""
    monkeypatch.setattr(unasked, "TURNS", 50)
    monkeypatch.setattr(unasked, "WAYS", 0)


def test_a_table_that_comes_back_is_told_where_matches_are_promised_to_end(short):
    (found, *more) = rounds(Question(Bartering(2), PROMISED))
    assert found.trouble is Trouble.ENDLESS
    assert set(found.clauses) == {"B-2"}
    assert found.scale
    assert found.sentence.endswith("200 times, and it goes on (at this scale, with the same luck).")
    assert not more
    assert not replay(found.witness.record, "back", find=lambda name: Bartering).rules_changed


def test_a_promise_that_turns_end_does_not_keep_it_from_being_looked_for(short):
    turns = turns_end()(lambda t: None).__property__
    assert list(rounds(Question(Bartering(2), PROMISED, others=(turns,))))
    assert not list(rounds(Question(Bartering(2), (turns,))))


def test_a_match_that_uses_up_its_cards_does_not_come_back(short):
    (result,) = [each for each in decide(Question(Losing(2), PROMISED)) if isinstance(each, Result | Finding)]
    assert (result.property, result.verdict) == ("every-match-ends", Verdict.NOT_REFUTED)


def test_what_chance_has_to_bring_about_is_not_told_unasked(short):
    assert not list(rounds(Question(Bartering(2), ())))


def test_the_promise_is_refuted_with_that_match(short):
    said = list(decide(Question(Bartering(2), PROMISED, effort=0.2)))
    (found,) = [each for each in said if isinstance(each, Finding)]
    (result,) = [each for each in said if isinstance(each, Result)]
    assert (result.verdict, found.trouble) == (Verdict.REFUTED, Trouble.ENDLESS)


def test_a_measure_that_counts_turns_says_nothing_of_the_end():
    """So whoever takes from '--suggest' that a number never falls still hears of play that goes round."""

    def declared(kind, claim):
        return kind()(claim).__property__

    assert not speaks_of_it(declared(terminates, lambda t: (10**9 - t.hand, t.game.turn_cap - t.turns)))
    assert speaks_of_it(declared(terminates, lambda t: t.stock.size))
    assert speaks_of_it(declared(turns_end, lambda t: None))
    assert speaks_of_it(declared(endless, lambda t: None))
    assert not speaks_of_it(declared(always, lambda t: True))
