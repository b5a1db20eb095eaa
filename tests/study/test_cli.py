"""``referee study``: text, JSON, the page, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee.cli import main

PLANTED = str(Path("tests/study/games/planted").resolve())


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def run(*arguments: str, code: int = 0) -> Any:
    result = CliRunner().invoke(main, ["study", *arguments], prog_name="referee")
    assert result.exit_code == code, result.output
    return result


def test_everything_is_told_in_80_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file, page = Path("study.json"), Path("study.html")
    shown = run(
        PLANTED, "--effort", "0.01", "--jobs", "1", "--without", "P-3", "--json", str(file), "--html", str(page)
    ).stdout
    assert max(map(len, shown.splitlines())) <= 80
    titles = ("Who wins", "Strength", "Course", "Decisions", "Cards", "Length", "Restricted", "Compared")
    assert [title for title in titles if f"\n{title}" not in shown] == []
    assert "These are figures of these players, not of people." in shown
    document = json.loads(file.read_text())
    assert document["schema"] == "referee.study/1"
    assert "records" not in document
    assert len(document["sentences"]) == 5
    assert shown.count("• ") == 5
    told = page.read_text()
    assert all(f'id="{part}"' in told for part in ("fairness", "skill", "course", "decisions", "cards", "lengths"))
    assert "<h3>without P-3</h3>" in told
    # Every match that a button opens is in the page.
    held = json.loads(told.split('id="matches">', 1)[1].split("</script>", 1)[0])
    opened = {part.split('"', 1)[0] for part in told.split('data-witness="')[1:]}
    assert opened
    assert opened <= set(held)


def test_what_is_left_out_of_a_table_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    few = run(PLANTED, "--effort", "0.005", "--jobs", "1", "--without", "all").stdout
    assert "more (--json has all)" not in few.split("\nCards")[0]
    assert few.count("nobody can play: nobody is asked anything.") == 2
    monkeypatch.setattr("referee.cli.study_text.COMPARED", 1)
    many = run(PLANTED, "--effort", "0.005", "--jobs", "1", "--json", "study.json").stdout
    labels = json.loads(Path("study.json").read_text())["decisions"][-1]["labels"]
    listed = many.split("\nanswer ", 1)[1].split("\nCards", 1)[0].split("\n")[2:]
    (more,) = [line for line in listed if line.startswith("… and ")]
    rows = [line for line in listed if line and line is not more]
    assert more == f"… and {len(labels) - len(rows)} more (--json has all)"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["no-such-game"], "no-such-game"),
        ([PLANTED, "--players", "7"], "7"),
        ([PLANTED, "--effort", "0"], "--effort takes a number above 0"),
        ([PLANTED, "--without", "P-7"], "P-7"),
        ([PLANTED, "--compare", "colour"], "--compare knows no 'colour'"),
        ([PLANTED, "--jobs", "2", "--cluster", "tcp://127.0.0.1:1"], "give one of them"),
        ([PLANTED, "--reading", "rate=two"], "rate"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], why: str) -> None:
    result = run(*arguments, code=2)
    assert why in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
