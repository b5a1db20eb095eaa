"""The ledger counts clauses however rules call them, and changes nothing of what they do."""

from __future__ import annotations

from referee.games.registry import find_game
from referee.kernel.game import run
from referee.kernel.ledger import Ledger
from referee.verify.trial import Script
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
