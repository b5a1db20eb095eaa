"""What breaks off in one method, or one part of a check, is one line; all that the others found is told."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from xml.etree import ElementTree

import jsonschema
import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.report.check_json import SCHEMA_FILE
from referee.verify import answering, campaign
from referee.verify import parallel as spreading
from referee.verify import project as project_of_game
from referee.verify.aborted import describe_error
from referee.verify.campaign import check_game
from referee.verify.collide import examples as of_examples
from referee.verify.collide import interactions as of_interactions
from referee.verify.findings import Finding
from referee.verify.impact import all_readings
from referee.verify.methods import MODULES, Question, method_of
from referee.verify.mutate import run
from referee.verify.play import watchdog
from referee.verify.play.drivers import AtRandom
from referee.verify.play.trial import Trial
from referee.verify.questions import Plan
from referee.verify.verdicts import Method, Trouble, Verdict
from tests.breaking_off import dies, for_one
from tests.test_check_defects import PROPERTY, step
from tests.tiny import write_game, write_project

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
    return check_game(Plan("games/tiny", methods=methods, effort=0.05, players=(2,), alternatives=False))


def by_method(given):
    return {each.method: each for each in given.results}


@pytest.mark.every(3)
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
    assert "test_aborted.py:" in line
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


PARTS = {
    "findings_of_never": campaign,
    "findings_of_numbers": campaign,
    "contradictions": campaign,
    "load_examples": project_of_game,
    "explained": answering,
}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_raises_is_one_line(project, monkeypatch, part):
    def breaks(*about, **more):
        raise RecursionError("planted")

    (project / "properties" / "tiny.examples.toml").write_text("")
    monkeypatch.setattr(PARTS[part], part, breaks)
    given = check_game(Plan("games/tiny", methods=(Method.FUZZ,), effort=0.05))
    assert given.broken_off, part
    assert all("RecursionError: planted" in each for each in given.broken_off)
    assert Trouble.SHORTAGE in {each.trouble for each in given.findings}
    assert Verdict.NOT_REFUTED in {each.verdict for each in given.results}


def test_an_interrupt_is_no_defect(project, monkeypatch):
    def decide(question):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
        yield

    monkeypatch.setattr(method_of(Method.FUZZ), "decide", decide)
    given = checked((Method.FUZZ,))
    assert given.interrupted
    assert given.broken_off == []


def test_a_worker_that_is_killed_is_one_line(project, monkeypatch, tmp_path):
    """Its rules end the process; the other numbers of players are decided."""
    write_game(
        project / "games" / "tiny",
        step(
            "yield from t.shuffle(t.stock)",
            "if len(t.players) == 3:",
            "    x = __import__('os')",
            "    x.kill(x.getpid(), 9)",
        ),
    )
    given = check_game(Plan("games/tiny", methods=(Method.EXPLORE,), effort=0.05, players=(2, 3), jobs=2))
    assert any(each.startswith("explore with 3 players") and "WorkerLost" in each for each in given.broken_off)
    assert {each.verdict for each in given.results if each.players == 2} == {Verdict.NOT_REFUTED}


def test_a_line_names_the_rule_and_the_tool(project):
    rules = project / "rule.py"
    rules.write_text("def ask(method):\n    return method('x', None)\n")
    space = {}
    exec(compile(rules.read_text(), str(rules), "exec"), space)
    try:
        space["ask"](describe_error)
    except AttributeError as error:
        line = describe_error("fuzz", error)
    assert f"in {rules}:2" in line
    assert "at referee/verify/aborted.py:" in line


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


def test_a_list_in_a_scalar_is_a_line_of_exploring_and_a_defect_that_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    hand = "    hand = zones(seen_by=owner)"
    kept = (("clause, nobody, owner", "clause, nobody, owner, value"), (hand, f"{hand}\n    kept = value(())"))
    write_game(tmp_path / "tiny", *kept, step("t.kept = [1]", ends=False))
    done = CliRunner().invoke(main, ["check", "tiny", "--jobs", "1"])
    assert done.exit_code == 2
    assert "kept of the table is [1], which can change" in done.output
    assert "arithmetic (new)" in done.output


def test_modules_are_those_that_are_planted_in():
    assert set(MODULES) == {*ALL, Method.ALTERNATIVES}  # that one is for games of whose readings no property speaks
    assert os.path.exists(campaign.__file__)


def test_rules_that_go_round_for_ever_are_told_without_meeting_them_again_and_again(project, monkeypatch):
    monkeypatch.setattr(watchdog, "MOST_SECONDS", 0.3)
    monkeypatch.setattr(watchdog, "EVERY", 0.05)
    ended, end = [], watchdog.Watchdog._end
    monkeypatch.setattr(watchdog.Watchdog, "_end", lambda self, game: (ended.append(1), end(self, game)))
    write_game(
        project / "games" / "tiny", step("yield from t.shuffle(t.stock)", "while t.stock.size:", "    t.stock.size")
    )
    plan = Plan("games/tiny", methods=(Method.FUZZ,), players=(2,), effort=0.1, alternatives=False)
    found = check_game(plan).findings
    assert [each.trouble for each in found] == [Trouble.ENDLESS]
    assert "rules.py:" in found[0].sentence
    assert len(ended) == 2, "once by playing, once by taking steps again"


LOOPS = "    def turn(self, t):\n        while t.stock.size:\n            t.stock.size\n\n    def forfeit"
SLOW = "    def turn(self, t):\n        for each in range(20_000_000):\n            t.stock.size\n\n    def forfeit"


@pytest.mark.parametrize("loops", [True, False])
def test_a_rule_that_went_round_is_ended_sooner_the_next_time_and_one_that_is_slow_is_not(project, monkeypatch, loops):
    """Each look at a game takes steps of its own: they need not all wait as long as the first."""
    monkeypatch.setattr(watchdog, "MOST_SECONDS", 0.8 if loops else 60)
    monkeypatch.setattr(watchdog, "KNOWN_SECONDS", 0.1)
    monkeypatch.setattr(watchdog, "EVERY", 0.02)
    folder = project / "games" / ("round" if loops else "slow")
    write_game(folder, step("yield from t.shuffle(t.stock)", "self.turn(t)"),
               ("    def forfeit", LOOPS if loops else SLOW), name=folder.name)  # fmt: skip
    game, took = find_game(str(folder)), []
    for _ in range(3):
        trial = Trial(game(2), [])
        assert trial.advance(AtRandom(random.Random(1))) is None
        began = time.process_time()
        met = trial.advance(AtRandom(random.Random(1)))
        took.append(time.process_time() - began)
        assert (met is not None and met.looping) == loops
    assert took[0] > (0.8 if loops else 0.1)
    assert not loops or max(took[1:]) < 0.6


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


@pytest.mark.parametrize("jobs", [1, 2])
def test_one_argument_that_breaks_off_is_one_line_and_the_others_are_told(jobs):
    broken = []
    given = spreading.run_parallel(for_one, range(1, 8), jobs, broken_off=broken, about="number {}".format)
    assert list(given) == [1, 2, 6, 7]
    assert [line.split(" (")[0] for line in broken] == [
        "number 3 broke off: AssertionError: planted",
        "number 4 broke off: SystemExit: os._exit(7)",
        "number 5 broke off: KeyboardInterrupt",
    ]


def test_one_argument_that_kills_its_process_is_one_line():
    broken = []
    assert list(spreading.run_parallel(dies, range(1, 6), 2, broken_off=broken, about=str)) == [1, 2, 4, 5]
    assert ["3 broke off: WorkerLost" in each for each in broken] == [True]


def test_one_part_of_an_argument_that_breaks_off_is_one_line():
    broken = []
    given = spreading.run_parallel(sum_of, [(1, 2), (3, 6)], 1, broken_off=broken, about=str, apart=one_by_one)
    assert list(given) == [3, 6]
    assert [each.partition(" broke")[0] for each in broken] == ["(3,)"]


def one_by_one(numbers):
    return [(each,) for each in numbers]


def sum_of(numbers):
    return sum(map(for_one, numbers))


def broken_json(project, *command):
    given = CliRunner().invoke(main, [*command, "--json", "a.json"])
    return given, json.loads((project / "a.json").read_text())


@pytest.mark.parametrize("broken", [True, False])
def test_one_alternative_that_breaks_off_leaves_the_others(project, monkeypatch, broken):
    write_project(project)
    whole = all_readings.compare

    def compare(asked):
        if broken:
            raise RecursionError("planted")
        return whole(asked)

    monkeypatch.setattr(all_readings, "compare", compare)
    given, said = broken_json(project, "check", "games/tiny", "--all-readings", "--jobs", "1", "--players", "2")
    assert given.exit_code == (3 if broken else 0), given.output
    assert bool(said["broken_off"]) is broken
    assert said["alternatives"]


@pytest.mark.parametrize("broken", [True, False])
def test_one_mutant_that_breaks_off_leaves_the_others(project, monkeypatch, broken):
    write_project(project)
    whole, seen = run._Trying.look, []

    def look(self, mutant, known):
        seen.append(mutant.number)
        if len(seen) == 2 and broken:
            raise MemoryError("planted")
        return whole(self, mutant, known)

    monkeypatch.setattr(run._Trying, "look", look)
    sample = ["--mutate", "--sample", "3", "--method", "fuzz", "--jobs", "1"]
    given, said = broken_json(project, "check", "games/tiny", *sample)
    assert (given.exit_code == 3) is broken, given.output
    assert len(said["mutants"]) == 3 - broken
    assert len(said["broken_off"]) == broken
    assert len(seen) == 3


@pytest.mark.parametrize("broken", [True, False])
def test_one_match_that_breaks_off_leaves_the_others(project, monkeypatch, broken):
    write_project(project)
    whole = of_interactions.Looking.match

    def match(self, number):
        if number == 1 and broken:
            raise AssertionError("planted")
        whole(self, number)

    monkeypatch.setattr(of_interactions.Looking, "match", match)
    given, said = broken_json(
        project, "interactions", "games/tiny", "--players", "2", "--matches", "8", "--budget", "4", "--jobs", "1"
    )
    assert given.exit_code == (3 if broken else 0), given.output
    assert said["matches"] == (4 if broken else 8)
    assert len(said["broken_off"]) == broken


ENDS = ["raise KeyboardInterrupt", "raise SystemExit(3)", "__import__('os')._exit(7)"]


@pytest.mark.parametrize("end", ENDS)
def test_a_property_that_ends_the_process_leaves_the_others(project, end):
    ends = f"\n\n@always('T-1')\ndef ends(t):\n    'It ends.'\n    {end}\n"
    (project / "properties" / "tiny.py").write_text(PROPERTY.format(more="", claim="t.turns >= 0") + ends)
    given = checked()
    assert any("ends raised" in each for each in given.complaints), given.complaints
    assert not given.interrupted
    decided = {each.property for each in given.results if each.verdict is Verdict.NOT_REFUTED}
    assert decided == {"a"}
    assert Trouble.SHORTAGE in {each.trouble for each in given.findings}


@pytest.mark.parametrize("end", ENDS)
def test_a_rule_that_ends_the_process_is_found_in_it(project, end):
    write_game(project / "games" / "tiny", step("yield from t.shuffle(t.stock)", end))
    given = checked()
    assert not given.interrupted
    said = [each.sentence for each in given.findings]
    assert any("rules.py:" in each and ("KeyboardInterrupt" in each or "SystemExit" in each) for each in said), said
    assert given.exit_code() == 1


@pytest.mark.parametrize("broken", [True, False])
@pytest.mark.untraced
def test_one_worked_example_that_breaks_off_leaves_the_others(monkeypatch, broken):
    whole, tried = campaign.check_example, []

    def check_example(game, example):
        tried.append(example.name)
        if len(tried) == 3 and broken:
            raise AssertionError("planted")
        return whole(game, example)

    monkeypatch.setattr(campaign, "check_example", check_example)
    given = check_game(Plan("escalation", methods=(Method.FUZZ,), players=(2,), effort=0.01, alternatives=False))
    assert given.examples == len(tried) - broken
    assert len(tried) > 3
    assert [each.startswith(f"worked example {tried[2]!r}") for each in given.broken_off] == [True] * broken
