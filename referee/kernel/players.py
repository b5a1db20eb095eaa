"""Players, as rules see them: opaque, compared with ``is``, never counted."""

from __future__ import annotations

from enum import Enum
from typing import Any


class Player:
    """One seat at the table. Rules get players from the table (``next``, ``left``, ``others``) only.

    There is one object for each seat in a process, so that ``is`` holds across tables and copies.
    """

    __slots__ = ("seat",)
    _all: list[Player] = []

    def __init__(self, seat: int) -> None:
        self.seat = seat

    @staticmethod
    def at(seat: int) -> Player:
        if seat < 0:
            return NO_PLAYER
        while len(Player._all) <= seat:
            Player._all.append(Player(len(Player._all)))
        return Player._all[seat]

    def plain(self) -> dict[str, int]:
        """As JSON data, told apart from a number."""
        return {"seat": self.seat}

    def __reduce__(self) -> Any:
        return Player.at, (self.seat,)

    def __repr__(self) -> str:
        return f"seat {self.seat}"


NO_PLAYER = Player(-1)
"""What a player-valued scalar holds before anybody is named."""


class Option(Enum):
    """The base of enums whose members are chosen or name the arms of a choice.

    Members are hashed by identity, which is quick; ``Enum`` would hash their names anew each time.
    """

    __hash__ = object.__hash__


class Audience(Enum):
    """Who sees the faces of the cards in a zone, or a scalar, at all times."""

    OWNER = "owner"
    EVERYBODY = "everybody"
    NOBODY = "nobody"


owner, everybody, nobody = Audience.OWNER, Audience.EVERYBODY, Audience.NOBODY


class Direction(Enum):
    """Of play. Left is clockwise as the players sit."""

    LEFT = 1
    RIGHT = -1

    @property
    def reversed(self) -> Direction:
        return Direction.RIGHT if self is Direction.LEFT else Direction.LEFT
