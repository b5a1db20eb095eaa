"""Rules that are proved apart: nothing is known of them that is not so, and the sound twins are proved."""

from __future__ import annotations

import pytest

from referee.verify.verdicts import Verdict
from tests.bad_games import unsound_summaries as games
from tests.bad_games.unsound import hands_are_full
from tests.bad_games.unsound_paths import nothing_is_closed
from tests.prove.test_unsound import verdict

pytestmark = pytest.mark.usefixtures("whatever_is_written")

PAIRS = [
    (games.AfterTheEnd, games.NeverOver),
    (games.SetToNone, games.SetToAnother),
    (games.SetNowAndThen, games.SetAlways),
    (games.FlagNowAndThen, games.FlagAlways),
    (games.AmountNowAndThen, games.AmountAlways),
    (games.CardsNowAndThen, games.CardsAlways),
    (games.WordOrNumber, games.WordOrWord),
    (games.CardsOrNone, games.CardsOrNoneUnread),
    (games.OnceAndTrue, games.OnceAndTwice),
    (games.CalledBehind, games.CalledBehindInVain),
]


@pytest.mark.parametrize("game", [pair[0] for pair in PAIRS], ids=lambda each: each.__name__)
@pytest.mark.every(2)
def test_nothing_is_taken_for_known_of_a_rule_that_is_proved_apart(game):
    found = verdict(game, nothing_is_closed, hands_are_full)
    assert found.verdict in (Verdict.UNKNOWN, Verdict.REFUTED), found


@pytest.mark.parametrize("game", [pair[1] for pair in PAIRS], ids=lambda each: each.__name__)
@pytest.mark.untraced
def test_its_sound_twin_is_proved(game):
    found = verdict(game, nothing_is_closed, hands_are_full)
    assert found.verdict is Verdict.PROVED, found
