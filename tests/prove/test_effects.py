"""What single effects owe, from any table: sound ones are PROVED, those that forget something are not."""

import sys
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.verify.prove.effects.cover import play
from referee.verify.prove.effects.every_effect import prove
from referee.verify.prove.effects.search import Effects
from referee.verify.verdicts import Verdict
from tests.bad_games import effects as bad_effects
from tests.bad_games.effects import Rows
from tests.bad_games.fees import Early, Fees
from tests.prove.forgetful import Forgetful

BAD = {
    "bad_top": "too few cards",
    "bad_trade": "may not hold the card any more",
    "bad_walk": "too short",
    "bad_again": "may not hold the card any more",
    "bad_play": "may not hold the card any more",
    "bad_rest": "may not hold the card any more",
    "bad_count": "too few cards",
    "bad_question": "cannot",
    "bad_loop": "may not hold the card any more",
    "bad_hand_over": "may lie anywhere",
}


@pytest.fixture(scope="module")
def said():
    return {each.name: each for players in (2,) for each in Effects(Rows(players), "What").decide()}


def test_sound_effects_are_proved(said):
    sound = [each for name, each in said.items() if name.startswith("sound") or name == "ward"]
    assert len(sound) == 8
    assert {each.name: each.why for each in sound if each.verdict is not Verdict.PROVED} == {}
    assert all(each.ends for each in sound)


@pytest.mark.parametrize("name", BAD)
def test_effects_that_forget_something_are_not(said, name):
    each = said[name]
    assert each.verdict is Verdict.UNKNOWN
    assert BAD[name] in each.why
    assert "effects.py:" in each.why


BAD_FEES = {
    "bad_fee": "may not hold the card any more",
    "bad_cover": "too few cards",
    "bad_tops": "too few cards",
    "bad_first": "IndexError",
}


def test_rules_about_several_players_are_followed_apart_and_no_more_is_taken_for_proved():
    effects = Effects(Fees(2), "What")
    said = {each.name: each for each in effects.decide()}
    sound = {name: said[name] for name in ("sound_fee", "sound_tops", "sound_first")}
    assert {name: each.why for name, each in sound.items()} == dict.fromkeys(sound, "")
    for name, why in BAD_FEES.items():
        assert said[name].verdict is Verdict.UNKNOWN
        assert why in said[name].why
    about = {name: [each[0] for each in given] for name, (given, _) in effects.known}
    assert all("players" in about[name] for name in ("pay_two", "pay_uncovered", "pay_tops", "pay_first"))


def test_what_a_rule_comes_to_is_found_anew_when_more_is_touched_within_it():
    game = Effects(Early(2), "What")
    for window, group in game.game.effects.items():  # what is touched comes before what touches it
        game.game.effects[window] = tuple(sorted(group, key=lambda each: each.name != "bad_early"))
    assert ["bad_early", "ward"] in [[each.name for each in group] for group in game.game.effects.values()]
    said = {each.name: each for each in game.decide()}
    assert said["ward"].verdict is Verdict.PROVED
    assert "may not hold the card any more" in said["bad_early"].why


def of(game, *names):
    """What is said of some effects of a game for two players."""
    effects = Effects(game(2), "Happening", frozenset({"coming", "winner", "barred", "last_winner"}))
    every = [each for group in effects.game.effects.values() for each in group]
    return {each.name: effects.of(each) for each in every if each.name in names}


FORGOTTEN = {"one_of_black": "too few cards", "discard_of_opponent": "may not hold the card", "king_of_clubs": "twice"}


def test_effects_of_B_poker_are_proved_until_something_is_forgotten():
    sound = of(find_game("bpoker"), *FORGOTTEN)
    assert {name: each.why for name, each in sound.items()} == dict.fromkeys(FORGOTTEN, "")
    forgetful = of(Forgetful, *FORGOTTEN)
    assert all(each.verdict is Verdict.UNKNOWN for each in forgetful.values())
    assert all(FORGOTTEN[name] in each.why for name, each in forgetful.items())


def test_a_game_is_tried_whole_and_what_play_never_carries_out_is_not_proved(monkeypatch):
    # All of a game's package is read, and other games beside this one do move cards behind the kernel's back.
    monkeypatch.setattr("referee.verify.prove.operations.module_files", lambda game: [Path(bad_effects.__file__)])
    said = {each.name: each for each in prove(Rows(2), 60)}
    assert len(said) == 18
    assert said["sound_top"].verdict is Verdict.PROVED
    assert said["sound_top"].times > 0
    assert said["ward"].verdict is Verdict.UNKNOWN
    assert "no random play" in said["ward"].why


class Credulous(Effects):
    """A prover that says PROVED of everything."""

    def of(self, effect):
        return replace(super().of(effect), verdict=Verdict.PROVED, why="")


def test_what_breaks_in_play_is_not_proved_whatever_a_prover_says(monkeypatch):
    monkeypatch.setattr("referee.verify.prove.operations.module_files", lambda game: [Path(bad_effects.__file__)])
    monkeypatch.setattr("referee.verify.prove.effects.every_effect.Effects", Credulous)
    said = {each.name: each for each in prove(Rows(2), 60)}
    broken = {name for name, each in said.items() if "random play breaks it" in each.why}
    assert {"bad_top", "bad_walk", "bad_rest", "bad_count", "bad_play", "bad_question"} <= broken
    sound = {each.verdict for name, each in said.items() if name.startswith("sound")}
    assert sound == {Verdict.PROVED}


FOLLOWED = ("discard_of_opponent", "nine_of_diamonds", "one_of_hearts", "ace_of_clubs", "two_aces", "king_of_diamonds")


@pytest.mark.long
def test_every_line_that_play_carries_out_is_followed():
    game = find_game("bpoker")
    lines = {}, {}
    with traced(lines[0]):
        play(game(2), 56)
    with traced(lines[1]):
        of(game, *FOLLOWED)
    for name in FOLLOWED:
        assert lines[0][name]
        assert lines[0][name] <= lines[1][name]


@contextmanager
def traced(lines):
    """The lines of text of some effects that are run."""

    def each(frame, event, _):
        if event == "line":
            lines.setdefault(frame.f_code.co_name, set()).add(frame.f_lineno)
        return each

    def begun(frame, *_):
        code = frame.f_code
        return each if code.co_name in FOLLOWED and "games/bpoker" in code.co_filename else None

    before = sys.gettrace()
    sys.settrace(begun)
    try:
        yield
    finally:
        sys.settrace(before)
