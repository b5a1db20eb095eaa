"""Every forgery is named by the audit, and what is honest is not."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main as commands
from referee.tournament.loading import load_definition
from referee.tournament.runner import run_tournament
from referee.tournament.store import Store
from tests.hostile.forgeries import _BOUND, KINDS, forged, main

CUP = """\
game = "escalation"
players = 2
[format]
kind = "round-robin"
blocks = 2
[[entrant]]
name = "first"
seat = "greedy"
[[entrant]]
name = "second"
seat = "random"
[[entrant]]
name = "third"
seat = "low.py"
"""
LOW = "from referee.bot import Bot\nclass Low(Bot):\n    def answer(self, view, ask): return next(ask.options())\n"


def played(folder: Path, seed: str | None) -> Path:
    (folder / "low.py").write_text(LOW)
    (folder / "cup.toml").write_text(CUP)
    run_tournament(load_definition(folder / "cup.toml"), folder / "cup.sqlite", seed=seed, isolated=False).close()
    return folder / "cup.sqlite"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results whose chance was secret."""
    return played(tmp_path_factory.mktemp("drawn"), None)


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("seeded"), "s")


def audited(results: Path, *options: object) -> tuple[int, str]:
    result = CliRunner().invoke(commands, ["tournament", "audit", str(results), *map(str, options)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "\x1b" not in result.output
    return result.exit_code, " ".join(result.output.split())


def published(results: Path) -> str:
    store = Store(results)
    try:
        return str(store.meta()["commitment"])
    finally:
        store.close()


@pytest.mark.parametrize("options", [(), ("--definition",), ("--commitment",), ("--definition", "--commitment")])
@pytest.mark.parametrize("chance", ["drawn", "seeded"])
def test_the_honest_file_passes(chance: str, options: tuple[str, ...], request: pytest.FixtureRequest) -> None:
    results = request.getfixturevalue(chance)
    given = {"--definition": results.with_name("cup.toml"), "--commitment": published(results)}
    code, said = audited(results, *(word for option in options for word in (option, given[option])))
    assert code == 0, said
    assert "cup.sqlite: every match is as the rules give it" in said
    assert ("--commitment HEX compares it" in said) is ("--commitment" not in options)
    assert ("--definition FILE compares" in said) is ("--definition" not in options)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.untraced
def test_every_forgery_is_named(name: str, drawn: Path, tmp_path: Path) -> None:
    kind, to = KINDS[name], tmp_path / "cup.sqlite"
    forged(drawn, to, kind)
    code, said = audited(to, *(["--commitment", published(drawn)] if kind.published else []))
    assert code == kind.code
    assert kind.named in said
    assert "every match is as the rules give it" not in said


def test_what_is_forged_with_a_secret_of_the_forgers_needs_the_commitment(drawn: Path, tmp_path: Path) -> None:
    forged(drawn, tmp_path / "cup.sqlite", KINDS["all-again"])
    code, said = audited(tmp_path / "cup.sqlite")
    assert code == 0, said
    assert "only claimed" in said
    assert "that its commitment was published (--commitment HEX compares it)" in said


NOT_OF_A_SEED = ("header-chance", "all-again", "older")
"""Seeded is what its header says; a second tournament of the forger's has a secret that was drawn, so no seed;
and of a seed an older referee's results said as much."""


@pytest.mark.parametrize(
    "name", [name for name, kind in KINDS.items() if kind.named != _BOUND and name not in NOT_OF_A_SEED]
)
@pytest.mark.every(3)
def test_forgeries_of_what_came_from_a_seed_are_named_as_well(name: str, seeded: Path, tmp_path: Path) -> None:
    kind = KINDS[name]
    forged(seeded, tmp_path / "cup.sqlite", kind)
    code, said = audited(tmp_path / "cup.sqlite")
    assert code == kind.code
    assert kind.named in said


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if kind.named == _BOUND and name != "isolation"])
def test_a_definition_that_nothing_binds_is_compared_with_its_file(name: str, seeded: Path, tmp_path: Path) -> None:
    forged(seeded, tmp_path / "cup.sqlite", KINDS[name])
    code, said = audited(tmp_path / "cup.sqlite", "--definition", seeded.with_name("cup.toml"))
    assert code == 1
    assert "its definition is not that of the file" in said


def test_the_tool_makes_all_of_them(drawn: Path, tmp_path: Path) -> None:
    told = [*main(drawn, tmp_path / "forged")]
    assert len(told) == len(KINDS) >= 20
    assert {each.stem for each in (tmp_path / "forged").iterdir()} == set(KINDS)


def test_what_was_not_checked_is_told_as_data(drawn: Path, tmp_path: Path) -> None:
    forged(drawn, tmp_path / "cup.sqlite", KINDS["unfinished"])
    audited(tmp_path / "cup.sqlite", "--json", tmp_path / "audit.json")
    told = json.loads((tmp_path / "audit.json").read_text())
    assert told["schema"] == "referee.audit/2"
    assert told["exit_code"] == 3
    assert told["complaints"] == []
    assert told["unchecked"] == ["unfinished: 3 of 6 blocks are there"]
    assert (told["blocks"], told["wanted"], told["matches"], told["replayed"]) == (3, 6, 6, 6)


def test_a_commitment_that_is_none_is_refused(drawn: Path) -> None:
    assert audited(drawn, "--commitment", "12345")[0] == 2
