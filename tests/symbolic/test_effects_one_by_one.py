"""Effects that take away the cards of a row one by one: what is still to come lies there, and no more is known."""

import pytest

from tests.bad_games.one_by_one import OneByOne
from tests.symbolic.effects_in_play import broken_in_play
from tests.symbolic.test_effects import said_of


@pytest.fixture(scope="module")
def said():
    return said_of(OneByOne(2))


def test_what_is_still_to_come_lies_there(said):
    assert {name for name, why in said.items() if not why} == {name for name in said if name.startswith("sound")}


def test_what_may_be_gone_is_told(said):
    bad = {name: why for name, why in said.items() if name.startswith("bad")}
    assert len(bad) == 8
    for name, why in bad.items():
        assert ("an item that is not there" if name == "bad_standing" else "may not lie there any more") in why


def test_in_play_just_those_break_that_are_not_proved(said):
    times, broken = broken_in_play(OneByOne(2), 400, nobody=set())
    assert set(broken) & set(said) == {name for name, why in said.items() if why}
    assert {name for name, why in said.items() if not why} <= set(times)
