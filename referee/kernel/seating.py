"""Seats and the order of turns: a part of ``Table``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.kernel.players import LEFT, Direction, Player

if TYPE_CHECKING:
    from referee.kernel.game import Game


class Seating:
    """The seats of ``Table``; not used by itself."""

    __slots__ = ()

    game: Game[Any]
    players: tuple[Player, ...]
    direction: Direction
    dealing: bool
    _left_of: Any
    _right_of: Any
    _leftwards: Any
    _rightwards: Any
    """Everybody from a player on, on either side: nobody has no seat to begin at."""

    def left(self, player: Player) -> Player:
        """The neighbour on the left, whatever the direction of play."""
        return self._left_of[player]  # type: ignore[no-any-return]

    def right(self, player: Player) -> Player:
        """The neighbour on the right, whatever the direction of play."""
        return self._right_of[player]  # type: ignore[no-any-return]

    def next(self, player: Player) -> Player:
        """The neighbour in the direction of play."""
        return (self._left_of if self.direction is LEFT else self._right_of)[player]  # type: ignore[no-any-return]

    def others(self, player: Player) -> tuple[Player, ...]:
        """Everybody else, in the direction of play from the player's neighbour on."""
        return self.everyone_from(player)[1:]

    def everyone_from(self, player: Player) -> tuple[Player, ...]:
        """Everybody, in the direction of play."""
        return (self._leftwards if self.direction is LEFT else self._rightwards)[player]  # type: ignore[no-any-return]

    def team(self, player: Player) -> tuple[Player, ...]:
        """The players of his team, himself among them, as they sit. See ``Game.teams``."""
        team_of = self.game.team_of
        return tuple([each for each in self.players if team_of(each) == team_of(player)])

    def partners(self, player: Player) -> tuple[Player, ...]:
        """The others of his team."""
        return tuple([each for each in self.team(player) if each is not player])

    def first_seat(self) -> Player:
        """The first seat at the table. Only while dealing: no rule may prefer a seat by number."""
        assert self.dealing, "first_seat() is for deal() only: keep the player in a scalar"
        return self.players[0]
