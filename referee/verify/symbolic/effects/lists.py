"""What the operations on sequences of unknown length do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.meaning.looking import LISTED
from referee.meaning.program import Expr
from referee.meaning.types import Seq
from referee.verify.symbolic import terms
from referee.verify.symbolic.carried import Args
from referee.verify.symbolic.effects.sequences import AnyMap, Card, Many, One, Some, parts_of, row_of, sequence, singles
from referee.verify.symbolic.effects.touching import roots_of
from referee.verify.symbolic.effects.unknowns import Unknowns
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Items, is_scalar

FEW = 8
"""Of so many known things one or another is one value."""


class Lists(Unknowns):
    """Sequences part by part. A thing that stands for many is made where it is looked at."""

    def by_name(self, word: str) -> Callable[[Expr, Args], Any]:
        found = super().by_name(word)
        return self._changes(found) if word in LISTED else found

    def _changes(self, change: Callable[[Expr, Args], Any]) -> Callable[[Expr, Args], Any]:
        """A change of a list that others may have is a change of the table."""

        def changes(e: Expr, a: Args) -> Any:
            is_others = self._changing.get(id(e))
            if is_others is None:
                is_others = self._changing[id(e)] = bool(roots_of(self.machine.running[-1]).changed(e.args[0]))
            if is_others:
                self.table.changed()
            return change(e, a)

        return changes

    def at(self, things: Any, index: Term) -> Any:
        """The thing at an index that there is."""
        parts = parts_of(things)
        if len(parts) == 1 and isinstance(parts[0], Some):
            return self.of(parts[0], index)
        offset: Term = 0
        offsets, inside = [], []
        for part in parts:
            end = terms.add(offset, 1 if isinstance(part, One) else part.length)
            offsets.append(offset)
            inside.append(terms.both([terms.most(offset, index), terms.less(index, end)]))
            offset = end
        number = self.paths.one_of(list(enumerate(inside)))  # a decision outlives the things of its way
        part, offset = parts[number], offsets[number]
        return part.thing if isinstance(part, One) else self.of(part, terms.sub(index, offset))

    def of(self, part: Some, index: Term) -> Any:
        """The thing at that place of a part."""
        if ("item", part.number, index) in self.paths.settled or not part.distinct:
            return self._item(part, index)
        others = [(at, self.paths.settled["item", part.number, at][0]) for at in self.known_items(part)]
        others = [(at, each) for at, each in others if isinstance(each, Card)]
        if self.telling_apart:
            for at, card in others:
                if self.paths.holds(terms.equal(at, index)):
                    return card
        made = self._item(part, index)
        for at, card in others:  # no two cards of it are one card
            if self.telling_apart or terms.equal(at, index) is False:
                self.paths.assume(terms.no(terms.equal(card.number, made.number)))
        return made

    def _item(self, part: Some, index: Term) -> Any:
        """What stands at that place, made where it is looked at first."""

        def make() -> Any:
            made = part.make(index)
            if ("item", part.number, index) not in self.paths.settled:
                self.paths.settled["items", part.number] = (*self.known_items(part), index)
            return made

        return self.once(("item", part.number, index), make)

    def changed(self, part: Some, change: Callable[[Any], Any], among: tuple[int, int] | None = None) -> Some:
        """The same things, each changed."""
        return Some(part.length, lambda index: change(self.of(part, index)), part.distinct, among=among)

    def known_items(self, part: Some) -> list[Term]:
        """The places in it of which something is known."""
        return list(self.paths.settled.get(("items", part.number), ()))

    def any_of(self, things: Any) -> Any:
        """Any thing of a sequence."""
        parts = [part for part in parts_of(things) if not (isinstance(part, Some) and part.earlier)]
        part = parts[self.paths.one_of([(at, True) for at in range(len(parts))])]
        if isinstance(part, One):
            return part.thing
        return self.of(part, self.index(part.length))

    def length(self, things: Any) -> Term:
        return things.length if isinstance(things, Many) else len(parts_of(things))

    def within(self, things: Any, length: Term, distinct: bool, offset: Term | None = None) -> Any:
        """Some of these things; those from an offset, or any. They are looked at later, when the list may have changed
        out of which they were taken."""
        if isinstance(length, int) and length == 0:
            return Items([])
        then = Many(parts_of(things))

        def make(index: Term) -> Any:
            return self.at(then, self.index(then.length) if offset is None else terms.add(index, offset))

        return Many([Some(length, make, distinct, among=row_of(things))])

    def are_distinct(self, things: Any) -> bool:
        parts = parts_of(things)
        return len(parts) <= 1 and all(isinstance(part, One) or part.distinct for part in parts)

    # -- operations -------------------------------------------------------------------------------------

    def x_convert(self, e: Expr, a: Args) -> Any:
        own, kind = e.args[0].type, e.type
        if isinstance(a[0], Many) and isinstance(own, Seq) and isinstance(kind, Seq):
            if own.item == kind.item:
                return a[0]

            def made(thing: Any) -> Any:
                return super(Lists, self).x_convert(Expr(kind.item, "convert", (Expr(own.item, "local"),)), [thing])

            return Many(
                [One(made(part.thing)) if isinstance(part, One) else self.changed(part, made) for part in a[0].parts]
            )
        return super().x_convert(e, a)

    def x_truth(self, e: Expr, a: Args) -> Any:
        if isinstance(a[0], Many):
            return terms.less(0, a[0].length)
        if isinstance(a[0], AnyMap):
            return bool(a[0].puts) or terms.less(0, self.x_length(e, a))
        return super().x_truth(e, a)

    def x_length(self, e: Expr, a: Args) -> Any:
        if isinstance(a[0], AnyMap):
            if a[0].puts:
                raise NotFollowed("how many keys a dictionary has")
            return self.once(("length", a[0].number), lambda: self.amount("keys"))
        return a[0].length if isinstance(a[0], Many) else super().x_length(e, a)

    def x_at(self, e: Expr, a: Args) -> Any:
        if isinstance(a[0], Many):
            return self.at(a[0], a[1])
        return self._one_of_known(a[0].items, a[1], e) if not isinstance(a[1], int) else super().x_at(e, a)

    def x_item(self, e: Expr, a: Args) -> Any:
        length = self.length(a[0])
        if isinstance(a[0], Many):
            index = terms.number(a[1])
            self.require(
                terms.both([terms.most(terms.negative(length), index), terms.less(index, length)]),
                "RAISED",
                "an item that is not there",
            )
            if not isinstance(index, int):
                if self.paths.holds(terms.less(index, 0)):
                    index = terms.add(index, length)
            elif index < 0:
                index = terms.add(index, length)
            return self.at(a[0], index)
        if isinstance(a[1], int):
            return super().x_item(e, a)
        index = a[1]
        self.require(
            terms.both([terms.most(-length, index), terms.less(index, length)]), "RAISED", "an item that is not there"
        )
        if self.paths.holds(terms.less(index, 0)):
            index = terms.add(index, length)
        return self._one_of_known(a[0].items, index, e)

    def _one_of_known(self, items: list[Any], index: Term, e: Expr) -> Any:
        if not is_scalar(e.type):
            return items[self.paths.value(index, range(len(items)))]
        if len(items) <= FEW:
            found = items[-1]
            for at, each in reversed(list(enumerate(items[:-1]))):
                found = terms.choose(terms.equal(index, at), each, found)
            return found
        key = ("known item", index, tuple(items))

        def make() -> Any:
            found = self.paths.fresh("one of")
            self.paths.assume(terms.either([terms.equal(found, each) for each in dict.fromkeys(items)]))
            return found

        return self.once(key, make)

    def x_append(self, e: Expr, a: Args) -> None:
        if isinstance(a[0], Many):
            a[0].parts.append(One(a[1]))
        else:
            a[0].items.append(a[1])

    def x_joined_up(self, e: Expr, a: Args) -> Any:
        return sequence([*parts_of(a[0]), *parts_of(a[1])])

    def x_repeated(self, e: Expr, a: Args) -> Any:
        low, high = terms.bounds(a[1])
        few = low is not None and high is not None and high - low < FEW
        if few and not isinstance(a[0], Many):
            return super().x_repeated(e, a)
        return self.within(a[0], self.amount("repeated"), False)

    def x_slice(self, e: Expr, a: Args) -> Any:
        is_known = all(isinstance(each.has, bool) and (not each.has or isinstance(each.value, int)) for each in a[1:3])
        if is_known and not isinstance(a[0], Many):
            return super().x_slice(e, a)
        things, length, distinct = a[0], self.length(a[0]), self.are_distinct(a[0])
        first, last = [each.value if self.paths.holds(each.has) else None for each in a[1:3]]
        if e.about != 1:
            return self.within(things, self.amount("sliced", 0, length), distinct)
        start = 0 if first is None else self._place(first, length)
        end = length if last is None else self._place(last, length)
        if start == 0 and end is length:
            return Many(list(parts_of(things)))
        number = terms.sub(end, start)
        if not self.paths.holds(terms.most(0, number)):
            return Items([])
        return self.within(things, number, distinct, start)

    def _place(self, bound: Term, length: Term) -> Term:
        """The place in so many things that the bound of a slice means: one below 0 counts from the end."""
        if self.paths.holds(terms.most(0, bound)):
            return self._least(bound, length)
        place = terms.add(length, bound)
        return place if self.paths.holds(terms.most(0, place)) else 0

    def _least(self, one: Term, other: Term) -> Term:
        return one if self.paths.holds(terms.most(one, other)) else other

    def x_contains(self, e: Expr, a: Args) -> Any:
        kind = e.args[0].type.item  # type: ignore[attr-defined]
        known = singles(parts_of(a[0]))
        if known is not None:
            return terms.either([self.equal(each, a[1], kind) for each in known])
        key = ("contains", self.key_of(a[0]), self.key_of(a[1]))
        return self.once(key, lambda: self.paths.fresh_truth("contains"))

    def x_index(self, e: Expr, a: Args) -> Any:
        if not isinstance(a[0], Many):
            return super().x_index(e, a)
        for part in a[0].parts:
            known = self.known_items(part) if isinstance(part, Some) else []
            if any(self.paths.settled["item", part.number, at][0] is a[1] for at in known):
                return self.index(a[0].length)  # it is one of them
        self.require(self.x_contains(e, a), "RAISED", "not in the sequence")
        return self.index(a[0].length)

    def x_argmin(self, e: Expr, a: Args) -> Any:
        return self._any_best(a[0]) if isinstance(a[0], Many) else super().x_argmin(e, a)

    def x_argmax(self, e: Expr, a: Args) -> Any:
        return self._any_best(a[0]) if isinstance(a[0], Many) else super().x_argmax(e, a)

    def _any_best(self, things: Many) -> Term:
        self.require(terms.less(0, things.length), "RAISED", "the best of nothing")
        return self.index(things.length)

    def x_sorted(self, e: Expr, a: Args) -> Any:
        if isinstance(a[0], Many) or len(a[0].items) > 1:
            return self.within(a[0], self.length(a[0]), self.are_distinct(a[0]))
        return Items(list(a[0].items))

    def x_set(self, e: Expr, a: Args) -> Any:
        if not isinstance(a[0], Many):
            return super().x_set(e, a)
        length = a[0].length
        number = self.amount("different", 0, length)
        self.paths.assume(terms.either([terms.less(0, number), terms.equal(length, 0)]))
        return self.within(a[0], number, self.are_distinct(a[0]))

    def x_become(self, e: Expr, a: Args) -> None:
        if isinstance(a[0], Many):
            a[0].parts[:] = parts_of(a[1])
        else:
            super().x_become(e, a)
