"""Reads attributes and calls: of the kernel, of the game and of Python."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from referee.kernel.algebra import Packed
from referee.kernel.cards import Deck, Kinds
from referee.kernel.errors import RuleFault
from referee.kernel.places import Laid, Place
from referee.kernel.requests import Nested
from referee.kernel.scalars import ValueOfEach
from referee.kernel.spaces import Space
from referee.kernel.table import Table
from referee.meaning.expressions import Expressions, _is_typed_tuple
from referee.meaning.objects import AS_TUPLES, DEFAULTS, RECORDS
from referee.meaning.operations import METHODS, OPERATIONS, SPREAD, Operations
from referee.meaning.program import Expr
from referee.meaning.texts import KERNEL, code_of, is_rule
from referee.meaning.types import (
    FRACTION,
    INT,
    LAID,
    NEVER,
    PILE,
    PLAYER,
    TRUTH,
    Atoms,
    Map,
    Maybe,
    Places,
    Record,
    Seq,
    Thing,
    Type,
    Union,
    join_all,
)
from referee.meaning.values import (
    NOTHING,
    BoundTo,
    Code,
    Entries,
    Indexed,
    Known,
    Lazy,
    Made,
    Run,
    Value,
    leaves,
    only_told,
    rebuilt,
)

OF_TABLE = ("game", "deck", "algebra", "players", "_left_of", "_right_of", "places", "flight", "has_rows", "has_grids")
NOT_WATCHED = frozenset(["watch", "draw_known", "tracer"])


class Later:
    """The maker of a rule that is to be driven: a call that is carried out where it is driven."""

    def __init__(self, code: Code) -> None:
        self.code = code

    @property
    def __name__(self) -> str:
        return f"rule {self.code.__name__}"


_later: dict[int, Later] = {}


def later(code: Code) -> Later:
    return _later.setdefault(id(code.node), Later(code))


class Calls(Operations, Expressions):
    """The part of a body that reads attributes and calls."""

    # -- attributes -------------------------------------------------------------------------------------

    def attribute(self, on: Value, name: str, node: Any) -> Value:
        if isinstance(on, Known):
            return self.known_attribute(on.thing, name, node)
        if isinstance(on, Made):
            part = on.part(name)
            return part if part is not None else self.of_maker(on, on.maker, name, node)
        if isinstance(on, Run):
            return self.run_attribute(on, name, node)
        if isinstance(on, (Entries, Indexed, Lazy)):
            return Made(BoundTo(name), ("self",), (on,))
        raise self.refuse(node, f"the attribute {name}")

    def of_maker(self, on: Value, maker: Any, name: str, node: Any) -> Value:
        """What a class gives its objects: a property, a method, an attribute of the class."""
        try:
            thing = getattr(maker, name) if isinstance(maker, type) else None
        except AttributeError:
            thing = None
        if isinstance(thing, property):
            assert isinstance(thing.fget, FunctionType)
            return self.call(Known(thing.fget), [on], {}, node)
        if isinstance(thing, FunctionType):
            raw = next((vars(each)[name] for each in maker.__mro__ if name in vars(each)), None)
            if isinstance(raw, staticmethod):
                return Known(thing)
            return Made(BoundTo(thing), ("self",), (on,))
        if maker in (tuple, list) or _is_typed_tuple(maker):
            return Made(BoundTo(name), ("self",), (on,))
        if thing is not None:
            return Known(thing)
        raise self.refuse(node, f"the attribute {name}")

    def known_attribute(self, thing: Any, name: str, node: Any) -> Value:
        if isinstance(thing, Table):
            return self.of_table(thing, name, node)
        if isinstance(thing, Place) and name in ("pile", "size", "row"):
            return self.of_place(Run(Expr(Places(frozenset([thing.number])), "const", (), thing.number)), name, node)
        if isinstance(thing, Packed) and name in ("size", "is_empty", "negate"):
            return Known((Packed, name))
        if isinstance(thing, Place):
            raw = getattr(type(thing), name, None)
            if isinstance(raw, property):
                return self.call(Known(raw.fget), [Known(thing)], {}, node)
        try:
            return Known(getattr(thing, name))
        except AttributeError as error:
            self.stop("RAISED", str(error))
            raise AssertionError from None

    def of_table(self, table: Table, name: str, node: Any) -> Value:
        if name in NOT_WATCHED:
            return NOTHING
        if name == "reading":
            return Known(table.reading)
        if name == "outcome":
            return Run(Expr(Maybe(TRUTH), "outcome"))
        if name == "money":
            return self.let(Expr(Seq(self.tr.scalar_type("$money"), "tuple"), "money"))
        raw = getattr(type(table), name, None)
        if isinstance(raw, property):
            return self.call(Known(raw.fget), [Known(table)], {}, node)
        if isinstance(raw, FunctionType):
            return Known(getattr(table, name))
        if name in OF_TABLE:
            return Known(getattr(table, name))
        try:
            value = getattr(table, name)
        except AttributeError as error:
            self.stop("RAISED", str(error))
        if isinstance(value, Place) or (isinstance(value, ValueOfEach) and id(value) in self.tr.each_names):
            return Known(value)
        if (
            type(value) is tuple
            and value
            and all(isinstance(each, Place) for each in value)
            and name in table.zone_specs
        ):
            return Known(value)
        if name in table.zone_specs or (
            raw is not None and name not in table.scalar_specs and name not in table.KERNEL_SCALARS
        ):
            return Known(value)
        kind = self.tr.scalar_type(name)
        if type(value) in (dict, list):
            self.tr.changed.add(name)
        if name not in self.tr.changed:
            self.tr.relied.add(name)
            return Known(value)
        op = "turns" if name == "turns" and not self.scopes[-1].file.startswith(KERNEL) else "scalar"
        read = self.plain_item(Expr(kind, op, (), name))
        if isinstance(read, Run) and isinstance(kind, (Map, Seq)):

            def grow(wider: Type) -> None:
                self.tr.grow_scalar(name, wider)

            self.growers[read.expr.about] = grow
        return read

    def of_place(self, place: Run, name: str, node: Any) -> Value:
        kind = place.expr.type
        assert isinstance(kind, Places)
        if name == "pile":
            return self.let(Expr(PILE, "place.pile", (place.expr,)))
        if name == "size":
            return self.let(Expr(INT, "place.size", (place.expr,)))
        return self.let(Expr(Seq(LAID, "tuple"), "place.row", (place.expr,)))

    def run_attribute(self, on: Run, name: str, node: Any) -> Value:
        kind = on.expr.type
        if isinstance(kind, Maybe):
            return self.attribute(self.without_none(on), name, node)
        if isinstance(kind, Union):
            return self.by_alternative(on, lambda each: self.attribute(each, name, node))
        if isinstance(kind, Record):
            if name in kind.names:
                return self.part(on, kind.names.index(name))
            return self.of_maker(on, kind.maker, name, node)
        if isinstance(kind, Thing):
            fields = self.tr.things.setdefault(kind.maker, {})
            if name in fields:
                read = self.plain_item(Expr(fields[name], "field", (on.expr,), name))
                if isinstance(read, Run) and isinstance(fields[name], (Map, Seq)):
                    self.growers[read.expr.about] = lambda wider: self.grow_field(kind.maker, name, wider)
                return read
            return self.of_maker(on, kind.maker, name, node)
        if isinstance(kind, Places):
            if name in ("pile", "size", "row"):
                return self.of_place(on, name, node)
            return self.of_some_place(on, kind, name, node)
        if kind is PLAYER and name == "seat":
            return Run(Expr(INT, "convert", (on.expr,)))
        if kind is LAID:
            if name in ("kind", "number", "link"):
                return self.let(Expr(INT, "laid", (on.expr,), name))
            if name == "marks":
                numbers = frozenset(self.tr.marks)
                return self.let(Expr(Seq(Atoms(numbers) if numbers else NEVER, "tuple"), "laid.marks", (on.expr,)))
            return Made(BoundTo(getattr(Laid, name) if name == "has" else name), ("self",), (on,))
        if kind is FRACTION and name in ("numerator", "denominator"):
            return self.let(Expr(INT, "fraction", (on.expr,), name))
        if isinstance(kind, Atoms):
            return self.of_atoms(on, kind, name, node)
        return Made(BoundTo(name), ("self",), (on,))

    def grow_field(self, maker: type, name: str, kind: Type) -> None:
        self.tr.grow_thing(maker, name, kind)

    def of_some_place(self, on: Run, kind: Places, name: str, node: Any) -> Value:
        places = [self.tr.table.places[each] for each in sorted(kind.numbers)]
        raw = {id(getattr(type(each), name, None)) for each in places}
        first = getattr(type(places[0]), name, None)
        if len(raw) == 1 and isinstance(first, property):
            return self.call(Known(first.fget), [on], {}, node)
        if len(raw) == 1 and isinstance(first, FunctionType):
            return Made(BoundTo(first), ("self",), (on,))
        things = [getattr(each, name) for each in places]
        if all(each is things[0] or each == things[0] for each in things[1:]):
            return Known(things[0])
        own = join_all([self.tr.type_of_known(each) for each in things])
        everywhere = [getattr(each, name) if each in places else things[0] for each in self.tr.table.places]
        table = Expr(Seq(own, "tuple"), "table", tuple([self.constant(each, own) for each in everywhere]))
        return self.plain_item(Expr(own, "item", (table, Expr(INT, "convert", (on.expr,)))))

    def of_atoms(self, on: Run, kind: Atoms, name: str, node: Any) -> Value:
        """An attribute of one of a few things: by a table, where the things that it is are of one type."""
        numbers = sorted(kind.numbers)
        things = []
        for number in numbers:
            try:
                things.append(getattr(self.tr.atoms[number], name))
            except AttributeError:
                if self.tr.atoms[number] is None:
                    return self.attribute(self.without_none(on), name, node)
                self.stop("RAISED", f"{self.tr.atoms[number]!r} has no {name}")
        if all(
            isinstance(each, (MethodType, BuiltinFunctionType)) and not isinstance(each, FunctionType)
            for each in things
        ):
            return Made(BoundTo(name), ("self",), (on,))
        if all(each is things[0] for each in things):
            return Known(things[0])
        own = join_all([self.tr.type_of_known(each) for each in things])
        if isinstance(own, Union):
            return self.by_atom(on, lambda each: self.attribute(each, name, node))
        return self.plain_item(
            Expr(own, "by atom", (on.expr, *[self.constant(each, own) for each in things]), tuple(numbers))
        )

    # -- calls ------------------------------------------------------------------------------------------

    def eval_Call(self, node: ast.Call) -> Value:
        args: list[Value] = []
        words: dict[str, Value] = {}
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            return self.super_of(node)
        callee: Value | None = None
        on: Value | None = None
        if isinstance(node.func, ast.Attribute):
            on = self.settled(self.eval(node.func.value))
        else:
            callee = self.eval(node.func)
        for each in node.args:
            if isinstance(each, ast.Starred):
                spread = self.eval(each.value)
                if self.is_one_of_records(spread) and each is node.args[-1] and not node.keywords:
                    return self.by_alternative(spread, self.call_with(callee, on, args, node))  # type: ignore[arg-type]
                inner = self.iterable(spread, node, unroll=True)
                if not isinstance(inner, list):
                    return self.starred(callee, on, node, inner)
                args += inner
            else:
                value = self.eval(each)
                args.append(value if isinstance(each, (ast.Constant, ast.Lambda)) else self.settled(value))
        for keyword in node.keywords:
            if keyword.arg is None:
                inner_words = self.eval(keyword.value)
                known = self.all_known(inner_words)
                if known is not None:
                    words |= {name: Known(each) for name, each in known[0].items()}
                    continue
                raise self.refuse(node, "'**' in a call")
            words[keyword.arg] = self.settled(self.eval(keyword.value))
        if on is not None:
            assert isinstance(node.func, ast.Attribute)
            return self.method(on, node.func.attr, args, words, node)
        assert callee is not None
        return self.call(callee, args, words, node)

    def is_one_of_records(self, value: Value) -> bool:
        kind = value.expr.type if isinstance(value, Run) else None
        return isinstance(kind, Union) and all(isinstance(each, Record) for each in kind.of)

    def call_with(
        self, callee: Value | None, on: Value | None, args: list[Value], node: ast.Call
    ) -> Callable[[Value], Value]:
        """A call whose last arguments are the parts of a tuple: of each of the tuples that there may be."""

        def called(each: Value) -> Value:
            parts = self.iterable(each, node, unroll=True)
            if not isinstance(parts, list):
                raise self.refuse(node, "'*' of one of several sequences", "a call for each of them")
            given = [*args, *parts]
            if on is not None:
                assert isinstance(node.func, ast.Attribute)
                return self.forced(self.method(on, node.func.attr, given, {}, node))
            assert callee is not None
            return self.forced(self.call(callee, given, {}, node))

        return called

    def super_of(self, node: ast.Call) -> Value:
        raise self.refuse(node, "'super()'", "a method of another name")

    def starred(self, callee: Value | None, on: Value | None, node: ast.Call, things: Indexed) -> Value:
        """A call with as many arguments as a sequence has."""
        if isinstance(callee, Known) and len(node.args) == 1 and not node.keywords:
            operation = OPERATIONS.get(("starred", callee.thing))
            if operation is not None:
                return operation(self, [things], {}, node)
        if (on is None and isinstance(callee, Known)) or on is not None:
            whole = self.as_seq(things, node=node)
            if on is not None:
                assert isinstance(node.func, ast.Attribute)
                known = self.attribute(on, node.func.attr, node)
            else:
                assert callee is not None
                known = callee
            if isinstance(known, Known) and isinstance(known.thing, MethodType):
                function: Any = known.thing.__func__
                if function in SPREAD and isinstance(node.args[-1], ast.Starred):
                    first = [self.settled(self.eval(each)) for each in node.args[:-1]]
                    return OPERATIONS[function](self, [Known(known.thing.__self__), *first, whole], {}, node)
                code = code_of(function)
                spec = code.node.args
                if spec.vararg is not None and len(spec.args) == 1 and len(node.args) == 1:
                    words = {each.arg: self.eval(each.value) for each in node.keywords if each.arg}
                    return self.run(code, function, [Known(known.thing.__self__)], words, node, whole)
        raise self.refuse(node, "a call with '*' of a sequence whose length is not known")

    def method(self, on: Value, name: str, args: list[Value], words: dict[str, Value], node: Any) -> Value:
        if isinstance(on, Run):
            kind = on.expr.type
            if isinstance(kind, Maybe):
                return self.method(self.without_none(on), name, args, words, node)
            if isinstance(kind, Union):
                return self.by_alternative(on, lambda each: self.method(each, name, args, words, node))
            if isinstance(kind, Atoms):
                if any(only_told(self.tr.atoms[each]) for each in kind.numbers):
                    self.told_only(node)
                return self.by_atom(on, lambda each: self.forced(self.method(each, name, args, words, node)))
        operation = METHODS.get((self.method_kind(on), name))
        if operation is not None:
            return operation(self, on, args, words, node)
        found = self.attribute(on, name, node)
        if isinstance(found, Made) and isinstance(found.maker, BoundTo) and isinstance(found.maker.function, str):
            raise self.refuse(node, f"'.{name}(…)' of {self.method_kind(on)}")
        return self.call(found, args, words, node)

    def told_only(self, node: Any) -> None:
        raise self.refuse(node, "looking into a text that is put together in play", "numbers, or a word of a few")

    def method_kind(self, on: Value) -> str:
        if isinstance(on, Entries):
            return "entries"
        if isinstance(on, (Indexed, Lazy)):
            return "iterator"
        if isinstance(on, Known):
            if isinstance(on.thing, ValueOfEach) and id(on.thing) in self.tr.each_names:
                return "each"
            kinds: dict[Any, str] = {dict: "known dict", tuple: "known tuple", list: "known tuple"}
            return kinds.get(type(on.thing), "known")
        if isinstance(on, Made):
            return "made" if on.maker in (tuple, list) or _is_typed_tuple(on.maker) else "object"
        assert isinstance(on, Run)
        match on.expr.type:
            case Seq():
                return "seq"
            case Map():
                return "map"
            case Record(maker, _, _):
                return "made" if maker is tuple or _is_typed_tuple(maker) else "object"
        return repr(on.expr.type)

    def forced(self, value: Value) -> Value:
        """A rule that is driven at once: it comes of several, and whoever gets it drives it."""
        if isinstance(value, Made) and isinstance(value.maker, Later):
            return self.driven(value)
        return value

    def call(self, callee: Value, args: list[Value], words: dict[str, Value], node: Any) -> Value:
        if isinstance(callee, Known):
            return self.call_known(callee.thing, args, words, node)
        if isinstance(callee, Made):
            maker = callee.maker
            if isinstance(maker, Code):
                return self.run(maker, None, args, words, node, outer=callee)
            if isinstance(maker, BoundTo):
                if isinstance(maker.function, str):
                    return self.method(callee.values[0], maker.function, args, words, node)
                return self.call_known(maker.function, [callee.values[0], *args], words, node)
        if isinstance(callee, Run):
            kind = callee.expr.type
            if isinstance(kind, Atoms):
                return self.by_atom(callee, lambda each: self.forced(self.call(each, args, words, node)))
            if isinstance(kind, Maybe):
                return self.call(self.without_none(callee), args, words, node)
            if isinstance(kind, Union):
                return self.by_alternative(callee, lambda each: self.forced(self.call(each, args, words, node)))
            if isinstance(kind, Record) and isinstance(kind.maker, (Code, BoundTo)):
                parts = tuple([self.part(callee, at) for at in range(len(kind.names))])
                return self.call(Made(kind.maker, kind.names, parts), args, words, node)
        raise self.refuse(node, "calling this")

    def call_known(self, thing: Any, args: list[Value], words: dict[str, Value], node: Any) -> Value:
        key, bound = thing, args
        if isinstance(thing, MethodType):
            key, bound = thing.__func__, [Known(thing.__self__), *args]
        remembered = False
        if isinstance(key, functools._lru_cache_wrapper):
            inner: Any = key.__wrapped__
            if isinstance(inner, MethodType):
                inner, bound = inner.__func__, [Known(inner.__self__), *bound]
            key, remembered = inner, True
        try:
            operation = OPERATIONS.get(key)
        except TypeError:
            operation = None
        if operation is not None:
            found = operation(self, bound, words, node)
            if found is not None:
                return found
        known = self.known_result(thing, key, args, words, node)
        if known is not None:
            return known
        if isinstance(key, functools.partial):
            more = {name: Known(each) for name, each in key.keywords.items()}
            return self.call(Known(key.func), [*[Known(each) for each in key.args], *args], {**more, **words}, node)
        if isinstance(key, type):
            return self.made(key, args, words, node)
        if isinstance(key, FunctionType):
            code = code_of(key)
            return self.run(code, key, bound, words, node, remembered=remembered)
        own = getattr(thing, "__self__", None)
        if own is not None and not isinstance(own, type(ast)):
            return self.method_of_known(own, thing.__name__, args, words, node)
        raise self.refuse(node, f"calling {getattr(thing, '__qualname__', thing)}")

    def method_of_known(self, own: Any, name: str, args: list[Value], words: dict[str, Value], node: Any) -> Value:
        if isinstance(own, (tuple, list, dict, str)):
            if isinstance(own, str):
                return self.by_first_atom(lambda known: Known(getattr(own, name)(*known)), args, node)
            kind = self.tr.type_of_known(own)
            return self.method(self.let(self.constant(own, kind)), name, args, words, node)
        raise self.refuse(node, f"{type(own).__name__}.{name}")

    def by_first_atom(self, what: Callable[[list[Any]], Value], args: list[Value], node: Any) -> Value:
        """What is done with arguments that are known, for each thing that one of them may be."""
        for at, each in enumerate(args):
            if isinstance(each, Run) and isinstance(each.expr.type, Atoms):
                return self.by_atom(
                    each,
                    lambda one, at=at: self.by_first_atom(what, [*args[:at], one, *args[at + 1 :]], node),  # type: ignore[misc]
                )
        known = [self.all_known(each) for each in args]
        if any(each is None for each in known):
            raise self.refuse(node, "an argument that is known in play only")
        return what([each[0] for each in known if each is not None])

    def known_result(self, thing: Any, key: Any, args: list[Value], words: dict[str, Value], node: Any) -> Value | None:
        """What a call gives whose arguments are all known and which does not look at the table."""
        known = [self.all_known(each) for each in args]
        named = {name: self.all_known(each) for name, each in words.items()}
        if any(each is not None and only_told(each[0]) for each in (*known, *named.values())):
            self.told_only(node)
        own = getattr(thing, "__self__", None)
        if isinstance(own, (Table, Place)) or (isinstance(own, ValueOfEach) and id(own) in self.tr.each_names):
            return None
        if isinstance(key, FunctionType) and is_rule(code_of(key)):
            return None
        if any(each is None for each in (*known, *named.values())):
            pure = isinstance(own, Deck) or isinstance(thing, functools._lru_cache_wrapper)
            if pure and self.only_atoms([*args, *words.values()]):
                return self.by_atoms_known(thing, args, words, node)
            return None
        things = [each[0] for each in known if each is not None]
        others = {name: each[0] for name, each in named.items() if each is not None}
        if any(self.on_table(each) for each in (*things, *others.values())):
            return None
        kept = isinstance(thing, functools._lru_cache_wrapper)
        changes = isinstance(key, type) and not kept and not issubclass(key, (tuple, Space, Kinds, Fraction, Enum))
        if changes and (key in RECORDS or not (_frozen(key) or key.__module__ == "builtins")):
            return None
        if getattr(thing, "__clauses__", None):
            return None
        try:
            return Known(thing(*things, **others))
        except RuleFault as fault:
            self.stop(fault.broken.name, fault.message)
        except Exception as error:
            self.stop("RAISED", f"{type(error).__name__}: {error}")
        return None

    def only_atoms(self, args: list[Value]) -> bool:
        return all(
            self.all_known(each) is not None or (isinstance(each, Run) and isinstance(each.expr.type, Atoms))
            for each in args
        )

    def by_atoms_known(self, thing: Any, args: list[Value], words: dict[str, Value], node: Any) -> Value:
        names = list(words)

        def what(known: list[Any]) -> Value:
            plain, named = known[: len(args)], dict(zip(names, known[len(args) :], strict=True))
            return Known(thing(*plain, **named))

        return self.by_first_atom(what, [*args, *words.values()], node)

    def on_table(self, thing: Any) -> bool:
        """Whether a thing is of the table, and looks at it."""
        if isinstance(thing, (Table, Place)) or (isinstance(thing, ValueOfEach) and id(thing) in self.tr.each_names):
            return True
        if isinstance(thing, MethodType):
            return self.on_table(thing.__self__)
        if isinstance(thing, dict):
            return any(self.on_table(each) for each in thing.values())
        return isinstance(thing, (tuple, list)) and any(self.on_table(each) for each in thing)

    # -- making objects ---------------------------------------------------------------------------------

    def made(self, maker: type, args: list[Value], words: dict[str, Value], node: Any) -> Value:
        if maker is Nested:
            return Made(Nested, ("table", "rule"), tuple(args))
        names = RECORDS.get(maker)
        if names is None and _is_typed_tuple(maker):
            names = maker._fields  # type: ignore[attr-defined]
            for name, default in maker._field_defaults.items():  # type: ignore[attr-defined]
                DEFAULTS.setdefault((maker, name), default)
        if names is None and _frozen(maker):
            fields = maker.__dataclass_fields__  # type: ignore[attr-defined]
            names = tuple(fields)
            for name, field in fields.items():
                DEFAULTS.setdefault((maker, name), field.default)
            RECORDS[maker] = names
        if names is not None:
            given = {**dict(zip(names, args, strict=False)), **words}
            values = []
            for name in names:
                value = given.get(name, Known(DEFAULTS.get((maker, name))))
                if (maker, name) in AS_TUPLES and not isinstance(self.type_of_or_none(value), Record):
                    value = OPERATIONS[tuple](self, [value], {}, node)
                elif isinstance(value, (Lazy, Indexed)):
                    value = self.as_seq(value, node=node)
                values.append(value)
            if maker is Laid:
                raise self.refuse(node, "making a laid card", "t.lay(…)")
            return Made(maker, names, tuple(values))
        if issubclass(maker, BaseException):
            self.stop("RAISED", maker.__name__)
        init = maker.__init__  # type: ignore[misc]
        thing = self.let(Expr(Thing(maker), "new"), "thing_")
        self.tr.things.setdefault(maker, {})
        if isinstance(init, FunctionType):
            self.call(Known(init), [thing, *args], words, node)
        return thing

    def type_of_or_none(self, value: Value) -> Type | None:
        return None if isinstance(value, (Lazy, Indexed)) else self.type_of(value)

    # -- functions by their text ------------------------------------------------------------------------

    def run(
        self,
        code: Code,
        function: FunctionType | None,
        args: list[Value],
        words: dict[str, Value],
        node: Any,
        rest: Run | None = None,
        outer: Made | None = None,
        remembered: bool = False,
    ) -> Value:
        """Call a function of which there is a text."""
        arguments = self.bound(code, function, args, words, node, rest)
        if outer is not None:
            held = {name: each for name, each in zip(outer.names, outer.values, strict=True) if name not in arguments}
            arguments = {**held, **arguments}
        arguments = {
            name: self.as_seq(each, node=node) if isinstance(each, (Lazy, Indexed)) else each
            for name, each in arguments.items()
        }
        if is_rule(code):
            return Made(later(code), tuple(arguments), tuple(arguments.values()))
        return self.carried_out(code, arguments, remembered)

    def bound(
        self,
        code: Code,
        function: FunctionType | None,
        args: list[Value],
        words: dict[str, Value],
        node: Any,
        rest: Run | None,
    ) -> dict[str, Value]:
        spec = code.node.args
        names = [each.arg for each in (*spec.posonlyargs, *spec.args)]
        arguments: dict[str, Value] = {}
        defaults = (
            list(function.__defaults__ or ())
            if function is not None
            else [self.all_known(self.eval(each)) for each in spec.defaults]
        )
        for at, name in enumerate(names):
            if at < len(args):
                arguments[name] = args[at]
            elif name in words:
                arguments[name] = words[name]
            else:
                place = at - (len(names) - len(defaults))
                if place < 0:
                    self.stop("RAISED", f"{code.__name__} lacks the argument {name}")
                given: Any = defaults[place]
                arguments[name] = Known(given if function is not None else given[0])
        if spec.vararg is not None:
            more = args[len(names) :]
            arguments[spec.vararg.arg] = rest if rest is not None else Made(tuple, tuple(range(len(more))), tuple(more))
        elif len(args) > len(names):
            self.stop("RAISED", f"{code.__name__} is given too many arguments")
        for each, default in zip(spec.kwonlyargs, spec.kw_defaults, strict=True):
            if each.arg in words:
                arguments[each.arg] = words[each.arg]
            elif function is not None:
                arguments[each.arg] = Known((function.__kwdefaults__ or {})[each.arg])
            else:
                arguments[each.arg] = self.eval(default) if default is not None else NOTHING
        if spec.kwarg is not None:
            left = {name: each for name, each in words.items() if name not in arguments}
            arguments[spec.kwarg.arg] = Made(dict, tuple(left), tuple(left.values()))
        return arguments

    def carried_out(self, code: Code, arguments: dict[str, Value], remembered: bool = False) -> Value:
        """Emit a call of the function for arguments of this form."""
        if any(spec.code is code for spec in self.tr.active):
            arguments = {
                name: Run(Expr(INT, "const", (), each.thing))
                if isinstance(each, Known) and type(each.thing) is int
                else each
                for name, each in arguments.items()
            }
        spec = self.tr.specialised(code, arguments, remembered)
        given = tuple([leaf for each in arguments.values() for leaf in leaves(each)])
        shape = spec.shape
        if shape is None:
            self.do(Expr(NEVER, "call", given, spec.function))
            from referee.meaning.body import Dead

            raise Dead
        kinds = [leaf.type for leaf in leaves(shape)]
        if not kinds:
            self.do(Expr(NEVER, "call", given, spec.function))
            return shape
        if len(kinds) == 1:
            return rebuilt(shape, iter([self.let(Expr(kinds[0], "call", given, spec.function)).expr]))
        whole = Record(tuple, tuple(range(len(kinds))), tuple(kinds))
        got = self.let(Expr(whole, "call", given, spec.function)).expr
        parts = [self.let(Expr(kind, "part", (got,), at)).expr for at, kind in enumerate(kinds)]
        return rebuilt(shape, iter(parts))

    # -- driving ----------------------------------------------------------------------------------------

    def driven(self, value: Made) -> Value:
        assert isinstance(value.maker, Later)
        return self.carried_out(value.maker.code, dict(zip(value.names, value.values, strict=True)))

    def eval_YieldFrom(self, node: ast.YieldFrom) -> Value:
        if isinstance(node.value, ast.IfExp) and self.yielded is None:
            return self.one_rule_or_another(node.value)
        value = self.eval(node.value)
        if self.yielded is not None:
            self.extend(Run(self.yielded_expr()), value, node)  # type: ignore[attr-defined]
            return NOTHING
        if isinstance(value, Made) and isinstance(value.maker, Later):
            return self.driven(value)
        if _holds_rule(value):
            raise self.refuse(node, "a rule that was kept and is one of several", "an if with a 'yield from' for each")
        return value  # what comes of several rules is driven already

    def one_rule_or_another(self, node: ast.IfExp) -> Value:
        """``yield from one() if … else other()``."""

        def side(held: bool, rule: ast.expr) -> Callable[[], Value]:
            def follow() -> Value:
                self.refine(node.test, held)  # type: ignore[attr-defined]
                driven = ast.copy_location(ast.YieldFrom(rule), node)
                return self.eval_YieldFrom(driven)

            return follow

        return self.either(self.truth(self.eval(node.test)), side(True, node.body), side(False, node.orelse))

    yielded: tuple[str, Any] | None

    def eval_Yield(self, node: ast.Yield) -> Value:
        value = NOTHING if node.value is None else self.eval(node.value)
        if self.yielded is not None:
            self.append(self.yielded, value)
            return NOTHING
        if isinstance(value, Made) and value.maker is Nested:
            rule = value.values[1]
            assert isinstance(rule, Made)
            return self.driven(rule)
        return self.asked(value, node)


def _holds_rule(value: Value) -> bool:
    """Whether a rule that nobody has driven is, or may be, the value."""

    def rule(kind: Any) -> bool:
        if isinstance(kind, Union):
            return any(map(rule, kind.of))
        if isinstance(kind, Maybe):
            return rule(kind.of)
        return isinstance(kind, Record) and isinstance(kind.maker, Later)

    return isinstance(value, Run) and rule(value.expr.type)


def _frozen(maker: type) -> bool:
    parameters = getattr(maker, "__dataclass_params__", None)
    return parameters is not None and parameters.frozen
