"""Play that goes round within one turn is found, played over and over, and kept as a record of a real deal."""

import random
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.record.replay import replay
from referee.verify.explore.step_cycles import decide_endless, refute_end_of_turns
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.play.drivers import Onwards
from referee.verify.play.fuzz import Campaign, decide
from referee.verify.play.met import Met
from referee.verify.play.minimise import recorded
from referee.verify.play.trial import Trial
from referee.verify.properties import endless, load_properties, turns_end
from referee.verify.verdicts import Result, Trouble, Verdict
from tests.bad_games.behaving import DigsDeeper, DrawsAgain, DrawsAgainOnce
from tests.bad_games.small import Small

PROPERTIES = Path(__file__).parent.parent / "properties" / "effervesce.py"
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
    assert "after 4 answers (force 10♠, from player to player)" in finding.sentence
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
    assert all("force 10s by seat" in each.message for each in found)


@turns_end("B-2")
def every_turn_ends(t):
    """Every turn comes to its end."""


def test_a_turn_that_its_player_can_prolong_for_ever_is_refuted():
    claimed = every_turn_ends.__property__
    finding, result = refute_end_of_turns(Question(DrawsAgain(2), (claimed,)), claimed)
    assert result.verdict is Verdict.REFUTED
    assert (finding.trouble, finding.property_name) == (Trouble.ENDLESS, "every-turn-ends")
    assert finding.sentence.endswith("and it goes on, as long as chance plays along.")


def test_a_turn_that_can_be_prolonged_once_ends():
    claimed = every_turn_ends.__property__
    assert list(refute_end_of_turns(Question(DrawsAgainOnce(2), (claimed,)), claimed)) == []


def of_turns(game):
    said = list(decide(Question(game, (every_turn_ends.__property__,), effort=0.03)))
    return [each for each in said if isinstance(each, Finding)], [each for each in said if isinstance(each, Result)]


def test_rules_that_call_each_other_deeper_and_deeper_do_not_end():
    (finding,), (result,) = of_turns(DigsDeeper(2))
    assert result.verdict is Verdict.REFUTED
    assert (finding.trouble, finding.clauses) == (Trouble.ENDLESS, ("B-3",))
    assert "each time deeper: B-3" in finding.sentence
    findings, (sound,) = of_turns(Small(2))
    assert (findings, sound.verdict) == ([], Verdict.NOT_REFUTED)


@pytest.mark.parametrize(("rules", "steps_kept"), [(DigsDeeper, 0), (Small, 3)])
def test_a_record_ends_before_the_step_in_which_rules_call_each_other_deeper(rules, steps_kept):
    trial, driver, script = Trial(rules(2), ()), Onwards((), random.Random(1)), []
    met = None
    while met is None and len(script) < 4:
        driver.next_step(())
        met = trial.advance(driver)
        script.append(list(driver.transcript))
    kept = recorded(rules(2), met or Met(Trouble.REST, (), "nothing"), script)
    steps = []
    replay(kept.witness.record, "w.jsonl", find=lambda _: rules, on_step=lambda t, step, told: steps.append(step))
    assert (kept.met.looping, steps[-1]) == (rules is DigsDeeper, steps_kept)


SMALL = {"packs": 3, "suits": ("spades", "clubs"), "ranks": ("K", "A"), "hand": 4, "sides": 2}


@pytest.mark.parametrize(
    ("name", "players", "settings", "reading", "met"),
    [
        ("cancelling-comes-to-an-end", 3, SMALL, {"turn-after-cancel": "declares-anew"}, True),
        ("claims-come-to-an-end", 3, SMALL, {"joker-claim-moment": "every-check"}, True),
        ("claims-come-to-an-end", 3, SMALL, {}, False),
    ],
)
def test_turns_of_effervesce_that_need_not_end(name, players, settings, reading, met):
    game = find_game("effervesce")(players, settings=settings, readings=reading)
    (claimed,) = [each for each in load_properties(PROPERTIES, find_game("effervesce")) if each.name == name]
    found = list(refute_end_of_turns(Question(game, (claimed,)), claimed))
    assert bool(found) is met
    if met:
        assert found[0].sentence.endswith("and it goes on, as long as chance plays along.")
        assert not replay(found[1].witness.record, "round").rules_changed
