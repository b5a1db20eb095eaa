"""The standard library that jails get, kept between processes."""

from __future__ import annotations

import io
import os
import sysconfig
import zipfile
from pathlib import Path

import pytest

from referee.pool import archives


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "referee"


def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "one.py").write_text("ONE = 1\n")
    return folder


def names(content: bytes) -> list[str]:
    return zipfile.ZipFile(io.BytesIO(content)).namelist()


def test_an_archive_is_kept_and_is_of_what_is_there(home: Path, tmp_path: Path) -> None:
    folder = library(tmp_path)
    first = archives.standard_library(folder)
    [kept] = home.iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert archives.standard_library(folder) == first == kept.read_bytes()
    (folder / "two.py").write_text("TWO = 2\n")
    assert names(archives.standard_library(folder)) == ["one.py", "two.py"]


def test_a_damaged_archive_is_made_again(home: Path, tmp_path: Path) -> None:
    folder = library(tmp_path)
    first = archives.standard_library(folder)
    [kept] = home.iterdir()
    kept.write_bytes(first[: len(first) // 2])
    assert archives.standard_library(folder) == first == kept.read_bytes()


@pytest.mark.parametrize("how", ["open", "link", "file"])
def test_a_folder_that_others_may_change_is_not_read(home: Path, tmp_path: Path, how: str) -> None:
    folder = library(tmp_path)
    first = archives.standard_library(folder)
    [kept] = home.iterdir()
    forged = io.BytesIO()
    with zipfile.ZipFile(forged, "w") as archive:
        archive.writestr("one.py", "ONE = 2\n")
    kept.write_bytes(forged.getvalue())
    if how == "open":
        home.chmod(0o777)
    elif how == "link":
        os.rename(home, tmp_path / "elsewhere")
        home.symlink_to(tmp_path / "elsewhere")
    else:
        os.rename(home, tmp_path / "elsewhere")
        home.write_text("no folder")
    assert archives.standard_library(folder) == first


def test_what_is_no_use_in_a_jail_is_left_out(home: Path) -> None:
    there = names(archives.standard_library(Path(sysconfig.get_path("stdlib"))))
    assert any(name.startswith("json/__init__") for name in there)
    assert not any(name.startswith(("tkinter/", "sqlite3/", "test/")) for name in there)
