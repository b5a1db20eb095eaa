"""Results that are damaged, edited, foreign, locked or on a disk that cannot be written: one line, no traceback."""

import itertools
import os
import random
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.tournament import audit
from referee.tournament.loading import load_definition
from referee.tournament.results import sqlite_input_error
from referee.tournament.runner import run_tournament
from referee.tournament.store import Store
from referee.tournament.stored_results import read_result

ROOT = Path(__file__).parents[2]
CUP = """\
game = "escalation"
players = 2
[format]
kind = "{kind}"
blocks = 2
[[entrant]]
name = "first"
seat = "low.py"
[[entrant]]
name = "second"
seat = "random"
"""
LOW = "from referee.bot import Bot\nclass Low(Bot):\n    def answer(self, view, ask): return next(ask.options())\n"
COLUMNS = {
    "block": ("entrants",),
    "match": ("block", "number", "seated", "result", "decisions", "seconds"),
    "record": ("block", "number", "content"),
    "thought": ("block", "number", "seat", "answers", "seconds", "longest"),
}
VALUES = (
    "'x'", "''", "-1", "0", "9e999", "-9e999", "9223372036854775807", "1.5", "x'ff00'", "zeroblob(100)", "'[]'", "'{}'",
    "'null'", "'[0,0]'", "'[1]'", "'[0,1,2]'", "'[-1,0]'", "'[true,1]'", "'[0,99999999999999999999999]'",
    "'[' || replace(hex(zeroblob(20000)), '0', '[')", "'\"' || char(27) || '[2J\"'",
)  # fmt: skip
RESULTS = (
    '{"reason":"x","ranks":[1,2],"payoffs":[1,2],"turns":1e400,"faults":[]}',
    '{"reason":"x","ranks":[1,2],"payoffs":[NaN,2],"turns":1,"faults":[]}',
    '{"reason":"x","ranks":[1,2],"payoffs":[{"fraction":"1/0"},2],"turns":1,"faults":[]}',
    '{"reason":"x","ranks":[1,2],"payoffs":[{"fraction":"9/x"},2],"turns":1,"faults":[]}',
    '{"reason":"x","ranks":[1,2],"payoffs":[1' + "0" * 400 + ',2],"turns":1,"faults":[]}',
    '{"reason":"x","ranks":[1],"payoffs":[1],"turns":1,"faults":[]}',
    '{"reason":"x","ranks":[2,2],"payoffs":[1,2],"turns":1,"faults":[]}',
    '{"reason":"x","ranks":null,"payoffs":null,"turns":1,"faults":[]}',
    '{"reason":"stopped","stopped":"x","ranks":null,"payoffs":null,"turns":1,"faults":[]}',
    '{"reason":["x"],"ranks":[1,2],"payoffs":[1,2],"turns":1,"faults":[]}',
    '{"reason":"x","ranks":[1,2],"payoffs":[1,2],"turns":1,"faults":[{"seat":7,"kind":"x","reason":"","turn":0}]}',
    '{"reason":"x","ranks":[1,2],"payoffs":[1,2],"turns":1,"faults":[{"seat":0,"kind":{},"reason":"","turn":0}]}',
    '{"reason":"x","ranks":[1,2],"payoffs":[1,2],"turns":1,"faults":[{"seat":0,"kind":"x","reason":"","turn":0}]}',
)
DEFINITIONS = (
    ("$.form.players", "50"), ("$.form.players", "3"), ("$.form.players", "'2'"), ("$.form.game", "'nothing'"),
    ("$.form.game", "'../x'"), ("$.form.readings", "json('{\"x\":\"y\"}')"), ("$.form.settings.rounds", "-1"),
    ("$.form.settings.rounds", "json('[[]]')"), ("$.entrants", "json('[]')"), ("$.entrants[0].name", "'second'"),
    ("$.entrants[0].name", "7"), ("$.entrants[1].seat", "'human'"), ("$.entrants[0].isolation", "json('{}')"),
    ("$.format.kind", "'chess'"), ("$.format.kind", "'swiss'"), ("$.format.blocks", "0"), ("$.format.blocks", "1e18"),
    ("$.format.blocks", "1000000000000000000"), ("$.format.blocks", "9000000"), ("$.format.more", "1"),
    ("$.format.groups", "'balanced'"), ("$.stop", "json('{\"rule\":\"anytime\"}')"), ("$.stop.bounds", "json('[1,0]')"),
    ("$.measure", "'luck'"), ("$.measure", "'payoffs'"), ("$.seatings", "'none'"), ("$.turn_cap", "-1"),
    ("$.turn_cap", "9e18"), ("$.limits", "json('[]')"), ("$.limits.move", "'x'"), ("$.rules", "'x'"),
    ("$.records", "0"), ("$.lifetime", "'ever'"), ("$.more", "1"),
)  # fmt: skip


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def edits() -> dict[str, str]:
    """By what it is called, SQL that makes results of something else."""
    found: dict[str, str] = {}
    some = itertools.cycle(VALUES)
    for table, columns in COLUMNS.items():
        for column in columns:
            for value in itertools.islice(some, 6):
                found[f"{table}.{column} {value[:20]}"] = f"UPDATE OR IGNORE {table} SET {column} = {value}"
    for value in ("-1", "0", "number + 1000", "9223372036854775807", "3 - number"):
        found[f"block.number {value}"] = f"UPDATE OR IGNORE block SET number = {value}"
    for number, result in enumerate(RESULTS):
        found[f"result {number}"] = f"UPDATE match SET result = {quoted(result)} WHERE block = 2 AND number = 2"
    for number, (path, value) in enumerate(DEFINITIONS):
        found[f"definition {number} {path}"] = (
            f"UPDATE meta SET value = json_set(value, '{path}', {value}) WHERE key = 'definition'"
        )
    for key in ("definition", "commitment", "secret", "seed", "finished", "verdict"):
        found[f"meta without {key}"] = f"DELETE FROM meta WHERE key = '{key}'"
        for value in itertools.islice(some, 4):
            found[f"meta.{key} {value[:20]}"] = f"UPDATE meta SET value = {value} WHERE key = '{key}'"
    found["meta.key"] = "UPDATE meta SET key = x'00' WHERE key = 'seed'"
    for table in ("meta", *COLUMNS):
        found[f"no {table}"] = f"DROP TABLE {table}"
        found[f"empty {table}"] = f"DELETE FROM {table}"
    found["a view"] = (
        "DROP TABLE block; CREATE VIEW block AS WITH RECURSIVE n(number) AS "
        "(SELECT 1 UNION ALL SELECT number + 1 FROM n) SELECT number, '[0,1]' AS entrants FROM n"
    )
    found["a trigger"] = "CREATE TRIGGER t AFTER UPDATE ON meta BEGIN DELETE FROM match; END"
    found["a table"] = "CREATE TABLE more (x)"
    found["a column"] = "ALTER TABLE match ADD COLUMN x"
    found["an index"] = "CREATE INDEX x ON match (seconds)"
    found["an application"] = "PRAGMA application_id = 1"
    found["a version"] = "PRAGMA user_version = 1"
    found["a schema"] = (
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE TABLE match (x' WHERE name = 'match'"
    )
    found["a page"] = "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 1 WHERE name = 'match'"
    return found


EDITS = edits()
BYTES = 40


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    (folder / "low.py").write_text(LOW)
    (folder / "cup.toml").write_text(CUP.format(kind="round-robin"))
    run_tournament(load_definition(folder / "cup.toml"), folder / "cup.sqlite", seed=None, isolated=False).close()
    return folder / "cup.sqlite"


@pytest.fixture
def results(whole: Path, tmp_path: Path) -> Path:
    for each in ("cup.sqlite", "cup.toml", "low.py"):
        shutil.copy(whole.with_name(each), tmp_path / each)
    return tmp_path / "cup.sqlite"


def command(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["tournament", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), (arguments, result.exception)
    assert "\x1b" not in result.output
    return result.exit_code, result.output


def every_command(results: Path) -> dict[str, int]:
    """The exit codes; with 2 there is one line, and nothing is written."""
    page, match = results.with_name("page.html"), results.with_name("match.jsonl")
    codes = {}
    for name, options in {
        "audit": (),
        "standings": ("--json", "-"),
        "report": ("-o", page),
        "record": ("1.1", "-o", match),
        "run": ("--resume", "--no-isolation", "--results", results),
    }.items():
        given = results.with_name("cup.toml") if name == "run" else results
        code, said = command(name, given, *options)
        codes[name] = code
        assert code in (0, 1, 2, 3)
        if code == 2:
            lines = [line for line in said.splitlines() if line.startswith("referee: ")]
            assert len(lines[-1:]) == 1, said
            assert str(results) in said or "cup.toml" in said, said
    assert page.exists() == (codes["report"] == 0)
    assert match.exists() == (codes["record"] == 0)
    return codes


def test_there_are_at_least_a_hundred_edits() -> None:
    assert len(EDITS) + BYTES > 200


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", EDITS)
@pytest.mark.every(3)
def test_no_edit_by_sql_ends_in_a_traceback(name: str, results: Path) -> None:
    with closing(sqlite3.connect(results, isolation_level=None)) as base:
        base.executescript(EDITS[name])
    codes = every_command(results)
    if name.split()[0].split(".")[0] in ("meta", "result", "definition"):
        assert codes["audit"] != 0


@pytest.mark.timeout(60)
@pytest.mark.parametrize("seed", range(BYTES))
def test_no_edit_of_bytes_ends_in_a_traceback(seed: int, results: Path) -> None:
    rng = random.Random(seed)
    content = bytearray(results.read_bytes())
    if seed % 4 == 0:
        del content[rng.randrange(1, len(content)) :]
    else:
        for _ in range(rng.choice((1, 20, 2000))):
            content[rng.randrange(100 if seed % 4 == 1 else len(content))] = rng.randrange(256)
    results.write_bytes(content)
    every_command(results)


def test_honest_results_pass_every_command(results: Path) -> None:
    assert every_command(results) == {"audit": 0, "standings": 0, "report": 0, "record": 0, "run": 0}


# -- what the system does not give ------------------------------------------------------------------------


def test_results_are_readable_by_their_owner_alone(results: Path) -> None:
    there = results.with_name("other.sqlite")
    seen: dict[str, int] = {}

    def look(done: int, wanted: int) -> None:
        seen.update({each.name: stat.S_IMODE(each.stat().st_mode) for each in results.parent.glob("other.sqlite*")})

    before = os.umask(0)
    try:
        definition = load_definition(results.with_name("cup.toml"))
        run_tournament(definition, there, seed="s", isolated=False, progress=look).close()
    finally:
        os.umask(before)
    assert {"other.sqlite", "other.sqlite-wal", "other.sqlite-shm"} <= seen.keys()
    assert set(seen.values()) == {0o600}


def test_a_locked_file_is_one_line(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **told: connect(*given, **{**told, "timeout": 0.1}))
    with closing(connect(results, isolation_level=None)) as base:
        base.execute("PRAGMA locking_mode = EXCLUSIVE")
        base.execute("BEGIN EXCLUSIVE")
        for name in ("audit", "standings"):
            code, said = command(name, results)
            assert code == 2
            assert said == f"referee: {results}: another program holds it locked: try again when that is done\n"
        code, said = command("run", results.with_name("cup.toml"), "--no-isolation", "--resume", "--results", results)
        assert code == 2
        assert "locked" in said


def test_what_is_no_ordinary_file_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/null"), Path("/dev/zero")):
        code, said = command("audit", path)
        assert code == 2
        assert said == f"referee: {path}: these are no results of a tournament: it is no ordinary file\n"


READING = """
import sys
from click.testing import CliRunner
from referee.cli import main
from referee.tournament import audit
from referee.tournament.stored_results import read_result
for options in (["audit"], ["standings"], ["report", "-o", sys.argv[2] + "/p.html"]):
    name, *more = options
    result = CliRunner().invoke(main, ["tournament", name, sys.argv[1], *more])
    print(name, result.exit_code, result.output.splitlines()[-1:] if result.exit_code else "")
resumed = ["run", sys.argv[3], "--resume", "--no-isolation", "--results", sys.argv[1]]
result = CliRunner().invoke(main, ["tournament", *resumed])
print("run", result.exit_code, result.output.count("\\n"), type(result.exception).__name__)
"""


def read(results: Path, out: Path, *prefix: str) -> list[str]:
    ran = subprocess.run(
        [*prefix, sys.executable, "-c", READING, str(results), str(out), str(results.with_name("cup.toml"))],
        capture_output=True, text=True, check=False, cwd=out, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert ran.stderr == ""
    return ran.stdout.splitlines()


EXPECTED = ["audit 0 ", "standings 0 ", "report 0 ", "run 2 1 SystemExit"]


@pytest.mark.skipif(os.getuid() != 0, reason="NOT RUN: only root mounts")
def test_results_on_a_disk_that_cannot_be_written_are_read(
    results: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """With files beside it that a runner left, they say what to do."""
    out, folder = tmp_path_factory.mktemp("out"), results.parent
    mount = f'mount --bind "{folder}" "{folder}" && mount -o remount,ro,bind "{folder}" && exec "$@"'
    if subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode:
        pytest.skip("NOT RUN: no mounts may be made here")
    assert read(results, out, "unshare", "-m", "sh", "-c", mount, "sh") == EXPECTED
    assert not [*folder.glob("cup.sqlite-*")]
    results.with_name("cup.sqlite-wal").write_bytes(b"x" * 100)
    said = read(results, out, "unshare", "-m", "sh", "-c", mount, "sh")
    assert said[0].startswith("audit 2")
    assert "copy both files into a folder that may be written to" in said[0]


def test_a_read_only_file_is_read_and_not_resumed(results: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    out = tmp_path_factory.mktemp("out")
    user: tuple[str, ...] = ()
    if os.getuid() == 0:
        user = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
        for each in (*results.parents, out, *out.parents):
            if "pytest-" in str(each):
                each.chmod(0o755)
        out.chmod(0o777)
    results.chmod(0o444)
    results.parent.chmod(0o555)
    try:
        if user and subprocess.run([*user, sys.executable, "-c", "import click"], capture_output=True).returncode:
            pytest.skip("NOT RUN: another user cannot run this Python")
        assert read(results, out, *user) == EXPECTED
    finally:
        results.parent.chmod(0o755)


def test_a_store_reads_while_a_runner_writes(results: Path) -> None:
    reading = Store(results)
    writing = Store(results, make=True)
    writing.put_meta({"finished": False})
    assert reading.meta()["finished"] is False
    reading.close()
    writing.close()
    assert not [*results.parent.glob("cup.sqlite-*")]


@pytest.mark.parametrize("name", ["audit", "standings", "report", "record", "run"])
def test_a_journal_beside_results_removes_and_changes_nothing(results: Path, tmp_path: Path, name: str) -> None:
    """SQLite plays a stranger's journal back, and removes the file that it names at its end."""
    victim = tmp_path / "victim.txt"
    victim.write_text("precious")
    path, before = str(victim).encode(), results.read_bytes()
    magic = bytes.fromhex("d9d505f920a163d7")
    head = magic + (0).to_bytes(4, "big") + bytes(4) + len(before).to_bytes(4, "big") + (512).to_bytes(4, "big")
    tail = path + len(path).to_bytes(4, "big") + (sum(path) & 0xFFFFFFFF).to_bytes(4, "big") + magic
    journal = results.with_name(f"{results.name}-journal")
    journal.write_bytes(head.ljust(512, b"\0") + bytes(4) + tail)
    victim.with_name("victim.txt-x").write_bytes(b"")
    more = {"report": ["-o", str(tmp_path / "p.html")], "record": ["1.1", "-o", str(tmp_path / "r.jsonl")]}
    words = [name, str(results), *more.get(name, [])]
    if name == "run":
        words = ["run", str(results.with_name("cup.toml")), "--resume", "--no-isolation", "--results", str(results)]
    done = CliRunner().invoke(main, ["tournament", *words])
    assert done.exit_code == 2, done.output
    assert "-journal" in done.output
    assert victim.read_text() == "precious"
    assert journal.exists()
    assert results.read_bytes() == before


@pytest.mark.parametrize("suffix", ["-journal", "-shm", "-wal"])
def test_a_pipe_beside_results_is_refused_and_not_waited_for(results: Path, suffix: str) -> None:
    os.mkfifo(results.with_name(results.name + suffix))
    code, said = command("audit", results)
    assert code == 2
    assert "is no ordinary file" in said


GOOD = '{"reason":"x","ranks":[1,2],"payoffs":[1,2],"turns":1,"faults":[]}'


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace('"turns":1', '"turns":1,"turns":2'),
        GOOD.replace('"turns":1', '"turns":1,"more":2'),
        GOOD.replace(",", ", "),
        GOOD.encode(),
    ],
)
def test_a_result_is_as_a_run_writes_it(text: object) -> None:
    assert read_result(GOOD, (0, 1))["turns"] == 1
    with pytest.raises(ValueError, match=r"otherwise|no text"):
        read_result(text, (0, 1))


def test_nothing_is_said_behind_an_isolation() -> None:
    groups = "control groups of version 1 (memory, pids)"
    assert audit._in_force("bubblewrap", "bubblewrap")
    assert audit._in_force(f"bubblewrap, {groups}", "bubblewrap")
    for told in (f"bubblewrap, {groups}; all is well", f"bubblewrap, {groups} and more", f"none, {groups}"):
        assert not audit._in_force(told, "bubblewrap")


def test_a_full_disk_is_no_damaged_file(tmp_path: Path) -> None:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorname = "SQLITE_FULL"
    assert "see whether the disk is full" in str(sqlite_input_error(tmp_path, error))
