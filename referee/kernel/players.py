"""Players, as rules see them: opaque, compared with ``is``, never counted."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any

_players: dict[int, Player] = {}

if TYPE_CHECKING:

    class Player:
        """One player. Rules get players only from the table (``next``, ``left``, ``others``), and compare them with
        ``is``. ``seat``, from 0, is for those who look on."""

        seat: int

        @staticmethod
        def at(seat: int) -> Player:
            """The player of a seat, counted from 0."""

        def plain(self) -> dict[str, int] | None:
            """The player as JSON data that differs from a number; null is no player."""

else:

    class Player(int):
        """There is one object for each seat in a process, so that ``is`` holds across tables and copies.

        At run time it is a number, so that the places of each player can be looked up fast. The type checker does not
        know this, and rejects rules that count seats.
        """

        def __new__(cls, seat):
            player = _players.get(seat)
            if player is None:
                player = _players[seat] = int.__new__(cls, seat)
                player.seat = int(seat)
            return player

        at = staticmethod(lambda seat: Player(seat))

        def plain(self):
            return None if self is NO_PLAYER else {"seat": self.seat}

        def __bool__(self):
            return True

        def __reduce__(self):
            return Player, (int(self),)

        def __repr__(self):
            return f"seat {int(self)}"

        __str__ = __repr__


NO_PLAYER: Player = Player.at(1 << 30)
"""The value of a player scalar before anybody is named: no player."""


class Option(Enum):
    """The base of enums whose members are chosen or name the arms of a choice.

    Members are hashed by identity, which is quick; ``Enum`` would hash their names each time.
    """

    __hash__ = object.__hash__


class Audience:
    """Who sees the faces of the cards in a zone, or a scalar, at all times: a function of the owner and a player.

    ``Audience("partners", lambda owner, player: …)`` makes one of your own. ``owner`` is None for what belongs to
    nobody; ``name`` is for people. The ``function`` may look at nothing that changes during a match.
    """

    __slots__ = ("function", "name")

    def __init__(self, name: str, function: Callable[[Player | None, Player], bool]) -> None:
        self.name, self.function = name, function

    def includes(self, owner: Player | None, player: Player) -> bool:
        """Whether that player sees what belongs to ``owner``."""
        return self.function(owner, player)

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> Any:
        return (_named_audience, (self.name,)) if NAMED.get(self.name) is self else object.__reduce__(self)


owner = Audience("owner", lambda owner, player: owner is player)
"""The player whose zone or scalar it is."""
everybody = Audience("everybody", lambda owner, player: True)
nobody = Audience("nobody", lambda owner, player: False)
others = Audience("others", lambda owner, player: owner is not player)
"""All but the owner."""


def team(game: Any) -> Audience:
    """The owner and all of his team (see ``Game.teams``); give it as ``seen_by=team``."""
    return Audience("team", lambda owner, player: owner is not None and game.team_of(owner) == game.team_of(player))


NAMED = {each.name: each for each in (owner, everybody, nobody, others)}


def _named_audience(name: str) -> Audience:
    return NAMED[name]


class Direction(Enum):
    """The direction of play. Left is clockwise, as the players sit."""

    LEFT = 1
    RIGHT = -1

    @property
    def reversed(self) -> Direction:
        """The other one."""
        return RIGHT if self is LEFT else LEFT


LEFT, RIGHT = Direction
