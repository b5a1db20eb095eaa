"""Which cards lie in which row.

Of each row a log is kept of what has gone and come. What is known of a card at one moment is carried through the log
to the present; what was never known is a truth of which nothing is known. Assumed of any table: no card lies twice in
one row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from referee.meaning.program import Expr, Program, expressions
from referee.meaning.types import PILE, Places
from referee.verify.symbolic import terms
from referee.verify.symbolic.carried import Args
from referee.verify.symbolic.effects.faces import Faces
from referee.verify.symbolic.effects.sequences import Card, Many, One, Some, parts_of, row_of, sequence, singles
from referee.verify.symbolic.effects.touching import places_of
from referee.verify.symbolic.paths import Fault
from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed

Where = int | frozenset[int]
"""A row in which all of some cards lie, or several, in one of which each of them lies."""


class Lying(Faces):
    """See the module's docstring."""

    # -- places -----------------------------------------------------------------------------------------

    def x_place_row(self, e: Expr, a: Args) -> Any:
        return self.table.rows[self.place(a[0], e.args[0])]

    def place(self, at: Term, e: Expr) -> int:
        if isinstance(at, int):
            return int(at)
        among = sorted(e.type.numbers) if isinstance(e.type, Places) else None
        return self.paths.value(at, among)

    def is_row(self, at: int) -> bool:
        return bool(self.machine.program.table.places[at].is_row)

    def x_place_size(self, e: Expr, a: Args) -> Any:
        at = self.place(a[0], e.args[0])
        return self.length(self.table.rows[at]) if self.is_row(at) else self.table.piles[at].size()

    def x_place_pile(self, e: Expr, a: Args) -> Any:
        at = self.place(a[0], e.args[0])
        if not self.is_row(at):
            return self.table.piles[at]
        return self._counted(at)

    def _counted(self, at: int) -> Pile:
        """The cards of a row. NotFollowed: nobody was to ask for them."""
        row = self.table.rows[at]
        if isinstance(row.length, int) and row.length == 0:
            return self.kinds.nothing
        if row.pile is None:
            raise NotFollowed("the cards of a row that is not counted")
        return row.pile  # type: ignore[no-any-return]

    # -- where cards lie --------------------------------------------------------------------------------

    def x_lies(self, e: Expr, a: Args) -> Any:
        return self.lies(a[0].number, self.place(a[1], e.args[1]))

    def lies(self, number: Term, place: int) -> Term:
        """Whether the card of that number lies in that row now."""
        log, key = self.table.logs[place], ("lies", number, place)
        found = self.paths.settled.get(key)
        since = None if found is None else _place_of(found[0], log)
        if found is None or since is None:  # or it is known of another table alone
            truth = self.paths.fresh_truth("lies")
        else:
            truth = found[1]
            for entry in log[since:]:
                truth = self._after(entry, number, truth, place)
        self.paths.settled[key] = (self.table.moment(place)[0], truth)
        return truth

    def _after(self, entry: tuple[int, str, Any], number: Term, truth: Term, place: int) -> Term:
        _, what, numbers = entry
        if what == "some gone" and numbers is not None and self.was_last(number, place, numbers[1]):
            what, numbers = "gone", numbers[0]  # whole groups went: of them those alone were the last ones
        if what == "gone":
            return terms.both([truth, *[terms.no(terms.equal(number, each)) for each in numbers]])
        if what == "came":
            return terms.either([truth, *[terms.equal(number, each) for each in numbers]])
        if what == "empty":
            return False
        if what == "some gone" and truth is False:
            return False
        if what == "some came" and truth is True:
            return True
        after = self.paths.fresh_truth("lies")
        if what == "some gone":
            self.paths.assume(terms.either([terms.no(after), truth]))
        elif what == "some came":
            self.paths.assume(terms.either([terms.no(truth), after]))
        return after

    def x_contains(self, e: Expr, a: Args) -> Any:
        """A card that is one of some that all lie in a row lies there."""
        found = super().x_contains(e, a)
        among = row_of(a[0]) if isinstance(a[1], Card) else None
        if among is not None and found is not False and among[1] == self.table.moment(among[0])[0]:
            self.paths.assume(terms.either([terms.no(found), self.lies(a[1].number, among[0])]))
            if all(
                isinstance(part, Some) and part.row == (among[0], *self.table.moment(among[0]))
                for part in parts_of(a[0])
            ):
                self.lies_so(a[1], among[0], found)
        return found

    def new_row(self, place: int, length: Term, pile: Pile | None = None) -> Any:
        """So many cards lie there."""
        if isinstance(length, int) and length == 0:
            return Many([])
        table = self.table
        now, faces = table.moment(place)

        def make(index: Term) -> Card:
            card = self.card()
            self.paths.settled["lies", card.number, place] = (now, True)
            return Card(card.number, card.kind, card.link, {}, card.others, (place, faces, now))

        pile = self.pile_of(length) if place in self.counted and pile is None else pile
        return Many([Some(length, make, True, (place, now, faces), among=(place, now))], pile)

    def some_lying(
        self, place: Where, least: int = 0, distinct: bool = False, lasts: bool = False, as_they_lie: bool = False
    ) -> Many:
        """Any cards that lie there now, each perhaps twice where they are not ``distinct``; ``lasts``: each is the last
        of its linked group; ``as_they_lie``: with the marks and the link that it has there."""
        if not isinstance(place, int):
            return self._some_among(place, least)

        def make(index: Term) -> Card:
            card = self.card()
            self.paths.settled["lies", card.number, place] = (now, True)
            if lasts:
                self.paths.settled["last", card.number, place] = (version, True)
            return replace(card, seen=seen) if as_they_lie else card

        now, version, seen = self.table.moment(place)[0], self.table.version, self.seen_now(place)
        return Many([Some(self.amount("cards", least), make, distinct, among=(place, now))])

    def _some_among(self, rows: frozenset[int], least: int) -> Many:
        """Any cards, each of which lies in one of these rows now."""

        def make(index: Term) -> Card:
            card, truths = self.card(), []
            for at, moment in now:
                truths.append(self.paths.fresh_truth("lies"))
                self.paths.settled["lies", card.number, at] = (moment, truths[-1])
            self.paths.assume(terms.either(truths))
            return card

        now = [(at, self.table.moment(at)[0]) for at in sorted(rows)]
        return Many([Some(self.amount("cards", least), make)])

    def _rows(self) -> list[int]:
        return [at for at in range(len(self.table.rows)) if self.is_row(at)]

    def turned_row(self, place: int) -> Any:
        """The same cards, which may lie otherwise."""
        row = self.table.rows[place]
        return self.new_row(place, row.length, row.pile)

    def lying(self, place: int, cards: Any) -> Any:
        """The cards as they lie there now. Obligation: they lie there."""

        def now(card: Card) -> Card:
            if self.as_it_lies(card, place) is True:
                return card
            link, marks = self.amount("link"), id(self.paths.fresh("marks"))
            return Card(card.number, card.kind, link, {}, marks, self.seen_now(place))

        parts: list[Any] = []
        for part in parts_of(cards):
            if isinstance(part, One):
                self.require(self.lies(part.thing.number, place), "SHORTAGE", "the card may not lie there any more")
                parts.append(One(now(part.thing)))
            else:
                self.owe_all(part, place)
                parts.append(self.changed(part, now, part.among))
        return sequence(parts)

    def x_lying(self, e: Expr, a: Args) -> Any:
        return self.lying(self.place(a[0], e.args[0]), a[1])

    def _are_all(self, things: Any, say: Callable[[Any], Term]) -> bool:
        """Whether that is certain of each thing of a sequence."""

        if self.paths.silent:
            return False
        try:
            with closing(self.paths.every(lambda: say(self.any_of(things)))) as ways:
                for each in ways:
                    if isinstance(each, Fault) or self.may_fail(each):
                        return False
        except NotFollowed:
            return False
        return True

    def are_all(self, things: Any, say: Callable[[Any], Term]) -> bool:
        """The same when this way is followed again."""
        return self.paths.once(lambda: self._are_all(things, say))

    def where_all_lie(self, things: Any) -> int | None:
        """A row in which all these cards are certain to lie; the same when this way is followed again."""
        among = row_of(things)
        if among is not None and among[1] == self.table.moment(among[0])[0]:
            return among[0]
        return self.paths.once(lambda: self._where_all_lie(things))

    def _where_all_lie(self, things: Any) -> int | None:
        found: list[int] = []

        def known(card: Card) -> Term:
            found.extend([at for at in self._rows() if ("lies", card.number, at) in self.paths.settled])
            return True

        self._are_all(things, known)
        for at in dict.fromkeys(found):
            if self._all_lie(things, at):
                return at
        return None

    def rows_of_all(self, things: Any) -> frozenset[int] | None:
        """Rows in one of which each of these cards is certain to lie; the same when this way is followed again."""
        found: list[int] = []

        def lies(card: Card) -> Term:
            for at in self._rows():
                if ("lies", card.number, at) in self.paths.settled and self.lies(card.number, at) is True:
                    found.append(at)
                    return True
            there = [at for at in self._rows() if ("lies", card.number, at) in self.paths.settled]
            found.extend(there)
            return terms.either([self.lies(card.number, at) for at in there])

        def work() -> frozenset[int] | None:
            return frozenset(found) if self._are_all(things, lies) else None

        return self.paths.once(work)

    def all_lie(self, things: Any, place: Where) -> bool:
        if isinstance(place, int) and row_of(things) == (place, self.table.moment(place)[0]):
            return True
        return self.paths.once(lambda: self._all_lie(things, place))

    def _all_lie(self, things: Any, place: Where) -> bool:
        rows = [place] if isinstance(place, int) else sorted(place)
        return self._are_all(things, lambda card: self._lies_in(card, rows))

    def _lies_in(self, card: Card, rows: Sequence[int]) -> Term:
        return terms.either([self.lies(card.number, at) for at in rows])

    def are_lasts(self, things: Any, place: int) -> bool:
        """Whether each of these cards is certain to be the last of its linked group in that row."""
        return self.are_all(things, lambda card: self.is_last(card.number, place))

    def are_as_they_lie(self, things: Any, place: int) -> bool:
        """Whether each of these cards is certain to have the marks and the link with which it lies in that row."""
        return self.are_all(things, lambda card: self.as_it_lies(card, place))

    # -- obligations ------------------------------------------------------------------------------------

    def owe_all(self, part: Some, place: int) -> None:
        if part.among == (place, self.table.moment(place)[0]):
            return
        if isinstance(part.length, int) and part.length == 0:
            return

        def check() -> None:
            card = self.of(part, self.index(part.length))
            self.require(self.lies(card.number, place), "SHORTAGE", "the card may not lie there any more")

        self.aside(check)

    def owe_offered(self, card: Card, place: int) -> None:
        """Obligation: a card that is offered lies in a row now, and just so: nobody can be told another one."""
        self.require(self.lies(card.number, place), "SHORTAGE", "a card is offered that may not lie there")
        self.require(
            self.as_it_lies(card, place), "SHORTAGE", "a card is offered that may have other marks or links now"
        )

    def owe_once(self, parts: Sequence[Any]) -> None:
        """Obligation: no card is there twice."""
        known = singles(parts)
        if known is not None:
            for at, one in enumerate(known):
                for other in known[:at]:
                    self.require(
                        terms.no(terms.equal(one.number, other.number)), "SHORTAGE", "a card may be taken twice"
                    )
            return
        if len(parts) == 1 and parts[0].distinct:
            return

        def check() -> None:
            things = Many(list(parts))
            self.require(self._two_differ(things, things.length), "SHORTAGE", "a card may be taken twice")

        self.aside(check)

    def _two_differ(self, things: Any, length: Term) -> Term:
        """Whether two cards of these, at any two places, are two."""
        one, other = self.index(length), self.index(length)
        self.paths.assume(terms.less(one, other))
        self.telling_apart = True
        try:
            cards = self.at(things, one), self.at(things, other)
        finally:
            self.telling_apart = False
        return terms.no(terms.equal(cards[0].number, cards[1].number))

    def all_differ(self, things: Any) -> bool:
        """Whether it is certain that no two of these cards are one card; the same when this way is followed again."""
        return self.are_distinct(things) or bool(self.paths.once(lambda: self._all_differ(things)))

    def _all_differ(self, things: Any) -> bool:
        def differ() -> Term:
            return self._two_differ(things, self.length(things))

        if self.paths.silent:
            return False
        try:
            with closing(self.paths.every(differ)) as ways:
                return not any(isinstance(each, Fault) or self.may_fail(each) for each in ways)
        except NotFollowed:
            return False

    def owe_somewhere(self, card: Card) -> None:
        """Obligation: a card whose place was known once lies in some row yet."""
        if not card.kept:
            self.require(self.somewhere(card), "SHORTAGE", "the card that is handed on may lie anywhere")

    def somewhere(self, card: Card) -> Term:
        """Whether a card lies in some row."""
        return self._lies_in(card, self._rows())


def _place_of(moment: int, log: list[tuple[int, str, Any]]) -> int | None:
    """After how many changes that moment was, None where it was none of this table."""
    if not moment:
        return 0
    for at in range(len(log), 0, -1):
        if log[at - 1][0] == moment:
            return at
    return None


def counted_rows(program: Program) -> frozenset[int]:
    """The rows whose cards rules ask for as a pile."""
    asked = {at for each in program.functions for e in expressions(each.body) for at in _piles_asked(e)}
    return frozenset([at for at in asked if program.table.places[at].is_row])


def _piles_asked(e: Expr) -> list[int]:
    """The places whose cards an expression asks for as a pile, or takes as one."""
    if e.op == "place.pile":
        return places_of(e.args[0])
    return places_of(e.args[1]) if e.op == "take" and e.args[0].type is PILE else []
