"""Completion in bash, zsh and fish."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import get_completion_class

from referee.cli import main
from referee.cli.completion import ready
from referee.games.registry import find_game, games
from tests.tiny import write_game

ready()
DOCS = Path(__file__).resolve().parent.parent / "docs" / "completion.md"


def completed(shell, *words, monkeypatch):
    """What a shell's script is given for the last of the words, as (value, about)."""
    line = " ".join(words)
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", words[-1] if shell == "fish" else str(len(words) - 1))
    told = get_completion_class(shell)(main, {}, "referee", "_REFEREE_COMPLETE").complete()
    if shell == "zsh":
        lines = told.split("\n")
        return list(zip(lines[1::3], lines[2::3], strict=True))
    return [tuple(line.split(",", 1)[1].split("\t")) for line in told.splitlines()]


@pytest.fixture(params=["bash", "zsh", "fish"])
def words(request, monkeypatch):
    """The words that a shell offers."""

    def of(*line):
        return [each[0] for each in completed(request.param, "referee", *line, monkeypatch=monkeypatch)]

    of.shell = request.param
    return of


def test_games_seats_methods_properties_clauses_and_settings_are_completed(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert words("play", "e") == [entry.name for entry in games() if entry.name.startswith("e")]
    assert words("play", "escalation", "--seats", "human,gr") == ["human,greedy"]
    assert words("play", "escalation", "--seats", "ra") == ["random"]
    assert words("bot", "check", "x.py", "--game", "escalation", "--against", "gr") == ["greedy"]
    assert words("check", "escalation", "--method", "fuzz,") == ["fuzz,explore", "fuzz,prove"]
    assert words("check", "escalation", "--property", "a-turn") == ["a-turn-plays-a-card"]
    assert words("rules", "escalation", "X-") == [f"X-{number}" for number in range(1, 9)]
    assert words("diff", "escalation", "eff") == ["effervesce"]


def test_readings_and_settings_are_completed_with_their_values(words):
    register = find_game("escalation")().register
    slug = "led-special"
    alternatives = list(register[slug].alternatives)
    assert words("play", "escalation", "--reading", slug) == [f"{slug}={value}" for value in alternatives]
    own = [value for value in alternatives if value.startswith("own")]
    if words.shell == "bash":  # which breaks words at =
        assert words("play", "escalation", "--reading", slug, "=", "own") == own
        assert words("play", "escalation", "--reading", "x", "=", "y", "--seats", "gr") == ["greedy"]
    else:
        assert words("play", "escalation", "--reading", f"{slug}=own") == [f"{slug}={value}" for value in own]
    (parameter, *_) = find_game("five-crowns").parameters
    assert f"{parameter.name}={parameter.default}" in words("play", "five-crowns", "--set", parameter.name)


def test_records_of_matches_that_were_left_are_completed(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".referee" / "left").mkdir(parents=True)
    (tmp_path / ".referee" / "left" / "it.jsonl").touch()
    assert words("play", "--resume", ".ref") == [".referee/left/it.jsonl"]


def test_what_cannot_be_used_offers_nothing_and_says_nothing(words, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    assert words("check", "no-such-game", "--property", "a") == []
    assert words("check", "--property", "a") == []
    (tmp_path / "rules.py").write_text("raise ValueError('broken')\n", "utf-8")
    assert words("check", ".", "--property", "a") == []
    assert capfd.readouterr() == ("", "")


def test_games_of_ones_own_are_completed_too(words, tmp_path, monkeypatch):
    write_game(tmp_path / "games" / "tiny")
    monkeypatch.chdir(tmp_path)
    assert words("rules", "ti") == ["tiny"]
    assert words("rules", "tiny", "T-")[:1] == ["T-1"]


def line_for(shell):
    """The line of the documents for a shell's file."""
    return next(line for line in DOCS.read_text("utf-8").splitlines() if f"_REFEREE_COMPLETE={shell}_source" in line)


@pytest.mark.skipif(shutil.which("bash") is None, reason="NOT RUN: no bash here")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("referee play escalation --seats human,gr", "human,greedy"),
        ("referee play escalation --reading led-special = own", "own-rank"),
        ("referee rules escalation X-7", "X-7"),
        ("referee play escalation --method x", ""),
    ],
)
def test_a_real_bash_with_the_documented_line(typed, offered):
    words = typed.split()
    script = f"""{line_for("bash")}
COMP_WORDS=({" ".join(f"'{word}'" for word in words)}); COMP_CWORD={len(words) - 1}
_referee_completion referee; echo "${{COMPREPLY[@]}}"; complete -p referee
"""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    ran = subprocess.run(
        ["bash", "--norc", "-c", script], capture_output=True, text=True, env={**os.environ, "PATH": path}, check=True
    )
    assert ran.stdout.splitlines()[0] == offered
    assert "_referee_completion" in ran.stdout.splitlines()[1]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_documented_lines_of_the_other_shells_call_what_is_there(shell):
    assert line_for(shell)
    source = get_completion_class(shell)(main, {}, "referee", "_REFEREE_COMPLETE").source()
    assert f"_REFEREE_COMPLETE={shell}_complete" in source
    assert 'split ","' not in source, "lists have commas"
