"""What is moved may be None, a card or cards of a row: a match stops where Python stops, and goes on where it does."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel.game import Game
from referee.meaning.texts import NoMeaning
from referee.meaning.translation import meaning
from referee.play.bulk import play_in_bulk
from referee.record.words import key_of
from tests.native.comparing import SEED, differences, engine_of
from tests.tiny import write_game

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
STEP, NAMES = '        if t.reading("late") == "yes":', "clause, nobody, owner, zone, zones"
MATCHES = 40
MAY_BE_NONE = """
at = yield from t.lot(range(8))
way = yield from t.lot(range(5))
heap = t.heap.row
top = heap[0] if at < 6 else None
best = None
for each in heap:
    if each.kind > at and (best is None or each.kind > best.kind):
        best = each
if way == 0:
    t.move(top, t.heap, t.line)
elif way == 1:
    t.lay(best, t.heap, t.line)
elif way == 2:
    some = heap[0] if at < 3 else heap[:1]
    some = None if at > 6 else some
    t.move(some, t.heap, t.line)
elif way == 3:
    pile = t.stock.pile if at < 7 else None
    t.move(pile, t.stock, t.line)
elif best is not None:
    t.move(best, t.heap, t.stock)
"""
OF_TWO_SORTS = """
some = t.stock.pile if t.turns % 2 else t.heap.row
t.move(some, t.stock if t.turns % 2 else t.heap, t.line)
"""
A_PLAYER = "t.move(t.players[0], t.heap, t.line)\n"


def game_of(folder: Path, step: str) -> Game[Any]:
    changes = (
        (NAMES, f"{NAMES}, row, everybody"),
        ("    hand = zones(seen_by=owner)", "    heap = row(seen_by=everybody)\n    line = row(seen_by=everybody)"),
        (STEP, textwrap.indent("if t.turns == 1:\n    t.lay(t.stock.pile, t.stock, t.heap)\n" + step, " " * 8) + STEP),
    )
    return find_game(write_game(folder, *changes))()


def test_where_none_is_moved_a_match_stops(tmp_path: Path) -> None:
    game = game_of(tmp_path, MAY_BE_NONE)
    assert list(differences(engine_of(game, ("-O0",)), MATCHES)) == []
    ends = {bool(play_in_bulk(game, key_of(SEED), each).broken) for each in range(MATCHES)}
    assert ends == {False, True}


@pytest.mark.parametrize("step", [OF_TWO_SORTS, A_PLAYER])
def test_what_is_no_cards_is_not_moved(step: str, tmp_path: Path) -> None:
    said = r"rules\.py:3\d: .*moving what may be .* write an if for cards of a row and for a pile"
    with pytest.raises(NoMeaning, match=said):
        meaning(game_of(tmp_path, step))
