"""``referee solve``: text, JSON, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee.cli import main

FOUR = str(Path("tests/games/games/connect_four"))
KUHN = str(Path("tests/env/games/kuhn"))
SMALL = ("--set", "columns=3", "--set", "rows=3", "--set", "line=3")


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def run(*arguments: str, code: int = 0) -> Any:
    result = CliRunner().invoke(main, ["solve", *arguments], prog_name="referee")
    assert result.exit_code == code, result.output
    return result


def test_best_play_is_told() -> None:
    shown = run(FOUR, *SMALL).stdout
    assert "seat 1     0 with best play, all cards open" in shown
    assert "best play  chance: 0; seat 0 drop: a1;" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_what_a_seat_loses_is_told() -> None:
    shown = run(KUHN, "--against", "random").stdout
    assert "seat 0  at most 1/2 (0.5000) where the others play like random" in shown
    assert "random  can be exploited by 11/24 (0.4583) a match, in the mean over seats" in shown


def test_the_json_has_exact_numbers() -> None:
    told = json.loads(run(KUHN, "--against", "random", "--json", "-").stdout)
    assert (told["schema"], told["best_responses"]) == ("referee.solution/1", ["1/2", "5/12"])
    assert json.loads(run(FOUR, *SMALL, "--json", "-").stdout)["value"] == ["0", "0"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((FOUR, *SMALL, "--most", "20"), "connect-four: there are more than 20 positions: take smaller settings"),
        (("escalation", "--players", "3"), "best play is worked out for two seats; there are 3"),
        ((KUHN, "--against", "gredy"), "there is no bot 'gredy' for kuhn"),
        ((KUHN, "--against", "human"), "a human seat needs a terminal"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_one_line(arguments: tuple[str, ...], why: str) -> None:
    result = run(*arguments, code=2)
    assert why in result.stderr
    assert result.stderr.count("\n") == 1
