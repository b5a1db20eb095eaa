"""``referee new``: a project that at once checks, plays, runs a tournament and passes its tests."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest
from click.testing import CliRunner

import referee
from referee.cli import main, new
from referee.games.registry import find_game, games
from tests.test_pytest_plugin import PLUGIN

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A new project, in which the test stands."""
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["new", "high-cards"])
    assert result.exit_code == 0, result.output
    monkeypatch.chdir(tmp_path / "high-cards")
    return tmp_path / "high-cards"


def run(*arguments, code=0):
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == code, result.output
    return " ".join(result.output.split())


def test_a_new_project_is_whole(home):
    assert (home / ".github" / "workflows" / "rules.yml").is_file()
    assert (home / ".gitignore").is_file()
    files = [path for path in home.rglob("*") if path.is_file()]
    assert len(files) >= 13
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert "@{" not in text, path
        assert text.endswith("\n"), path
    project = tomllib.loads((home / "pyproject.toml").read_text())["project"]
    assert project["dependencies"] == [f"referee>={referee.__version__}"]
    assert run("rules", "high-cards", "--lint") == "no complaints"
    listed = [entry.name for entry in games(home)]
    assert listed.count("high-cards") == 1
    assert find_game("high-cards").title == "High cards"
    linted = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--isolated", "--line-length=120", "--select=E,F,I,B,RUF,UP", "."],
        cwd=home, capture_output=True, text=True,
    )  # fmt: skip
    assert linted.returncode == 0, linted.stdout


def test_it_checks_and_its_ambiguity_shows(home):
    said = run("check", "high-cards", "--method", "fuzz", "--effort", "0.4", "--jobs", "1")
    assert "examples 8 played, all as written" in said
    assert "as expected: 2 known defects;" in said
    assert "dead end HC-2 (expected)" in said
    assert "broken promise HC-2 HC-5 (expected)" in said


def test_exploring_finds_what_its_author_expects(home):
    said = run("check", "high-cards", "--method", "explore", "--jobs", "1")
    assert "as expected: 2 known defects, 1 of them endless play;" in said
    assert "endless play HC-2 (expected)" in said
    assert "dead end HC-2 (expected)" in said


def test_it_plays_and_runs_its_tournament(home):
    assert "hand empty" in run("play", "high-cards", "--seats", "careful,random", "--seed", "1")
    assert "faults none" in run("tournament", "run", "tournaments/quickstart.toml", "--no-isolation")


def test_its_pytest_passes(home, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *PLUGIN]
    command += ["-k", "default or example or match"]
    told = subprocess.run(command, cwd=home, capture_output=True, text=True, timeout=200)
    assert told.returncode == 0, told.stdout
    assert re.search(r"^1\d passed", told.stdout, re.MULTILINE), told.stdout


def test_names_of_one_letter_and_of_many_words(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("x", "a-game-of-7-words-and-more-of-them"):
        run("new", name)
        assert run("rules", name, "--lint") == "no complaints"
        assert find_game(tmp_path / name).name == name


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("My-Game", "cannot be the name of a game"),
        ("my_game", "cannot be the name of a game"),
        ("7up", "cannot be the name of a game"),
        ("../up", "cannot be the name of a game"),
        ("-h-", "no such option"),
        ("", "cannot be the name of a game"),
        ("x" * 41, "too long"),
        ("while", "a word of Python"),
        ("escalation", "there is a game 'escalation' already"),
        ("there", "there is a file or folder there here already"),
    ],
)
def test_a_name_that_cannot_be_is_refused(tmp_path, monkeypatch, name, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    result = CliRunner().invoke(main, ["new", name])
    assert result.exit_code == 2
    assert said in " ".join(result.output.split()).replace("No such", "no such")
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_nothing_is_half_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write = Path.write_text

    def full(path, *arguments, **more):
        if path.name == "rulebook.md":
            raise OSError(28, "No space left on device")
        return write(path, *arguments, **more)

    monkeypatch.setattr(Path, "write_text", full)
    result = CliRunner().invoke(main, ["new", "high-cards"])
    assert result.exit_code == 2
    assert "cannot write high-cards: No space left on device" in " ".join(result.output.split())
    assert not list(tmp_path.iterdir())


def test_a_folder_without_a_game_is_said_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = run("check", ".", code=2)
    assert f"no game in {tmp_path}" in said
    assert "looked for rules.py" in said
    assert not list(tmp_path.iterdir())


@pytest.mark.long
@pytest.mark.timeout(600)
def test_nearly_every_mutant_of_it_is_noticed(home):
    said = run("check", "high-cards", "--mutate", "--jobs", "2", code=1)  # as some survive
    noticed, tried = map(int, re.search(r"(\d+) of (\d+) noticed", said).groups())
    assert noticed / tried > 0.95, said


class FromTheWheel:
    """A new project whose environment was made as its README says, of nothing but what lies on this machine."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder / "venv", with_pip=False, symlinks=True)
        self.python = folder / "venv" / "bin" / "python"
        self.home = folder / "high-cards"
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PIP_CONSTRAINT")},
            "PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }  # fmt: skip
        # Its other packages, and what builds, are those of this environment; the wheel comes first.
        site = Path(self.told("-c", "import sysconfig; print(sysconfig.get_path('purelib'))", folder=folder).strip())
        (site / "others.pth").write_text(str(Path(pytest.__file__).parent.parent) + "\n")
        self.site = site

    def told(self, *arguments: str, folder: Path | None = None, codes: tuple[int, ...] = (0,)) -> str:
        done = subprocess.run(
            [self.python, *arguments], cwd=folder or self.home, env=self.environment, capture_output=True, text=True
        )
        assert done.returncode in codes, (arguments, done.stdout, done.stderr)
        return done.stdout

    def install(self, line: str) -> None:
        """A line for the shell, as a project has it."""
        command = line.replace("/path/to/the/checkout/of/referee", shlex.quote(str(ROOT)))
        command = command.replace("pip ", f"{self.python} -m pip ", 1)
        done = subprocess.run(command, shell=True, cwd=self.home, env=self.environment, capture_output=True, text=True)
        assert done.returncode == 0, (line, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def from_the_wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        run("new", "high-cards")
    made = FromTheWheel(folder)
    to_install = re.findall("^pip .*", (made.home / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    workflow = (made.home / ".github" / "workflows" / "rules.yml").read_text(encoding="utf-8")
    assert f"- run: {to_install[-1]}\n" in workflow
    for line in to_install:
        made.install(line)
    assert str(made.site) in made.told("-c", "import referee; print(referee.__file__)")
    return made


def test_a_project_is_installed_beside_the_wheel_without_an_index(from_the_wheel, tmp_path):
    assert "high-cards" in from_the_wheel.told("-m", "referee", "games", folder=tmp_path)
    assert "hand empty" in from_the_wheel.told("-m", "referee", "play", "high-cards", "--seats", "random,random")
    quick = ["--method", "fuzz", "--players", "2", "--effort", "0.4", "--jobs", "1"]
    assert "as expected" in from_the_wheel.told("-m", "referee", "check", "high-cards", *quick)
    assert "1 passed" in from_the_wheel.told("-m", "pytest", "-q", "tests")  # the plugin is found by itself


def test_the_wheel_makes_the_same_project_and_has_the_pages(from_the_wheel, tmp_path):
    from_the_wheel.told("-m", "referee", "new", "low-cards", folder=tmp_path)
    there = new.rendered("low-cards")
    assert {path: (tmp_path / "low-cards" / path).read_text(encoding="utf-8") for path in there} == there
    pages = from_the_wheel.site / "referee" / "_shipped" / "docs"
    assert f"Markdown files in {pages};" in from_the_wheel.told("-m", "referee", "docs")
    assert from_the_wheel.told("-m", "referee", "docs", "tutorial").startswith("Tutorial")
    assert not list(pages.rglob("*.py"))


@pytest.mark.long
@pytest.mark.timeout(600)
def test_all_of_it_from_the_wheel(from_the_wheel, tmp_path):
    told = from_the_wheel.told
    assert "as expected" in told("-m", "referee", "check", "high-cards")
    told("-m", "referee", "play", "high-cards", "--seats", "careful,random")
    told("-m", "referee", "tournament", "run", "tournaments/quickstart.toml")
    assert "passed" in told("-m", "pytest", "-q")
    for name in [entry.name for entry in games() if (ROOT / "properties" / f"{entry.name}.py").exists()]:
        # With so few tries an expected refutation may not be met (1), or nothing to look at (3); what ships with the
        # game is there all the same.
        quick = ["--method", "fuzz", "--players", "3", "--effort", "0.02"]
        said = told("-m", "referee", "check", name, *quick, folder=tmp_path, codes=(0, 1, 3))
        assert "examples: " in said


def test_the_template_has_no_file_that_is_not_rendered():
    files = [path for path in new.TEMPLATE.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} == {".j2"}
    assert len(new.rendered("high-cards")) == len(files)
