"""A number is always one of a few, as the direction of play is: that is found, and holds only where steps keep it."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import pytest

from referee.kernel import Player, Rule, value
from referee.verify import always
from tests.symbolic.row_games import InRows, RowTable, is_caught, is_followed

pytestmark = pytest.mark.untraced


class Way(IntEnum):
    LEFT = 1
    RIGHT = -1


class WayTable(RowTable):
    way_round = value(Way.LEFT)


@always("X-2")
def top_at_most_ten(t: Any) -> bool:
    """A number up to ten."""
    return bool(t.top <= 10)


class Reverses(InRows):
    """Whoever has the turn may turn the direction round."""

    table_class = WayTable
    by = -1

    def turn(self, t: WayTable, me: Player) -> Rule[None]:  # type: ignore[override]
        if (yield from t.choose(me, "reverse", (False, True))):
            t.way_round = Way(self.by * t.way_round)
        t.top = 9 + t.way_round * t.way_round


class Stops(Reverses):
    """There is no such direction."""

    by = 2


class TurnsRoundLate(Reverses):
    """What holds of one direction need not of the other."""

    def turn(self, t: WayTable, me: Player) -> Rule[None]:  # type: ignore[override]
        yield from super().turn(t, me)
        if t.left == 1 and t.way_round < 0:
            t.top = 11


def test_a_direction_stays_one() -> None:
    game: Any = Reverses(2)
    is_followed(game, [top_at_most_ten])


@pytest.mark.parametrize("game", [Stops, TurnsRoundLate])
def test_what_is_no_direction_is_caught(game: Any) -> None:
    is_caught(game(2), [top_at_most_ten])
