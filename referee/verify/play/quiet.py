"""Turns in which nobody is asked anything and nothing happens: play that its rules have forgotten to end."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NoReturn

from referee.kernel.requests import Chance, Draw, Lot, Pick, Roll, Shuffle
from referee.kernel.table import Table
from referee.verify.play.drivers import first_outcome

TURNS = 200
"""Turns that are played to see whether anything happens again."""


def counting_between(table: Table, before: Any, after: Any) -> frozenset[str] | None:
    """The names of what is higher in the second of two snapshots; None where anything else differs."""
    if before[0] != after[0]:
        return None
    counting = set()
    names = table._scalar_names
    pairs = list(zip(names, before[1], after[1], strict=True))
    each_names = [name for name, spec in type(table).scalar_specs.items() if spec.per_player]
    for name, old, new in zip(each_names, before[2], after[2], strict=True):
        pairs += [(name, one, other) for one, other in zip(old, new, strict=True)]
    for name, old, new in pairs:
        if old == new:
            continue
        if type(old) is not int or type(new) is not int or new < old:
            return None
        counting.add(name)
    return frozenset(counting)


def is_sure(event: Chance) -> bool:
    """Whether only one thing can come out."""
    if isinstance(event, Roll):
        return event.sides == 1
    if isinstance(event, Lot):
        return event.among == 1
    if isinstance(event, Shuffle):
        return not event.place.is_row or len(event.place.row) < 2
    assert isinstance(event, (Draw, Pick)), event
    deck, pile = event.table.deck, event.place.pile if isinstance(event, Draw) else event.pile
    return event.number in (0, deck.size(pile)) or len(set(deck.unpack(pile))) == 1


class Asked(BaseException):
    """Somebody is asked, or chance decides; rules cannot catch it by mistake."""


class Nobody:
    """A driver of steps in which nobody is asked, and nothing is left to chance."""

    symbolic = False

    def __init__(self) -> None:
        self.rules: list[Generator[Any, Any, Any]] = []
        self.transcript: list[Any] = []
        self.on_choice = None

    def choose(self, choice: Any) -> NoReturn:
        raise Asked

    def together(self, choices: Any) -> NoReturn:
        raise Asked

    def chance(self, event: Chance) -> Any:
        if not is_sure(event):
            raise Asked
        return first_outcome(event)
