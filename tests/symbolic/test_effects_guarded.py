"""Effects that rest on what was looked at before they could be used."""

import pytest

from tests.bad_games.guarded import Guarded
from tests.symbolic.effects_in_play import broken_in_play
from tests.symbolic.test_effects import said_of

WHY = {
    "bad_guarded": "a choice without an option: drop",
    "bad_guarded_twice": "a choice without an option: drop",
    "bad_guarded_stash": "a choice without an option: drop",
    "never_used": "it can never be used under these readings and settings",
}


@pytest.fixture(scope="module")
def said():
    """What is found before functions are followed that look at the table."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("referee.verify.symbolic.effects.search.MOST_FINE", 0)
        return said_of(Guarded(2))


def test_what_was_looked_at_is_known_while_an_effect_is_carried_out(said):
    assert said["sound_guarded"] == ""


@pytest.mark.parametrize("name", WHY)
def test_no_more_is_known(said, name):
    assert WHY[name] in said[name]


def test_in_play_just_those_break_that_are_not_proved(said):
    times, broken = broken_in_play(Guarded(2), 400, nobody=set())
    assert set(broken) & set(said) == {name for name in said if name.startswith("bad")}
    assert set(said) - set(times) == {"never_used"}
