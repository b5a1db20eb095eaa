"""``pytest properties/``: what it collects, what fails, what is printed, and that others notice nothing of it."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.verify.play import machine as machine_module
from referee.verify.play.machine import Machine
from referee.verify.properties import load_properties
from referee.verify.verdicts import Trouble
from tests.tiny import PROPERTIES, STUCK, write_project

INSTALLED = any(each.value == "referee.pytest_plugin" for each in entry_points(group="pytest11"))
PLUGIN = [] if INSTALLED else ["-p", "referee.pytest_plugin"]
ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def run(pytester):
    """Runs pytest on properties/ of the current folder."""

    def run(*arguments):
        return pytester.runpytest_inprocess(*PLUGIN, "-p", "no:hypothesispytest", "properties", *arguments)

    return run


def properties(pytester, *changes):
    path = pytester.path / "properties" / "tiny.py"
    text = path.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)


ENDS = """
@always("T-2", refuted_under={"late": ["yes"]})
def it_never_ends(t):
    "Nobody wins."
    return t.outcome is None
"""


def test_a_sound_game_passes_and_its_items_are_named(pytester, run):
    home = write_project(pytester.path)
    (home / "properties" / "tiny.py").write_text(PROPERTIES + ENDS)
    result = run("-v")
    names = ["the-rules-themselves", "the-stock-is-whole", "a-turn-is-played", "nobody-is-stuck", "it-never-ends"]
    wanted = [f"{name}[{readings}]" for readings in ("default", "late=yes") for name in names]
    wanted[-1] = "it-never-ends[late=yes: refuted]"
    assert [line.split("::")[1].split(" PASSED")[0] for line in result.outlines if "::" in line] == wanted
    result.assert_outcomes(passed=10)


ONLY_THERE = """
@always("T-2", refuted_under={"late": ["yes"]}, settings={"size": 3}, only_there=True)
def with_three_cards_it_never_ends(t):
    "Nobody wins with three cards."
    assert t.game.settings["size"] == 3
    return t.outcome is None
"""


def test_a_property_of_a_scale_alone_is_played_there_and_its_readings_are_no_matter_of_others(pytester, run):
    home = write_project(pytester.path)
    (home / "properties" / "tiny.py").write_text(PROPERTIES + ONLY_THERE)
    result = run("-v")
    items = [line.split("::")[1].split(" PASSED")[0] for line in result.outlines if "::" in line]
    assert [each for each in items if "late" in each] == ["with-three-cards-it-never-ends[late=yes: refuted]"]
    assert "with-three-cards-it-never-ends[default]" in items
    result.assert_outcomes(passed=6)


def test_what_is_said_to_be_impossible_and_happens_fails(pytester, run):
    write_project(pytester.path)
    properties(pytester, ("refuted_under={}", 'refuted_under={"late": ["yes"]}'))
    result = run("-k", "a-turn")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*a-turn-is-played is possible, as its author does not expect*"])


def test_a_dead_end_fails_with_its_witness_and_the_commands_that_show_it(pytester, run):
    write_project(pytester.path, STUCK)
    result = run("-k", "nobody or rules")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(
        [
            "dead end T-2",
            "Somebody must act and cannot: seat 0 must answer 'lay' and cannot.",
            "2 players, default readings",
            "  games/tiny/rules.py:*",
            "  games/tiny/rulebook.md:*",
            "deal      the stock is shuffled",
            "stopped   T-2: a choice without an option*",
            "  referee replay .referee/witnesses/tiny/*.jsonl",
            "  referee check tiny --players 2",
        ]
    )
    said = [line.strip() for line in result.outlines if line.startswith("  referee ")]
    for command in sorted(set(said)):
        told = subprocess.run(
            [sys.executable, "-m", "referee", *command.split()[1:]],
            cwd=pytester.path, env={"PYTHONPATH": str(ROOT), "PATH": ""}, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        # The record is replayed as it is; the check finds the same again.
        assert told.returncode == (0 if "replay" in command else 1), (command, told.stdout, told.stderr)
        assert "dead end T-2" in told.stdout or "identical" in told.stdout


def test_a_failure_is_shrunk(tmp_path):
    write_project(tmp_path)
    text = PROPERTIES.replace("return t.stock.size == 8", "return t.turns < 3")
    (tmp_path / "properties" / "tiny.py").write_text(text)
    game = find_game(tmp_path / "games" / "tiny")
    declared = load_properties(tmp_path / "properties" / "tiny.py", game)
    machine = Machine([(game(players), declared) for players in (3, 2)], "shrunk")
    machine.run()
    assert set(machine.failures) == {"the-stock-is-whole"}
    # The deal and three turns; with the fewest draws, of three players or of two.
    assert len(machine.failures["the-stock-is-whole"].script) == 4
    assert "a-turn-is-played" in machine.reached
    assert not machine.met


def test_shrinking_that_takes_too_long_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr(machine_module, "MOST_SECONDS", 0.0)
    write_project(tmp_path)
    (tmp_path / "properties" / "tiny.py").write_text(PROPERTIES.replace("t.stock.size == 8", "t.turns < 3"))
    game = find_game(tmp_path / "games" / "tiny")
    declared = load_properties(tmp_path / "properties" / "tiny.py", game)
    machine = Machine([(game(3), declared)], "left")
    machine.run()
    assert set(machine.failures) == {"the-stock-is-whole"}


def test_one_failure_does_not_hide_another(tmp_path):
    write_project(tmp_path, STUCK)
    game = find_game(tmp_path / "games" / "tiny")
    (tmp_path / "properties" / "tiny.py").write_text(PROPERTIES.replace("== 8", "== 7"))
    declared = load_properties(tmp_path / "properties" / "tiny.py", game)
    machine = Machine([(game(2), declared)], "two")
    machine.run()
    assert set(machine.failures) == {"the-stock-is-whole", "nobody-is-stuck"}
    assert [each.met.trouble for each in machine.met.values()] == [Trouble.DEAD_END]


def test_expectations_accepted_findings_and_errors_of_the_author(pytester, run):
    home = write_project(pytester.path)
    properties(pytester, ('@always("T-2")', '@always("T-2", refuted_under={"late": ["yes"]})'))
    result = run("-k", "stock")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["the-stock-is-whole is no longer refuted here, as its author expects it to be"])

    properties(pytester, ("t.stock.size == 8", "t.stok.size == 8"), (', refuted_under={"late": ["yes"]})', ")"))
    result = run("-k", "stock")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*tiny.py:6: the-stock-is-whole raised AttributeError: *stok*"])
    result.stdout.no_fnmatch_line("*Traceback*")

    properties(pytester, ("t.stok.size", "t.stock.size"), ('@possible("T-2"', '@possible("T-9"'))
    result = run()
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(["*tiny.py:8: a-turn-is-played: there is no clause T-9"])

    (home / "properties" / "other.py").write_text(PROPERTIES)
    result = run("--co")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*there is no game 'other'*"])


def test_an_accepted_dead_end_passes(pytester, run, monkeypatch):
    home = write_project(pytester.path, STUCK)
    fingerprint = ""
    for line in run("-k", "rules").outlines:
        if line.startswith("  referee replay"):
            fingerprint = line.rpartition("/")[2].removesuffix(".jsonl")
    entry = f'[[accepted]]\nfingerprint = "{fingerprint}"\nfinding = "dead end T-2"\nreason = "It is meant."\n'
    (home / "properties" / "tiny.accepted.toml").write_text(entry)
    run("-k", "rules or nobody").assert_outcomes(passed=2)


def test_worked_examples_are_items(pytester, run):
    home = write_project(pytester.path)
    example = (
        '[[example]]\nname = "all shuffled"\nclauses = ["T-1"]\ndeal = true\nseed = 1\nexpect.sizes = { stock = 8 }\n'
    )
    (home / "properties" / "tiny.examples.toml").write_text(example + example.replace("all", "one").replace("8", "7"))
    result = run("-k", "example")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*tiny.examples.toml:*one shuffled*"])


def test_other_projects_notice_nothing(pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (pytester.path / "properties").mkdir()
    (pytester.path / "properties" / "houses.py").write_text("PRICE = 7\nassert False, 'imported'\n")
    (pytester.path / "properties" / "test_houses.py").write_text(
        "import sys\n"
        "def test_nothing_is_loaded():\n"
        "    loaded = {name for name in sys.modules if name.startswith('referee')}\n"
        "    assert loaded <= {'referee', 'referee.pytest_plugin'}, loaded\n"
        "    assert 'z3' not in sys.modules\n"
    )
    result = pytester.runpytest_subprocess(*PLUGIN)
    result.assert_outcomes(passed=1)


RARE = """
@possible("T-2", settings={"size": 3})
def a_hand_is_large_for_the_two_hundredth_time(t):
    "After so many looks."
    seen.append(t.game.settings["size"])
    return seen.count(3) > 300

@possible("T-2")
def it_ends(t):
    "Under one reading only."
    return t.outcome is not None

seen = []
"""


@pytest.mark.untraced
@pytest.mark.long
def test_it_agrees_with_check_about_what_is_rare(pytester, run, monkeypatch):
    """What is found where check looks for longest, or under another reading; and what is found nowhere."""
    home = write_project(pytester.path)
    path = home / "properties" / "tiny.py"
    path.write_text(PROPERTIES + ENDS + RARE)
    monkeypatch.chdir(home)
    command = ["check", "games/tiny", "--method", "fuzz", "--jobs", "1"]
    told = CliRunner().invoke(main, command)
    assert told.exit_code == 0, told.output
    assert set(run().parseoutcomes()) <= {"passed"}
    path.write_text(PROPERTIES + ENDS + RARE.replace("> 300", "> 10 ** 6"))
    assert CliRunner().invoke(main, command).exit_code == 3
    assert run().parseoutcomes()["failed"] > 0
