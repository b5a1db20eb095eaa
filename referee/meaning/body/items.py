"""Items and attributes, got and set."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
import inspect
from collections import Counter, defaultdict
from enum import EnumMeta
from functools import cached_property
from types import FunctionType
from typing import Any

from referee.kernel.errors import MissingCase, RuleFault
from referee.kernel.grids import Grid
from referee.kernel.places import Place
from referee.kernel.scalars import ValueOfEach
from referee.kernel.table import Table
from referee.meaning.authors import is_author
from referee.meaning.body.cached import IS_KEPT
from referee.meaning.body.displays import SCALAR
from referee.meaning.body.reader import Reader
from referee.meaning.library import spliced
from referee.meaning.open_readings import OpenValue
from referee.meaning.operations.readings import open_value
from referee.meaning.program import Expr
from referee.meaning.types import (
    INT,
    LAID,
    NEVER,
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
    Union,
    join_all,
)
from referee.meaning.values import NOTHING, Entries, Entry, Indexed, Known, Lazy, Made, Run, Value, is_typed_tuple


class Items(Reader):
    """Items."""

    def eval_Subscript(self, node: ast.Subscript) -> Value:
        on = self.eval(node.value)
        if isinstance(node.slice, ast.Slice):
            parts = [
                None if each is None else self.eval(each)
                for each in (node.slice.lower, node.slice.upper, node.slice.step)
            ]
            return self.sliced(on, parts, node)
        return self.item(on, self.eval(node.slice), node)

    def sliced(self, on: Value, parts: list[Value | None], node: ast.AST) -> Value:
        self.not_kept(node, on)
        known = [None if each is None else self.all_known(each) for each in parts]
        if all(each is None or own is not None for each, own in zip(parts, known, strict=True)):
            bounds = slice(*[None if own is None else own[0] for own in known])
            if (of_class := self.special(on, "__getitem__")) is not None:
                return self.call(Known(of_class), [on, Known(bounds)], {}, node)
            if isinstance(on, Known) and self.is_of_each(on.thing):
                return self.sliced(self.each_seq(self.tr.each_names[id(on.thing)]), parts, node)
            if isinstance(on, Known):
                return Known(self.operated(on.thing)[bounds])
            if isinstance(on, Run) and isinstance(on.expr.type, Atoms):
                return self.of_each_atom(on, lambda thing: thing[bounds])
            if isinstance(on, Made) and on.maker in (tuple, list):
                values = on.values[bounds]
                return Made(on.maker, tuple(range(len(values))), values)
            if isinstance(on, Run) and isinstance(on.expr.type, Record):
                return self.sliced(
                    Made(
                        tuple, on.expr.type.names, tuple([self.part(on, at) for at in range(len(on.expr.type.names))])
                    ),
                    parts,
                    node,
                )
        if isinstance(on, Run) and isinstance(on.expr.type, Maybe):
            on = self.without_none(on)
        if not (isinstance(on, Run) and isinstance(on.expr.type, Seq)):
            kind = self.type_of(on)
            if not isinstance(kind, (Seq, Record)) and kind != NEVER:
                raise self.refuse(node, "a slice of a text or a range up to what only play knows", "(*…,)[…]")
            word = kind.kind if isinstance(kind, Seq) else "tuple"
            seq = Seq(self.item_of(kind), word)
            on = self.let(self.fit(on, seq))
        if getattr(on.expr.type, "kind", "") == "set":
            raise self.refuse(node, "a part of a set", "a tuple")
        step = known[2][0] if known[2] is not None else 1
        if parts[2] is not None and (known[2] is None or not step):
            raise self.refuse(node, "a slice with a step that is not known", "a comprehension")
        step = 1 if step is None else step
        bounds_ = [
            Expr(Maybe(INT), "none")
            if each is None or (own is not None and own[0] is None)
            else self.fit(each, Maybe(INT))
            for each, own in zip(parts[:2], known[:2], strict=True)
        ]
        return self.let(Expr(on.expr.type, "slice", (on.expr, *bounds_), step))

    def item(self, on: Value, key: Value, node: ast.AST) -> Value:
        self.not_kept(node, on)
        known = self.all_known(key)
        if known is not None and isinstance(known[0], slice) and not isinstance(on, Known):
            parts = (known[0].start, known[0].stop, known[0].step)
            return self.sliced(on, [None if each is None else Known(each) for each in parts], node)
        own = self.special(on, "__getitem__") if known is not None else self.own_method(on, "__getitem__")
        if own is not None:
            return self.call(Known(own), [on, key], {}, node)
        if isinstance(on, Known) and hasattr(type(on.thing), "__missing__"):
            there = type(on.thing) is defaultdict and known is not None and known[0] in on.thing
            if type(on.thing) is not Counter and not there:
                what = f"looking into a {type(on.thing).__name__} made before the match"
                raise self.refuse(node, what, "'.get(key, …)'")
            on = on if known is not None or there else self.call(Known(Counter), [on], {}, node)
        if isinstance(on, Known):
            return self.known_item(on.thing, key, known, node)
        if isinstance(on, Entries):
            return self.entry(on, key, known, node)
        if isinstance(on, Made) and on.maker in (tuple, list):
            if known is not None:
                if not -len(on.values) <= known[0] < len(on.values):
                    self.stop("RAISED", "no item of that number", IndexError)
                return on.values[known[0]]
            whole = Seq(join_all([self.kept_type(each) for each in on.values]), "tuple")
            return self.item(self.let(self.fit(on, whole)), key, node)
        if isinstance(on, Made) and is_typed_tuple(on.maker) and known is not None:
            return on.values[known[0]]
        if isinstance(on, Indexed):
            length = self.let(on.length()).expr
            zero = Expr(INT, "const", (), 0)
            at = self.let(self.fit(key, INT)).expr
            behind = self.let(Expr(INT, "add", (at, length)))
            at = self.let(Expr(INT, "if", (Expr(TRUTH, "less", (at, zero)), behind.expr, at))).expr
            fits = Expr(TRUTH, "both.and", (Expr(TRUTH, "most", (at, zero)), Expr(TRUTH, "less", (at, length))))
            self.require(fits, kind=IndexError)
            return on.item(at)
        if not isinstance(on, Run):
            raise self.refuse(node, "an item of this", "an item of a tuple or a list")
        kind: Any = on.expr.type
        if isinstance(kind, Maybe):
            return self.item(self.without_none(on), key, node)
        if isinstance(kind, Union):
            return self.by_alternative(on, lambda each: self.item(each, key, node))
        if isinstance(kind, Seq):
            if kind.kind == "set":
                raise self.refuse(node, "an item of a set", "a tuple")
            if kind.item is NEVER:
                self.stop("RAISED", "an item of nothing", IndexError)
            key_kind = self.type_of(key)
            index = self.fit(Run(Expr(INT, "convert", (self.fit(key, PLAYER),))) if key_kind is PLAYER else key, INT)
            index, is_sure = self.has_place(lambda: Expr(INT, "length", (on.expr,)), index, node)
            return self.plain_item(self.sure(Expr(kind.item, "item", (on.expr, index)), is_sure))
        if isinstance(kind, Map) and kind.missing:
            return self.item_or_missing(on, key, node)
        if isinstance(kind, Map):
            is_sure = self.unless(lambda: self.contained(key, on, node), self.lacking, node, key)
            if kind.key is NEVER:
                self.stop("RAISED", "an item of an empty dictionary")
            self.refuse_equal(kind.key, self.kept_type(key))
            return self.plain_item(self.sure(Expr(kind.value, "map.item", (on.expr, self.fit(key, kind.key))), is_sure))
        if isinstance(kind, Record):
            if known is not None:
                if not -len(kind.names) <= known[0] < len(kind.names):
                    self.stop("RAISED", "no item of that number", IndexError)
                return self.part(on, range(len(kind.names))[known[0]])
            whole = Seq(join_all(kind.types), "tuple")
            return self.item(self.let(self.converted(on.expr, whole)), key, node)
        if isinstance(kind, Atoms) and known is not None:
            return self.of_each_atom(on, lambda thing: thing[known[0]])
        if isinstance(kind, Atoms):
            return self.by_atom(on, lambda each: self.item(each, key, node))
        raise self.refuse(node, f"an item of {kind!r}", "a tuple, a list or a dictionary")

    def entry(self, on: Entries, key: Value, known: list[Any] | None, node: ast.AST) -> Value:
        if known is not None:
            for each in on.entries:
                if each.key == known[0]:
                    if isinstance(each.there, Run):
                        self.has_entry(each.there, key, node)
                    return each.value
            self.has_no_entry(key, node, f"no entry {known[0]!r}")
        entries = list(on.entries)

        def at(number: int) -> Value:
            if number == len(entries):
                self.has_no_entry(key, node, "no such entry")
            own = self.truth(self.equal(key, Known(entries[number].key), node))
            own = self.logic("and", self.truth(own), entries[number].there)
            return self.either(own, lambda: entries[number].value, lambda: at(number + 1))

        return at(0)

    def item_or_missing(self, on: Run, key: Value, node: ast.AST) -> Value:
        """An item of a Counter or a defaultdict."""
        kind = on.expr.type
        assert isinstance(kind, Map)
        key = self.settled(key)
        if kind.missing == "Counter":
            return self.method(on, "get", [key, Known(0)], {}, node)

        def make() -> None:
            made = self.made_by(self.tr.makers[kind.missing], node)
            self.tr.copies.made_anew(made)
            self.map_set(on, key, made)

        there = self.truth(self.contained(key, on, node))
        self.branch(there, lambda: None, make)
        held = on.expr.type
        return self.plain_item(self.sure(Expr(held.value, "map.item", (on.expr, self.fit(key, held.key)))))  # type: ignore[attr-defined]

    def is_of_each(self, thing: Any) -> bool:
        """Whether a thing is what every player has one of on the table: what it holds is known in play only."""
        return isinstance(thing, ValueOfEach) and id(thing) in self.tr.each_names

    def each_seq(self, name: str) -> Run:
        kind = Seq(self.tr.scalar_type(name), "list")
        return self.let(Expr(kind, "each.all", (), name))

    def known_item(self, thing: Any, key: Value, known: list[Any] | None, node: ast.AST) -> Value:
        self.operated(thing)
        if isinstance(thing, EnumMeta) and known is None:
            return self.item(Known(dict(thing.__members__)), key, node)
        if self.is_of_each(thing):
            name = self.tr.each_names[id(thing)]
            kind = self.tr.scalar_type(name)
            return self.plain_item(Expr(kind, "each", (self.whose(key),), name))
        if known is not None:
            try:
                found = thing[known[0]]
                return open_value(self, found) if isinstance(found, OpenValue) else Known(found)
            except MissingCase as missing:
                self.stop("MISSING_CASE", missing.message)
            except RuleFault as fault:
                self.stop(fault.broken.name, fault.message)
            except Exception as error:
                self.broke(error, node)
        kind = self.type_of(key)
        if thing is self.tr.table.deck.one:
            return self.let(Expr(PILE, "pile.one", (self.fit(key, INT),)))
        if isinstance(thing, tuple) and thing and all(isinstance(each, Place) for each in thing):
            numbers = [each.number for each in thing]
            if kind is PLAYER and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
                return self.let(Expr(Places(frozenset(numbers)), "place", (self.fit(key, PLAYER),), numbers[0]))
        if isinstance(thing, (tuple, list)) and kind in (PLAYER, INT, TRUTH, WIDE):
            items = join_all([self.tr.type_of_known(each) for each in thing])
            if isinstance(items, Union):
                raise self.refuse(
                    node, f"an item of {thing!r} whose number is not known", "an if for each, or things of one type"
                )
            self.tr.copies.copied(items)
            table = Expr(Seq(items, "tuple"), "table", tuple([self.constant(each, items) for each in thing]))
            index = Expr(INT, "convert", (self.fit(key, PLAYER),)) if kind is PLAYER else self.fit(key, INT)
            index, is_sure = self.has_place(lambda: Expr(INT, "const", (), len(thing)), index, node)
            return self.plain_item(self.sure(Expr(items, "item", (table, index)), is_sure))
        if isinstance(thing, dict):
            entries = tuple([Entry(each, Known(True), Known(value)) for each, value in thing.items()])
            if (
                isinstance(key, Run)
                and not isinstance(key.expr.type, (Atoms, Maybe, Union, Record))
                and len(entries) > 8
            ):
                return self.item(self.let(self.constant(thing, self.tr.type_of_known(thing))), key, node)
            return self.entry(Entries(entries), key, None, node)
        if isinstance(thing, Grid):
            return self.known_item(thing.places, key, known, node)
        if isinstance(thing, (range, str)) and kind in (INT, TRUTH):
            return self.known_item(tuple(thing), key, known, node)
        raise self.refuse(node, f"an item of {type(thing).__name__}", "a tuple, a list or a dictionary")

    def set_item(self, target: ast.Subscript, on: Value, key: Value, value: Value) -> None:
        if isinstance(value, (Lazy, Indexed)):
            value = self.as_seq(value)
        own = self.own_method(on, "__setitem__")
        if own is not None and not isinstance(target.slice, ast.Slice):
            self.call(Known(own), [on, key, value], {}, target)
            return
        if isinstance(on, Known) and self.is_of_each(on.thing):
            if isinstance(target.slice, ast.Slice):
                raise self.refuse(target, "setting a slice", "a loop over the players")
            self.not_told_only(value, target)
            name = self.tr.each_names[id(on.thing)]
            kind = self.tr.grow_scalar(name, self.kept_type(value))
            self.do(Expr(NEVER, "set each", (self.whose(key), self.fit(value, kind)), name))
            return
        if isinstance(on, Entries):
            if self.tr.copies.types and self.type_of(on) in self.tr.copies.types:
                self.again_in_play(on, target)  # so that it is one thing under all its names
            known = self.all_known(key)
            if known is None or not self.is_own_still(on, target.value):
                self.again_in_play(on, target)
            self.not_kept(target, value)
            entries = list(on.entries)
            assert known is not None
            new = Entry(known[0], Known(True), value)
            keys = [each.key for each in entries]
            if known[0] in keys:
                place = keys.index(known[0])
                if isinstance(entries[place].there, Run):
                    self.again_in_play(on, target)
                entries[place] = new
            else:
                entries.append(new)
            assert isinstance(target.value, ast.Name)
            self.env[target.value.id] = Entries(tuple(entries), on.site)
            return
        if isinstance(on, Run) and isinstance(on.expr.type, Maybe):
            on = self.without_none(on)
        if isinstance(on, Run) and isinstance(on.expr.type, Map):
            self.map_set(on, key, value)
            return
        if isinstance(on, Made) and on.maker is list:
            self.again_in_play(on, target)
        if isinstance(on, Run) and isinstance(on.expr.type, Seq) and on.expr.type.kind == "list":
            item = self.item_type(on.expr, self.kept_type(value))
            index, given = self.fit(key, INT), self.fit(value, item)
            index, is_sure = self.has_place(lambda: Expr(INT, "length", (on.expr,)), index, target)
            self.do(self.sure(Expr(NEVER, "put", (on.expr, index, given)), is_sure))
            return
        raise self.refuse(
            target, f"setting '{ast.unparse(target)}'", "a scalar of the table, or a list that is made in the function"
        )

    def set_slice(self, on: Value, bounds: ast.Slice, things: Value, node: ast.AST) -> None:
        """Other things in the place of some of a list."""
        if isinstance(on, Run) and isinstance(on.expr.type, Maybe):
            on = self.without_none(on)
        if isinstance(on, Made) and on.maker is list:
            self.again_in_play(on, node)
        if not (isinstance(on, Run) and isinstance(on.expr.type, Seq) and on.expr.type.kind == "list"):
            raise self.refuse(node, "setting a slice of this", "a list")
        if bounds.step is not None:
            raise self.refuse(node, "setting a slice with a step", "a loop")
        ends = [NOTHING if each is None else self.eval(each) for each in (bounds.lower, bounds.upper)]
        whole = self.call(Known(spliced), [on, *ends, self.as_seq(things, node=node)], {}, node)
        item = self.item_type(on.expr, self.item_of(self.type_of(whole)))
        self.do(Expr(NEVER, "become", (on.expr, self.fit(whole, Seq(item, "list")))))

    def set_attribute(self, on: Value, name: str, value: Value, node: ast.AST) -> None:
        if isinstance(value, (Lazy, Indexed)):
            value = self.as_seq(value)
        if isinstance(on, Known) and isinstance(on.thing, Table):
            if name == "outcome":
                raise self.refuse(node, "setting the outcome", "t.end(…)")
            self.not_told_only(value, node)
            kind = self.tr.grow_scalar(name, self.kept_type(value))
            self.do(Expr(NEVER, "set scalar", (self.fit(value, kind),), name))
            return
        if isinstance(on, Run) and isinstance(on.expr.type, Maybe):
            on = self.without_none(on)
        if isinstance(on, Run) and isinstance(on.expr.type, Thing):
            maker = on.expr.type.maker
            raw = inspect.getattr_static(maker, name, None)
            if isinstance(raw, property) and isinstance(raw.fset, FunctionType):
                self.call(Known(raw.fset), [on, value], {}, node)
                return
            for each, special in ((maker, "__setattr__"), (type(raw), "__set__")):
                if is_author(getattr(each, special, None)):
                    raise self.refuse(node, f"setting '{name}', which {each.__name__}.{special} does,", "a method")
            if isinstance(raw, cached_property):
                self.set_attribute(on, IS_KEPT + name, Known(True), node)
            kind = self.tr.grow_thing(maker, name, self.kept_type(value))
            self.do(Expr(NEVER, "set field", (on.expr, self.fit(value, kind)), name))
            return
        if name == "row" and isinstance(on, (Known, Run)) and isinstance(self.type_of(on), Places):
            self.do(Expr(NEVER, "set row", (self.fit(on, self.type_of(on)), self.fit(value, Seq(LAID, "tuple")))))
            return
        if isinstance(on, Known) or isinstance(self.type_of(on), Atoms):
            raise self.refuse(node, f"setting '{name}' of what was made before the match", SCALAR)
        raise self.refuse(node, f"setting the attribute {name}", "an attribute that every such thing has")

    @staticmethod
    def is_none_known(value: Value) -> bool:
        return isinstance(value, Known) and value.thing is None

    def eval_Starred(self, node: ast.Starred) -> Value:
        raise self.refuse(node, "'*' here", "the things one by one")
