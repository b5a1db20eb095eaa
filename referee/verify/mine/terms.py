"""What a table has that promises can be about, as texts in the words that properties are written in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from referee.kernel.game import Game
from referee.kernel.grids import GridSpec


@dataclass(frozen=True, slots=True)
class Term:
    """An amount: ``text`` gives it of the table ``t``, and of each player ``p`` where it is ``of_each``.

    ``words`` name it in a sentence, ``name`` in the name of a function. ``kind``: ``zone``, ``amount``, ``money``.
    """

    name: str
    text: str
    words: str
    kind: str
    of_each: bool = False

    @property
    def together(self) -> str:
        """The text of what all players have of it together."""
        return f"sum({self.text} for p in t.players)" if self.of_each else self.text


@dataclass(frozen=True, slots=True)
class Guard:
    """Where a promise is about part of the tables: ``text`` is true there, ``other`` elsewhere, both as texts."""

    text: str
    other: str
    words: str
    name: str
    zone: str = ""
    """The zone whose cards it is about."""


GOING_ON = Guard("t.outcome is None", "t.outcome is not None", "While play goes on", "while_play_goes_on")
OVER = Guard("t.outcome is not None", "t.outcome is None", "When it is over", "when_it_is_over")


def spoken(name: str) -> str:
    return name.replace("_", " ")


def zones_of(game: Game[Any]) -> Iterator[Term]:
    """The sizes of its zones; a board's squares are left out."""
    for name, spec in type(game).table_class.zone_specs.items():
        if isinstance(spec, GridSpec):
            continue
        if spec.per_player:
            yield Term(name, f"t.{name}[p].size", f"'{spoken(name)}' of a player", "zone", True)
        else:
            yield Term(name, f"t.{name}.size", f"'{spoken(name)}'", "zone")


def amounts_of(game: Game[Any]) -> Iterator[Term]:
    """Its numbers, and what players have won."""
    for name, spec in type(game).table_class.scalar_specs.items():
        if type(spec.start) is not int:
            continue
        if spec.per_player:
            yield Term(name, f"t.{name}[p]", f"'{spoken(name)}' of a player", "amount", True)
        else:
            yield Term(name, f"t.{name}", f"'{spoken(name)}'", "amount")
    yield Term("money", "t.balance(p)", "what a player has won", "money", True)


def guards_of(game: Game[Any], phases: dict[str, set[Any]]) -> Iterator[Guard]:
    """Conditions that a promise may be restricted to; ``phases`` are the values that were met of its enums."""
    yield GOING_ON
    yield OVER
    table = type(game).table_class
    for name, zone in table.zone_specs.items():
        if not (zone.per_player or isinstance(zone, GridSpec)):
            empty, some = f"t.{name}.is_empty", f"t.negate(t.{name}.is_empty)"
            yield Guard(some, empty, f"As long as '{spoken(name)}' has cards", f"with_{name}", name)
            yield Guard(empty, some, f"When '{spoken(name)}' is empty", f"without_{name}", name)
    for name, spec in table.scalar_specs.items():
        if spec.per_player:
            continue
        if type(spec.start) is bool:
            yes, no = f"t.{name}", f"t.negate(t.{name})"
            yield Guard(yes, no, f"Where '{spoken(name)}' is set", f"with_{name}")
            yield Guard(no, yes, f"Where '{spoken(name)}' is not set", f"without_{name}")
        for value in sorted(phases.get(name, ()), key=str):
            yes, no = f"t.{name}.name == {value.name!r}", f"t.{name}.name != {value.name!r}"
            word = str(value.name).lower()
            yield Guard(yes, no, f"Where '{spoken(name)}' is {spoken(word)}", f"in_{word}")


def phases_of(game: Game[Any]) -> list[str]:
    """The names of its scalars that are of an enum."""
    specs = type(game).table_class.scalar_specs.items()
    return [name for name, spec in specs if isinstance(spec.start, Enum) and not spec.per_player]
