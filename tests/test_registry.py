"""Finding and loading games: what ships, other packages, an author's folder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.games import registry
from referee.games.registry import find_game, game_called, games
from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from tests.tiny import write_game

SHIPPED = [entry for entry in games() if entry.origin == "referee"]


def refusal(*arguments):
    with pytest.raises(BadInput) as refused:
        find_game(*arguments)
    message = str(refused.value)
    assert "\n" not in message
    return message


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Installs a package with entry points of the group referee.games; gives its folder of modules."""

    def install(name: str, points: dict[str, str]) -> Path:
        about = tmp_path / "site" / f"{name}-1.0.dist-info"
        about.mkdir(parents=True)
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
        lines = [f"{game} = {value}" for game, value in points.items()]
        (about / "entry_points.txt").write_text("\n".join(["[referee.games]", *lines, ""]), encoding="utf-8")
        home = tmp_path / "site" / name
        home.mkdir()
        (home / "__init__.py").write_text("", encoding="utf-8")
        monkeypatch.syspath_prepend(str(tmp_path / "site"))
        return home

    yield install
    for module in [each for each in sys.modules if each.partition(".")[0] in ("good", "bad")]:
        del sys.modules[module]


def test_what_is_installed_meanwhile_is_found(package, tmp_path):
    package("good", {"first-game": "good.rules"})
    path = [*sys.path]
    os.utime(tmp_path / "site", (1, 1))  # long ago, however coarse the clock of files is
    assert {"first-game", "later-game"} & {each.name for each in games()} == {"first-game"}
    package("bad", {"later-game": "bad.rules"})
    sys.path[:] = path
    assert {"first-game", "later-game"} <= {each.name for each in games()}


# -- what ships -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", SHIPPED, ids=lambda entry: entry.name)
def test_every_folder_with_rules_is_a_game_of_that_name(entry):
    game = entry.load()
    assert issubclass(game, Game)
    assert game is find_game(entry.name)
    assert game.name == entry.name == entry.folder.name.replace("_", "-")


def test_no_folder_is_left_out():
    folders = {path.parent for path in Path(registry.__file__).parent.glob("*/rules.py")}
    assert {entry.folder for entry in SHIPPED} == folders
    assert "escalation" in {entry.name for entry in SHIPPED}


def test_a_folder_named_with_underscores_is_a_game_named_with_dashes(tmp_path, monkeypatch):
    write_game(tmp_path / "games" / "seven_crowns", name="seven-crowns")
    monkeypatch.chdir(tmp_path)
    assert find_game("seven-crowns").name == "seven-crowns"


def test_the_folder_of_a_game_that_ships_is_that_game():
    folder = Path(registry.__file__).parent / "escalation"
    assert find_game(folder) is find_game(str(folder)) is find_game("escalation")


def test_listing_imports_no_rules_and_no_z3():
    script = (
        "import sys; from referee.games.registry import games; games(); "
        "print([name for name in sys.modules if name.partition('.')[0] == 'z3' or name.endswith('.rules')])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_a_game_in_a_folder_is_found_without_a_look_at_what_is_installed(tmp_path):
    script = (
        f"import sys; from referee.games import registry; registry.find_game({str(write_game(tmp_path / 'tiny'))!r}); "
    )
    run = subprocess.run(
        [sys.executable, "-c", script + "print('importlib.metadata' in sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run.stdout == "False\n"


# -- an author's folder -----------------------------------------------------------------------------------


@pytest.mark.parametrize("below", [".", "games/tiny", "tiny"])
def test_a_game_is_found_in_a_project_by_folder_and_by_name(tmp_path, monkeypatch, below):
    project = tmp_path / "my_project"
    home = write_game(project / below)
    game = find_game(project)
    assert (game.name, rules_of(game).folder) == ("tiny", home)
    assert find_game(str(home)) is game
    monkeypatch.chdir(project)
    assert find_game(".") is find_game("tiny") is game_called("tiny") is game
    assert "tiny" in {entry.load().name for entry in games(project)}


def test_standing_elsewhere_a_name_finds_no_folder(tmp_path, monkeypatch):
    write_game(tmp_path / "project" / "tiny")
    monkeypatch.chdir(tmp_path)
    assert "there is no game 'tiny'" in refusal("tiny")
    assert find_game("project").name == "tiny"
    assert find_game("tiny", tmp_path / "project").name == "tiny"


def test_games_of_several_folders_do_not_collide(tmp_path):
    one = find_game(write_game(tmp_path / "one" / "tiny", ('title = "Tiny"', 'title = "One"')))
    two = find_game(write_game(tmp_path / "two" / "tiny", ('title = "Tiny"', 'title = "Two"')))
    assert (one.title, two.title) == ("One", "Two")
    assert one is not two
    assert one is find_game(tmp_path / "one" / "tiny")


def test_modules_of_a_game_import_each_other_relatively(tmp_path):
    for number in (1, 2):
        write_game(
            tmp_path / f"tiny{number}",
            ("class TinyTable", "from . import FEWEST\nfrom .limits import MOST\n\n\nclass TinyTable"),
            ("players = 2, 3", "players = FEWEST, MOST"),
        )
        (tmp_path / f"tiny{number}" / "__init__.py").write_text(f"FEWEST = {number}\n", encoding="utf-8")
        (tmp_path / f"tiny{number}" / "limits.py").write_text(f"MOST = {number + 2}\n", encoding="utf-8")
    found = [find_game(tmp_path / f"tiny{number}") for number in (1, 2)]
    assert [(game.fewest_players, game.most_players) for game in found] == [(1, 3), (2, 4)]


def test_a_game_that_can_be_played_from_its_folder(tmp_path):
    game = find_game(write_game(tmp_path))(3)
    assert (game.players, game.settings, game.readings) == (3, {"size": 2}, {"late": "no"})


def test_of_two_games_of_one_name_the_folder_decides(tmp_path, monkeypatch):
    write_game(tmp_path / "escalation", name="escalation")
    monkeypatch.chdir(tmp_path)
    assert refusal("escalation").startswith("there are two games 'escalation': give the folder")
    assert find_game("./escalation").title == "Tiny"
    named = {entry.name for entry in games(tmp_path)}
    assert {"escalation", "./escalation"} <= named


def test_what_is_no_game_is_not_run_by_listing(tmp_path, monkeypatch):
    (tmp_path / "firewall").mkdir()
    (tmp_path / "firewall" / "rules.py").write_text("raise SystemExit('run')\n", encoding="utf-8")
    write_game(tmp_path / "tiny")
    monkeypatch.chdir(tmp_path)
    assert {entry.name for entry in games(tmp_path)} - {entry.name for entry in SHIPPED} == {"tiny"}
    assert find_game(".").name == "tiny"


def test_a_name_from_a_record_never_leads_to_a_folder(tmp_path, monkeypatch):
    trap = write_game(tmp_path / "elsewhere" / "tiny", ('"""Tiny."""', "raise SystemExit('run')"))
    monkeypatch.chdir(tmp_path)
    for name in (str(trap), "elsewhere/tiny", "./elsewhere/tiny", "elsewhere"):
        with pytest.raises(BadInput, match="there is no game"):
            game_called(name)


# -- what is refused --------------------------------------------------------------------------------------


def test_an_unknown_name_gives_those_that_look_like_it_and_all_there_are():
    message = refusal("escaltion")
    assert message.startswith("there is no game 'escaltion'; did you mean escalation?")
    assert all(entry.name in message for entry in SHIPPED)
    assert "did you mean" not in refusal("")


def test_a_folder_without_a_game_says_what_was_looked_for(tmp_path):
    looked = "looked for rules.py, games/*/rules.py and */rules.py"
    assert refusal(tmp_path).startswith(f"no game in {tmp_path}: {looked}")
    assert refusal(f"{tmp_path}/nowhere") == f"there is no folder {tmp_path}/nowhere"
    write_game(tmp_path)
    assert refusal(tmp_path / "rules.py") == f"{tmp_path}/rules.py is a file; give the folder that holds rules.py"


def test_a_folder_with_several_games_names_them(tmp_path):
    for name in ("one", "two"):
        write_game(tmp_path / "games" / name)
    message = refusal(tmp_path)
    assert message == f"several games in {tmp_path}: give one of {tmp_path}/games/one, {tmp_path}/games/two"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("class TinyTable(Table):", "class TinyTable(Table:"), "rules.py:10: SyntaxError: "),
        (
            ("class TinyTable", "import no_such_module\n\n\nclass TinyTable"),
            "rules.py:10: ModuleNotFoundError: No module",
        ),
        (
            ("class TinyTable", "from .other import x\n\n\nclass TinyTable"),
            "other.py:2: ZeroDivisionError: division by zero",
        ),
        (("class TinyTable", "raise SystemExit(3)\n\n\nclass TinyTable"), "rules.py:10: SystemExit: 3"),
        (("1, 3),)", "1, 3, no=1),)"), "rules.py:21: TypeError: "),
        (
            ("class Tiny(Game[TinyTable]):", "class Tiny:"),
            "rules.py: it declares no game; looked for one subclass",
        ),
        (
            ("    def forfeit(self)", "    pass\n\n\nclass Other(Game[TinyTable]):\n    def forfeit(self)"),
            "rules.py: it declares several games: Other, Tiny",
        ),
        (('    title = "Tiny"\n', ""), "rules.py:15: Tiny does not declare title"),
        (("def forfeit", "def forfit"), "rules.py:15: Tiny does not declare forfeit"),
    ],
)
def test_rules_that_are_no_good_are_refused_with_file_and_line(tmp_path, change, message):
    write_game(tmp_path, change)
    (tmp_path / "other.py").write_text("x = 0\nx = 1 / x\n", encoding="utf-8")
    for _ in range(2):
        assert refusal(tmp_path).startswith(f"{tmp_path}/{message}")


def test_an_init_that_is_no_good_is_refused_with_file_and_line(tmp_path):
    write_game(tmp_path)
    (tmp_path / "__init__.py").write_text("\n1 / 0\n", encoding="utf-8")
    assert refusal(tmp_path).startswith(f"{tmp_path}/__init__.py:2: ZeroDivisionError")


def test_rules_mended_after_a_failure_load(tmp_path):
    write_game(tmp_path, ("class TinyTable(Table):", "class TinyTable(Table:"))
    refusal(tmp_path)
    write_game(tmp_path)
    assert find_game(tmp_path).name == "tiny"


def test_a_game_called_otherwise_than_its_folder_is_refused_by_name(tmp_path, monkeypatch):
    write_game(tmp_path / "games" / "tidy")
    monkeypatch.chdir(tmp_path)
    assert "is called 'tiny', and is to be found as 'tidy'" in refusal("tidy")
    assert find_game("games/tidy").name == "tiny"


# -- other packages ---------------------------------------------------------------------------------------


def test_a_game_of_another_package_by_module_and_by_class(package):
    home = package("good", {"tiny": "good.tiny.rules", "teeny": "good.teeny.rules:Tiny"})
    for name in ("tiny", "teeny"):
        write_game(home / name, name=name)
    assert find_game("tiny").__module__ == "good.tiny.rules"
    assert find_game("teeny").name == "teeny"
    assert {entry.name: entry.origin for entry in games()}["teeny"] == "good"


def test_a_broken_entry_point_does_not_break_the_others(package):
    home = package(
        "bad",
        {
            "fails": "bad.fails",
            "missing": "bad.nowhere",
            "number": "bad:NUMBER",
            "other-name": "bad.tiny.rules",
            "escalation": "bad.tiny.rules",
        },
    )
    write_game(home / "tiny")
    (home / "__init__.py").write_text("NUMBER = 7\n", encoding="utf-8")
    (home / "fails.py").write_text("x = 0\n\n1 / x\n", encoding="utf-8")
    assert refusal("fails") == f"{home}/fails.py:3: ZeroDivisionError: division by zero"
    assert "the game 'missing' of the package bad cannot be loaded: ModuleNotFoundError" in refusal("missing")
    assert "which is no Game" in refusal("number")
    assert "is called 'tiny', and is to be found as 'other-name'" in refusal("other-name")
    assert find_game("escalation").__module__ == "referee.games.escalation.rules"
    twin = next(entry for entry in games() if entry.name == "escalation (bad)")
    with pytest.raises(BadInput, match="the package bad registers a game 'escalation', and there is one"):
        twin.load()
