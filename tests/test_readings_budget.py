"""`referee check --all-readings --budget`: every part of it keeps to the time that there is for all of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.verify.impact import all_readings, changes, proved
from referee.verify.impact.all_readings import ReadingsPlan, check_readings
from referee.verify.impact.alternative import Asked
from referee.verify.impact.changes import Compare, compare
from referee.verify.impact.exhaustive import AskedAt
from referee.verify.impact.readings import matters
from referee.verify.play.trial import Trial
from tests.test_readings_matter import RESHUFFLE, SAME
from tests.tiny import write_game, write_project

OTHERS = (("late", "yes"),)


class FakeClock:
    def __init__(self, monkeypatch):
        self.now = 1000.0
        monkeypatch.setattr("time.monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch):
    return FakeClock(monkeypatch)


@pytest.fixture
def slow(monkeypatch, clock):
    """Every step takes a second."""

    def slowly(work):
        def taking_a_second(*arguments, **named):
            clock.now += 1
            return work(*arguments, **named)

        return taking_a_second

    monkeypatch.setattr(Trial, "advance", slowly(Trial.advance))
    return clock


def test_parts_that_take_all_they_may_take_no_more_than_the_budget(tmp_path, monkeypatch, clock):
    write_project(tmp_path)
    asked = []

    def takes_all(gives):
        def take(each):
            asked.append(each.seconds)
            clock.now += each.seconds
            return gives

        return take

    monkeypatch.setattr(all_readings, "_matters", lambda name, each: takes_all([])(each))
    monkeypatch.setattr(proved, "never_matter", takes_all([]))
    monkeypatch.setattr(all_readings, "compare", takes_all([]))
    found = check_readings(ReadingsPlan(str(tmp_path / "games" / "tiny"), budget=90.0), lambda *_: None)
    assert len(asked) >= 2
    assert found.seconds <= 90.0
    assert found.out_of_budget


def test_what_one_part_leaves_is_for_the_next(tmp_path, monkeypatch, clock):
    write_project(tmp_path)
    asked = []
    monkeypatch.setattr(all_readings, "_matters", lambda name, each: [])
    monkeypatch.setattr(all_readings, "compare", lambda each: asked.append(each.seconds) or [])
    check_readings(ReadingsPlan(str(tmp_path / "games" / "tiny"), budget=100.0), lambda *_: None)
    assert asked[0] == pytest.approx(85.0)


@pytest.mark.parametrize("seconds", [5.0, 300.0])
def test_differences_are_looked_for_and_made_smaller_in_time(tmp_path, slow, seconds):
    game = find_game(str(write_game(tmp_path / "tiny")))
    began = slow.now
    (found,) = matters(game, Asked((2, 3), {}, {}, OTHERS, seconds=seconds, matches=10**6))
    assert found.matters
    assert found.witness is not None or seconds < 10
    assert slow.now - began < seconds + 60  # what was begun is ended: a difference is met again and recorded


@pytest.mark.parametrize("seconds", [3.0, 30.0, 10_000.0])
def test_promises_and_figures_are_looked_at_whole_or_not_at_all(tmp_path, slow, seconds):
    folder = str(write_game(tmp_path / "tiny"))
    changes._BASES.clear()
    began = slow.now
    found = compare(Compare(folder, None, 2, {}, {}, (dict(OTHERS), dict(OTHERS)), seconds))
    assert len(found) == (2 if seconds > 1000 else 0)
    assert slow.now - began < seconds + 5  # a step that was begun is ended
    changes._BASES.clear()


def test_proofs_are_left_where_the_time_is_over(tmp_path):
    asked = AskedAt(str(write_game(tmp_path / "tiny", (RESHUFFLE, SAME))), 2, {}, {}, OTHERS)
    assert proved.never_matter(asked)
    assert proved.never_matter(replace(asked, seconds=1e-9)) is None


def test_the_command_says_what_was_not_looked_at(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_project(tmp_path)
    arguments = ["check", "games/tiny", "--all-readings", "--jobs", "1", "--budget"]
    assert "the budget is spent: " in CliRunner().invoke(main, [*arguments, "0.01"]).output
    assert "the budget is spent" not in CliRunner().invoke(main, [*arguments, "600"]).output
