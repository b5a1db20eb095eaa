"""Rates are over matches that could have shown it: those that were left are said, and widen the interval."""

from __future__ import annotations

import pytest

from referee.report.check_words import frequency
from referee.verify.campaign import check_game
from referee.verify.play import fuzz
from referee.verify.questions import Plan
from referee.verify.verdicts import Method, Sightings, lower_bound, upper_bound
from tests.tiny import RULES, write_project

ENDS = '        if t.reading("late") == "yes":\n'
HALF = "        if (yield from t.choose(t.players[0], 'way', ['on', 'out'])) == 'out':\n"
"""A turn after which it is over, or not: half of the matches are over after each."""
PROPERTIES = """\
from referee.verify import always, possible

@possible("T-2")
def four_turns_are_played(t):
    "Four turns can be played."
    return t.turns >= 4

@always("T-2")
def nobody_plays_six_turns(t):
    "Not true."
    return t.turns < 6
"""


def checked(folder, properties=PROPERTIES, **more):
    assert ENDS in RULES
    write_project(folder, (ENDS, HALF))
    (folder / "properties" / "tiny.py").write_text(properties)
    plan = Plan(str(folder / "games" / "tiny"), (2,), methods=(Method.FUZZ,), alternatives=False, effort=4, **more)
    return check_game(plan)


def test_matches_that_were_left_do_not_count_as_matches_that_did_not_show_it(tmp_path, monkeypatch):
    """About one match in eight plays four turns; who leaves matches after three knows nothing of those that go on."""
    whole = checked(tmp_path)
    (seen,) = [each.sightings for each in whole.happened()]
    assert seen.left == 0  # the cap of the game is its end
    assert seen.interval[0] < 1 / 8 < seen.interval[1]
    monkeypatch.setattr(fuzz, "LONGEST", 3)
    monkeypatch.setattr(fuzz, "LONG", 7)  # every fifth match
    (cut,) = checked(tmp_path).happened()
    rare = cut.sightings
    assert rare.left > rare.met > 0
    assert upper_bound(rare.met, rare.tries, 0.025) < 1 / 8 < rare.interval[1]
    assert f"; {rare.left} of them were left before their end without it, and may meet it later" in frequency(cut)


def test_what_was_looked_for_in_all_matches_is_counted_over_all(tmp_path):
    """Not only over those until it was met last."""
    found = checked(tmp_path)
    (finding,) = [each for each in found.findings if each.property_name == "nobody-plays-six-turns"]
    assert finding.sightings.met < 25
    assert finding.sightings.tries == 320


@pytest.mark.parametrize("met", [0, 5])
def test_the_interval_holds_whatever_comes_of_those_that_were_left(met):
    low, high = Sightings(met, 80, 61).interval
    assert low == (lower_bound(met, 80, 0.025) if met else 0)
    assert high == upper_bound(met + 61, 80, 0.025 if met else 0.05)
    assert Sightings(met, 80).interval[1] < high


def test_a_rate_is_told_of_the_settings_that_the_property_is_about(tmp_path):
    text = PROPERTIES.replace('@possible("T-2")', '@possible("T-2", settings={"size": 3})')
    (shown,) = checked(tmp_path, text).happened()
    assert shown.scale == {"size": 3}
    assert "deals at this scale" in frequency(shown)
    (plain,) = checked(tmp_path).happened()
    assert plain.scale == {}


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (Sightings(20, 35), "39 % to 74 %"),
        (Sightings(5, 80), "2 % to 14 %"),
        (Sightings(3, 8000), "0.0 % to 0.1 %"),
        (Sightings(80, 80), "95 % to 100 %"),
    ],
)
def test_figures_are_no_finer_than_so_many_matches_tell(seen, said, tmp_path):
    from dataclasses import replace

    (shown,) = checked(tmp_path).happened()
    assert f": {said} (95 %)" in frequency(replace(shown, sightings=seen))
