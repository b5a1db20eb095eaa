"""Effects whose loops go round a number of times that is known: they are carried out pass by pass."""

import pytest

from tests.bad_games.sharing import Sharing
from tests.symbolic.effects_in_play import broken_in_play
from tests.symbolic.test_effects import said_of

WHY = {
    "bad_share": "cards that are not there",
    "bad_removed": "an item that is not there",
    "bad_two": "cards that are not there",
    "bad_third": "cards that are not there",
    "bad_repeated": "an item that is not there",
}


@pytest.fixture(scope="module")
def said():
    return said_of(Sharing(2))


def test_what_each_pass_does_is_known(said):
    sound = {name: why for name, why in said.items() if name.startswith("sound")}
    assert len(sound) == 4
    assert sound == dict.fromkeys(sound, "")


def test_no_more_is_known(said):
    bad = {name: why for name, why in said.items() if name.startswith("bad")}
    assert bad.keys() == WHY.keys()
    assert {name: why for name, why in bad.items() if WHY[name] not in why} == {}


def test_in_play_just_those_break_that_are_not_proved(said):
    times, broken = broken_in_play(Sharing(2), 400, nobody=set())
    assert set(said) <= set(times)
    assert set(broken) & set(said) == {name for name, why in said.items() if why}
