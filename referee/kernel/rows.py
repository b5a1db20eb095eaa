"""Rows on the table: cards with an order, marks and links. A part of ``Table``.

A card in a row is named by its ``Laid``. Rules may keep one while the card is marked, linked or laid into another row:
it is found by its number, and the table gives back the card as it lies now.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from enum import Enum
from math import comb
from typing import TYPE_CHECKING, Any

from referee.kernel.errors import Broken
from referee.kernel.places import End, Laid, Place, Row, listed
from referee.kernel.players import Player
from referee.kernel.rule_types import AnyAmount
from referee.kernel.spaces import Arms, Space

if TYPE_CHECKING:
    from referee.kernel.algebra import Algebra
    from referee.kernel.requests import Choice
    from referee.kernel.watch import Watch


def _in_order(marks: Iterable[Enum]) -> tuple[Enum, ...]:
    """Each mark once, by its name: cards with the same marks are equal, however they came by them."""
    together = {mark.name: mark for mark in marks}
    return tuple([together[name] for name in sorted(together)])


def _on_their_way(cards: tuple[Laid, ...], marks: tuple[Enum, ...]) -> tuple[Laid, ...]:
    """Cards that leave a row, with these marks alone and no links; most have none, and stay the same objects."""
    return tuple(
        [laid if laid.marks == marks and not laid.link else Laid(laid.kind, laid.number, marks) for laid in cards]
    )


class Rows:
    """The operations of ``Table`` on rows; not used by itself."""

    algebra: Algebra
    watch: Watch | None
    places: tuple[Place, ...]
    cards_numbered = 0
    """The number of cards that have come into rows: each gets the next number."""

    # -- looking ----------------------------------------------------------------------------------------

    def top(self, row: Row, number: AnyAmount) -> tuple[Laid, ...]:
        """The first cards of a row. Obligation: it has so many, and the number of them is not negative."""
        self.algebra.oblige(row.size >= number, Broken.SHORTAGE, row, "has too few cards")
        self.algebra.oblige(number >= 0, Broken.SHORTAGE, "fewer than no cards are to be taken off", row)
        return row.row[:number]  # type: ignore[index]

    def lies(self, laid: Laid, row: Row) -> bool:
        """Whether that very card lies in the row now."""
        number = laid.number
        return any(each.number == number for each in row.row)

    def group_of(self, laid: Laid, row: Row) -> tuple[Laid, ...]:
        """A card with all that are linked with it. Obligation: it lies there."""
        (laid,) = self._lying(row, (laid,))
        return tuple([each for each in row.row if each.link == laid.link]) if laid.link else (laid,)

    # -- moving -----------------------------------------------------------------------------------------

    def lay(
        self, cards: Any, source: Place, target: Row, *, at: End = End.BOTTOM, marks: tuple[Enum, ...] = ()
    ) -> tuple[Laid, ...]:
        """Cards go to one end of a row in the given order (a pile: in the order of the deck). The result are the cards
        as they lie.

        Their marks and links end; ``marks`` are put on them. Obligation: the source holds them.
        """
        self._between(source, target)
        if not target.is_row:
            self.algebra.oblige(False, Broken.RAISED, target, "is a bag: cards are laid into rows")
        going, came = self._take(listed(cards), source, marks)
        target.row = target.row + came if at is End.BOTTOM else came + target.row
        if isinstance(source, Row):
            self._left(source, going)
        if self.watch is not None:
            self.watch.moved(came, source, target)
        return came

    def move_by_row(self, cards: Any, source: Place, target: Place) -> Any:
        """``Table.move`` where one of the places is a row: cards come to its bottom."""
        self._between(source, target)
        going, came = self._take(listed(cards), source, ())
        if isinstance(target, Row):
            target.row += came
        else:
            target.restore(target.pile + self.algebra.deck.pack([laid.kind for laid in came]))
        if isinstance(source, Row):
            self._left(source, going)
        return came

    # -- marks and links --------------------------------------------------------------------------------

    def mark(self, row: Row, laid: Laid, *marks: Enum) -> Laid:
        """Put marks on a card of a row, beside those that it has; gives it as it lies there now."""
        (before,) = self._lying(row, (laid,))
        return self._change(row, before, before._replace(marks=_in_order((*before.marks, *marks))))

    def unmark(self, row: Row, laid: Laid, *marks: Enum) -> Laid:
        """Take marks off a card of a row, all of them if none is named."""
        (before,) = self._lying(row, (laid,))
        kept = tuple([mark for mark in before.marks if marks and mark not in marks])
        return self._change(row, before, before._replace(marks=kept))

    def link(self, row: Row, cards: Iterable[Laid]) -> tuple[Laid, ...]:
        """Join cards of a row to one new linked group."""
        taken = [laid.link for laid in row.row]
        number = min([each for each in range(1, len(taken) + 2) if each not in taken])
        return tuple([self._change(row, laid, laid._replace(link=number)) for laid in self._lying(row, tuple(cards))])

    def unlink(self, row: Row, link: int) -> None:
        """A linked group falls apart; its cards stay where they are."""
        apart = tuple([self._change(row, laid, laid._replace(link=0)) for laid in row.row if laid.link == link])
        if row.on_break is not None and apart:
            row.on_break(self, row, apart)  # type: ignore[arg-type]

    # -- how it is done ---------------------------------------------------------------------------------

    def _between(self, source: Place, target: Place) -> None:
        """Obligation: both are places of this table. What was copied, or belongs to another, would keep its cards."""
        places = self.places
        if places[source.number] is not source or places[target.number] is not target:
            self.algebra.oblige(False, Broken.RAISED, source, "and", target, "are not both places of this table")

    def _change(self, row: Row, before: Laid, after: Laid) -> Laid:
        if after != before:
            row.row = tuple([after if laid is before else laid for laid in row.row])
            if self.watch is not None:
                self.watch.marked(row, before, after)
        return after

    def _lying(self, row: Row, cards: tuple[Laid, ...]) -> tuple[Laid, ...]:
        """Cards as they lie in a row now. Obligation: they lie there."""
        lying = {laid.number: laid for laid in row.row}
        found = tuple([lying[laid.number] for laid in cards if laid.number in lying])
        self.algebra.oblige(len(found) == len(cards), Broken.SHORTAGE, row, "does not hold the cards")
        return found

    def _take(self, cards: Any, source: Place, marks: tuple[Enum, ...]) -> tuple[tuple[Laid, ...], tuple[Laid, ...]]:
        """Take cards out of a place; gives them as they lay there and as they go on."""
        if len(marks) > 1:
            marks = _in_order(marks)
        going: tuple[Laid, ...]
        if isinstance(source, Row):
            if isinstance(cards, tuple) and cards == source.row[: len(cards)]:  # off the top: payments, draws
                source.row = source.row[len(cards) :]
                return cards, _on_their_way(cards, marks)
            if isinstance(cards, tuple) and cards == source.row[-len(cards) :]:  # off the bottom: discard piles
                source.row = source.row[: -len(cards)]
                return cards, _on_their_way(cards, marks)
            going = self._lying(source, cards) if isinstance(cards, tuple) else self._found(source, cards)
            gone = frozenset([laid.number for laid in going])
            left = tuple([laid for laid in source.row if laid.number not in gone])
            once = len(left) + len(going) == len(source.row)
            self.algebra.oblige(once, Broken.SHORTAGE, source, "has each card once")
            source.row = left
            return going, _on_their_way(going, marks)
        deck = self.algebra.deck
        pile = deck.pack([laid.kind for laid in cards]) if isinstance(cards, tuple) else cards
        source.restore(self.algebra.less(source.pile, pile, source, "to a row"))
        first = self.cards_numbered
        going = tuple([Laid(kind, first + place, marks) for place, kind in enumerate(deck.unpack(pile), 1)])
        self.cards_numbered += len(going)
        return going, going

    def _found(self, row: Row, pile: Any) -> tuple[Laid, ...]:
        """Cards of the kinds of a pile in a row; of equal cards the last ones."""
        wanted = dict(self.algebra.deck.counts(pile))
        found: list[Laid] = []
        for laid in reversed(row.row):
            if wanted.get(laid.kind):
                wanted[laid.kind] -= 1
                found.append(laid)
        self.algebra.oblige(not any(wanted.values()), Broken.SHORTAGE, row, "does not hold the cards")
        return tuple(sorted(found, key=lambda laid: laid.kind))

    def _left(self, row: Row, cards: tuple[Laid, ...]) -> None:
        """Cards have left: their links end (the rest of a group falls apart), and the row's hook runs."""
        links = [laid.link for laid in cards if laid.link]
        for link in sorted(set(links)) if links else ():
            self.unlink(row, link)
        if row.on_leave is not None:
            row.on_leave(self, row, cards)  # type: ignore[arg-type]


class OneOfRow(Space[Laid]):
    """One of some cards (``among``) of a ``row``, told apart by where they lie: JSON data is the position, from 0."""

    __slots__ = ("among", "row", "viewer")

    of_rows = True

    def __init__(self, row: Row, among: Iterable[Laid]) -> None:
        self.row = row
        self.viewer: Player | None = None
        """The player who answers (``shown_to``) is told faces only where he sees them."""
        self.among = tuple(among)

    def count(self) -> int:
        return len(self.among)

    def nth(self, number: int) -> Laid:
        return self.among[number]

    def admits(self, answer: Any) -> bool:
        return type(answer) is Laid and answer in self.among

    def describe(self) -> dict[str, Any]:
        return {"space": "one of a row", **_described(self)}

    def plain(self, answer: Laid) -> Any:
        return self.row.row.index(answer)

    def read(self, data: Any) -> Laid:
        return _read(self.row, self.among, data)


class SomeOfRow(Space[tuple[Laid, ...]]):
    """The answer is ``least`` to ``most`` of some cards (``among``) of a ``row``, in the order in which they lie.
    ``viewer`` is as in ``OneOfRow``."""

    __slots__ = ("among", "least", "most", "row", "viewer")

    of_rows = True

    def __init__(self, row: Row, among: Iterable[Laid], least: AnyAmount, most: AnyAmount) -> None:
        self.row = row
        self.viewer: Player | None = None
        self.among = tuple(among)
        self.least: Any = least
        self.most: Any = most

    def count(self) -> int:
        most = min(self.most, len(self.among))
        return sum([comb(len(self.among), size) for size in range(max(self.least, 0), most + 1)])

    def nth(self, number: int) -> tuple[Laid, ...]:
        size = max(self.least, 0)
        while number >= comb(len(self.among), size):
            number -= comb(len(self.among), size)
            size += 1
        chosen: list[Laid] = []
        for place, laid in enumerate(self.among, 1):
            ways = comb(len(self.among) - place, size - len(chosen) - 1) if len(chosen) < size else 0
            if number < ways:
                chosen.append(laid)
            else:
                number -= ways
        return tuple(chosen)

    def admits(self, answer: Any) -> bool:
        if type(answer) is not tuple or not self.least <= len(answer) <= self.most:
            return False
        places = [self.among.index(each) for each in answer if each in self.among]
        return len(places) == len(answer) and places == sorted(set(places))

    def describe(self) -> dict[str, Any]:
        return {
            "space": "some of a row",
            **_described(self),
            "least": self.least,
            "most": self.most,
        }

    def plain(self, answer: tuple[Laid, ...]) -> Any:
        return [self.row.row.index(each) for each in answer]

    def read(self, data: Any) -> tuple[Laid, ...]:
        if not isinstance(data, list):
            raise ValueError("a list of positions is wanted")
        cards = [_read(self.row, self.among, each) for each in data]
        answer = tuple(sorted(cards, key=self.among.index))
        if not self.admits(answer):
            raise ValueError(f"{self.least} to {self.most} cards are wanted, each once")
        return answer


def shown_to(space: Space[Any], player: Player) -> None:
    """Say who will answer: of cards of a row that he does not see he is told the place alone. ValueError: a card
    that is offered does not lie there, as it lies there now, and has no place."""
    if isinstance(space, Arms):
        for each in space.arms.values():
            if each.of_rows:  # asked at every question: a call for each arm takes longer
                shown_to(each, player)
    elif isinstance(space, (OneOfRow, SomeOfRow)):
        space.viewer = player
        lying, among = space.row.row, space.among
        if among is lying:
            return
        rest = iter(lying)
        for laid in among:  # mostly they stand in this order
            if laid not in rest:
                break
        else:
            return
        if not all(laid in lying for laid in among):
            raise ValueError(f"a card is offered that does not lie in {space.row.name}, as it lies there now")


def shown_to_each(choices: Iterable[Choice]) -> None:
    """The same of choices that are put at once. Several may have been given one space: each gets a copy of his own, for
    not everybody is told the same."""
    for choice in choices:
        choice.space = _copied(choice.space)
        shown_to(choice.space, choice.decider)


def _copied(space: Space[Any]) -> Space[Any]:
    if isinstance(space, Arms):
        return Arms({arm: _copied(each) if each.of_rows else each for arm, each in space.arms.items()})
    return copy(space) if space.of_rows else space


def _described(space: OneOfRow | SomeOfRow) -> dict[str, Any]:
    row = space.row
    seat = None if row.owner is None else row.owner.seat
    seen = space.viewer is None or row.sees(space.viewer)
    of = [[row.row.index(laid), row.face(laid).name if seen else None] for laid in space.among]
    return {"row": row.name, "seat": seat, "of": of}


def _read(row: Row, among: tuple[Laid, ...], data: Any) -> Laid:
    if type(data) is int and 0 <= data < len(row.row) and row.row[data] in among:
        return row.row[data]
    raise ValueError(f"{data!r} is the position of no card that may be chosen here")
