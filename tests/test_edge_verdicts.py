"""What an edge says always is EXHAUSTED at a scale where it is so, and where one table breaks it nothing is said."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.verify.collide.edges import Kind
from referee.verify.collide.exhaustive_edges import EdgeQuestion, check_all_ways, universal_edges
from tests.test_interactions import ACTS, RULES, STEP, found

NUMBERS = {"DOUBLED": "t.lesser(t.number + 2, 9)", "t.number = t.number + 1": "t.number = t.lesser(t.number + 1, 9)"}
"""Amounts that stay small: then there are nine tables."""
LATE = "if 'double' not in open_ways: self.late(t)"
RARELY = "if 'double' not in open_ways or (t.number == 7 and 'add' in open_ways): self.late(t)"
GONE = "if 'add' in open_ways: self.late(t)"
SOMETIMES = "if 'add' in open_ways or t.number == 7: self.late(t)"


def known(folder, **changes):
    """By kind and ends of an edge that was seen, the tables in which it is EXHAUSTED; and why no more is known."""
    seen = found(folder / "tiny", STEP, **(ACTS | NUMBERS | changes))
    asked = EdgeQuestion(str(folder / "tiny"), 2, {}, {}, universal_edges(seen.edges))
    ways = check_all_ways(asked)
    edges = {edge.key: set() for edge in seen.edges}
    for key, each in ways.sure:
        edges[key].add(each.number)
    return edges, ways.why


COMMUTES = Kind.COMMUTES, "T-1", "T-2"


@pytest.mark.parametrize(
    ("changes", "edge", "sure"),
    [
        ({}, COMMUTES, {9}),
        # From one table only the order matters.
        ({"DOUBLED": "t.lesser(t.number + (3 if t.number == 4 else 2), 9)"}, COMMUTES, set()),
        # No table is so in play.
        ({"DISABLED": "said == 'add' and t.hand[t.players[0]].size == 7 and self.late(t)"}, COMMUTES, {9}),
        ({"LATER": LATE}, (Kind.ENABLES, "T-1", "T-3"), {9}),
        ({"LATER": RARELY}, (Kind.ENABLES, "T-1", "T-3"), set()),
        ({"LATER": GONE}, (Kind.DISABLES, "T-2", "T-3"), {9}),
        ({"LATER": SOMETIMES}, (Kind.DISABLES, "T-2", "T-3"), set()),
    ],
)
@pytest.mark.untraced
def test_an_edge_is_sure_only_where_no_table_breaks_it(tmp_path, changes, edge, sure):
    edges, _ = known(tmp_path, **changes)
    assert edges[edge] == sure


@pytest.mark.parametrize(
    ("doubled", "between", "sure"),
    [
        ("t.lesser(t.number + 2, 9)", "pass", {9}),
        ("t.lesser(t.number * 2, 9)", "pass", set()),
        ("t.lesser(t.number + 2, 9)", "t.late = 'double' in open_ways", set()),
        ("t.lesser(t.number + 2, 9)", "t.late = True", {13}),  # behind both moves too
    ],
)
def test_two_things_commute_only_where_all_of_the_table_is_alike(tmp_path, doubled, between, sure):
    rules = RULES.replace("amount(1)", "amount(1)\n    late = flag(False)").replace(
        "amount, clause,", "amount, clause, flag,"
    )
    changes = NUMBERS | {"DOUBLED": doubled, "DISABLED": between, "LATER": "pass"}
    found(tmp_path / "tiny", STEP, rules, **changes)
    both = ((*COMMUTES,), frozenset({(("act", "double"), ("act", "add"))}))
    held = check_all_ways(EdgeQuestion(str(tmp_path / "tiny"), 2, {}, {}, (both,)))
    assert {each.number for _, each in held.sure} == sure


def test_what_cannot_be_seen_whole_says_why(tmp_path, monkeypatch):
    monkeypatch.setattr("referee.verify.collide.exhaustive_edges.MOST_WAYS", 5)
    edges, why = known(tmp_path, LATER=LATE)
    assert all(each == set() for each in edges.values())
    assert why == "2 players: there are more ways through its steps than are looked at"


def test_the_command_says_how_surely(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found(tmp_path / "games" / "tiny", STEP, **(ACTS | NUMBERS | {"LATER": LATE}))
    arguments = ["interactions", "--all", "games/tiny", "--players", "2", "--matches", "4", "--jobs", "1"]
    output = " ".join(CliRunner().invoke(main, arguments).output.split())
    assert "the properties declare no scale, so nothing could be exhausted" in output
    assert "of the 2 that enable, disable or commute, 0 EXHAUSTED at a scale" in output
    (tmp_path / "properties").mkdir()
    declared = "from referee.verify import scale\n\nSCALES = [scale([2])]\n"
    (tmp_path / "properties" / "tiny.py").write_text(declared)
    result = CliRunner().invoke(main, [*arguments, "--json", "graph.json"])
    assert "EXHAUSTED in all 9 tables where it can be done (2 players)" in " ".join(result.output.split())
    told = json.loads((tmp_path / "graph.json").read_text())["edges"]
    assert {each["kind"]: each["verdict"] for each in told} == {"commutes": "EXHAUSTED", "enables": "EXHAUSTED"}
