"""A native search sees whether play can go on for ever, and Python plays it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.native.exploring import Cycle, Explorer
from referee.verify.explore import breadth, explore, native
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.properties import Kind, Property
from referee.verify.verdicts import Result, Trouble, Verdict
from tests.native.test_exploring import asked
from tests.tiny import write_game

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
STEP = """\
    @clause("T-2")
    def step(self, t: TinyTable) -> Rule[None]:
        if t.counted < 90:
            t.counted += 1
            return
        WAITING
        t.end({p: 1 for p in t.players}, {p: 0 for p in t.players}, "over")
"""
ONE_MAY_WAIT = """\
if (yield from t.choose(t.players[0], "go on?", ["wait", "end"])) == "wait":
            return
"""
ALL_MUST_WAIT = "yield from t.shuffle(t.stock)\n        return\n"
ONE_MAY_WAIT_LONG = """\
if t.counted < 120 and (yield from t.choose(t.players[0], "go on?", ["wait", "end"])) == "wait":
            t.counted += 1
            return
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(autouse=True)
def early(monkeypatch: pytest.MonkeyPatch, kept: Path) -> None:
    """Python has enough of the search before play can go round."""
    monkeypatch.setattr(breadth, "MOST_STATES", 60)
    monkeypatch.setattr(native, "MOST_STATES", 5000)
    monkeypatch.chdir(kept)


def counting(folder: Path, waiting: str) -> Any:
    made = write_game(
        folder,
        ("import clause, nobody, owner, zone, zones", "import amount, clause, nobody, owner, zone, zones"),
        ("    hand = zones(seen_by=owner)\n", "    hand = zones(seen_by=owner)\n    counted = amount(0)\n"),
        ("turn_cap = 10", "turn_cap = 1000"),
    )
    rules = made / "rules.py"
    text = rules.read_text()
    start, end = text.index('    @clause("T-2")'), text.index("    def forfeit")
    rules.write_text(text[:start] + STEP.replace("        WAITING\n", "        " + waiting) + "\n" + text[end:])
    return find_game(made)()


def is_free(trouble: Trouble) -> Property:
    return replace(asked(None), name=trouble.value, kind=Kind.FREE_OF, trouble=trouble)


def decided(game: Any) -> tuple[Result, list[Finding], list[str]]:
    said = list(explore.decide(Question(game, (is_free(Trouble.ENDLESS),), engine="native")))
    (result,) = [each for each in said if isinstance(each, Result)]
    ledger = next(each for each in said if not isinstance(each, (Result, Finding)))
    return result, [each for each in said if isinstance(each, Finding)], ledger.complaints


@pytest.mark.parametrize(
    ("waiting", "whose"),
    [(ONE_MAY_WAIT, "seat 0 alone can see to it"), (ALL_MUST_WAIT, "everybody is forced to go on")],
)
def test_play_that_can_go_round_is_refuted_with_a_witness_of_python(tmp_path: Path, waiting: str, whose: str) -> None:
    result, (found,), complaints = decided(counting(tmp_path / "game", waiting))
    assert (result.verdict, complaints) == (Verdict.REFUTED, [])
    assert (found.trouble, bool(found.witness)) == (Trouble.ENDLESS, True)
    assert "the table is as it was 1 turn before" in found.sentence
    assert whose in found.sentence


def test_play_that_ends_is_exhausted(tmp_path: Path) -> None:
    result, found, complaints = decided(counting(tmp_path / "game", ONE_MAY_WAIT_LONG))
    assert (result.verdict, found, complaints) == (Verdict.EXHAUSTED, [], [])


def test_a_cycle_that_python_does_not_go_round_is_a_defect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Explorer.cycle

    def shorter(self: Explorer) -> Cycle | None:
        cycle = right(self)
        return None if cycle is None else replace(cycle, way=cycle.way[:-5])

    monkeypatch.setattr(Explorer, "cycle", shorter)
    result, found, complaints = decided(counting(tmp_path / "game", ALL_MUST_WAIT))
    assert (result.verdict, found) == (Verdict.NOT_REFUTED, [])
    assert complaints == ["tiny: a table returns natively, and not in Python, which is a defect"]
