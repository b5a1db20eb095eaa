"""Tables that rules can tell apart are told apart natively; what cannot be compared is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.native.exploring import Explorer
from referee.verify.explore import native
from referee.verify.explore.breadth import Search
from referee.verify.methods import Question
from tests.native.comparing import differences, engine_of
from tests.tiny import write_game

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
STEP = """\
    @clause("T-2")
    def step(self, t: TinyTable) -> Rule[None]:
        BEFORE
        if t.counted == 3:
            t.end({p: 1 for p in t.players}, {p: 0 for p in t.players}, "over")
            return
        t.counted += 1
        way = yield from t.choose(t.players[0], "which?", ["one", "other"])
        AFTER
"""


def keeping(folder: Path, before: str, after: str) -> Any:
    """A game of three turns that keeps something from one to the next."""
    made = write_game(
        folder,
        ("import clause, nobody", "import amount, clause, flag, value, nobody"),
        ("from referee.kernel import FRENCH", "from fractions import Fraction\nfrom typing import Any\n"
         "from referee.kernel import FRENCH"),
        ("    hand = zones(seen_by=owner)\n", "    hand = zones(seen_by=owner)\n    counted = amount(0)\n"
         "    bad = flag(False)\n    kept: Any = value(None)\n    other: Any = value(None)\n"),
    )  # fmt: skip
    rules = made / "rules.py"
    text = rules.read_text()
    start, end = text.index('    @clause("T-2")'), text.index("    def forfeit")
    rules.write_text(text[:start] + STEP.replace("BEFORE", before).replace("AFTER", after) + "\n" + text[end:])
    return find_game(made)()


def test_a_whole_fraction_is_told_from_a_whole_number(tmp_path: Path) -> None:
    game = keeping(
        tmp_path / "game",
        "t.bad = t.bad | (t.kept is not None and isinstance(t.kept, Fraction))",
        't.kept = Fraction(2) if way == "one" else 2',
    )
    search = Search(Question(game, ()))
    python, natively = search.run(), Explorer(game, tmp_path).run(1000, 1000)
    assert natively.levels == native._levels(search) == (1, 2, 4, 4, 3)
    assert (natively.states, natively.transitions) == (python.states, python.transitions)


@pytest.mark.parametrize(
    "made", ["[0], [0]", "{1: 0}, {1: 0}"], ids=["lists", "dictionaries"]
)  # "one" keeps the same twice
def test_what_changes_in_place_is_refused(tmp_path: Path, made: str) -> None:
    after = f't.kept, t.other = {made}\n        if way == "one":\n            t.other = t.kept'
    game = keeping(tmp_path / "game", "if t.kept is not None:\n            t.kept[0] = 1", after)
    with pytest.raises(BadInput, match="kept, other: what changes in place is not compared from step to step"):
        Explorer(game, tmp_path)


def test_numbers_are_not_asked_for_their_identity(tmp_path: Path) -> None:
    game = keeping(tmp_path / "game", "t.bad = t.kept is True", 't.kept = True if way == "one" else 1')
    with pytest.raises(BadInput, match="asking whether a number is a truth has no meaning yet: write '=='"):
        Explorer(game, tmp_path)


def test_cards_are_drawn_from_a_row_as_in_python(tmp_path: Path) -> None:
    """A row is a stock like any other: only its size was known to what draws."""
    made = write_game(
        tmp_path / "game",
        ("import clause, nobody", "import clause, row, nobody"),
        ("    hand = zones(seen_by=owner)\n", "    hand = zones(seen_by=owner)\n    heap = row(seen_by=nobody)\n"),
        ("        yield from t.shuffle(t.stock)\n\n    @clause", "        yield from t.draw(t.stock, 3, t.heap)\n\n"
         "    @clause"),
        ("        yield from t.shuffle(t.stock)\n\n    def forfeit", "        if not t.heap.is_empty:\n"
         "            yield from t.draw(t.heap, 1, t.hand[t.players[0]])\n\n    def forfeit"),
    )  # fmt: skip
    game = find_game(made)()
    search = Search(Question(game, ()))
    python, natively = search.run(), Explorer(game, tmp_path).run(10_000, 10_000)
    assert natively.levels == native._levels(search)
    assert (natively.states, natively.transitions) == (python.states, python.transitions)
    assert python.depth == 3
    assert list(differences(engine_of(game, ("-O0",)), 10)) == []
