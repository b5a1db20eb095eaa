"""What the operations on single cards of rows do, what is equal, and what comes first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.meaning.program import Expr
from referee.meaning.types import LAID, NUMBERS, PILE, Maybe, Record, Seq, Type
from referee.verify.symbolic import terms
from referee.verify.symbolic.carried import Args
from referee.verify.symbolic.effects.dictionaries import Dictionaries
from referee.verify.symbolic.effects.sequences import Card, Many, Some, parts_of, singles
from referee.verify.symbolic.ordering import is_less
from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.things import Items, is_scalar


class Cards(Dictionaries):
    """See the module's docstring."""

    def x_laid(self, e: Expr, a: Args) -> Any:
        return getattr(a[0], e.about)

    def x_laid_has(self, e: Expr, a: Args) -> Any:
        return self.has_mark(a[0], e.about)

    def has_mark(self, card: Card, mark: int) -> Term:
        if mark in card.marks:
            return card.marks[mark]
        if not card.others:
            return False
        return self.once(("mark", card.others, mark), lambda: self.paths.fresh_truth("mark"))

    def x_laid_marks(self, e: Expr, a: Args) -> Any:
        """Any marks of the type; a mark that the card has is one."""
        card, item = a[0], e.type.item  # type: ignore[attr-defined]

        def make(index: Term) -> Any:
            return self.fresh(item, "mark")

        def marks() -> Any:
            if not card.others and all(each is False for each in card.marks.values()):
                return Items([])
            return Many([Some(self.amount("marks"), make)])

        return self.once(("marks", self.key_of(card)), marks)

    def x_laid_mark(self, e: Expr, a: Args) -> Any:
        return self._marked(a[0], a[1], True)

    def x_laid_unmark(self, e: Expr, a: Args) -> Any:
        card, marks = a
        if not parts_of(marks):
            return Card(card.number, card.kind, card.link, {}, 0)
        return self._marked(card, marks, False)

    def _marked(self, card: Card, marks: Any, there: bool) -> Card:
        known = singles(parts_of(marks))
        if known is None or not all(isinstance(each, int) for each in known):
            return Card(card.number, card.kind, card.link, {}, id(self.paths.fresh("marks")))
        return Card(card.number, card.kind, card.link, {**card.marks, **dict.fromkeys(known, there)}, card.others)

    def x_laid_with(self, e: Expr, a: Args) -> Any:
        card, value = a
        if e.about == "marks":
            known = singles(parts_of(value))
            if known is not None and all(isinstance(each, int) for each in known):
                return Card(card.number, card.kind, card.link, dict.fromkeys(known, True), 0)
            return Card(card.number, card.kind, card.link, {}, id(self.paths.fresh("marks")))
        return Card(
            value if e.about == "number" else card.number,
            value if e.about == "kind" else card.kind,
            value if e.about == "link" else card.link,
            card.marks,
            card.others,
        )

    # -- what is equal ----------------------------------------------------------------------------------

    def equal(self, one: Any, other: Any, kind: Type) -> Any:
        if kind == LAID:
            if self.key_of(one) == self.key_of(other):
                return True
            alike = self.once(("alike", self.key_of(one), self.key_of(other)), lambda: self.paths.fresh_truth("alike"))
            self.paths.assume(
                terms.either(
                    [
                        terms.no(alike),
                        terms.both(
                            [
                                terms.equal(one.number, other.number),
                                terms.equal(one.kind, other.kind),
                                terms.equal(one.link, other.link),
                            ]
                        ),
                    ]
                )
            )
            return alike
        if isinstance(kind, Maybe) and self._deep(kind.of):
            if one.value is None or other.value is None:
                return terms.both([terms.no(one.has), terms.no(other.has)])
            inner = self.equal(one.value, other.value, kind.of)
            return terms.both([terms.equal(one.has, other.has), terms.either([terms.no(one.has), inner])])
        if isinstance(kind, Record) and self._deep(kind):
            parts = zip(one, other, kind.types, strict=True)
            return terms.both([self.equal(*each) for each in parts])
        if isinstance(kind, Seq) and one is not other:
            mine, others = singles(parts_of(one)), singles(parts_of(other))
            if mine is not None and others is not None:
                if len(mine) != len(others):
                    return False
                return terms.both([self.equal(x, y, kind.item) for x, y in zip(mine, others, strict=True)])
            key = frozenset([self.key_of(one), self.key_of(other)])
            alike = self.once(("alike", key), lambda: self.paths.fresh_truth("alike"))
            same = terms.equal(self.length(one), self.length(other))
            self.paths.assume(terms.either([terms.no(alike), same]))
            return alike
        if kind is PILE and one is not other and isinstance(one, Pile) and isinstance(other, Pile):
            alike = self.paths.fresh_truth("alike")
            same = terms.equal(one.size(), other.size())
            self.paths.assume(terms.either([terms.no(alike), same]))
            return alike
        return super().equal(one, other, kind)

    # -- what comes first -------------------------------------------------------------------------------

    def _first(self, e: Expr, one: Any, other: Any) -> Term:
        """Whether one of two things comes before the other. Of sequences nothing is known but that each two of them are
        in the same order whenever they are asked."""
        kind = e.args[0].type
        if is_scalar(kind) or kind != e.args[1].type or not _has_an_order(kind):
            return is_less(one, other, self._ordered_type(e))
        mine, others = self.key_of(one), self.key_of(other)
        if mine == others:
            return False
        return self.once(("first", mine, others), lambda: self.paths.fresh_truth("first"))

    def x_less(self, e: Expr, a: Args) -> Term:
        return self._first(e, a[0], a[1])

    def x_more(self, e: Expr, a: Args) -> Term:
        return self._first(e, a[1], a[0])

    def x_least(self, e: Expr, a: Args) -> Term:
        return terms.no(self._first(e, a[1], a[0]))

    def x_most(self, e: Expr, a: Args) -> Term:
        return terms.no(self._first(e, a[0], a[1]))

    def _best(self, a: Args, e: Expr, better: Callable[[Any, Any, Type], Term]) -> Any:
        """Of sequences any may be the best."""
        item = e.args[-1].type.item  # type: ignore[attr-defined]
        if is_scalar(item) or not _has_an_order(item):
            return super()._best(a, e, better)
        self.require(len(a[0].items) > 0, "RAISED", "the best of nothing")
        return self.index(len(a[0].items), "best")

    def _deep(self, kind: Type) -> bool:
        if kind == LAID or isinstance(kind, Seq) or kind is PILE:
            return True
        if isinstance(kind, Maybe):
            return self._deep(kind.of)
        return isinstance(kind, Record) and any(map(self._deep, kind.types))


def _has_an_order(kind: Type) -> bool:
    """Whether Python compares any two values of a type: numbers, and sequences of such."""
    if isinstance(kind, Seq):
        return kind.kind in ("tuple", "list") and _has_an_order(kind.item)
    return kind in NUMBERS
