"""What is counted natively is what Python counts: clauses that are carried out, and branches."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.kernel.ledger import Ledger
from referee.native.counting import CountingWriter
from referee.verify.play.drivers import AtRandom
from referee.verify.play.trial import Trial
from tests.native.counting import differences
from tests.native.test_idioms import game_of
from tests.tiny import write_game

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
OWN = Path(__file__).parent.parent / "games" / "games"


@pytest.mark.parametrize(("name", "players"), [("love_letter", 3), ("deck_builder", 2)])
def test_the_same_is_counted(name: str, players: int, tmp_path: Path) -> None:
    assert list(differences(find_game(str(OWN / name)), players, 60, 60, tmp_path)) == []


def test_an_action_of_nobody_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: it is not known whose rule is running."""
    monkeypatch.setattr(CountingWriter, "entered", lambda *_: [])
    found = list(differences(find_game(str(OWN / "deck_builder")), 2, 20, 60, tmp_path))
    assert any(each.startswith("DB-") and "natively 0" in each for each in found)


GIVES = """\
def gives(n):
    for k in range(n):
        if k % 2:
            yield k
        else:
            yield -k
"""
LEFT_HALF_WAY = {
    "the first": GIVES + "return next(gives(abs(b) + 1))",
    "any": GIVES + "return int(any([k > 2 for k in xs]) or any(k > 0 for k in gives(abs(a))))",
    "in": GIVES + "return int(a in gives(3))",
    "filter": "return next(filter(lambda k: k > 2 if k else False, xs), -1)",
    "all of it": GIVES + "return sum(gives(3)) + sum(k for k in xs if k != a)",
}


def test_what_python_never_comes_to_is_not_counted(tmp_path: Path) -> None:
    """All that a generator gives is found at once natively, and Python may leave it half-way."""
    game = type(game_of(tmp_path, LEFT_HALF_WAY))
    assert list(differences(game, 2, 20, 30, tmp_path)) == []


BEHIND = """\
o = Twice(a)
return o.size(b) + o.x if o.size(b) > 3 else o.x
-- above
class Once:
    def __init__(self, x): self.x = x
    def size(self, n): return self.x + n
class Twice(Once):
    def __init__(self, x): super().__init__(x + 1)
    def size(self, n): return 2 * super().size(n)
"""


def test_the_class_behind_another_is_its_own_where_clauses_are_counted(tmp_path: Path) -> None:
    """It was that of the table."""
    game = type(game_of(tmp_path, {"behind": BEHIND}))
    assert list(differences(game, 2, 20, 30, tmp_path)) == []


CALLED = """
    @clause("T-3", without=0)
    def worth(self, n):
        return n * 2

    @staticmethod
    @clause("T-3")
    def of_all(n):
        return n + 1

    @classmethod
    @clause("T-3")
    def of_class(cls, n):
        return n + 1
"""


@pytest.mark.parametrize(
    "called", ["self.part()", "self.pair.rule(2)", "self.worth(2)", "self.of_all(2)", "self.of_class(2)"]
)
def test_a_clause_is_counted_however_the_rules_keep_its_method(called: str, tmp_path: Path) -> None:
    """Python counted nothing of a method that ``set_up`` had put into a partial or a typed tuple."""
    kept = "        self.part = partial(self.worth, 2)\n        self.pair = Pair(self.worth)\n"
    write_game(
        tmp_path / "tiny",
        ("\n\nclass TinyTable", "\nfrom functools import partial\nfrom typing import Any, NamedTuple\n\n\n"
         "class Pair(NamedTuple):\n    rule: Any\n\n\nclass TinyTable"),
        ('(("2", "3"), FRENCH_SUITS)\n', f'(("2", "3"), FRENCH_SUITS)\n{kept}{CALLED}'),
        ("        yield from t.shuffle(t.stock)\n\n    def forfeit",
         f"        yield from t.shuffle(t.stock)\n        t.n = {called}\n\n    def forfeit"),
        ("    hand = zones", "    n = value(0)\n    hand = zones"),
        ("import clause, nobody", "import clause, value, nobody"),
    )  # fmt: skip
    game = find_game(str(tmp_path / "tiny"))
    form = game(2)
    ledger = Ledger(form)
    trial = Trial(form, ())
    ledger.follow(trial.table)
    for _ in range(3):
        trial.advance(AtRandom(random.Random(1)))
    assert ledger.counts["T-3"] == 2
    assert list(differences(game, 2, 10, 9, tmp_path)) == []


GAMES = [
    ("escalation", 4),
    ("effervesce", 3),
    ("fscking-ace", 4),
    ("five-crowns", 3),
    ("bpoker", 3),
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_same_is_counted_in_the_games_that_come_with_it(name: str, players: int, tmp_path: Path) -> None:
    matches = 40 if name == "bpoker" else 200
    assert list(differences(find_game(name), players, matches, 60, tmp_path)) == []
