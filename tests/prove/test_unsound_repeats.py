"""Passes, bounds, words and cards: nothing is proved of what is unsound, and each sound twin is."""

from __future__ import annotations

import re

import pytest

from referee.verify.verdicts import Verdict
from tests.bad_games import unsound_repeats as games
from tests.bad_games.unsound import hands_are_full
from tests.bad_games.unsound_paths import nothing_is_closed, the_cards_are_there
from tests.prove.test_unsound import named, verdict

pytestmark = pytest.mark.usefixtures("whatever_is_written")

UNSOUND = [
    (games.ShuffledIn, games.the_stock_becomes_smaller),
    (games.OneByNameBlindly, the_cards_are_there),
    *[
        (each, nothing_is_closed)
        for each in (
            games.LaidOpen,
            games.PutThere,
            games.Low,
            games.Nothing,
            games.Somebody,
            games.AWay,
            games.APair,
            games.ATruth,
            games.APile,
            games.AKey,
            games.SharesCompared,
            games.Worthless,
        )
    ],
]
SOUND = [
    (games.NotShuffledIn, games.the_stock_becomes_smaller),
    (games.OneByName, the_cards_are_there),
    *[
        (each, nothing_is_closed)
        for each in (
            games.LaidOpenInVain,
            games.MovedThere,
            games.NeitherLow,
            games.Nobody,
            games.NoKey,
            games.WorthTooLittle,
            games.OneByName,
        )
    ],
]


@pytest.mark.parametrize("case", UNSOUND, ids=named)
@pytest.mark.every(2)
def test_nothing_is_proved_of_what_is_unsound(case):
    found = verdict(*case, hands_are_full)
    assert found.verdict in (Verdict.UNKNOWN, Verdict.REFUTED), found


@pytest.mark.parametrize("case", SOUND, ids=named)
@pytest.mark.untraced
def test_its_sound_twin_is_proved(case):
    found = verdict(*case, hands_are_full)
    assert found.verdict is Verdict.PROVED, found


def test_a_bound_is_of_every_way_on_which_a_measure_may_be_worked_out():
    """Twelve cards are drawn, and with the thirteenth turn play ends."""
    found = verdict(games.Following, games.every_turn_takes_a_card, games.turns_alternate, hands_are_full)
    assert found.verdict is Verdict.PROVED, found
    assert re.match("at most 13 steps", found.why), found.why
