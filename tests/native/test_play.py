"""``play --matches`` between random seats: the same matches in either engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from click.testing import CliRunner, Result

from referee.cli import main
from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.native import build, choosing
from referee.native.engine import Engine
from referee.native.recorded_play import RecordedPlay
from referee.native.records import Recording
from referee.play.bulk import Played, play_by_python
from referee.record.words import key_of

pytestmark = pytest.mark.untraced
MATCHES = ("escalation", "--seats", "random,random,random", "--seed", "s", "--matches", 120)


def invoke(*arguments: Any) -> Result:
    return CliRunner().invoke(main, ["play", *map(str, arguments)])


def run(*arguments: Any) -> str:
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def refusal(*arguments: Any) -> str:
    result = invoke(*arguments)
    assert result.exit_code == 2
    return " ".join(result.stderr.split())


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def summary(*more: Any) -> dict[str, Any]:
    run(*MATCHES, *more, "--json", "m.json")
    found: dict[str, Any] = json.loads(Path("m.json").read_text(encoding="utf-8"))["summary"]
    return {**found, "seconds": 0}


@pytest.mark.needs("g++")
def test_both_engines_say_the_same() -> None:
    natively = summary("--engine", "native")
    assert natively == summary("--engine", "python") == summary()
    assert (natively["played"], natively["clauses_counted_in"]) == (120, 100)


@pytest.mark.needs("g++")
def test_both_engines_write_the_same_records(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python plays the first two; of one of the others the engine has no record."""
    monkeypatch.setattr(choosing, "MOST_JUDGED", 2)
    monkeypatch.setattr(build, "FLAGS", tuple("-O0" if each == "-O2" else each for each in build.FLAGS))
    play = Recording.play

    def without(self: Recording, key: tuple[int, int], first: int, *more: Any) -> tuple[Played, list[bytes | None]]:
        played, records = play(self, key, first, *more)
        return played, [None if first + at == 5 else each for at, each in enumerate(records)]

    monkeypatch.setattr(Recording, "play", without)
    matches = (*MATCHES[:-1], 7)
    summaries = {}
    for engine in ("python", "native"):
        run(*matches, "--record", f"{engine}.jsonl", "--engine", engine, "--json", "m.json")
        summaries[engine] = json.loads(Path("m.json").read_text(encoding="utf-8"))["summary"]
    assert {**summaries["python"], "seconds": 0} == {**summaries["native"], "seconds": 0}
    for match in range(1, 8):
        assert Path(f"python-{match}.jsonl").read_bytes() == Path(f"native-{match}.jsonl").read_bytes()


def test_an_archive_has_the_records_of_all_matches() -> None:
    for name in ("m.jsonl", "m.zip"):
        shown = run(*MATCHES[:-1], 3, "--record", name)
    assert "m-1.jsonl to m-3.jsonl in m.zip" in shown
    before = Path("m.zip").read_bytes()
    run(*MATCHES[:-1], 3, "--record", "m.zip")
    assert Path("m.zip").read_bytes() == before
    with ZipFile("m.zip") as archive:
        assert archive.namelist() == [f"m-{match}.jsonl" for match in (1, 2, 3)]
        assert [archive.read(each) for each in archive.namelist()] == [
            Path(f"m-{match}.jsonl").read_bytes() for match in (1, 2, 3)
        ]
    assert "take a record out of it first" in CliRunner().invoke(main, ["replay", "m.zip"]).stderr
    assert "an archive is for the records of several matches" in refusal(*MATCHES[:-2], "--record", "one.zip")
    assert sorted(each.name for each in Path().iterdir() if "zip" in each.name) == ["m.zip"]


@pytest.mark.needs("g++")
def test_records_that_differ_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def another(self: Any, key: tuple[int, int], first: int, number: int, turn_cap: int | None = None) -> Any:
        return Played.empty(first, number, 3, []), [b"{}\n"] * number

    monkeypatch.setattr(RecordedPlay, "compiled", lambda self: type("Forged", (), {"play": another})())
    said = refusal(*MATCHES[:-1], 3, "--record", "m.jsonl", "--engine", "native")
    assert "match 1 is another one natively than in Python" in said


def test_match_k_of_several_is_recorded_alone() -> None:
    run(*MATCHES[:-1], 3, "--record", "m.jsonl")
    run(*MATCHES[:3], "--seed", "s/2", "--record", "one.jsonl")
    assert Path("one.jsonl").read_bytes() == Path("m-2.jsonl").read_bytes()


NOT_NATIVE = [
    ("--seats", "greedy,random", "--matches", 2),
    ("--seats", "random,random"),
]


@pytest.mark.parametrize("more", NOT_NATIVE)
def test_what_is_not_played_natively_is_refused(more: tuple[Any, ...]) -> None:
    said = refusal("escalation", "--seats", "random,random", *more, "--engine", "native")
    assert "--engine native plays several matches between seats that are all 'random'" in said


@pytest.mark.parametrize("wanted", ["auto", "native"])
def test_a_mistranslation_is_told(monkeypatch: pytest.MonkeyPatch, wanted: str) -> None:
    """An engine whose second match is another one."""

    class Wrong:
        def play(self, key: tuple[int, int], first: int, number: int, turn_cap: int | None) -> Played:
            played = play_by_python(find_game("escalation")(2), key, first, number, turn_cap)
            played.results["digest"][1] ^= 1
            return played

    def compiled(game: Any, say: Any) -> Engine:
        return Wrong()  # type: ignore[return-value]

    monkeypatch.setattr(choosing, "compiled", compiled)
    monkeypatch.setattr(choosing, "PAYS_AFTER", -1.0)
    told: list[str] = []
    taken: list[Played] = []
    bulk = choosing.BulkPlay(find_game("escalation")(2), key_of("s"), 1, 5, 9, wanted, told.append)
    if wanted == "native":
        with pytest.raises(BadInput, match="match 2 is another one natively"):
            bulk.play(taken.append)
        return
    bulk.play(taken.append)
    assert "match 2 is another one natively" in told[0]
    assert sum(len(each.results) for each in taken) == 5
