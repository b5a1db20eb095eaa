"""Cards one after the other, of which nobody knows how many there are: those of a row, and what rules take of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Items

Of = tuple[int, int]
"""A row, by its place, and since when no card has left it."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A card of a row: ``pile`` is that one card. ``of``: it lies there, as long as no card leaves that row. Its
    ``number`` is the same whenever a way is followed again."""

    pile: Pile
    number: int
    of: Of | None = None
    is_any: bool = False
    """Whether it stands for every card of its kind that a loop goes through."""
    but: frozenset[int] = frozenset()
    """The numbers of cards that it is not."""
    inside: frozenset[int] = frozenset()
    """The numbers of lines that it is one of, if it stands for every card; ``outside``: of those that it is not."""
    outside: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Order:
    """What is known of the order of a row: its first cards and its last ones, none of them twice. ``since``: no card
    has left it as long as this is the same; the ``number`` is another one whenever anything there has changed."""

    number: int
    since: int = field(compare=False)
    first: tuple[Laid, ...] = field(default=(), compare=False)
    last: tuple[Laid, ...] = field(default=(), compare=False)

    @property
    def at_ends(self) -> frozenset[int]:
        """The numbers of the cards that are known."""
        return numbers((*self.first, *self.last))


class SoMany:
    """So many things as nobody knows: in place of the items of a list, or by itself. What asks for each is not
    followed."""

    __slots__ = ()
    length: Term

    def _each(self, *_: Any) -> Any:
        raise NotFollowed("each of so many cards as nobody knows")

    __bool__ = __len__ = __iter__ = __getitem__ = __contains__ = __setitem__ = __delitem__ = _each
    insert = pop = clear = _each

    @property
    def items(self) -> list[Any]:
        return self._each()  # type: ignore[no-any-return]


class Collects(SoMany):
    """What a loop has collected before the pass that is followed: what comes is noted (``got``), and nobody can ask
    what is there."""

    __slots__ = ("got",)

    def __init__(self) -> None:
        self.got: list[Any] = []

    def append(self, thing: Any) -> None:
        self.got.append(thing)


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
    but: frozenset[int] = frozenset()
    """The numbers of cards that are none of these."""
    number: int = 0
    """Whatever has this number, if it is not 0, has the same cards; it is the same whenever a way is followed again."""
    within: frozenset[int] = frozenset()
    """The numbers of lines in which all of these are."""

    @property
    def length(self) -> Term:
        return self.pile.size()

    @property
    def around(self) -> frozenset[int]:
        """The numbers of lines in which all of some of these are."""
        return self.within | {self.number} if self.number else self.within

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

    @property
    def pile(self) -> Pile:
        return self.line.pile

    @property
    def is_known(self) -> bool:
        return False


@dataclass(frozen=True, slots=True, eq=False)
class FoundOf(KindsOf):
    """What was found of each card of a line, in their order: by the classes of which one may lie there a number or a
    truth, the same for all cards of a class."""

    found: dict[int, Any]


def of_row(thing: Any) -> Line | KindsOf | None:
    """The cards of a row, or their kinds, or what was found of them, if that is what a list or a tuple has."""
    inside = thing.items if type(thing) is Items else thing
    return inside if isinstance(inside, (Line, KindsOf)) else None


def numbers(cards: Iterable[Laid]) -> frozenset[int]:
    return frozenset([each.number for each in cards])


def joined(one: Line, other: Line) -> Line:
    """Cards, and others behind them."""
    pile, grown, but = one.pile.plus(other.pile), one.row or other.row, one.but & other.but
    if one.is_known:
        return Line(pile, (*one.first, *other.first), other.last, grown=grown, but=but)
    last = (*one.last, *other.first) if other.is_known else other.last
    return Line(pile, one.first, last, grown=grown, but=but)


def in_any_order(of: Line | KindsOf) -> Line | KindsOf:
    """The same things in an order of which nothing is known."""
    line = of if isinstance(of, Line) else of.line
    mixed = replace(line, first=(), last=(), row=None, grown=None)
    return mixed if isinstance(of, Line) else replace(of, line=mixed)


def backward(line: Line) -> Line:
    """The same cards from the last to the first."""
    first, last = tuple(reversed(line.last)), tuple(reversed(line.first))
    first, last = (last, ()) if line.is_known else (first, last)
    return replace(line, first=first, last=last, row=None, grown=None)


def turned(of: Line | KindsOf) -> Line | KindsOf:
    """The same things from the last to the first."""
    return backward(of) if isinstance(of, Line) else replace(of, line=backward(of.line))


def are_same(one: Line, other: Line) -> bool:
    """Whether two lines are the same cards in the same order."""
    return one is other or (one.row is not None and one.row == other.row)


def less(pile: Pile, cards: Sequence[Laid]) -> Pile:
    """A pile without these cards."""
    return pile.plus_all([each.pile for each in cards], -1)
