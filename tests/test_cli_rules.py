"""`referee games`, `referee rules`, and what every command shares: errors, exit codes, JSON, terminals."""

import importlib
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from referee.cli import COMMANDS, main
from referee.cli.json_file import write_whole
from referee.cli.terminal import Terminal, plain_for
from referee.games.registry import find_game, games
from referee.kernel.errors import BadInput, BadRecord, Broken, RuleFault
from referee.kernel.game import rules_of
from referee.kernel.rulebook import load_rulebook
from tests.tiny import write_game, write_project

PROJECT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def _terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


def run(*arguments, code=0):
    result = CliRunner().invoke(main, [str(each) for each in arguments], prog_name="referee")
    assert result.exit_code == code, result.output
    return result


def refusal(*arguments, code=2):
    result = run(*arguments, code=code)
    assert result.stdout == ""
    assert result.stderr.startswith("referee: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("referee: ").rstrip()


def referee(*arguments, **environment):
    """A real process."""
    return subprocess.run(
        [sys.executable, "-m", "referee", *map(str, arguments)],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(PROJECT), **environment},
    )


# -- games ------------------------------------------------------------------------------------------------


def test_games_shows_every_game_within_80_columns():
    shown = run("games").stdout
    assert max(map(len, shown.splitlines())) <= 80
    assert re.search(r"^escalation +Escalation +2–8 +8 +12 / 28 +rounds, rate", shown, re.MULTILINE)


def test_games_text_and_json_agree(tmp_path):
    text = run("games", "--json", tmp_path / "games.json").stdout
    document = json.loads((tmp_path / "games.json").read_text(encoding="utf-8"))
    assert document == json.loads(run("games", "--json", "-").stdout)
    assert document["schema"] == "referee.games/1"
    assert [game["name"] for game in document["games"]] == [entry.name for entry in games()]
    for game in document["games"]:
        rules = rules_of(find_game(game["name"]))
        assert game["readings"] == len(rules.readings)
        assert game["clauses"] == len(load_rulebook(rules.folder / "rulebook.md").clauses)
        assert f"{game['readings']} / {game['alternatives']}" in text
    escalation = next(game for game in document["games"] if game["name"] == "escalation")
    rate = next(each for each in escalation["parameters"] if each["name"] == "rate")
    assert rate == {
        "name": "rate",
        "default": 1,
        "meaning": "units paid for a card",
        "least": 1,
        "most": 1_000_000,
    }


def test_games_lists_the_project_stood_in_and_says_what_it_refuses(tmp_path, monkeypatch):
    write_game(tmp_path / "games" / "tiny")
    write_game(tmp_path / "games" / "torn", ("class TinyTable(Table):", "class TinyTable(Table:"))
    write_game(tmp_path / "games" / "dumb", ("# Tiny", "Tiny"), name="dumb")
    monkeypatch.chdir(tmp_path)
    result = run("games")
    assert re.search(r"^tiny +Tiny +2–3 +2 +1 / 2 +size$", result.stdout, re.MULTILINE)
    assert "escalation" in result.stdout
    dumb, torn = result.stderr.splitlines()
    assert dumb.startswith(f"referee: dumb: {tmp_path}/games/dumb/rulebook.md:1: a rulebook begins with its title")
    assert torn.startswith(f"referee: torn: {tmp_path}/games/torn/rules.py:10: SyntaxError")
    refused = json.loads(run("games", "--json", "-").stdout)["refused"]
    assert [(each["name"], each["origin"]) for each in refused] == [
        ("dumb", "./games/dumb"),
        ("torn", "./games/torn"),
    ]


# -- rules ------------------------------------------------------------------------------------------------


def test_the_cards_of_a_game_say_what_they_do():
    told = json.loads(run("rules", "bpoker", "--cards", "--json", "-").stdout)
    words = {word for each in told["effects"] for word in each["words"]}
    names = {"1b" if card["rank"] == "Jo" else card["name"] for card in told["cards"]}
    assert names <= words
    assert {"J J J", "4d 4d 4d", "5 5 +", "10d +"} <= words
    shown = run("rules", "bpoker", "--cards").stdout
    assert "8h / 8s / 8d / 8c (changes fee; BP-8)" in shown
    assert "effects" not in json.loads(run("rules", "escalation", "--cards", "--json", "-").stdout)


@pytest.mark.parametrize("game", [entry.name for entry in games()])
@pytest.mark.parametrize("view", [[], ["--readings"], ["--cards"]])
def test_every_view_of_every_game_fits_80_columns(game, view):
    shown = run("rules", game, *view).stdout
    assert max(map(len, shown.splitlines())) <= 80
    assert "**" not in shown


def test_rules_prints_the_rulebook(tmp_path):
    shown = run("rules", write_game(tmp_path)).stdout
    assert shown.startswith(
        "Tiny\n====\n\nTwo or three players and a pack.\n\n\nWords\n-----\n\n  - pack: eight cards.\n"
    )
    assert "\n\nT-1 Deal. The pack is shuffled, and the hands are dealt; see T-2.\n  readings: late\n\nT-2" in shown
    assert (
        "\nname     default  meaning\n-------  -------  -----------------\n"
        "players  2        number of players\n" in shown
    )
    assert shown.endswith("  - Bold is no term, nor is `*code*`.\n")


def test_rules_at_the_width_of_the_terminal(monkeypatch):
    for width in (50, 120):
        monkeypatch.setenv("COLUMNS", str(width))
        longest = max(map(len, run("rules", "escalation").stdout.splitlines()))
        assert width - 8 < longest <= width


def test_the_rulebook_as_json_is_the_rulebook():
    document = json.loads(run("rules", "escalation", "--json", "-").stdout)
    assert document["schema"] == "referee.rules/1"
    folder = rules_of(find_game("escalation")).folder
    assert (document["game"], document["title"], document["folder"]) == (
        "escalation",
        "Escalation",
        str(folder),
    )
    book, found = load_rulebook(folder / "rulebook.md"), document["rulebook"]
    assert found["words"] == {term: word.definition for term, word in book.words.items()}
    assert [clause["text"] for clause in found["clauses"]] == [clause.text for clause in book.clauses]
    assert [section["title"] for section in found["sections"]] == ["End and scoring", "Parameters", "Notes"]


def test_a_clause_with_its_readings_and_its_code(tmp_path):
    shown = run("rules", write_game(tmp_path), "t-2").stdout
    assert shown.startswith("T-2 End\n-------\n\nThe end comes at once.\n\nReadings of T-2; * marks the default.")
    assert "\n\nTINY-1 late (silent; T-1, T-2)\n  Is it late (T-2)?\n  * no   No.\n    yes  Yes.\n" in shown
    assert shown.endswith(f"\n\nIn {tmp_path}/rulebook.md:19\nCarried out in\n  {tmp_path}/rules.py:30  Tiny.step\n")
    document = json.loads(run("rules", tmp_path, "T-2", "--json", "-").stdout)
    assert document["code"] == [{"file": "rules.py", "line": 30, "rule": "Tiny.step"}]
    assert document["clause"]["text"] == "The *end* comes at once."
    assert [reading["default"] for reading in document["readings"]] == ["no"]


def test_a_clause_without_readings_or_code(tmp_path):
    write_game(tmp_path, ('    @clause("T-2")\n', ""), ("at once. (readings: late)", "at once."))
    shown = run("rules", tmp_path, "T-2").stdout
    assert "Readings" not in shown
    assert shown.endswith("Carried out nowhere: no @clause names it\n")


def test_paths_are_shown_as_one_would_type_them(tmp_path, monkeypatch):
    write_game(tmp_path / "tiny", ("see T-2", "see T-7"))
    monkeypatch.chdir(tmp_path)
    assert "\nIn tiny/rulebook.md:19\n" in run("rules", "tiny", "T-2").stdout
    assert run("rules", "tiny", "--lint", code=1).stdout == "tiny/rulebook.md:17: there is no T-7\n"


def test_all_readings_and_those_of_a_clause():
    shown = run("rules", "escalation", "--readings").stdout
    readings = rules_of(find_game("escalation")).readings.values()
    for reading in readings:
        assert f"\n{reading.id} {reading.slug} ({reading.kind}; " in shown
        assert re.search(rf"^  \* {reading.default} ", shown, re.MULTILINE)
    assert shown.count("\n  * ") == len(readings)
    named = json.loads(run("rules", "escalation", "X-8", "--readings", "--json", "-").stdout)["readings"]
    assert [reading["slug"] for reading in named] == ["rate", "middle-cards"]
    assert run("rules", "escalation", "X-3", "--readings").stdout == "X-3 has no readings\n"


def test_an_alternative_with_a_long_name_begins_its_text_below(tmp_path):
    write_game(
        tmp_path,
        ('yes = "Yes."', 'yes-but-only-on-a-sunday = "Yes."'),
        ('"yes"', '"yes-but-only-on-a-sunday"'),
    )
    shown = run("rules", tmp_path, "--readings").stdout
    assert "\n    yes-but-only-on-a-sunday\n" + " " * 28 + "Yes.\n" in shown


def test_the_cards_of_a_game(tmp_path):
    shown = run("rules", "escalation", "--cards").stdout
    assert "52 cards of 13 kinds" in shown
    assert re.search(r"^none +2 3 4 5 6 7 8 9 10 J Q K A +4 +52$", shown, re.MULTILINE)
    tiny = run("rules", write_game(tmp_path), "--cards").stdout
    assert re.search(r"^♥ hearts +2 3 +1 +2$", tiny, re.MULTILINE)
    cards = json.loads(run("rules", tmp_path, "--cards", "--json", "-").stdout)["cards"]
    assert cards[0] == {"name": "2h", "rank": "2", "suit": "hearts", "copies": 1}
    assert len(cards) == 8


def test_lint_without_and_with_complaints(tmp_path):
    assert run("rules", write_game(tmp_path), "--lint").stdout == "no complaints\n"
    circle = write_game(tmp_path / "circle", ("*end* comes", "*end* (T-1) comes"))
    assert run("rules", circle, "--lint").stdout.splitlines() == [
        "no complaints",
        "note: clauses that refer to each other in a circle (no defect by itself): T-1",
        "  T-2",
    ]
    assert json.loads(run("rules", circle, "--lint", "--json", "-").stdout)["circles"] == [["T-1", "T-2"]]
    assert "note:" not in run("rules", circle, "--provable").stdout
    write_game(tmp_path / "torn", ("see T-2", "see T-7"), ("*end* comes", "end comes"))
    target = tmp_path / "lint.json"
    shown = run("rules", tmp_path / "torn", "--lint", "--json", target, code=1).stdout.splitlines()
    assert [line.partition("/torn/")[2] for line in shown] == [
        "rulebook.md:10: 'end' is defined and nowhere used (in italics)",
        "rulebook.md:17: there is no T-7",
    ]
    complaints = json.loads(target.read_text(encoding="utf-8"))["complaints"]
    assert complaints[1] == {"file": "rulebook.md", "line": 17, "message": "there is no T-7"}
    assert run("rules", tmp_path / "torn", "--lint", "--json", "-", code=1)


# -- what is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rules", "escaltion"], "there is no game 'escaltion'; did you mean escalation?"),
        (["rules", "nowhere/at/all"], "there is no folder nowhere/at/all"),
        (["rules", "escalation", "X-9"], "Escalation has no clause 'X-9'; it has X-1 to X-8"),
        (["rules", "escalation", "X-1", "--lint"], "--lint is about a whole game: leave 'X-1' out"),
        (["rules", "escalation", "X-1", "--cards"], "--cards is about a whole game"),
        (["rules"], "missing argument 'GAME'; see 'referee rules --help'"),
        (["rules", "escalation", "--nonsense"], "no such option"),
        (
            ["rules", "escalation", "X-1", "X-2"],
            "got unexpected extra argument (X-2); see 'referee rules --help'",
        ),
        (["rule", "escalation"], "there is no command 'rule'; did you mean rules?"),
        (
            ["games", "--json", "nowhere/games.json"],
            "cannot write nowhere/games.json: there is no folder nowhere",
        ),
        (["games", "--json", "."], "cannot write .: it is a folder"),
        (["games", "--json", ""], "--json takes a file, or - for standard output"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refusal(*arguments).startswith(message)
    assert list(tmp_path.iterdir()) == []


def test_a_rulebook_that_is_none_is_refused(tmp_path):
    write_game(tmp_path, ("# Tiny", "Tiny"))
    for view in ([], ["--lint"], ["--readings"]):
        assert refusal("rules", tmp_path, *view).startswith(f"{tmp_path}/rulebook.md:1: a rulebook begins")


def test_rule_text_that_is_refused_is_named_with_its_line(tmp_path):
    write_game(tmp_path, ("        yield from t.shuffle(t.stock)", "        t.shuffle(t.stock)"))
    assert refusal("rules", tmp_path).startswith(f"{tmp_path}/rules.py:28: t.shuffle(…) is a rule that asks")


def test_a_json_file_that_cannot_be_written_is_as_it_was(tmp_path, monkeypatch):
    target = tmp_path / "games.json"
    target.write_text("old", encoding="utf-8")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert refusal("games", "--json", target) == f"cannot write {target}: No space left on device"
    assert target.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_json_file_keeps_its_mode_and_its_link(tmp_path):
    target, link = tmp_path / "games.json", tmp_path / "link.json"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o600)
    link.symlink_to(target)
    write_whole(link, "new")
    assert link.is_symlink()
    assert (target.read_text(encoding="utf-8"), target.stat().st_mode & 0o777) == ("new", 0o600)


def test_a_device_is_written_to_and_not_replaced():
    before = os.stat(os.devnull)
    write_whole(Path(os.devnull), "text")
    assert os.stat(os.devnull).st_ino == before.st_ino


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (BadInput("one\nline"), 2, "one line"),
        (RuleFault(Broken.SHORTAGE, "3 of 2", "T-1"), 1, "T-1: cards that are not there: 3 of 2"),
        (BadRecord(7, "cut"), 1, "line 7: cut"),
        (click.UsageError("Wrong."), 2, "wrong; see 'referee rules --help'"),
        (KeyboardInterrupt(), 3, "interrupted"),
    ],
)
def test_errors_and_their_exit_codes(monkeypatch, error, code, said):
    def fails(*_):
        raise error

    monkeypatch.setattr("referee.cli.rules.find_game", fails)
    result = run("rules", "escalation", code=code)
    assert result.stderr.lstrip("\n") == f"referee: {said}\n"


def test_a_bug_is_not_hidden(monkeypatch):
    def fails(*_):
        raise AssertionError("a bug")

    monkeypatch.setattr("referee.cli.rules.find_game", fails)
    result = CliRunner().invoke(main, ["rules", "escalation"])
    assert isinstance(result.exception, AssertionError)


# -- the commands -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_listed_is_there(name):
    command = importlib.import_module(COMMANDS[name].module).command
    assert isinstance(command, click.Command)
    assert f"referee {name}" in run(name, "--help").stdout
    assert COMMANDS[name].help in " ".join(run("--help").stdout.split())


def test_no_command_prints_the_help():
    assert run().stdout == run("--help").stdout == run("-h").stdout
    assert run("--version").stdout.startswith("referee, version ")


def test_help_loads_no_command_and_no_rules():
    script = (
        "import sys\nfrom referee.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
        "print([each for each in sys.modules if each.startswith('referee.')])"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
    )
    assert shown.stdout.splitlines()[-1] == "['referee.cli']"


def test_games_and_rules_load_no_z3():
    for arguments in (["games"], ["rules", "escalation"]):
        script = (
            f"import sys\nfrom referee.cli import main\ntry: main({arguments})\nexcept SystemExit: pass\n"
            "print({'z3', 'hypothesis', 'networkx'} & set(sys.modules))"
        )
        shown = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": str(PROJECT)},
        )
        assert shown.stdout.splitlines()[-1] == "set()"


# -- terminals --------------------------------------------------------------------------------------------


def stream(encoding):
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding)


def test_plain_forms_are_of_what_a_terminal_cannot_show():
    text = "10♥ K♠ 2–8 players × hand ≤ 52… é ₂ 漢"
    assert plain_for(stream("utf-8"))(text) == text
    assert plain_for(stream("latin-1"))(text) == "10h Ks 2-8 players × hand <= 52... é 2 ?"
    assert plain_for(stream("ascii"))(text) == "10h Ks 2-8 players x hand <= 52... e 2 ?"


def test_words_are_wrapped_and_never_broken():
    terminal = Terminal(20, False, str)
    lines = list(terminal.wrapped("one two three direction-after-taking-or-later four", "* ", "  "))
    assert lines == ["* one two three", "  direction-after-taking-or-later", "  four"]
    assert list(terminal.wrapped("", "> ")) == ["> "]


def test_styles_take_no_room():
    terminal = Terminal(20, True, str)
    lines = list(terminal.wrapped(f"one {terminal.bold('two three')} four five"))
    assert [click.unstyle(line) for line in lines] == ["one two three four", "five"]


def test_a_table_wraps_the_column_with_most_to_spare():
    terminal = Terminal(30, False, str)
    table = terminal.table(("name", "meaning", "n"), [("one", "a rather long text that wraps", 7)], right=(2,))
    assert table.split("\n") == [
        "name  meaning             n",
        "----  ------------------  -",
        "one   a rather long text  7",
        "      that wraps",
    ]


class Screen(io.StringIO):
    encoding = "utf-8"

    def isatty(self):
        return True


@pytest.mark.parametrize(("variable", "value"), [("NO_COLOR", "1"), ("TERM", "dumb"), (None, None)])
def test_styles_are_for_terminals_that_want_them(monkeypatch, variable, value):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    if variable:
        monkeypatch.setenv(variable, value)
    assert Terminal.of(Screen()).styled is (variable is None)
    assert not Terminal.of(io.StringIO()).styled


# -- real processes ---------------------------------------------------------------------------------------


def test_a_process_that_does_well_and_one_that_does_not():
    done = referee("rules", "escalation", "X-3")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().startswith("X-3 Beat\n")
    failed = referee("rules", "escaltion")
    assert (failed.returncode, failed.stdout) == (2, b"")
    assert failed.stderr.decode().startswith("referee: there is no game 'escaltion'; did you mean escalation?")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_terminals_without_unicode(encoding):
    shown = referee("rules", "escalation", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert "at most 52 - (n" in shown.stdout.decode(encoding)
    document = referee("games", "--json", "-", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert json.loads(document.stdout)["games"]
    refused = referee("rules", "♥", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert refused.returncode == 2
    assert b"\n" in refused.stderr


def test_a_reader_that_goes_away_is_no_reason_to_complain():
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "referee", "rules", "escalation"],
        stdout=writing,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


# -- --meaning --------------------------------------------------------------------------------------------


def test_the_meaning_of_a_game_is_listed_by_functions():
    shown = run("rules", "escalation", "--meaning").stdout
    assert shown.startswith("Escalation, 2 players: understood wholly\n")
    assert re.search(r"^ +\d+  take  +X-5  +1 ", shown, re.MULTILINE)
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("named", ["X-5", "take"])
def test_the_meaning_of_a_clause_or_a_function_can_be_read(named):
    shown = run("rules", "escalation", named, "--meaning").stdout
    assert re.search(r"^take_\d+\(me_a0: player\)\n    means rules.py:\d+\n    carries out X-5\n", shown)


def test_what_has_no_meaning_is_named_by_file_and_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    change = (
        "        yield from t.shuffle(t.stock)",
        "        with t.stock:\n            pass\n        yield from t.shuffle(t.stock)",
    )
    write_game(tmp_path / "games" / "tiny", change)
    shown = run("rules", "tiny", "--meaning", code=1).stdout
    assert "not understood" in shown
    assert "rules.py:" in shown


def test_claims_without_a_meaning_are_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_project(tmp_path)
    file = tmp_path / "properties" / "tiny.py"
    text = file.read_text(encoding="utf-8")
    more = """

@always("T-1")
def it_opens_a_file(t):
    "It opens one."
    with open(__file__):
        return True
"""
    file.write_text(text + more, encoding="utf-8")
    shown = " ".join(run("rules", "games/tiny", "--meaning").stdout.split())
    assert re.search("2 of 3 properties that look at play have a meaning it-opens-a-file: ", shown)
    assert "'with' of anything but suppress" in shown
    run("rules", "games/tiny", "--meaning", "--json", tmp_path / "m.json")
    claims = json.loads((tmp_path / "m.json").read_text(encoding="utf-8"))["meaning"]["claims"]
    assert {each["property"] for each in claims if each["refused"]} == {"it-opens-a-file"}
    file.write_text("import nothing_like_it", encoding="utf-8")
    told = run("rules", "games/tiny", "--meaning")
    assert "cannot be loaded" in told.output
    assert "understood wholly" in told.stdout


def test_the_meaning_as_json(tmp_path):
    run("rules", "fscking-ace", "--meaning", "--players", 3, "--json", tmp_path / "m.json")
    found = json.loads((tmp_path / "m.json").read_text(encoding="utf-8"))["meaning"]
    assert (found["players"], found["understood"]) == (3, True)
    assert {"file", "line", "function", "clauses", "forms", "statements", "branches"} == set(found["functions"][0])


@pytest.mark.parametrize("more", [("--players", 3), ("--set", "hand=5")])
def test_a_form_belongs_to_the_meaning(more):
    assert refusal("rules", "escalation", *more) == (
        "--players, --reading and --set belong to --meaning: say it, or leave them out"
    )


def test_a_function_that_is_not_there_is_refused():
    assert "has no function 'nothing'" in refusal("rules", "escalation", "nothing", "--meaning")
