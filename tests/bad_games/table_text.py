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
    stack = amount(0)  # refused: StackTable.stack hides what every table has under that name: give it another


class BadScalarOfTheKernel(Small):
    table_class = StackTable


class LeftTable(SmallTable):
    left = amount(0)


class BadCallOfTheHidden(Small):
    table_class = LeftTable

    def step(self, t: Any) -> Rule[None]:
        t.mover = t.left(t.mover)  # refused: t.left is a zone or scalar here and hides the table's own
        yield from self.lay_one(t, t.mover)


class SoundHiding(Small):
    """The method that is hidden is not called."""

    table_class = LeftTable

    def step(self, t: Any) -> Rule[None]:
        t.left = t.left + 1
        yield from self.lay_one(t, t.mover)


class MoveTable(SmallTable):
    move: Any = flag(False)  # refused: MoveTable.move hides


class BadScalarThatTheKernelCalls(Small):
    table_class = MoveTable


class FlightTable(SmallTable):
    flight: Any = zone(seen_by=everybody)  # refused: FlightTable.flight hides


class BadZoneOfTheKernel(Small):
    table_class = FlightTable


class OwnNamesTable(SmallTable):
    stacks = amount(0)
    row = flag(False)
    number = zone(seen_by=everybody)


class SoundNames(Small):
    table_class = OwnNamesTable
