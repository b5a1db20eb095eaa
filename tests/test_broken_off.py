"""What breaks off in one method, or one part of a check, is one line; all that the others found is told."""

from __future__ import annotations

import json
import os
from xml.etree import ElementTree

import jsonschema
import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.report.check_json import SCHEMA_FILE
from referee.verify import campaign
from referee.verify.broken_off import told
from referee.verify.campaign import Plan, check_game
from referee.verify.collide import examples as of_examples
from referee.verify.findings import Finding
from referee.verify.methods import MODULES, Question, method_of
from referee.verify.play import watchdog
from referee.verify.verdicts import Method, Trouble, Verdict
from tests.test_check_defects import PROPERTY, step
from tests.tiny import write_game

ALL = (Method.FUZZ, Method.EXPLORE, Method.PROVE, Method.CONFORMANCE)
DEADLY = [AssertionError("planted"), RecursionError("planted"), MemoryError(), SystemExit(4), ValueError("a\nb")]


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "games" / "tiny", step("yield from t.draw(t.stock, 9, t.hand[me])"))
    (tmp_path / "properties").mkdir()
    (tmp_path / "properties" / "tiny.py").write_text(PROPERTY.format(more="", claim="t.turns >= 0"))
    return tmp_path


def checked(methods=ALL):
    return check_game(Plan("games/tiny", methods=methods, effort=0.05, players=(2,)))


def by_method(given):
    return {each.method: each for each in given.results}


@pytest.mark.parametrize("error", DEADLY, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("method", ALL, ids=lambda each: each.value)
def test_a_method_that_raises_is_one_line_and_the_others_are_told(project, monkeypatch, method, error):
    def decide(question):
        raise error
        yield

    monkeypatch.setattr(method_of(method), "decide", decide)
    given = checked()
    (line,) = given.broken_off
    assert line.startswith(f"{method.value} with 2 players broke off: {type(error).__name__}")
    assert "test_broken_off.py:" in line
    assert "report this line" in line
    assert "\n" not in line
    rows = by_method(given)
    assert set(ALL) - {Method.CONFORMANCE} <= set(rows)
    if method is not Method.CONFORMANCE:
        assert rows[method].verdict is Verdict.UNKNOWN
        assert rows[method].why == line
    assert {each.verdict for each in given.results if each.method is not method} - {Verdict.UNKNOWN}
    assert method is Method.FUZZ or Trouble.SHORTAGE in {each.trouble for each in given.findings}
    assert given.exit_code() in (1, 3)


def test_without_a_raise_there_is_no_such_line(project):
    given = checked()
    assert given.broken_off == []
    assert Trouble.SHORTAGE in {each.trouble for each in given.findings}


def test_what_was_yielded_before_is_kept(project, monkeypatch):
    whole = method_of(Method.FUZZ).decide

    def decide(question):
        yield from whole(question)
        raise AssertionError("at the end")

    monkeypatch.setattr(method_of(Method.FUZZ), "decide", decide)
    given = checked((Method.FUZZ,))
    assert by_method(given)[Method.FUZZ].verdict is Verdict.NOT_REFUTED
    assert given.findings
    assert len(given.broken_off) == 1


PARTS = ["findings_of_never", "findings_of_numbers", "contradictions", "check_examples", "explained"]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_raises_is_one_line(project, monkeypatch, part):
    def breaks(*about, **more):
        raise RecursionError("planted")

    (project / "properties" / "tiny.examples.toml").write_text("")
    monkeypatch.setattr(campaign, part, breaks)
    given = check_game(Plan("games/tiny", methods=(Method.FUZZ,), effort=0.05))
    assert given.broken_off, part
    assert all("RecursionError: planted" in each for each in given.broken_off)
    assert Trouble.SHORTAGE in {each.trouble for each in given.findings}
    assert Verdict.NOT_REFUTED in {each.verdict for each in given.results}


def test_an_interrupt_is_no_defect(project, monkeypatch):
    def decide(question):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(method_of(Method.FUZZ), "decide", decide)
    given = checked((Method.FUZZ,))
    assert given.interrupted
    assert given.broken_off == []


def test_a_worker_that_is_killed_is_one_line(project, monkeypatch, tmp_path):
    """Its rules end the process; the other numbers of players are decided."""
    write_game(
        project / "games" / "tiny",
        step("yield from t.shuffle(t.stock)", "if len(t.players) == 3:", "    __import__('os')._exit(7)"),
    )
    given = check_game(Plan("games/tiny", methods=(Method.EXPLORE,), effort=0.05, jobs=2))
    assert any(each.startswith("explore with 3 players") and "WorkerLost" in each for each in given.broken_off)
    assert {each.verdict for each in given.results if each.players == 2} == {Verdict.NOT_REFUTED}


def test_a_line_names_the_rule_and_the_tool(project):
    rules = project / "rule.py"
    rules.write_text("def ask(method):\n    return method('x', None)\n")
    space = {}
    exec(compile(rules.read_text(), str(rules), "exec"), space)
    try:
        space["ask"](told)
    except AttributeError as error:
        line = told("fuzz", error)
    assert f"in {rules}:2" in line
    assert "at referee/verify/broken_off.py:" in line


def test_an_answer_that_fits_no_question_without_a_clause_is_no_bad_input(project, monkeypatch):
    """A clause is cut out, and what it asked for is then read as an answer to something else."""

    def other_question(*about):
        raise BadInput("cards are words ('9h 10h') or a list of words, not 3")

    monkeypatch.setattr(of_examples, "play_case", other_question)
    assert of_examples._without(find_game("games/tiny"), None, "T-2") is None


def test_rules_that_remember_are_told_with_the_step_and_the_line(project):
    write_game(
        project / "games" / "tiny",
        ("class TinyTable(Table):", "COUNT = []\n\n\nclass TinyTable(Table):"),
        step("COUNT.append(1)", "yield from t.draw(t.stock, 9 if len(COUNT) == 7 else 1, t.hand[me])"),
    )
    question = Question(find_game("games/tiny")(2), ())
    (found,) = [each for each in method_of(Method.FUZZ).decide(question) if isinstance(each, Finding)]
    assert "two runs of the same answers differ at step 1: T-2, rules.py:" in found.sentence
    assert (found.trouble, found.clauses) == (Trouble.ARITHMETIC, ("T-2",))


def test_modules_are_those_that_are_planted_in():
    assert set(MODULES) == set(ALL)
    assert os.path.exists(campaign.__file__)


def test_rules_that_go_round_for_ever_are_told_without_meeting_them_again_and_again(project, monkeypatch):
    monkeypatch.setattr(watchdog, "MOST_SECONDS", 0.3)
    monkeypatch.setattr(watchdog, "EVERY", 0.05)
    ended, end = [], watchdog.Watchdog._end
    monkeypatch.setattr(watchdog.Watchdog, "_end", lambda self, game: (ended.append(1), end(self, game)))
    write_game(
        project / "games" / "tiny", step("yield from t.shuffle(t.stock)", "while t.stock.size:", "    t.stock.size")
    )
    found = check_game(Plan("games/tiny", methods=(Method.FUZZ,), players=(2,), effort=0.1)).findings
    assert [each.trouble for each in found] == [Trouble.ENDLESS]
    assert "rules.py:" in found[0].sentence
    assert len(ended) == 2, "once by playing, once by taking steps again"


@pytest.mark.parametrize("broken", [True, False])
def test_each_document_says_what_broke_off(project, monkeypatch, broken):
    def decide(question):
        raise AssertionError("planted")
        yield

    if broken:
        monkeypatch.setattr(method_of(Method.EXPLORE), "decide", decide)
    written = {"--json": "a.json", "--junit": "a.xml", "--sarif": "a.sarif", "--html": "a.html"}
    options = [one for pair in written.items() for one in pair]
    methods = ["--method", "fuzz", "--method", "explore"]
    CliRunner().invoke(main, ["check", "games/tiny", *methods, "--players", "2", "--effort", "0.05", "--jobs", "1",
                              "--format", "github", *options])  # fmt: skip
    said = json.loads((project / "a.json").read_text())
    jsonschema.validate(said, json.loads(SCHEMA_FILE.read_text()))
    assert len(said["broken_off"]) == broken
    cases = ElementTree.parse(project / "a.xml").getroot().iter("testcase")
    assert sum(each.find("error") is not None and each.find("error").get("type") == "broken off" for each in cases) == (
        broken
    )
    (invocation,) = json.loads((project / "a.sarif").read_text())["runs"][0]["invocations"]
    assert ["planted" in each["message"]["text"] for each in invocation["toolExecutionNotifications"]] == [
        True
    ] * broken
    assert invocation["executionSuccessful"] is not broken
    assert ("AssertionError: planted" in (project / "a.html").read_text()) is broken
