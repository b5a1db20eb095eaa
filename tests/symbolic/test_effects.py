"""Single effects followed on the meaning of the rules: sound ones are proved, those that overlook something are not."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.meaning.translation import meaning
from referee.verify import never
from referee.verify.kept import memory
from referee.verify.ledger import Ledger
from referee.verify.methods import Budget, Question
from referee.verify.proving import decide
from referee.verify.symbolic.effects.every_effect import NO_TIME, decided, prove
from referee.verify.symbolic.effects.search import Effects, Said
from referee.verify.verdicts import Verdict
from tests.bad_games import effects as bad_effects
from tests.bad_games.collected import Collected
from tests.bad_games.effects import Rows
from tests.bad_games.fees import Early, Fees
from tests.bad_games.followed import Followed
from tests.bad_games.gives import Gives
from tests.symbolic.effects_in_play import broken_in_play
from tests.symbolic.forgetful import Forgetful


def said_of(game, *names, nobody=frozenset({"friend"})):
    """By effect what keeps it from being proved, "" where nothing does: of those that Rows does not have as well."""
    effects = Effects(game, meaning(game), nobody, frozenset())
    own = [each for each in effects.every if type(game) is Rows or not hasattr(Rows, each.name)]
    return {each.name: effects.of(each).why for each in own if not names or each.name in names}


WHY = {
    "bad_top": "cards that are not there",
    "bad_trade": "may not lie there any more",
    "bad_walk": "an item that is not there",
    "bad_again": "may not lie there any more",
    "bad_play": "may not lie there any more",
    "bad_rest": "may not lie there any more",
    "bad_count": "cards that are not there",
    "bad_question": "a choice without an option: which",
    "bad_loop": "may not lie there any more",
    "bad_hand_over": "may lie anywhere",
    "bad_early": "may not lie there any more",
    "bad_break": "cards that are not there",
    "bad_continue": "may not lie there any more",
    "bad_later": "may not lie there any more",
    "bad_counted": "cards that are not there",
    "bad_negative": "cards that are not there",
    "bad_within_itself": "carried out within itself",
    "bad_somebody": "nobody takes part",
    "bad_on": "may lie anywhere",
    "bad_gathered": "may not lie there any more",
    "bad_any": "an item that is not there",
    "bad_halves": "taken twice",
    "bad_chosen": "may not lie there any more",
    "bad_fee": "may not lie there any more",
    "bad_cover": "cards that are not there",
    "bad_tops": "cards that are not there",
    "bad_first": "an item that is not there",
}


@pytest.fixture(scope="module")
def said():
    return {name: why for game in (Rows(2), Early(2), Fees(2), Followed(2)) for name, why in said_of(game).items()}


def test_sound_effects_are_proved(said):
    sound = {name: why for name, why in said.items() if name.startswith("sound") or name == "ward"}
    assert len(sound) == 22
    assert sound == dict.fromkeys(sound, "")


@pytest.mark.parametrize("name", WHY)
def test_effects_that_overlook_something_are_not(said, name):
    assert WHY[name] in said[name]
    assert re.search(r"\(\w+, \w+\.py:\d+\)$", said[name])


def test_no_other_effect_is_bad(said):
    assert {name for name in said if name.startswith("bad")} == set(WHY)


def test_what_is_proved_does_not_break_in_play(said):
    times, broken = broken_in_play(Followed(2), 150, nobody={"friend"})
    assert {name for name in times if name.startswith("sound")} <= {name for name, why in said.items() if not why}
    assert {name for name in broken if name.startswith("sound")} == set()
    assert {"bad_later", "bad_counted", "bad_negative", "bad_within_itself", "bad_somebody"} <= set(broken)


GIVES = {
    "bad_either": "may not lie there any more",
    "bad_next": "may not lie there any more",
    "bad_twice": "taken twice",
    "bad_green": "an item that is not there",
    "bad_stale": "may not lie there any more",
    "bad_lowest": "something else where laid is wanted",
    "bad_player": "nobody where a player is wanted",
    "bad_asked": "nobody where a player is wanted",
    "bad_away": "may not lie there any more",
    "bad_in_pot": "may lie anywhere",
    "bad_at_times": "may lie anywhere",
    "bad_no_card": "IndexError",
    "bad_filled": "an item that is not there",
    "bad_named": "a key that is not there",
    "bad_still_named": "a key that is not there",
    "bad_halves": "taken twice",
    "bad_link": "may not lie there any more",
    "bad_kinds": "an item that is not there",
    "bad_controller": "nobody takes part",
    "bad_ended": "the rule raises",
    "bad_choice": "a choice without an option: which",
}


@pytest.fixture(scope="module")
def given():
    return said_of(Gives(2))


def test_what_functions_give_is_enough_for_sound_effects(given):
    sound = {name: why for name, why in given.items() if name.startswith("sound")}
    assert len(sound) == 18
    assert sound == dict.fromkeys(sound, "")


@pytest.mark.parametrize("name", GIVES)
def test_what_functions_give_is_taken_for_no_more(given, name):
    assert GIVES[name] in given[name]


def test_no_other_effect_takes_it_for_more(given):
    assert {name for name in given if name.startswith("bad")} == set(GIVES)


def test_what_is_proved_of_what_functions_give_does_not_break_in_play(given):
    times, broken = broken_in_play(Gives(2), 150, nobody={"friend"})
    proved = {name for name, why in given.items() if not why}
    assert len(proved & set(times)) >= 14
    assert proved & set(broken) == set()
    assert len(set(GIVES) & set(broken)) >= 10


COLLECTED = {
    "bad_order": "cards that are not there",
    "bad_less_now": "cards that are not there",
    "bad_largest": "an item that is not there",
    "bad_every": "may not lie there any more",
    "bad_best": "the rule raises",
    "bad_fewest": "an item that is not there",
    "bad_much": "an item that is not there",
    "bad_once_more": "an item that is not there",
    "bad_marks": "an item that is not there",
    "bad_of_pot": "an item that is not there",
    "bad_several": "may lie anywhere",
    "bad_in_one_row": "may not lie there any more",
    "bad_gathered_players": "nobody where a player is wanted",
    "bad_keys": "nobody where a player is wanted",
    "bad_two_puts": "may not lie there any more",
    "bad_second_loop": "may not lie there any more",
    "bad_deleted": "a key goes out",
}


@pytest.fixture(scope="module")
def collected():
    return said_of(Collected(2))


def test_what_is_collected_is_enough_for_sound_effects(collected):
    sound = {name: why for name, why in collected.items() if name.startswith("sound")}
    assert len(sound) == 13
    assert sound == dict.fromkeys(sound, "")


def test_what_is_collected_is_taken_for_no_more(collected):
    bad = {name: why for name, why in collected.items() if name.startswith("bad")}
    assert bad.keys() == COLLECTED.keys()
    assert {name: why for name, why in bad.items() if COLLECTED[name] not in why} == {}


def test_what_is_proved_of_what_is_collected_does_not_break_in_play(collected):
    times, broken = broken_in_play(Collected(2), 400, nobody={"friend"})
    proved = {name for name, why in collected.items() if not why}
    assert len(proved & set(times)) >= 10
    assert proved & set(broken) == set()
    assert len(set(COLLECTED) & set(broken)) >= 10


FORGOTTEN = {
    "one_of_black": "cards that are not there",
    "discard_of_opponent": "may not lie there",
    "king_of_clubs": "taken twice",
    "buy_replay": "may not lie there",
    "two_of_hearts": "an item that is not there",
    "king_of_spades": "may not lie there",
}
MAY_BE_NOBODY = frozenset({"coming", "winner", "barred", "last_winner"})


@pytest.mark.long
def test_effects_of_B_poker_are_proved_until_something_is_forgotten():
    sound = said_of(find_game("bpoker")(2), *FORGOTTEN, nobody=MAY_BE_NOBODY)
    assert sound == dict.fromkeys(FORGOTTEN, "")
    forgetful = said_of(Forgetful(2), *FORGOTTEN, nobody=MAY_BE_NOBODY)
    assert all(why in forgetful[name] for name, why in FORGOTTEN.items()), forgetful


@pytest.mark.long
def test_fifty_effects_of_B_poker_are_proved_in_a_process_of_their_own(monkeypatch):
    monkeypatch.setattr(memory, "read_effects", lambda key: None)
    monkeypatch.setattr(memory, "write_effects", lambda *about: None)
    found = decided(Question(find_game("bpoker")(2), (), effects=True))
    assert sum([each.verdict is Verdict.PROVED for each in found]) >= 50, {each.name: each.why for each in found}


@pytest.fixture
def known(monkeypatch, said):
    """The verdicts on the effects of Rows are not worked out again: play and what is said of them is looked at."""
    # All of a game's package is read, and other games beside this one do move cards behind the kernel's back.
    monkeypatch.setattr("referee.verify.understood.places.module_files", lambda game: [Path(bad_effects.__file__)])
    monkeypatch.setattr(Effects, "of", lambda self, effect: Said(effect.name, said[effect.name], ends=1))


def test_a_game_is_tried_whole_and_what_play_never_carries_out_is_not_proved(known):
    found = {each.name: each for each in prove(Rows(2), 60)}
    assert len(found) == 18
    assert found["sound_top"].verdict is Verdict.PROVED
    assert found["sound_top"].times > 0
    assert found["ward"].verdict is Verdict.UNKNOWN
    assert "no random play" in found["ward"].why


def test_what_breaks_in_play_is_not_proved_whatever_a_prover_says(known, monkeypatch):
    monkeypatch.setattr(Effects, "of", lambda self, effect: Said(effect.name, ends=1))
    found = {each.name: each for each in prove(Rows(2), 60)}
    broken = {name for name, each in found.items() if "random play breaks it" in each.why}
    assert {"bad_top", "bad_walk", "bad_rest", "bad_count", "bad_play", "bad_question"} <= broken
    sound = {each.verdict for name, each in found.items() if name.startswith("sound")}
    assert sound == {Verdict.PROVED}


def test_without_time_nothing_is_said_of_the_rest(known):
    found = prove(Rows(2), 0)
    assert {(each.verdict, each.why) for each in found} == {(Verdict.UNKNOWN, NO_TIME)}


def test_what_cannot_be_followed_is_said_of_that_effect_alone(monkeypatch):
    effects = Effects(Rows(2), meaning(Rows(2)), frozenset(), frozenset())

    def follow(effect, function, can, said, loose):
        raise {"sound_top": RecursionError, "sound_walk": ValueError}.get(effect.name, AssertionError)("strange")

    monkeypatch.setattr(effects, "_follow", follow)
    why = {each.name: effects.of(each).why for each in effects.every}
    assert why["sound_top"] == "rules lead back to themselves without an end that is known"
    assert why["sound_walk"] == "it cannot be followed: ValueError: strange"


def test_an_effect_with_too_many_ways_is_given_up(monkeypatch):
    for most in ("MOST_WAYS", "MOST_FINE"):
        monkeypatch.setattr(f"referee.verify.symbolic.effects.search.{most}", 3)
    said = said_of(Rows(2), "sound_top")
    assert "there are too many ways" in said["sound_top"]


def test_the_reason_is_the_one_before_a_second_try_that_only_came_to_less(monkeypatch):
    monkeypatch.setattr("referee.verify.symbolic.effects.search.MOST_FINE", 1)
    said = said_of(Rows(2), "bad_walk", "bad_count")
    assert WHY["bad_walk"] in said["bad_walk"]
    assert WHY["bad_count"] in said["bad_count"]


def test_nothing_is_followed_when_there_is_no_time_left():
    effects = Effects(Rows(2), meaning(Rows(2)), frozenset(), frozenset())
    effects.has_time = lambda: False
    assert {said.why for _, said in effects.decide()} == {NO_TIME}
    assert "there is no time left" in effects.of(effects.every[0]).why


@never("B-1")
def nobody_has_forty(t):
    return any(len(t.stash[player].row) > 40 for player in t.players)


def test_a_check_asks_for_single_effects_and_keeps_what_is_said(known, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(memory, "unseen_by", lambda question: "")  # beside these rules stand others
    question = Question(Rows(2), (nobody_has_forty.__property__,), effects=True)
    first, again = [next(each.effects for each in decide(question) if isinstance(each, Ledger)) for _ in range(2)]
    assert {each.name: each.verdict for each in first}["sound_top"] is Verdict.PROVED
    assert [(each.name, each.verdict, each.why) for each in again] == [
        (each.name, each.verdict, each.why) for each in first
    ]
    assert not any(each.cached for each in first)
    assert all(each.cached for each in again)


def test_single_effects_are_asked_about_where_there_is_no_property_but_not_beside_other_methods(
    known, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(memory, "unseen_by", lambda question: "")
    question = Question(Rows(2), (), effects=True)
    beside = replace(question, budget=Budget(processor=100.0))
    assert list(decide(beside)) == []
    assert memory.read(question) is None  # it is asked anew where nothing else is
    assert list(decide(Question(Rows(2), ()))) == []
    (ledger,) = decide(question)
    assert {each.name: each.verdict for each in ledger.effects}["sound_top"] is Verdict.PROVED
