"""The argument of a proof, for people, and its questions, for another solver."""

from __future__ import annotations

import re

import pytest
import z3
from click.testing import CliRunner

from referee.cli import main
from referee.verify.methods import Question
from referee.verify.proving import decide_here
from referee.verify.symbolic import terms
from referee.verify.symbolic.smt2 import recheck
from referee.verify.symbolic.words import words
from tests.prove.written_games import written
from tests.tiny import write_project

STEP = "if t.middle.size > 2:\n    t.a = t.a + 1"


def argument_of(folder, **parts):
    game, claims = written(folder, **parts)
    said = decide_here(Question(game(2), tuple(claims), why=True))
    return [line for each in said for text in getattr(each, "arguments", ()) for line in text.splitlines()]


def test_an_argument_says_what_is_assumed_and_why_each_way_keeps_it(tmp_path):
    lines = argument_of(tmp_path, step=STEP)
    assert lines[0] == "written, 2 players: why hands-are-full it-goes-wrong"
    assert "    the property hands-are-full" in lines
    assert "    found: the size of middle and the size of stock are 6" in lines
    begin = lines.index(next(each for each in lines if each.startswith("  A step: ")))
    ways = int(lines[begin].split()[2])
    told = [each for each in lines[begin:] if re.match(r"    way \d+: through X-2; then ", each)]
    assert len(told) == ways > 2
    over = [each for each in told if each.endswith("the game is over")]
    assert 0 < len(over) < ways
    assert sum("owed: the property hands-are-full: " in each for each in lines[begin:]) == ways
    assert any("owed: not 'cards that are not there'" in each and "the solver finds" in each for each in lines)
    assert any(each.strip().startswith("here: 8 = the size of middle!") for each in lines)
    assert any("mover is seat 0, which stands for any" in each for each in lines)
    assert any(re.match(r" +here: first seat!\d+ = 1 ", each) for each in lines)


def test_what_is_not_proved_has_no_argument(tmp_path):
    lines = argument_of(tmp_path, step="t.bad = t.stock.size == 1")
    assert lines[0] == "written, 2 players: why hands-are-full"
    assert "    the property it-goes-wrong" not in lines
    assert any(each.startswith("  not proved so: it-goes-wrong: after X-2") for each in lines)
    (line,) = argument_of(tmp_path, step="yield from t.draw(t.stock, 1, t.hand[me])")
    assert line == (
        "written, 2 players: nothing is proved on the meaning of the rules: it may stop: X-2: cards that are not there"
    )


def test_the_passes_of_a_repeated_rule_are_told(tmp_path):
    body = """
def turn_up(self, t: T) -> Rule[Any]:
    yield from t.draw(t.stock, 1, t.middle)
    more = yield from t.choose(t.mover, "more", [True, False])
    return more & (t.stock.size > 0)
"""
    lines = argument_of(tmp_path, body=body, step="if t.stock.size > 0:\n    yield from t.repeat(self.turn_up)")
    assert any(
        "any table before a pass of" in each and "smaller in each pass is the size of stock" in each for each in lines
    )
    assert any("; then another pass follows, and what is known before one holds" in each for each in lines)


def test_the_questions_of_a_proof_are_files_that_two_solvers_read(tmp_path):
    game, claims = written(tmp_path, step=STEP)
    folder = tmp_path / "smt2"
    folder.mkdir()
    decide_here(Question(game(2), tuple(claims), emit=folder))
    files = sorted(folder.glob("written-2-*.smt2"))
    assert len(files) > 5
    for path in files:
        solver = z3.Solver()
        solver.from_file(str(path))
        assert solver.check() == z3.unsat, path
    assert recheck(files[::5]).contradicted == []
    assert recheck(files[::5]).undecided == []


def test_a_check_prints_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_project(tmp_path)
    for _ in range(2):  # also where the verdict is kept from before
        told = CliRunner().invoke(main, ["check", "games/tiny", "--method", "prove", "--jobs", "1", "--why"])
        assert told.exit_code == 0
        assert "It is an induction over steps" in told.output
    told = CliRunner().invoke(main, ["check", "games/tiny", "--method", "fuzz", "--why"])
    assert (told.exit_code, told.output.strip()) == (2, "referee: --why goes with --method prove")


x, y = terms.name("x!1"), terms.name("y!2")
stock = [terms.name(f"stock c{each}!{each + 2}") for each in (1, 2)]


@pytest.mark.parametrize(
    ("term", "said"),
    [
        (terms.less(x, y), "x!1 + 1 ≤ y!2"),
        (terms.most(terms.add(*stock), 3), "size of stock ≤ 3"),
        (terms.most(4, stock[0]), "4 ≤ stock c1"),
        (terms.equal(terms.mul(x, 2), terms.add(y, -3)), "2 × x!1 + 3 = y!2"),
        (terms.no(terms.equal(x, 0)), "not (x!1 = 0)"),
        (terms.choose(terms.most(x, 0), y, 7), "[y!2 if x!1 ≤ 0, else 7]"),
        (terms.both([terms.most(x, 0), terms.most(y, 0)]), "(x!1 ≤ 0) and (y!2 ≤ 0)"),
        (terms.truth_named("covers!4"), "covers"),
        (terms.div(x, 2), "[(x!1) // 2]"),
        (3, "3"),
        (True, "True"),
    ],
)
def test_terms_are_said_in_words(term, said):
    assert words(term, 2) == said
