"""The methods of a table and the functions of a game's module are rule text as well."""

import random
from typing import Any

from referee.kernel import Player, Rule
from tests.bad_games.small import Small, SmallTable


class BadBoard(SmallTable):
    def anybody(self) -> Player:
        return random.choice(self.players)  # refused: rules are pure


class BadTableText(Small):
    table_class = BadBoard

    def step(self, t: Any) -> Rule[None]:
        t.mover = t.anybody()
        yield from self.lay_one(t, t.mover)


class SoundBoard(SmallTable):
    def somebody(self) -> Player:
        return self.players[0]


class SoundTableText(Small):
    table_class = SoundBoard

    def step(self, t: Any) -> Rule[None]:
        t.mover = t.somebody()
        yield from self.lay_one(t, t.mover)
