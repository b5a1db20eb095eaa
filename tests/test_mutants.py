"""`referee check --mutate`: mutants are made of every clause, broken rules are noticed, and what survives is shown."""

from __future__ import annotations

import ast
from collections import Counter

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.kernel.game import methods_of
from referee.verify.mutate import run
from referee.verify.mutate.mutants import install, mutants_of
from referee.verify.mutate.operators import changes
from referee.verify.mutate.run import Fate, Ledger, mutate
from referee.verify.prove.limits import run_limited
from tests.tiny import write_project

SHIPPED = ("escalation", "effervesce", "fscking-ace", "five-crowns")


@pytest.mark.parametrize("name", SHIPPED)
def test_every_clause_has_mutants_and_none_is_the_rule_itself(name):
    game = find_game(name)
    mutants = mutants_of(game)
    clauses = {each for method in methods_of(game).values() for each in getattr(method, "__clauses__", ())}
    assert clauses <= {each for one in mutants for each in one.clauses}
    assert all(each.diff for each in mutants)
    assert len({(each.function, each.after) for each in mutants}) == len(mutants)
    assert [each.number for each in mutants] == list(range(len(mutants)))


def test_the_operators_are_those_of_the_document(request):
    text = (request.config.rootpath / "docs" / "proving.md").read_text(encoding="utf-8")
    used = Counter(each.operator for name in SHIPPED for each in mutants_of(find_game(name)))
    words = {
        "constant": "a constant ±1",
        "comparison": "a comparison",
        "arithmetic": "`+` and `-`",
        "connective": "`&` and `|`",
        "branch": "a branch negated",
        "statement dropped": "a statement dropped",
        "reveal dropped": "a reveal dropped",
        "statements swapped": "two statements swapped",
        "player": "a seat",
        "players exchanged": "two players exchanged",
        "zone": "a zone exchanged",
        "option removed": "an option removed",
        "reading ignored": "a reading ignored",
        "negation": "a negation left out",
    }
    assert set(used) == set(words)
    assert all(each in text for each in words.values())


@pytest.mark.parametrize(
    ("one", "other", "swapped"),
    [
        ("a = t.count(x, y)", "b = t.size(x)", False),
        ("self.a = deck.where(x)", "self.b = deck.where(y)", False),
        ("self.a = deck.where(x)", "self.b = self.a | x", True),
        ("b = a", "a = x", True),
        ("a += x", "a -= y", True),
        ("t.a[me] = x", "b = t.a[me]", True),
        ("t.direction = x", "t.mover = t.next(me)", True),
        ("a = x", "t.move(y, z, a)", True),
        ("a = yield from t.lot(x)", "b = yield from t.lot(y)", True),
    ],
)
def test_two_statements_that_have_nothing_to_do_with_each_other_are_not_swapped(one, other, swapped):
    (function,) = ast.parse(f"def rule(self, t, me):\n    {one}\n    {other}").body
    operators = {each.operator for each in changes(function, (), {})}
    assert ("statements swapped" in operators) is swapped


def test_a_sample_is_the_same_for_the_same_seed():
    game = find_game("escalation")
    some = [each.number for each in mutants_of(game, 20, "a")]
    assert some == [each.number for each in mutants_of(game, 20, "a")]
    assert some != [each.number for each in mutants_of(game, 20, "b")]
    assert len(some) == 20


def test_a_mutant_is_put_in_place_in_its_own_process_only():
    game = find_game("escalation")
    mutant = next(each for each in mutants_of(game) if each.function == "set_up")
    before = game.set_up.__code__

    def work():
        install(game, mutant)
        return game.set_up.__code__ is not before

    assert run_limited(work, 60) is True
    assert game.set_up.__code__ is before


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_project(tmp_path)
    return "games/tiny"


def test_a_broken_rule_is_noticed_and_what_survives_is_listed(tiny):
    ledger = mutate(tiny, 5, jobs=2)
    assert len(ledger.fates) == 5
    assert {each.killed_by for each in ledger.fates} <= {"examples", "fuzz", "prove", "limits", ""}
    assert any(each.killed_by for each in ledger.fates)
    assert all(each.shown for each in ledger.fates if each.killed_by)
    assert sum(sum(row.values()) for row in ledger.by_clause().values()) >= 5


def test_a_proof_that_cannot_go_on_has_noticed_nothing(tiny, monkeypatch):
    def stops(question):
        raise TypeError("piles are compared by what they hold")

    monkeypatch.setattr(run, "decide_here", stops)
    monkeypatch.setattr(run, "_against", lambda *said: "")
    ledger = mutate(tiny, 4)
    assert [(each.killed_by, each.shown) for each in ledger.survivors] == [
        ("", "the proof stopped: TypeError: piles are compared by what they hold")
    ] * len(ledger.survivors)
    assert ledger.survivors
    assert not [each for each in ledger.fates if each.killed_by == "limits"]


def test_the_score_counts_what_survived():
    game = find_game("escalation")
    one, other, third = mutants_of(game)[:3]
    ledger = Ledger(game, 9, "x", [Fate(one, "fuzz", "so"), Fate(other, ""), Fate(third, "examples", "so")])
    assert [each.mutant for each in ledger.survivors] == [other]
    assert ledger.score == pytest.approx(2 / 3)


def test_the_command_tells_by_clause_and_says_what_it_does_not_go_with(tiny):
    result = CliRunner().invoke(main, ["check", tiny, "--mutate", "--sample", "2", "--jobs", "1"])
    assert result.exit_code in (0, 1), result.output
    assert "2 mutants, a sample of" in result.output
    assert "noticed" in result.output
    assert max(map(len, [line for line in result.output.splitlines() if line[:1] == "T"])) <= 80
    result = CliRunner().invoke(main, ["check", tiny, "--mutate", "--property", "x"])
    assert result.exit_code == 2
    assert "--mutate goes with" in result.output
