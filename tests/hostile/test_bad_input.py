"""Bad input of every kind to every command: one line that says what is wrong, exit code 2, nothing written."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import msgspec
import pytest
from click.testing import CliRunner

from referee.cli import main, values
from referee.games.registry import find_game
from referee.report import ledger_section
from referee.report.matches import Matches
from referee.tournament.definition import Defined, Definition
from referee.tournament.stored_definition import stored_definition
from referee.tournament.stored_results import read_meta
from referee.verify.kept import memory
from referee.verify.methods import Question
from referee.verify.mutate.cache import Grounds, MutantCache
from tests.hostile.bad_input import CUP, Case, cases, definitions, make_material, tree
from tests.tiny import write_game

PROJECT = Path(__file__).resolve().parents[2]
SECONDS = 5
MEMORY = 3 << 30


class Hung(BaseException):
    """Nothing catches it."""


@contextmanager
def bounded() -> Iterator[None]:
    """So much time and memory."""

    def hung(*_: object) -> None:
        raise Hung

    before, limits = signal.signal(signal.SIGALRM, hung), resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY, limits[1]))
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        resource.setrlimit(resource.RLIMIT_AS, limits)


def complaint(arguments: tuple[str, ...]) -> str:
    """What is wrong with how a command takes bad input; "" if nothing is."""
    try:
        with bounded():
            result = CliRunner().invoke(main, arguments, prog_name="referee")
    except Hung:
        return "it hangs"
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return f"it raises {type(result.exception).__name__}: {str(result.exception)[:200]}"
    said = result.stderr
    if result.exit_code != 2:
        return f"exit code {result.exit_code}: {(said or result.stdout)[:300]}"
    if said.count("\n") != 1 or not said.startswith("referee: ") or not said.endswith("\n"):
        return f"not one line: {said[:500]!r}"
    if len(said) > 2000:
        return f"a line of {len(said)} characters: {said[:200]!r}"
    if not said[:-1].isprintable():
        return f"characters that a terminal obeys: {said[:300]!r}"
    return ""


def there(folder: Path) -> dict[str, tuple[int, int]]:
    """All that lies in a folder, which is looked at after each of 3,000 cases."""
    found: dict[str, tuple[int, int]] = {}
    folders = [str(folder)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for each in entries:
                about = each.stat(follow_symlinks=False)
                found[each.path] = about.st_size, about.st_mtime_ns
                if each.is_dir(follow_symlinks=False):
                    folders.append(each.path)
    return found


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("material")
    make_material(home)
    return home


@pytest.fixture(scope="module")
def by_command(material: Path) -> dict[tuple[str, ...], list[Case]]:
    found: dict[tuple[str, ...], list[Case]] = {}
    for case in cases(material):
        found.setdefault(case.command, []).append(case)
    return found


@pytest.mark.parametrize("words", [words for words, _ in tree()], ids=" ".join)
def test_every_bad_value_is_one_line(
    words: tuple[str, ...],
    material: Path,
    by_command: dict[tuple[str, ...], list[Case]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = []
    before = there(material)
    for case in by_command.get(words, []):
        found = complaint(case.arguments)
        if left := [*there(tmp_path)]:
            found += f" it leaves {left[:3]}"
            for path in sorted(map(Path, left), reverse=True):
                path.rmdir() if path.is_dir() else path.unlink()
        if (now := there(material)) != before:
            found += f" it changes {sorted({*now.items()} ^ {*before.items()})[:3]}"
            before = now
        if found:
            wrong.append(f"{case}: {found}")
    assert not wrong, f"{len(wrong)}:\n" + "\n".join(wrong)


def test_every_option_is_there(material: Path) -> None:
    found: list[Case] = list(cases(material))
    assert len({case.arguments for case in found}) >= 300
    covered = {(case.command, case.parameter) for case in found}
    for words, command in tree():
        for parameter in command.params:
            assert (words, parameter.name) in covered, (words, parameter.name)


def test_every_option_has_bounds() -> None:
    """A new option has a type of ``referee.cli.values``, which refuses what is beyond them."""
    for words, command in tree():
        for parameter in command.params:
            kind = parameter.type
            free = isinstance(parameter, click.Option) and (parameter.is_flag or parameter.flag_value is not None)
            assert free or isinstance(kind, click.Choice) or type(kind).__module__ == values.__name__, (
                words,
                parameter,
            )


def test_what_a_run_accepts_an_audit_reads() -> None:
    """A definition with the largest value of everything is one that results may hold."""
    most = {"blocks": 10_000_000}
    text = CUP.replace("blocks = 1", f"blocks = {most['blocks']}") + "".join(
        f'[[entrant]]\nname = "{number:0>80}"\nseat = "random"\n' for number in range(1998)
    )
    data = tomllib.loads(text)
    data |= {
        "measure": "ranks",
        "turn_cap": 10**9,
        "name": "n" * 100,
        "limits": {"start": 1e6, "cpu": 10**8, "memory-mib": 1 << 24},
    }
    data["turn-cap"] = data.pop("turn_cap")
    defined = Defined(Path("cup.toml"), msgspec.convert(data, Definition), find_game("escalation")(2), text)
    about = stored_definition(defined, ["built in"] * 2000, ["none"] * 2000)
    meta = {"definition": about, "commitment": "0" * 64, "secret": "0" * 64, "seed": "x" * values.SEED.most,
            "finished": False, "verdict": ""}  # fmt: skip
    assert read_meta({key: msgspec.json.encode(each).decode() for key, each in meta.items()})["definition"] == about


def test_a_document_names_no_pipe(tmp_path: Path) -> None:
    """What a page takes in may name files, which are a stranger's word."""
    os.mkfifo(tmp_path / "pipe")
    with bounded():
        assert "it is a pipe" in Matches().add_file(str(tmp_path / "pipe"))
        assert "it is a pipe" in Matches().add_file("/dev/zero")


def test_every_bad_definition_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = []
    number = 0
    for what, text in definitions():
        number += 1
        (tmp_path / "cup.toml").write_text(text, encoding="utf-8")
        if found := complaint(("tournament", "run", "cup.toml")):
            wrong.append(f"{what}: {found}")
        if left := sorted({*there(tmp_path)} - {str(tmp_path / "cup.toml")}, reverse=True):
            wrong.append(f"{what}: it leaves {left}")
            for path in map(Path, left):
                path.rmdir() if path.is_dir() else path.unlink()
    assert number >= 300
    assert not wrong, f"{len(wrong)}:\n" + "\n".join(wrong)


def test_processes_say_the_same(material: Path, tmp_path: Path) -> None:
    """About eight of all, as they are typed: nothing of the interpreter's gets out, and nothing waits."""
    typed = [
        each for each in cases(material) if not any("\0" in word or len(word) > 100_000 for word in each.arguments)
    ]
    for case in typed[:: len(typed) // 8]:
        done = subprocess.run(
            [sys.executable, "-m", "referee", *case.arguments], capture_output=True, cwd=tmp_path, timeout=30,
            stdin=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(PROJECT)},
        )  # fmt: skip
        assert done.returncode == 2, (case, done)
        assert done.stderr.startswith(b"referee: "), (case, done)
        assert done.stderr.count(b"\n") == 1, (case, done)
        assert done.stdout == b"", (case, done)
    assert not there(tmp_path)


BESIDE: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "nested": lambda path: path.write_text("[" * 100_000),
    "binary": lambda path: path.write_bytes(bytes(range(256))),
    "folder": Path.mkdir,
}


@pytest.mark.parametrize("kind", BESIDE)
def test_what_lies_beside_a_game_is_passed_over(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody names what was kept the last time, nor tests: a folder from elsewhere may bring them all the same."""
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "games" / "tiny")
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "tests").mkdir()
    for folder in ("proofs", "mutants"):
        (tmp_path / ".referee" / folder).mkdir(parents=True)
    for name in ("proofs/effects-key.json", "proofs/key.json", "mutants/tiny.jsonl", "../tests/test_tiny.py"):
        BESIDE[kind](tmp_path / ".referee" / name)
    game = find_game("games/tiny")
    with bounded():
        assert memory.read_effects("key") is None
        assert memory.read(Question(game(2), ()), "key") is None
        fates = MutantCache(game, Grounds(game, None, None))
        fates._set(frozenset("x"))
        fates.close()
        assert ledger_section.tests_of_clauses(game, ["T-1"]) == {}


@pytest.mark.parametrize("closed", ["0<&-", "1>&-", "2>&-"])
def test_a_closed_standard_stream_ends_in_no_traceback(closed: str) -> None:
    """Whoever closes one wants nothing from it."""
    words = [sys.executable, "-m", "referee", "games"]
    ran = subprocess.run(["sh", "-c", f'exec "$@" {closed}', "sh", *words], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0
    assert ran.stderr == ""


def test_a_full_disk_for_what_is_said_is_one_line() -> None:
    words = [sys.executable, "-m", "referee", "games"]
    ran = subprocess.run(["sh", "-c", 'exec "$@" >/dev/full', "sh", *words], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 2
    assert ran.stderr == "referee: what is said cannot be written: No space left on device\n"


@pytest.mark.parametrize(
    "words", [["games"], ["play", "escalation", "--seats", "random,random"], ["check", "escalation"], ["new", "mine"]]
)
def test_a_working_folder_that_is_gone_is_one_line(tmp_path: Path, words: list[str]) -> None:
    (folder := tmp_path / "gone").mkdir()
    command = f'rmdir "{folder}"; exec "$@"'
    ran = subprocess.run(
        ["sh", "-c", command, "sh", sys.executable, "-P", "-m", "referee", *words],
        cwd=folder, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert ran.returncode == 2
    assert ran.stderr == "referee: the working folder is gone: go to one that there is\n"


@pytest.mark.parametrize("option", ["--json", "--csv"])
def test_what_is_read_is_not_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str) -> None:
    """Nor by another of its names; and nothing is written twice."""
    monkeypatch.chdir(tmp_path)
    results = Path("cup.sqlite")
    results.write_bytes(b"precious")
    os.link(results, "same.sqlite")
    for name in ("cup.sqlite", "same.sqlite", "./cup.sqlite"):
        done = CliRunner().invoke(main, ["tournament", "standings", "cup.sqlite", option, name])
        assert done.exit_code == 2
        assert f"cannot write {Path(name)}: {option} and RESULTS are the same file; name another one" in done.stderr
    assert results.read_bytes() == b"precious"
    done = CliRunner().invoke(main, ["tournament", "standings", "cup.sqlite", "--json", "x", "--csv", "x"])
    assert "are the same file" in done.stderr
    assert not Path("x").exists()
