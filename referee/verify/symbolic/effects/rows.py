"""What the operations on rows and on sequences of unknown length do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.kernel.places import Laid
from referee.kernel.piles import OneOfPiles
from referee.kernel.places import Row
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.spaces import OneOf
from referee.meaning.program import Expr
from referee.meaning.types import (
    FRACTION,
    INT,
    LAID,
    PILE,
    PLAYER,
    TRUTH,
    WIDE,
    Atoms,
    Map,
    Maybe,
    Places,
    Record,
    Seq,
    Thing,
    Type,
    Union,
)
from referee.verify.symbolic import terms
from referee.verify.symbolic.carried import Args
from referee.verify.symbolic.effects.sequences import AnyMap, Card, Many, One, Some, parts_of, sequence, singles
from referee.verify.symbolic.operations import Operations
from referee.verify.symbolic.paths import Impossible
from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.terms import NotFollowed, Term
from referee.verify.symbolic.things import ABSENT, UNSET, Dictionary, Items, Object, OneOfTypes, Perhaps, is_scalar
from referee.verify.symbolic.words import NO_PLAYER


FEW = 8
"""Of so many known things one or another is one value."""


class RowOperations(Operations):
    """Operations that know rows and sequences of unknown length."""

    def __init__(self, machine: Any) -> None:
        super().__init__(machine)
        self.always: dict[Term, Term] = {}
        self.telling_apart = False

    objects: list[tuple[Any, Any]]
    """Objects and dictionaries of the table on this way, with their types."""

    # -- what is remembered on one way -------------------------------------------------------------------

    def once(self, key: Any, make: Callable[[], Any]) -> Any:
        """What has that key on this way."""
        found = self.paths.settled.get(key)
        if found is None:
            made = make()
            found = self.paths.settled[key] = (made, key)
        return found[0]

    def aside(self, check: Callable[[], None]) -> None:
        """What is owed of something that stands for many is looked at on a way of its own."""
        if self.paths.holds(self.paths.fresh_truth("aside")):
            check()
            raise Impossible

    def index(self, length: Term, word: str = "at") -> Term:
        """Any place in so many things."""
        if isinstance(length, int) and length == 1:
            return 0
        found = self.paths.fresh(word)
        self.paths.assume(terms.both([terms.most(0, found), terms.less(found, length)]))
        return found

    def amount(self, word: str, least: Term = 0, most: Term | None = None) -> Term:
        found = self.paths.fresh(word)
        self.paths.assume(terms.most(least, found))
        if most is not None:
            self.paths.assume(terms.most(found, most))
        return found

    # -- sequences ----------------------------------------------------------------------------------------

    def at(self, things: Any, index: Term) -> Any:
        """The thing at an index that there is."""
        parts = parts_of(things)
        if len(parts) == 1 and isinstance(parts[0], Some):
            return self.of(parts[0], index)
        offset: Term = 0
        options = []
        for part in parts:
            end = terms.add(offset, 1 if isinstance(part, One) else part.length)
            options.append(((part, offset), terms.both([terms.most(offset, index), terms.less(index, end)])))
            offset = end
        part, offset = self.paths.one_of(options)
        return part.thing if isinstance(part, One) else self.of(part, terms.sub(index, offset))

    def of(self, part: Some, index: Term) -> Any:
        if part.row is not None and self.telling_apart and ("item", part.number, index) not in self.paths.settled:
            return self._another(part, index)
        return self.once(("item", part.number, index), lambda: part.make(index))

    def _another(self, part: Some, index: Term) -> Any:
        """A card of a row: one that is known already, or another one."""
        others = [
            (key[2], found[0])
            for key, found in self.paths.settled.items()
            if isinstance(key, tuple) and key[:2] == ("item", part.number)
        ]
        for at, card in others:
            if self.paths.holds(terms.equal(at, index)):
                return card
        made = self.once(("item", part.number, index), lambda: part.make(index))
        for _, card in others:
            self.paths.assume(terms.no(terms.equal(card.number, made.number)))
        return made

    def any_of(self, things: Any) -> Any:
        """Any thing of a sequence."""
        parts = [part for part in parts_of(things) if not (isinstance(part, Some) and part.earlier)]
        part = self.paths.one_of([(part, True) for part in parts])
        if isinstance(part, One):
            return part.thing
        return self.of(part, self.index(part.length))

    def length(self, things: Any) -> Term:
        return things.length if isinstance(things, Many) else len(parts_of(things))

    def within(self, things: Any, length: Term, distinct: bool, offset: Term | None = None) -> Any:
        """Some of these things; those from an offset, or any."""
        if isinstance(length, int) and length == 0:
            return Items([])

        def make(index: Term) -> Any:
            at = self.index(self.length(things)) if offset is None else terms.add(index, offset)
            return self.at(things, at)

        return Many([Some(length, make, distinct)])

    def are_distinct(self, things: Any) -> bool:
        parts = parts_of(things)
        return len(parts) <= 1 and all(isinstance(part, One) or part.distinct for part in parts)

    def x_convert(self, e: Expr, a: Args) -> Any:
        own, kind = e.args[0].type, e.type
        if isinstance(a[0], Many) and isinstance(own, Seq) and isinstance(kind, Seq):
            if own.item == kind.item:
                return a[0]

            def made(thing: Any) -> Any:
                return super(RowOperations, self).x_convert(Expr(kind.item, "convert", (Expr(own.item, "local"),)), [thing])

            return Many(
                [
                    One(made(part.thing))
                    if isinstance(part, One)
                    else Some(part.length, lambda index, part=part: made(self.of(part, index)), part.distinct)
                    for part in a[0].parts
                ]
            )
        return super().x_convert(e, a)

    def x_truth(self, e: Expr, a: Args) -> Any:
        if isinstance(a[0], Many):
            return terms.less(0, a[0].length)
        if isinstance(a[0], AnyMap):
            return self.once(("filled", a[0].number), lambda: self.paths.fresh_truth("filled"))
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
        return self._one_of_known(a[0].items, index, e)

    def _one_of_known(self, items: list[Any], index: Term, e: Expr) -> Any:
        if not is_scalar(e.type):
            return items[self.paths.value(index, range(len(items)))]
        if len(items) <= FEW:
            found = items[-1]
            for at, each in reversed(list(enumerate(items[:-1]))):
                found = terms.choose(terms.equal(index, at), each, found)
            return found
        key = ("known item", index, tuple([each if isinstance(each, int) else id(each) for each in items]))

        def make() -> Any:
            found = self.paths.fresh("one of")
            self.paths.assume(terms.either([terms.equal(found, each) for each in dict.fromkeys(items)]))
            return found

        return self.once(key, make)

    def x_append(self, e: Expr, a: Args) -> None:
        if isinstance(a[0], Many):
            a[0].parts.append(One(a[1]))
            if a[0].recorded is not None:
                a[0].recorded.append(a[1])
        else:
            a[0].items.append(a[1])

    def x_joined_up(self, e: Expr, a: Args) -> Any:
        return sequence([*parts_of(a[0]), *parts_of(a[1])])

    def x_repeated(self, e: Expr, a: Args) -> Any:
        if isinstance(a[1], int) and not isinstance(a[0], Many):
            return super().x_repeated(e, a)
        return self.within(a[0], self.amount("repeated"), False)

    def x_slice(self, e: Expr, a: Args) -> Any:
        if not isinstance(a[0], Many) and all(isinstance(each.has, bool) for each in a[1:3]):
            if all(not each.has or isinstance(each.value, int) for each in a[1:3]):
                return super().x_slice(e, a)
        things, length, distinct = a[0], self.length(a[0]), self.are_distinct(a[0])
        first, last = [each.value if self.paths.holds(each.has) else None for each in a[1:3]]
        if e.about != 1:
            return self.within(things, self.amount("sliced", 0, length), distinct)
        for each in (first, last):
            if each is not None and not self.paths.holds(terms.most(0, each)):
                return self.within(things, self.amount("sliced", 0, length), distinct)
        start = 0 if first is None else self._least(first, length)
        end = length if last is None else self._least(last, length)
        if start == 0 and end is length:
            return Many(list(parts_of(things)))
        number = terms.sub(end, start)
        if not self.paths.holds(terms.most(0, number)):
            return Items([])
        return self.within(things, number, distinct, start)

    def _least(self, one: Term, other: Term) -> Term:
        return one if self.paths.holds(terms.most(one, other)) else other

    def x_contains(self, e: Expr, a: Args) -> Any:
        kind = e.args[0].type.item  # type: ignore[attr-defined]
        known = singles(parts_of(a[0]))
        if known is not None:
            return terms.either([self.equal(each, a[1], kind) for each in known])
        parts = tuple([id(part.thing) if isinstance(part, One) else part.number for part in a[0].parts])
        thing = a[1] if isinstance(a[1], (int, terms.Number)) else id(a[1])
        return self.once(("contains", parts, thing, id(a[0])), lambda: self.paths.fresh_truth("contains"))

    def x_index(self, e: Expr, a: Args) -> Any:
        if not isinstance(a[0], Many):
            return super().x_index(e, a)
        for part in a[0].parts:
            for key, found in list(self.paths.settled.items()):
                if isinstance(key, tuple) and key[:2] == ("item", getattr(part, "number", 0)) and found[0] is a[1]:
                    return self.index(a[0].length)  # it is one of them
        self.require(self.x_contains(e, a), "RAISED", "not in the sequence")
        return self.index(a[0].length)

    def x_argmin(self, e: Expr, a: Args) -> Any:
        return self.index(a[0].length) if isinstance(a[0], Many) else super().x_argmin(e, a)

    def x_argmax(self, e: Expr, a: Args) -> Any:
        return self.index(a[0].length) if isinstance(a[0], Many) else super().x_argmax(e, a)

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

    # -- dictionaries -------------------------------------------------------------------------------------

    def _key(self, key: Any) -> Any:
        if isinstance(key, tuple):
            return tuple([self._key(each) for each in key])
        return key if isinstance(key, (int, terms.Number, terms.Truth)) else id(key)

    def x_map_has(self, e: Expr, a: Args) -> Any:
        if not isinstance(a[0], AnyMap):
            return super().x_map_has(e, a)
        found = self.once(("has", a[0].number, self._key(a[1])), lambda: self.paths.fresh_truth("has"))
        kind = e.args[0].type.key  # type: ignore[attr-defined]
        return terms.either([found, *[self.equal(put, a[1], kind) for put, _ in a[0].puts]])

    def x_map_key(self, e: Expr, a: Args) -> Any:
        if not isinstance(a[0], AnyMap):
            return super().x_map_key(e, a)
        held, kind = a[0], e.args[0].type.key  # type: ignore[attr-defined]
        found = self.once(("key", held.number, self._key(a[1])), lambda: self.fresh(kind, "key"))
        self.paths.settled.setdefault(("has", held.number, self._key(found)), (True, held))
        return found

    def x_map_value(self, e: Expr, a: Args) -> Any:
        if not isinstance(a[0], AnyMap):
            return super().x_map_value(e, a)
        return self._value_at(a[0], self.x_map_key(e, a), e)

    def x_map_item(self, e: Expr, a: Args) -> Any:
        if not isinstance(a[0], AnyMap):
            return super().x_map_item(e, a)
        if not getattr(e.args[0].type, "missing", ""):
            self.require(self.x_map_has(e, a), "RAISED", "a key that is not there")
        return self._value_at(a[0], a[1], e)

    def x_map_set(self, e: Expr, a: Args) -> None:
        if not isinstance(a[0], AnyMap):
            return super().x_map_set(e, a)
        a[0].puts.append((a[1], a[2]))
        return None

    def x_setdefault(self, e: Expr, a: Args) -> Any:
        if not isinstance(a[0], AnyMap):
            return super().x_setdefault(e, a)
        if not self.paths.holds(self.x_map_has(e, a)):
            a[0].puts.append((a[1], a[2]))
            return a[2]
        return self._value_at(a[0], a[1], e)

    def _value_at(self, held: AnyMap, key: Any, e: Expr) -> Any:
        for put, value in reversed(held.puts):
            if self.paths.holds(self.equal(put, key, e.args[0].type.key)):  # type: ignore[attr-defined]
                return value
        return self.once(("value", held.number, self._key(key)), lambda: held.make(key))

    def x_map_del(self, e: Expr, a: Args) -> Any:
        if not isinstance(a[0], AnyMap):
            return super().x_map_del(e, a)
        self.require(self.x_map_has(e, a), "RAISED", "a key that is not there")
        a[0].forget()
        return None

    def forget_objects(self) -> None:
        """Objects and dictionaries of the table may have changed."""
        for each, kind in self.objects:
            if isinstance(each, AnyMap):
                each.forget()
            else:
                fields = self.machine.program.things[kind.maker]
                each.fields.update({name: self.fresh(of, name) for name, of in fields.items()})

    def owe_somewhere(self, card: Card) -> None:
        """Obligation: a card whose place was known once lies in some row yet."""
        rows = [at for at in range(len(self.table.rows)) if self.is_row(at)]
        if any(("lies", card.number, at) in self.paths.settled for at in rows):
            there = terms.either([self.lies(card.number, at) for at in rows])
            self.require(there, "SHORTAGE", "the card that is handed on may lie anywhere")

    def fresh_item(self) -> Any:
        raise NotFollowed("what a loop had collected before")

    # -- cards --------------------------------------------------------------------------------------------

    def card(self, place: int | None = None) -> Card:
        """Any card; one that lies in a row now."""
        deck = self.machine.program.table.deck
        number, kind, link = self.paths.fresh("card"), self.paths.fresh("kind"), self.paths.fresh("link")
        self.paths.assume(terms.both([terms.most(0, kind), terms.less(kind, len(deck.cards)), terms.most(0, link)]))
        seen = None
        if place is not None:
            now, faces = self.table.moment(place)
            self.paths.settled["lies", number, place] = (now, True)
            seen = (place, faces)
        return Card(number, kind, link, {}, id(number) or 1, seen)

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
            found = self.fresh(item, "mark")
            return found

        def marks() -> Any:
            if not card.others and all(each is False for each in card.marks.values()):
                return Items([])
            return Many([Some(self.amount("marks"), make)])

        return self.once(("marks", id(card)), lambda: (marks(), card))[0]

    def x_laid_mark(self, e: Expr, a: Args) -> Any:
        return self._marked(a[0], a[1], e.args[1].type, True)

    def x_laid_unmark(self, e: Expr, a: Args) -> Any:
        card, marks = a
        if not parts_of(marks):
            return Card(card.number, card.kind, card.link, {}, 0)
        return self._marked(card, marks, e.args[1].type, False)

    def _marked(self, card: Card, marks: Any, kind: Type, there: bool) -> Card:
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

    def equal(self, one: Any, other: Any, kind: Type) -> Any:
        if kind == LAID:
            if one is other:
                return True
            alike = self.once(("alike", id(one), id(other)), lambda: (self.paths.fresh_truth("alike"), one, other))[0]
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
            key = frozenset([self._content(one), self._content(other)])
            alike = self.once(("alike", key), lambda: (self.paths.fresh_truth("alike"), one, other))[0]
            same = terms.equal(self.length(one), self.length(other))
            self.paths.assume(terms.either([terms.no(alike), same]))
            return alike
        if kind is PILE and one is not other and isinstance(one, Pile) and isinstance(other, Pile):
            alike = self.paths.fresh_truth("alike")
            same = terms.equal(one.size(), other.size())
            self.paths.assume(terms.either([terms.no(alike), same]))
            return alike
        return super().equal(one, other, kind)

    def _content(self, things: Any) -> Any:
        return tuple([("one", self._key(part.thing)) if isinstance(part, One) else part.number for part in parts_of(things)])

    def _deep(self, kind: Type) -> bool:
        if kind == LAID or isinstance(kind, Seq) or kind is PILE:
            return True
        if isinstance(kind, Maybe):
            return self._deep(kind.of)
        return isinstance(kind, Record) and any(map(self._deep, kind.types))

    # -- rows ---------------------------------------------------------------------------------------------

    def x_place_row(self, e: Expr, a: Args) -> Any:
        return self.table.rows[self.place(a[0], e.args[0])]

    def place(self, at: Term, e: Expr) -> int:
        if isinstance(at, int):
            return int(at)
        among = sorted(e.type.numbers) if isinstance(e.type, Places) else None
        return self.paths.value(at, among)

    def x_place(self, e: Expr, a: Args) -> Any:
        kind = e.args[0].type
        return e.about + (self.seat(a[0]) if kind is PLAYER else self.fixed(a[0], kind))

    def is_row(self, at: int) -> bool:
        return bool(self.machine.program.table.places[at].is_row)

    def x_place_size(self, e: Expr, a: Args) -> Any:
        at = self.place(a[0], e.args[0])
        return self.length(self.table.rows[at]) if self.is_row(at) else self.table.piles[at].size()

    def x_place_pile(self, e: Expr, a: Args) -> Any:
        at = self.place(a[0], e.args[0])
        if not self.is_row(at):
            return self.table.piles[at]
        row = self.table.rows[at]
        return self.once(("pile", id(row), row.length), lambda: (self.pile_of(row.length), row))[0]

    def pile_of(self, size: Term) -> Pile:
        """Any cards, so many."""
        counts = [self.paths.fresh("cards") for _ in self.kinds.groups]
        ones = [
            each if len(group) == 1 else self.paths.fresh("one kind")
            for each, group in zip(counts, self.kinds.groups, strict=True)
        ]
        pile = self.kinds.unknown(f"{self.paths.names}", counts, ones)
        self.paths.assume(pile.is_pile())
        self.paths.assume(terms.equal(pile.size(), size))
        return pile

    def x_lies(self, e: Expr, a: Args) -> Any:
        return self.lies(a[0].number, self.place(a[1], e.args[1]))

    def lies(self, number: Term, place: int) -> Term:
        """Whether the card of that number lies in that row now."""
        log, key = self.table.logs[place], ("lies", number, place)
        found = self.paths.settled.get(key)
        now = len(log)
        if found is None:
            truth = self.paths.fresh_truth("lies")
        elif found[0] > now:
            return self.paths.fresh_truth("lies")
        else:
            truth = found[1]
            for entry in log[found[0] : now]:
                truth = self._after(entry, number, truth)
        self.paths.settled[key] = (now, truth)
        return truth

    def _after(self, entry: tuple[str, Any], number: Term, truth: Term) -> Term:
        what, numbers = entry
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

    def new_row(self, place: int, length: Term) -> Any:
        """So many cards lie there."""
        if isinstance(length, int) and length == 0:
            return Many([])
        table = self.table
        now, faces = table.moment(place)

        def make(index: Term) -> Card:
            card = self.card()
            self.paths.settled["lies", card.number, place] = (now, True)
            return Card(card.number, card.kind, card.link, {}, card.others, (place, faces))

        return Many([Some(length, make, True, (place, now, faces))])

    def lying(self, place: int, cards: Any) -> Any:
        """The cards as they lie there now. Obligation: they lie there."""

        def now(card: Card) -> Card:
            if card.seen == (place, self.table.moment(place)[1]):
                return card
            return Card(card.number, card.kind, self.amount("link"), {}, id(self.paths.fresh("marks")), None)

        parts: list[Any] = []
        for part in parts_of(cards):
            if isinstance(part, One):
                self.require(self.lies(part.thing.number, place), "SHORTAGE", "the card may not lie there any more")
                parts.append(One(now(part.thing)))
            else:
                self.owe_all(part, place)
                parts.append(Some(part.length, lambda index, part=part: now(self.of(part, index)), part.distinct))
        return sequence(parts)

    def owe_all(self, part: Some, place: int) -> None:
        if part.row == (place, *self.table.moment(place)) or (
            part.row is not None and part.row[0] == place and part.row[1] == self.table.moment(place)[0]
        ):
            return
        if isinstance(part.length, int) and part.length == 0:
            return

        def check() -> None:
            card = self.of(part, self.index(part.length))
            self.require(self.lies(card.number, place), "SHORTAGE", "the card may not lie there any more")

        self.aside(check)

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
            one, other = self.index(things.length), self.index(things.length)
            self.paths.assume(terms.less(one, other))
            self.telling_apart = True
            try:
                cards = self.at(things, one), self.at(things, other)
            finally:
                self.telling_apart = False
            self.require(
                terms.no(terms.equal(cards[0].number, cards[1].number)), "SHORTAGE", "a card may be taken twice"
            )

        self.aside(check)

    def x_lying(self, e: Expr, a: Args) -> Any:
        return self.lying(self.place(a[0], e.args[0]), a[1])

    def x_take(self, e: Expr, a: Args) -> Any:
        cards, source, marks = a[0], self.place(a[1], e.args[1]), a[2]
        if not self.is_row(source):
            return self._out_of_a_pile(cards, source, marks)
        if isinstance(cards, Pile):
            return self._found_in_a_row(cards, source, marks)
        going = self.lying(source, cards)
        parts = parts_of(going)
        self.owe_once(parts_of(cards))
        table, number = self.table, self.length(cards)
        row = table.rows[source]
        known = singles(parts)
        if known is not None:
            table.note(source, "gone", tuple([each.number for each in known]))
            length = terms.sub(row.length, len(known))
        elif all(isinstance(part, Some) and part.row == (source, *table.moment(source)) for part in parts_of(cards)):
            table.note(source, "empty", None)
            length = 0
        else:
            table.note(source, "some gone", None)
            length = terms.sub(row.length, number)
        if not isinstance(length, int):
            self.paths.assume(terms.most(0, length))
        table.rows[source] = self.new_row(source, length)
        return going, self._on_their_way(going, marks)

    def _found_in_a_row(self, cards: Pile, source: int, marks: Any) -> Any:
        """Cards of these kinds out of a row. Obligation: they are some of its cards."""
        table = self.table
        row = table.rows[source]
        whole = self.once(("pile", id(row), row.length), lambda: (self.pile_of(row.length), row))[0]
        self.require(whole.covers(cards), "SHORTAGE", "the row may not hold the cards")
        size = cards.size()
        going = Many([Some(size, lambda index: self.card(), True)])
        table.note(source, "some gone", None)
        length = terms.sub(row.length, size)
        self.paths.assume(terms.both([terms.most(0, length), terms.most(0, size)]))
        table.rows[source] = self.new_row(source, length)
        return going, self._on_their_way(going, marks)

    def _on_their_way(self, cards: Any, marks: Any) -> Any:
        known = singles(parts_of(marks))
        plain = known is not None and all(isinstance(each, int) for each in known)

        def went(card: Card) -> Card:
            if plain:
                return Card(card.number, card.kind, 0, dict.fromkeys(known or (), True), 0)
            return Card(card.number, card.kind, 0, {}, id(self.paths.fresh("marks")))

        return sequence(
            [
                One(went(part.thing))
                if isinstance(part, One)
                else Some(part.length, lambda index, part=part: went(self.of(part, index)), part.distinct)
                for part in parts_of(cards)
            ]
        )

    def _out_of_a_pile(self, cards: Any, source: int, marks: Any) -> Any:
        if not isinstance(cards, Pile):
            if parts_of(cards):
                raise NotFollowed("cards of a row are looked for in a pile")
            return Items([]), Items([])
        piles = self.table.piles
        self.require(piles[source].covers(cards), "SHORTAGE", "cards that are not there are moved")
        piles[source] = piles[source].plus(cards, -1)
        self.table.version += 1
        size = cards.size()
        if isinstance(size, int) and size == 0:
            return Items([]), Items([])
        going = Many([Some(size, lambda index: self.card(), True)])
        return going, self._on_their_way(going, marks)

    def x_set_row(self, e: Expr, a: Args) -> None:
        place = self.place(a[0], e.args[0])
        table = self.table
        old, new = table.rows[place].parts, parts_of(a[1])
        size = len(old)
        if new[:size] == old:
            came = new[size:]
        elif new[len(new) - size :] == old:
            came = new[: len(new) - size]
        else:
            table.note(place, "anything", None)
            table.rows[place] = self.new_row(place, self.length(a[1]))
            return
        if not came:
            return
        known = singles(came)
        length = terms.add(table.rows[place].length, self.length(Many(came)))
        if known is None:
            table.note(place, "some came", None)
        else:
            table.note(place, "came", tuple([each.number for each in known]))
        now = table.moment(place)[0]
        for part in came:
            if isinstance(part, One):
                self.paths.settled["lies", part.thing.number, place] = (now, True)
            else:
                part.make = self._coming(part.make, place, now)
        table.rows[place] = self.new_row(place, length)

    def _coming(self, make: Callable[[Term], Any], place: int, now: int) -> Callable[[Term], Any]:
        def made(index: Term) -> Any:
            card = make(index)
            self.paths.settled["lies", card.number, place] = (now, True)
            return card

        return made

    def x_set_pile(self, e: Expr, a: Args) -> None:
        self.table.piles[self.place(a[0], e.args[0])] = a[1]
        self.table.version += 1

    def x_pile_pack(self, e: Expr, a: Args) -> Any:
        known = singles(parts_of(a[0]))
        if known is not None and all(isinstance(each, int) for each in known):
            found = self.kinds.nothing
            if not known:
                return found
        return self.pile_of(self.length(a[0]))

    def x_pile_count(self, e: Expr, a: Args) -> Any:
        try:
            return super().x_pile_count(e, a)
        except NotFollowed:
            return self.amount("count", 0, a[0].size())

    def x_pile_unpack(self, e: Expr, a: Args) -> Any:
        deck = self.machine.program.table.deck
        return Many([Some(a[0].size(), lambda index: self.index(len(deck.cards), "kind"))])

    def x_shift(self, e: Expr, a: Args) -> None:
        source, target = self.place(a[1], e.args[1]), self.place(a[2], e.args[2])
        if self.is_row(source) or self.is_row(target):
            raise NotFollowed("cards of a row are shifted")
        piles = self.table.piles
        self.require(piles[source].covers(a[0]), "SHORTAGE", "cards that are not there are moved")
        piles[source] = piles[source].plus(a[0], -1)
        piles[target] = piles[target].plus(a[0])
        self.table.version += 1

    def x_swap(self, e: Expr, a: Args) -> None:
        one, other = self.place(a[0], e.args[0]), self.place(a[1], e.args[1])
        if self.is_row(one) or self.is_row(other):
            table = self.table
            lengths = self.length(table.rows[one]), self.length(table.rows[other])
            for at, length in ((one, lengths[1]), (other, lengths[0])):
                table.note(at, "anything", None)
                table.rows[at] = self.new_row(at, length)
            return
        piles = self.table.piles
        piles[one], piles[other] = piles[other], piles[one]
        self.table.version += 1

    def x_draw(self, e: Expr, a: Args) -> Any:
        return self._drawn(self.table.piles[self.place(a[0], e.args[0])], a[1])

    def x_shuffle(self, e: Expr, a: Args) -> Any:
        row = self.table.rows[self.place(a[0], e.args[0])]
        length = row.length
        return Many([Some(length, lambda index: self.index(length))])

    # -- scalars ------------------------------------------------------------------------------------------

    def x_set_scalar(self, e: Expr, a: Args) -> None:
        self._owe_player(e.about, a[0])
        self.table.scalars[e.about] = a[0]
        self.table.version += 1

    def x_set_each(self, e: Expr, a: Args) -> None:
        self._owe_player(e.about, a[1])
        self.table.scalars[e.about][self.seat(a[0])] = a[1]
        self.table.version += 1

    def _owe_player(self, name: str, value: Any) -> None:
        kind = self.machine.program.scalars[name][0]
        if kind == PLAYER and name not in self.machine.nobody and value not in self.machine.seated:  # type: ignore[attr-defined]
            self.require(terms.less(value, self.machine.players), "RAISED", f"{name} may be nobody")

    def x_set_field(self, e: Expr, a: Args) -> None:
        a[0].fields[e.about] = a[1]
        self.table.version += 1

    def x_pay(self, e: Expr, a: Args) -> None:
        self.require(terms.most(0, a[2]), "NO_MONEY")
        kind = self.machine.program.scalars.get("$money", (INT, None))[0]
        self.table.money = [self.fresh(kind, "money") for _ in self.table.money]
        self.table.version += 1

    def x_end(self, e: Expr, a: Args) -> None:
        self.table.ended = True
        self.table.version += 1

    def x_mul(self, e: Expr, a: Args) -> Any:
        if terms.known(*a) or any(terms.known(each) for each in a):
            return super().x_mul(e, a)
        return self.paths.fresh("a product")

    def x_everyone_from(self, e: Expr, a: Args) -> Any:
        return super().x_everyone_from(e, a)

    def always_is(self, number: Term, truth: Term) -> None:
        """That holds of a name, wherever it has got into what is put together."""
        self.paths.assume(truth)
        if self.always.setdefault(number, truth) is not truth:
            self.always[number] = None  # it is the name of several things

    # -- anything of a type -------------------------------------------------------------------------------

    def fresh(self, kind: Type, word: str) -> Any:
        """Anything of a type."""
        paths = self.paths
        if kind in (INT, WIDE, FRACTION):
            return paths.fresh(word, kind != FRACTION)
        if kind == TRUTH:
            return paths.fresh_truth(word)
        if kind == PLAYER:
            found = paths.fresh(word)
            seat = terms.both([terms.most(0, found), terms.less(found, self.machine.players)])
            self.always_is(found, terms.either([seat, terms.equal(found, NO_PLAYER)]))
            return found
        if isinstance(kind, (Atoms, Places)):
            numbers = sorted(kind.numbers)
            if len(numbers) == 1:
                return numbers[0]
            found = paths.fresh(word)
            self.always_is(found, terms.either([terms.equal(found, each) for each in numbers]))
            return found
        if kind == LAID:
            return self.card()
        if kind is PILE:
            return self.pile_of(self.amount(word))
        if isinstance(kind, Maybe):
            return Perhaps(paths.fresh_truth(word), self.fresh(kind.of, word))
        if isinstance(kind, Record):
            return tuple([self.fresh(each, word) for each in kind.types])
        if isinstance(kind, Seq):
            return Many([Some(self.amount(f"length of {word}"), lambda index: self.fresh(kind.item, word))])
        if isinstance(kind, Map):
            held = AnyMap(lambda key: self.fresh(kind.value, word))
            self.objects.append((held, kind))
            return held
        if isinstance(kind, Union):
            at = paths.one_of([(at, True) for at in range(len(kind.of))])
            return OneOfTypes(at, self.fresh(kind.of[at], word))
        if isinstance(kind, Thing):
            fields = self.machine.program.things[kind.maker]
            made = Object({name: self.fresh(each, name) for name, each in fields.items()})
            self.objects.append((made, kind))
            return made
        return Opaque(kind)

    # -- answers ------------------------------------------------------------------------------------------

    def exists(self, space: Any, kind: Type) -> Any:
        maker = kind.maker if isinstance(kind, Record) else None
        if maker is OneOf:
            return terms.less(0, self.length(space[0]))
        if maker is OneOfPiles:
            return terms.less(0, self.length(space[1]))
        if maker in (OneOfRow, SomeOfRow):
            parts = dict(zip(kind.names, space, strict=True))  # type: ignore[attr-defined]
            length = self.length(parts["among"])
            if maker is OneOfRow:
                return terms.less(0, length)
            least, most = parts["least"], parts["most"]
            return terms.both([terms.most(least, most), terms.most(0, most), terms.most(least, length)])
        return super().exists(space, kind)

    def answer(self, space: Any, kind: Type, wanted: Type) -> tuple[Any, Type]:
        maker = kind.maker if isinstance(kind, Record) else None
        if maker in (OneOf, OneOfPiles):
            at = 0 if maker is OneOf else 1
            if isinstance(space[at], Many):
                return self.any_of(space[at]), kind.types[at].item  # type: ignore[attr-defined]
            return super().answer(space, kind, wanted)
        if maker in (OneOfRow, SomeOfRow):
            parts = dict(zip(kind.names, space, strict=True))  # type: ignore[attr-defined]
            among = parts["among"]
            if maker is OneOfRow:
                return self.any_of(among), LAID
            number = self.amount("chosen", 0, self.length(among))
            self.paths.assume(terms.both([terms.most(parts["least"], number), terms.most(number, parts["most"])]))
            return self.within(among, number, self.are_distinct(among)), Seq(LAID, "tuple")
        return super().answer(space, kind, wanted)


class Opaque:
    """Something of which nothing is asked."""

    def __init__(self, kind: Type) -> None:
        self.kind = kind
