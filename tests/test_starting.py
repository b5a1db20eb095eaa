"""Starting a command loads only what it uses: no solver to play a match, no pytest to ask for help."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli import COMMANDS
from tests.tiny import write_project

ROOT = Path(__file__).resolve().parent.parent
HEAVY = (
    "z3",
    "networkx",
    "numpy",
    "pytest",
    "_pytest",
    "hypothesis",
    "jinja2",
    "markdown_it",
    "watchfiles",
    "distributed",
)
TELL = f"""
import atexit, runpy, sys
atexit.register(lambda: print("loaded", *[name for name in {HEAVY} if sys.modules.get(name)], file=sys.stderr))
sys.argv[:1] = ["referee"]
runpy.run_module("referee", run_name="__main__")
"""
HIDE = f"import sys\nsys.modules.update(dict.fromkeys({HEAVY}))\n"
"""What is None there cannot be imported, as if it were not installed."""
PLAY = ["play", "escalation", "--seats", "greedy,random", "--seed", "start"]


def started(*arguments: str, begin: str = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", begin + TELL, *arguments],
        cwd=folder, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def loaded(done: subprocess.CompletedProcess[str]) -> list[str]:
    assert done.returncode == 0, done.stderr
    return done.stderr.split()[1:]


def test_what_is_heavy_is_seen_where_it_is_used(tmp_path):
    write_project(tmp_path)
    proved = started("check", "games/tiny", "--method=prove", "--players=2", "--jobs=1", folder=tmp_path)
    assert "z3" in proved.stderr.split()


@pytest.mark.parametrize("name", [None, *COMMANDS])
def test_help_loads_nothing_heavy(name):
    done = started(*([name] if name else []), "--help")
    assert loaded(done) == []
    assert done.stdout.startswith(f"Usage: referee {name or ''}")


def test_a_match_is_played_and_replayed_where_nothing_heavy_is_installed(tmp_path):
    hidden = started(*PLAY, "--record", "match.jsonl", begin=HIDE, folder=tmp_path)
    assert loaded(hidden) == []
    assert loaded(shown := started(*PLAY, "--record", "match.jsonl", folder=tmp_path)) == []
    assert shown.stdout == hidden.stdout
    told = started("replay", "match.jsonl", begin=HIDE, folder=tmp_path)
    assert loaded(told) == []
    assert told.stdout.splitlines()[-1].endswith("identical")


def test_games_and_rules_are_told_where_nothing_heavy_is_installed():
    for arguments in (["games"], ["rules", "escalation"], ["rules", "escalation", "X-5"]):
        assert loaded(started(*arguments, begin=HIDE)) == []


def test_python_m_referee_is_the_command():
    words = [sys.executable, "-m", "referee"]
    shown, refused = (subprocess.run([*words, each], capture_output=True, text=True) for each in ("--help", "plya"))
    assert (shown.returncode, refused.returncode) == (0, 2)
    assert shown.stdout.startswith("Usage: referee [OPTIONS]")
    assert "did you mean play" in refused.stderr
