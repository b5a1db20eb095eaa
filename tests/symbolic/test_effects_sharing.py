"""Effects whose loops go round a number of times that is known: they are carried out pass by pass."""

import pytest

from referee.verify.symbolic.effects.search import Effects
from tests.bad_games.sharing import Either, Gathered, Sharing
from tests.symbolic.effects_in_play import broken_in_play
from tests.symbolic.test_effects import said_of

WHY = {
    "bad_share": "cards that are not there",
    "bad_removed": "an item that is not there",
    "bad_two": "cards that are not there",
    "bad_third": "cards that are not there",
    "bad_repeated": "an item that is not there",
    "bad_long": "may not lie there any more",
}


@pytest.fixture(scope="module")
def said():
    return said_of(Sharing(2))


def test_what_each_pass_does_is_known(said):
    sound = {name: why for name, why in said.items() if name.startswith("sound")}
    assert len(sound) == 5
    assert sound == dict.fromkeys(sound, "")


def test_no_more_is_known(said):
    bad = {name: why for name, why in said.items() if name.startswith("bad")}
    assert bad.keys() == WHY.keys()
    assert {name: why for name, why in bad.items() if WHY[name] not in why} == {}


def test_in_play_just_those_break_that_are_not_proved(said):
    times, broken = broken_in_play(Sharing(2), 400, nobody=set())
    assert set(said) <= set(times)
    assert set(broken) & set(said) == {name for name, why in said.items() if why}


def test_what_lies_in_the_text_of_a_loop_is_not_tried_once_more(monkeypatch):
    tries, once = [], Effects._of
    monkeypatch.setattr(Effects, "_of", lambda self, effect: tries.append(effect.name) or once(self, effect))
    said = said_of(Gathered(2)) | said_of(Sharing(2), "bad_repeated")
    assert "'setdefault' in a loop" in said["by_rank"]
    assert tries == ["by_rank", "bad_repeated", "bad_repeated"]


def test_what_is_known_of_things_on_one_way_is_not_known_of_others_on_another():
    said = said_of(Either(2))
    assert "cards that are not there" in said["bad_either"]
    assert said["sound_either"] == ""
    _, broken = broken_in_play(Either(2), 400, nobody=set())
    assert set(broken) & set(said) == {"bad_either"}
