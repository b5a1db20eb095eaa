"""Two clauses that demand different things at the same moment are told; one that builds on the other is not."""

from __future__ import annotations

import random

import pytest

from referee.games.registry import find_game, games
from referee.record.replay import replay
from referee.verify.campaign import check_game
from referee.verify.collide.overruled import overruled
from referee.verify.questions import Plan
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


def checked(folder, second, between="pass", changes=()):
    write_game(folder)
    (folder / "readings.toml").unlink()
    step = STEP.replace("SECOND", second).replace("BETWEEN", between)
    rules = RULES.replace("STEP\n", step + "\n")
    for old, new in changes:
        assert old in rules
        rules = rules.replace(old, new)
    (folder / "rules.py").write_text(rules, encoding="utf-8")
    (folder / "rulebook.md").write_text(RULEBOOK, encoding="utf-8")
    found = check_game(Plan(str(folder), methods=(Method.FUZZ,), players=(2,), effort=0.2)).findings
    return [each for each in found if each.method is not Method.TEXT]


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


EACH = (
    ("    number = amount(1)\n", "    number = amount(1)\n    marks = amounts(0)\n"),
    ("Layer, amount,", "Layer, amount, amounts,"),
    ("t.number = 4", "for p in t.players: t.marks[p] = 4"),
    ("t.number = 1\n", "pass\n"),
)


@pytest.mark.parametrize(
    ("second", "between", "contradicts"),
    [
        ("for p in t.players: t.marks[p] = 7", "pass", True),
        ("for p in t.players: t.marks[p] = t.marks[p] + 3", "pass", False),
        ("for p in t.players: t.marks[p] = 7", "t.note('most', of=max(t.marks))", False),
        ("for p in t.players: t.marks[p] = 0", "pass", False),
    ],
)
def test_what_a_player_has_one_of_can_be_overruled_too(tmp_path, second, between, contradicts):
    findings = checked(tmp_path / "tiny", "t.number", between, (*EACH, ("t.number = t.number", second)))
    assert [each.clauses for each in findings] == [("T-1", "T-2")] * contradicts
    assert all("T-1 makes marks of seat 0 4, and T-2 makes it 7" in each.sentence for each in findings)


@pytest.mark.parametrize("name", [entry.name for entry in games()])
def test_no_clause_of_the_shipped_games_is_overruled_at_once(name):
    assert not list(overruled(find_game(name)(3), random.Random(2), 6))
