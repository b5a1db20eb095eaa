"""Calls: of the kernel, of the game and of Python."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
import dataclasses
import functools
import math
import operator
from collections import Counter, deque
from collections.abc import Callable
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from referee.meaning import library
from referee.meaning.authors import is_author
from referee.meaning.body.functions import Later
from referee.meaning.body.known_calls import UNDERSTOOD
from referee.meaning.body.reader import INSTEAD_OF_TEXT, Reader
from referee.meaning.changing import CHANGES
from referee.meaning.operations import METHODS, OPERATIONS, SPREAD, TAKEN
from referee.meaning.operations.parts import made_of_parts
from referee.meaning.texts import CHANGING, HOME, NoMeaning, code_of, has_text
from referee.meaning.types import EITHER, Atoms, Map, Maybe, Record, Seq, Union
from referee.meaning.values import (
    NOTHING,
    YES,
    BoundTo,
    Code,
    Entries,
    Indexed,
    Known,
    Lazy,
    Made,
    Once,
    Run,
    Super,
    Value,
    is_typed_tuple,
    only_told,
    tuple_of,
)

ANSWERED_BY: dict[Any, str] = {
    abs: "__abs__",
    int: "__int__",
    math.ceil: "__ceil__",
    math.floor: "__floor__",
    reversed: "__reversed__",
    round: "__round__",
}
"""By functions of Python the methods that they ask where a class has them."""

OF_SEQUENCES: dict[str, tuple[type, ...]] = {"list": (list, deque), "set": (set,), "tuple": (tuple,)}
"""What a list, a set or a tuple of play may be to Python."""

ANY_NAMES = (dict, dataclasses.replace, functools.partial)
"""The functions of Python that take arguments by any names."""


class Calling(Reader):
    """Calls."""

    def eval_Call(self, node: ast.Call) -> Value:
        args: list[Value] = []
        words: dict[str, Value] = {}
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            return self.super_of(node)
        if (rounded := self.whole_quotient(node)) is not None:
            return rounded
        callee: Value | None = None
        on: Value | None = None
        if isinstance(node.func, ast.Attribute):
            on = self.settled(self.eval(node.func.value))
            self.look_at_inward(on, node.func.attr, node)
        else:
            callee = self.eval(node.func)
        for each in node.args:
            if isinstance(each, ast.Starred):
                spread = self.eval(each.value)
                if self.is_one_of_records(spread) and each is node.args[-1] and not node.keywords:
                    return self.by_alternative(spread, self.call_with(callee, on, args, node))
                inner = self.iterable(spread, node, unroll=True)
                if not isinstance(inner, list):
                    return self.starred(callee, on, node, inner)
                args += inner
            else:
                value = self.argument(args, each)
                args.append(value if isinstance(each, (ast.Constant, ast.Lambda)) else self.settled(value))
        for keyword in node.keywords:
            if keyword.arg is None:
                inner_words = self.eval(keyword.value)
                if isinstance(inner_words, Entries) and all(each.there is YES for each in inner_words.entries):
                    words |= {each.key: each.value for each in inner_words.entries}
                    continue
                known = self.all_known(inner_words)
                if known is not None:
                    words |= {name: Known(each) for name, each in known[0].items()}
                    continue
                raise self.refuse(node, "'**' in a call", "each argument by its name")
            words[keyword.arg] = self.settled(self.argument([*args, *words.values()], keyword.value))
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
        """What the classes behind that of the method give."""
        own = self.scopes[-1].cells.get("__class__")
        first = self.code.node.args.args[:1]
        if own is None or not first or first[0].arg not in self.env:
            raise self.refuse(node, "'super()' here", "a method of another name")
        return Made(Super(own), ("self",), (self.env[first[0].arg],))

    def starred(self, callee: Value | None, on: Value | None, node: ast.Call, things: Indexed) -> Value:
        """A call with as many arguments as a sequence has."""
        if len(node.args) == 1 and not node.keywords:
            of = self.attribute(on, node.func.attr, node) if isinstance(on, Known) else callee  # type: ignore[attr-defined]
            operation = OPERATIONS.get(("starred", of.thing)) if isinstance(of, Known) else None
            if operation is not None:
                return operation(self, [things], {}, node)
            if on is not None and self.is_set(on) and node.func.attr == "union":  # type: ignore[attr-defined]
                return self.call(Known(library.union_of), [on, self.as_seq(things, node=node)], {}, node)
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
        raise self.refuse(
            node, "a call with '*' of a sequence whose length is not known", "a function that takes the sequence itself"
        )

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
            if isinstance(kind, Seq) and kind.kind == EITHER and name not in ("index", "count"):
                self.tell_apart(node, kind)
        self.not_kept(node, on)
        if isinstance(on, Known) and type(on.thing) is Counter and ("map", name) in METHODS and name not in CHANGES:
            on = self.call(Known(Counter), [on], {}, node)
        if name in CHANGING and isinstance(on, Known) and self.is_of_each(on.thing):
            raise self.refuse(node, f"'.{name}(…)' of what every player has", "t.…[player] = … for each of them")
        operation = METHODS.get((self.method_kind(on), name))
        classes = self.classes_of_sequence(on)
        if classes and not any(hasattr(each, name) for each in classes):
            self.stop("RAISED", f"no such thing has {name}")
        if operation is not None:
            args = self.taken(name, self.each_once(name, args, node), node)
            return operation(self, on, args, words, node)
        if isinstance(on, Made) and on.maker in (list, set) and name in CHANGES:
            self.again_in_play(on, node)
        found = self.attribute(on, name, node)
        if isinstance(found, Made) and isinstance(found.maker, BoundTo) and isinstance(found.maker.function, str):
            raise self.refuse(node, f"'.{name}(…)' of {self.method_kind(on)}", "it with a loop or a comprehension")
        return self.call(found, args, words, node)

    @staticmethod
    def classes_of_sequence(on: Value) -> tuple[type, ...]:
        """What a list, a tuple or a set may be to Python; nothing of another thing."""
        if isinstance(on, Made):
            return (on.maker,) if on.maker in (tuple, list, set) else ()
        kind = on.expr.type if isinstance(on, Run) else None
        return OF_SEQUENCES.get(kind.kind, ()) if isinstance(kind, Seq) else ()

    def not_told_only(self, value: Value, node: Any) -> None:
        """Refuse to look into a text that was put together in play, or to keep one where rules may."""
        if isinstance(value, Known):
            told = only_told(value.thing)
        elif isinstance(value, Run):
            kind = value.expr.type
            told = isinstance(kind, Atoms) and any(only_told(self.tr.atoms[each]) for each in kind.numbers)
        else:
            for each in value.values if isinstance(value, Made) else ():
                self.not_told_only(each, node)
            return
        if told:
            self.told_only(node)

    def told_only(self, node: Any) -> None:
        raise self.refuse(node, "looking into a text that is put together in play", INSTEAD_OF_TEXT)

    def method_kind(self, on: Value) -> str:
        if isinstance(on, Entries):
            return "entries"
        if isinstance(on, (Indexed, Lazy)):
            return "iterator"
        if isinstance(on, Known):
            if self.is_of_each(on.thing):
                return "each"
            kinds: dict[Any, str] = {dict: "known dict", tuple: "known tuple", list: "known tuple"}
            return kinds.get(type(on.thing), "known")
        if isinstance(on, Made):
            return "made" if on.maker in (tuple, list) or is_typed_tuple(on.maker) else "object"
        assert isinstance(on, Run)
        match on.expr.type:
            case Seq():
                return "seq"
            case Map():
                return "map"
            case Record(maker, _, _):
                return "made" if maker is tuple or is_typed_tuple(maker) else "object"
        return repr(on.expr.type)

    def forced(self, value: Value) -> Value:
        """A rule that is driven at once: it comes of several, and whoever gets it drives it."""
        if isinstance(value, Made) and isinstance(value.maker, Later):
            self.tr.driven_at_once += 1
            for spec in self.tr.active:
                spec.drives_at_once = True
            return self.driven(value)
        return value

    def call(self, callee: Value, args: list[Value], words: dict[str, Value], node: Any) -> Value:
        if isinstance(callee, Known) and (own := self.own_method(callee, "__call__")) is not None:
            return self.call(Known(own), [callee, *args], words, node)
        if isinstance(callee, Known):
            return self.call_known(callee.thing, args, words, node)
        if isinstance(callee, Made):
            maker = callee.maker
            if isinstance(maker, Code):
                return self.run(maker, None, args, words, node, outer=self.closed_now(callee, node))
            if isinstance(maker, BoundTo):
                if isinstance(maker.function, str):
                    return self.method(callee.values[0], maker.function, args, words, node)
                return self.call_known(maker.function, [callee.values[0], *args], words, node)
        special = self.own_method(callee, "__call__")
        if special is not None:
            return self.call(Known(special), [callee, *args], words, node)
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
        raise self.refuse(node, "calling this", "a call of a function by its name, in an if for each")

    def call_known(self, thing: Any, args: list[Value], words: dict[str, Value], node: Any) -> Value:
        key, bound = thing, args
        if isinstance(thing, MethodType):
            key, bound = thing.__func__, [Known(thing.__self__), *args]
        if isinstance(key, FunctionType) and not has_text(key) and (made := self.dataclass_of(key, bound)) is not None:
            assert isinstance(bound[0], Run)
            self.set_fields(made, bound[0], bound[1:], words, node)
            return NOTHING
        remembered = False
        if isinstance(key, functools._lru_cache_wrapper):
            inner: Any = key.__wrapped__
            if isinstance(inner, MethodType):
                inner, bound = inner.__func__, [Known(inner.__self__), *bound]
            key, remembered = inner, True
        if args and isinstance(key, (type, BuiltinFunctionType)) and key in ANSWERED_BY:
            own = self.special(args[0], ANSWERED_BY[key])
            if own is not None:
                return self.call(Known(own), args, words, node)
        try:
            operation = OPERATIONS.get(key)
        except TypeError:
            operation = None
        if operation is not None:
            bound = self.taken(key, given := self.each_once(key, bound, node), node)
        if operation is not None and words:
            bound, words = self.by_place(key, bound, words)
            if not set(words) <= {*TAKEN.get(key, ()), *(words if key in ANY_NAMES else ())}:
                known = self.known_result(thing, key, bound, words, node)
                if known is None:
                    raise self.refuse(node, f"'{next(iter(words))}=' of {key.__name__}", "it without a name, or a loop")
                return known
        if operation is not None:
            found, does = self.operated_between(key, operation, bound, words, given, node)
            if does and any(isinstance(each, Once) for each in given):
                self.step_by_step(node)
            if found is not None:
                return self.result_of(key, found, given, does)
            args = args if bound == given else bound
        known = self.known_result(thing, key, args, words, node) if not self.is_iterator(key) else None
        if known is not None:
            return known
        if isinstance(key, operator.itemgetter):
            items = [self.item(args[0], Known(each), node) for each in key.__reduce__()[1]]
            return items[0] if len(items) == 1 else tuple_of(items)
        if isinstance(key, operator.attrgetter):
            names = key.__reduce__()[1]
            parts = [self.attribute_within(args[0], each, node) for each in names]
            return parts[0] if len(parts) == 1 else tuple_of(parts)
        if isinstance(key, operator.methodcaller):
            called: tuple[Any, ...] = key.__reduce__()[1]  # type: ignore[assignment]
            return self.method(args[0], called[0], [Known(each) for each in called[1:]], {}, node)
        if key is functools.partial and len(args) == 2 and isinstance(args[0], Known) and not words:
            return Made(BoundTo(args[0].thing), ("self",), (args[1],))
        if isinstance(key, functools.partial):
            more = {name: Known(each) for name, each in key.keywords.items()}
            return self.call(Known(key.func), [*[Known(each) for each in key.args], *args], {**more, **words}, node)
        if isinstance(key, type) and issubclass(key, Enum) and is_author(getattr(key._missing_, "__func__", None)):
            raise self.refuse(node, f"{key.__name__}(…), where {key.__name__}._missing_ is asked", "a function")
        if isinstance(key, type) and issubclass(key, Enum) and len(args) == 1:
            self.lacking = ValueError
            try:
                return self.item(Known({each.value: each for each in key}), args[0], node)
            finally:
                self.lacking = KeyError
        if isinstance(key, type):
            return self.made(key, args, words, node)
        if isinstance(key, FunctionType):
            return self.run_text(key, bound, words, node, remembered)
        own = getattr(thing, "__self__", None)
        if own is not None and not isinstance(own, type(ast)):
            return self.method_of_known(own, thing.__name__, args, words, node)
        raise self.refuse(
            node,
            f"calling {getattr(thing, '__qualname__', f'a {type(thing).__qualname__}')}",
            UNDERSTOOD,
        )

    def attribute_within(self, on: Value, names: str, node: Any) -> Value:
        """An attribute, or that of an attribute: ``attrgetter("card.rank")``."""
        for name in names.split("."):
            self.look_at_inward(on, name, node)
            on = self.attribute(on, name, node)
        return on

    def run_text(self, key: FunctionType, bound: list[Value], words: dict[str, Value], node: Any, kept: bool) -> Value:
        """Carry out a function by its text; one of Python's library has a meaning or none, nobody can change it."""
        if is_author(key) or key.__code__.co_filename.startswith(HOME):
            return self.run(code_of(key), key, bound, words, node, remembered=kept)
        if (made := made_of_parts(self, key, bound, words, node)) is not None:
            return made
        try:
            return self.run(code_of(key), key, bound, words, node, remembered=kept)
        except NoMeaning:
            raise self.refuse(node, f"calling {key.__module__}.{key.__qualname__}", UNDERSTOOD) from None

    @staticmethod
    def by_place(key: Any, args: list[Value], words: dict[str, Value]) -> tuple[list[Value], dict[str, Value]]:
        """The arguments of a function of the kernel: by their places, as far as they may be given so."""
        if not isinstance(key, FunctionType):
            return args, words
        code, words = key.__code__, dict(words)
        args = list(args)
        for name in code.co_varnames[len(args) : code.co_argcount]:
            if name not in words:
                break
            args.append(words.pop(name))
        return args, words
