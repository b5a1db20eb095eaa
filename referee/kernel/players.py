"""Players, as rules see them: opaque, compared with ``is``, never counted."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

_players: dict[int, Player] = {}

if TYPE_CHECKING:

    class Player:
        """One seat at the table. Rules get players from the table (``next``, ``left``, ``others``) only."""

        seat: int

        @staticmethod
        def at(seat: int) -> Player:
            """The player of a seat, counted from 0."""

        def plain(self) -> dict[str, int]:
            """As JSON data, told apart from a number."""

else:

    class Player(int):
        """There is one object for each seat in a process, so that ``is`` holds across tables and copies.

        At run time it is a number so that the places of each player can be looked up fast; the type checker
        does not know, and rules that count seats do not pass it.
        """

        def __new__(cls, seat):
            player = _players.get(seat)
            if player is None:
                player = _players[seat] = int.__new__(cls, seat)
                player.seat = int(seat)
            return player

        at = staticmethod(lambda seat: Player(seat))

        def plain(self):
            return {"seat": self.seat}

        def __bool__(self):
            return True

        def __reduce__(self):
            return Player, (int(self),)

        def __repr__(self):
            return f"seat {int(self)}"

        __str__ = __repr__


NO_PLAYER: Player = Player.at(1 << 30)
"""What a player-valued scalar holds before anybody is named: the place of no player."""


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
        return RIGHT if self is LEFT else LEFT


LEFT, RIGHT = Direction
