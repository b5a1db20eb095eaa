"""What no match of play comes to, and the solver finds a match for; a twin of each that no match leads to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.record.replay import replay
from referee.verify.ask.finding import find
from referee.verify.ask.solved import solved
from tests.ask.test_ask import ask, project, write  # noqa: F401

STEP = "# cursed"
RARE = "if t.heap.size < 4 and t.heap.count(self.nines) > {}:\n            t.cursed = True"
"""Of three cards that are laid after the deal, all are nines."""


@pytest.fixture
def game(project: Path, request: pytest.FixtureRequest) -> type:  # noqa: F811
    text = RARE.format(request.param)
    return find_game(write(project, (STEP, text), called=f"rare_{request.param}"))


@pytest.mark.parametrize("game", [3], indirect=True)
def test_the_solver_finds_a_match_in_which_amounts_are_equal(game: type) -> None:
    text = "t.heap.count(self.nines) > 3"
    assert not [each for each in find([game(2)], "1", 0.2) if each.site.text == text]
    (asked,) = [each for each in find([game(2)], "1", 0.2, solve=True) if each.site.text == text]
    assert (asked.edge.value, asked.solved, asked.real, asked.driven, asked.step) == ("equal", True, 0, 0, 3)
    nines: list[int] = []
    replay(asked.record(), "a record", find=lambda name: game,
           on_step=lambda t, *_: nines.append(t.heap.count(t.game.nines)))  # type: ignore[attr-defined]  # fmt: skip
    assert nines[-1] == 3


@pytest.mark.parametrize("game", [4], indirect=True)
def test_nothing_is_found_where_no_match_leads(game: type) -> None:
    assert not solved(game(2), {}, (), "1").found


@pytest.mark.parametrize(("number", "told"), [(2, []), (3, ["PROVED"])])
def test_a_condition_of_a_rare_match_is_not_told_as_idle(project: Path, number: int, told: list[str]) -> None:  # noqa: F811
    folder = write(project, (STEP, RARE.format(number)), called=f"idle_{number}")
    found = json.loads(ask(folder, "--idle", "--json", "-", "--effort", "0.5").stdout)
    assert found["solved"] == (number == 2)
    assert [each["proved"] for each in found["idle"]] == [[2, 3] for _ in told]
