"""Effects that take the cards at the ends of a row: a bound below 0 counts from the end, and no more is known."""

import pytest

from tests.bad_games.slicing import Slicing
from tests.symbolic.effects_in_play import broken_in_play
from tests.symbolic.test_effects import said_of


@pytest.fixture(scope="module")
def said():
    return said_of(Slicing(2))


def test_what_there_is_at_the_ends_is_known(said):
    assert {name for name, why in said.items() if not why} == {name for name in said if name.startswith("sound")}
    assert len([name for name in said if name.startswith("bad")]) == 7


def test_in_play_just_those_break_that_are_not_proved(said):
    times, broken = broken_in_play(Slicing(2), 400, nobody=set())
    assert set(broken) & set(said) == {name for name, why in said.items() if why}
    assert set(said) <= set(times)
