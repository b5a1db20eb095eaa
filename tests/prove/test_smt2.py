"""Obligations as files that any solver reads, and the recheck with cvc5."""

from __future__ import annotations

import pytest
import z3
from click.testing import CliRunner

from referee.cli import main
from referee.kernel import BadInput
from referee.verify.methods import Question
from referee.verify.proving import decide_here
from referee.verify.symbolic.smt2 import answers, recheck
from referee.verify.verdicts import Result, Verdict
from tests.bad_games import unsound as games
from tests.tiny import write_project


def check(*arguments):
    result = CliRunner().invoke(main, ["check", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_project(tmp_path)
    return "games/tiny"


def test_every_obligation_is_a_file_that_two_solvers_read(tmp_path):
    properties = (games.what_was_found_out_holds.__property__, games.hands_are_full.__property__)
    question = Question(games.ConditionAfter(2), properties, effort=0.02, emit=tmp_path)
    written = set()
    for _ in range(2):  # a second proof takes the place of the first
        said = decide_here(question)
        assert {each.verdict for each in said if isinstance(each, Result)} == {Verdict.PROVED}
        files = sorted(tmp_path.glob("small-2-*.smt2"))
        assert len(files) == len(list(tmp_path.iterdir()))
        written.add(len(files))
    assert len(written) == 1
    assert len(files) > 5
    for path in files:
        solver = z3.Solver()
        solver.from_file(str(path))
        assert solver.check() == z3.unsat, path
        assert "(set-logic QF_LIA)" in path.read_text(encoding="utf-8")
    found = recheck(files)
    assert (found.agreed, found.contradicted, found.undecided) == (len(files), [], [])


def test_files_are_written_by_a_command(tiny):
    told = check(tiny, "--method", "prove", "--jobs", "1", "--emit-smt2", "smt", "--recheck")
    assert told.exit_code == 0
    assert "obligations in smt" in told.output


def test_another_answer_is_told(tmp_path):
    wrong, hard = tmp_path / "a.smt2", tmp_path / "b.smt2"
    wrong.write_text("(set-logic QF_LIA)(declare-const a Int)(assert (<= a 3))(check-sat)", encoding="utf-8")
    hard.write_text("(set-logic QF_LIA)", encoding="utf-8")
    found = recheck([wrong, hard])
    assert (found.agreed, found.contradicted, found.undecided) == (0, [wrong], [hard])
    assert list(answers("(set-logic QF_LIA)(assert false)(check-sat)")) == ["unsat"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--method", "fuzz", "--emit-smt2", "smt"], "--emit-smt2 goes with --method prove"),
        (["--recheck"], "--recheck goes with --emit-smt2 FOLDER"),
        (["--emit-smt2", "games/tiny/rulebook.md/x"], "is no folder that may be written to"),
    ],
)
def test_what_does_not_go_together_is_said(tiny, arguments, said):
    result = check(tiny, *arguments)
    assert result.exit_code == 2
    assert said in result.output
    assert len(result.output.strip().splitlines()) == 1


def test_without_cvc5_it_is_said_what_to_install(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "cvc5", None)
    with pytest.raises(BadInput, match="pip install cvc5"):
        list(answers("(check-sat)"))


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("game", "players"), [("escalation", 2), ("escalation", 4), ("effervesce", 2)])
def test_cvc5_agrees_with_every_obligation(game, players, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = check(game, "--method", "prove", "--players", str(players), "--jobs", "1", "--emit-smt2", "smt", "--recheck")
    number = len(list((tmp_path / "smt").iterdir()))
    assert number > 30
    assert f"cvc5 agrees with {number} of {number} obligations" in told.output
