"""The methods of a table and the functions of a game's module are rule text as well."""

import random
from typing import Any

from referee.kernel import Player, Rule, amount, everybody, flag, zone
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


class StackTable(SmallTable):
    stack = amount(0)  # refused: every table has a 'stack' of its own, which StackTable hides: call it otherwise


class BadScalarOfTheKernel(Small):
    table_class = StackTable


class LeftTable(SmallTable):
    left = flag(False)  # refused: every table has a 'left' of its own


class BadScalarAsAMethod(Small):
    table_class = LeftTable


class FlightTable(SmallTable):
    flight: Any = zone(seen_by=everybody)  # refused: every table has a 'flight' of its own


class BadZoneOfTheKernel(Small):
    table_class = FlightTable


class OwnNamesTable(SmallTable):
    stacks = amount(0)
    row = flag(False)
    number = zone(seen_by=everybody)


class SoundNames(Small):
    table_class = OwnNamesTable
