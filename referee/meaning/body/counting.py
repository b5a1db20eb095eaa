"""Reads the text of one function so that what it does is counted: which clauses are carried out, and which ways it
goes.

Nothing says here what an action of a clause is: the table is one that is followed, and its operations are read as the
kernel has written them (``referee.kernel.clause_actions``).
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from inspect import getattr_static
from types import FunctionType, MethodType
from typing import Any, TypeVar

from referee.kernel.clause_actions import UNTRACED, answers_of, is_without
from referee.kernel.effects import Layer
from referee.kernel.game import Game
from referee.kernel.places import Row
from referee.kernel.table import Table
from referee.meaning.body.functions import Later
from referee.meaning.body.whole import Body
from referee.meaning.counted import Counted, Ways, is_way
from referee.meaning.program import Expr, expressions
from referee.meaning.texts import KERNEL
from referee.meaning.types import FRACTION, INT, NEVER, TRUTH, Type
from referee.meaning.values import NOTHING, Known, Made, Run, Value, leaves

T = TypeVar("T")


class WaysBody(Body):
    """One function while it is read, which tells the ways that it goes."""

    @property
    def told(self) -> Ways:
        assert self.tr.counted is not None
        return self.tr.counted

    def eval_Call(self, node: ast.Call) -> Value:
        if not is_way(node):
            return super().eval_Call(node)
        if len(node.args) > 1:  # which of several amounts it was is not told
            return self.eval(ast.copy_location(ast.Call(node.args[1], node.args[2:], []), node))
        assert isinstance(node.args[0], ast.Constant)
        self.do(Expr(NEVER, "way", (), node.args[0].value))
        return NOTHING

    def call_known(self, thing: Any, args: list[Value], words: dict[str, Value], node: Any) -> Value:
        at = len(self.block)
        given = super().call_known(thing, args, words, node)
        if getattr(thing, "__func__", thing) is Row.derive:
            self.may_be_left_out(at)
        return given

    def ahead(self, what: Callable[[], T]) -> tuple[T, bool]:
        """Python may never come to some of it."""
        at = len(self.block)
        found = super().ahead(what)
        self.may_be_left_out(at)
        return found

    def may_be_left_out(self, at: int) -> None:
        """Python carries out more seldom what was read since then."""
        for each in expressions(self.block[at:]):
            if each.op in ("way", "call"):
                self.told.otherwise.add(self.function.name if each.op == "way" else each.about.name)

    def is_of(self, kind: Type, classes: Value) -> bool | None:
        if kind is FRACTION:
            self.told.otherwise.add(self.function.name)
        return super().is_of(kind, classes)

    def known_result(self, thing: Any, key: Any, args: list[Value], words: dict[str, Value], node: Any) -> Value | None:
        """What rules say is read and not asked, as it may be counted."""
        function = getattr(key, "__func__", key)
        if isinstance(function, FunctionType) and not function.__code__.co_filename.startswith(KERNEL):
            return None
        return super().known_result(thing, key, args, words, node)


class Unheard:
    """A function that is remembered, and what it calls: whether it is carried out again, and so what it would tell,
    depends on what was asked before. It tells nothing, and may be carried out while it is read."""

    def eval_Call(self: Any, node: ast.Call) -> Value:
        return NOTHING if is_way(node) and len(node.args) == 1 else super().eval_Call(node)  # type: ignore[misc]

    def known_result(self: Any, *about: Any) -> Value | None:
        with self.told.unnoticed(self.tr.purity):
            return Body.known_result(self, *about)


class CountingBody(WaysBody):
    """One function while it is read, which tells the clauses that it carries out, too."""

    @property
    def counts(self) -> Counted:
        assert isinstance(self.tr.counted, Counted)
        return self.tr.counted

    def eval_Call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Attribute) and self.scopes[-1].file.endswith("clause_actions.py"):
            if node.func.attr == "_acted":
                self.act()
                return NOTHING
            if node.func.attr == "listener":
                return self.listened(node)
        return super().eval_Call(node)

    def super_of(self, node: ast.Call) -> Value:
        if self.scopes[-1].file.endswith("clause_actions.py"):
            return Known(super(type(self.tr.table), self.tr.table))
        return super().super_of(node)

    def listened(self, node: ast.Call) -> Value:
        """``self.tracer.listener(rule.__clauses__, …)``."""
        ids = node.args[0]
        assert isinstance(ids, ast.Attribute)

        def told(rule: Value) -> Value:
            assert isinstance(rule, Known)
            self.carry_out(rule.thing.__clauses__)
            return NOTHING

        rule = self.eval(ids.value)
        return self.by_atom(rule, told) if isinstance(rule, Run) else told(rule)

    def act(self) -> None:
        """An action of whoever is at it."""
        self.do(Expr(NEVER, "act"))

    def act_if(self, truth: Value) -> None:
        self.branch(self.truth(truth), self.act, lambda: None)

    def carry_out(self, ids: Collection[str]) -> None:
        self.do(Expr(NEVER, "carry out", (), self.counts.bits(ids)))

    # -- scalars ----------------------------------------------------------------------------------------

    def set_attribute(self, on: Value, name: str, value: Value, node: ast.AST) -> None:
        table = self.tr.table
        if not (isinstance(on, Known) and on.thing is table and name in table._scalar_names) or name in UNTRACED:
            super().set_attribute(on, name, value, node)
            return
        value = self.settled(value)
        self.tr.grow_scalar(name, self.kept_type(value))
        before = self.settled(self.of_table(table, name, node))
        super().set_attribute(on, name, value, node)
        self.act_if(self.negated(self.truth(self.equal(before, value, node))))

    def set_item(self, target: ast.Subscript, on: Value, key: Value, value: Value) -> None:
        of_each = isinstance(on, Known) and self.is_of_each(on.thing)
        if not of_each:
            super().set_item(target, on, key, value)
            return
        value = self.settled(value)
        self.tr.grow_scalar(self.tr.each_names[id(on.thing)], self.kept_type(value))  # type: ignore[attr-defined]
        before = self.settled(self.item(on, key, target))
        super().set_item(target, on, key, value)
        self.act_if(self.negated(self.truth(self.equal(before, value, target))))

    # -- calls ------------------------------------------------------------------------------------------

    def call_known(self, thing: Any, args: list[Value], words: dict[str, Value], node: Any) -> Value:
        function = getattr(thing, "__func__", thing)
        if function is Table.gather and not self.tr.table.has_rows:
            self.act_if(self.gathers(args[-1]))
        given = super().call_known(thing, args, words, node)
        if function is Table.end:
            self.act()
        elif hasattr(function, "__modifies__") and not isinstance(thing, MethodType):
            self.contributed(function, given, node)
        elif isinstance(thing, MethodType) and thing.__self__ is self.tr.game and not _is_rule(given):
            self.answered(function, given, node)
        elif hasattr(function, "__clauses__") and is_of_the_class(type(self.tr.game), function):
            # Python counts what is called on the game object, not what is called on its class.
            self.counts.unsure_bits |= self.counts.bits(function.__clauses__)
        return given

    def gathers(self, target: Value) -> Value:
        """Whether cards lie elsewhere."""
        sizes = [Expr(INT, "place.size", (self.place(Known(each)),)) for each in self.tr.table.places]
        elsewhere = self.let(Expr(INT, "negative", (Expr(INT, "place.size", (self.place(target),)),))).expr
        for each in sizes:
            elsewhere = self.let(Expr(INT, "add", (elsewhere, each))).expr
        return Run(Expr(TRUTH, "more", (elsewhere, Expr(INT, "const", (), 0))))

    def contributed(self, rule: Any, share: Value, node: Any) -> None:
        """A modifier gave its share: it is carried out where that is another one than nothing."""
        layer = rule.__modifies__[1]
        if layer is not Layer.CLAMP:
            nothing = Known(1 if layer is Layer.MULTIPLY else 0)
            differs = self.negated(self.truth(self.equal(self.settled(share), nothing, node)))
            self.branch(differs, lambda: self.carry_out(rule.__clauses__), lambda: None)

    def answered(self, function: Any, given: Value, node: Any) -> None:
        """A method of the game gave an answer, or a rule has come to its end."""
        ids = answers_of(type(self.tr.game)).get(function.__name__)
        if ids is None:
            return
        without = Known(getattr(function, "__without__", None))
        empty = self.truth(self.call(Known(is_without), [self.settled(given), without], {}, node))
        own = self.counts.own(ids)
        if self.holds_fraction(given):
            self.counts.unsure_bits |= self.counts.bits(own)
        self.branch(empty, lambda: None, lambda: self.carry_out(own))

    def holds_fraction(self, value: Value) -> bool:
        """Whether it may be a fraction, of which Python can make a whole number."""
        return any("fraction" in repr(each.type) for each in leaves(value))

    def driven(self, value: Made) -> Value:
        given = super().driven(value)
        function = value.maker.code.scope.function
        if hasattr(function, "__without__") and value.names[:1] == ("self",):
            self.answered(function, given, None)
        return given


def is_of_the_class(game: type[Game[Any]], function: Any) -> bool:
    """Whether a method needs no game object (``@staticmethod``, ``@classmethod``)."""
    raw = getattr_static(game, function.__name__, None)
    return isinstance(raw, (staticmethod, classmethod)) and raw.__func__ is function


def _is_rule(value: Value) -> bool:
    """Whether it is a rule that is to be driven."""
    return isinstance(value, Made) and isinstance(value.maker, Later)


class UnheardWaysBody(Unheard, WaysBody):
    """One function that is remembered where ways are told."""


class UnheardBody(Unheard, CountingBody):
    """One function that is remembered where clauses are counted."""
