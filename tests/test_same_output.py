"""What a command says is the same to the byte, whoever works on it, whoever is ready first, and however often."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from tests.tiny import READINGS, write_project

MANY = 6
MORE = "".join(
    f"""
[[reading]]
id = "TINY-{number}"
slug = "late-{number}"
kind = "silent"
clauses = ["T-1", "T-2"]
question = "Is it late (T-2)?"
default = "no"
[reading.alternatives]
no = "No."
yes = "Yes."
maybe = "Perhaps."
"""
    for number in range(2, MANY)
)
ASKS = "        yield from t.shuffle(t.stock)\n\n    def forfeit"
DRAWS = "        yield from t.draw(t.stock, 1, t.hand[t.players[0]])\n"
RARE = "".join(
    f'        if t.reading("late-{number}") != "no" and t.turns == {number // 2}:\n'
    f"            yield from t.draw(t.stock, 1, t.hand[t.players[{number % 2}]])\n"
    for number in range(2, MANY)
)
CHANGES = (
    (READINGS, READINGS + MORE),
    (ASKS, RARE + ASKS),
    ("(readings: late)\n\n##", f"(readings: late, {', '.join(f'late-{number}' for number in range(2, MANY))})\n\n##"),
)


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    write_project(tmp_path, *CHANGES)


def said(*arguments):
    result = CliRunner().invoke(main, [*arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    lines = [line for line in result.output.splitlines() if not re.match(r"referee: ", line)]
    return re.sub(r"(?<=[; ])\d+\.\d(?= s$|$)", "0.0", "\n".join(line.rstrip() for line in lines), flags=re.MULTILINE)


@pytest.mark.parametrize(
    "command",
    [
        ["check", "games/tiny", "--method", "fuzz,explore", "--effort", "0.1"],
        ["check", "games/tiny", "--all-readings"],
        ["interactions", "escalation", "--matches", "4", "--players", "3"],
    ],
    ids=" ".join,
)
@pytest.mark.untraced
@pytest.mark.every(3)
def test_the_number_of_jobs_changes_no_byte(project, command):
    alone = said(*command, "--jobs", "1")
    assert len(alone) > 300, alone
    assert said(*command, "--jobs", "4") == alone


def backwards(work, tasks, **more):
    """Whoever was asked last is ready first."""
    for task in reversed(list(tasks)):
        yield task, work(task)


@pytest.mark.parametrize("more", [["--method", "fuzz,explore", "--effort", "0.1"], ["--all-readings"]], ids=" ".join)
@pytest.mark.untraced
def test_who_is_ready_first_changes_no_byte(project, monkeypatch, more):
    command = ["check", "games/tiny", *more]
    alone = said(*command, "--jobs", "1")
    monkeypatch.setattr("referee.pool.cluster.run_all", backwards)
    assert said(*command, "--jobs", "1") == alone


def test_a_second_run_prints_the_bytes_of_the_first_but_for_what_is_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_project(tmp_path, (ASKS, DRAWS + ASKS))
    first = said("check", "games/tiny", "--jobs", "1", "--verbose")
    second = said("check", "games/tiny", "--jobs", "1", "--verbose")
    assert "(cached)" not in first
    assert "(cached)" in second
    assert Path(".referee").is_dir()
    assert " ".join(first.split()).count("What it says last ceased to hold with a change that T-2 made.") == 1
    plain = [re.sub(r"[ -]+", " ", text.replace(" (cached)", "")) for text in (first, second)]
    assert plain[0].split() == plain[1].split()
