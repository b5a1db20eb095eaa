"""Rows on the table: cards with an order, marks and links. A part of ``Table``."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING, Any

from referee.kernel.errors import Broken
from referee.kernel.places import End, Laid, Place, Row

if TYPE_CHECKING:
    from referee.kernel.algebra import Algebra
    from referee.kernel.watch import Watch


class Rows:
    """What ``Table`` can do with rows; not used by itself."""

    algebra: Algebra
    watch: Watch | None
    places: tuple[Place, ...]

    def top(self, row: Row, number: int) -> tuple[Laid, ...]:
        """The first cards of a row. Obligation: it has so many."""
        self.algebra.oblige(len(row.row) >= number, Broken.SHORTAGE, row, "has too few cards")
        return row.row[:number]

    def lay(
        self, cards: Iterable[Laid], source: Row, target: Row, *, at: End = End.BOTTOM, marks: tuple[Enum, ...] = ()
    ) -> tuple[Laid, ...]:
        """Cards of a row go to one end of another in the order given; gives them as they lie there.

        Their marks and links end; ``marks`` are put on them. Obligation: the source holds them.
        """
        going = tuple(cards)
        left = self._without(source, going)
        came = tuple([Laid(laid.kind, laid.copy, marks) for laid in going])
        source.row = left
        target.row = target.row + came if at is End.BOTTOM else came + target.row
        self._left(source, going)
        if self.watch is not None:
            self.watch.moved(came, source, target)
        return came

    def move_by_row(self, cards: Any, source: Place, target: Place) -> Any:
        """``Table.move`` where one of the places is a row: an unordered pile comes to its bottom in deck order."""
        deck = self.algebra.deck
        if isinstance(source, Row):
            going = cards if isinstance(cards, tuple) else self._find(source, deck.unpack(cards))
            source.row = self._without(source, going)
        else:
            pile = deck.pack([laid.kind for laid in cards]) if isinstance(cards, tuple) else cards
            source.pile = self.algebra.less(source.pile, pile, source, "to", target)
            going = self._named(deck.unpack(pile))
        came = tuple([Laid(laid.kind, laid.copy) for laid in going])
        if isinstance(target, Row):
            target.row += came
        else:
            target.pile = target.pile + deck.pack([laid.kind for laid in came])
        if isinstance(source, Row):
            self._left(source, going)
        return came

    def mark(self, row: Row, laid: Laid, *marks: Enum) -> Laid:
        """Give a card of a row these marks in place of those that it has; gives it as it lies there now."""
        return self._change(row, laid, laid._replace(marks=marks))

    def link(self, row: Row, cards: Iterable[Laid], link: int | None = None) -> tuple[Laid, ...]:
        """Join cards of a row to one linked group, a new one if none is given."""
        number = link or 1 + max((laid.link for laid in row.row), default=0)
        return tuple([self._change(row, laid, laid._replace(link=number)) for laid in cards])

    def unlink(self, row: Row, link: int) -> None:
        """A linked group falls apart; its cards stay where they are."""
        for laid in row.row:
            if laid.link == link:
                self._change(row, laid, laid._replace(link=0))

    def _change(self, row: Row, before: Laid, after: Laid) -> Laid:
        self._without(row, (before,))
        row.row = tuple([after if laid == before else laid for laid in row.row])
        if self.watch is not None:
            self.watch.marked(row, before, after)
        return after

    def _without(self, row: Row, going: tuple[Laid, ...]) -> tuple[Laid, ...]:
        left = tuple([laid for laid in row.row if laid not in going])
        self.algebra.oblige(len(left) + len(going) == len(row.row), Broken.SHORTAGE, row, "does not hold the cards")
        return left

    def _find(self, row: Row, kinds: list[int]) -> tuple[Laid, ...]:
        """Cards of those kinds in a row, the bottom-most of each first: of equal cards the last one goes."""
        found: list[Laid] = []
        for kind in kinds:
            laid = next((each for each in reversed(row.row) if each.kind == kind and each not in found), None)
            self.algebra.oblige(laid is not None, Broken.SHORTAGE, row, "does not hold the cards")
            assert laid is not None
            found.append(laid)
        return tuple(found)

    def _named(self, kinds: list[int]) -> tuple[Laid, ...]:
        """Cards that come into rows get the lowest copy numbers that no card in a row has."""
        taken = {(laid.kind, laid.copy) for place in self.places if isinstance(place, Row) for laid in place.row}
        named: list[Laid] = []
        for kind in kinds:
            copy = next(number for number in range(self.algebra.deck.copies[kind]) if (kind, number) not in taken)
            taken.add((kind, copy))
            named.append(Laid(kind, copy))
        return tuple(named)

    def _left(self, row: Row, gone: tuple[Laid, ...]) -> None:
        """What ends when a card leaves: its links (the rest of the group falls apart) and what the hook says."""
        for link in sorted({laid.link for laid in gone if laid.link}):
            self.unlink(row, link)
        if row.on_leave is not None:
            row.on_leave(self, row, gone)  # type: ignore[arg-type]
