"""What a record says is checked before it is used: each of these is damage, told in one line, and nothing is run."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.record.record import chain
from tests.hostile.hostile_texts import changed_record, wrong_bytes


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    file = tmp_path_factory.mktemp("record") / "m.jsonl"
    played = ["play", "escalation", "--seats", "greedy,random", "--seed", "1", "--record", str(file)]
    assert CliRunner().invoke(main, played).exit_code == 0
    return file.read_bytes()


def replayed(content: bytes, folder: Path, *command: str):
    file = folder / "m.jsonl"
    file.write_bytes(content)
    done = CliRunner().invoke(main, [*(command or ("replay",)), str(file)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def before_an_answer(*entries):
    """Puts entries before the first answer of the second line of play."""

    def change(lines):
        did = lines[2]["did"]
        at = next(number for number, entry in enumerate(did) if entry[0] == "answer")
        seat = did[at][1]
        did[at:at] = [[seat if part is SEAT else part for part in entry] for entry in entries]

    return change


SEAT = object()
ENTRIES = {
    "a fault of nobody": [["fault", 7, "crash", "x"]],
    "a fault of seat -1": [["fault", -1, "crash", "x"]],
    "a fault of a great number": [["fault", 1 << 60, "crash", "x"]],
    "a fault of true": [["fault", True, "crash", "x"]],
    "a fault without a reason": [["fault", SEAT, "crash"]],
    "a fault with a number": [["fault", SEAT, 7, "x"]],
    "a fault with a list": [["fault", SEAT, "crash", ["x"]]],
    "a fault of a kind that there is not": [["fault", SEAT, "hacked", "x"]],
    "a note of a megabyte": [["noted", SEAT, "x" * 1_000_000]],
    "a note that is none": [["noted", SEAT, {"a": 1}]],
    "a note of nobody": [["noted", 2, "x"]],
    "a note with more": [["noted", SEAT, "x", "y"]],
    "ten thousand notes": [["noted", SEAT, "x"]] * 10_001,
    "a refusal of a megabyte": [["rejected", SEAT, "x" * 1_000_000, "x"]],
    "a refusal of null": [["rejected", SEAT, None, None]],
    "a question again": [["ask", SEAT, 1.5, "cards", SEAT]],
    "a view that is none": [["view", SEAT, "x" * 1_000_000]],
    "no entry": [[]],
    "a list for a word": [[["noted"], SEAT, "x"]],
    "a number for a word": [[1e300, SEAT, "x"]],
}


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_is_typed_and_bounded(name, content, tmp_path):
    done = replayed(changed_record(content, before_an_answer(*ENTRIES[name])), tmp_path)
    assert done.exit_code == 1, done.output
    assert "line 3: " in done.stderr
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 1000


def test_what_referees_write_is_replayed(content, tmp_path):
    notes = [["noted", SEAT, "x" * 1000]] * 100
    assert replayed(changed_record(content, before_an_answer(*notes)), tmp_path).exit_code == 0


def with_line(content: bytes, number: int, old: bytes, new: bytes) -> bytes:
    """A line's text changed, the chain mended around it."""
    lines = [line[:-40] + b"}" for line in content.splitlines()]
    assert old in lines[number]
    lines[number] = lines[number].replace(old, new, 1)
    return chain(lines)


NESTED = b"[" * 100_000 + b"]" * 100_000
TEXTS = {
    "infinity": (2, b'"step":1', b'"step":1e999'),
    "a number of 5000 digits": (2, b'"step":1', b'"step":' + b"1" * 5000),
    "one and a half": (2, b'"step":1', b'"step":1.0'),
    "NaN": (2, b'"step":1', b'"step":NaN'),
    "nesting": (2, b'"did":[', b'"did":[' + NESTED + b","),
    "nesting that is read": (2, b'"did":[', b'"did":[' + b"[" * 800 + b"]" * 800 + b","),
    "a key twice": (2, b'"step":1', b'"step":99,"step":1'),
    "a name twice": (0, b'"views":', b'"seats":["x","y"],"views":'),
    "half a pair": (2, b'"did":[', b'"did":[["noted",0,"\\ud800"],'),
    "blanks": (2, b'"step":1', b'"step": 1'),
    "another spelling": (2, b'"step"', b'"st\\u0065p"'),
    "nesting in the header": (0, b'"settings":{', b'"settings":{"x":' + b"[" * 800 + b"]" * 800 + b","),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_line_is_as_a_referee_writes_it(name, content, tmp_path):
    number, old, new = TEXTS[name]
    for command in ([], ["bot", "debug", "--seat", "0", "--at", "2"]):
        done = replayed(with_line(content, number, old, new), tmp_path, *command)
        assert done.exit_code == (2 if number == 0 and b"seats" in new else 1), done.output
        assert done.stderr.count("\n") == 1
        assert len(done.stderr) < 1000


def only(key, value):
    return lambda lines: lines[-1]["result"].update({key: value})


RESULTS = {
    "no match": lambda lines: lines.__setitem__(slice(1, None), [{"result": {**VOID, **secret(lines)}}]),
    "stopped by a list": only("stopped", ["x"]),
    "stopped by nothing": only("stopped", None),
    "no result": lambda lines: lines.__setitem__(-1, {"result": 5}),
    "a secret that is a number": only("secret", 5),
    "a secret of a megabyte": only("secret", "ab" * 500_000),
    "nested faults": only("faults", msgspec.json.decode(b"[" * 800 + b"]" * 800)),
    "a reason of a megabyte": only("reason", "x" * 1_000_000),
}
VOID = {"reason": "stopped", "stopped": "as I say", "ranks": None, "payoffs": None, "turns": 0, "faults": []}


def secret(lines):
    return {"secret": lines[-1]["result"]["secret"]}


def test_the_last_line_says_its_result_alone(content, tmp_path):
    def signed(lines):
        lines[-1]["signed"] = "by the league"

    done = replayed(changed_record(content, signed), tmp_path)
    assert done.exit_code == 1, done.output
    assert "its last line says more than its result" in done.stderr


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_what_the_rules_give(name, content, tmp_path):
    done = replayed(changed_record(content, RESULTS[name]), tmp_path)
    assert done.exit_code == 1, done.output
    assert len(done.stderr) < 1000


@pytest.mark.parametrize(
    "named", ["PATH", "trusted:PATH", "cmd:touch RAN", "./bot.py", "../bot", "/dev/stdin", "bots/../bot"]
)
def test_debug_runs_nothing_that_a_record_names(named, content, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = tmp_path / "RAN"
    bot = tmp_path / "bot.py"
    bot.write_text(f"open({str(ran)!r}, 'w').close()\nfrom referee.bot import Bot\nclass B(Bot): pass\n")
    (tmp_path / "bots").mkdir()
    said = named.replace("PATH", str(bot)).replace("RAN", str(ran))
    record = changed_record(content, lambda lines: lines[0].update(seats=[said, said]))
    done = replayed(record, tmp_path, "bot", "debug", "--seat", "0", "--at", "1")
    assert done.exit_code == 2
    assert "--bot" in done.stderr
    assert not ran.exists()
    assert not wrong_bytes(done.stderr_bytes)
    assert replayed(record, tmp_path, "bot", "debug", "--seat", "0", "--at", "1", "--bot", "greedy").exit_code == 0


@pytest.mark.parametrize("command", [("replay",), ("bot", "debug", "--seat", "0", "--at", "1", "--bot", "greedy")])
def test_a_game_that_a_record_names_as_a_folder_is_not_loaded(command, content, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "elsewhere" / "game"
    home.mkdir(parents=True)
    (home / "rules.py").write_text(f"open({str(tmp_path / 'RAN')!r}, 'w').close()\n")
    done = replayed(changed_record(content, lambda lines: lines[0].update(game=str(home))), tmp_path, *command)
    assert done.exit_code in (1, 2)
    assert not (tmp_path / "RAN").exists()
