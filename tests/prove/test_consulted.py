"""Which readings a proof consulted, and which of them change a verdict."""

from __future__ import annotations

import ast
from importlib.metadata import version

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.report.check_words import reasons
from referee.verify import consulted
from referee.verify.check_result import Checked
from referee.verify.consulted import _shown, listen, made_with
from referee.verify.methods import Question
from referee.verify.project import Project
from referee.verify.properties import always, read_properties
from referee.verify.proving import decide, decide_here
from referee.verify.symbolic import method
from referee.verify.symbolic.method import proof_of, proved_on_meaning
from referee.verify.verdicts import Method, Result, Verdict
from tests.bad_games.unsound import Base
from tests.tiny import write_game, write_project

ESCALATION = find_game("escalation")


class Late(Base):
    """One reading is consulted in a turn, and nothing else is."""

    def step(self, t):
        if t.reading("late") == "yes":
            t.laid = 1
        yield from super().step(t)


@always("B-2")
def nothing_is_counted(t):
    """True under one reading."""
    return t.laid == 0


def proved(game):
    said = decide_here(Question(game(2), (nothing_is_counted.__property__,), effort=0.05))
    return [each for each in said if isinstance(each, Result)]


def test_a_proof_names_the_readings_that_it_consulted(monkeypatch, followed):
    # Of the package of these games other tests load games that read "late" off themselves, and some here do.
    monkeypatch.setattr("referee.verify.consulted.made_with", lambda game, claimed: set())
    assert [each.consulted for each in proved(Late)] == [("late",)]
    assert [each.consulted for each in proved(Base)] == [()]


def test_what_a_game_is_made_with_counts_as_consulted():
    assert made_with(ESCALATION) == {"rate", "taken-stacks"}
    game = ESCALATION(2)
    heard = listen(game)
    table = game.table()
    table.reading("led-special")
    table.reading_or("short-stock", "")
    assert heard.asked == {"rate", "taken-stacks", "led-special", "short-stock"}


@pytest.mark.parametrize(
    ("text", "slugs"),
    [
        ('self.readings["late"]', {"late"}),
        ('self.readings.get("late", "no")', {"late"}),
        ("dict(self.readings)", {"late", "other"}),
        ("[each for each in self.readings.values()]", {"late", "other"}),
        ("list(self.unusual_readings)", {"late", "other"}),
        ('self.defined.get("other")', {"other"}),
        ('lambda: self.form["readings"]["late"]', {"late", "other"}),
        ('lambda: self.form["players"]', set()),
        ("self.players", set()),
    ],
)
def test_a_reading_is_consulted_however_it_is_read_off_the_game(tmp_path, text, slugs):
    assert made_with(two_readings(tmp_path, (DECK, f"        self.told = {text}\n{DECK}"))) == slugs


def test_the_text_of_a_game_is_read_once_for_what_is_read_off_it(tmp_path, monkeypatch):
    game = two_readings(tmp_path, (DECK, f'        self.told = self.defined.get("other")\n{DECK}'))
    assert made_with(game) == {"other"}
    monkeypatch.setattr(consulted, "ast", None)
    assert made_with(game) == {"other"}


DECK, STEP = "        self.deck = Deck", '        if t.reading("late") == "yes":'
OTHER = """
[[reading]]
id = "TINY-2"
slug = "other"
kind = "silent"
clauses = ["T-1"]
question = "?"
default = "a"
alternatives = { a = "A.", b = "B." }
"""


def two_readings(folder, *changes):
    return find_game(write_game(folder / "tiny", ('yes = "Yes."\n', f'yes = "Yes."\n{OTHER}'), *changes))


@pytest.mark.parametrize(
    ("text", "claim", "slugs"),
    [
        ("t.players", "t.turns >= 0", ("late",)),
        ('t.reading("other")', "t.turns >= 0", ("late", "other")),
        ('t.reading_or("other", "")', "t.turns >= 0", ("late", "other")),
        ('t.players or t.reading("other")', "t.turns >= 0", ("late",)),
        ("t.players", 't.turns >= 0 and t.reading("other") != "c"', ("late", "other")),
        ("t.players", 't.turns >= 0 and t.game.readings["other"] != "c"', ("late", "other")),
    ],
)
def test_a_proof_on_the_meaning_names_the_readings_that_its_text_consults(tmp_path, text, claim, slugs):
    game = two_readings(tmp_path, (STEP, f"        told = {text}\n{STEP}"))
    file = tmp_path / "promises.py"
    said = f'from referee.verify import always\n\n@always("T-2")\ndef holds(t):\n    "Holds."\n    return {claim}\n'
    file.write_text(said)
    question = Question(game(2), tuple(read_properties(file, game)[0]))
    meant = proved_on_meaning(question, game(2), question.properties)
    assert (meant.proved.keys(), meant.consulted) == ({"holds"}, slugs)


def test_a_reading_that_play_asks_for_behind_the_back_of_a_proof_is_told(tmp_path, monkeypatch):
    def forgetting(game, *about):
        proof = proof_of(game, *about)
        game.defined.asked.clear()
        return proof

    game = two_readings(tmp_path)
    file = tmp_path / "promises.py"
    file.write_text('from referee.verify import always\n\n@always("T-2")\ndef holds(t):\n    return t.turns >= 0\n')
    question = Question(game(2), tuple(read_properties(file, game)[0]))
    assert proved_on_meaning(question, game(2), question.properties).proved
    monkeypatch.setattr(method, "proof_of", forgetting)
    told = proved_on_meaning(question, game(2), question.properties)
    assert (told.proved, "play asks for the reading late" in told.why) == ({}, True)


def test_what_changes_a_verdict_is_said(monkeypatch):
    monkeypatch.setattr("referee.verify.check_result.version", {"z3-solver": "9.8.7"}.get)
    checked = Checked(Late, [nothing_is_counted.__property__])
    name = nothing_is_counted.__property__.name
    for readings, verdict in (({}, Verdict.PROVED), ({"late": "yes"}, Verdict.REFUTED)):
        checked.results.append(Result(name, Method.PROVE, 2, readings, {}, verdict, consulted=("late",)))
    said = list(reasons(checked))
    assert f"readings matter to {name}: PROVED, and REFUTED under late=yes" in said
    assert any(each.startswith("proofs consult 1 of ") for each in said)
    assert "proofs are decided by Z3 9.8.7" in said
    del checked.results[1]
    assert not any(each.startswith("readings matter") for each in reasons(checked))


def test_without_a_proof_no_solver_is_named():
    name = nothing_is_counted.__property__.name
    checked = Checked(Late, [nothing_is_counted.__property__])
    checked.results += [Result(name, Method.PROVE, 2, {}, {}, Verdict.UNKNOWN),
                        Result(name, Method.FUZZ, 2, {}, {}, Verdict.REFUTED)]  # fmt: skip
    assert checked.solver() is None
    assert not any("Z3" in each for each in reasons(checked))


def test_it_is_in_the_json_and_kept(tmp_path, monkeypatch):
    import json

    from tests.tiny import write_project

    monkeypatch.chdir(tmp_path)
    write_project(tmp_path)
    told = []
    for _ in range(2):
        result = CliRunner().invoke(
            main, ["check", "games/tiny", "--method", "prove", "--jobs", "1", "--json", "out.json", "-v"]
        )
        assert result.exit_code == 0, result.output
        document = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
        results, solver = document["results"], f"Z3 {version('z3-solver')}"
        assert document["solver"] == solver
        assert f"proofs are decided by {solver}" in result.output
        told.append([(each["cached"], each["consulted"]) for each in results if each["verdict"] == "PROVED"])
    assert [each for _, each in told[0]] == [each for _, each in told[1]]
    assert all(cached for cached, _ in told[1])
    assert all(isinstance(each, list) for _, each in told[0])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("all = game.readings\n    return all['late'] and all.get('b')", {"late", "b"}),
        ("all = game.readings\n    return is_late(all)", None),
        ("global all\n    all = game.readings", None),
        ("all = one = game.readings\n    return all['late']", None),
        ("all = game.readings\n    again = all\n    return again['c']", {"c"}),
    ],
)
def test_a_name_for_all_readings_is_followed(text, shown):
    tree = ast.parse(f"def claim(game):\n    {text}\n")
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    (node,) = [each for each in ast.walk(tree) if isinstance(each, ast.Attribute) and each.attr == "readings"]
    assert _shown(node, above) == shown


@pytest.mark.parametrize(
    ("look", "consulted"), [('game.readings["late"] == "yes"', ("late",)), ("game.players > 6", ())]
)
def test_what_a_helper_of_properties_reads_off_the_game_is_consulted(tmp_path, look, consulted):
    """Nobody may say that the proof holds whatever that reading says."""
    write_project(tmp_path, ('        if t.reading("late") == "yes":', "        if t.turns > 5:"))
    folder = tmp_path / "properties"
    (folder / "_mine.py").write_text(f"def is_late(game):\n    return {look}\n")
    text = (folder / "tiny.py").read_text()
    (folder / "tiny.py").write_text(f"from ._mine import is_late\n{text}{ON_TIME}")
    name = str(tmp_path / "games" / "tiny")
    (claimed,) = [each for each in Project.of(find_game(name), name).properties if each.name == "it-is-not-late"]
    (result,) = [each for each in decide(Question(find_game(name)(2), (claimed,))) if isinstance(each, Result)]
    assert (result.verdict, result.consulted) == (Verdict.PROVED, consulted)


ON_TIME = """

@always("T-2")
def it_is_not_late(t):
    "It is not late."
    return not is_late(t.game)
"""
