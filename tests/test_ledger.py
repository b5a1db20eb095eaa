"""The ledger counts clauses however rules call them, and changes nothing of what they do."""

from __future__ import annotations

import random

from referee.games.registry import find_game
from referee.kernel.game import run
from referee.kernel.ledger import Ledger
from referee.verify.play.drivers import AtRandom, Script
from tests.tiny import write_game

CALLS = (
    "        yield from t.shuffle(t.stock)\n\n    def forfeit",
    """        self.count(t, by=1)
        yield from t.shuffle(t.stock)

    @clause("T-2")
    def count(self, t: TinyTable, by: int = 0, *, twice: bool = False) -> None:
        t.note("counted", by=by)

    def forfeit""",
)


def test_clauses_are_counted_that_are_called_with_words(tmp_path):
    game = find_game(str(write_game(tmp_path / "tiny", CALLS)))(2)
    ledger = Ledger(game)
    run(game, game.table(), Script(), turn_cap=3)
    assert ledger.counts["T-2"] == 6


def test_effects_and_modifiers_that_have_been_in_use_are_counted_from_then_on():
    game = find_game("bpoker")(2, settings={"hands": 1, "ranks": "4 8"})
    run(game, game.table(), AtRandom(random.Random(1)), turn_cap=10)
    ledger = Ledger(game)
    run(game, game.table(), AtRandom(random.Random(1)), turn_cap=10)
    assert ledger.counts["BP-8"] > 1
    assert ledger.counts["BP-4C"] > 1
