"""Functions that are carried out, and rules that are driven."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from referee.kernel.requests import Nested
from referee.meaning import library
from referee.meaning.body.reader import Dead, Reader
from referee.meaning.looking import changed_by, gives_the_same
from referee.meaning.program import Catch, Expr, If, Raise
from referee.meaning.spec import Spec
from referee.meaning.texts import KERNEL, free_names, is_plain_generator, is_rule
from referee.meaning.types import INT, NEVER, TRUTH, Maybe, Record, Type, Union, Wider
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
    leaves,
    rebuilt,
    text_key,
    tuple_of,
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
        read = code.scope.file.startswith((library.HOME, KERNEL))
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
        if is_plain_generator(code):
            self.needs_no_other_exception(node)
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
            arguments[spec.vararg.arg] = rest if rest is not None else tuple_of(more)
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
        if function is not None and function.__module__.startswith(library.__name__):
            raise self.refuse(node, f"a call where {said}", "one with fewer, within another, or a loop")
        self.stop("RAISED", said)

    def carried_out(self, code: Code, arguments: dict[str, Value], remembered: bool = False) -> Value:
        """Emit a call of the function for arguments of this form."""
        if around := [spec.handed for spec in self.tr.active if spec.code is code]:
            arguments = {name: self.handed_to_itself(name, each, around) for name, each in arguments.items()}
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
            return rebuilt(
                shape, iter(self.growing_results(spec, [self.let(Expr(kinds[0], "call", given, spec.function))]))
            )
        whole = Record(tuple, tuple(range(len(kinds))), tuple(kinds))
        together = self.let(Expr(whole, "call", given, spec.function)).expr
        parts = [self.let(Expr(kind, "part", (together,), at)) for at, kind in enumerate(kinds)]
        return rebuilt(shape, iter(self.growing_results(spec, parts)))

    def handed_to_itself(self, name: str, value: Value, around: list[dict[str, Value]]) -> Value:
        """What a function calls itself with: any number for one that is known, and a tuple that grows from call to
        call is one of any length."""
        if isinstance(value, Known) and type(value.thing) is int:
            return Run(Expr(INT, "const", (), value.thing))
        lengths = [_length(each.get(name)) for each in around[-2:]] + [_length(value)]
        if len(lengths) < 3 or None in lengths or not lengths[0] < lengths[1] < lengths[2]:  # type: ignore[operator]
            return value
        return self.as_seq(value)

    def growing_results(self, spec: Spec, parts: list[Run]) -> list[Expr]:
        """What a function gives: what is put into it later is told to the function that made it."""

        def growing(at: int) -> Callable[[Any], None]:
            def grow(kind: Any) -> None:
                if spec.growing:
                    return
                spec.growing = True
                try:
                    self.tell_maker(spec.growers[at], kind)
                except Wider:  # it was handed in
                    self.tell_maker(None, kind)
                finally:
                    spec.growing = False

            return grow

        for at, part in enumerate(parts):
            if part.expr.op == "local" and at < len(spec.growers) and spec.growers[at] is not None:
                self.growers[part.expr.about] = growing(at)
        return [each.expr for each in parts]

    def tell_maker(self, grower: Callable[[Any], None] | None, kind: Any) -> None:
        if grower is None:
            what = f"what a function gives, and is to hold {kind!r},"
            raise self.refuse(None, what, "a list or dictionary that is made where it is changed")
        grower(kind)
        self.tr.grown = True

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

        return self.either(self.tested(node.test), side(True, node.body), side(False, node.orelse))

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


def _length(value: Value | None) -> int | None:
    """How long a tuple is; None: it is none, or of any length."""
    if isinstance(value, Known):
        return len(value.thing) if type(value.thing) is tuple else None
    kind: Any = value.expr.type if isinstance(value, Run) else value
    return len(kind.names) if isinstance(kind, (Made, Record)) and kind.maker is tuple else None
