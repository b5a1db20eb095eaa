"""``referee check --watch``: what a change touches, and how soon a dead end is shown after it was saved."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from referee.cli.touched import clauses_touched, is_read, properties_about, properties_touched, rulebook_touched
from referee.cli.watching import plans, touched, watched
from referee.kernel import BadInput
from tests.tiny import PROPERTIES, RULEBOOK, RULES, STUCK, write_project

ROOT = Path(__file__).resolve().parent.parent


def test_what_a_change_touches():
    assert clauses_touched(RULES, RULES.replace(*STUCK)) == {"T-2"}
    assert clauses_touched(RULES, RULES + "\n# a comment\n") == set()
    assert clauses_touched(RULES, RULES.replace("turn_cap = 10", "turn_cap = 9")) is None
    assert clauses_touched(RULES, RULES + "\n(") is None
    assert rulebook_touched(RULEBOOK, RULEBOOK.replace("comes at once", "comes late")) == {"T-2"}
    assert rulebook_touched(RULEBOOK, RULEBOOK.replace("eight cards", "nine cards")) is None
    assert properties_touched(PROPERTIES, PROPERTIES.replace("== 8", "== 7")) == {"the-stock-is-whole"}
    assert properties_touched(PROPERTIES, PROPERTIES + "\nSHARED = 1\n") is None
    assert properties_about(PROPERTIES, ["T-2"]) == {"the-stock-is-whole", "a-turn-is-played", "nobody-is-stuck"}
    assert not properties_about(PROPERTIES, ["T-1"])


def test_a_changed_property_is_checked_alone_and_changed_rules_wholly(tmp_path):
    rules, properties = tmp_path / "games" / "tiny" / "rules.py", tmp_path / "properties" / "tiny.py"
    before = {rules: RULES, properties: PROPERTIES}
    names, said = touched([properties], before, {**before, properties: PROPERTIES.replace("== 8", "== 7")})
    assert (names, said) == ({"the-stock-is-whole"}, "the-stock-is-whole")
    short, whole = plans(["tiny", "--json", "a.json", "--jobs=2"], names, [properties])
    assert "--json" not in short
    assert "a.json" not in short
    assert whole == ["tiny", "--json", "a.json", "--jobs=2", "--property", "the-stock-is-whole"]
    names, said = touched([rules], before, {**before, rules: RULES.replace(*STUCK)})
    assert said.startswith("T-2; ")
    short, whole = plans(["tiny"], names, [rules])
    assert short.count("--property") == 3
    assert whole == ["tiny"]
    assert plans(["tiny", "--method", "fuzz"], names, [rules]) == [["tiny", "--method", "fuzz"]]


def test_which_files_are_read(tmp_path, monkeypatch):
    home = write_project(tmp_path)
    monkeypatch.chdir(home)
    folders = [home / "games" / "tiny", home / "properties"]
    assert watched("tiny") == watched("games/tiny") == watched(".") == (folders, "tiny")
    assert is_read(home / "properties" / "tiny.accepted.toml", "tiny")
    assert not is_read(home / "properties" / "other.py", "tiny")
    assert not is_read(home / "games" / "tiny" / ".rules.py.swp", "tiny")
    assert not is_read(home / "games" / "tiny" / "__pycache__" / "rules.py", "tiny")
    with pytest.raises(BadInput, match="no game 'nonsense'"):
        watched("nonsense")


@pytest.mark.skipif(os.name == "nt", reason="NOT RUN: signals as on POSIX")
def test_a_dead_end_is_shown_within_five_seconds_of_saving(tmp_path):
    home = write_project(tmp_path, ('default = "no"', 'default = "yes"'))  # a game that ends
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "referee", "check", "tiny", "--jobs", "1", "--watch"]
    process = subprocess.Popen(
        command, cwd=home, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    lines: queue.Queue[str] = queue.Queue()
    threading.Thread(target=lambda: [lines.put(line) for line in process.stdout], daemon=True).start()

    def until(wanted):
        deadline, seen = time.monotonic() + 60, []
        while time.monotonic() < deadline:
            try:
                seen.append(lines.get(timeout=1))
            except queue.Empty:
                continue
            if wanted in seen[-1]:
                return seen
        pytest.fail(f"{wanted!r} is not said: {''.join(seen)}")

    try:
        until("all well")  # a check says it first and last
        until("all well")
        rules = home / "games" / "tiny" / "rules.py"
        rules.write_text(RULES.replace(*STUCK), encoding="utf-8")
        saved = time.monotonic()
        said = until("dead end T-2")
        seconds = time.monotonic() - saved
        assert any("rules.py: T-2; " in line for line in said), said
        # Five seconds on a machine of one's own; here others share the processors.
        assert seconds < 5 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)), seconds
        until("not as expected")
        until("not as expected")
        rules.write_text(RULES + "\n(", encoding="utf-8")
        until("SyntaxError")
        rules.write_text(RULES, encoding="utf-8")
        until("all well")
        until("all well")
        for _ in range(2):  # the short check, and the whole one
            until("all well")
        time.sleep(3)  # the check has said its last word, and leaves
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=30)
        process.stdout.close()
