"""Nothing that a stranger wrote does anything to a terminal, a log, a spreadsheet or a page.

Said of commit 59b4dbf, before this: which of these places let something through is in ``LEAKED``.
"""

from __future__ import annotations

import ast
import csv
import json
import os
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.cli.terminal import Terminal, plain_for, say
from referee.play.texts import harmless, in_a_cell
from tests.hostile.said import (
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
        (folder / "header.jsonl").write_bytes(changed_record(content, lambda lines: lines[0].update(game=IN_UTF8[:200])))
        (folder / "reason.jsonl").write_bytes(
            changed_record(content, lambda lines: lines[2]["did"].insert(0, [IN_UTF8]))
        )
        hostile_results(folder / "cup.sqlite")
        (folder / f"{IN_A_NAME}.toml").write_text(CUP.replace('"round-robin"', json.dumps(IN_UTF8)))
        (folder / "bad.toml").write_bytes(f'game = "strange"\n{in_toml(IN_UTF8)} = 1\n'.encode())
        (folder / "accepted.toml").write_text(f'[[accepted]]\n{json.dumps(IN_A_NAME)} = 1\n')
        yield folder
    finally:
        os.chdir(before)


CRASHES, ANSWERS = "random,trusted:bots/crash.py", "random,trusted:bots/answer.py"
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
    "check": ("check", "strange", "--method", "fuzz", "--effort", "0.05", "--players", "2", "--jobs", "1"),
    "check, github": ("check", "strange", "--method", "fuzz", "--effort", "0.05", "--players", "2", "--jobs", "1",
                      "--format", "github"),  # fmt: skip
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
}  # fmt: skip
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
