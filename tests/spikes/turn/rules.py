"""Effervesce's turn without the examination of hands."""

from __future__ import annotations

from typing import Any

from referee.games.effervesce.rules import Effervesce
from referee.games.effervesce.table import Happening
from referee.kernel import Rule


class TurnOnly(Effervesce):
    """E-4 to E-16, the engine's own text; left out is E-3, the examination of hands after each exchange."""

    def check(self, t: Any, *moment: Any) -> Rule[None]:
        yield from ()

    def turn(self, t: Any) -> Rule[None]:
        yield from t.happen(Happening.TURN, t.mover, t.mover, [self.trade_until_done])
