"""Operators between values."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
import math
import operator
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from referee.meaning import library
from referee.meaning.body.answering import is_no_answer
from referee.meaning.body.equality import sequence_word
from referee.meaning.body.reader import Reader
from referee.meaning.program import Expr
from referee.meaning.types import (
    EITHER,
    FRACTION,
    INT,
    NEVER,
    NUMBERS,
    PILE,
    PLAYER,
    TRUTH,
    WIDE,
    Atoms,
    Map,
    Maybe,
    Record,
    Seq,
    Type,
    Union,
    is_counter,
    join_all,
)
from referee.meaning.values import Entries, Known, Made, Run, Value

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
SPECIAL = {op: f"__{function.__name__.strip('_')}__" for op, (_, function) in OPERATORS.items()}
"""By the operator the method by which a class gives it."""
OF_ONE: dict[type[ast.unaryop], str] = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}
COUNTERS = {
    "add": library.counter_add,
    "sub": library.counter_sub,
    "and": library.counter_and,
    "or": library.counter_or,
}
SETS = {"and": library.set_and, "or": library.set_or, "sub": library.set_less, "xor": library.set_xor}


class Operators(Reader):
    """Operators."""

    def eval_BinOp(self, node: ast.BinOp) -> Value:
        left = self.eval(node.left)
        left = self.settled(left) if not isinstance(node.right, (ast.Constant, ast.Name)) else left
        made = self.binary(node.op, left, self.eval(node.right), node)
        is_list = isinstance(made, Known) and type(made.thing) is list
        if (is_list or (isinstance(made, Made) and made.maker is list)) and self.is_changed(node):
            found = self.new_list(self.site_of(node))
            self.extend(Run(self.list_expr(found)), made, node)
            return Run(self.list_expr(found))
        return made

    def binary(self, op: ast.operator, one: Value, other: Value, node: ast.AST) -> Value:
        word, function = OPERATORS.get(type(op), ("", None))
        if function is None:
            raise self.refuse(node, f"'{type(op).__name__}'", "other operators")
        if self.in_play(one, other):
            name = SPECIAL[type(op)]
            again = lambda one, other: self.binary(op, one, other, node)  # noqa: E731
            if (found := self.by_classes(one, other, (name, f"__r{name[2:]}"), again, node)) is not None:
                if is_no_answer(found):
                    self.stop("RAISED", f"{name} of what gives none")
                return found
        a, b = [self.all_known(each, told=word == "add") for each in (one, other)]
        if a is not None and b is not None:
            try:
                made = function(a[0], b[0])
            except Exception as error:
                self.broke(error, node)
            if not self.infinite(one) and not self.infinite(other):
                return Known(made)
            return self.calculated(made)
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
        if (ends := self.beyond_all(one, other)) is not None:
            return self.calculated(function(*ends) if isinstance(op, (ast.Add, ast.Sub)) else math.nan)
        if word in COUNTERS and (counters := self.as_counters(node, one, other)) is not None:
            # A Counter of its own, made where it may be changed.
            return self.call(Known(Counter), [self.call(Known(COUNTERS[word]), counters, {}, node)], {}, node)
        if word == "or" and all(
            isinstance(each, Entries) or isinstance(self.type_of(each), Map) for each in (one, other)
        ):
            return self.united(one, other, node)
        if word == "add" and (sequence := self.added(one, other, node)) is not None:
            return sequence
        if word in SETS and all(self.is_set(each) for each in (one, other)):
            return self.call(Known(SETS[word]), [one, other], {}, node)
        if word != "mul" and (isinstance(one, Made) or isinstance(other, Made)):
            raise self.refuse(node, f"'{ast.unparse(node)}'", "a function with statements")
        return self.arithmetic(word, one, other, node)

    def calculated(self, made: Any) -> Value:
        """What comes of an infinite number: an infinite one, or an end, as there are no others in a Program."""
        if isinstance(made, float) and not math.isinf(made):
            self.stop("RAISED", "an infinite number is calculated with")
        return Known(made)

    def is_set(self, value: Value) -> bool:
        if isinstance(value, Known):
            return isinstance(value.thing, (set, frozenset))
        kind = self.type_of(value)
        return isinstance(kind, Seq) and kind.kind == "set"

    def united(self, one: Value, other: Value, node: ast.AST) -> Value:
        """Two dictionaries in one; the entries of the second count."""
        site = self.displaying(node)
        if isinstance(one, Entries) and isinstance(other, Entries) and site not in self.tr.in_play:
            entries = {each.key: each for each in one.entries}
            if all(isinstance(each.there, Known) or each.key not in entries for each in other.entries):
                return Entries(tuple({**entries, **{each.key: each for each in other.entries}}.values()), site)
        found = self.new_map(site)
        for each in (one, other):
            self.update(found, each, node)
        return found

    def added(self, one: Value, other: Value, node: ast.AST) -> Value | None:
        """Two sequences one behind the other."""
        kinds = [self.type_of(each) for each in (one, other)]
        if not all(isinstance(kind, (Seq, Record)) for kind in kinds):
            return None
        words = {word for word in map(sequence_word, kinds) if word}
        if EITHER in words:
            self.tell_apart(node, *kinds)
        if len(words) > 1 or "set" in words:
            self.stop("RAISED", f"{' and '.join(sorted(words))} cannot be added")
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
            whole = Seq(item, sequence_word(self.type_of(many)) or "tuple")
            return self.let(Expr(whole, "repeated", (self.fit(many, whole), self.fit(times, INT))))
        texts = any(isinstance(each, Known) and isinstance(each.thing, str) for each in (one, other))
        if texts and word in ("mul", "mod"):
            raise self.refuse(node, "a text that is put together in play", "words that are known")
        if any(isinstance(each, Known) and isinstance(each.thing, float) for each in (one, other)):
            raise self.refuse(node, "a float", "Fraction(…, …), or whole numbers and '//'")
        if NEVER in kinds or any(isinstance(kind, Atoms) for kind in kinds):
            self.stop("RAISED", "what is no number")
        if any(kind not in (*NUMBERS, PILE) for kind in kinds):
            raise self.refuse(
                node, f"'{ast.unparse(node)}' of {kinds[0]!r} and {kinds[1]!r}", "numbers, or an if for each"
            )
        if PILE in kinds:
            return self.of_piles(word, one, other, kinds, node)
        if word == "truediv":
            return self.quotient(one, other, kinds, node)
        if FRACTION in kinds and word in ("div", "mod"):
            return self.whole_times(word, one, other, node)
        if FRACTION in kinds and word not in ("add", "sub", "mul"):
            raise self.refuse(node, f"'{ast.unparse(node)}' of fractions", "a product, or numerator and denominator")
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
        made = Expr(kind, word, (self.fit(one, kind), self.fit(other, kind)))
        fits = Expr(TRUTH, "differ", (made.args[1], Expr(kind, "const", (), 0)))
        is_sure = word in ("div", "mod") and self.unless(lambda: Run(fits), ZeroDivisionError, node)
        return self.let(self.sure(made, is_sure))

    def quotient(self, one: Value, other: Value, kinds: list[Type], node: ast.AST) -> Value:
        """A fraction divided by a number, or a number by one. Two whole numbers give a float, which no Program has:
        where play comes to that Python plays on."""
        if FRACTION not in kinds:
            raise self.refuse(node, "'/'", "Fraction(…, …) or '//'")
        exact = [self.truth(self.call(Known(isinstance), [each, Known(Fraction)], {}, node)) for each in (one, other)]
        some = self.logic("or", *exact)
        if isinstance(some, Run):
            self.require(some.expr, "OVERFLOW", "two whole numbers are divided")
        return self.let(Expr(FRACTION, "truediv", tuple([self.fit(each, FRACTION) for each in (one, other)])))

    def whole_times(self, word: str, one: Value, other: Value, node: ast.AST) -> Value:
        """How many whole times a number goes into a fraction, or what is left then."""
        a, b = (Run(self.let(self.fit(each, FRACTION)).expr) for each in (one, other))
        times = self.let(Expr(INT, "fraction", (Expr(FRACTION, "truediv", (a.expr, b.expr)),), "floor"))
        if word == "div":
            return times
        return self.arithmetic("sub", a, self.arithmetic("mul", b, times, node), node)

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
        own = self.special(value, OF_ONE[type(node.op)])
        if own is not None:
            return self.call(Known(own), [value], {}, node)
        known = self.all_known(value)
        if isinstance(node.op, ast.UAdd) and isinstance(value, Run) and self.type_of(value) in (INT, WIDE, FRACTION):
            return Run(self.fit(value, self.type_of(value)))
        if isinstance(node.op, ast.UAdd) and isinstance(value, Run) and is_counter(value.expr.type):
            return self.call(Known(Counter), [self.call(Known(library.positive), [value], {}, node)], {}, node)
        if isinstance(node.op, ast.USub) and isinstance(value, Run) and is_counter(value.expr.type):
            return self.call(Known(Counter), [self.call(Known(library.negated), [value], {}, node)], {}, node)
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
        raise self.refuse(node, f"'{ast.unparse(node)}'", "a function with statements")

    def eval_BoolOp(self, node: ast.BoolOp) -> Value:
        return self.bool_op(node.values, isinstance(node.op, ast.And))

    def tested(self, node: ast.expr) -> Value:
        """Whether a condition holds: Python asks each of its parts once whether it is true."""
        if isinstance(node, ast.BoolOp):
            return self.truth(self.bool_op(node.values, isinstance(node.op, ast.And), only_truth=True))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.negated(self.tested(node.operand))
        return self.truth(self.eval(node))

    def bool_op(self, nodes: list[ast.expr], both: bool, only_truth: bool = False) -> Value:
        inner = isinstance(nodes[0], (ast.BoolOp, ast.UnaryOp))
        value = self.tested(nodes[0]) if only_truth and inner else self.eval(nodes[0])
        if len(nodes) == 1:
            return value
        truth = self.truth(value)
        if only_truth and self.has_own_truth(value):
            value = Known(not both)  # where it is enough
        if isinstance(truth, Known):
            return self.bool_op(nodes[1:], both, only_truth) if bool(truth.thing) == both else value

        def more() -> Value:
            self.refine(nodes[0], both)
            return self.bool_op(nodes[1:], both, only_truth)

        def enough() -> Value:
            kept = value
            if isinstance(value, Run) and not both:
                kept = self.without_none(value)
            return kept

        return self.either(truth, more, enough) if both else self.either(truth, enough, more)

    def eval_IfExp(self, node: ast.IfExp) -> Value:
        truth = self.tested(node.test)

        def yes() -> Value:
            self.refine(node.test, True)
            return self.eval(node.body)

        def no() -> Value:
            self.refine(node.test, False)
            return self.eval(node.orelse)

        return self.either(truth, yes, no)
