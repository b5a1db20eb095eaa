"""A text that changes twice in one second is loaded as it is, whatever bytecode Python kept of it."""

import importlib
import importlib.util
import os
import sys
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.kernel.source_loading import spec_of_file

BEFORE, AFTER = "FOUND = 1\n", "FOUND = 2\n"


@pytest.fixture(autouse=True)
def _kept(monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


def write(path: Path, text: str) -> None:
    """A text of one and the same second."""
    path.write_text(text)
    os.utime(path, (1_700_000_000, 1_700_000_000))


def loaded(path: Path) -> int:
    spec = spec_of_file("_referee_bot_twice", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.FOUND


def test_a_file_that_changed_within_a_second(tmp_path):
    path = tmp_path / "twice.py"
    write(path, BEFORE)
    assert loaded(path) == 1
    write(path, AFTER)
    assert loaded(path) == 2


def imported(folder: Path, monkeypatch, package: str) -> int:
    monkeypatch.syspath_prepend(str(folder))
    for name in [each for each in sys.modules if each.startswith(package)]:
        monkeypatch.delitem(sys.modules, name)
    return importlib.import_module(f"{package}.helper").FOUND


@pytest.mark.parametrize(("package", "found"), [("_referee_game_twice", 2), ("stale_twice", 1)])
def test_a_helper_beside_it_that_changed_within_a_second(tmp_path, monkeypatch, package, found):
    """As Python loads the package of another name, its helper is the stale one."""
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").touch()
    write(tmp_path / package / "helper.py", BEFORE)
    assert imported(tmp_path, monkeypatch, package) == 1
    write(tmp_path / package / "helper.py", AFTER)
    assert imported(tmp_path, monkeypatch, package) == found


def test_the_rules_of_a_folder_are_loaded_from_their_text(tmp_path):
    game = find_game(str(Path(__file__).parent / "games" / "games" / "spades"))
    assert type(sys.modules[game.__module__].__spec__.loader).__name__ == "SourceLoader"


def test_what_is_no_python_file(tmp_path):
    assert spec_of_file("_referee_bot_none", tmp_path / "bot.txt") is None
