"""Good files with something of them changed, bytes or values: whatever it is, it is taken or refused in one line."""

from __future__ import annotations

import json
import math
import shutil
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.cli import main
from referee.kernel.errors import BadInput
from referee.pool.bot_files import program_of
from referee.record.record import chain
from referee.report.included import Included, load_included
from referee.report.matches import Matches
from referee.report.rules_sections import graph_section, mutants_section, readings_section
from tests.hostile.bad_input import make_material, toml
from tests.hostile.test_bad_input import Hung, bounded

FEW = settings(max_examples=150, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
MANY = settings(FEW, max_examples=2000)
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2, 10**6, 10**12, 10**30, 10**4200, 1.5, -0.0, 1e308, math.nan, math.inf, "", "x", "\x1b[2J",
    "a\nb", "\0", "a\u202eb", "/dev/zero", "../x", "x" * 10_000, [], {}, [[]], {"x": {}}, [None], "rules", "random",
)  # fmt: skip
PUT = (b"", b"\0", b"\xff", b"[" * 20_000, b"9" * 6000, b"\n", b'"', b"\r", b"1e999")
BOT = 'entry = "bot.py"\nfiles = ["data.txt", "more/data.txt"]\nshared = []\n'
DOCUMENTS: tuple[dict[str, Any], ...] = (
    {"schema": "referee.readings/1", "game": "tiny", "players": [2], "pairs_tried": 1, "left_out": 0,
     "interrupted": False, "pairs": [{"readings": {"a": "b"}, "players": 2, "breaks": ["x"]}],
     "alternatives": [{"id": "T-01", "reading": "a", "clauses": ["T-1"], "chosen": "b", "alternative": "c",
                       "difference": "players", "what": "w", "under_chosen": "1", "under_alternative": "2",
                       "players": 2, "steps": 3, "together_with": {}, "steps_tried": 4, "steps_differing": 1,
                       "steps_tried_extreme": 0, "example": None, "witnesses": ["w.jsonl"],
                       "proved": [{"players": 2, "settings": {}, "paths": 5, "consulted": True}],
                       "exhausted": [{"players": 2, "settings": {"a": ["1"]}, "states": 5, "ways": 6}],
                       "changes": {"matches": 9, "breaks": ["x"], "mends": [], "findings": ["f"],
                                   "figures": {"turns": {"chosen": 1.5, "alternative": 2.0, "difference": [0.1, 0.9],
                                                         "clear": True}}}}]},
    {"schema": "referee.mutants/1", "game": "tiny", "seed": "s", "made": 9, "interrupted": False,
     "clauses": {"T-1": {"fuzz": 3, "survived": 1, "equal": 1}},
     "mutants": [{"number": 0, "operator": "o", "clauses": ["T-1"], "place": "rules.py:3", "killed_by": None,
                  "shown": "", "equal": None, "diff": "-a\n+b"}]},
    {"schema": "referee.interactions/1", "game": "tiny", "matches": 7, "steps": 8, "undecided": 3,
     "nodes": [{"id": id, "title": "t", "part": "", "text": "", "carried_out": 0} for id in ("T-1", "T-2")],
     "edges": [{"source": "T-1", "target": "T-2", "kind": "cancels", "said": "s", "count": 9, "players": 2,
                "form": "", "outcomes": "", "witnesses": "w.jsonl"}]},
)  # fmt: skip
"""What a page takes in, each whole."""


def changed(value: Any, rng: Random) -> Any:
    """The same but for one thing in it: another value, one left out, one doubled, one under another name."""
    if isinstance(value, (dict, list)) and value and rng.random() < 0.85:
        new = value.copy()
        key: Any = rng.choice([*new]) if isinstance(new, dict) else rng.randrange(len(new))
        how = rng.randrange(8)
        if how == 0:
            del new[key]
        elif how == 1:
            if isinstance(new, dict):
                new[str(rng.choice(ODD))[:20]] = new[key]
            else:
                new.insert(key, new[key])
        else:
            new[key] = changed(new[key], rng)
        return new
    return rng.choice(ODD)


def scrambled(content: bytes, rng: Random) -> bytes:
    """The same but for a few of its bytes."""
    for _ in range(rng.randint(1, 3)):
        at, length = rng.randrange(len(content) + 1), rng.choice((0, 0, 1, 1, 5, 200))
        put = rng.choice(
            (b"", b"\0", b"\xff", b"[" * 20_000, b"9" * 6000, b"\n", b'"', b"\r", rng.randbytes(3), b"1e999")
        )
        content = content[:at] + put + content[at + length :]
    return content


def record(content: bytes, rng: Random) -> bytes:
    """With values changed and the chain mended, as somebody would who knows how records are written."""
    lines = [json.loads(line) for line in content.splitlines()]
    bodies = [{key: value for key, value in line.items() if key != "#"} for line in lines]
    at = rng.choice((0, 0, -1, rng.randrange(len(bodies))))
    bodies[at] = changed(bodies[at], rng)
    text = [json.dumps(body).replace("NaN", "null") if rng.random() < 0.9 else json.dumps(body) for body in bodies]
    return chain([line.encode() for line in text])


def definition(content: bytes, rng: Random) -> bytes:
    data = changed(tomllib.loads(content.decode()), rng)
    if not isinstance(data, dict):
        return content
    text = "".join(f"{json.dumps(key)} = {_toml(value)}\n" for key, value in data.items())
    return text.encode("utf-8", "surrogatepass")


def document(content: bytes, rng: Random) -> bytes:
    return json.dumps(changed(json.loads(content), rng)).encode()


def _toml(value: Any) -> str:
    return '""' if value is None else toml([each for each in value if each is not None] if value == [None] else value)


def check(*arguments: str) -> None:
    try:
        with bounded():
            result = CliRunner().invoke(main, arguments, prog_name="referee")
    except Hung:
        pytest.fail(f"it hangs: {arguments}")
    assert isinstance(result.exception, SystemExit | None), (arguments, result.exception)
    assert result.exit_code in (0, 1, 2, 3), arguments
    if result.exit_code == 2:
        assert result.stderr.count("\n") == 1, (arguments, result.stderr)
    assert "Traceback" not in result.stderr
    assert "\x1b" not in result.output


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("material") / "home"
    make_material(found)
    shutil.rmtree(found / "bad")
    return found


Change = Callable[[bytes, Random], bytes]


def records(home: Path, change: Change, rng: Random) -> None:
    file = home / "changed.jsonl"
    file.write_bytes(change((home / "good.jsonl").read_bytes(), rng))
    more = rng.choice(((), ("--seat", "1"), ("--html", str(home / "out.html")), ("--json", "-")))
    check("replay", str(file), *more)
    check("bot", "debug", str(file), "--seat", "0", "--at", "2", "--bot", str(home / "good.py"))


def tournaments(home: Path, change: Change, rng: Random) -> None:
    """Compared with results: nothing is played, however much the definition asks for."""
    file = home / "changed.toml"
    file.write_bytes(change((home / "good.toml").read_bytes(), rng))
    check("tournament", "audit", str(home / "good.sqlite"), "--definition", str(file))


def bots(home: Path, change: Change, rng: Random) -> None:
    folder = home / "bot"
    (folder / "more").mkdir(parents=True, exist_ok=True)
    for name in ("bot.py", "data.txt", "more/data.txt"):
        (folder / name).write_text("")
    (folder / "bot.toml").write_bytes(change(BOT.encode(), rng))
    with bounded(), suppress(BadInput):
        program_of(str(folder), "escalation", [])


def documents(home: Path, change: Change, rng: Random) -> None:
    """What is taken can be shown."""
    file = home / "included.json"
    file.write_bytes(change(json.dumps(rng.choice(DOCUMENTS)).encode(), rng))
    with bounded(), suppress(BadInput):
        found = load_included([file], "tiny")
        assert shown_parts(found)


def shown_parts(found: Included) -> str:
    """The parts of a page, as its template gets them."""
    parts = (
        found.readings and readings_section(found.readings, {}, Matches()),
        found.mutants and mutants_section(found.mutants),
        found.interactions and graph_section(found.interactions, Matches()),
    )
    return "".join(json.dumps(each, allow_nan=False) for each in parts if each)


@pytest.mark.parametrize("number", range(len(DOCUMENTS)))
def test_a_whole_document_is_taken(number: int, tmp_path: Path) -> None:
    (tmp_path / "in.json").write_text(json.dumps(DOCUMENTS[number]))
    assert shown_parts(load_included([tmp_path / "in.json"], "tiny"))


KINDS = {
    "records": (records, record),
    "definitions": (tournaments, definition),
    "bots": (bots, definition),
    "documents": (documents, document),
}


@pytest.mark.parametrize("how", ["bytes", "values"])
@pytest.mark.parametrize("kind", KINDS)
@FEW
@given(rng=st.randoms(use_true_random=False))
@pytest.mark.untraced
def test_what_is_changed_is_taken_or_refused(kind: str, how: str, rng: Random, home: Path) -> None:
    look, values = KINDS[kind]
    look(home, values if how == "values" else scrambled, rng)


@pytest.mark.long
@pytest.mark.parametrize("how", ["bytes", "values"])
@pytest.mark.parametrize("kind", KINDS)
@MANY
@given(rng=st.randoms(use_true_random=False))
def test_much_that_is_changed_is_taken_or_refused(kind: str, how: str, rng: Random, home: Path) -> None:
    look, values = KINDS[kind]
    look(home, values if how == "values" else scrambled, rng)
