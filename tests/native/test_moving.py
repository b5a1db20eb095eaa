"""What is moved may be None, a card or cards of a row, and what is offered lies in its row: a match stops where Python
stops, and goes on where it does."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel.game import Game
from referee.meaning.texts import NoMeaning
from referee.meaning.translation import meaning
from referee.native.cxx import Writer
from referee.native.engine import Engine
from referee.play.bulk import play_in_bulk
from referee.record.words import key_of
from tests.native.comparing import FOLDER, SEED, differences, engine_of
from tests.tiny import write_game

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
STEP, NAMES = '        if t.reading("late") == "yes":', "clause, nobody, owner, zone, zones"
MATCHES = 40
SEEN = """

class Seen(Enum):
    ONCE = 1
"""
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
OFFERED = """
way = yield from t.lot(range(7))
before, me = t.heap.row, t.players[0]
if before and way == 0:
    x = yield from t.choose(me, "one", OneOfRow(t.heap, before[::-1]))
    t.move(x, t.heap, t.line)
elif before and way == 1:
    some = yield from t.choose(me, "some", SomeOfRow(t.heap, before[1:], 0, 2))
    t.move(some, t.heap, t.line)
elif way == 2:
    yield from t.choose(me, "other", OneOfRow(t.line, before or t.line.row))
elif before and way == 3:
    t.move(before[0], t.heap, t.line)
    yield from t.choose(me, "old", {"which": OneOfRow(t.heap, before), "none": NOTHING})
elif way == 4:
    each = OneOfRow(t.heap, before) if t.turns % 2 else OneOfRow(t.line, before)
    yield from t.together("all", {p: Arms({"which": each, "no": NOTHING}) for p in t.players})
elif before and way == 5:
    t.mark(t.heap, before[-1], Seen.ONCE)
    yield from t.choose(me, "marked", SomeOfRow(t.heap, before, 0, 1))
"""
OF_TWO_SORTS = """
some = t.stock.pile if t.turns % 2 else t.heap.row
t.move(some, t.stock if t.turns % 2 else t.heap, t.line)
"""
A_PLAYER = "t.move(t.players[0], t.heap, t.line)\n"


def game_of(folder: Path, step: str) -> Game[Any]:
    changes = (
        (NAMES, f"{NAMES}, row, everybody, Arms, OneOfRow, SomeOfRow, NOTHING\nfrom enum import Enum\n{SEEN}"),
        ("    hand = zones(seen_by=owner)", "    heap = row(seen_by=everybody)\n    line = row(seen_by=everybody)"),
        (STEP, textwrap.indent("if t.turns == 1:\n    t.lay(t.stock.pile, t.stock, t.heap)\n" + step, " " * 8) + STEP),
    )
    return find_game(write_game(folder, *changes))()


def test_where_none_is_moved_a_match_stops(tmp_path: Path) -> None:
    game = game_of(tmp_path, MAY_BE_NONE)
    assert list(differences(engine_of(game, ("-O0",)), MATCHES)) == []
    ends = {bool(play_in_bulk(game, key_of(SEED), each).broken) for each in range(MATCHES)}
    assert ends == {False, True}


@pytest.fixture(scope="module")
def offering(tmp_path_factory: pytest.TempPathFactory) -> Game[Any]:
    return game_of(tmp_path_factory.mktemp("offering"), OFFERED)


def test_where_a_card_is_offered_that_does_not_lie_there_a_match_stops(offering: Game[Any]) -> None:
    assert list(differences(engine_of(offering, ("-O0",)), MATCHES)) == []
    stopped = [play_in_bulk(offering, key_of(SEED), each).fault for each in range(MATCHES)]
    assert any("a card is offered that does not lie in line" in str(each) for each in stopped)
    assert any("a card is offered that does not lie in heap" in str(each) for each in stopped)


def test_what_does_not_look_at_what_is_offered_is_caught(offering: Game[Any]) -> None:
    text = Writer(meaning(offering)).text()
    look = "offered_in(conv<Where>(part<0>(s)), conv<Seq<Laid>>(part<1>(s)))"
    assert look in text
    assert list(differences(Engine.of_text(offering, text.replace(look, "(void)0"), FOLDER, ("-O0",)), MATCHES))


@pytest.mark.parametrize("step", [OF_TWO_SORTS, A_PLAYER])
def test_what_is_no_cards_is_not_moved(step: str, tmp_path: Path) -> None:
    said = r"rules\.py:4\d: .*moving what may be .* write an if for cards of a row and for a pile"
    with pytest.raises(NoMeaning, match=said):
        meaning(game_of(tmp_path, step))
