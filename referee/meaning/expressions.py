"""Reads expressions: each gives a value, and statements for what it does."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
import contextlib
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from referee.kernel.errors import MissingCase, RuleFault
from referee.kernel.grids import Grid
from referee.kernel.places import Laid, Place, Row
from referee.kernel.players import Player
from referee.kernel.scalars import ValueOfEach
from referee.kernel.spaces import Arms, Space
from referee.kernel.table import Table
from referee.meaning.program import Expr, If, Raise, Stmt
from referee.meaning.texts import NoMeaning, Scope, changed_in, free_names
from referee.meaning.translation import Spec, Translation
from referee.meaning.types import (
    FRACTION,
    INT,
    LAID,
    NEVER,
    NONE,
    NONE_TYPE,
    NUMBERS,
    PILE,
    PLAYER,
    TRUTH,
    WIDE,
    Answers,
    Atoms,
    Map,
    Maybe,
    Places,
    Record,
    Seq,
    Thing,
    Type,
    Union,
    join,
    join_all,
)
from referee.meaning.values import (
    ONLY_TOLD,
    Code,
    Entries,
    Entry,
    Indexed,
    Known,
    Lazy,
    Made,
    Run,
    Value,
    identity,
    leaves,
    only_told,
)

OPERATORS: dict[type[ast.operator], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Add: ("add", operator.add),
    ast.Sub: ("sub", operator.sub),
    ast.Mult: ("mul", operator.mul),
    ast.FloorDiv: ("div", operator.floordiv),
    ast.Mod: ("mod", operator.mod),
    ast.BitAnd: ("and", operator.and_),
    ast.BitOr: ("or", operator.or_),
    ast.BitXor: ("xor", operator.xor),
    ast.LShift: ("shl", operator.lshift),
    ast.RShift: ("shr", operator.rshift),
    ast.Pow: ("pow", operator.pow),
    ast.Div: ("truediv", operator.truediv),
}
COMPARISONS: dict[type[ast.cmpop], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Lt: ("less", operator.lt),
    ast.LtE: ("least", operator.le),
    ast.Gt: ("more", operator.gt),
    ast.GtE: ("most", operator.ge),
}
MOST_UNROLLED = 64
SIMPLE = (bool, int, str, Fraction, Player)


class Expressions:
    """The part of a body that reads expressions."""

    tr: Translation
    spec: Spec
    code: Code
    env: dict[str, Value]
    block: list[Stmt]
    kept: dict[Any, Any]
    scopes: list[Scope]
    grown: bool
    let: Callable[..., Run]
    do: Callable[[Expr], None]
    stop: Callable[[str, str], Any]
    refuse: Callable[..., NoMeaning]
    joined: Callable[[Value, Value], Value]
    either: Callable[..., Value]
    fresh: Callable[..., str]
    variable: Callable[[str, Type], Expr]
    site_of: Callable[[Any], Any]
    call: Callable[..., Value]
    method: Callable[..., Value]
    growers: dict[str, Callable[[Any], None]]
    as_maps: set[Any]
    path: list[Any]
    answers_of: dict[str, tuple[set[str], dict[int, Type]]]
    """By the name of an arm that was answered the name of what goes with it, and its type for each arm."""
    any_order: int = 0
    """Above 0 where it makes no difference in which order things are gone through."""
    each: Callable[..., None]

    # -- values -----------------------------------------------------------------------------------------

    def eval(self, node: ast.expr) -> Value:
        method = getattr(self, f"eval_{type(node).__name__}", None)
        if method is None:
            raise self.refuse(node, f"'{ast.unparse(node)}'")
        return method(node)

    def settled(self, value: Value) -> Value:
        """The same with a name for each leaf, so that a later change of a variable does not change it."""
        if isinstance(value, Run) and value.expr.op == "local":
            moved: Expr = self.moved(value.expr, self.block)  # type: ignore[attr-defined]
            return Run(moved)
        if isinstance(value, Run):
            return self.let(value.expr)
        if isinstance(value, Made):
            return Made(value.maker, value.names, tuple([self.settled(each) for each in value.values]))
        return value

    def type_of(self, value: Value) -> Type:
        if isinstance(value, Run):
            return value.expr.type
        if isinstance(value, Known):
            return self.tr.type_of_known(value.thing)
        if isinstance(value, Made):
            if value.maker is Arms and isinstance(value.values[0], Entries):
                return Record(Arms, ("arms",), (self.type_of_arms(value.values[0]),))
            types = tuple([self.type_of(each) for each in value.values])
            if value.maker in (list, set):
                return Seq(join_all(types), value.maker.__name__)
            return Record(value.maker, value.names, types)
        if isinstance(value, Entries):
            keys = join_all([self.tr.type_of_known(each.key) for each in value.entries])
            return Map(keys, join_all([self.type_of(each.value) for each in value.entries]))
        if isinstance(value, (Lazy, Indexed)):
            raise self.refuse(None, "an iterator that is kept", "tuple(…) or list(…) of it")
        raise self.refuse(None, "this value")

    def type_of_arms(self, arms: Entries) -> Type:
        """Ways to go on that are known by name: whether each is there, and its space."""
        kinds = [Record(tuple, (0, 1), (TRUTH, self.type_of(each.value))) for each in arms.entries]
        return Record(dict, tuple([each.key for each in arms.entries]), tuple(kinds))

    def fit(self, value: Value, kind: Type) -> Expr:
        """A value as one of that type."""
        if isinstance(value, Known):
            return self.constant(value.thing, kind)
        if isinstance(value, Run):
            return self.converted(value.expr, kind)
        if isinstance(value, Entries):
            if isinstance(kind, Record) and kind.maker is dict:
                return self.as_arms(value, kind)
            if isinstance(kind, Union):
                arms = [at for at, each in enumerate(kind.of) if isinstance(each, Record) and each.maker is dict]
                if arms:
                    return self.converted(self.as_arms(value, kind.of[arms[0]]), kind)  # type: ignore[arg-type]
            if not isinstance(kind, Map):
                return self.wrapped(value, kind)
            return self.as_map(value, kind)
        if isinstance(value, (Lazy, Indexed)):
            return self.fit(self.as_seq(value), kind)
        assert isinstance(value, Made), value
        if isinstance(kind, Record) and kind.maker == value.maker and kind.names == value.names:
            parts = [self.fit(each, part) for each, part in zip(value.values, kind.types, strict=True)]
            return Expr(kind, "record", tuple(parts))
        if isinstance(kind, Seq):
            return Expr(kind, "seq", tuple([self.fit(each, kind.item) for each in value.values]))
        return self.wrapped(value, kind)

    def as_arms(self, value: Entries, kind: Record) -> Expr:
        own = {each.key: each for each in value.entries}
        arms = []
        for name, each in zip(kind.names, kind.types, strict=True):
            assert isinstance(each, Record)
            entry = own.get(name)
            if entry is None:
                parts = (Expr(TRUTH, "const", (), False), Expr(each.types[1], "empty"))
            else:
                parts = (self.fit(entry.there, TRUTH), self.fit(entry.value, each.types[1]))
            self.tr.atom(name)
            arms.append(Expr(each, "record", parts))
        return Expr(kind, "record", tuple(arms))

    def wrapped(self, value: Value, kind: Type) -> Expr:
        """A value as one of a type that may also be something else."""
        own = self.type_of(value)
        if isinstance(kind, Maybe):
            return Expr(kind, "some", (self.fit(value, kind.of),))
        if isinstance(kind, Union):
            number = self.alternative(kind, own)
            return Expr(kind, "inject", (self.fit(value, kind.of[number]),), number)
        return self.converted(self.fit(value, own), kind)

    def alternative(self, kind: Union, own: Type) -> int:
        for number, each in enumerate(kind.of):
            try:
                if join(each, own) == each:
                    return number
            except Exception:
                continue
        raise self.refuse(None, f"a value that is {own!r} where {kind!r} is wanted")

    def converted(self, expr: Expr, kind: Type) -> Expr:
        own = expr.type
        if own == kind:
            return expr
        if own is NEVER:
            return Expr(kind, "empty")
        if own == NONE_TYPE and isinstance(kind, (Maybe, Union)):
            return self.constant(None, kind)
        if isinstance(kind, Maybe) and not isinstance(own, (Maybe, Union)):
            return Expr(kind, "some", (self.converted(expr, kind.of),))
        if isinstance(kind, Union) and not isinstance(own, (Maybe, Union)):
            number = self.alternative(kind, own)
            return Expr(kind, "inject", (self.converted(expr, kind.of[number]),), number)
        if isinstance(own, Record) and isinstance(kind, Seq):
            parts = [Expr(each, "part", (expr,), at) for at, each in enumerate(own.types)]
            return Expr(kind, "seq", tuple([self.converted(each, kind.item) for each in parts]))
        return Expr(kind, "convert", (expr,))

    def constant(self, thing: Any, kind: Type) -> Expr:
        """A thing that is known as a value of that type."""
        if isinstance(kind, Maybe):
            if thing is None:
                return Expr(kind, "none")
            return Expr(kind, "some", (self.constant(thing, kind.of),))
        if isinstance(kind, Union):
            number = self.alternative(kind, self.tr.type_of_known(thing))
            return Expr(kind, "inject", (self.constant(thing, kind.of[number]),), number)
        if isinstance(kind, Atoms):
            return Expr(kind, "const", (), self.tr.atom(thing))
        if isinstance(kind, Record):
            if isinstance(thing, Mapping):
                arms = [Entry(each, Known(True), Known(space)) for each, space in thing.items()]
                return self.as_arms(Entries(tuple(arms)), kind)
            values = self.parts_of(thing, kind)
            return Expr(kind, "record", tuple([self.constant(a, b) for a, b in zip(values, kind.types, strict=True)]))
        if isinstance(kind, Seq):
            if isinstance(thing, ValueOfEach) and id(thing) in self.tr.each_names:
                return self.each_seq(self.tr.each_names[id(thing)]).expr
            things = tuple([self.constant(each, kind.item) for each in thing])
            if kind.kind == "tuple" and kind.item in (INT, WIDE, PLAYER, PILE, TRUTH) and len(things) > 1:
                return Expr(kind, "table", things)
            return Expr(kind, "seq", things)
        if isinstance(kind, Map):
            flat = [
                self.constant(each, part)
                for pair in thing.items()
                for each, part in zip(pair, (kind.key, kind.value), strict=True)
            ]
            return Expr(kind, "map", tuple(flat))
        if isinstance(kind, Places):
            return Expr(kind, "const", (), thing.number)
        if kind == NEVER:
            return Expr(kind, "empty")
        return Expr(kind, "const", (), thing)

    @staticmethod
    def parts_of(thing: Any, kind: Record) -> list[Any]:
        if isinstance(thing, tuple):
            return list(thing)
        return [getattr(thing, name) for name in kind.names]

    # -- truths -----------------------------------------------------------------------------------------

    def truth(self, value: Value) -> Value:
        """Whether Python takes a value for true."""
        if isinstance(value, Known):
            if isinstance(value.thing, Place):
                return Known(True)
            return Known(bool(value.thing))
        if isinstance(value, Entries):
            return self.any_there(value)
        if isinstance(value, Made):
            return Known(
                bool(value.names) if value.maker in (tuple, list, set) or _is_typed_tuple(value.maker) else True
            )
        if isinstance(value, Indexed):
            return Run(Expr(TRUTH, "more", (value.length(), Expr(INT, "const", (), 0))))
        if isinstance(value, Lazy):
            return Known(True)
        assert isinstance(value, Run)
        kind = value.expr.type
        if kind is TRUTH:
            return value
        if kind is PLAYER or kind is LAID or isinstance(kind, (Thing, Places)):
            return Known(True)
        if isinstance(kind, Record):
            is_tuple = kind.maker is tuple or _is_typed_tuple(kind.maker)
            return Known(bool(kind.names) if is_tuple else True)
        if isinstance(kind, Atoms):
            yes = frozenset([each for each in kind.numbers if bool(self.tr.atoms[each])])
            if yes == kind.numbers or not yes:
                return Known(bool(yes))
            return Run(Expr(TRUTH, "is one of", (value.expr,), tuple(sorted(yes))))
        if isinstance(kind, Maybe):
            inner = Run(Expr(kind.of, "sure", (value.expr,)))
            there = Expr(TRUTH, "there", (value.expr,))
            truth = self.truth(inner)
            if isinstance(truth, Known):
                return Run(there) if truth.thing else truth
            assert isinstance(truth, Run)
            return Run(Expr(TRUTH, "and then", (there, truth.expr)))
        if isinstance(kind, Union):
            return self.by_alternative(value, self.truth)
        return Run(Expr(TRUTH, "truth", (value.expr,)))

    def any_there(self, value: Entries) -> Value:
        found: Value = Known(False)
        for entry in value.entries:
            found = self.logic("or", found, entry.there)
        return found

    def logic(self, word: str, one: Value, other: Value) -> Value:
        """Both or either of two truths, which are both known by now."""
        for this, that in ((one, other), (other, one)):
            if isinstance(this, Known):
                return that if bool(this.thing) == (word == "and") else Known(word == "or")
        assert isinstance(one, Run)
        assert isinstance(other, Run)
        return Run(Expr(TRUTH, f"both.{word}", (one.expr, other.expr)))

    def negated(self, truth: Value) -> Value:
        truth = self.truth(truth)
        if isinstance(truth, Known):
            return Known(not truth.thing)
        assert isinstance(truth, Run)
        return Run(Expr(TRUTH, "not", (truth.expr,)))

    # -- alternatives -----------------------------------------------------------------------------------

    def without_none(self, value: Run) -> Value:
        kind = value.expr.type
        if isinstance(kind, Maybe):
            return self.let(Expr(kind.of, "sure", (value.expr,)))
        if isinstance(kind, Atoms) and NONE in kind.numbers:
            return Run(Expr(Atoms(kind.numbers - {NONE}), "convert", (value.expr,)))
        if isinstance(kind, Union) and NONE_TYPE in kind.of:
            return self.only_of(value, [each for each in kind.of if each != NONE_TYPE])
        return value

    def only_of(self, value: Run, kinds: list[Type]) -> Value:
        kind = value.expr.type
        assert isinstance(kind, Union)
        if len(kinds) == 1:
            return self.let(Expr(kinds[0], "project", (value.expr,), kind.of.index(kinds[0])))
        return self.let(Expr(join_all(kinds), "convert", (value.expr,)))

    def narrowed(self, value: Run, thing: Any, positive: bool) -> Value:
        """A value that is, or is not, a thing that is known."""
        kind = value.expr.type
        if thing is None and not positive:
            return self.without_none(value)
        if thing is None and isinstance(kind, (Maybe, Union)):
            return Known(None)
        if isinstance(kind, Atoms):
            number = self.tr.atom(thing)
            if positive and number in kind.numbers:
                return Known(thing)
            if not positive and kind.numbers - {number}:
                left = kind.numbers - {number}
                if len(left) == 1:
                    return Known(self.tr.atoms[next(iter(left))])
                return Run(Expr(Atoms(left), "convert", (value.expr,)))
        if isinstance(kind, Union):
            of_atoms = [each for each in kind.of if isinstance(each, Atoms)]
            number = self.tr.atom(thing) if not isinstance(thing, (int, Fraction, tuple)) else -1
            for each in of_atoms:
                if number in each.numbers:
                    if positive:
                        return Known(thing)
                    if each.numbers == {number}:
                        return self.only_of(value, [one for one in kind.of if one != each])
        if isinstance(kind, Places) and positive and isinstance(thing, Place):
            return Known(thing)
        return value

    def narrow_answer(self, arm: str, left: Value) -> None:
        """What goes with an arm of a choice, where it is known which arm that may be: one of what is left."""
        names, by_arm = self.answers_of[arm]
        kind = self.type_of(left)
        if not isinstance(kind, Atoms):
            return
        allowed = join_all([of for each, of in by_arm.items() if each in kind.numbers])
        for key, value in list(self.env.items()):
            if isinstance(value, Run) and value.expr.op == "local" and value.expr.about in names:
                own = value.expr.type
                if allowed is NEVER or allowed == own:
                    continue
                if allowed == NONE_TYPE:
                    self.env[key] = Known(None)
                    continue
                fitting = self.env[key] = self.let(self.converted(value.expr, allowed))
                names.add(fitting.expr.about)

    def of_class(self, value: Run, kinds: Value, held: bool) -> Value:
        """A value of which ``isinstance`` holds, or does not."""
        kind = value.expr.type
        if isinstance(kind, Places) and isinstance(kinds, Known):
            fitting = [n for n in kind.numbers if isinstance(self.tr.table.places[n], kinds.thing) is held]
            if len(fitting) == 1:
                return Known(self.tr.table.places[fitting[0]])
            return Run(Expr(Places(frozenset(fitting)), "convert", (value.expr,))) if fitting else value
        if not isinstance(kind, (Union, Maybe)):
            return value
        own = list(kind.of) if isinstance(kind, Union) else [NONE_TYPE, kind.of]
        alike = [each for each in own if self.is_of(each, kinds) is held]
        if not alike or len(alike) == len(own):
            return value
        if isinstance(kind, Maybe):
            return self.without_none(value) if alike == [kind.of] else Known(None)
        return self.only_of(value, alike) if alike != [NONE_TYPE] else Known(None)

    def is_of(self, kind: Type, classes: Value) -> bool | None:
        """Whether values of a type are of these classes; None: some are and some are not."""
        if isinstance(classes, Made):
            found = [self.is_of(kind, each) for each in classes.values]
            return True if True in found else None if None in found else False
        assert isinstance(classes, Known)
        thing = classes.thing
        if isinstance(thing, tuple):
            return self.is_of(kind, Made(tuple, (), tuple([Known(each) for each in thing])))
        match kind:
            case Atoms(numbers):
                some = {isinstance(self.tr.atoms[each], thing) for each in numbers}
                return some.pop() if len(some) == 1 else None
            case Record(maker, _, _):
                return isinstance(maker, type) and issubclass(maker, thing)
            case Seq(_, word):
                return issubclass({"tuple": tuple, "list": list, "set": set}[word], thing)
            case Map():
                return issubclass(dict, thing)
            case Thing(maker):
                return issubclass(maker, thing)
            case Places(numbers):
                some = {isinstance(self.tr.table.places[each], thing) for each in numbers}
                return some.pop() if len(some) == 1 else None
        made = {
            "truth": bool,
            "int": int,
            "wide": int,
            "pile": int,
            "player": Player,
            "laid": Laid,
            "fraction": Fraction,
        }
        word = kind.word  # type: ignore[attr-defined]
        return issubclass(made[word], thing)

    def by_alternative(self, value: Run, what: Callable[[Value], Value]) -> Value:
        """What is done with a value of one of several types, for each of them."""
        kind = value.expr.type
        assert isinstance(kind, (Union, Maybe))
        if isinstance(kind, Maybe):
            there = Run(Expr(TRUTH, "there", (value.expr,)))
            return self.either(
                there, lambda: what(self.let(Expr(kind.of, "sure", (value.expr,)))), lambda: what(Known(None))
            )
        kinds = list(kind.of)

        def at(number: int) -> Value:
            def this() -> Value:
                return what(self.plainest(Expr(kinds[number], "project", (value.expr,), number)))

            if number == len(kinds) - 1:
                return this()
            own = Expr(TRUTH, "is alternative", (value.expr,), number)
            return self.either(Run(own), this, lambda: at(number + 1))

        return at(0)

    def plainest(self, expr: Expr) -> Value:
        if expr.type == NONE_TYPE:
            return Known(None)
        return self.let(expr)

    def by_atom(self, value: Run, what: Callable[[Value], Value]) -> Value:
        """What is done with one of a few things, for each of them."""
        kind = value.expr.type
        assert isinstance(kind, Atoms)
        numbers = sorted(kind.numbers)
        if len(numbers) > 4 * MOST_UNROLLED:
            raise self.refuse(None, f"one of {len(numbers)} things that differ")

        def at(place: int) -> Value:
            def this() -> Value:
                return what(Known(self.tr.atoms[numbers[place]]))

            if place == len(numbers) - 1:
                return this()
            own = Expr(TRUTH, "is one of", (value.expr,), (numbers[place],))
            return self.either(Run(own), this, lambda: at(place + 1))

        return at(0)

    def of_each_atom(self, on: Run, what: Callable[[Any], Any]) -> Value:
        """What follows from one of a few things, by a table."""
        kind = on.expr.type
        assert isinstance(kind, Atoms)
        numbers = sorted(kind.numbers)
        try:
            things = [what(self.tr.atoms[each]) for each in numbers]
        except Exception:
            return self.by_atom(on, lambda each: self.of_known(each, what))
        if all(identity(each) == identity(things[0]) for each in things[1:]):
            return Known(things[0])
        own = join_all([self.tr.type_of_known(each) for each in things])
        if isinstance(own, Union):
            return self.by_atom(on, lambda each: self.of_known(each, what))
        consts = [self.constant(each, own) for each in things]
        return self.plain_item(Expr(own, "by atom", (on.expr, *consts), tuple(numbers)))

    def of_known(self, value: Value, what: Callable[[Any], Any]) -> Value:
        assert isinstance(value, Known)
        try:
            return Known(what(value.thing))
        except Exception as error:
            self.stop("RAISED", f"{type(error).__name__}: {error}")
            raise AssertionError from None

    # -- names and constants ----------------------------------------------------------------------------

    def eval_Name(self, node: ast.Name) -> Value:
        if node.id in self.env:
            return self.env[node.id]
        try:
            return Known(self.scopes[-1].find(node.id))
        except KeyError:
            self.stop("RAISED", f"the name {node.id} is not set")
            raise AssertionError from None

    def eval_Constant(self, node: ast.Constant) -> Value:
        return Known(node.value)

    def eval_JoinedStr(self, node: ast.JoinedStr) -> Value:
        parts: list[Any] = []
        for each in node.values:
            value = self.eval(each.value if isinstance(each, ast.FormattedValue) else each)
            if isinstance(value, Made):
                known = self.all_known(value)
                value = Known(known[0]) if known is not None else value
            if not isinstance(value, Known):
                return self.word_of(node, each, value)
            parts.append(value.thing)
        whole = "".join(
            format(part, "") if isinstance(each, ast.FormattedValue) else part
            for each, part in zip(node.values, parts, strict=True)
        )
        return Known(whole)

    def word_of(self, node: ast.JoinedStr, part: ast.expr, value: Value) -> Value:
        """A text with a part that is known in play only: for each thing that it may be."""
        if isinstance(value, Run) and isinstance(value.expr.type, Atoms):

            def with_known(known: Value) -> Value:
                inner = ast.JoinedStr(
                    [
                        ast.copy_location(ast.Constant(format(known.thing, "")), node) if each is part else each  # type: ignore[attr-defined]
                        for each in node.values
                    ]
                )
                return self.eval_JoinedStr(ast.copy_location(inner, node))

            return self.by_atom(value, with_known)
        return Known(ONLY_TOLD)

    def eval_Tuple(self, node: ast.Tuple) -> Value:
        return self.display(tuple, node)

    def eval_List(self, node: ast.List) -> Value:
        if self.is_changed(node):
            found = self.new_list(self.site_of(node))
            value = Run(self.list_expr(found))
            for each in node.elts:
                if isinstance(each, ast.Starred):
                    self.extend(value, self.eval(each.value), node)
                else:
                    self.append(found, self.eval(each))
            return Run(self.list_expr(found))
        return self.display(list, node)

    def eval_Set(self, node: ast.Set) -> Value:
        made = self.display(set, node)
        assert isinstance(made, (Made, Run))
        if isinstance(made, Run):
            return self.call(Known(set), [made], {}, node)
        return self.call(Known(set), [Made(tuple, made.names, made.values)], {}, node) if list(leaves(made)) else made

    def is_changed(self, node: ast.AST) -> bool:
        """Whether a list or dictionary gets a name under which the function changes it."""
        return any(
            isinstance(each, (ast.Assign, ast.AnnAssign))
            and each.value is not None
            and node in _displayed(each.value)
            and any(
                isinstance(target, ast.Name) and target.id in changed_in(self.code.node)
                for whole in (each.targets if isinstance(each, ast.Assign) else [each.target])
                for target in (whole.elts if isinstance(whole, ast.Tuple) else [whole])
            )
            for each in ast.walk(self.code.node)
        )

    def display(self, maker: type, node: ast.Tuple | ast.List | ast.Set) -> Value:
        parts: list[Value] = []
        for at, each in enumerate(node.elts):
            if isinstance(each, ast.Starred):
                inner = self.iterable(self.eval(each.value), node, unroll=True)
                if not isinstance(inner, list):
                    return self.long_display(maker, node, parts, node.elts[at:])
                parts += inner
            else:
                parts.append(self.eval(each))
        if maker is tuple and all(isinstance(each, Known) for each in parts):
            return Known(tuple([each.thing for each in parts if isinstance(each, Known)]))
        return Made(maker, tuple(range(len(parts))), tuple(parts))

    def long_display(self, maker: type, node: ast.expr, parts: list[Value], rest: list[ast.expr]) -> Value:
        found = self.new_list(self.site_of(node))
        for part in parts:
            self.append(found, part)
        for each in rest:
            if isinstance(each, ast.Starred):
                self.extend(Run(self.list_expr(found)), self.eval(each.value), node)
            else:
                self.append(found, self.eval(each))
        return self.retyped(Run(self.list_expr(found)), maker.__name__)

    def retyped(self, value: Run, word: str) -> Run:
        """A new list that is a tuple from now on."""
        kind = value.expr.type
        assert isinstance(kind, Seq)
        return self.let(Expr(Seq(kind.item, word), "as", (value.expr,)))

    # -- lists ------------------------------------------------------------------------------------------

    def new_list(self, site: Any) -> tuple[str, Any]:
        """A new list; what is put into it decides its type."""
        item = self.kept.get(site, NEVER)
        name = self.fresh("list_")
        from referee.meaning.program import Let

        self.block.append(Let(name, Expr(Seq(item, "list"), "new")))
        self.growers[name] = lambda kind: self.keep(site, kind.item)
        return name, site

    def keep(self, site: Any, by: Type) -> None:
        before = self.kept.get(site, NEVER)
        after = join(before, by)
        if after != before:
            self.kept[site] = after
            self.grown = True

    def list_expr(self, found: tuple[str, Any]) -> Expr:
        name, site = found
        return Expr(Seq(self.kept.get(site, NEVER), "list"), "local", (), name)

    def append(self, found: tuple[str, Any], value: Value) -> None:
        name, site = found
        if isinstance(value, (Lazy, Indexed)):
            value = self.as_seq(value)
        self.keep(site, self.type_of(value))
        item = self.kept.get(site, NEVER)
        self.do(Expr(NEVER, "append", (Expr(Seq(item, "list"), "local", (), name), self.fit(value, item))))

    def item_type(self, on: Expr, by: Type) -> Type:
        """The type of the items of a list into which something is put."""
        assert isinstance(on.type, Seq)
        item = join(on.type.item, by)
        if item != on.type.item:
            self.grow(on, Seq(item, on.type.kind), f"a list of {on.type.item!r} into which {by!r} is put")
        return item

    def grow(self, on: Expr, kind: Type, what: str) -> None:
        """A list or a dictionary is to hold other things, too: where it is made is read again."""
        grower = self.grower_of(on)
        if grower is None:
            raise self.refuse(None, what, "a list or dictionary that is made where it is changed")
        grower(kind)

    def extend(self, on: Value, by: Value, node: ast.AST) -> None:
        assert isinstance(on, Run)
        things = self.iterable(by, node, unroll=True)
        for each in things if isinstance(things, list) else ():
            self.put(on, each)
        if isinstance(things, Indexed):
            label = self.fresh("more_")
            self.each(things, frozenset(), label, lambda item: self.put(on, item), node)

    def put(self, on: Run, value: Value) -> None:
        item = self.item_type(on.expr, self.type_of(value))
        self.do(Expr(NEVER, "append", (on.expr, self.fit(value, item))))

    def as_seq(self, value: Value, word: str = "tuple", node: Any = None) -> Run:
        """Any things one after the other as a sequence of its own."""
        things = self.iterable(value, node, unroll=False)
        if isinstance(things, list):
            kind = Seq(join_all([self.type_of(each) for each in things]), word)
            return self.let(Expr(kind, "seq", tuple([self.fit(each, kind.item) for each in things])))
        found = self.new_list(self.site_of(node))
        self.each(things, frozenset(), self.fresh("seq_"), lambda item: self.append(found, item), node)
        return self.retyped(Run(self.list_expr(found)), word)

    # -- what is gone through ---------------------------------------------------------------------------

    def iterable(self, value: Value, node: Any, unroll: bool = False) -> list[Value] | Indexed:
        """Things to go through: all of them, or how to get each by its number.

        Players and numbers are gone through in play, other things that are known one by one.
        """
        if isinstance(value, Known):
            return self.known_items(value.thing, node, unroll)
        if isinstance(value, Made) and (value.maker in (tuple, list, set) or _is_typed_tuple(value.maker)):
            kinds = {self.type_of(each) for each in value.values}
            if not unroll and len(value.values) > 1 and len(kinds) == 1 and kinds <= {PLAYER, INT}:
                return self.indexed(self.let(self.fit(value, Seq(kinds.pop(), "tuple"))))
            return list(value.values)
        if isinstance(value, Indexed):
            return value
        if isinstance(value, Lazy):
            return self.gone_through(value)
        if isinstance(value, Entries):
            keys = [Known(each.key) for each in value.entries]
            if all(isinstance(each.there, Known) for each in value.entries):
                return list(keys)
            return self.indexed(Run(self.as_map(value, self.type_of(value))))
        if isinstance(value, Run):
            kind = value.expr.type
            if isinstance(kind, Seq):
                if kind.kind == "set" and not self.any_order:
                    raise self.refuse(
                        node, "going through a set", "sorted(…) of it, or a tuple without the same thing twice"
                    )
                return [] if kind.item is NEVER else self.indexed(value)
            if isinstance(kind, Map):
                return [] if kind.key is NEVER else self.indexed(value)
            if kind is NEVER:
                return []
            if isinstance(kind, Record):
                parts = [self.part(value, at) for at in range(len(kind.names))]
                if isinstance(kind.maker, Answers) and isinstance(parts[0], Run) and isinstance(parts[1], Run):
                    self.answers_of[parts[0].expr.about] = ({parts[1].expr.about}, dict(kind.maker.arms))
                return parts
            if isinstance(kind, Maybe):
                return self.iterable(self.without_none(value), node, unroll)
            if isinstance(kind, Places):
                return self.iterable(self.attribute(value, "row", node), node, unroll)
            if isinstance(kind, Atoms):
                things = [self.tr.atoms[each] for each in sorted(kind.numbers)]
                if all(isinstance(each, tuple) for each in things):
                    seq = join_all([self.tr.type_of_known(tuple(each)) for each in things])
                    raise self.refuse(node, f"going through one of {seq!r}")
        if isinstance(value, Made) and isinstance(value.maker, type) and issubclass(value.maker, Space):
            return self.answers(value, node)
        raise self.refuse(node, f"going through {self.type_of(value)!r}")

    def answers(self, space: Value, node: Any) -> Indexed:
        kind = self.type_of(space)
        held = self.let(self.fit(space, kind))
        return Indexed(
            lambda: self.let(Expr(INT, "space.count", (held.expr,))).expr,
            lambda at: self.let(Expr(self.answer_type(kind), "space.nth", (held.expr, at))),  # type: ignore[attr-defined]
        )

    def known_items(self, thing: Any, node: Any, unroll: bool) -> list[Value] | Indexed:
        if isinstance(thing, ValueOfEach) and id(thing) in self.tr.each_names:
            name = self.tr.each_names[id(thing)]
            return Indexed(
                lambda: Expr(INT, "const", (), self.tr.game.players),
                lambda at: self.let(Expr(self.tr.scalar_type(name), "each", (Expr(PLAYER, "convert", (at,)),), name)),
            )
        if isinstance(thing, Row):
            return self.iterable(self.attribute(Known(thing), "row", node), node)
        if isinstance(thing, (set, frozenset)):
            raise self.refuse(node, "going through a set", "a tuple")
        try:
            things = list(thing)
        except TypeError:
            raise self.refuse(node, f"going through {thing!r}") from None
        kinds = {type(each) for each in things}
        places = isinstance(thing, tuple) and kinds and all(isinstance(each, Place) for each in things)
        many = len(things) > 1 and (
            kinds <= {Player} or kinds == {int} or (places and len({each.is_row for each in things}) == 1)
        )
        if many and (not unroll or len(things) > MOST_UNROLLED):
            word = "tuple"
            kind = Seq(join_all([self.tr.type_of_known(each) for each in things]), word)
            if kind.item not in (PLAYER, INT) and not places:
                return [Known(each) for each in things]
            if kinds <= {Player} and things == list(self.tr.table.players):
                return Indexed(
                    lambda: Expr(INT, "const", (), len(things)), lambda at: Run(Expr(PLAYER, "convert", (at,)))
                )
            if isinstance(thing, range) and things == list(range(thing.start, thing.start + len(things))):
                start = Expr(INT, "const", (), thing.start)
                return Indexed(
                    lambda: Expr(INT, "const", (), len(things)), lambda at: self.let(Expr(INT, "add", (at, start)))
                )
            if places:
                first = things[0].number
                if [each.number for each in things] == list(range(first, first + len(things))):
                    return Indexed(
                        lambda: Expr(INT, "const", (), len(things)),
                        lambda at: self.let(Expr(kind.item, "place", (Expr(PLAYER, "convert", (at,)),), first)),
                    )
                return [Known(each) for each in things]
            return self.indexed(Run(self.constant(tuple(things), kind)))
        return [Known(each) for each in things]

    def indexed(self, value: Run) -> Indexed:
        held = self.let(value.expr)
        kind = held.expr.type
        if isinstance(kind, Map):
            return Indexed(
                lambda: Expr(INT, "length", (held.expr,)),
                lambda at: self.plain_item(Expr(kind.key, "map.key", (held.expr, at))),
            )
        assert isinstance(kind, Seq)
        if kind.item is NEVER:
            return Indexed(lambda: Expr(INT, "const", (), 0), lambda at: Run(Expr(NEVER, "empty")))
        return Indexed(
            lambda: Expr(INT, "length", (held.expr,)),
            lambda at: self.plain_item(Expr(kind.item, "at", (held.expr, at))),
        )

    def plain_item(self, expr: Expr) -> Value:
        """What a container, or the table, gives: what is put into it later is put into what holds it."""
        if expr.type == NONE_TYPE:
            return Known(None)
        if expr.type is NEVER:
            self.stop("RAISED", "an item of nothing")
        found = self.let(expr)
        if isinstance(expr.type, (Seq, Map)) and expr.op in ("item", "at", "map.item", "map.value", "pop"):
            outer = self.grower_of(expr.args[0])
            holder = expr.args[0].type
            if outer is not None:

                def grow(kind: Type) -> None:
                    assert outer is not None
                    outer(Map(holder.key, kind) if isinstance(holder, Map) else Seq(kind, holder.kind))  # type: ignore[attr-defined]

                self.growers[found.expr.about] = grow
        return found

    def grower_of(self, expr: Expr) -> Callable[[Any], None] | None:
        """How to tell the list or dictionary behind an expression that it is to hold other things, too."""
        if expr.op == "local":
            return self.growers.get(expr.about)
        if expr.op == "if":
            both = [self.grower_of(each) for each in expr.args[1:]]
            return self.all_growers(both)
        return self.grower_of(expr.args[0]) if expr.op in ("convert", "as", "sure", "some") else None

    @staticmethod
    def all_growers(growers: list[Any]) -> Callable[[Any], None] | None:
        known = [each for each in growers if each is not None]
        if not known:
            return None

        def grow(kind: Any) -> None:
            for each in known:
                each(kind)

        return grow

    def gone_through(self, value: Lazy) -> list[Value] | Indexed:
        """The things of a comprehension."""
        node, before = value.node, self.env
        simple = len(node.generators) == 1 and not node.generators[0].ifs
        if simple:
            self.env = dict(value.env)
            things = self.iterable(self.eval(node.generators[0].iter), node)
            target, element = node.generators[0].target, node.elt
            env = self.env
            self.env = before

            def item(at: Value) -> Value:
                outer = self.env
                self.env = {**env, **{name: outer[name] for name in ("$",) if name in outer}}
                self.assign(target, at)  # type: ignore[attr-defined]
                found = self.eval(element)
                self.env = outer
                return found

            if isinstance(things, list):
                return [item(each) for each in things]
            return Indexed(things.length, lambda at: item(things.item(at)))
        found = self.new_list(self.site_of(node))
        self.comprehend(value, lambda: self.append(found, self.eval(node.elt)))
        return self.iterable(self.retyped(Run(self.list_expr(found)), "tuple"), node)

    def comprehend(self, value: Lazy, what: Callable[[], Any]) -> None:
        """Do something for everything that a comprehension goes through."""
        before = self.env
        self.env = dict(value.env)
        self.generators(value.node.generators, what, value.node)
        self.env = before

    def generators(self, generators: list[ast.comprehension], what: Callable[[], Any], node: Any) -> None:
        if not generators:
            what()
            return
        first, rest = generators[0], generators[1:]
        things = self.iterable(self.eval(first.iter), first)

        def inner(item: Value) -> None:
            self.assign(first.target, item)  # type: ignore[attr-defined]
            self.filtered(first.ifs, lambda: self.generators(rest, what, node))

        if isinstance(things, list):
            for number, each in enumerate(things):
                self.path.append(number)
                inner(each)
                self.path.pop()
            return
        self.each(things, frozenset(), self.fresh("each_"), inner, first)

    def filtered(self, conditions: list[ast.expr], what: Callable[[], Any]) -> None:
        if not conditions:
            what()
            return
        truth = self.truth(self.eval(conditions[0]))
        if isinstance(truth, Known):
            if truth.thing:
                self.filtered(conditions[1:], what)
            return
        assert isinstance(truth, Run)
        statement = If(truth.expr, [], [])
        self.block.append(statement)
        outer, self.block = self.block, statement.yes
        env = self.env
        self.env = dict(env)
        self.refine(conditions[0], True)  # type: ignore[attr-defined]
        from referee.meaning.body import Dead

        with contextlib.suppress(Dead):
            self.filtered(conditions[1:], what)
        self.block, self.env = outer, env

    def eval_GeneratorExp(self, node: ast.GeneratorExp) -> Value:
        return Lazy(node, dict(self.env))

    def eval_ListComp(self, node: ast.ListComp) -> Value:
        things = self.gone_through(Lazy(node, dict(self.env)))
        if isinstance(things, list) and not self.is_changed(node):
            return Made(list, tuple(range(len(things))), tuple(things))
        if isinstance(things, list):
            things = Made(list, tuple(range(len(things))), tuple(things))  # type: ignore[assignment]
        found = self.new_list(self.site_of(node))
        self.extend(Run(self.list_expr(found)), things, node)  # type: ignore[arg-type]
        return Run(self.list_expr(found))

    def eval_SetComp(self, node: ast.SetComp) -> Value:
        return self.call(Known(set), [Lazy(node, dict(self.env))], {}, node)

    def eval_DictComp(self, node: ast.DictComp) -> Value:
        inner = ast.GeneratorExp(ast.Tuple([node.key, node.value], ast.Load()), node.generators)
        ast.copy_location(inner, node)
        ast.fix_missing_locations(inner)
        cached = self.tr.__dict__.setdefault("pairs", {}).setdefault(id(node), inner)
        return self.call(Known(dict), [Lazy(cached, dict(self.env))], {}, node)

    # -- dictionaries -----------------------------------------------------------------------------------

    def eval_Dict(self, node: ast.Dict) -> Value:
        site = self.site_of(node)
        if site in self.as_maps:
            found = self.new_map(site)
            for key, each in zip(node.keys, node.values, strict=True):
                if key is None:
                    self.update(found, self.eval(each), node)
                else:
                    self.map_set(found, self.eval(key), self.eval(each))
            return found
        entries: dict[Any, Entry] = {}
        for key, each in zip(node.keys, node.values, strict=True):
            if key is None:
                inner = self.eval(each)
                if isinstance(inner, Known):
                    entries |= {one: Entry(one, Known(True), Known(value)) for one, value in inner.thing.items()}
                elif isinstance(inner, Entries):
                    entries |= {one.key: one for one in inner.entries}
                else:
                    return self.again_as_map(site)
                continue
            name = self.eval(key)
            if isinstance(name, Made):
                known = self.all_known(name)
                name = Known(known[0]) if known is not None else name
            if not isinstance(name, Known):
                return self.again_as_map(site)
            entries[name.thing] = Entry(name.thing, Known(True), self.eval(each))
        return Entries(tuple(entries.values()), site)

    def again_as_map(self, site: Any) -> Value:
        """A dictionary has to be one in play: the text is read again."""
        from referee.meaning.body import Dead

        self.as_maps.add(site)
        self.grown = True
        raise Dead

    def new_map(self, site: Any) -> Run:
        key, value = self.kept.get((site, "key"), NEVER), self.kept.get((site, "value"), NEVER)
        found = self.let(Expr(Map(key, value), "new"), "map_")

        def grow(kind: Any) -> None:
            self.keep((site, "key"), kind.key)
            self.keep((site, "value"), kind.value)

        self.growers[found.expr.about] = grow
        return found

    def map_types(self, on: Expr, key: Type, value: Type) -> Map:
        kind = on.type
        assert isinstance(kind, Map)
        wider = Map(join(kind.key, key), join(kind.value, value))
        if wider != kind:
            self.grow(on, wider, f"a dictionary {kind!r} into which {key!r}: {value!r} is put")
        return wider

    def map_set(self, on: Run, key: Value, value: Value) -> None:
        kind = self.map_types(on.expr, self.type_of(key), self.type_of(value))
        self.do(Expr(NEVER, "map.set", (on.expr, self.fit(key, kind.key), self.fit(value, kind.value))))

    def update(self, on: Run, by: Value, node: ast.AST) -> None:
        if isinstance(by, Entries) and all(isinstance(each.there, Known) for each in by.entries):
            for each in by.entries:
                self.map_set(on, Known(each.key), each.value)
            return
        other = self.let(self.fit(by, self.type_of(by)))
        kind = other.expr.type
        assert isinstance(kind, Map)
        keys = self.indexed(other)

        def one(key: Value) -> None:
            self.map_set(on, key, self.item(other, key, node))

        self.each(keys, frozenset(), self.fresh("update_"), one, node)

    def as_map(self, value: Entries, kind: Type) -> Expr:
        """A dictionary whose keys are known as one in play."""
        assert isinstance(kind, Map)
        if all(isinstance(each.there, Known) for each in value.entries):
            flat = []
            for each in value.entries:
                flat += [self.constant(each.key, kind.key), self.fit(each.value, kind.value)]
            return Expr(kind, "map", tuple(flat))
        found = self.let(Expr(kind, "new"), "map_")
        for each in value.entries:
            put = (found.expr, self.constant(each.key, kind.key), self.fit(each.value, kind.value))
            if isinstance(each.there, Run):
                from referee.meaning.program import Do

                self.block.append(If(each.there.expr, [Do(Expr(NEVER, "map.set", put))], []))
            elif isinstance(each.there, Known) and each.there.thing:
                self.do(Expr(NEVER, "map.set", put))
        return found.expr

    # -- parts ------------------------------------------------------------------------------------------

    def part(self, value: Value, at: int) -> Value:
        if isinstance(value, Made):
            return value.values[at]
        assert isinstance(value, Run)
        kind = value.expr.type
        assert isinstance(kind, Record)
        if kind.types[at] == NONE_TYPE:
            return Known(None)
        return self.let(Expr(kind.types[at], "part", (value.expr,), at))

    def unpacked(self, value: Value, target: ast.Tuple | ast.List) -> list[Value]:
        number = len(target.elts)
        if any(isinstance(each, ast.Starred) for each in target.elts):
            raise self.refuse(target, "a starred target", "a slice")
        if isinstance(value, Run) and isinstance(value.expr.type, Maybe):
            value = self.without_none(value)
        if isinstance(value, Run) and isinstance(value.expr.type, Seq):
            held = self.let(value.expr)
            self.require(Expr(TRUTH, "equal", (Expr(INT, "length", (held.expr,)), Expr(INT, "const", (), number))))
            item = held.expr.type.item  # type: ignore[attr-defined]
            return [self.let(Expr(item, "at", (held.expr, Expr(INT, "const", (), at)))) for at in range(number)]
        if isinstance(value, (Lazy, Indexed)) and not isinstance(self.iterable(value, target), list):
            return self.unpacked(self.as_seq(value, node=target), target)
        things = self.iterable(value, target, unroll=True)
        if not isinstance(things, list):
            return self.unpacked(self.as_seq(things, node=target), target)
        if len(things) != number:
            self.stop("RAISED", f"{len(things)} things for {number} names")
        return things

    def require(self, truth: Expr, broken: str = "RAISED", why: str = "") -> None:
        """An obligation."""
        self.block.append(If(truth, [], [Raise(broken, why)]))

    def all_known(self, value: Value) -> list[Any] | None:
        """A value all of which is known, as Python has it, in a list of one; None where it is not."""
        if isinstance(value, Known):
            return [value.thing]
        if isinstance(value, Made) and (value.maker in (tuple, list) or _is_typed_tuple(value.maker)):
            parts = [self.all_known(each) for each in value.values]
            if any(each is None for each in parts):
                return None
            things = [each[0] for each in parts if each is not None]
            return [value.maker(things) if value.maker in (tuple, list) else value.maker(*things)]
        if isinstance(value, Entries) and all(isinstance(each.there, Known) for each in value.entries):
            parts = [self.all_known(each.value) for each in value.entries]
            if any(each is None for each in parts):
                return None
            return [{each.key: part[0] for each, part in zip(value.entries, parts, strict=True) if part is not None}]
        return None

    def eval_NamedExpr(self, node: ast.NamedExpr) -> Value:
        value = self.settled(self.eval(node.value))
        assert isinstance(node.target, ast.Name)
        self.env[node.target.id] = value
        return value

    def eval_Lambda(self, node: ast.Lambda) -> Value:
        return self.closure(node)

    def closure(self, node: ast.FunctionDef | ast.Lambda) -> Value:
        """A function with what it uses of the function around it, as it is now."""
        names = [name for name in sorted(free_names(node)) if name in self.env]
        cache = self.tr.__dict__.setdefault("closures", {})
        code = cache.get(id(node))
        if code is None:
            code = cache[id(node)] = Code(node, self.scopes[-1], f"{self.scopes[-1].file}:{node.lineno}")
        values = []
        for name in names:
            value = self.env[name]
            values.append(self.as_seq(value) if isinstance(value, (Lazy, Indexed)) else self.settled(value))
        return Made(code, tuple(names), tuple(values))

    # -- operators --------------------------------------------------------------------------------------

    def eval_BinOp(self, node: ast.BinOp) -> Value:
        left = self.eval(node.left)
        left = self.settled(left) if not isinstance(node.right, (ast.Constant, ast.Name)) else left
        return self.binary(node.op, left, self.eval(node.right), node)

    def binary(self, op: ast.operator, one: Value, other: Value, node: ast.AST) -> Value:
        word, function = OPERATORS.get(type(op), ("", None))
        if function is None:
            raise self.refuse(node, f"'{type(op).__name__}'")
        a, b = self.all_known(one), self.all_known(other)
        if a is not None and b is not None:
            try:
                return Known(function(a[0], b[0]))
            except Exception as error:
                self.stop("RAISED", f"{type(error).__name__}: {error}")
        for this, that, turned in ((one, other, False), (other, one, True)):
            if isinstance(this, Run) and isinstance(this.expr.type, Maybe):
                inner = self.without_none(this)
                return self.binary(op, that, inner, node) if turned else self.binary(op, inner, that, node)
            if isinstance(this, Run) and isinstance(this.expr.type, Union):

                def apart(each: Value, that: Value = that, turned: bool = turned) -> Value:
                    return self.binary(op, that, each, node) if turned else self.binary(op, each, that, node)

                return self.by_alternative(this, apart)
            if isinstance(this, Run) and isinstance(this.expr.type, Atoms):

                def atom(each: Value, that: Value = that, turned: bool = turned) -> Value:
                    return self.binary(op, that, each, node) if turned else self.binary(op, each, that, node)

                return self.by_atom(this, atom)
        if word == "or" and all(
            isinstance(each, Entries) or isinstance(self.type_of(each), Map) for each in (one, other)
        ):
            return self.united(one, other, node)
        if word == "add" and (sequence := self.added(one, other, node)) is not None:
            return sequence
        if word != "mul" and (isinstance(one, Made) or isinstance(other, Made)):
            raise self.refuse(node, f"'{ast.unparse(node)}'")
        return self.arithmetic(word, one, other, node)

    def united(self, one: Value, other: Value, node: ast.AST) -> Value:
        """Two dictionaries in one; the entries of the second count."""
        if isinstance(one, Entries) and isinstance(other, Entries):
            entries = {each.key: each for each in one.entries}
            if all(isinstance(each.there, Known) or each.key not in entries for each in other.entries):
                return Entries(tuple({**entries, **{each.key: each for each in other.entries}}.values()), one.site)
        found = self.new_map(self.site_of(node))
        for each in (one, other):
            self.update(found, each, node)
        return found

    def added(self, one: Value, other: Value, node: ast.AST) -> Value | None:
        """Two sequences one behind the other."""
        kinds = [self.type_of(each) for each in (one, other)]
        if not all(isinstance(kind, (Seq, Record)) for kind in kinds):
            return None
        parts = [self.iterable(each, node, unroll=True) for each in (one, other)]
        if isinstance(parts[0], list) and isinstance(parts[1], list):
            things = (*parts[0], *parts[1])
            maker = list if isinstance(kinds[0], Seq) and kinds[0].kind == "list" else tuple
            return Made(maker, tuple(range(len(things))), things)
        item = join_all([self.item_of(kind) for kind in kinds])
        word = next(kind.kind for kind in kinds if isinstance(kind, Seq))
        kind = Seq(item, word)
        return self.let(Expr(kind, "joined up", (self.fit(one, kind), self.fit(other, kind))))

    @staticmethod
    def item_of(kind: Type) -> Type:
        return kind.item if isinstance(kind, Seq) else join_all(kind.types) if isinstance(kind, Record) else NEVER

    def arithmetic(self, word: str, one: Value, other: Value, node: ast.AST) -> Value:
        kinds = [self.type_of(each) for each in (one, other)]
        if PLAYER in kinds:
            raise self.refuse(node, "arithmetic of players", "t.next(…), t.left(…) or .seat")
        if word == "mul" and any(isinstance(kind, (Seq, Record)) for kind in kinds):
            many, times = (one, other) if isinstance(kinds[0], (Seq, Record)) else (other, one)
            item = self.item_of(self.type_of(many))
            whole = Seq(item, "list" if isinstance(many, Made) and many.maker is list else "tuple")
            return self.let(Expr(whole, "repeated", (self.fit(many, whole), self.fit(times, INT))))
        if NEVER in kinds or any(isinstance(kind, Atoms) for kind in kinds):
            self.stop("RAISED", "what is no number")
        if any(kind not in (*NUMBERS, PILE) for kind in kinds):
            raise self.refuse(node, f"'{ast.unparse(node)}' of {kinds[0]!r} and {kinds[1]!r}")
        if PILE in kinds:
            return self.of_piles(word, one, other, kinds, node)
        if word == "truediv":
            raise self.refuse(node, "'/'", "Fraction(…, …) or '//'")
        if FRACTION in kinds:
            return self.let(Expr(FRACTION, word, tuple([self.fit(each, FRACTION) for each in (one, other)])))
        if kinds == [TRUTH, TRUTH] and word in ("and", "or", "xor"):
            if word != "xor":
                return self.logic(word, one, other)
            return self.let(Expr(TRUTH, "differ", (self.fit(one, TRUTH), self.fit(other, TRUTH))))
        for this, that in ((one, other), (other, one)):
            if (
                word in ("and", "or")
                and isinstance(this, Known)
                and type(this.thing) is bool
                and kinds == [TRUTH, TRUTH]
            ):
                return self.logic(word, this, that)
        kind = WIDE if WIDE in kinds else INT
        if word == "and":
            for this in (one, other):  # a mask of few bits
                if isinstance(this, Known) and 0 <= this.thing < 1 << 62 and kind is WIDE:
                    parts = [self.fit(each, WIDE) for each in (one, other)]
                    return self.let(Expr(INT, "convert", (Expr(WIDE, "and", tuple(parts)),)))
        if word == "shl" and isinstance(one, Known):
            kind = WIDE
        if word in ("shl", "shr"):
            return self.let(Expr(kind, word, (self.fit(one, kind), self.fit(other, INT))))
        return self.let(Expr(kind, word, (self.fit(one, kind), self.fit(other, kind))))

    def of_piles(self, word: str, one: Value, other: Value, kinds: list[Type], node: ast.AST) -> Value:
        deck = self.tr.table.deck
        if word == "mod" and isinstance(other, Known) and other.thing == deck.modulus:
            return self.let(Expr(INT, "pile.size", (self.fit(one, PILE),)))
        if word in ("add", "sub", "and", "or", "xor"):
            return self.let(Expr(PILE, f"pile.{word}", (self.fit(one, PILE), self.fit(other, PILE))))
        if word == "mul":
            pile, times = (one, other) if kinds[0] is PILE else (other, one)
            return self.let(Expr(PILE, "pile.times", (self.fit(pile, PILE), self.fit(times, INT))))
        parts = [
            Run(self.converted(self.fit(each, PILE), WIDE)) if kind is PILE else each
            for each, kind in zip((one, other), kinds, strict=True)
        ]
        return self.arithmetic(word, parts[0], parts[1], node)

    def eval_UnaryOp(self, node: ast.UnaryOp) -> Value:
        value = self.eval(node.operand)
        if isinstance(node.op, ast.Not):
            return self.negated(value)
        known = self.all_known(value)
        if known is not None:
            return Known(
                -known[0]
                if isinstance(node.op, ast.USub)
                else ~known[0]
                if isinstance(node.op, ast.Invert)
                else +known[0]
            )
        if isinstance(value, Run) and isinstance(value.expr.type, Maybe):
            value = self.without_none(value)
        kind = self.type_of(value)
        if isinstance(node.op, ast.USub) and kind in NUMBERS:
            kind = INT if kind is TRUTH else kind
            return self.let(Expr(kind, "negative", (self.fit(value, kind),)))
        if isinstance(node.op, ast.Invert) and kind is PILE:
            return self.let(Expr(PILE, "pile.invert", (self.fit(value, PILE),)))
        if isinstance(node.op, ast.Invert) and kind in (INT, WIDE):
            return self.arithmetic("sub", Known(-1), value, node)
        raise self.refuse(node, f"'{ast.unparse(node)}'")

    def eval_BoolOp(self, node: ast.BoolOp) -> Value:
        return self.bool_op(node.values, isinstance(node.op, ast.And))

    def bool_op(self, nodes: list[ast.expr], both: bool) -> Value:
        value = self.eval(nodes[0])
        if len(nodes) == 1:
            return value
        truth = self.truth(value)
        if isinstance(truth, Known):
            return self.bool_op(nodes[1:], both) if bool(truth.thing) == both else value

        def more() -> Value:
            self.refine(nodes[0], both)  # type: ignore[attr-defined]
            return self.bool_op(nodes[1:], both)

        def enough() -> Value:
            kept = value
            if isinstance(value, Run) and not both:
                kept = self.without_none(value)
            return kept

        return self.either(truth, more, enough) if both else self.either(truth, enough, more)

    def eval_IfExp(self, node: ast.IfExp) -> Value:
        truth = self.truth(self.eval(node.test))

        def yes() -> Value:
            self.refine(node.test, True)  # type: ignore[attr-defined]
            return self.eval(node.body)

        def no() -> Value:
            self.refine(node.test, False)  # type: ignore[attr-defined]
            return self.eval(node.orelse)

        return self.either(truth, yes, no)

    def eval_Compare(self, node: ast.Compare) -> Value:
        left = self.settled(self.eval(node.left))
        found: Value | None = None
        for op, each in zip(node.ops, node.comparators, strict=True):
            right = self.eval(each)
            if len(node.ops) > 1:
                right = self.settled(right)
            truth = self.compare(op, left, right, node)
            found = truth if found is None else self.logic("and", self.truth(found), self.truth(truth))
            left = right
        assert found is not None
        return found

    def compare(self, op: ast.cmpop, one: Value, other: Value, node: ast.AST) -> Value:
        if isinstance(op, (ast.In, ast.NotIn)):
            found = self.contained(one, other, node)
            return self.negated(found) if isinstance(op, ast.NotIn) else found
        if isinstance(op, (ast.Is, ast.IsNot)):
            equal = self.equal(one, other, node, identical=True)
            return self.negated(equal) if isinstance(op, ast.IsNot) else equal
        if isinstance(op, (ast.Eq, ast.NotEq)):
            equal = self.equal(one, other, node)
            return self.negated(equal) if isinstance(op, ast.NotEq) else equal
        word, function = COMPARISONS[type(op)]
        a, b = self.all_known(one), self.all_known(other)
        if a is not None and b is not None:
            try:
                return Known(bool(function(a[0], b[0])))
            except TypeError as error:
                self.stop("RAISED", str(error))
        for this, turned in ((one, False), (other, True)):
            if isinstance(this, Run) and isinstance(this.expr.type, Maybe):
                inner = self.without_none(this)
                return self.compare(op, one, inner, node) if turned else self.compare(op, inner, other, node)
            if isinstance(this, Run) and isinstance(this.expr.type, (Union, Atoms)):

                def apart(each: Value, turned: bool = turned) -> Value:
                    return self.compare(op, one, each, node) if turned else self.compare(op, each, other, node)

                return (
                    self.by_alternative(this, apart) if isinstance(this.expr.type, Union) else self.by_atom(this, apart)
                )
        kind = self.comparable(one, other, node)
        return self.let(Expr(TRUTH, word, (self.fit(one, kind), self.fit(other, kind))))

    def comparable(self, one: Value, other: Value, node: ast.AST) -> Type:
        kind = join(self.type_of(one), self.type_of(other))
        if isinstance(kind, Union) or kind is PLAYER:
            raise self.refuse(node, f"comparing {self.type_of(one)!r} with {self.type_of(other)!r}")
        if kind is PILE:
            return WIDE
        return kind

    def equal(self, one: Value, other: Value, node: Any, identical: bool = False) -> Value:
        """Whether two values are the same to Python."""
        a, b = self.all_known(one), self.all_known(other)
        if any(each is not None and only_told(each[0]) for each in (a, b)):
            raise self.refuse(node, "comparing a text that is put together in play", "a number, or a word of a few")
        if a is not None and b is not None:
            if identical and not isinstance(a[0], (int, str, tuple)):
                return Known(a[0] is b[0])
            return Known(bool(a[0] == b[0]) and (not identical or type(a[0]) is type(b[0])))
        if isinstance(one, Known) and not isinstance(other, Known):
            one, other = other, one
        if isinstance(one, Run):
            kind = one.expr.type
            if isinstance(other, Known) and other.thing is None:
                return self.is_none(one)
            if isinstance(kind, Maybe) and not (isinstance(other, Run) and isinstance(other.expr.type, (Maybe, Union))):
                there = Run(Expr(TRUTH, "there", (one.expr,)))
                sure = Run(Expr(kind.of, "sure", (one.expr,)))
                return self.either(there, lambda: self.equal(sure, other, node, identical), lambda: Known(False))
            if isinstance(kind, Atoms) and isinstance(other, Known):
                number = self.tr.atom(other.thing) if self.is_atom(other.thing) else -1
                numbers = [
                    each for each in kind.numbers if each == number or self.equal_atoms(each, other.thing, identical)
                ]
                if not numbers:
                    return Known(False)
                return Run(Expr(TRUTH, "is one of", (one.expr,), tuple(sorted(numbers))))
            if isinstance(kind, Union) and not (isinstance(other, Run) and isinstance(other.expr.type, Union)):
                return self.by_alternative(one, lambda each: self.equal(each, other, node, identical))
            if isinstance(kind, Thing) and isinstance(other, Run) and other.expr.type == kind:
                return self.let(Expr(TRUTH, "equal", (one.expr, other.expr)))
        if isinstance(other, Run) and isinstance(other.expr.type, (Maybe, Union)) and not isinstance(one, Run):
            return self.equal(other, one, node, identical)
        if (
            isinstance(other, Run)
            and isinstance(other.expr.type, Maybe)
            and isinstance(one, Run)
            and not isinstance(one.expr.type, (Maybe, Union))
        ):
            return self.equal(other, one, node, identical)
        mine, theirs = self.taken_apart(one), self.taken_apart(other)  # type: ignore[attr-defined]
        if isinstance(mine, Made) and isinstance(theirs, Made):
            if len(mine.names) != len(theirs.names):
                return Known(False)
            found: Value = Known(True)
            for x, y in zip(mine.values, theirs.values, strict=True):
                found = self.logic("and", self.truth(found), self.truth(self.equal(x, y, node)))
            return found
        kinds = [self.type_of(one), self.type_of(other)]
        numbers = [each in (*NUMBERS, PILE) for each in kinds]
        if (
            numbers[0] != numbers[1]
            or (PLAYER in kinds and kinds[0] != kinds[1])
            or (LAID in kinds and kinds[0] != kinds[1])
        ):
            return Known(False)
        kind = join(*kinds)
        if isinstance(kind, Union) and not any(isinstance(each, (Union, Maybe)) for each in kinds):
            return Known(False)
        return self.let(Expr(TRUTH, "equal", (self.fit(one, kind), self.fit(other, kind))))

    @staticmethod
    def is_atom(thing: Any) -> bool:
        return not isinstance(thing, (int, Fraction, tuple, list, dict))

    def equal_atoms(self, number: int, thing: Any, identical: bool) -> bool:
        own = self.tr.atoms[number]
        return own is thing or (not identical and identity(own) != identity(thing) and own == thing)

    def is_none(self, value: Run) -> Value:
        kind = value.expr.type
        if isinstance(kind, Maybe):
            return Run(Expr(TRUTH, "not", (Expr(TRUTH, "there", (value.expr,)),)))
        if isinstance(kind, Atoms):
            if kind.numbers == {NONE}:
                return Known(True)
            return Run(Expr(TRUTH, "is one of", (value.expr,), (NONE,))) if NONE in kind.numbers else Known(False)
        if isinstance(kind, Union):
            for at, each in enumerate(kind.of):
                if isinstance(each, Atoms) and NONE in each.numbers:
                    own = Expr(TRUTH, "is alternative", (value.expr,), at)
                    if each == NONE_TYPE:
                        return Run(own)
                    inner = Expr(TRUTH, "is one of", (Expr(each, "project", (value.expr,), at),), (NONE,))
                    return Run(Expr(TRUTH, "and then", (own, inner)))
            return Known(False)
        return Known(False)

    def contained(self, one: Value, other: Value, node: Any) -> Value:
        """Whether a thing is in a container."""
        a = self.all_known(one)
        b = self.all_known(other)
        if a is not None and b is not None:
            return Known(a[0] in b[0])
        if isinstance(other, Run) and isinstance(other.expr.type, Maybe):
            other = self.without_none(other)
        if isinstance(other, Entries):
            if a is not None:
                return next((each.there for each in other.entries if each.key == a[0]), Known(False))
            found: Value = Known(False)
            for entry in other.entries:
                own = self.logic("and", self.truth(entry.there), self.truth(self.equal(one, Known(entry.key), node)))
                found = self.logic("or", self.truth(found), self.truth(own))
            return found
        if (
            isinstance(other, Known)
            and isinstance(other.thing, (dict, set, frozenset, tuple, list))
            and not (isinstance(other.thing, ValueOfEach) and id(other.thing) in self.tr.each_names)
        ):
            return self.one_of_these(one, [Known(each) for each in other.thing], node)
        in_word = isinstance(other, Known) and isinstance(other.thing, str)
        if in_word and isinstance(one, Run) and isinstance(one.expr.type, Atoms):
            return self.by_atom(one, lambda each: self.contained(each, other, node))
        if isinstance(other, Made) and other.maker in (tuple, list, set):
            return self.one_of_these(one, list(other.values), node)
        if isinstance(other, Lazy):
            return self.any_of(other, lambda each: self.equal(one, each, node), node)
        if isinstance(other, Run):
            kind = other.expr.type
            if isinstance(kind, Seq):
                if kind.item is NEVER:
                    return Known(False)
                if join(kind.item, self.type_of(one)) == kind.item:
                    return self.let(Expr(TRUTH, "contains", (other.expr, self.fit(one, kind.item))))
                return self.any_of(other, lambda each: self.equal(one, each, node), node)
            if isinstance(kind, Map):
                if kind.key is NEVER:
                    return Known(False)
                return self.let(Expr(TRUTH, "map.has", (other.expr, self.fit(one, kind.key))))
            if isinstance(kind, Record):
                return self.one_of_these(one, [self.part(other, at) for at in range(len(kind.names))], node)
            if isinstance(kind, Atoms) and a is not None:
                numbers = [
                    each
                    for each in sorted(kind.numbers)
                    if self.tr.atoms[each] is not None and a[0] in self.tr.atoms[each]
                ]
                return Run(Expr(TRUTH, "is one of", (other.expr,), tuple(numbers))) if numbers else Known(False)
            if isinstance(kind, Atoms):
                return self.by_atom(other, lambda each: self.contained(one, each, node))
        things = self.iterable(other, node)
        if isinstance(things, list):
            return self.one_of_these(one, things, node)
        return self.any_of(things, lambda each: self.equal(one, each, node), node)

    def one_of_these(self, one: Value, things: list[Value], node: Any) -> Value:
        if (
            isinstance(one, Run)
            and isinstance(one.expr.type, Atoms)
            and all(isinstance(each, Known) for each in things)
        ):
            atoms = [each.thing for each in things if isinstance(each, Known)]
            numbers = [
                n
                for n in one.expr.type.numbers
                if any(
                    self.tr.atoms[n] is each or self.equal_atoms(n, each, False) or self.tr.atoms[n] == each
                    for each in atoms
                )
            ]
            if not numbers or len(numbers) == len(one.expr.type.numbers):
                return Known(bool(numbers))
            return Run(Expr(TRUTH, "is one of", (one.expr,), tuple(sorted(numbers))))
        found: Value = Known(False)
        for each in things:
            found = self.logic("or", self.truth(found), self.truth(self.equal(one, each, node)))
        return found

    def any_of(self, things: Value | Indexed, what: Callable[[Value], Value], node: Any, wanted: bool = True) -> Value:
        """Whether that holds (does not hold) of any; nothing is looked at behind the first."""
        from referee.meaning.body import Dead
        from referee.meaning.program import Block, Leave, Set

        found = self.variable(self.fresh("any_"), TRUTH)
        label = self.fresh("found_")
        self.block.append(Set(found.about, Expr(TRUTH, "const", (), not wanted)))
        whole = Block(label, [])
        self.block.append(whole)
        outer, self.block = self.block, whole.body
        env = self.env

        def one(item: Value) -> None:
            truth = self.truth(what(item))
            if not wanted:
                truth = self.negated(truth)
            done: list[Stmt] = [Set(found.about, Expr(TRUTH, "const", (), wanted)), Leave(label)]
            if isinstance(truth, Run):
                self.block.append(If(truth.expr, done, []))
            elif isinstance(truth, Known) and truth.thing:
                self.block += done
                raise Dead

        try:
            if isinstance(things, Lazy):
                self.comprehend(things, lambda: one(self.eval(things.node.elt)))
            else:
                gone = self.iterable(things, node)
                if isinstance(gone, list):
                    for each in gone:
                        one(each)
                else:
                    self.each(gone, frozenset(), self.fresh("any_"), one, node)
        except Dead:
            pass
        self.block, self.env = outer, env
        return Run(found)

    # -- items ------------------------------------------------------------------------------------------

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
        known = [None if each is None else self.all_known(each) for each in parts]
        if all(each is None or own is not None for each, own in zip(parts, known, strict=True)):
            bounds = slice(*[None if own is None else own[0] for own in known])
            if isinstance(on, Known):
                return Known(on.thing[bounds])
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
            word = kind.kind if isinstance(kind, Seq) else "tuple"
            seq = Seq(self.item_of(kind), word)
            on = self.let(self.fit(on, seq))
        step = known[2][0] if known[2] is not None else 1
        if parts[2] is not None and step not in (1, -1):
            raise self.refuse(node, "a slice with that step")
        bounds_ = [
            Expr(Maybe(INT), "none")
            if each is None or (own is not None and own[0] is None)
            else self.fit(each, Maybe(INT))
            for each, own in zip(parts[:2], known[:2], strict=True)
        ]
        return self.let(Expr(on.expr.type, "slice", (on.expr, *bounds_), step))

    def item(self, on: Value, key: Value, node: ast.AST) -> Value:
        known = self.all_known(key)
        if isinstance(on, Known):
            return self.known_item(on.thing, key, known, node)
        if isinstance(on, Entries):
            return self.entry(on, key, known, node)
        if isinstance(on, Made) and on.maker in (tuple, list):
            if known is not None:
                if not -len(on.values) <= known[0] < len(on.values):
                    self.stop("RAISED", "no item of that number")
                return on.values[known[0]]
            whole = Seq(join_all([self.type_of(each) for each in on.values]), "tuple")
            return self.item(self.let(self.fit(on, whole)), key, node)
        if isinstance(on, Made) and _is_typed_tuple(on.maker) and known is not None:
            return on.values[known[0]]
        if isinstance(on, Indexed):
            length = self.let(on.length()).expr
            zero = Expr(INT, "const", (), 0)
            at = self.let(self.fit(key, INT)).expr
            behind = self.let(Expr(INT, "add", (at, length)))
            at = self.let(Expr(INT, "if", (Expr(TRUTH, "less", (at, zero)), behind.expr, at))).expr
            self.require(Expr(TRUTH, "both.and", (Expr(TRUTH, "most", (at, zero)), Expr(TRUTH, "less", (at, length)))))
            return on.item(at)
        assert isinstance(on, Run), on
        kind: Any = on.expr.type
        if isinstance(kind, Maybe):
            return self.item(self.without_none(on), key, node)
        if isinstance(kind, Union):
            return self.by_alternative(on, lambda each: self.item(each, key, node))
        if isinstance(kind, Seq):
            if kind.item is NEVER:
                self.stop("RAISED", "an item of nothing")
            key_kind = self.type_of(key)
            index = self.fit(Run(Expr(INT, "convert", (self.fit(key, PLAYER),))) if key_kind is PLAYER else key, INT)
            return self.plain_item(Expr(kind.item, "item", (on.expr, index)))
        if isinstance(kind, Map):
            if kind.key is NEVER:
                self.stop("RAISED", "an item of an empty dictionary")
            return self.plain_item(Expr(kind.value, "map.item", (on.expr, self.fit(key, kind.key))))
        if isinstance(kind, Record):
            if known is not None:
                if not -len(kind.names) <= known[0] < len(kind.names):
                    self.stop("RAISED", "no item of that number")
                return self.part(on, range(len(kind.names))[known[0]])
            whole = Seq(join_all(kind.types), "tuple")
            return self.item(self.let(self.converted(on.expr, whole)), key, node)
        if isinstance(kind, Atoms) and known is not None:
            return self.of_each_atom(on, lambda thing: thing[known[0]])
        if isinstance(kind, Atoms):
            return self.by_atom(on, lambda each: self.item(each, key, node))
        raise self.refuse(node, f"an item of {kind!r}")

    def entry(self, on: Entries, key: Value, known: list[Any] | None, node: ast.AST) -> Value:
        if known is not None:
            for each in on.entries:
                if each.key == known[0]:
                    if isinstance(each.there, Run):
                        self.require(each.there.expr)
                    return each.value
            self.stop("RAISED", f"no entry {known[0]!r}")
        entries = list(on.entries)

        def at(number: int) -> Value:
            if number == len(entries):
                self.stop("RAISED", "no such entry")
            own = self.truth(self.equal(key, Known(entries[number].key), node))
            own = self.logic("and", self.truth(own), entries[number].there)
            return self.either(own, lambda: entries[number].value, lambda: at(number + 1))

        return at(0)

    def each_seq(self, name: str) -> Run:
        kind = Seq(self.tr.scalar_type(name), "list")
        return self.let(Expr(kind, "each.all", (), name))

    def known_item(self, thing: Any, key: Value, known: list[Any] | None, node: ast.AST) -> Value:
        if isinstance(thing, ValueOfEach) and id(thing) in self.tr.each_names:
            name = self.tr.each_names[id(thing)]
            kind = self.tr.scalar_type(name)
            return self.plain_item(Expr(kind, "each", (self.fit(key, PLAYER),), name))
        if known is not None:
            try:
                return Known(thing[known[0]])
            except MissingCase as missing:
                self.stop("MISSING_CASE", missing.message)
            except RuleFault as fault:
                self.stop(fault.broken.name, fault.message)
            except Exception as error:
                self.stop("RAISED", f"{type(error).__name__}: {error}")
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
                raise self.refuse(node, f"an item of {thing!r} whose number is not known")
            table = Expr(Seq(items, "tuple"), "table", tuple([self.constant(each, items) for each in thing]))
            index = Expr(INT, "convert", (self.fit(key, PLAYER),)) if kind is PLAYER else self.fit(key, INT)
            return self.plain_item(Expr(items, "item", (table, index)))
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
        if isinstance(thing, range) and kind in (INT, TRUTH):
            return self.known_item(tuple(thing), key, known, node)
        raise self.refuse(node, f"an item of {type(thing).__name__}")

    def eval_Attribute(self, node: ast.Attribute) -> Value:
        return self.attribute(self.eval(node.value), node.attr, node)

    attribute: Callable[..., Value]

    def set_item(self, target: ast.Subscript, on: Value, key: Value, value: Value) -> None:
        if isinstance(value, (Lazy, Indexed)):
            value = self.as_seq(value)
        if isinstance(on, Known) and isinstance(on.thing, ValueOfEach) and id(on.thing) in self.tr.each_names:
            if isinstance(target.slice, ast.Slice):
                raise self.refuse(target, "setting a slice")
            name = self.tr.each_names[id(on.thing)]
            kind = self.tr.grow_scalar(name, self.type_of(value))
            self.do(Expr(NEVER, "set each", (self.fit(key, PLAYER), self.fit(value, kind)), name))
            return
        if isinstance(on, Entries):
            known = self.all_known(key)
            if known is None or not isinstance(target.value, ast.Name):
                self.again_as_map(on.site)
            entries = list(on.entries)
            assert known is not None
            new = Entry(known[0], Known(True), value)
            keys = [each.key for each in entries]
            if known[0] in keys:
                place = keys.index(known[0])
                if isinstance(entries[place].there, Run):
                    self.again_as_map(on.site)
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
        if isinstance(on, Run) and isinstance(on.expr.type, Seq) and on.expr.type.kind == "list":
            item = self.item_type(on.expr, self.type_of(value))
            self.do(Expr(NEVER, "put", (on.expr, self.fit(key, INT), self.fit(value, item))))
            return
        raise self.refuse(target, f"setting '{ast.unparse(target)}'")

    def set_attribute(self, on: Value, name: str, value: Value, node: ast.AST) -> None:
        if isinstance(value, (Lazy, Indexed)):
            value = self.as_seq(value)
        if isinstance(on, Known) and isinstance(on.thing, Table):
            if name == "outcome":
                raise self.refuse(node, "setting the outcome", "t.end(…)")
            kind = self.tr.grow_scalar(name, self.type_of(value))
            self.do(Expr(NEVER, "set scalar", (self.fit(value, kind),), name))
            return
        if isinstance(on, Run) and isinstance(on.expr.type, Maybe):
            on = self.without_none(on)
        if isinstance(on, Run) and isinstance(on.expr.type, Thing):
            kind = self.tr.grow_thing(on.expr.type.maker, name, self.type_of(value))
            self.do(Expr(NEVER, "set field", (on.expr, self.fit(value, kind)), name))
            return
        if name == "row" and isinstance(on, (Known, Run)) and isinstance(self.type_of(on), Places):
            self.do(Expr(NEVER, "set row", (self.fit(on, self.type_of(on)), self.fit(value, Seq(LAID, "tuple")))))
            return
        raise self.refuse(node, f"setting the attribute {name}")

    def place(self, value: Value) -> Expr:
        """A place, by its number."""
        if isinstance(value, Run) and isinstance(value.expr.type, Maybe):
            value = self.without_none(value)
        kind = self.type_of(value)
        if not isinstance(kind, Places):
            raise self.refuse(None, f"{kind!r} where a place is wanted")
        return self.fit(value, kind)

    @staticmethod
    def is_none_known(value: Value) -> bool:
        return isinstance(value, Known) and value.thing is None

    # -- asking -----------------------------------------------------------------------------------------

    def eval_Starred(self, node: ast.Starred) -> Value:
        raise self.refuse(node, "'*' here")


def _displayed(node: ast.expr) -> list[ast.expr]:
    """The expressions whose value an expression may be, or may have as an item."""
    match node:
        case ast.Tuple(elts):
            return [each for one in elts for each in _displayed(one)]
        case ast.IfExp(_, yes, no):
            return [*_displayed(yes), *_displayed(no)]
        case ast.BoolOp(_, values):
            return [each for one in values for each in _displayed(one)]
    return [node]


def _is_typed_tuple(maker: Any) -> bool:
    return isinstance(maker, type) and issubclass(maker, tuple) and hasattr(maker, "_fields")
