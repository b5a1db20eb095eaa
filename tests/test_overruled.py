"""Two clauses that demand different things at the same moment are told; one that builds on the other is not."""

from __future__ import annotations

import random

import pytest

from referee.games.registry import find_game, games
from referee.record.replay import replay
from referee.verify.campaign import Plan, check_game
from referee.verify.collide.overruled import overruled
from referee.verify.verdicts import Method, Trouble
from tests.test_interactions import RULEBOOK, RULES
from tests.tiny import write_game

STEP = """\
    def step(self, t: TinyTable) -> Rule[None]:
        t.number = 1
        self.double(t)
        BETWEEN
        self.add(t)
        yield from t.shuffle(t.stock)
        t.end({p: 0 for p in t.players}, {p: 0 for p in t.players}, "over")

    @clause("T-1")
    def double(self, t: TinyTable) -> None:
        t.number = 4

    @clause("T-2")
    def add(self, t: TinyTable) -> None:
        t.number = SECOND
"""


def checked(folder, second, between="pass"):
    write_game(folder)
    (folder / "readings.toml").unlink()
    step = STEP.replace("SECOND", second).replace("BETWEEN", between)
    (folder / "rules.py").write_text(RULES.replace("STEP\n", step + "\n"), encoding="utf-8")
    (folder / "rulebook.md").write_text(RULEBOOK, encoding="utf-8")
    return check_game(Plan(str(folder), methods=(Method.FUZZ,), players=(2,), effort=0.2)).findings


def test_a_clause_whose_demand_is_overruled_at_once_is_told_with_the_other(tmp_path):
    (finding,) = checked(tmp_path / "tiny", "7")
    assert (finding.trouble, finding.clauses) == (Trouble.CONTRADICTION, ("T-1", "T-2"))
    assert "T-1 makes number 4, and T-2 makes it 7 at the same moment" in finding.sentence
    replay(finding.witness.record, "witness", find=lambda name: find_game(str(tmp_path / name)))


@pytest.mark.parametrize(
    ("second", "between"),
    [
        ("t.number + 3", "pass"),
        ("7", "yield from t.shuffle(t.stock)"),
        ("7", "t.note('number', number=t.number)"),
        ("4", "pass"),
        ("1", "pass"),
    ],
)
def test_what_builds_on_it_comes_later_or_begins_again_is_not(tmp_path, second, between):
    assert checked(tmp_path / "tiny", second, between) == []


@pytest.mark.parametrize("name", [entry.name for entry in games()])
def test_no_clause_of_the_shipped_games_is_overruled_at_once(name):
    assert not list(overruled(find_game(name)(3), random.Random(2), 6))
