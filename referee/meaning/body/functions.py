"""Objects that are made, functions that are carried out, and rules that are driven."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
import dataclasses
import inspect
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from referee.kernel.places import Laid
from referee.kernel.requests import Nested
from referee.meaning import library
from referee.meaning.authors import is_author
from referee.meaning.body.reader import Dead, Reader
from referee.meaning.looking import changed_by, gives_the_same
from referee.meaning.objects import AS_TUPLES, DEFAULTS, RECORDS
from referee.meaning.operations import OPERATIONS
from referee.meaning.program import Catch, Expr, If, Raise
from referee.meaning.texts import KERNEL, free_names, has_text, is_plain_generator, is_rule
from referee.meaning.types import INT, NEVER, TRUTH, Maybe, Record, Thing, Type, Union, Wider
from referee.meaning.values import (
    DEFAULT,
    NEVER_CHANGES,
    NOTHING,
    YES,
    Code,
    Entries,
    Entry,
    Indexed,
    Known,
    Lazy,
    Made,
    Once,
    Run,
    Value,
    fields_of_class,
    is_typed_tuple,
    leaves,
    rebuilt,
    text_key,
)

GIVEN = "$given"
"""Stands among the names for what an event has given."""


class Later:
    """The maker of a rule that is to be driven: a call that is carried out where it is driven."""

    def __init__(self, code: Code) -> None:
        self.code = code

    @property
    def __name__(self) -> str:
        return f"rule {self.code.__name__}"


_later: dict[Any, Later] = {}


def later(code: Code) -> Later:
    return _later.setdefault(text_key(code), Later(code))


class Functions(Reader):
    """Functions and rules."""

    def made(self, maker: type, args: list[Value], words: dict[str, Value], node: Any) -> Value:
        if maker is Nested:
            return Made(Nested, ("table", "rule"), tuple(args))
        for each, special in ((maker, "__new__"), (type(maker), "__call__")):
            if is_author(getattr(each, special, None)):
                what = f"making a {maker.__name__}, which {special} does,"
                raise self.refuse(node, what, "'__init__', or a function that makes it")
        if _frozen(maker) and is_author(maker):
            return self.made_frozen(maker, args, words, node)
        names = RECORDS.get(maker)
        if names is None and is_typed_tuple(maker):
            names = maker._fields  # type: ignore[attr-defined]
            for name, default in maker._field_defaults.items():  # type: ignore[attr-defined]
                DEFAULTS.setdefault((maker, name), default)
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
            if is_author(maker.__init__):
                raise self.refuse(
                    node, f"keeping a {maker.__name__}", f"'raise {maker.__name__}(…)' where it is raised"
                )
            return Made(maker, ("args",), (Made(tuple, tuple(range(len(args))), tuple(args)),))
        init = maker.__init__
        if any(each.__module__ == "builtins" and each is not object for each in maker.__mro__) or (
            not isinstance(init, FunctionType) and init is not object.__init__
        ):
            raise self.refuse(node, f"making a {maker.__name__}", "a tuple, a list, a dict or a class of your own")
        thing = self.let(Expr(Thing(maker), "new"), "thing_")
        for name in self.tr.things.setdefault(maker, {}):  # until it is set an attribute is that of the class
            held = inspect.getattr_static(maker, name, self)
            if held is not self and not hasattr(type(held), "__set__"):
                self.set_attribute(thing, name, Known(held), node)
        if isinstance(init, FunctionType) and has_text(init):
            self.call(Known(init), [thing, *args], words, node)
        elif isinstance(init, FunctionType):
            self.set_fields(maker, thing, args, words, node)
        return thing

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
        made = Made(maker, RECORDS[maker], tuple(values))
        self.after_making(maker, made, node)
        return made

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
                given = self.call(Known(field.default_factory), [], {}, node)
            if given is None and field.default is dataclasses.MISSING:
                if field.init:
                    self.stop("RAISED", f"a {maker.__name__} is made without {name}")
                yield name, None
                continue
            yield name, Known(field.default) if given is None else given

    def type_of_or_none(self, value: Value) -> Type | None:
        return None if isinstance(value, (Lazy, Indexed, Once)) else self.type_of(value)

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
        arguments = self.bound(code, function, args, words, node, rest, outer)
        if outer is not None:
            name = getattr(code.node, "name", "")
            if name in free_names(code.node) and name not in outer.names:
                arguments.setdefault(name, outer)
            mine = zip(outer.names, outer.values, strict=True)
            held = {name: each for name, each in mine if name not in arguments and not name.startswith(DEFAULT)}
            arguments = {**held, **arguments}
        read = code.scope.file == library.__file__ or code.scope.file.startswith(KERNEL)
        for name, each in arguments.items():
            if isinstance(each, Made) and read and name == getattr(code.node.args.vararg, "arg", ""):
                arguments[name] = Made(tuple, each.names, tuple([self.handed(one, node) for one in each.values]))
            elif isinstance(each, Once) and read:
                arguments[name] = self.all_of(each, node)
            elif isinstance(each, Once):
                self.given(code, name, each, node)
                arguments[name] = self.once_listed(each, node)
            else:
                self.not_kept(node, each)
        arguments = {
            name: self.as_seq(each, node=node) if isinstance(each, (Lazy, Indexed)) else each
            for name, each in arguments.items()
        }
        if is_rule(code):
            return Made(later(code), tuple(arguments), tuple(arguments.values()))
        found = self.carried_out(code, arguments, remembered)
        if remembered:
            self.not_kept(node, found)
            if not gives_the_same(self.called):
                what = f"{code.__name__}, which keeps its answers and looks at what changes,"
                raise self.refuse(node, what, f"{code.__name__} without the cache")
        if not is_plain_generator(code) and not isinstance(found, Once):
            return found
        if isinstance(found, Once) and found.live == NEVER_CHANGES:
            return found
        return self.iterator(found.of if isinstance(found, Once) else found, changed_by(self.called))

    def handed(self, value: Value, node: Any) -> Value:
        """One of several things that a function of Python's library goes through."""
        found = self.all_of(value, node)
        return self.as_seq(found, node=node) if isinstance(found, (Lazy, Indexed)) else found

    def bound(
        self,
        code: Code,
        function: FunctionType | None,
        args: list[Value],
        words: dict[str, Value],
        node: Any,
        rest: Run | None,
        outer: Made | None,
    ) -> dict[str, Value]:
        spec = code.node.args
        names = [each.arg for each in (*spec.posonlyargs, *spec.args)]
        arguments: dict[str, Value] = {}
        defaults = list(function.__defaults__ or ()) if function is not None else []
        for at, name in enumerate(names):
            if at < len(args):
                arguments[name] = args[at]
            elif name in words:
                arguments[name] = words[name]
            elif outer is not None and (given := outer.part(DEFAULT + name)) is not None:
                arguments[name] = given
            else:
                place = at - (len(names) - len(defaults))
                if place < 0:
                    self._unfit(function, f"{code.__name__} lacks the argument {name}", node)
                arguments[name] = Known(defaults[place])
        if spec.vararg is not None:
            more = args[len(names) :]
            arguments[spec.vararg.arg] = rest if rest is not None else Made(tuple, tuple(range(len(more))), tuple(more))
        elif len(args) > len(names):
            self._unfit(function, f"{code.__name__} is given too many arguments", node)
        for each in spec.kwonlyargs:
            if each.arg in words:
                arguments[each.arg] = words[each.arg]
            elif outer is not None and (given := outer.part(DEFAULT + each.arg)) is not None:
                arguments[each.arg] = given
            elif function is not None and each.arg in (own := function.__kwdefaults__ or {}):
                arguments[each.arg] = Known(own[each.arg])
            else:
                self._unfit(function, f"{code.__name__} lacks the argument {each.arg}", node)
        if spec.kwarg is not None:
            left = {name: each for name, each in words.items() if name not in arguments}
            arguments[spec.kwarg.arg] = Entries(tuple([Entry(name, YES, each) for name, each in left.items()]))
        elif any(name not in arguments for name in words):
            self._unfit(function, f"{code.__name__} is given an argument that it does not know", node)
        if any(name in words for name in names[len(spec.posonlyargs) : len(args)]):
            self._unfit(function, f"{code.__name__} is given an argument twice", node)
        return arguments

    def _unfit(self, function: FunctionType | None, said: str, node: Any) -> None:
        """Python raises where arguments do not fit, but for what is read in the place of a function of its library,
        which may take more."""
        if function is not None and function.__module__ == library.__name__:
            raise self.refuse(node, f"a call where {said}", "one with fewer, within another, or a loop")
        self.stop("RAISED", said)

    def carried_out(self, code: Code, arguments: dict[str, Value], remembered: bool = False) -> Value:
        """Emit a call of the function for arguments of this form."""
        if any(spec.code is code for spec in self.tr.active):
            arguments = {
                name: Run(Expr(INT, "const", (), each.thing))
                if isinstance(each, Known) and type(each.thing) is int
                else each
                for name, each in arguments.items()
            }
        given = tuple([leaf for each in arguments.values() for leaf in leaves(each)])
        try:
            spec = self.tr.specialised(code, arguments, remembered)
        except Wider as wider:
            on = given[wider.at]
            self.grow(on, wider.kind, f"a {on.type!r} that {code.__name__} makes a {wider.kind!r}")
            raise Dead from None
        self.called = spec.function
        self.tr.driven_at_once += spec.drives_at_once
        shape = spec.shape
        if shape is None:
            self.do(Expr(NEVER, "call", given, spec.function))
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

    def driven(self, value: Made) -> Value:
        assert isinstance(value.maker, Later)
        return self.carried_out(value.maker.code, dict(zip(value.names, value.values, strict=True)))

    def eval_YieldFrom(self, node: ast.YieldFrom) -> Value:
        if isinstance(node.value, ast.Tuple) and not node.value.elts:  # it only makes a rule of what asks for nothing
            return NOTHING
        if isinstance(node.value, ast.IfExp) and self.yielded is None:
            return self.one_rule_or_another(node.value)
        before = self.tr.driven_at_once
        value = self.eval(node.value)
        if self.yielded is not None:
            self.extend(Run(self.yielded_expr()), value, node)
            return NOTHING
        if isinstance(value, Made) and isinstance(value.maker, Later):
            return self.driven(value)
        if _holds_rule(value):
            raise self.refuse(node, "a rule that was kept and is one of several", "an if with a 'yield from' for each")
        if before == self.tr.driven_at_once:  # what comes of several rules is driven already
            raise self.refuse(node, "'yield from' of what is no rule", "it without 'yield from'")
        return value

    def one_rule_or_another(self, node: ast.IfExp) -> Value:
        """``yield from one() if … else other()``."""

        def side(held: bool, rule: ast.expr) -> Callable[[], Value]:
            def follow() -> Value:
                self.refine(node.test, held)
                driven = ast.copy_location(ast.YieldFrom(rule), node)
                return self.eval_YieldFrom(driven)

            return follow

        return self.either(self.truth(self.eval(node.test)), side(True, node.body), side(False, node.orelse))

    def eval_Yield(self, node: ast.Yield) -> Value:
        value = NOTHING if node.value is None else self.eval(node.value)
        if self.yielded is not None:
            self.append(self.yielded, value)
            return NOTHING
        if isinstance(value, Made) and value.maker is Nested:
            rule = value.values[1]
            assert isinstance(rule, Made)
            return self.in_event(rule)
        return self.asked(value, node)

    def in_event(self, rule: Made) -> Value:
        """What an event does. Nobody catches outside of it what is raised in it: only what stops events goes on."""
        if not self.tr.thrown:
            return self.driven(rule)
        depth = self.fresh("depth_")
        statement = Catch([], [], depth)
        self.variable(depth, INT)
        self.block.append(statement)

        def done() -> None:
            self.env[GIVEN] = self.driven(rule)

        def unwound() -> None:
            raised = Expr(TRUTH, "less", (Expr(INT, "local", (), depth), Expr(INT, "const", (), 0)))
            self.block.append(If(raised, [Raise("RAISED", "an exception in an event")], []))
            self.stop("unwind again", "")

        self.ways((statement.body, done), (statement.caught, unwound))
        return self.env.pop(GIVEN)


def _holds_rule(value: Value) -> bool:
    """Whether a rule that nobody has driven is, or may be, the value."""

    def rule(kind: Any) -> bool:
        if isinstance(kind, Union):
            return any(map(rule, kind.of))
        if isinstance(kind, Maybe):
            return rule(kind.of)
        return isinstance(kind, Record) and isinstance(kind.maker, Later)

    return isinstance(value, Run) and rule(value.expr.type)


def is_dataclass_argument(field: Any) -> bool:
    """Whether what a dataclass is given is handed to ``__post_init__`` alone."""
    return field._field_type is dataclasses._FIELD_INITVAR  # type: ignore[attr-defined]


def _frozen(maker: type) -> bool:
    parameters = getattr(maker, "__dataclass_params__", None)
    return parameters is not None and parameters.frozen
