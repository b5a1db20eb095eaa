"""Effects that gather cards in loops within loops: what an inner loop brings in is not forgotten."""

import pytest

from tests.bad_games.gathering import Gathering
from tests.symbolic.effects_in_play import broken_in_play
from tests.symbolic.test_effects import said_of

WHY = {
    "bad_flat": "may not lie there any more",
    "bad_given": "may not lie there any more",
    "bad_one_each": "an item that is not there",
    "bad_places": "an item that is not there",
    "bad_other_list": "may not lie there any more",
    "bad_named": "a loop within a loop puts things into a dictionary",
    "bad_twice": "may be taken twice",
    "bad_slice": "may not lie there any more",
}


@pytest.fixture(scope="module")
def said():
    return said_of(Gathering(2))


def test_what_is_gathered_is_enough_for_sound_effects(said):
    assert {name for name, why in said.items() if not why} == {name for name in said if name.startswith("sound")}


def test_what_is_gathered_is_taken_for_no_more(said):
    bad = {name: why for name, why in said.items() if name.startswith("bad")}
    assert {name for name in bad if WHY[name] not in bad[name]} == set()


def test_in_play_just_those_break_that_are_not_proved(said):
    times, broken = broken_in_play(Gathering(2), 400, nobody=set())
    assert set(broken) & set(said) == {name for name, why in said.items() if why}
    assert set(said) <= set(times)
