"""A verdict is kept for as long as everything is the same that rules and properties looked at."""

from __future__ import annotations

import json
import os
import sys
import zipfile

import pytest

from referee.games.registry import find_game
from referee.record.project_folder import write_file
from referee.record.seals import sealed, unsealed
from referee.verify.kept import dependencies, memory
from referee.verify.kept.dependencies import CHANGED, is_as_it_was
from referee.verify.methods import Question
from referee.verify.properties import read_properties
from tests.tiny import write_game

PROPERTY = (
    'from referee.verify import always\n\n\n@always("T-2")\ndef holds(t):\n    "Holds."\n    return t.turns >= 0\n'
)
HERE = "from pathlib import Path\nHERE = Path(__file__).parent\n"
READS = {
    "JSON": "import json\nN = json.loads((HERE / 'data.txt').read_text())",
    "TOML": "import tomllib\nN = tomllib.loads((HERE / 'data.txt').read_text())",
    "CSV": "import csv\nN = [*csv.reader((HERE / 'data.txt').read_text().splitlines())]",
    "text": "N = (HERE / 'data.txt').read_bytes()",
    "a low-level read": "import os\nN = os.read(os.open(HERE / 'data.txt', os.O_RDONLY), 99)",
    "exec": "exec(compile((HERE / 'data.txt').read_bytes(), 'data', 'exec'))",
    "runpy": "import runpy\nN = runpy.run_path(str(HERE / 'data.txt'))",
    "pkgutil": "import pkgutil\nN = pkgutil.get_data(__name__, 'data.txt')",
    "importlib by its place": (
        "import importlib.util\nfrom importlib.machinery import SourceFileLoader\n"
        "N = SourceFileLoader('of_a_place', str(HERE / 'data.txt')).get_code('of_a_place')"
    ),
    "resources": "import importlib.resources\n"
    "N = importlib.resources.files(__package__).joinpath('data.txt').read_text()",
}


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Rules with some text, and properties with some; nothing was heard before."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "games" / "tiny"
    (tmp_path / "properties").mkdir()

    def load(rules="", properties=""):
        write_game(folder, ("from referee.kernel import FRENCH", f"{HERE}{rules}\nfrom referee.kernel import FRENCH"))
        (folder / "__init__.py").touch()
        (folder / "data.txt").touch()
        (tmp_path / "properties" / "tiny.py").write_text(properties + "\n" + PROPERTY)
        game = find_game(folder)
        asked = read_properties(tmp_path / "properties" / "tiny.py", game)[0]
        return Question(game(2), tuple(asked))

    load.folder = folder
    load.file = tmp_path / "properties" / "tiny.py"
    return load


def is_kept(question):
    """Whether something is read again that was written; always under one name."""
    (memory.FOLDER / f"{'a' * 32}.json").unlink(missing_ok=True)
    memory.write("a" * 32, [], question)
    return memory.read(question, "a" * 32) == []


@pytest.mark.parametrize("how", READS)
def test_what_rules_read_while_they_are_loaded(project, how):
    (project.folder).mkdir(parents=True)
    (project.folder / "data.txt").write_text("1" if how == "JSON" else "a = 1\n")
    question = project(READS[how])
    assert is_kept(question)
    (project.folder / "elsewhere.txt").write_text("b")  # the sound twin: nobody looked at it
    assert memory.read(question, "a" * 32) == []
    (project.folder / "data.txt").write_text("2" if how == "JSON" else "a = 2\n")
    assert memory.read(question, "a" * 32) is None
    (project.folder / "data.txt").unlink()
    assert memory.read(question, "a" * 32) is None


def test_what_properties_read(project, tmp_path):
    (tmp_path / "limit.txt").write_text("1")
    question = project(properties="LIMIT = int(__import__('pathlib').Path('limit.txt').read_text())")
    assert is_kept(question)
    (tmp_path / "limit.txt").write_text("2")
    assert memory.read(question, "a" * 32) is None


def test_a_file_that_was_looked_for_and_comes(project):
    question = project("try:\n    open(HERE / 'more.txt')\nexcept OSError:\n    pass")
    assert is_kept(question)
    (project.folder / "more.txt").write_text("1")
    assert memory.read(question, "a" * 32) is None


@pytest.mark.parametrize("how", ["sorted(HERE.glob('*.txt'))", "__import__('os').listdir(HERE)", "[*HERE.iterdir()]"])
def test_a_folder_that_was_listed(project, how):
    question = project(f"N = {how}")
    assert is_kept(question)
    (project.folder / "data.txt").write_text("what is in it was not read")
    assert memory.read(question, "a" * 32) == []
    (project.folder / "more.txt").write_text("1")
    assert memory.read(question, "a" * 32) is None


@pytest.mark.parametrize("how", ["os.getenv('TINY')", "os.environ.get('TINY', '')", "'TINY' in os.environ"])
def test_a_variable_of_the_environment(project, monkeypatch, how):
    question = project(f"import os\nN = {how}")
    assert is_kept(question)
    monkeypatch.setenv("OTHER_THAN_TINY", "1")
    assert memory.read(question, "a" * 32) == []
    monkeypatch.setenv("TINY", "1")
    assert memory.read(question, "a" * 32) is None


def test_a_module_that_another_one_of_its_name_comes_before(project, tmp_path, monkeypatch):
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    (tmp_path / "second" / "tiny_helper.py").write_text("N = 1\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "first"), str(tmp_path / "second"), *sys.path])
    monkeypatch.delitem(sys.modules, "tiny_helper", raising=False)
    question = project("import importlib\nN = importlib.import_module('tiny_' + 'helper').N")
    assert is_kept(question)
    (tmp_path / "first" / "other.py").write_text("")
    assert memory.read(question, "a" * 32) == []
    (tmp_path / "first" / "tiny_helper.py").write_text("N = 2\n")
    assert memory.read(question, "a" * 32) is None


def test_a_module_in_an_archive(project, tmp_path, monkeypatch):
    def write(number):
        with zipfile.ZipFile(tmp_path / "packed.zip", "w") as archive:
            archive.writestr("tiny_packed.py", f"N = {number}\n")

    write(1)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "packed.zip"), *sys.path])
    monkeypatch.delitem(sys.modules, "tiny_packed", raising=False)
    question = project("from tiny_packed import N")
    assert is_kept(question)
    write(2)
    assert memory.read(question, "a" * 32) is None


@pytest.mark.parametrize("unkept", [False, True])
def test_a_helper_whose_bytecode_python_would_keep(project, monkeypatch, unkept):
    monkeypatch.setattr(sys, "dont_write_bytecode", unkept)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    project.folder.mkdir(parents=True)
    (project.folder / "helper.py").write_text("N = 1\n")
    question = project("from .helper import N")
    assert is_kept(question)
    assert [*project.folder.glob("__pycache__/helper.*")] == []
    (project.folder / "helper.py").write_text("N = 23\n")
    assert memory.read(question, "a" * 32) is None


@pytest.mark.parametrize(
    "text",
    [
        "import subprocess\nN = subprocess.run(['true'])",
        "import os\nN = os.system('true')",
        "import time\nN = time.time()",
        "import os\nN = os.urandom(2)",
        "N = (HERE / 'more.txt').exists()",
        "import os\nN = dict(os.environ)",
        "open(HERE / 'written.txt', 'w').close()",
        "import socket\nN = socket.gethostname()",
    ],
)
def test_what_cannot_be_compared_is_not_kept(project, text):
    assert not is_kept(project(text))


def test_chance_with_a_seed_is_the_same_again(project):
    assert is_kept(project("import random\nN = random.Random(7).random()"))
    assert not is_kept(project("import random\nN = random.random()"))
    assert not is_kept(project("from random import Random\nN = Random().random()"))


def test_what_changes_between_two_reads_is_not_kept(project):
    question = project("N = (HERE / 'data.txt').read_text()")
    assert is_kept(question)
    dependencies.add({f"file {project.folder / 'data.txt'}": "as another process read it"}, "")
    assert CHANGED in dependencies.recorded_dependencies()[0].values()
    (memory.FOLDER / f"{'a' * 32}.json").unlink()
    assert not is_kept(question)


def test_what_a_proof_reads_is_told_by_its_process(project):
    facts = {f"file {project.folder / 'late.txt'}": "0"}
    assert dependencies.take_in(("said", facts, "")) == "said"
    assert dependencies.recorded_dependencies()[0].items() >= facts.items()
    assert not is_as_it_was(facts)
    assert dependencies.take_in(("said", {}, "a clock")) == "said"
    assert not is_kept(project())


# -- whose it is ----------------------------------------------------------------------------------------


def test_what_another_user_or_machine_has_kept_is_not_believed(project, tmp_path, monkeypatch):
    question = project()
    assert is_kept(question)
    monkeypatch.setattr(memory, "IGNORED", [])
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another"))
    assert memory.read(question, "a" * 32) is None
    (line,) = memory.IGNORED
    assert "another machine, or changed: it is not believed" in line
    assert "\n" not in line


@pytest.mark.parametrize(
    "text", ["{}", "[", '{"results": [], "findings": [], "looked": []}', '{"seal": "é", "kept": "1"}']
)
def test_what_is_damaged_or_not_sealed_is_not_believed(project, monkeypatch, text):
    question = project()
    assert is_kept(question)
    monkeypatch.setattr(memory, "IGNORED", [])
    (memory.FOLDER / f"{'a' * 32}.json").write_text(text)
    assert memory.read(question, "a" * 32) is None
    assert len(memory.IGNORED) == 1


def test_a_seal_is_of_a_name_and_a_text(own_state):
    text = sealed("one", {"a": 1})
    assert unsealed("one", text.encode()) == {"a": 1}
    for name, other in (("two", text), ("one", text.replace("1}", "2}"))):
        with pytest.raises(ValueError, match="another machine"):
            unsealed(name, other.encode())
    changed = json.loads(text) | {"kept": '{"a": 2}'}
    with pytest.raises(ValueError, match="another machine"):
        unsealed("one", json.dumps(changed).encode())


def test_nothing_is_written_where_a_link_leads(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    victim = tmp_path / "victim"
    victim.write_text("mine")
    os.mkdir(".referee")
    os.symlink(victim, ".referee/.gitignore")
    write_file("proofs", "one.json", "text")
    assert victim.read_text() == "mine"
    assert (tmp_path / ".referee" / "proofs" / "one.json").read_text() == "text"
    (tmp_path / "away").mkdir()
    os.symlink(tmp_path / "away", ".referee/other")
    with pytest.raises(OSError, match="is a link"):
        write_file("other", "one.json", "text")
    assert not [*(tmp_path / "away").iterdir()]
