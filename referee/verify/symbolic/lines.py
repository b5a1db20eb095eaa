"""Cards one after the other, of which nobody knows how many there are: those of a row, and what rules take of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed

_numbers = count(1)
Of = tuple[int, object]
"""A row, by its place, and since when no card has left it."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A card of a row: ``pile`` is that one card. ``of``: it lies there, as long as no card leaves that row."""

    pile: Pile
    of: Of | None = None
    number: int = field(default_factory=lambda: next(_numbers))


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """What is known of the order of a row: its first cards and its last ones, none of them twice. ``since``: no card
    has left it as long as this is the same."""

    since: object = field(default_factory=object)
    first: tuple[Laid, ...] = ()
    last: tuple[Laid, ...] = ()


class SoMany:
    """So many things as nobody knows: in place of the items of a list, or by itself. What asks for each is not
    followed."""

    __slots__ = ()
    length: Term

    def _each(self, *_: Any) -> Any:
        raise NotFollowed("each of so many cards as nobody knows")

    __bool__ = __len__ = __iter__ = __getitem__ = __contains__ = _each

    @property
    def items(self) -> list[Any]:
        return self._each()  # type: ignore[no-any-return]


class CardsBefore(SoMany):
    """What a loop has collected before the pass that is followed: more may come, and nobody can ask what is there."""

    __slots__ = ()

    def append(self, _: Any) -> None:
        pass


@dataclass(frozen=True, slots=True, eq=False)
class Line(SoMany):
    """Cards one after the other, each once. ``of``: they lie in that row, as long as no card leaves it. ``row`` is the
    order of the row whose cards these are, all and in that order; ``grown``: with others behind or before them."""

    pile: Pile
    first: tuple[Laid, ...] = ()
    last: tuple[Laid, ...] = ()
    of: Of | None = None
    row: Order | None = None
    grown: Order | None = None

    @property
    def length(self) -> Term:
        return self.pile.size()

    @property
    def is_known(self) -> bool:
        """Whether each card is among the first ones."""
        length = self.length
        return isinstance(length, int) and length == len(self.first)

    @property
    def items(self) -> list[Any]:
        return [replace(each, of=self.of) for each in self.first] if self.is_known else self._each()


@dataclass(frozen=True, slots=True, eq=False)
class KindsOf(SoMany):
    """The kinds of the cards of a line, in their order."""

    line: Line

    @property
    def length(self) -> Term:
        return self.line.length


def less(pile: Pile, cards: Sequence[Laid]) -> Pile:
    """A pile without these cards."""
    for each in cards:
        pile = pile.plus(each.pile, -1)
    return pile
