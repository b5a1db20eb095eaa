"""The cards that a loop goes through, in parts with which a pass does the same: those of a class, of these the ones
that are among some cards and the others, and single ones that are compared with all."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.verify.symbolic import terms
from referee.verify.symbolic.each_kind import EachCard, Part, Share
from referee.verify.symbolic.lines import FoundOf, KindsOf, Laid, Line, Of, Order, numbers
from referee.verify.symbolic.operations import Operations
from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed

MOST_APART, MOST_LINES = 4, 2
"""Passes that compare cards with more than so many, or look for them among more lines, are not followed."""
ONE_BY_ONE = "cards of a row are compared with each other one by one"
FOR_EACH = "a card of a row is looked for among cards for each of them"


class TellsApart(Operations):
    """The operations, with those that tell the cards of a loop apart."""

    asked_of: Laid | Line | None = None
    """What the cards of a loop are compared with, or looked for among."""

    def laid(self, pile: Pile, of: Of | None = None) -> Laid:
        """A card of a row."""
        return Laid(pile, self.numbered(), of)

    def order(self, first: tuple[Laid, ...] = (), last: tuple[Laid, ...] = (), since: int | None = None) -> Order:
        """What is known of a row now; ``since``: no card has left it."""
        number = self.numbered()
        return Order(number, number if since is None else since, first, last)

    def numbered(self) -> int:
        """The number of a card, a row or a line, which nothing else has on this way."""
        self.paths.names += 1
        return self.paths.names

    @abstractmethod
    def is_same(self, one: Laid, other: Laid) -> Term:
        """Whether two cards are one."""

    @abstractmethod
    def behind(self, one: Any, other: Any) -> Any:
        """What one list has, and what another has behind it."""

    @abstractmethod
    def is_among(self, card: Laid, line: Line) -> Term:
        """Whether a card is one of a line."""

    def _not(self, why: str) -> NotFollowed:
        return NotFollowed(f"{why} ({self.machine.where()})")

    def is_each_among(self, card: Laid, line: Line) -> Term:
        """Whether a card that stands for all of its kind that a loop goes through is one of a line."""
        if line.is_known:
            return terms.either([self.is_same(replace(each, of=line.of or each.of), card) for each in line.first])
        if line.number in card.inside or line.number in card.outside:
            return line.number in card.inside
        self.asked_of = line
        raise NotFollowed(FOR_EACH)

    def _parts_of(self, each_card: EachCard, line: Line | KindsOf) -> Iterator[Part]:
        """The parts of the cards that are told apart so far."""
        for share in each_card.shares:
            for at in self._classes_in(share.pile):
                thing = self._thing(line, at)
                if type(thing) is Laid:
                    but = numbers(each_card.others)
                    thing = replace(thing, but=but, inside=share.inside, outside=share.outside)
                yield Part(share.pile.among([at]), thing, at)
        for card in each_card.alone:
            yield Part(card.pile, card)

    def _tell_apart(self, each_card: EachCard, asked: Laid | Line, line: Line | KindsOf) -> None:
        """Go on with the cards of a loop as a pass asks about them."""
        # What a pass has made is another one in each, and nothing is known of it here.
        if not isinstance(line, Line) or line.of is None or asked.number > each_card.begun:
            raise self._not(ONE_BY_ONE if isinstance(asked, Laid) else FOR_EACH)
        if isinstance(asked, Laid):
            self._one_apart(each_card, asked, line)
        else:
            self._in_shares(each_card, asked, line)

    def _one_apart(self, each_card: EachCard, card: Laid, line: Line) -> None:
        """Go on with a card that is one of those of a loop, and with one that is none of them."""
        if card.is_any or len(each_card.others) == MOST_APART or len(each_card.shares) > 1:
            raise self._not(ONE_BY_ONE)
        if not self.paths.holds(self.is_among(card, line)):
            each_card.elsewhere.append(card)
        elif any(self.paths.holds(self.is_same(card, each)) for each in each_card.alone):
            each_card.same.append(card)
        else:
            each_card.alone.append(card)
            together = self.kinds.nothing.plus_all([each.pile for each in each_card.alone])
            self.paths.assume(line.pile.covers(together))
            each_card.shares = [Share(line.pile.plus(together, -1))]

    def _in_shares(self, each_card: EachCard, among: Line, line: Line) -> None:
        """Go on with the cards of a loop, each of which is there once, that are among others, and with those that are
        not. If both lie in one row now, and all others are among those of the loop, it is known how many these are."""
        assert line.of is not None
        if not among.number or each_card.others or len(each_card.shares) == 2**MOST_LINES:
            raise self._not(FOR_EACH)
        at, since = line.of
        row = self.table.piles[at]
        lie = among.of == line.of and since == self.table.rows[at].since
        known = lie and (not line.pile.unlike(row) or line.number in among.within)
        left, shares = among.pile, list[Share]()
        for number, share in enumerate(each_card.shares, 1):
            inside = left if known and number == len(each_card.shares) else self.some_of(share.pile)
            left = left.plus(inside, -1)
            shares.append(Share(inside, share.inside | {among.number}, share.outside))
            shares.append(Share(share.pile.plus(inside, -1), share.inside, share.outside | {among.number}))
        self.paths.assume(terms.both([each.pile.is_pile() for each in shares]))
        self.paths.assume(left.is_pile())
        if lie:
            self.paths.assume(row.plus(line.pile, -1).covers(left))
        each_card.shares = shares

    def _classes_in(self, pile: Pile) -> list[int]:
        """The classes of which a card may be among these."""
        return [at for at in range(len(self.kinds.groups)) if not _is_none(pile.number(at))]

    def _thing(self, line: Line | KindsOf, at: int) -> Any:
        """What a pass is about where that is of any card of a class."""
        if isinstance(line, FoundOf):
            return line.found[at]
        if isinstance(line, KindsOf):
            if len(self.kinds.groups[at]) > 1:
                raise self._not("the kind of a card that is not told apart from others")
            return self.kinds.groups[at][0]
        return replace(self.laid(self._one_of(at), line.of), is_any=True)

    def _one_of(self, at: int) -> Pile:
        """One card of a class."""
        group = self.kinds.groups[at]
        if len(group) == 1:
            return self.kinds.known(self.kinds.deck.one[group[0]])
        one = self.paths.fresh("one kind")
        self.paths.assume(terms.both([terms.most(0, one), terms.most(one, 1)]))
        counts, ones = list(self.kinds.none), list(self.kinds.none)
        counts[at], ones[at] = 1, one
        return self.kinds.unknown(f"{self.paths.names}", counts, ones, 1)


def _is_none(number: Term) -> bool:
    return isinstance(number, int) and number == 0
