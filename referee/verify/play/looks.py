"""The properties that a trial looks at together, prepared once: they are asked many thousands of times."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.kernel.game import Game
from referee.verify.properties import Kind, Property
from referee.verify.understood import only_looks

Prepared = tuple[Property, str, bool | None, Any]
"""A property, its name, the value that says nothing against it, and its claim: what is looked at most often."""


class Looks(list[Prepared]):
    """Properties in the order in which they are looked at."""

    __slots__ = ("_only_look", "trusted")

    def __init__(self, properties: Iterable[Property]) -> None:
        super().__init__(map(_prepared, properties))
        self._only_look: bool | None = None
        self.trusted = False
        """The table is not compared any more: they can only look."""

    def only_look(self, game: Game[Any]) -> bool:
        """Whether surely none of them writes to a table of the game: their text is read when it is first asked."""
        if self._only_look is None:
            self._only_look = all(only_looks(game, claim) for _, _, _, claim in self)
        return self._only_look


class Compared:
    """The looks of all trials of the same properties in this process between which the table was compared."""

    __slots__ = ("looks",)

    def __init__(self) -> None:
        self.looks = 0


_compared: dict[tuple[Any, ...], Compared] = {}


def compared(game: Game[Any], properties: Iterable[Property]) -> Compared:
    """That of these properties on tables of a game."""
    return _compared.setdefault((type(game), *[each.claim for each in properties]), Compared())


def _prepared(claimed: Property) -> Prepared:
    wanted = {Kind.ALWAYS: True, Kind.NEVER: False, Kind.POSSIBLE: False}.get(claimed.kind)
    return claimed, claimed.name, wanted, claimed.claim
