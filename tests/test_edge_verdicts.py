"""What an edge says always is PROVED or EXHAUSTED where it is so, and where one table breaks it nothing is said."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.verify.collide.edges import Kind
from referee.verify.collide.exhaustive_edges import EdgeQuestion, check_all_ways, universal_edges
from referee.verify.collide.proved_edges import proved_edges
from referee.verify.verdicts import Verdict
from tests.test_interactions import ACTS, RULES, STEP, found

NUMBERS = {"DOUBLED": "t.lesser(t.number + 2, 9)", "t.number = t.number + 1": "t.number = t.lesser(t.number + 1, 9)"}
"""Amounts that stay small: then there are nine tables."""
LATE = "if 'double' not in open_ways: self.late(t)"
RARELY = "if 'double' not in open_ways or (t.number == 7 and 'add' in open_ways): self.late(t)"
GONE = "if 'add' in open_ways: self.late(t)"
SOMETIMES = "if 'add' in open_ways or t.number == 7: self.late(t)"


def known(folder, **changes):
    """By kind and ends of an edge that was seen, how surely it holds; and why no more is known."""
    seen = found(folder / "tiny", STEP, **(ACTS | NUMBERS | changes))
    asked = EdgeQuestion(str(folder / "tiny"), 2, {}, {}, universal_edges(seen.edges))
    ways, proof = check_all_ways(asked), proved_edges(asked)
    sure = [*ways.sure, *proof.sure]
    edges = {edge.key: set() for edge in seen.edges}
    for key, each in sure:
        edges[key].add((each.verdict, each.number if each.verdict is Verdict.EXHAUSTED else None))
    return edges, (ways.why, proof.why)


ALL_NINE = (Verdict.EXHAUSTED, 9)
PROVED = (Verdict.PROVED, None)
COMMUTES = Kind.COMMUTES, "T-1", "T-2"


@pytest.mark.parametrize(
    ("changes", "edge", "sure"),
    [
        ({"DOUBLED": "t.number + 2", "t.lesser(t.number + 1, 9)": "t.number + 1"}, COMMUTES, {PROVED}),
        ({}, COMMUTES, {ALL_NINE, PROVED}),
        # From one table only the order matters.
        ({"DOUBLED": "t.lesser(t.number + (3 if t.number == 4 else 2), 9)"}, COMMUTES, set()),
        # No table is so in play, but one between steps may be: EXHAUSTED says more than PROVED can.
        ({"DISABLED": "said == 'add' and t.hand[t.players[0]].size == 7 and self.late(t)"}, COMMUTES, {ALL_NINE}),
        ({"LATER": LATE}, (Kind.ENABLES, "T-1", "T-3"), {ALL_NINE, PROVED}),
        ({"LATER": RARELY}, (Kind.ENABLES, "T-1", "T-3"), set()),
        ({"LATER": GONE}, (Kind.DISABLES, "T-2", "T-3"), {ALL_NINE, PROVED}),
        ({"LATER": SOMETIMES}, (Kind.DISABLES, "T-2", "T-3"), set()),
    ],
)
@pytest.mark.untraced
def test_an_edge_is_sure_only_where_no_table_breaks_it(tmp_path, changes, edge, sure):
    edges, _ = known(tmp_path, **changes)
    assert edges[edge] == sure


@pytest.mark.parametrize(
    ("doubled", "between", "proved"),
    [
        ("t.number + 2", "pass", True),
        ("t.number * 2", "pass", False),
        ("t.number + 2", "t.late = 'double' in open_ways", False),
        ("t.number + 2", "t.late = True", True),
        ("t.number + 2", "yield from t.choose(t.players[0], 'which', (1, 2))", False),  # something else is open
        ("t.number + 2", "yield from t.draw(t.stock, 1, t.hand[t.players[0]])", False),
        ("t.number + 2", "t.move(t.stock.pile, t.stock, t.hand[t.players['double' in open_ways]])", False),
        ("t.number + 2", "t.move(t.stock.pile, t.stock, t.hand[t.players[0]])", True),
    ],
)
def test_two_things_are_proved_to_commute_only_where_all_of_the_table_is_alike(tmp_path, doubled, between, proved):
    rules = RULES.replace("amount(1)", "amount(1)\n    late = flag(False)").replace(
        "amount, clause,", "amount, clause, flag,"
    )
    found(tmp_path / "tiny", STEP, rules, DOUBLED=doubled, DISABLED=between, LATER="pass")
    both = ((*COMMUTES,), frozenset({(("act", "double"), ("act", "add"))}))
    held = proved_edges(EdgeQuestion(str(tmp_path / "tiny"), 2, {}, {}, (both,)))
    assert [each.verdict for _, each in held.sure] == [Verdict.PROVED] * proved


def test_what_cannot_be_seen_whole_or_followed_says_why(tmp_path, monkeypatch):
    monkeypatch.setattr("referee.verify.collide.exhaustive_edges.MOST_WAYS", 5)
    monkeypatch.setattr("referee.verify.collide.proved_edges.MOST_DECISIONS", 5)
    edges, why = known(tmp_path, LATER=LATE)
    assert all(each == set() for each in edges.values())
    assert why == (
        "2 players: there are more ways through its steps than are looked at",
        "not proved for 2 players: its paths are too many, or too long",
    )


def test_the_command_says_how_surely(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found(tmp_path / "games" / "tiny", STEP, **(ACTS | NUMBERS | {"LATER": LATE}))
    arguments = ["interactions", "--all", "games/tiny", "--players", "2", "--matches", "4", "--jobs", "1"]
    output = " ".join(CliRunner().invoke(main, arguments).output.split())
    assert "PROVED of every table, on" in output
    assert "the properties declare no scale, so nothing could be exhausted" in output
    assert "of the 2 that enable, disable or commute, 2 PROVED, 0 EXHAUSTED at a scale" in output
    (tmp_path / "properties").mkdir()
    declared = "from referee.verify import scale\n\nSCALES = [scale([2])]\n"
    (tmp_path / "properties" / "tiny.py").write_text(declared)
    result = CliRunner().invoke(main, [*arguments, "--json", "graph.json"])
    assert "EXHAUSTED in all 9 tables where it can be done (2 players)" in " ".join(result.output.split())
    told = json.loads((tmp_path / "graph.json").read_text())["edges"]
    assert {each["kind"]: each["verdict"] for each in told} == {"commutes": "PROVED", "enables": "PROVED"}
