"""Which card of a row that is: whether two are the same, whether one lies among others, which of them is the greatest.

Two cards that are not known to be the same may be, where they are of one kind and may lie in one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee.meaning.program import Expr
from referee.meaning.types import LAID, Maybe, Record, Type
from referee.verify.symbolic import terms
from referee.verify.symbolic.by_kind import LoopsOverCards
from referee.verify.symbolic.carried import Args
from referee.verify.symbolic.lines import (
    FoundOf,
    KindsOf,
    Laid,
    Line,
    are_same,
    backward,
    in_any_order,
    joined,
    less,
    numbers,
    of_row,
)
from referee.verify.symbolic.ordering import require_order
from referee.verify.symbolic.telling_apart import FOR_EACH, ONE_BY_ONE
from referee.verify.symbolic.term_types import Number, Term
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Items

NOT_THERE = "an item that is not there"


class WhichCard(LoopsOverCards):
    """The operations, with those that tell cards of rows from each other."""

    # -- the same card --------------------------------------------------------------------------------------

    def equal(self, one: Any, other: Any, kind: Type) -> Term:
        if kind is LAID:
            return self.is_same(one, other)
        if isinstance(kind, Maybe) and kind.of is LAID:
            neither = terms.both([terms.no(one.has), terms.no(other.has)])
            if one.value is None or other.value is None:
                return neither
            return terms.either([neither, terms.both([one.has, other.has, self.is_same(one.value, other.value)])])
        return super().equal(one, other, kind)

    def is_same(self, one: Laid, other: Laid) -> Term:
        """Whether two cards are one. Where that is not known both ways may be gone: if they are they are of one kind,
        and if not there are two of them where both lie."""
        if one.number == other.number:
            return True
        if one.is_any or other.is_any:
            return self._is_any(*((one, other) if one.is_any else (other, one)))
        places = [self._place_of(each) for each in (one, other)]
        lying = {each for order in self.table.rows if order for each in order.at_ends}
        if (None not in places and places[0] != places[1]) or {one.number, other.number} <= lying:
            return False
        unlike = one.pile.unlike(other.pile)
        if one.pile.is_known() and other.pile.is_known() and unlike:
            return False
        alike = terms.both([terms.equal(one.pile.number(at), other.pile.number(at)) for at in unlike])
        found = self.paths.fresh_truth("the same card")
        self.paths.assume(terms.either([terms.no(found), alike]))
        if places[0] is not None and places[0] == places[1]:
            two = self.table.piles[places[0]].covers(one.pile.plus(other.pile))
            self.paths.assume(terms.either([found, two]))
        return found

    def _is_any(self, one: Laid, other: Laid) -> bool:
        """The same where one stands for all cards of its kind that a loop goes through."""
        if other.number in one.but:
            return False
        self.asked_of = other
        raise NotFollowed(ONE_BY_ONE)

    def _place_of(self, card: Laid) -> int | None:
        """The row in which a card is known to lie now."""
        if card.of is None or card.of[1] != self.table.rows[card.of[0]].since:
            return None
        return card.of[0]

    # -- among others ---------------------------------------------------------------------------------------

    def x_contains(self, e: Expr, a: Args) -> Term:
        of = of_row(a[0])
        if of is None:
            return super().x_contains(e, a)
        if isinstance(of, Line):
            return self.is_each_among(a[1], of) if a[1].is_any else self.is_among(a[1], of)
        kind = e.args[0].type.item  # type: ignore[attr-defined]
        there = [(at, self._thing(of, at)) for at in self._classes_in(of.pile)]
        return terms.either(
            [terms.both([terms.less(0, of.pile.number(at)), self.equal(each, a[1], kind)]) for at, each in there]
        )

    def is_among(self, card: Laid, line: Line) -> Term:
        """Whether a card is one of a line."""
        if card.is_any:
            raise NotFollowed(FOR_EACH)
        if line.is_known:
            return terms.either([self.is_same(each, card) for each in line.items])
        if card.number in numbers((*line.first, *line.last)):
            return True
        if card.number in line.but:
            return False
        at = self._place_of(card)
        if at is not None and line.row == self.table.rows[at]:
            return True
        found = self.paths.fresh_truth("among")
        self.paths.assume(terms.either([terms.no(found), line.pile.covers(card.pile)]))
        return found

    def x_index(self, e: Expr, a: Args) -> Any:
        of = of_row(a[0])
        if of is None or of.is_known:
            return super().x_index(e, a if of is None else [Items(of.items), a[1]])
        self._is_the_same_in_each_pass(a[1], *(of.found.values() if isinstance(of, FoundOf) else ()))
        if type(a[1]) is Laid and a[1].is_any:
            raise NotFollowed("where each card of a row stands among others")
        self.require(self.x_contains(e, a), "RAISED", "not in the sequence")
        at = self._any_place(of)
        if isinstance(of, Line):
            self.table.found_at[at] = of, a[1]
        return at

    def _any_place(self, line: Line | KindsOf) -> Term:
        """The place of one of these, whichever."""
        at = self.paths.fresh("place")
        self.table.found_at.pop(at, None)  # on another way a place may have had that name
        self.paths.assume(terms.both([terms.most(0, at), terms.less(at, line.length)]))
        return at

    def _is_the_same_in_each_pass(self, *by: Any) -> None:
        """A card by its place, of which nothing else is known, is one card for all passes that are carried out at once:
        NotFollowed where it goes by what earlier ones have found."""
        if any(terms.mention(each, self.paths.of_passes) for each in by):
            raise NotFollowed("the place of a card goes by what earlier passes have found")

    # -- one behind the other -------------------------------------------------------------------------------

    def x_append(self, e: Expr, a: Args) -> None:
        if of_row(a[0]) is None:
            super().x_append(e, a)
        else:
            a[0].items = self.behind(a[0].items, [a[1]])

    def behind(self, one: Any, other: Any) -> Line:
        """Cards, and others behind them. Where they lie is known if none of them is there twice."""
        before, after = [each if isinstance(each, Line) else self._line_of(each) for each in (one, other)]
        if self.kinds.nothing in (before.pile, after.pile):
            return after if before.pile is self.kinds.nothing else before
        both = joined(before, after)
        few, others = (before, after) if before.is_known else (after, before)
        if before.of is None or before.of != after.of or not few.is_known:
            return both
        if any(self.paths.holds(self.is_among(each, others)) for each in few.first):
            return both
        return replace(both, of=few.of)

    def _line_of(self, cards: Any) -> Line:
        if type(cards) is not list or not all(type(each) is Laid and not each.is_any for each in cards):
            raise NotFollowed("cards of a row and something else in one list")
        return self.of_cards(cards)

    def of_cards(self, cards: Sequence[Laid]) -> Line:
        """These cards. Where they lie is known of one, and of several that are known to be others."""
        if not cards:
            return Line(self.kinds.nothing)
        pile = self.kinds.nothing.plus_all([each.pile for each in cards])
        of = cards[0].of
        if len(cards) > 1 and of is not None:
            here = numbers([each for each in cards if each.of == of]) & self.table.rows[of[0]].at_ends
            of = of if len(here) == len(cards) else None
        return Line(pile, tuple(cards), (), of)

    # -- the greatest ---------------------------------------------------------------------------------------

    def _ordered_item(self, e: Expr) -> None:
        """What is found of cards, by which they are ordered, is one number or truth."""
        item = e.args[-1].type.item  # type: ignore[attr-defined]
        require_order(item)
        if isinstance(item, Record):
            raise NotFollowed(f"the order of cards of a row by {item!r}")

    def x_argmax(self, e: Expr, a: Args) -> Any:
        of = of_row(a[0])
        return super().x_argmax(e, a) if of is None else self._end_of(of, e, greatest=True)

    def x_argmin(self, e: Expr, a: Args) -> Any:
        of = of_row(a[0])
        return super().x_argmin(e, a) if of is None else self._end_of(of, e, greatest=False)

    def _end_of(self, of: Line | KindsOf, e: Expr, greatest: bool) -> Term:
        """The place of what is the greatest, or the least: that of any card that may be it."""
        if not isinstance(of, FoundOf):
            raise NotFollowed("the greatest of so many cards as nobody knows")
        self._ordered_item(e)
        self.require(terms.less(0, of.length), "RAISED", "the greatest of nothing")
        card = self.laid(self.some_of(of.pile, 1), of.line.of)
        end, at = self.found_of(of, card), self._any_place(of)
        for each in self._classes_in(of.pile):
            fits = terms.most(of.found[each], end) if greatest else terms.most(end, of.found[each])
            self.paths.assume(terms.either([terms.equal(of.pile.number(each), 0), fits]))
        self.table.found_at[at] = of.line, card
        return at

    def x_sorted(self, e: Expr, a: Args) -> Any:
        of, keys = map(of_row, a[:2])
        if of is None or (of.is_known and keys is None):
            return super().x_sorted(e, a if of is None else [Items(of.items), a[1]])
        if not isinstance(keys, FoundOf):
            raise NotFollowed("the order of so many cards as nobody knows")
        self._ordered_item(e)
        self._is_the_same_in_each_pass(*keys.found.values())
        return Items(in_any_order(of))  # type: ignore[arg-type]

    def x_set(self, e: Expr, a: Args) -> Any:
        """Of equal things one: the first of the classes with that which lies there stands for it."""
        of = of_row(a[0])
        if of is None:
            return super().x_set(e, a)
        if isinstance(of, Line):
            raise NotFollowed("a set of cards of a row")
        counts, before = list(self.kinds.none), dict[Any, list[Term]]()
        for at in self._classes_in(of.pile):
            thing, there = self._thing(of, at), terms.less(0, of.pile.number(at))
            if not terms.known(thing) or len(self.kinds.groups[at]) > 1:
                raise NotFollowed("a set of what is not known of the cards of a row")
            others = before.setdefault(thing, [])
            counts[at] = terms.number(terms.both([there, *map(terms.no, others)]))
            others.append(there)
        return Items(replace(of, line=Line(self.kinds.unknown("one of each", counts, counts))))  # type: ignore[arg-type]

    # -- at a place -----------------------------------------------------------------------------------------

    def x_item(self, e: Expr, a: Args) -> Any:
        of = of_row(a[0])
        return super().x_item(e, a) if of is None else self._thing_at(of, a[1])

    def x_at(self, e: Expr, a: Args) -> Any:
        of = of_row(a[0])
        return super().x_at(e, a) if of is None else self._thing_at(of, a[1])

    def _thing_at(self, of: Line | KindsOf, at: Term) -> Any:
        if isinstance(of, Line):
            return self._card(of, at)
        return self.found_of(of, self._card(of.line, at))

    def _card(self, line: Line, at: Term) -> Laid:
        """The card at a place of a line: any that is not known to lie elsewhere."""
        size = line.length
        if isinstance(at, Number):
            there: tuple[Line, Laid] | None = self.table.found_at.get(at)
            if there is not None and are_same(there[0], line):
                return there[1]
            self._is_the_same_in_each_pass(at)
            self.require(terms.both([terms.most(terms.sub(0, size), at), terms.less(at, size)]), "RAISED", NOT_THERE)
            return self.laid(self.some_of(line.pile, 1), line.of)
        self.require(terms.less(at, size) if at >= 0 else terms.most(-at, size), "RAISED", NOT_THERE)
        known = line.first if at >= 0 or line.is_known else line.last
        if -len(known) <= at < len(known):
            return replace(known[at], of=line.of)
        return self.laid(self.some_of(less(line.pile, known), 1), line.of)

    # -- parts ----------------------------------------------------------------------------------------------

    def x_slice(self, e: Expr, a: Args) -> Any:
        of = of_row(a[0])
        if of is None:
            return super().x_slice(e, a)
        begin, end = [each.value if self.paths.holds(each.has) else None for each in a[1:3]]
        if e.about not in (None, 1, -1) or (e.about == -1 and not begin is end is None):
            raise NotFollowed("each second card of a row, or so: say which cards by what they are")
        line = whole = of if isinstance(of, Line) else of.line
        if e.about == -1:
            line = whole = backward(line)
        elif begin is None or end is None:
            line = line if begin is end is None else self._to_one_end(line, begin, end)
        elif self.paths.holds(terms.less(end, 0)):
            line = self._to_one_end(self._to_one_end(line, begin, None), None, end)
        elif self.paths.holds(terms.less(begin, 0)):
            raise NotFollowed("a part of a row from one end to the other: row[-2:3]")
        else:
            line = self._to_one_end(self._to_one_end(line, None, end), begin, None)
        if line is not whole and line.of is not None:
            line = replace(line, number=self.numbered(), within=whole.around)
        return line if isinstance(of, Line) else replace(of, line=line)

    def _to_one_end(self, line: Line, begin: Term, end: Term) -> Line:
        """The cards of a line up to a place, or from one on."""
        at: Term = end if begin is None else begin
        below = self.paths.holds(terms.less(at, 0))
        number = terms.sub(0, at) if below else at  # so many cards of that end are taken, or left out
        if not self.paths.holds(terms.most(number, line.length)):
            return line if (begin is None) is not below else Line(self.kinds.nothing)
        taken, rest = self._parted(line, number, of_last=below)
        return taken if (begin is None) is not below else rest

    def _parted(self, line: Line, number: Term, of_last: bool) -> tuple[Line, Line]:
        """So many cards of one end of a line, and the others."""
        known = line.last if of_last and not line.is_known else line.first
        there = () if line.is_known else line.first if of_last else line.last
        once = line.of is not None  # else a card may be there twice: what is taken is among the others too
        if isinstance(number, int) and number <= len(known):
            at = len(known) - number if of_last else number
            taken, left = (known[at:], known[:at]) if of_last else (known[:at], known[at:])
            pile = less(line.pile, taken)
            mine = Line(
                line.pile.plus(pile, -1), taken, (), line.of, but=line.but | numbers((*left, *there) if once else ())
            )
        else:
            left, taken = (), ()
            if there and not self.paths.holds(terms.most(terms.add(number, len(there)), line.length)):
                there = ()
            cards = self.some_of(less(line.pile, there), number)
            pile = line.pile.plus(cards, -1)
            mine = Line(cards, of=line.of, but=line.but | numbers(there if once else ()))
        first, last = (there, left) if of_last and not line.is_known else (left, there)
        return mine, Line(pile, first, last, line.of, but=line.but | numbers(taken if once else ()))
