"""Ends of paths and errors on them: nothing is proved where one is forgotten, and each sound twin is."""

from __future__ import annotations

import pytest

from referee.verify.verdicts import Verdict
from tests.bad_games import unsound_paths as games
from tests.bad_games.unsound import hands_are_full
from tests.prove.test_unsound import named, verdict

pytestmark = pytest.mark.usefixtures("whatever_is_written")

BEFORE_A_SHORTAGE = [
    games.LookedThrough,
    games.TakenByNumber,
    games.CountedOff,
    games.KeptInSet,
    games.KeptByCards,
    games.PilesCompared,
    games.Divided,
    games.Multiplied,
]
UNSOUND = [
    *[(game, games.the_cards_are_there, "unsound_paths.py:") for game in BEFORE_A_SHORTAGE],
    (games.StuckBehind, games.there_is_an_answer, "unsound_paths.py:"),
    (games.NoWayOn, games.there_is_an_answer, "must answer 'lay' and cannot"),
    (games.NoWayOnInClause, games.there_is_an_answer, "must answer 'show' and cannot"),
    (games.EndsNowhere, games.the_cards_are_there, ""),
    (games.EndedFromWithout, games.nothing_raises, ""),
    (games.WrittenByPython, games.nothing_is_closed, "written out"),
    (games.SortedByPython, games.nothing_is_closed, ""),
    (games.CaughtThenImpossible, games.nothing_is_closed, "an error was caught"),
    (games.EverythingCaught, games.nothing_is_closed, "an error was caught"),
    (games.NoProofCaught, games.nothing_is_closed, "rules catch what ends a path"),
    (games.LookedInList, games.nothing_is_closed, "an error was caught"),
    (games.Rounded, games.nothing_is_closed, "an error was caught"),
]
SOUND = [
    (games.LookedThroughOne, games.the_cards_are_there),
    (games.LookedThroughOne, games.there_is_an_answer),
    (games.NotStuckBehind, games.there_is_an_answer),
    (games.AWayOn, games.there_is_an_answer),
    (games.AWayOnInClause, games.there_is_an_answer),
    (games.EndedInTime, games.nothing_raises),
    (games.Closing, games.nothing_is_closed),
    (games.CopiedByPython, games.nothing_is_closed),
    (games.NothingToCatch, games.nothing_is_closed),
]


@pytest.mark.parametrize("case", UNSOUND, ids=named)
@pytest.mark.every(3)
def test_a_path_that_is_not_followed_on_is_not_forgotten(case, monkeypatch):
    monkeypatch.setattr("referee.verify.prove.paths.MOST_DECISIONS", 40)
    game, claim, why = case
    found = verdict(game, claim, hands_are_full)
    assert found.verdict in (Verdict.UNKNOWN, Verdict.REFUTED), found
    assert found.verdict is Verdict.REFUTED or why in found.why


@pytest.mark.parametrize("game", BEFORE_A_SHORTAGE)
@pytest.mark.untraced
@pytest.mark.every(3)
@pytest.mark.usefixtures("followed")
def test_what_lies_behind_a_path_that_is_not_followed_on_is_not_known(game, monkeypatch):
    """There is an answer, as far as play goes; who does not follow a path to its end cannot know."""
    monkeypatch.setattr("referee.verify.prove.paths.MOST_DECISIONS", 40)
    assert verdict(game, games.there_is_an_answer, hands_are_full).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("case", SOUND, ids=named)
@pytest.mark.untraced
def test_its_sound_twin_is_proved(case):
    game, claim = case
    found = verdict(game, claim, hands_are_full)
    assert found.verdict is Verdict.PROVED, found
