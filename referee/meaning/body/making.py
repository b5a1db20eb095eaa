"""Making objects: of classes of the rules, of dataclasses, and of the kernel's own classes."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator, Sequence
from functools import cached_property
from types import FunctionType
from typing import Any, Generic

from referee.kernel.places import Laid
from referee.kernel.requests import Nested
from referee.meaning import library
from referee.meaning.authors import is_author
from referee.meaning.body.reader import Reader
from referee.meaning.copies import gives_what_is_shared
from referee.meaning.objects import AS_TUPLES, DEFAULTS, RECORDS
from referee.meaning.operations import OPERATIONS
from referee.meaning.program import Expr
from referee.meaning.raised import makes_itself
from referee.meaning.spec import Anew
from referee.meaning.texts import has_text
from referee.meaning.types import Record, Thing
from referee.meaning.values import (
    Indexed,
    Known,
    Lazy,
    Made,
    Run,
    Value,
    fields_of_class,
    is_more_than_fields,
    is_ordered_by_parts,
    is_typed_tuple,
    tells_apart_by_parts,
    tuple_of,
    written_in_c,
)


class Making(Reader):
    """Objects."""

    def made(self, maker: type, args: list[Value], words: dict[str, Value], node: Any) -> Value:
        if maker is Nested:
            return Made(Nested, ("table", "rule"), tuple(args))
        for each, special in ((maker, "__new__"), (type(maker), "__call__")):
            if is_author(getattr(each, special, None)):
                what = f"making a {maker.__name__}, which {special} does,"
                raise self.refuse(node, what, "'__init__', or a function that makes it")
        if is_frozen(maker) and is_author(maker):
            if is_more_than_fields(maker):
                self.needs_no_more(maker, written_in_c(maker), node)
            return self.made_frozen(maker, args, words, node)
        names = RECORDS.get(maker)
        if names is None and is_typed_tuple(maker):
            names = maker._fields  # type: ignore[attr-defined]
            defaults: dict[str, Any] = maker._field_defaults  # type: ignore[attr-defined]
            for name, default in defaults.items():
                DEFAULTS.setdefault((maker, name), default)
            left = names[len(args) :]
            if len(args) > len(names) or {*words} - {*left} or {*left} - {*words, *defaults}:
                self.stop("RAISED", f"a {maker.__name__} of other parts than it has")
        if names is not None:
            given = {**dict(zip(names, args, strict=False)), **words}
            if maker.__module__.startswith("referee.kernel"):
                given = {name: self.all_of(each, node) for name, each in given.items()}
            values = []
            for name in names:
                value = given.get(name, Known(DEFAULTS.get((maker, name))))
                if (maker, name) in AS_TUPLES and not isinstance(self.type_of_or_none(value), Record):
                    value = OPERATIONS[tuple](self, [value], {}, node)
                elif isinstance(value, (Lazy, Indexed)):
                    value = self.as_seq(value, node=node)
                values.append(value)
            self.not_kept(node, *values)
            if maker is Laid:
                raise self.refuse(node, "making a laid card", "t.lay(…)")
            return Made(maker, names, tuple(values))
        if issubclass(maker, BaseException):
            handed = tuple_of(args)
            if not makes_itself(maker):
                return Made(maker, ("args",), (handed,))
        init: Any = maker.__init__  # type: ignore[misc]
        of_python = ("builtins", "collections")
        builtin = [each for each in maker.__mro__ if each.__module__ in of_python and each is not object]
        if (builtin and not issubclass(maker, (BaseException, library.BoundedDeque, library.Ordered))) or (
            not isinstance(init, FunctionType) and init is not object.__init__
        ):
            if is_author(maker):
                behind = [each for each in maker.__mro__[1:-1] if not is_author(each) and each is not Generic]
                self.needs_no_more(maker, behind, node)
            raise self.refuse(node, f"making a {maker.__name__}", "a tuple, a list, a dict or a class of your own")
        thing = self.let(Expr(Thing(maker), "new"), "thing_")
        for name in self.tr.things.setdefault(maker, {}):  # until it is set an attribute is that of the class
            held = inspect.getattr_static(maker, name, self)
            if held is not self and not hasattr(type(held), "__set__") and not isinstance(held, cached_property):
                self.set_attribute(thing, name, Known(held), node)
        self.keeps_nothing_yet(maker, thing, node)
        if issubclass(maker, BaseException):
            self.set_attribute(thing, "args", handed, node)
        if isinstance(init, FunctionType) and has_text(init):
            self.call(Known(init), [thing, *args], words, node)
        elif isinstance(init, FunctionType):
            self.set_fields(maker, thing, args, words, node)
        return thing

    def needs_no_more(self, maker: type, behind: Sequence[type], node: Any) -> None:
        """Refuse to make what is more than its attributes, because of the classes behind its own."""
        if behind:
            what = f"making a {maker.__name__}, which is a {behind[0].__name__},"
            raise self.refuse(node, what, "a class of its own that has it as an attribute")

    def class_for(self, maker: type, node: Any) -> type:
        """A class of its own for what is made in a place of the text: what it holds has types of its own."""
        made: type = self.tr.rewritten.setdefault((maker, id(node)), type(maker.__name__, (maker,), {}))
        return made

    def made_frozen(self, maker: Any, args: list[Value], words: dict[str, Value], node: Any) -> Value:
        """An object of a dataclass that never changes."""
        if is_author(maker.__init__):
            what = f"making a {maker.__name__}, which {maker.__name__}.__init__ does,"
            raise self.refuse(node, what, "a function that makes it")
        RECORDS.setdefault(maker, tuple(fields_of_class(maker)))
        values: list[Value] = []
        for name, given in self.fields_of(maker, args, words, node):
            if given is None:
                raise self.refuse(node, f"making a {maker.__name__} without {name}", f"a default for {name}")
            value = self.as_seq(given, node=node) if isinstance(given, (Lazy, Indexed)) else given
            self.not_kept(node, value)
            values.append(value)
        if tells_apart_by_parts(maker) and maker not in self.tr.by_parts:
            self.tr.by_parts.add(maker)
            if not is_ordered_by_parts(maker):
                raise Anew
        made = Made(maker, RECORDS[maker], tuple(values))
        self.after_making(maker, made, node)
        return made

    def made_by(self, factory: Value, node: Any) -> Value:
        """What a ``default_factory`` gives: a new thing each time, in which nothing is that all matches share."""
        given = self.call(factory, [], {}, node)
        if isinstance(factory, Known) and gives_what_is_shared(factory.thing):
            raise self.refuse(node, "a default_factory that gives what all matches share", "list(…) or dict(…) of it")
        return given

    def after_making(self, maker: Any, thing: Value, node: Any) -> None:
        if hasattr(maker, "__post_init__"):
            after: Any = getattr(self.class_of(thing), "__post_init__", None)
            self.call(Known(after), [thing], {}, node)

    def set_fields(self, maker: Any, thing: Run, args: list[Value], words: dict[str, Value], node: Any) -> None:
        """What a dataclass does with what it is given."""
        for name, given in self.fields_of(maker, args, words, node):
            if given is not None:
                self.set_attribute(thing, name, given, node)
        self.after_making(maker, thing, node)

    def fields_of(
        self, maker: Any, args: list[Value], words: dict[str, Value], node: Any
    ) -> Iterator[tuple[str, Value | None]]:
        """The fields of a dataclass, with what is given for each or else stands for it; None: nothing."""
        fields = fields_of_class(maker)
        taken = [name for name, field in fields.items() if field.init]
        by_place = [name for name in taken if not fields[name].kw_only]
        if any(is_dataclass_argument(each) for each in getattr(maker, "__dataclass_fields__", {}).values()):
            raise self.refuse(node, f"making a {maker.__name__}, which has an InitVar,", "a field, or a function")
        if len(args) > len(by_place) or not {*words} <= {*taken} - {*by_place[: len(args)]}:
            self.stop("RAISED", f"{maker.__name__} takes no such arguments")
        places = iter(args)
        for name, field in fields.items():
            given = None if field.kw_only or not field.init else next(places, None)
            given = words.get(name, given) if given is None else given
            if given is None and field.default_factory is not dataclasses.MISSING:
                given = self.made_by(Known(field.default_factory), node)
                self.tr.copies.all_made_anew(given)
            if given is None and field.default is dataclasses.MISSING:
                if field.init:
                    self.stop("RAISED", f"a {maker.__name__} is made without {name}")
                yield name, None
                continue
            yield name, Known(field.default) if given is None else given

    def dataclass_of(self, init: FunctionType, args: list[Value]) -> type | None:
        """The dataclass behind that of an object for which Python has made this ``__init__``."""
        own: Any = self.class_of(args[0]) if args and isinstance(args[0], Run) else None
        behind: list[type] = [each for each in getattr(own, "__mro__", ()) if vars(each).get("__init__") is init]
        return behind[0] if behind and hasattr(behind[0], "__dataclass_fields__") else None


def is_dataclass_argument(field: Any) -> bool:
    """Whether what a dataclass is given is handed to ``__post_init__`` alone."""
    return field._field_type is dataclasses._FIELD_INITVAR  # type: ignore[attr-defined]


def is_frozen(maker: type) -> bool:
    parameters = getattr(maker, "__dataclass_params__", None)
    return parameters is not None and parameters.frozen
