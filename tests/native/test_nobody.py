"""Nobody has no place, no scalar, no money and no neighbour: there the rules raise, natively as in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.kernel import NO_PLAYER
from tests.native.comparing import differences, engine_of
from tests.tiny import write_game

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
STEP = "        yield from t.shuffle(t.stock)\n\n    def forfeit"
ASKED = (
    "t.kept = t.own[t.friend]",
    "t.own[t.friend] = 1",
    "t.kept = t.hand[t.friend].size",
    "t.move(t.no_cards, t.stock, t.hand[t.friend])",
    "t.pay(t.friend, None, 1)",
    "t.pay(None, t.friend, 1)",
    "t.friend = t.next(t.friend)",
    "t.friend = t.left(t.friend)",
    "t.friend = t.everyone_from(t.friend)[-1]",
    "t.friend = t.others(t.friend)[0]",
    "t.kept = t.players.index(t.friend)",
    "t.kept = t.friend.seat % 7",
)


def test_what_is_asked_of_nobody_breaks_off_as_in_python(tmp_path: Path) -> None:
    cases = "".join([f"        if case == {number}:\n            {each}\n" for number, each in enumerate(ASKED)])
    step = (
        f"        case = yield from t.lot(range({len(ASKED)}))\n{cases}"
        "        t.friend = t.players[case % 2] if case % 3 else NO_PLAYER\n"
    )
    made = write_game(
        tmp_path / "game",
        ("import clause, nobody", "import NO_PLAYER, clause, value, values, nobody"),
        ("    hand = zones(seen_by=owner)\n", "    hand = zones(seen_by=owner)\n    friend = value(NO_PLAYER)\n"
         "    kept = value(0)\n    own = values(0)\n"),
        (STEP, step + STEP),
    )  # fmt: skip
    assert list(differences(engine_of(find_game(made)(), ("-O0",)), 150)) == []


def test_there_is_nobody_next_to_nobody(tmp_path: Path) -> None:
    table = find_game(write_game(tmp_path / "game"))(3).table()
    for asked in (table.next, table.left, table.right, table.everyone_from, table.others, table.balance):
        assert asked(table.players[1]) is not None
        with pytest.raises(IndexError):
            asked(NO_PLAYER)
