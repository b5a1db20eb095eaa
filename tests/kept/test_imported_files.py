"""A kept verdict is forgotten when anything changes that the rules or properties import, however far away."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from referee.cli.new import rendered, write_project
from referee.games.registry import find_game
from referee.verify.kept import imported_files, memory
from referee.verify.methods import Question
from referee.verify.properties import load_properties

RESTED_ON = (
    "properties/_mine.py",
    "properties/_far.py",
    "games/ours/common.py",
    "games/ours/deeper/far.py",
    "games/ours/late.py",
    "games/mygame/notions/table.txt.py",
    "games/mygame/parts/__init__.py",
    "games/mygame/parts/laying.py",
    "games/mygame/readings.toml",
)
IMPORTING = {
    "games/mygame/rules.py": "import ours.common as common\nfrom .parts import laying\n",
    "properties/mygame.py": "from ._mine import *\n",
}
UNRELATED = ("games/ours/other.py", "bots/mygame/careful.py")


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Rules with a subfolder and with helpers of another folder, properties with files beside them."""
    home = tmp_path / "project"
    write_project(home, rendered("mygame"))
    for name in (*RESTED_ON, *UNRELATED):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).touch()
    (home / "games/ours/common.py").write_text("from ours.deeper import far\ndef late(): from . import late\n")
    (home / "properties/_mine.py").write_text("from . import _far\n")
    future = "from __future__ import annotations\n"
    for name, more in IMPORTING.items():
        text = (home / name).read_text()
        (home / name).write_text(text.replace(future, future + more) if future in text else more + text)
    monkeypatch.syspath_prepend(str(home / "games"))
    yield home
    for name in [each for each in sys.modules if each.partition(".")[0] == "ours"]:
        del sys.modules[name]


def test_whatever_is_imported_makes_another_question(project):
    game = find_game(project / "games" / "mygame")
    asked = tuple(load_properties(project / "properties" / "mygame.py", game))
    assert asked

    def key():
        return memory.key_of(Question(game(2), asked))

    before = key()
    for name in UNRELATED:
        (project / name).write_text("changed = 1\n")
    assert key() == before
    for name in RESTED_ON:
        text = (project / name).read_text()
        (project / name).write_text(text + "\n# changed\n")
        assert key() != before, name
        (project / name).write_text(text)
        assert key() == before


def test_what_is_imported_is_found_without_being_loaded(project):
    game = find_game(project / "games" / "mygame")
    memory.key_of(Question(game(2), ()))
    assert "ours.late" not in sys.modules


def test_what_a_file_imports_once_it_has_changed_is_found_too(project):
    game = find_game(project / "games" / "mygame")

    def key():
        return memory.key_of(Question(game(2), ()))

    before = key()
    (project / "games/ours/late.py").write_text("from . import other\n")
    imports = key()
    assert imports != before
    (project / "games/ours/other.py").write_text("changed = 1\n")
    assert key() != imports


def test_of_many_modules_only_those_are_looked_up_whose_files_are_meant(project, monkeypatch):
    """What a process has loaded beside it makes no question slower: each may look through all modules."""
    looked_up = []
    resolved = imported_files._resolved
    monkeypatch.setattr(imported_files, "_resolved", lambda file: looked_up.append(file) or resolved(file))
    for number in range(50):
        module = ModuleType(f"elsewhere{number}")
        module.__file__ = str(project / f"elsewhere{number}.py")
        monkeypatch.setitem(sys.modules, module.__name__, module)
    mine = ModuleType("mine")
    mine.__file__ = str(project / "properties" / "mygame.py")
    monkeypatch.setitem(sys.modules, "mine", mine)
    found = imported_files.imported([], [project / "properties" / "mygame.py"])
    assert (project / "properties" / "mygame.py").resolve() in found
    assert not [each for each in looked_up if "elsewhere" in each]
