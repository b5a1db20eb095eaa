"""A fingerprint is one finding's: two of the same clauses have two, and a run from another seed has the same ones."""

from __future__ import annotations

from dataclasses import replace

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.verify.conform.conformance import decide
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.project import entry_of, load_accepted
from referee.verify.verdicts import Method, Trouble, Verdict
from tests.bad_games import behaving
from tests.test_conflicts import written
from tests.test_contradicting_examples import EXAMPLE, found
from tests.tiny import write_project

OTHER = EXAMPLE.replace("who gives has nothing more", "nothing is left in the hand of who gives")


def test_two_worked_examples_that_break_with_the_same_clauses_are_two_findings(tmp_path):
    _, findings = found(tmp_path, EXAMPLE + OTHER, RETURNED="t.note('given')")
    assert {each.clauses for each in findings} == {("T-1", "T-3")}
    assert len({each.fingerprint for each in findings}) == len(findings) == 2


def test_what_is_accepted_leaves_a_project_that_can_be_checked(tmp_path, monkeypatch):
    path = written(tmp_path, RETURNED="t.note('given')")
    (tmp_path / "properties" / "tiny.examples.toml").write_text(EXAMPLE + OTHER)
    monkeypatch.chdir(tmp_path)
    command = ["check", path, "--method", "fuzz", "--players", "2", "--effort", "0.02", "--jobs", "1"]
    for _ in range(2):
        said = CliRunner().invoke(main, [*command, "--accept-new"])
        assert said.exit_code in (1, 3), said.output  # the examples fail as ever
        assert "new defect" not in said.output
    kept = load_accepted(tmp_path / "properties" / "tiny.accepted.toml")
    assert len([each for each in kept.values() if "worked example" in each.finding]) == 2


def test_what_a_file_accepts_twice_is_said_in_one_line_and_ends_nothing(tmp_path, monkeypatch):
    write_project(tmp_path)
    monkeypatch.chdir(tmp_path)
    entry = '[[accepted]]\nfingerprint = "0123456789ab"\nfinding = "f"\nreason = "r"\n'
    (tmp_path / "properties" / "tiny.accepted.toml").write_text(entry + entry + entry.replace("0", "c"))
    said = CliRunner().invoke(main, ["check", "games/tiny", "--method", "fuzz", "--jobs", "1"])
    assert said.exit_code == 0, said.output
    assert " ".join(said.output.split()).count("0123456789ab is accepted 2 times: the first reason counts") == 1
    assert "c123456789ab is accepted" not in said.output


def test_an_entry_can_be_read_whatever_the_example_is_called(tmp_path):
    named = Finding(Trouble.CONTRADICTION, "tiny", "", ("T-1",), 2, {}, {}, Method.EXAMPLES, Verdict.REFUTED)
    named = replace(named, about='worked example a "late" \\ end')
    path = tmp_path / "accepted.toml"
    path.write_text(entry_of(named, "so it is"))
    (kept,) = load_accepted(path).values()
    assert (kept.fingerprint, kept.finding) == (named.fingerprint, f"contradiction T-1 {named.about}")


def leaks_of(game, seed, players=3):
    said = decide(Question(game(players), (), seed))
    return {each.fingerprint for each in said if isinstance(each, Finding) and each.trouble is Trouble.LEAK}


@pytest.mark.parametrize("game", [behaving.LeakByScalar, behaving.LeakByQuestion, behaving.LeakByOptions])
@pytest.mark.untraced
def test_a_leak_has_the_same_fingerprint_from_every_seed_and_for_every_number_of_players(game):
    first = leaks_of(game, "one")
    assert len(first) == 1
    others = [leaks_of(game, seed, players) for seed, players in (("two", 3), ("three", 4))]
    assert set().union(*others) == first, "where it is found"


def test_that_one_is_asked_and_what_one_may_answer_are_two_leaks():
    asked, options = leaks_of(behaving.LeakByQuestion, "one"), leaks_of(behaving.LeakByGuess, "one")
    assert len(asked) == len(options) == 1
    assert asked != options
    assert leaks_of(behaving.LeakByGuess, "two", 4) == options


def test_two_leaks_of_the_same_clauses_are_two():
    leak = Finding(Trouble.LEAK, "g", "", ("H-1",), 2, {}, {}, Method.CONFORMANCE, Verdict.WITNESSED, about="ask play")
    assert replace(leak, about="view scalars hint").fingerprint != leak.fingerprint
    assert replace(leak, players=4, sentence="x").fingerprint == leak.fingerprint
