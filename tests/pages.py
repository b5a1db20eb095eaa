"""The examples of docs/kernel.md and docs/cookbook.md are played.

The first block ``markdown`` of docs/kernel.md is a rulebook and the first block ``python`` its rules. Every other block
``python`` is a change of that game: what declares zones and scalars goes to its table, methods to its class, what is
set on ``self`` to the end of ``set_up``, classes, functions and windows to the module, and statements are carried out
in the place of a turn, with ``t``, ``self`` and ``me`` (whose turn it is). A block with a class of a game of its own is
a game of its own. ``# -> value`` behind an expression says what it is, ``# !! text`` behind a statement that the match
stops there, with that fault.
"""

from __future__ import annotations

import ast
import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import referee.kernel
from referee.games.registry import find_game
from referee.kernel import Game
from referee.play.referee import MatchResult, play_match
from referee.play.seats import RandomSeat

DOCS = Path(__file__).resolve().parent.parent / "docs"
KERNEL, COOKBOOK = DOCS / "kernel.md", DOCS / "cookbook.md"
BLOCK = re.compile(r"^## .*?$|^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DECLARING = frozenset("zone zones row rows grid amount amounts flag value values".split())  # noqa: SIM905
IS, STOPS = re.compile(r"^(?P<code>.*\S)\s+# -> (?P<told>.+)$"), re.compile(r"^(?P<code>.*\S)\s+# !! (?P<told>.+)$")


@dataclass(frozen=True)
class Example:
    """A block of a page, and the line of the page at which it begins."""

    page: str
    line: int
    text: str
    section: str = ""
    before: tuple[str, ...] = ()
    """The other blocks of its section that stand before it: what they declare is there."""
    readings: str = ""
    """The last block ``toml`` of its section: the readings of the game."""

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks(page: Path, kind: str = "python") -> list[Example]:
    """The blocks of that kind, in their order."""
    text = page.read_text(encoding="utf-8")
    found: list[Example] = []
    before: tuple[str, ...] = ()
    readings = section = ""
    for each in BLOCK.finditer(text):
        if each[0].startswith("## "):
            before, readings, section = (), "", each[0][3:]
        elif each[1] == "toml":
            readings = each[2]
        elif each[1] == kind:
            found.append(Example(page.name, 1 + text.count("\n", 0, each.start(2)), each[2], section, before, readings))
            before += (each[2],)
    return found


def the_game() -> tuple[str, str]:
    """The rulebook and the rules of the game that stands first."""
    return blocks(KERNEL, "markdown")[0].text, blocks(KERNEL)[0].text


def examples() -> list[Example]:
    return [*blocks(KERNEL)[1:], *blocks(COOKBOOK)]


def rules_with(example: Example) -> tuple[str, str]:
    """The rules as a block changes them, and the fault that it says they meet ("" for none)."""
    told, fault = _told(example.text)
    tree = ast.parse(told)
    earlier = [each for text in example.before for each in ast.parse(_told(text)[0]).body if _goes_to(each) != "rule"]
    if any(isinstance(each, ast.ClassDef) and "Game" in map(ast.unparse, each.bases) for each in tree.body):
        return told, fault
    names = ", ".join(referee.kernel.__all__)
    rules = ast.parse(the_game()[1])
    rules.body = [each for each in rules.body if not isinstance(each, ast.ImportFrom)]
    rules.body[:0] = ast.parse(f"from typing import NamedTuple\nfrom referee.kernel import {names}").body
    table, game = [each for each in rules.body if isinstance(each, ast.ClassDef)][-2:]
    set_up = next(each for each in game.body if isinstance(each, ast.FunctionDef) and each.name == "set_up")
    doing: list[ast.stmt] = []
    for each in [*earlier, *tree.body]:
        match _goes_to(each):
            case "module":
                rules.body.insert(rules.body.index(table), each)
            case "table":
                table.body.append(each)
            case "game":
                _put(game, each)
            case "set_up":
                set_up.body.append(each)
            case _:
                doing.append(each)
    if doing:
        _put(game, *_in_place_of_a_turn(doing))
    return ast.unparse(ast.fix_missing_locations(rules)), fault


def _put(game: ast.ClassDef, *methods: ast.stmt) -> None:
    """Into a class, in the place of what has the same name."""
    for each in methods:
        name = getattr(each, "name", "")
        game.body = [old for old in game.body if not name or getattr(old, "name", None) != name]
        game.body.append(each)


def _goes_to(each: ast.stmt) -> str:
    if isinstance(each, (ast.ClassDef, ast.Import, ast.ImportFrom)):
        return "module"
    if isinstance(each, ast.FunctionDef):
        return "game" if each.args.args and each.args.args[0].arg == "self" else "module"
    if isinstance(each, (ast.Assign, ast.AnnAssign)):
        target = each.targets[0] if isinstance(each, ast.Assign) else each.target
        names = [ast.unparse(one) for one in (target.elts if isinstance(target, ast.Tuple) else [target])]
        values = each.value.elts if isinstance(each.value, ast.Tuple) else [each.value]
        if names[0].startswith("self."):
            return "set_up"
        if getattr(getattr(values[0], "func", None), "id", "") in DECLARING:
            return "table"
        if set(names) <= {*dir(Game), *Game.__annotations__} - {"deck"}:
            return "game"
        if all(name.isupper() for name in names):
            return "module"
    return "rule"


def _in_place_of_a_turn(doing: list[ast.stmt]) -> list[ast.stmt]:
    asks = any(isinstance(part, ast.YieldFrom) for each in doing for part in ast.walk(each))
    call = "yield from self.example(t, t.mover)" if asks else "self.example(t, t.mover)"
    told = f"""
def example(self, t, me):
    pass
def step(self, t):
    {call}
    if t.outcome is None:
        t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "example")
    yield from t.shuffle(t.stock)
"""
    example, step = ast.parse(told).body
    assert isinstance(example, ast.FunctionDef)
    example.body = doing
    return [example, step]


def _told(text: str) -> tuple[str, str]:
    """The text with what is said of its values as assertions, and the fault that is said."""
    lines, fault = [], ""
    for line in text.split("\n"):
        if found := IS.match(line):
            indent = line[: len(line) - len(line.lstrip())]
            code, value = found["code"].strip(), found["told"]
            line = f"{indent}assert ({code}) == ({value}), ({code})"
        elif found := STOPS.match(line):
            line, fault = found["code"], found["told"]
        lines.append(line)
    return "\n".join(lines), fault


def written(folder: Path, rules: str, readings: str = "") -> Path:
    """A folder with a game."""
    folder.mkdir(parents=True, exist_ok=True)
    if readings:
        (folder / "readings.toml").write_text(readings, encoding="utf-8")
    (folder / "rulebook.md").write_text(the_game()[0], encoding="utf-8")
    (folder / "rules.py").write_text(rules, encoding="utf-8")
    return folder


def play(folder: Path, seed: int, players: int | None = None) -> MatchResult:
    """A match of random players, whose record is replayed."""
    rules: type[Game[Any]] = find_game(folder)
    game = rules(players or rules.fewest_players)
    seats = [RandomSeat(random.Random(f"{seed} {seat}")) for seat in range(game.players)]
    match = play_match(game, seats, secret=seed.to_bytes(32, "big"), seeded=True, record=True)
    assert match.record is not None
    return match
