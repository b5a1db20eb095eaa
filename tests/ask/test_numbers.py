"""``referee ask --numbers``: what the deal leaves, what does not divide and what runs out, by players and settings."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from tests.ask.test_ask import DEFECTS, project, write  # noqa: F401


def numbers(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, ["ask", *words, "--numbers", "--effort", "0.3"], prog_name="referee")
    assert done.exit_code == code, done.output
    return done.stdout or done.stderr


def test_what_the_deal_leaves_is_counted_for_all_players_and_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = numbers("escalation")
    assert max(map(len, told.splitlines())) <= 80
    rows = {cells[0]: cells[1:] for cells in (re.split(" {2,}", line) for line in told.splitlines())}
    assert rows["2"] == ["52", "40", "6"]
    assert rows["8"] == ["52", "4", "6"]
    assert rows["8 packs=8"] == ["416", "368", "6"]
    assert "8 rounds=1000" not in rows  # that changes nothing
    assert "8 hand=52: no deal: escalation: 8 players × 52 cards = 416, but there are 52" in told


def test_hands_of_different_sizes_are_told_with_both(project: Path) -> None:  # noqa: F811
    folder = write(project, ("t.draw(t.stock, 3,", "t.draw(t.stock, 3 + p.seat,"), called="uneven")
    told = numbers(folder)
    assert re.search(r"^3 +32 +20 +3–5$", told, re.MULTILINE)


def test_a_rest_is_told_for_the_numbers_of_players_that_leave_one(project: Path) -> None:  # noqa: F811
    folder = write(project, DEFECTS["share"][0])
    (rest,) = [each for each in json.loads(numbers(folder, "--json", "-"))["runs"] if each["edge"] == "does not divide"]
    assert rest["clauses"] == ["P-3"]
    # With two the stock is at its end after 22 turns, with three after 19: of five each.
    assert rest["met"]["2"]["matches"] == 0 < rest["met"]["2"]["of"]
    assert 0 < rest["met"]["3"]["matches"] <= rest["met"]["3"]["of"]
    sound = json.loads(numbers(write(project, called="sound"), "--json", "-"))
    assert sound["runs"] == []
    assert [each["zones"]["hand"] for each in sound["deals"]] == [[3, 3], [3, 3]]


def test_what_runs_out_is_told(project: Path) -> None:  # noqa: F811
    found = json.loads(numbers(write(project, DEFECTS["last card"][0], called="last"), "--json", "-"))
    (all_gone,) = [each for each in found["runs"] if each["edge"] == "all"]
    assert all(each["matches"] == each["of"] for each in all_gone["met"].values())


def test_it_goes_alone() -> None:
    assert "--numbers goes with --players" in numbers("escalation", "--new", code=2)
