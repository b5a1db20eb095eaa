"""``--all-readings --engine native``: promises are looked at in compiled matches of every alternative."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.verify.impact.changes import Changes, Compare, compare
from tests.tiny import write_project

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
LATE = '        if t.reading("late") == "yes":'
RARE = """\
        faces = yield from t.roll(4)
        if faces == (2, 6, 1, 5) and t.reading("late") == "yes":
            yield from t.draw(t.stock, 1, t.hand[t.players[0]])
        if t.turns > 8:"""
ROWS = ({"late": "yes"}, {"late": "no"})


def promised(folder: Path, engine: str, text: str = RARE) -> Changes:
    """What the alternative *yes* breaks: its hand is dealt a card for one roll in 1,296."""
    folder.mkdir(exist_ok=True)
    write_project(folder, (LATE, text))
    project = str(folder / "games" / "tiny")
    file = folder / "properties" / "tiny.py"
    asked = Compare(project, file, 2, {}, {}, ROWS[:1], figures=False, engine=engine, rows=ROWS)
    (found,) = compare(asked)
    assert found.complaints == []
    return found


def test_a_rare_break_is_found_natively(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "the-stock-is-whole" not in promised(tmp_path / "a", "python").breaks
    assert "the-stock-is-whole" in promised(tmp_path / "b", "native").breaks


def test_a_sound_twin_breaks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five sides have no six."""
    monkeypatch.chdir(tmp_path)
    sound = RARE.replace("t.roll(4)", "t.roll(4, 5)")
    assert "the-stock-is-whole" not in promised(tmp_path, "native", text=sound).breaks
