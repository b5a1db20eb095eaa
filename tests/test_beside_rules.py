"""What the kernel comes to elsewhere than in a deal or a step is known in whatever way it is written."""

from __future__ import annotations

import pytest

from referee.games.registry import find_game
from referee.verify.beside_rules import asked_beside, clauses_beside_play
from tests.tiny import forget_imported, write_game

FORFEIT = "    def forfeit(self) -> int:\n        return 0\n"
FINE = '    @clause("T-2")\n    def fine(self) -> int:\n        return 0\n\n'
PLAIN = f"{FINE}    def forfeit(self) -> int:\n        return self.fine()\n"
CALLED = FINE + "    def forfeit(self) -> int:\n        return Fine(self)()\n"
CLASS = "class Fine:\n    def __init__(self, game):\n        self.game = game\n\n    def __call__(self):\n"
WAYS = {
    "a method": (PLAIN, ""),
    "a lambda": (f"{FINE}    forfeit = lambda self: self.fine()\n", ""),
    "a property of a lambda": (
        FINE
        + "    due = property(lambda self: self.fine())\n\n    def forfeit(self) -> int:\n        return self.due\n",
        "",
    ),
    "an operator of a class": (CALLED, f"{CLASS}        return self.game.fine()\n"),
    "an operator of its base": (
        CALLED.replace("Fine(", "Lower("),
        f"{CLASS}        return self.game.fine()\n\n\nclass Lower(Fine):\n    pass\n",
    ),
    "an operator of what a module has": (
        FINE + "    def forfeit(self) -> int:\n        return FINE @ self\n",
        "class Fine:\n    def __matmul__(self, game):\n        return game.fine()\n\n\nFINE = Fine()\n",
    ),
    "a function under an if": (
        FINE + "    def forfeit(self) -> int:\n        return due(self)\n",
        "if True:\n    def due(game):\n        return game.fine()\n",
    ),
    "a function where another is missing": (
        FINE + "    def forfeit(self) -> int:\n        return due(self)\n",
        "try:\n    from nowhere import due\nexcept ImportError:\n    def due(game):\n        return game.fine()\n",
    ),
}


def made(folder, text, top):
    forget_imported(folder)
    changes = [(FORFEIT, text), ("class TinyTable(Table):\n", f"{top}\n\nclass TinyTable(Table):\n")]
    return find_game(str(write_game(folder / "tiny", *changes)))


@pytest.mark.parametrize("way", WAYS)
def test_a_clause_that_a_seat_comes_to_that_has_forfeited(tmp_path, way):
    text, top = WAYS[way]
    game = made(tmp_path, text, top)
    assert game(2).forfeit() == 0
    assert clauses_beside_play(game) == {"T-2"}


@pytest.mark.parametrize("way", WAYS)
def test_a_reading_that_a_seat_comes_to_that_has_forfeited(tmp_path, way):
    text, top = (each.replace('@clause("T-2")\n    ', "") for each in WAYS[way])
    game = made(tmp_path, text.replace("return 0", "return len(self.readings['late']) * 0"), top)
    assert game(2).forfeit() == 0
    assert asked_beside(game) == {"late"}


def test_what_nobody_comes_to_is_not_among_them(tmp_path):
    game = made(tmp_path, FINE + FORFEIT, WAYS["an operator of a class"][1])
    assert not clauses_beside_play(game)
    assert not asked_beside(game)
