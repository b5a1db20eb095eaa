"""What single effects owe, from any table: sound ones are PROVED, those that forget something are not."""

import pytest

from referee.verify.prove.effects.search import Effects
from referee.verify.verdicts import Verdict
from tests.bad_games.effects import Rows

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
