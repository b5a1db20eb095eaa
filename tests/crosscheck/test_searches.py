"""A search that overlooks something is caught by matches, and one that overlooks nothing is not."""

from __future__ import annotations

import pytest

from referee.verify.crosscheck.searches import cross_check_search
from referee.verify.explore import breadth, states
from referee.verify.explore.breadth import Search
from referee.verify.explore.explore import decide
from referee.verify.explore.graphs import Steps
from referee.verify.explore.step_counter import StepCountReads
from referee.verify.methods import Question
from referee.verify.properties import never
from referee.verify.readonly_table import evaluate
from referee.verify.verdicts import Result, Verdict
from referee.verify.vocabulary import what_if
from tests.bad_games.crosschecked import FewTurns, ManyTurns, OneOrFraction, OneOrTrue, OneOrTwo, Plain

SOUND = (OneOrTwo, Plain, FewTurns)
UNSOUND = (OneOrTrue, OneOrFraction, ManyTurns)


@pytest.fixture(autouse=True)
def whatever_is_written(monkeypatch):
    """Without the list of what is understood: what it refuses has to be caught here too."""
    monkeypatch.setattr("referee.verify.explore.breadth.rule_text", lambda *about: "")
    monkeypatch.setattr("referee.verify.explore.explore.claim_text", lambda *about: "")


@never("B-2")
def it_goes_wrong(t):
    """Nothing goes wrong."""
    return t.bad


def verdict_of(game):
    said = list(decide(Question(game(2), (it_goes_wrong.__property__,))))
    (result,) = [each for each in said if isinstance(each, Result)]
    return result


@pytest.mark.parametrize("game", SOUND)
def test_what_nothing_is_wrong_with_is_exhausted(game):
    assert verdict_of(game).verdict is Verdict.EXHAUSTED


@pytest.mark.parametrize("game", UNSOUND)
@pytest.mark.untraced
@pytest.mark.every(3)
def test_what_goes_wrong_is_found_whichever_answer_comes_first(game):
    assert verdict_of(game).verdict is Verdict.REFUTED
    search = Search(Question(game(2), (it_goes_wrong.__property__,)), backwards=True)
    search.run()
    assert [met.claimed.name for met, _ in search.met.values()] == ["it-goes-wrong"]


def is_taken_back(game):
    result = verdict_of(game)
    assert result.verdict is Verdict.UNKNOWN
    assert result.defect
    assert result.why.startswith("a defect of referee: ")
    return result.why


@pytest.mark.parametrize("game", [OneOrTrue, OneOrFraction])
def test_tables_that_are_taken_for_one_are_told(game, monkeypatch):
    monkeypatch.setattr(states, "distinguishing_key", lambda value: value)
    is_taken_back(game)


def test_tables_that_differ_are_told_where_no_property_sees_it(monkeypatch):
    monkeypatch.setattr(states, "distinguishing_key", lambda value: value)
    search = Search(Question(OneOrTrue(2), ()))
    search.run()
    assert "took two tables for one" in cross_check_search(search).message


def test_turns_that_are_not_heard_of_are_told(monkeypatch):
    monkeypatch.setattr(StepCountReads, "table", lambda self, game: game.table())
    assert "play meets what the search" in is_taken_back(ManyTurns)


def test_a_successor_that_is_left_out_is_told(monkeypatch):
    true = Steps.put
    monkeypatch.setattr(Steps, "put", lambda self, targets: true(self, list(targets)[1:]))
    search = Search(Question(Plain(2), ()))
    search.run()
    assert "a step leads to a table to which it never leads" in cross_check_search(search).message


def test_an_answer_that_is_never_given_is_told(monkeypatch):
    true = breadth.EveryAnswer.answers
    monkeypatch.setattr(breadth.EveryAnswer, "answers", lambda self, space: true(self, space)[:2])
    search = Search(Question(Plain(2), ()))
    search.run()
    assert cross_check_search(search) is not None


@pytest.mark.parametrize("game", SOUND)
def test_a_search_that_saw_everything_withstands(game):
    search = Search(Question(game(2), ()))
    search.run()
    assert not search.seen.bounded
    assert cross_check_search(search) is None


def test_who_reads_the_number_of_turns_is_heard():
    reads = StepCountReads(())
    table = reads.table(Plain(2))
    table.turns += 0  # here nobody but this test does
    assert reads.rules
    for copied in ("snapshot", "moment"):
        reads = StepCountReads(())
        getattr(reads.table(Plain(2)), copied)()
        assert reads.rules  # a copy of everything has it as well
    about = it_goes_wrong.__property__
    reads = StepCountReads([about])
    about.claim(reads.table(Plain(2)))
    assert not reads.properties
    assert not reads.rules


@never("B-2")
def it_takes_long(t):
    """No step is the tenth."""
    return how_many(t) > 9


def how_many(t):
    return t.turns


def test_what_a_property_reads_is_not_read_by_rules():
    about = it_takes_long.__property__
    reads = StepCountReads([about])
    about.claim(reads.table(Plain(2)))
    assert reads.properties == {"it-takes-long"}
    assert not reads.rules


@never("B-2")
def it_would_go_wrong(t):
    """Nothing would go wrong."""
    return what_if(t, lambda: None, lambda: t.bad)


def test_what_a_property_tries_out_is_no_look_at_the_number_of_turns():
    about = it_would_go_wrong.__property__
    reads = StepCountReads([about])
    table = reads.table(Plain(2))
    evaluate(about.claim, table)
    assert not reads.properties
    assert not reads.rules
