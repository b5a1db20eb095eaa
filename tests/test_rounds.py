"""Play that goes round within one turn is found, played over and over, and kept as a record of a real deal."""

import pytest

from referee.games.registry import find_game
from referee.record.replay import replay
from referee.verify.explore.rounds import decide_endless
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.play.fuzz import Campaign
from referee.verify.properties import endless
from referee.verify.verdicts import Trouble, Verdict

FEW = {"jokers": 0, "viewing": 1, "hands": 1, "maximum": 12, "ranks": ("10",), "suits": ("spades",), "packs": 6}


@endless("BP-10S")
def it_goes_round(t):
    """It can go round for ever."""


@endless("BP-10S", "BP-QC")
def it_goes_round_with_a_queen(t):
    """It can go round for ever."""


def said_of(claim, effort=0.01, **readings):
    game = find_game("bpoker")(2, settings=FEW, readings={k.replace("_", "-"): v for k, v in readings.items()})
    return list(decide_endless(Question(game, (), effort=effort), claim.__property__))


def test_10_spades_that_force_each_other_are_found_and_replayed():
    finding, result = said_of(it_goes_round)
    assert isinstance(finding, Finding)
    assert result.verdict is Verdict.WITNESSED
    assert "force 10s by seat 0 at seat 1" in finding.sentence
    assert "force 10s by seat 1 at seat 0" in finding.sentence
    assert not replay(result.witness.record, "round").rules_changed


@pytest.mark.parametrize("reading", [{"plays_of_one_card": "once"}, {"repeated_ten_of_spades": "once-a-turn"}])
def test_none_is_found_under_readings_that_end_it(reading):
    (result,) = said_of(it_goes_round, **reading)
    assert result.verdict is Verdict.UNKNOWN
    assert result.tries >= 400


def test_a_round_counts_only_for_the_clauses_that_go_round():
    (result,) = said_of(it_goes_round_with_a_queen, effort=0.005)
    assert result.verdict is Verdict.UNKNOWN


@pytest.mark.parametrize(("reading", "met"), [({}, True), ({"plays-of-one-card": "once"}, False)])
def test_a_cap_that_ended_plays_going_round_is_a_finding(reading, met):
    game = find_game("bpoker")(2, settings={**FEW, "nesting": 8}, readings=reading)
    campaign = Campaign(Question(game, (), effort=0.5))
    campaign.play()
    found = [each.met for each in campaign.seen.values()]
    assert [(each.trouble, each.clauses) for each in found] == [(Trouble.ENDLESS, ("BP-10S",))] * met
    assert all("force 10s by seat" in each.said for each in found)
