"""Nothing that a stranger wrote does anything to a terminal, a log, a spreadsheet or a page.

Before this (commit 59b4dbf) 31 of the 46 places that are walked here let something through.
"""

from __future__ import annotations

import ast
import csv
import json
import os
import random
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt
from playwright.sync_api import sync_playwright

from referee.cli import main
from referee.cli.terminal import Terminal, complain, plain_for, say, tell_bug, write_over
from referee.games.registry import find_game
from referee.play.referee import play_match
from referee.play.sanitize import in_a_cell
from referee.play.seats import RandomSeat
from referee.record.tape import secret_of_seed
from tests.hostile.hostile_texts import (
    EVERY,
    IN_A_NAME,
    IN_UTF8,
    MARK,
    ROOT,
    TEXTS,
    changed_record,
    hostile_bots,
    hostile_game,
    hostile_record,
    hostile_results,
    in_toml,
    wrong_bytes,
)
from tests.report.browser import opened

CUP = """\
game = "strange"
players = 2
[format]
kind = "round-robin"
blocks = 1
[[entrant]]
name = "first"
seat = "trusted:bots/crash.py"
[[entrant]]
name = "second"
seat = "random"
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with a game, bots, a record and results that strangers made."""
    folder = tmp_path_factory.mktemp("said")
    before = Path.cwd()
    os.chdir(folder)
    try:
        hostile_game(folder)
        hostile_bots(folder / "bots")
        (folder / "cup.toml").write_text(CUP.replace('"bots/', f'"{folder}/bots/'))
        played = ("play", "strange", "--seats", "random,trusted:bots/crash.py", "--seed", "1", "--record", "m.jsonl")
        for arguments in (
            played,
            ("play", "escalation", "--seats", "greedy,random", "--seed", "1", "--record", "plain.jsonl"),
            ("tournament", "run", "cup.toml", "--results", "cup.sqlite", "--no-isolation"),
        ):
            done = CliRunner().invoke(main, arguments)
            assert done.exit_code == 0, done.output
        content = (folder / "plain.jsonl").read_bytes()
        (folder / "foreign.jsonl").write_bytes(hostile_record(content))
        (folder / "header.jsonl").write_bytes(
            changed_record(content, lambda lines: lines[0].update(game=IN_UTF8[:200]))
        )
        (folder / "reason.jsonl").write_bytes(
            changed_record(content, lambda lines: lines[2]["did"].insert(0, [IN_UTF8]))
        )
        hostile_results(folder / "cup.sqlite")
        (folder / f"{IN_A_NAME}.toml").write_text(CUP.replace('"round-robin"', json.dumps(IN_UTF8)))
        (folder / "bad.toml").write_bytes(f'game = "strange"\n{in_toml(IN_UTF8)} = 1\n'.encode())
        (folder / "accepted.toml").write_text(f"[[accepted]]\n{json.dumps(IN_A_NAME)} = 1\n")
        yield folder
    finally:
        os.chdir(before)


CRASHES, ANSWERS = "random,trusted:bots/crash.py", "random,trusted:bots/answer.py"
CHECK = ("check", "strange", "--method", "fuzz", "--effort", "0.05", "--players", "2", "--jobs", "1")
PLACES = {
    "play": ("play", "strange", "--seats", CRASHES, "--seed", "1"),
    "play, answers": ("play", "strange", "--seats", ANSWERS, "--seed", "1"),
    "play, name": ("play", "strange", "--seats", f"random,trusted:bots/{IN_A_NAME}.py", "--seed", "1"),
    "play, isolated": ("play", "strange", "--seats", "random,./bots/loud.py", "--seed", "1", "--no-isolation"),
    "play, no such": ("play", IN_A_NAME, "--seats", "random,random"),
    "play, no bot": ("play", "strange", "--seats", f"random,{IN_A_NAME}"),
    "play, reading": ("play", "strange", "--seats", "random,random", "--reading", f"{IN_A_NAME}=x"),
    "play, value": ("play", "strange", "--seats", "random,random", "--reading", f"led-special={IN_A_NAME}"),
    "play, setting": ("play", "strange", "--seats", "random,random", "--set", f"{IN_A_NAME}=1"),
    "play, json": ("play", "strange", "--seats", CRASHES, "--seed", "1", "--json", "-"),
    "play, many": ("play", "strange", "--seats", CRASHES, "--matches", "3"),
    "no command": (IN_A_NAME,),
    "no option": ("play", f"--{IN_A_NAME}"),
    "no number": ("play", "strange", "--seats", "random,random", "--matches", IN_A_NAME),
    "replay": ("replay", "foreign.jsonl"),
    "replay, own": ("replay", "m.jsonl"),
    "replay, diff": ("replay", "--diff", "foreign.jsonl", "m.jsonl"),
    "replay, seat": ("replay", "foreign.jsonl", "--seat", "1"),
    "replay, json": ("replay", "foreign.jsonl", "--json", "-"),
    "replay, no game": ("replay", "header.jsonl"),
    "replay, reason": ("replay", "reason.jsonl"),
    "replay, no file": ("replay", IN_A_NAME),
    "bot check": ("bot", "check", "./bots/loud.py", "--game", "strange", "--matches", "1", "--no-isolation"),
    "bot check, log": ("bot", "check", f"bots/{IN_A_NAME}.py", "--game", "strange", "--matches", "1", "--no-isolation"),
    "bot debug": ("bot", "debug", "foreign.jsonl", "--seat", "0", "--at", "1"),
    "bot debug, notes": ("bot", "debug", "plain.jsonl", "--seat", "0", "--at", "1", "--bot", "./bots/answer.py"),
    "tournament standings": ("tournament", "standings", "cup.sqlite"),
    "tournament standings, json": ("tournament", "standings", "cup.sqlite", "--json", "-"),
    "tournament audit": ("tournament", "audit", "cup.sqlite"),
    "tournament record": ("tournament", "record", "cup.sqlite", IN_A_NAME, "-o", "x.jsonl"),
    "tournament report": ("tournament", "report", "cup.sqlite", "-o", f"{IN_A_NAME}.html"),
    "tournament run": ("tournament", "run", f"{IN_A_NAME}.toml", "--results", "x.sqlite"),
    "tournament run, bad": ("tournament", "run", "bad.toml", "--results", "x.sqlite"),
    "tournament compare": ("tournament", "compare", "trusted:bots/crash.py", IN_A_NAME, "--game", "strange"),
    "check": CHECK,
    "check, github": (*CHECK, "--format", "github"),
    "check, accepted": ("check", "strange", "--accepted", "accepted.toml"),
    "check, property": ("check", "strange", "--property", IN_A_NAME),
    "rules": ("rules", "strange"),
    "rules, clause": ("rules", "strange", "X-1"),
    "rules, readings": ("rules", "strange", "--readings"),
    "rules, lint": ("rules", "strange", "--lint"),
    "rules, json": ("rules", "strange", "--json", "-"),
    "games": ("games",),
    "new": ("new", IN_A_NAME),
    "diff": ("diff", "strange", IN_A_NAME),
    "interactions": ("interactions", "strange", "--matches", "2", "--players", "2", "--jobs", "1"),
}
UNMARKED = {"check", "interactions", "new", "rules, lint", "check, accepted"}
"""Places whose words may be too few for a stranger's to be among them."""


@pytest.mark.parametrize("name", PLACES)
def test_nothing_but_text_is_printed(name, place):
    done = CliRunner().invoke(main, PLACES[name], color=True)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    printed = done.stdout_bytes + done.stderr_bytes
    assert MARK.encode() in printed or name in UNMARKED, printed
    wrong = wrong_bytes(printed)
    assert not wrong, wrong


def test_names_of_files_that_are_no_text(place):
    """Files have any name that the system allows; what is told to others of a match is text."""
    record, page = os.fsdecode(b"m\xff.jsonl"), os.fsdecode(b"m\xff.html")
    play = ("play", "strange", "--seed", "1", "--seats")
    for more in (("--record", record), ("--json", os.fsdecode(b"m\xff.json"))):
        done = CliRunner().invoke(main, [*play, "random,trusted:bots/crash.py", *more], color=True)
        assert done.exit_code == 0, done.exception
        assert not wrong_bytes(done.stdout_bytes + done.stderr_bytes)
    done = CliRunner().invoke(main, ["replay", record, "--html", page])
    assert done.exit_code == 0, done.output
    bot = os.fsdecode(b"bots/\xff.py")
    Path(bot).write_bytes(Path("bots/crash.py").read_bytes())
    for more in ((f"random,trusted:{bot}",), ("random,random", "--seed", os.fsdecode(b"s\xff"))):
        done = CliRunner().invoke(main, [*play, *more], color=True)
        assert done.exit_code == 2, done.exception
        assert "characters that can be printed" in done.stderr
        assert done.stderr.count("\n") == 1
        assert not wrong_bytes(done.stdout_bytes + done.stderr_bytes)


def test_a_record_is_text_whatever_its_seats_are_called():
    seats = [RandomSeat(random.Random(seat)) for seat in range(2)]
    seats[1].name = os.fsdecode(b"\xff.py")
    played = play_match(find_game("escalation")(2), seats, secret=secret_of_seed(os.fsdecode(b"s\xff")), record=True)
    assert b"\\\\udcff.py" in played.record.split(b"\n")[0]


# -- the one place that prints ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", TEXTS)
def test_each_text_is_escaped_where_it_is_printed(name, capsysbinary):
    terminal, text = Terminal(80, True, plain_for(sys.stdout)), f"- {TEXTS[name]}"
    say(terminal.bold(f"{text} a"), terminal.faint("b"), *terminal.wrapped(text, text, "  "), terminal.italic("c"))
    say(terminal.red(text), terminal.cards(f"{text} 10♥"))
    say(*terminal.table(("x", "y"), [("z", text)]).split("\n"))
    complain(text)
    write_over(text)
    out, err = capsysbinary.readouterr()
    assert not wrong_bytes(out)
    assert not wrong_bytes(err.replace(b"\r", b"", 1))
    assert out.count(b"\x1b[2m") == out.count(b"\x1b[3m") == out.count(b"\x1b[23m") == 1
    assert out.count(b"\x1b[1m") + 1 == out.count(b"\x1b[22m") > 1
    assert out.count(b"\x1b[31m") == out.count(b"\x1b[39m") > 1


def test_nobody_elses_text_can_name_a_style(capsysbinary):
    terminal = Terminal(80, True, plain_for(sys.stdout))
    styled = terminal.bold("x")
    say("\x1b[1mx\x1b[0m", re.sub("[0-9]{2,}", "123456", styled))
    assert b"\x1b" not in capsysbinary.readouterr().out


def test_a_traceback_is_escaped_too(capsysbinary):
    try:
        raise KeyError(EVERY)
    except KeyError as error:
        tell_bug(KeyError, error, error.__traceback__)
    try:
        raise RuntimeError(EVERY)
    except RuntimeError as error:
        tell_bug(RuntimeError, error, error.__traceback__)
    printed = capsysbinary.readouterr().err
    assert b"RuntimeError" in printed
    assert not wrong_bytes(printed.replace(b"\nFORGED", b"\n FORGED").replace(b"\n::", b"\n ::"))


PRINTS = {"print", "input", "echo", "secho", "echo_via_pager", "prompt", "confirm", "pause", "clear", "progressbar"}


def test_one_module_prints():
    for file in sorted((ROOT / "referee/cli").glob("*.py")):
        calls = [each for each in ast.walk(ast.parse(file.read_bytes())) if isinstance(each, ast.Call)]
        found = {
            ast.unparse(each.func)
            for each in calls
            if ast.unparse(each.func) in {"print", "input", *(f"click.{name}" for name in PRINTS)}
            or re.fullmatch(r"sys\.(__)?std(out|err)(__)?(\.buffer)?\.write(lines)?", ast.unparse(each.func))
        }
        assert not found or file.name == "terminal.py", f"{file.name}: {found}"
        names = [each for each in ast.walk(ast.parse(file.read_bytes())) if isinstance(each, ast.ImportFrom)]
        assert not any(each.module == "click" for each in names), f"{file.name} takes functions out of click"


# -- files for others -------------------------------------------------------------------------------------

FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", '"=1', "x;=1", "x,@y")


@pytest.mark.parametrize("text", FORMULAS)
def test_a_spreadsheet_computes_no_name(text):
    for part in re.split("[;,]", in_a_cell(text)):
        assert not re.match(r"""[\s'"]*(?<!')[=+\-@＝]""", part) or part.lstrip(' "').startswith("'")
    assert in_a_cell("a-b (x=1)") == "a-b (x=1)"


def test_standings_as_csv(place):
    done = CliRunner().invoke(main, ["tournament", "standings", "cup.sqlite", "--csv", "standings.csv"])
    assert done.exit_code == 0
    text = Path("standings.csv").read_bytes()
    assert not wrong_bytes(text.replace(b"\r\n", b"\n"))
    assert len(list(csv.reader(text.decode().splitlines()))) == 3
    hostile_results(place / "cup.sqlite", TEXTS["a formula"])
    CliRunner().invoke(main, ["tournament", "standings", "cup.sqlite", "--csv", "standings.csv"])
    hostile_results(place / "cup.sqlite")
    rows = list(csv.reader(Path("standings.csv").read_text(encoding="utf-8").splitlines()))
    assert [row[1][:2] for row in rows[1:]] == ["'=", "'="]
    assert [row[2][:2] for row in rows[1:]] == ["'=", "'="]


@pytest.mark.parametrize("name", ["=1", "-x", "@x", "+x", "a\u200bb", "a\u2066b", "a\ufeff", " =1"])
def test_no_entrant_is_called_so(name, place):
    Path("named.toml").write_text(CUP.replace('"first"', json.dumps(name)))
    done = CliRunner().invoke(main, ["tournament", "run", "named.toml", "--results", "named.sqlite"])
    assert done.exit_code == 2
    assert not wrong_bytes(done.stderr_bytes)


def test_reports_of_a_check_are_text(place):
    files = ["--junit", "check.xml", "--sarif", "check.sarif", "--html", "check.html", "--json", "check.json"]
    files += ["--markdown", "check.md", "--code-quality", "quality.json"]
    CliRunner().invoke(main, [*CHECK, *files])
    for name in ("check.xml", "check.sarif", "check.json", "check.md", "quality.json"):
        assert not wrong_bytes(Path(name).read_bytes()), name
    ElementTree.parse("check.xml")
    results = json.loads(Path("check.sarif").read_text())["runs"][0]["results"]
    assert not re.search(r"\]\((?!\d+\))", json.dumps(results)), "links lead to places of the result alone"
    markdown = MarkdownIt("gfm-like", {"linkify": False}).render(Path("check.md").read_text(encoding="utf-8"))
    assert {*re.findall(r"<(\w+)", markdown)} <= {"h2", "h3", "p", "ul", "li", "strong", "code", "pre", "details",
                                                  "summary", "table", "thead", "tbody", "tr", "th", "td"}  # fmt: skip
    assert shown_in(Path("check.html").read_text(encoding="utf-8"))


# -- pages ------------------------------------------------------------------------------------------------


class Elements(HTMLParser):
    """What a page consists of, as a browser would see it."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.handlers: list[str] = []
        self.text = ""

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.handlers += [f"{tag} {name}={value}" for name, value in attributes if name.startswith("on")]
        self.handlers += [f"{tag} {name}={value}" for name, value in attributes
                          if name in ("src", "href") and value and value[0] not in "#d"]  # fmt: skip

    def handle_data(self, data):
        self.text += data


def shown_in(html: str) -> bool:
    """Whether a stranger's text is in a page, as text; an assertion fails where it is more than that."""
    page = Elements()
    page.feed(html)
    assert "img" not in page.tags
    assert not page.handlers
    without_programs = re.sub("<script>.*?</script>", "", html, flags=re.DOTALL)
    assert not wrong_bytes(re.sub("[\t\n]", " ", without_programs).encode())
    return MARK in page.text


def test_pages_hold_it_as_text(place):
    CliRunner().invoke(main, ["tournament", "report", "cup.sqlite", "-o", "cup.html"])
    assert shown_in(Path("cup.html").read_text(encoding="utf-8"))
    for record in ("foreign.jsonl", "m.jsonl"):
        done = CliRunner().invoke(main, ["replay", record, "--html", "match.html"])
        assert done.exit_code == 0
        assert shown_in(Path("match.html").read_text(encoding="utf-8"))
    CliRunner().invoke(main, ["interactions", "strange", "--matches", "2", "--players", "2", "-o", "graph.html"])
    assert shown_in(Path("graph.html").read_text(encoding="utf-8"))


def test_a_browser_runs_nothing_of_it(place, need):
    chromium = need("chromium")
    CliRunner().invoke(main, ["replay", "foreign.jsonl", "--html", "match.html"])
    CliRunner().invoke(main, ["tournament", "report", "cup.sqlite", "-o", "cup.html"])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name in ("match.html", "cup.html"):
            with opened(browser, place / name) as page:
                assert MARK in page.inner_text("body")
        with opened(browser, place / "match.html") as page:
            name = f"{TEXTS['markup']}{TEXTS['turned']}.jsonl"
            content = (place / "foreign.jsonl").read_bytes()
            page.get_by_label("Open a record").set_input_files(
                {"name": name, "mimeType": "text/plain", "buffer": content}
            )
            page.get_by_text("the hash chain holds").wait_for()
            page.evaluate("referee.moments().forEach((each, at) => referee.go(at))")
            shown = page.inner_text("body") + page.evaluate(
                "[...document.querySelectorAll('*')].flatMap((e) => [...e.attributes].map((a) => a.value)).join(' ')"
            )
            assert MARK in shown
            assert not wrong_bytes(re.sub("[\t\n\r]", " ", shown).encode())
            assert page.evaluate("document.images.length") == 0
        browser.close()
