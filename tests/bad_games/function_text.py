"""A function beside the class of a game is rule text."""

from typing import Any

from referee.kernel import Rule, RuleFault
from tests.bad_games.small import Small


def safely_empty(t: Any) -> Any:
    try:  # not understood
        return t.stock.is_empty
    except RuleFault:
        return True


class BadFunctionText(Small):
    def step(self, t: Any) -> Rule[None]:
        if not safely_empty(t):
            yield from self.draw_one(t, t.mover)
