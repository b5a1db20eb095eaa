"""One project folder for all studies of these tests, so that rules are compiled once."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _project(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.getbasetemp() / "study-project"
    if not folder.exists():
        folder.mkdir()
        (folder / "tests").symlink_to(ROOT / "tests")
    monkeypatch.chdir(folder)
