"""``referee bot``: new, check, debug, isolation."""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import CliRunner, Result

from referee.cli import bot as cli_bot
from referee.cli import main
from referee.games.registry import games
from referee.pool.jail import Isolation, missing
from referee.pool.selftest import Measured, measure

PLAYERS_OF_GAMES = [entry.name for entry in games()]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@pytest.fixture
def jails() -> None:
    if reason := missing(Isolation.BUBBLEWRAP):
        pytest.skip(f"NOT RUN: {reason}")


@pytest.mark.parametrize("game", PLAYERS_OF_GAMES)
def test_a_new_bot_plays_already(tmp_path: Path, game: str, jails: None) -> None:
    file = tmp_path / "my_bot.py"
    made = run("bot", "new", game, str(file))
    assert made.exit_code == 0, made.output
    checked = run("bot", "check", str(file), "--game", game, "--matches", "2", "--turn-cap", "6")
    assert checked.exit_code == 0, checked.output
    assert "every answer was legal" in checked.output
    assert "the same answers with the same seed" in checked.output


def test_new_overwrites_nothing(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("mine")
    assert run("bot", "new", "escalation", str(file)).exit_code == 2
    assert file.read_text() == "mine"
    assert run("bot", "new", "escalation", str(tmp_path / "bot.txt")).exit_code == 2
    assert run("bot", "new", "no-such-game", str(tmp_path / "b.py")).exit_code == 2


UNFIT = {
    "illegal": "return ['no such arm']",
    "crash": "raise ValueError('oops')",
    "time": "__import__('time').sleep(3)",
}


@pytest.mark.parametrize("kind", UNFIT)
def test_check_finds_what_a_bot_does_wrong(tmp_path: Path, kind: str, jails: None) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        f"from referee.bot import Bot\nclass Unfit(Bot):\n    def answer(self, view, ask):\n        {UNFIT[kind]}\n"
    )
    found = run("bot", "check", str(file), "--game", "escalation", "--matches", "1", "--move-time", "0.7")
    assert found.exit_code == 1, found.output
    assert kind in found.output


def test_check_tells_a_fault_once_and_the_line_of_the_bot_at_which_it_was(tmp_path: Path, jails: None) -> None:
    file = tmp_path / "bot.py"
    file.write_text("from referee.bot import Bot\nclass Unfit(Bot):\n    def answer(self, view, ask):\n        [][0]\n")
    found = run("bot", "check", str(file), "--game", "escalation", "--matches", "2")
    said = " ".join(found.stdout.split())
    assert said.count("fault crash: IndexError") == 1
    assert "list index out of range (" in said
    assert "the last line: bot.py:4: IndexError: list index out of range" in said


def test_what_a_bot_wrote_last_has_a_place_only_where_it_is_a_traceback() -> None:
    error = 'Traceback (most recent call last):\n  File "/bot/b.py", line 3, in answer\n    x\nNameError: x'
    assert cli_bot._last(f"so far\n{error}\n") == "b.py:3: NameError: x"
    assert cli_bot._last(f"{error}\n\nall right") == "all right"
    assert cli_bot._last("one\ntwo\n") == "two"
    assert cli_bot._last(" \n") == ""


@pytest.mark.parametrize(
    ("missing", "remedy"),
    [
        ("import numpy", 'packages = ["numpy"] in the bot.toml of a folder'),
        ("import torch", "the jail has the standard library, of packages numpy and onnxruntime"),
        ("open(__file__.replace('bot.py', 'weights.bin'))", 'files = ["weights.bin"] in bot.toml brings it'),
    ],
    ids=["package", "another", "file"],
)
def test_check_says_what_brings_a_bot_what_it_lacks(tmp_path: Path, missing: str, remedy: str, jails: None) -> None:
    (tmp_path / "bot.toml").write_text('entry = "bot.py"\n')
    (tmp_path / "bot.py").write_text(
        f"from referee.bot import Bot\nclass Lacks(Bot):\n    def answer(self, view, ask):\n        {missing}\n"
    )
    result = run("bot", "check", str(tmp_path), "--game", "escalation", "--matches", "1")
    assert result.exit_code == 1, result.output
    assert remedy in " ".join(result.stdout.split())


def test_check_sees_that_a_bot_does_not_repeat(tmp_path: Path, jails: None) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        "import os, random\nfrom referee.bot import Bot\nclass Moody(Bot):\n    def answer(self, view, ask):\n"
        "        return ask.sample(random.Random(os.urandom(8)))\n"
    )
    found = run("bot", "check", str(file), "--game", "escalation", "--matches", "2", "--json", "-")
    assert found.exit_code == 0, found.output
    assert json.loads(found.stdout)["repeats"] is False


def test_check_measures_strength_over_blocks(tmp_path: Path, jails: None) -> None:
    found = run(
        "bot", "check", "greedy", "--game", "escalation", "--matches", "1", "--against", "random", "--blocks", "8",
        "--json", "-",
    )  # fmt: skip
    assert found.exit_code == 0, found.output
    told: dict[str, Any] = json.loads(found.stdout)
    strength = told["strength"]
    assert strength["blocks"] == 8
    assert strength["score_interval"][0] <= strength["score"] <= strength["score_interval"][1]
    assert strength["score"] > 0.5
    assert 0 < told["seconds"]["median"] <= told["seconds"]["worst"]
    assert told["memory"] > 1 << 20
    assert told["isolation"].startswith("bubblewrap, seccomp, limits")


def test_check_refuses_what_is_no_bot(tmp_path: Path) -> None:
    for form in ("trusted:x.py", str(tmp_path / "none.py"), "random"):
        found = run("bot", "check", form, "--game", "escalation")
        assert found.exit_code == 2
        assert len(found.stderr.strip().splitlines()) == 1


def recorded(tmp_path: Path, bot: Path) -> Path:
    record = tmp_path / "match.jsonl"
    played = run(
        "play", "escalation", "--seats", f"trusted:{bot},random", "--seed", "d", "--record", str(record)
    )  # fmt: skip
    assert played.exit_code == 0, played.output
    return record


REMEMBERING = """
from referee.bot import Bot

class Remembering(Bot):
    asked = 0

    def answer(self, view, ask):
        self.asked += 1
        self.note(f"question {self.asked}, {view.imagine(self.rng).table().turns} turns")
        return ask.sample(self.rng)
"""


def test_debug_starts_a_bot_on_exactly_one_decision(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(REMEMBERING)
    record = recorded(tmp_path, bot)
    found = run("bot", "debug", str(record), "--seat", "0", "--at", "5", "--bot", str(bot), "--json", "-")
    assert found.exit_code == 0, found.output
    told = json.loads(found.stdout)
    assert told["answer"] == told["recorded"]
    assert told["differs_at"] is None
    assert told["notes"][0].startswith("question 5,")
    other = tmp_path / "other.py"
    other.write_text(REMEMBERING.replace("ask.sample(self.rng)", "list(ask.options())[-1]"))
    found = run("bot", "debug", str(record), "--seat", "0", "--at", "9", "--bot", str(other))
    assert found.exit_code == 0
    assert "the first that it now answers otherwise" in found.output


def test_debug_refuses_what_is_not_there(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(REMEMBERING)
    record = recorded(tmp_path, bot)
    for arguments in (("--seat", "0", "--at", "999"), ("--seat", "7", "--at", "1"), ("--seat", "1", "--at", "1")):
        assert run("bot", "debug", str(record), *arguments).exit_code == 2
    assert run("bot", "debug", str(tmp_path / "no.jsonl"), "--seat", "0", "--at", "1").exit_code == 2


def test_debug_opens_a_debugger_in_the_answer(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(REMEMBERING)
    record = recorded(tmp_path, bot)
    command = [sys.executable, "-m", "referee", "bot", "debug", str(record), "--seat", "0", "--at", "3"]
    command += ["--bot", str(bot), "--debugger"]
    found = subprocess.run(command, input="p ask.what\ncontinue\n", capture_output=True, text=True)
    assert "self.asked += 1" in found.stdout


def test_isolation_prints_what_was_measured(jails: None) -> None:
    found = run("bot", "isolation", "--json", "-")
    assert found.exit_code == 0, found.output
    told = json.loads(found.stdout)
    assert told["frozen"]
    assert len(told["stopped"]) > 20
    assert all(told["stopped"].values())
    assert told["carried"]["told"] == []
    assert len(told["carried"]["found"]) == 4
    assert told["carried"]["in_common"] == 0
    assert not told["carried"]["outlives"]
    shown = run("bot", "isolation").stdout
    assert "NOT" not in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_what_is_measured_of_a_former_bot_is_not_blind(monkeypatch: pytest.MonkeyPatch, jails: None) -> None:
    """The twin: bots that share a folder find the files of those before them."""
    from referee.pool import carryover, jail

    real = jail._bubblewrap

    def with_a_folder(program: Any, limits: Any) -> Any:
        started = real(program, limits)
        at = started.command.index("--remount-ro")
        started.command[at:at] = ["--bind", folder, "/tmp"]
        return started

    monkeypatch.setattr(jail, "_bubblewrap", with_a_folder)
    with TemporaryDirectory() as folder:  # whose parents the user of the jail may walk through
        Path(folder).chmod(0o777)
        found = carryover.measure_carryover(Isolation.BUBBLEWRAP)
    assert found.found["files that were written"] == (carryover.PAIRS * carryover.BITS,) * 2
    assert found.channels == ["files that were written"]


def test_the_self_test_is_not_blind(monkeypatch: pytest.MonkeyPatch, jails: None) -> None:
    """The twin: without the filter of system calls it finds what only the filter stops."""
    from referee.pool import jail, seccomp

    real = jail._bubblewrap

    def without_filter(program: Any, limits: Any) -> Any:
        started = real(program, limits)
        at = started.command.index("--seccomp")
        del started.command[at : at + 2]
        return started

    assert seccomp.available() == ""
    monkeypatch.setattr(jail, "_bubblewrap", without_filter)
    found = measure(Isolation.BUBBLEWRAP)
    assert "start a process" in found.open
    assert "lock a shared file" in found.open
    assert "not stopped: " in found.record_text


def test_nothing_is_claimed_of_what_was_not_measured() -> None:
    assert Measured(Isolation.BUBBLEWRAP, {}, False, 0.0, "", "why").record_text.endswith("not measured: why")
    assert measure(Isolation.NONE).record_text == "none"
