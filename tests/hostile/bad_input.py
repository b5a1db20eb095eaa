"""Bad input to every command, made from the options that the commands declare.

A new option gets its values by its type; one that takes text is given a line in ``TEXTS``, or ``cases`` fails.
"""

from __future__ import annotations

import json
import math
import os
import socket
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click

from referee.cli import main
from referee.games.registry import find_game
from referee.play.referee import play_match
from referee.play.seats import RandomSeat
from referee.tournament.definition import json_schema
from referee.tournament.loading import load_definition
from referee.tournament.runner import run_tournament
from tests.tiny import write_game

Words = tuple[str, ...]

CUP = """\
game = "escalation"
[format]
kind = "round-robin"
blocks = 1
[[entrant]]
name = "first"
seat = "random"
[[entrant]]
name = "second"
seat = "random"
"""


@dataclass(frozen=True, slots=True)
class Case:
    """Arguments that no command may take. ``parameter`` is the one that has a bad value, "" for none."""

    command: Words
    parameter: str
    what: str
    arguments: Words

    def __str__(self) -> str:
        return f"{'-'.join(self.command)}:{self.parameter}:{self.what}"


# -- what is given -----------------------------------------------------------------------------------------


def make_material(home: Path) -> None:
    """Good files, and everything that is none; ``bad/`` holds the latter."""
    import random

    home.mkdir(exist_ok=True)
    seats = [RandomSeat(random.Random(seat)) for seat in range(2)]
    played = play_match(find_game("escalation")(2), seats, secret=bytes(32), seeded=True, record=True, views=True)
    assert played.record is not None
    (home / "good.jsonl").write_bytes(played.record)
    (home / "good.toml").write_text(CUP)
    run_tournament(load_definition(home / "good.toml"), home / "good.sqlite", seed="s", isolated=False).close()
    (home / "good.py").write_text(
        "from referee.bot import Bot\nclass B(Bot):\n    def answer(self, view, ask): return next(ask.options())\n"
    )
    bad = home / "bad"
    bad.mkdir()
    os.mkfifo(bad / "pipe")
    (bad / "folder").mkdir()
    (bad / "ring").symlink_to("ring")
    (bad / "zero").symlink_to("/dev/zero")
    (bad / "terminal").symlink_to("/dev/ptmx")
    (bad / "empty").write_bytes(b"")
    (bad / "binary").write_bytes(bytes(range(256)) * 64)
    (bad / "latin").write_bytes(b'name = "\xe9\xff"\n')
    (bad / "words").write_text("one two three\n" * 3)
    (bad / "brackets").write_text("a = " + "[" * 20_000)
    (bad / "braces").write_text("a = " + "{b = " * 20_000)
    (bad / "nested.json").write_text("[" * 20_000)
    (bad / "dots").write_text(f"a{'.a' * 100_000} = 1")
    (bad / "digits").write_text(f"a = {'9' * 10_000}\n")
    (bad / "hexadecimal").write_text(f"a = 0x{'f' * 10_000}\n")
    with (bad / "huge").open("wb") as file:
        file.truncate(8 << 30)
    with socket.socket(socket.AF_UNIX) as server:
        before = Path.cwd()
        os.chdir(bad)  # the address of a socket is short
        server.bind("socket")
        os.chdir(before)
    sqlite3.connect(bad / "other.sqlite").execute("CREATE TABLE a (b)").connection.close()
    (bad / "secret").write_bytes(b"")
    (bad / "secret").chmod(0)
    for name in ("readings.toml", "rulebook.md", "rules.py"):
        for kind in ("pipe", "zero", "ring", "folder", "binary", "brackets", "digits", "hexadecimal", "huge", "dots"):
            game = bad / f"{name.partition('.')[0]}-{kind}"
            write_game(game)
            (game / name).unlink()
            (game / name).symlink_to(bad / kind)
    (bad / "no-game").mkdir()


FILES = ("pipe", "folder", "ring", "zero", "terminal", "empty", "binary", "latin", "words", "brackets", "braces",
         "nested.json", "dots", "digits", "hexadecimal", "huge", "socket", "other.sqlite", "secret", "missing",
         "words/inside")  # fmt: skip
NO_NAMES = {"no-name": "", "NUL": "a\0b", "long-name": "x" * 5000, "long-path": "x/" * 5000, "surrogate": "\udcff\0"}
CONTROL = {"newline": "a\nb", "escape": "\x1b[2J", "NUL": "a\0b", "bidi": "a\u202eb", "surrogate": "a\udcff",
           "100,000-characters": "x" * 100_000}  # fmt: skip
NUMBERS = {
    word: word for word in ("nan", "inf", "-inf", "-1", "1e400", "word", "", "1_0_", "0x10", "1,5", "٣x", "1\n2")
}
WHOLE = {**NUMBERS, "zero": "0", "huge": str(10**12), "digits": "9" * 5000, "23-digits": "9" * 23, "broken": "1.5"}
BROKEN = {**NUMBERS, "zero": "0", "1e308": "1e308", "digits": "9" * 5000, "tiny-minus": "-1e-300"}


def _input(home: Path) -> Iterator[tuple[str, str]]:
    yield from NO_NAMES.items()
    for each in FILES:
        if each != "secret" or not os.access(home / "bad" / each, os.R_OK):
            yield each, str(home / "bad" / each)


def _output(home: Path) -> Iterator[tuple[str, str]]:
    yield from NO_NAMES.items()
    for each in ("folder", "ring", "pipe", "socket", "words/inside", "missing/inside", "ring/inside"):
        yield each, str(home / "bad" / each)


def _folders(home: Path) -> Iterator[tuple[str, str]]:
    yield from NO_NAMES.items()
    for each in ("ring", "pipe", "socket", "words", "words/inside", "ring/inside"):
        yield each, str(home / "bad" / each)


# -- texts: what each means is known by its name -----------------------------------------------------------

GAMES = {
    **CONTROL, "empty": "", "unknown": "nonsense", "nobody's": "~nobody-at-all/x", "unknown-folder": "./nonsense",
    "device": "/dev/zero", "devices": "/dev", "long": "x/" * 5000,
}  # fmt: skip
SEATS = {
    **CONTROL, "unknown": "nonsense", "missing": "./missing.py", "no-command": "cmd:", "no-program": "cmd:nonsense-xyz",
    "quote": "cmd:'", "trusted-nothing": "trusted:", "device": "/dev/zero", "long": "./" + "x" * 5000 + ".py",
    "trusted-device": "trusted:/dev/zero", "trusted-missing": "trusted:./missing.py",
    "nobody's": "~nobody-at-all/b.py",
}  # fmt: skip
PLAYERS = {word: word for word in ("", "0", "-1", "nan", "inf", "2-1", "1-", "-", "a", "1.5", "999999999",
                                   "1-999999999", "9" * 5000, "2\n", "²", "2-999999999")}  # fmt: skip
PAIRS = {**CONTROL, "empty": "", "no-value": "a=", "no-name": "=a", "sign": "=", "word": "late", "unknown": "no=such"}
METHODS = {**CONTROL, "empty": "", "comma": ",", "unknown": "nonsense", "twice": "fuzz,,prove"}
ADDRESSES = {
    **CONTROL, "empty": "", "word": "nonsense", "no-host": "tcp://", "no-port": "tcp://x", "port": "tcp://x:99999",
    "port-0": "tcp://x:0", "minus": "tcp://x:-1", "letters": "tcp://x:abc", "tls": "tls://", "scheme": "ftp://x:1",
    "http": "http://x:8786", "space": "tcp://a b:1", "slash": "tcp://x:1/../..", "user": "tcp://u:p@x:1",
    "brackets": "tcp://[::1:8786", "file": "file:///etc/passwd", "10,000-characters": "tcp://" + "x" * 10_000 + ":1",
    "digits": "tcp://x:" + "9" * 5000, "colons": ":::", "port-alone": ":8786", "query": "tcp://x:1?a=b",
    "two": "tcp://x:1,tcp://y:2", "nan": "tcp://x:nan",
}  # fmt: skip
NAMES = {**CONTROL, "empty": "", "upper": "Upper", "slash": "a/b", "dots": "..", "option": "a b", "word": "class",
         "shipped": "bpoker", "absolute": "/tmp/x", "digit": "1"}  # fmt: skip
MATCHES = {**CONTROL, **{word: word for word in (
    "", "1", "x", "1.2.3", "-1.0", "nan", "1.9", "9.0", "1." + "9" * 23,
    "9" * 23 + ".1", "9" * 5000 + ".1", "0x1.1", "1,1", "inf.1")}}  # fmt: skip

CLAUSES = {**CONTROL, "unknown": "X-999"}
TEXTS = {
    "game": GAMES, "old": GAMES, "new": GAMES, "seats": SEATS, "name": NAMES, "clause": CLAUSES, "clauses": CLAUSES,
    "page": {**CONTROL, "empty": "", "unknown": "no such page", "up": "../README"},
    "seed": CONTROL, "readings": PAIRS, "settings": {**PAIRS, "digits": "size=" + "9" * 5000}, "players": PLAYERS,
    "methods": METHODS, "names": {**CONTROL, "empty": "", "unknown": "nonsense"}, "cluster": ADDRESSES,
    "commitment": {**CONTROL, "empty": "", "short": "ab", "long": "a" * 65, "letters": "g" * 64}, "match": MATCHES,
    "against": SEATS, "file": SEATS, "bot": SEATS,
    "given": {**CONTROL, "empty": "", "unknown": "nonsense=right", "alone": "nonsense", "other": "nonsense=perhaps"},
    "compare": {**PAIRS, "no-number": "players=x", "minus": "players=-1", "itself": "players=2", "none": "players=",
                "digits": "players=" + "9" * 5000, "alternative": "first-seat=nonsense"},
    "without": CLAUSES, "versus": GAMES,
}  # fmt: skip
SEATED = {("tournament", "compare", "old"): SEATS, ("tournament", "compare", "new"): SEATS,
          ("bot", "debug", "name"): SEATS}  # fmt: skip
READ_BOOKS = {"rules", "check", "diff", "interactions"}
OTHER_BOOKS = {f"rulebook-{kind}" for kind in ("binary", "brackets", "digits", "hexadecimal", "dots")}
"""What is no rulebook does not matter to whoever does not read it."""
OUTPUTS = {"json_file", "record", "html", "output", "csv_file", "junit", "sarif", "code_quality", "markdown"}
WRITES = {("bot", "new", "file"): _output, ("demo", "keep"): _folders, ("check", "emit"): _folders,
          ("tournament", "run", "results"): _output}  # fmt: skip

GOOD: dict[Words, dict[str, Words]] = {
    ("rules",): {"game": ("escalation",)},
    ("new",): {"name": ("a-new-game",)},
    ("play",): {"game": ("escalation",), "seats": ("--seats", "random,random")},
    ("replay",): {"files": ("good.jsonl",)},
    ("bot", "check"): {"file": ("random",), "game": ("--game", "escalation")},
    ("bot", "debug"): {"record": ("good.jsonl",), "seat": ("--seat", "0"), "at": ("--at", "1")},
    ("bot", "new"): {"game": ("escalation",), "file": ("new.py",)},
    ("tournament", "audit"): {"results": ("good.sqlite",)},
    ("tournament", "compare"): {"old": ("random",), "new": ("random",), "game": ("--game", "escalation")},
    ("tournament", "record"): {"results": ("good.sqlite",), "match": ("1.0",), "output": ("-o", "out.jsonl")},
    ("tournament", "report"): {"results": ("good.sqlite",), "output": ("-o", "out.html")},
    ("tournament", "run"): {"file": ("good.toml",)},
    ("tournament", "standings"): {"results": ("good.sqlite",)},
    ("interactions",): {"game": ("escalation",)},
    ("check",): {"game": ("escalation",)},
    ("ask",): {"game": ("escalation",)},
    ("diff",): {"old": ("escalation",), "new": ("escalation",)},
    ("study",): {"game": ("escalation",)},
}
"""Arguments of each command with which it would run; files are those of ``make_material``."""
BESIDE: dict[tuple[str, ...], Words] = {
    **{("ask", name): ("--effort", "0.001") for name in ("given", "html", "json_file")},
    ("check", "cluster"): ("--all-readings",), ("check", "include"): ("--html", "out.html"),
    ("check", "sample"): ("--mutate",), ("study", "json_file"): ("--effort", "0.001"),
    **{(*command, "json_file"): more for command, more in {("check",): ("--method", "fuzz", "--effort", "0.001"),
       ("diff",): ("--method", "fuzz", "--effort", "0.001")}.items()},
}  # fmt: skip
"""What goes with an option."""
SLOW = {("check", "pipe"), ("diff", "pipe"), ("interactions", "pipe"), ("study", "pipe"), ("demo", "pipe"),
        ("bot isolation", "pipe"), ("tournament run", "pipe"), ("bot check", "pipe"),
        ("tournament compare", "pipe")}  # fmt: skip
"""A pipe may be written to, if somebody reads it: what does so only after its work is seen by quicker commands."""


def tree(command: click.Command = main, words: Words = ()) -> Iterator[tuple[Words, click.Command]]:
    """Every command that is no group."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            each = command.get_command(context, name)
            assert each is not None
            yield from tree(each, (*words, name))
    else:
        yield words, command


def values(command: Words, parameter: click.Parameter, home: Path) -> Iterator[tuple[str, str]]:
    """Bad values of a parameter, with a word for each."""
    name, kind = str(parameter.name), parameter.type
    if (*command, name) in WRITES:
        yield from WRITES[*command, name](home)
    elif (*command, name) in SEATED:
        yield from SEATED[*command, name].items()
    elif name in OUTPUTS and not (name == "record" and isinstance(parameter, click.Argument)):
        yield from _output(home)
    elif isinstance(kind, click.IntRange):
        yield from ((word, value) for word, value in WHOLE.items() if word != "zero" or kind.min)
    elif isinstance(kind, click.FloatRange):
        yield from ((word, value) for word, value in BROKEN.items() if word != "zero" or kind.min_open)
    elif isinstance(kind, click.Choice):
        yield from {**CONTROL, "unknown": "nonsense", "empty": ""}.items()
    elif isinstance(kind, click.Path):
        # Of accepted findings there may be none.
        yield from ((what, value) for what, value in _input(home) if (name, what) != ("accepted", "empty"))
    else:
        found = TEXTS[name]
        yield from found.items()
        if found is GAMES:
            for path in sorted((home / "bad").iterdir()):
                if "-" in path.name and (command[0] in READ_BOOKS or path.name not in OTHER_BOOKS):
                    yield path.name, str(path)
            yield from ((each, str(home / "bad" / each)) for each in ("pipe", "ring", "binary", "socket", "folder"))
        if found is SEATS:
            for each in ("pipe", "ring", "zero", "folder", "huge", "socket", "missing"):
                yield each, str(home / "bad" / each)
                yield f"trusted-{each}", f"trusted:{home / 'bad' / each}"


def cases(home: Path) -> Iterator[Case]:
    """Every bad value of every parameter of every command, one at a time beside good ones."""
    for command, found in tree():
        good = {
            name: tuple(str(home / word) if word.startswith("good.") else word for word in words)
            for name, words in GOOD.get(command, {}).items()
        }

        case = partial(_with_good, command, good)

        yield case("", "unknown option", "--nonsense")
        yield case("", "too much", "one", "two", "three", "four")
        for parameter in found.params:
            name = str(parameter.name)
            if parameter.required:
                yield case(name, "left out", but=name)
            beside = BESIDE.get((*command, name), ())
            if isinstance(parameter, click.Argument):
                yield from _in_place(command, name, values(command, parameter, home), good)
            elif parameter.is_flag:
                yield case(name, "value", f"{parameter.opts[0]}=value")
            else:
                option = max(parameter.opts, key=len)
                yield case(name, "no value", *beside, option, but=name)
                for what, value in values(command, parameter, home):
                    if (" ".join(command), what) not in SLOW:
                        given = (f"{option}={value}",) if option.startswith("--") else (option, value)
                        yield case(name, what, *beside, *given, but=name)


def _with_good(command: Words, good: dict[str, Words], parameter: str, what: str, *more: str, but: str = "") -> Case:
    rest = [word for name, words in good.items() if name != but for word in words]
    return Case(command, parameter, what, (*command, *rest, *more))


def _in_place(command: Words, name: str, found: Iterator[tuple[str, str]], good: dict[str, Words]) -> Iterator[Case]:
    """Values of an argument, between those that stand before and behind it."""
    first = {each: words for each, words in good.items() if words[0].startswith("-")}
    others = {each: words for each, words in good.items() if each not in first}
    if name not in others:
        others[name] = ()
    for what, value in found:
        words = [word for each, words in others.items() for word in ((value,) if each == name else words)]
        options = [word for words in first.values() for word in words]
        yield Case(command, name, what, (*command, *options, "--", *words))


# -- definitions of tournaments ----------------------------------------------------------------------------

ODD: dict[str, tuple[Any, ...]] = {
    "integer": (math.nan, math.inf, -1, 10**12, 10**30, 10**5000, 1.5, "word", [], {}, True),
    "number": (math.nan, math.inf, -math.inf, -1, 1e308, 10**30, 10**5000, "word", [], {}, True),
    "string": (5, "", "a\nb", "\x1b[2J", "\0", "a\u202eb", "x" * 100_000, [], {}, math.nan),
    "boolean": (5, "yes", math.nan, []),
    "array": (5, "x", {}, [5], ["x\ny"], math.inf),
    "object": (5, "x", [[]], math.nan, {"x": math.nan}, {"no such": "thing"}, {"a": {"b": {"c": 10**5000}}}),
}
BASE: dict[str, Any] = {"game": "escalation", "players": 2, "entrant": [{"name": "a", "seat": "random"},
                                                                       {"name": "b", "seat": "random"}]}  # fmt: skip


def toml(value: Any) -> str:
    """A value as TOML, whatever it is; a number of thousands of digits in hexadecimal ones."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return hex(value) if value > 10**40 else str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value) if isinstance(value, str) else str(value)


def definitions() -> Iterator[tuple[str, str]]:
    """Every key of a definition with values that it cannot have, as TOML, with a word for each."""
    schema = json_schema()
    kinds = schema["$defs"]

    def resolved(each: Mapping[str, Any]) -> Mapping[str, Any]:
        return resolved(kinds[each["$ref"].rpartition("/")[2]]) if "$ref" in each else each

    def odd(each: Mapping[str, Any]) -> tuple[Any, ...]:
        each = resolved(each)
        kind = each.get("type", "string" if "enum" in each else "object")
        return ODD[kind]

    for key, each in resolved(schema)["properties"].items():
        for value in odd(each):
            yield f"{key} {toml(value)[:20]}", _file({**BASE, key: value})
    parts: list[tuple[str, str, dict[str, Any]]] = [
        ("limits", "LimitsTold", {}),
        ("stop", "Anytime", {"rule": "anytime"}),
    ]
    parts += [("format", name, {"kind": kinds[name]["properties"]["kind"]["enum"][0]}) for name in kinds
              if "kind" in kinds[name].get("properties", {})]  # fmt: skip
    for table, name, given in parts:
        for key, each in kinds[name]["properties"].items():
            for value in odd(each):
                yield f"{table} {key} {toml(value)[:20]}", _file({**BASE, table: {**given, key: value}})
    for key, each in kinds["Entrant"]["properties"].items():
        for value in odd(each):
            entrants = [{**BASE["entrant"][0], key: value}, BASE["entrant"][1]]
            yield f"entrant {key} {toml(value)[:20]}", _file({**BASE, "entrant": entrants})
    for seat in (*SEATS.values(), "human", "trusted:/dev/zero", "/dev/zero"):
        entrants = [{"name": "a", "seat": seat.replace("\udcff", "\0")}, BASE["entrant"][1]]
        yield f"seat {seat[:20]}", _file({**BASE, "entrant": entrants})


def _file(data: Mapping[str, Any]) -> str:
    return "".join(f"{key} = {toml(value)}\n" for key, value in data.items())
