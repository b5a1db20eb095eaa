"""Scales: smaller forms of a game that can be enumerated, declared beside its properties.

from referee.verify import scale

SCALES = [scale(players=[2], hand=2, suits=2, ranks=("2", "3", "5", "9"))]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game


@dataclass(frozen=True, slots=True)
class Scale:
    """Settings of a game, and the numbers of players at which it is explored with them.

    ``alternatives``: explore it also under other readings than the default, if a property states an expectation.
    ``effort`` says how far to search: 1 is usual. A search that does not reach its end is reported as bounded.
    """

    players: tuple[int, ...]
    settings: Mapping[str, Any]
    alternatives: bool = True
    effort: float = 1.0


def scale(players: Iterable[int], *, alternatives: bool = True, effort: float = 1.0, **settings: Any) -> Scale:
    """See ``Scale``; ``settings`` are parameters of the game by name."""
    return Scale(tuple(players), dict(settings), alternatives, effort)


def scales_of(module: ModuleType, game: type[Game[Any]]) -> tuple[list[Scale], list[str]]:
    """The ``SCALES`` of a file of properties, and a line about each for which there is no such game."""
    found: list[Scale] = []
    complaints: list[str] = []
    declared = getattr(module, "SCALES", ())
    if not isinstance(declared, (list, tuple)):
        return [], [f"{module.__file__}: SCALES: a list of scale(…) is wanted, and not {declared!r}"]
    for each in declared:
        try:
            if not isinstance(each, Scale):
                raise BadInput(f"{each!r} is not what scale(...) gives")
            for players in each.players:
                if type(players) is not int:
                    raise BadInput(f"numbers of players are wanted, and not {players!r}")
                game(players, settings=each.settings)
        except (BadInput, TypeError) as error:
            complaints.append(f"{module.__file__}: SCALES: {error}")
        else:
            found.append(each)
    return found, complaints
