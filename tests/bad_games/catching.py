"""A broken obligation must be seen: rules catch nothing."""

from contextlib import suppress
from typing import Any

from referee.kernel import Rule, RuleFault
from tests.bad_games.small import Small


class BadTry(Small):
    def step(self, t: Any) -> Rule[None]:
        try:  # not understood
            yield from self.draw_one(t, t.mover)
        except RuleFault:
            t.closed = True


class BadFinally(Small):
    def step(self, t: Any) -> Rule[None]:
        try:  # not understood
            yield from self.draw_one(t, t.mover)
        finally:
            t.closed = True


class BadSuppress(Small):
    def step(self, t: Any) -> Rule[None]:
        with suppress(RuleFault):  # not understood
            yield from self.draw_one(t, t.mover)


class SoundCondition(Small):
    def step(self, t: Any) -> Rule[None]:
        if t.stock.size >= 1:
            yield from self.draw_one(t, t.mover)
        else:
            t.closed = True
