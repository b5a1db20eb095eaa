"""Events of chance in stages of a few outcomes each, for programs that go through all of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from referee.kernel.requests import Chance, Draw, Pick, Roll, Shuffle
from referee.play.chance import likelihood, number_of_outcomes, outcomes

MOST_AT_ONCE = 1_000
"""Outcomes of one stage; an event with more of them comes card by card, or die by die."""


class Stages:
    """An event of chance. ``options`` are the outcomes of its next stage, by number, with their probabilities;
    ``take`` gives the outcome of the whole event, or None where a stage is left."""

    def __init__(self, event: Chance) -> None:
        self.event = event
        self.taken: list[int] = []
        self.whole: Sequence[Any] | None = None
        """All outcomes, where they come at once."""
        if number_of_outcomes(event) <= MOST_AT_ONCE:
            self.whole = outcomes(event)

    def options(self) -> list[tuple[int, Fraction]]:
        event = self.event
        if self.whole is not None:
            return [(number, likelihood(event, each)) for number, each in enumerate(self.whole)]
        if isinstance(event, Roll):
            return [(face, Fraction(1, event.sides)) for face in range(event.sides)]
        left = self._left()
        size = sum(left.values())
        return [(number, Fraction(many, size)) for number, many in sorted(left.items())]

    def _left(self) -> dict[int, int]:
        """What may come next, by number: how many cards of it are left. The number of a card in a row is that of the
        first one in the row that looks like it."""
        event = self.event
        if isinstance(event, Shuffle):
            look = event.place.contents()
            numbers = [look.index(each) for each in look]
        else:
            assert isinstance(event, (Draw, Pick)), event
            numbers = event.table.deck.unpack(event.place.pile if isinstance(event, Draw) else event.pile)
        left: dict[int, int] = {}
        for number in numbers:
            left[number] = left.get(number, 0) + 1
        for number in self.taken:
            left[number] -= 1
        return {number: many for number, many in left.items() if many}

    def take(self, number: int) -> Any:
        event = self.event
        self.taken.append(number)
        if self.whole is not None:
            return self.whole[number]
        if isinstance(event, Roll):
            return tuple([face + 1 for face in self.taken]) if len(self.taken) == event.number else None
        if isinstance(event, Shuffle):
            return self._order() if len(self.taken) == len(event.place.row) else None
        assert isinstance(event, (Draw, Pick)), event
        return event.table.deck.pack(self.taken) if len(self.taken) == event.number else None

    def _order(self) -> tuple[int, ...]:
        """The places of the cards that were taken: of those that look alike the first one comes first."""
        look = self.event.place.contents()  # type: ignore[attr-defined]
        places: dict[int, list[int]] = {}
        for at, each in enumerate(look):
            places.setdefault(look.index(each), []).append(at)
        return tuple([places[number].pop(0) for number in self.taken])
