"""What everybody has of a match that is not over: the methods of a game that say so, read as rules are."""

from __future__ import annotations

from typing import Any


def standing(game: Any, t: Any) -> list[Any]:
    had, found = game.standing(t), []
    for seat in range(game.players):
        found.append(had[seat])
    return found


def evaluation(game: Any, t: Any) -> list[Any] | None:
    had = game.evaluation(t)
    if had is None:
        return None
    found = []
    for seat in range(game.players):
        found.append(had[seat])
    return found


STANDINGS: dict[str, Any] = {"standing": standing, "evaluation": evaluation}
