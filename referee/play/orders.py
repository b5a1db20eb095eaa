"""The order of cards in rows that a seat does not see, as far as it knows.

Everybody sees where cards are put and taken. A player who saw their faces on the way knows what lies there, until the
row is shuffled or something is taken back.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.places import Laid, Place

Known = list["str | None"]
"""The names of the cards of a row in order, None where a card is not known."""


@dataclass(frozen=True, slots=True)
class Shift:
    """Where the cards of a move lay in the row that they left, and where they lie in the row that they came to.

    ``left`` are positions; ``came`` is the first position. Either is None where there is no hidden row, or where it is
    not known.
    """

    source: str
    target: str
    number: int
    left: tuple[int, ...] | None
    came: int | None
    sizes: tuple[int, int]
    """The sizes of both places now."""


class HiddenRows:
    """The rows that somebody does not see, as they lay when something last happened to them."""

    def __init__(self, places: Iterable[Place], players: Iterable[Any]) -> None:
        hidden = [each for each in places if each.is_row and not all(each.sees(player) for player in players)]
        self.rows: dict[Place, tuple[Laid, ...]] = dict.fromkeys(hidden, ())
        self.look()

    def look(self) -> None:
        for place in self.rows:
            self.rows[place] = place.row

    def observe(self, entry: Sequence[Any]) -> Shift | None:
        """What an event has changed: for a move where cards were taken and put."""
        if self.rows:
            if entry[0] == "move":
                return self.shift(*entry[1:])
            self.look()
        return None

    def shift(self, cards: Any, source: Place, target: Place) -> Shift | None:
        """The change of these rows by a move; None where there is none. Call it after the move."""
        rows = self.rows
        if not (source in rows or target in rows) or not cards:
            return None
        left: tuple[int, ...] | None = None
        came: int | None = None
        if source in rows:
            where = {laid.number: at for at, laid in enumerate(rows[source])}
            if all(laid.number in where for laid in cards):
                left = tuple([where[laid.number] for laid in cards])
            rows[source] = source.row
        if target in rows:
            lying, coming = [laid.number for laid in target.row], [laid.number for laid in cards]
            first = lying.index(coming[0]) if coming[0] in lying else len(lying)
            if lying[first : first + len(coming)] == coming:
                came = first
            rows[target] = target.row
        sizes = len(source.row) if source.is_row else 0, len(target.row) if target.is_row else 0
        return Shift(source.full_name, target.full_name, len(cards), left, came, sizes)


class Orders:
    """The knowledge of one seat; ``known`` has the rows that it does not see."""

    def __init__(self, sizes: Mapping[str, int]) -> None:
        self.known: dict[str, Known] = {name: [None] * size for name, size in sizes.items()}

    def moved(self, shift: Shift, names: Sequence[str] | None) -> None:
        """``names``: the cards, where the seat saw them."""
        known = self.known
        departed: Known = [None] * shift.number
        if shift.source in known:
            row = known[shift.source]
            if shift.left is None or max(shift.left) >= len(row):
                known[shift.source] = [None] * shift.sizes[0]
                if shift.source == shift.target:
                    return
            else:
                departed = [row[at] for at in shift.left]
                known[shift.source] = [each for at, each in enumerate(row) if at not in shift.left]
        if shift.target in known:
            row = known[shift.target]
            if shift.came is None or shift.came > len(row):
                known[shift.target] = [None] * shift.sizes[1]
            else:
                row[shift.came : shift.came] = departed if names is None else names

    def shuffled(self, name: str) -> None:
        if name in self.known:
            self.known[name] = [None] * len(self.known[name])

    def swapped(self, one: str, other: str, came: Mapping[str, Known]) -> None:
        """Two rows changed places. ``came``: what lies now where the seat saw the other row before."""
        rows = {name: self.known[name] for name in (one, other) if name in self.known}
        for name, from_there in ((one, other), (other, one)):
            if name in rows:
                self.known[name] = rows[from_there] if from_there in rows else came[name]

    def plain(self) -> dict[str, Known]:
        """The orders as JSON data, without rows of which nothing is known."""
        return {name: list(row) for name, row in self.known.items() if any(row)}


def arranged(cards: Sequence[str], known: Known, first: Sequence[str | None], rng: random.Random) -> list[str] | None:
    """Cards in a random order that agrees with what is known of it; None where no order does.

    They begin with ``first``, where nothing else is known of a place; None in it is any card.
    """
    rest = Counter(cards)
    rest.subtract([each for each in known if each is not None])
    if len(known) != len(cards) or any(number < 0 for number in rest.values()):
        return None
    free = list(rest.elements())
    rng.shuffle(free)
    laid = list(known)
    for at, card in enumerate(first[: len(laid)]):
        if laid[at] is None and card in free:
            free.remove(card)
            laid[at] = card
    coming = iter(free)
    return [next(coming) if each is None else each for each in laid]


def agrees(row: Sequence[str], known: Known) -> bool:
    """Whether cards that lie in that order are what is known of them."""
    return len(row) == len(known) and all(one is None or one == card for one, card in zip(known, row, strict=True))
