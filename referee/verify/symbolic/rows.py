"""Cards in rows, in whole turns: which cards lie in a row is known as of any other place. Of their order only the ends
are known, as far as cards were laid there on this way; any card may lie anywhere between.

No card has marks or links: what would give it some is not followed.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import Any

from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.meaning.program import Expr
from referee.meaning.types import LAID, Record, Seq, Type
from referee.verify.symbolic import terms
from referee.verify.symbolic.carried import Args
from referee.verify.symbolic.lines import KindsOf, Laid, Line, Order, numbers, of_row
from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Items
from referee.verify.symbolic.which_card import WhichCard

MOST_KNOWN = 8
"""So many cards at each end of a row are known apart."""


class RowsFollowed(WhichCard):
    """The operations, with those on rows."""

    def any_order(self) -> Order:
        return self.order()

    def all_there(self) -> bool:
        every = self.kinds.nothing.plus_all(self.table.piles)
        return not every.unlike(self.kinds.known(self.machine.program.table.deck.whole))

    # -- rows ---------------------------------------------------------------------------------------------

    def _is_row(self, at: int) -> bool:
        return bool(self.machine.program.table.places[at].is_row)

    def _order(self, at: int) -> Order:
        return self.table.rows[at]  # type: ignore[no-any-return]

    def _pile_at(self, place: Term) -> Pile:
        return self.table.piles[self.fixed(place)]  # type: ignore[no-any-return]

    def x_place_row(self, e: Expr, a: Args) -> Any:
        at = self.fixed(a[0])
        order = self._order(at)
        return Line(self.table.piles[at], order.first, order.last, (at, order.since), order, number=order.number)

    def x_set_row(self, e: Expr, a: Args) -> None:
        at, line = self.fixed(a[0]), self.line(a[1])
        order = self._order(at)
        since = order.since if order in (line.row, line.grown) else None
        self.table.piles[at] = line.pile
        self.table.rows[at] = self.order(line.first[:MOST_KNOWN], line.last[-MOST_KNOWN:], since)

    def x_set_pile(self, e: Expr, a: Args) -> None:
        self.table.piles[self.bag(a[0])] = a[1]

    def x_take(self, e: Expr, a: Args) -> tuple[Line, Line]:
        cards, at = a[0], self.fixed(a[1])
        if a[2].items:
            raise NotFollowed("marks on cards of a row")
        piles = self.table.piles
        if isinstance(cards, Pile):
            self.require(piles[at].covers(cards), "SHORTAGE", "cards that are not there are moved")
            taken = Line(cards)
        elif self._is_row(at):
            taken = self._lying(self.line(cards), at)
        else:
            taken = self.line(cards)
            if taken.pile is not self.kinds.nothing:
                raise NotFollowed("cards of a row are looked for in a pile")
        piles[at] = piles[at].plus(taken.pile, -1)
        if self._is_row(at):
            self.table.rows[at] = self._without(self._order(at), taken)
        size = taken.length
        if isinstance(size, int) and size == 1 and not taken.first:
            taken = replace(taken, first=(self.laid(taken.pile),), last=())
        gone = replace(taken, of=None, row=None, grown=None)
        return gone, gone

    def _without(self, order: Order, taken: Line) -> Order:
        """The order of a row behind it, when cards have left it: at each end it is known up to one that may be gone."""
        known, gone = order.at_ends, numbers(taken.first)
        if taken.is_known and gone <= known:
            first = tuple([each for each in order.first if each.number not in gone])
            return self.order(first, tuple([each for each in order.last if each.number not in gone]))
        first = tuple(takewhile(lambda each: each.number in taken.but, order.first))
        last = tuple(takewhile(lambda each: each.number in taken.but, reversed(order.last)))
        return self.order(first, tuple(reversed(last)))

    def _lying(self, line: Line, at: int) -> Line:
        """Cards that lie in a row now."""
        order = self._order(at)
        here = numbers(line.first) & order.at_ends
        if line.first and line.is_known and len(here) == len(line.first):
            return replace(line, of=(at, order.since))
        if line.pile is not self.kinds.nothing and line.of != (at, order.since):
            raise NotFollowed("a card of a row from which cards have gone since, or of another one")
        return line

    def x_lying(self, e: Expr, a: Args) -> Line:
        return self._lying(self.line(a[1]), self.fixed(a[0]))

    def x_lies(self, e: Expr, a: Args) -> bool:
        at = self.fixed(a[1])
        if a[0].of != (at, self._order(at).since):
            raise NotFollowed("whether a card lies in a row from which cards have gone since")
        return True

    def x_swap(self, e: Expr, a: Args) -> None:
        self.bag(a[0]), self.bag(a[1])
        super().x_swap(e, a)

    def x_take_back(self, e: Expr, a: Args) -> None:
        super().x_take_back(e, a)
        self.table.rows = [self.order() for _ in self.table.rows]  # of a card that was looked at since nothing is known

    # -- sequences of cards ---------------------------------------------------------------------------------

    def line(self, cards: Any) -> Line:
        """Cards one after the other."""
        found = of_row(cards)
        if isinstance(found, Line):
            return found
        if found is not None or not isinstance(cards, Items) or not all(type(each) is Laid for each in cards.items):
            raise NotFollowed("something else than cards of a row")
        return self.of_cards(cards.items)

    def x_seq(self, e: Expr, a: Args) -> Any:
        if isinstance(e.type, Seq) and e.type.item is LAID:
            return self.of_cards(a)
        return super().x_seq(e, a)

    def x_joined_up(self, e: Expr, a: Args) -> Any:
        if all(of_row(each) is None for each in a):
            return super().x_joined_up(e, a)
        return self.behind(*map(self.line, a))

    def x_length(self, e: Expr, a: Args) -> Any:
        of = of_row(a[0])
        return super().x_length(e, a) if of is None else of.length

    def x_truth(self, e: Expr, a: Args) -> Any:
        of = of_row(a[0])
        return super().x_truth(e, a) if of is None else terms.less(0, of.length)

    def x_convert(self, e: Expr, a: Args) -> Any:
        of, own = of_row(a[0]), e.args[0].type
        if of is None:
            return super().x_convert(e, a)
        if not (isinstance(own, Seq) and isinstance(e.type, Seq) and own.item == e.type.item):
            raise NotFollowed("cards of rows as something else")
        return of if e.type.kind == "tuple" else a[0]

    # -- cards ----------------------------------------------------------------------------------------------

    def x_laid(self, e: Expr, a: Args) -> Term:
        if e.about == "link":
            return 0
        if e.about != "kind":
            raise NotFollowed("the number of a card in a row")
        found: Term = 0
        for at, group in enumerate(self.kinds.groups):
            there = terms.less(0, a[0].pile.number(at))
            if there is False:
                continue
            if len(group) > 1:
                raise NotFollowed("the kind of a card that is not told apart from others")
            found = terms.choose(there, group[0], found)
        return found

    def x_laid_marks(self, e: Expr, a: Args) -> Items:
        return Items([])

    def x_laid_has(self, e: Expr, a: Args) -> bool:
        return False

    def x_laid_with(self, e: Expr, a: Args) -> Laid:
        if e.about != "link" or not isinstance(a[1], int) or a[1]:
            raise NotFollowed("marks and links of cards in a row")
        return a[0]  # type: ignore[no-any-return]

    def x_pile_pack(self, e: Expr, a: Args) -> Pile:
        of = of_row(a[0])
        if type(of) is KindsOf:
            return of.line.pile
        if of is not None or a[0].items:
            raise NotFollowed("kinds of card in a list")
        return self.kinds.nothing

    # -- questions ------------------------------------------------------------------------------------------

    def exists(self, space: Any, kind: Type) -> Term:
        if isinstance(kind, Record) and kind.maker in (OneOfRow, SomeOfRow):
            size, (least, most) = self._among(space, kind).length, self._many(space, kind)
            return terms.both([terms.most(0, most), terms.most(least, most), terms.most(least, size)])
        return super().exists(space, kind)

    def answer(self, space: Any, kind: Type, wanted: Type) -> tuple[Any, Type]:
        if not isinstance(kind, Record) or kind.maker not in (OneOfRow, SomeOfRow):
            return super().answer(space, kind, wanted)
        if self.machine.answers is not None:
            raise NotFollowed("a card of a row is chosen")
        among, (least, most) = self._among(space, kind), self._many(space, kind)
        if kind.maker is OneOfRow:
            return self.laid(self.some_of(among.pile, 1), among.of), LAID
        cards = self.some_of(among.pile)
        self.paths.assume(terms.both([terms.most(least, cards.size()), terms.most(cards.size(), most)]))
        return Line(cards, of=among.of, number=self.numbered(), within=among.around), Seq(LAID, "tuple")

    def _among(self, space: Any, kind: Record) -> Line:
        """The cards that may be chosen. They lie in the row that is named: an answer tells where it lies there."""
        row, among = [space[kind.names.index(each)] for each in ("row", "among")]
        return self._lying(self.line(among), self.fixed(row))

    def _many(self, space: Any, kind: Record) -> list[Term]:
        """The least and the most."""
        if kind.maker is OneOfRow:
            return [1, 1]
        at = [kind.names.index(each) for each in ("least", "most")]
        return self._numbers([space[each] for each in at], [kind.types[each] for each in at])
