"""What operations on numbers and truths mean."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
import functools
import math
from fractions import Fraction
from itertools import combinations
from typing import Any

from referee.kernel.places import Row
from referee.meaning import library
from referee.meaning.operations.registry import OPERATIONS, Operation, operation
from referee.meaning.program import Expr
from referee.meaning.types import (
    FRACTION,
    INT,
    NEVER,
    NUMBERS,
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
    join,
    within,
)
from referee.meaning.values import NOTHING, Entries, Indexed, Known, Lazy, Made, Run, Value, tuple_of


@operation(len)
def _len(b: Any, args: list[Value], words: Any, node: Any) -> Value:
    value = b.of_keys(args[0])
    own = b.special(value, "__len__")
    if own is not None:
        return b.call(Known(own), [value], {}, node)
    known = b.all_known(value)
    if known is not None and not isinstance(known[0], Row):
        if isinstance(known[0], str):
            b.not_told_only(value, node)
        return Known(len(known[0]))
    if isinstance(value, Made):
        return Known(len(value.values))
    if isinstance(value, Entries) and all(isinstance(each.there, Known) for each in value.entries):
        return Known(len(value.entries))
    if isinstance(value, Run):
        kind = value.expr.type
        if isinstance(kind, Maybe):
            return _len(b, [b.without_none(value)], words, node)
        if isinstance(kind, Union):
            return b.by_alternative(value, lambda each: _len(b, [each], words, node))
        if isinstance(kind, Record):
            return Known(len(kind.names))
        if isinstance(kind, Atoms):
            return b.by_atom(value, lambda each: _len(b, [each], words, node))
        if isinstance(kind, Seq) and kind.item is NEVER:
            return Known(0)
        if isinstance(kind, (Seq, Map)):
            return b.let(Expr(INT, "length", (value.expr,)))
    things = b.iterable(value, node)
    return Known(len(things)) if isinstance(things, list) else Run(things.length())


@operation(bool)
def _bool(b: Any, args: list[Value], words: Any, node: Any) -> Value:
    return b.truth(args[0]) if args else Known(False)


@operation(int)
def _int(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if not args:
        return Known(0)
    value = args[0]
    if isinstance(value, Run) and (kind := b.type_of(value)) in (TRUTH, INT, WIDE):
        return Run(b.fit(value, INT if kind is TRUTH else kind))
    if isinstance(value, Run) and value.expr.type is FRACTION:
        return b.let(Expr(INT, "fraction", (value.expr,), "whole"))
    if isinstance(value, Run) and isinstance(value.expr.type, Atoms) and len(args) == 1:

        def number(each: Value) -> Value:
            assert isinstance(each, Known)
            try:
                return Known(int(each.thing))
            except (TypeError, ValueError) as error:
                return b.broke(error, node)

        return b.by_atom(value, number)
    return None


@operation(round)
def _round(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.all_known(args[0]) is not None:
        return None
    if len(args) == 1 and (kind := b.type_of(args[0])) in (TRUTH, INT, WIDE):
        return Run(b.fit(args[0], kind))
    if len(args) == 1 and kind is FRACTION:
        parts = [b.attribute(args[0], each, node) for each in ("numerator", "denominator")]
        return b.call(Known(library.rounded), parts, {}, node)
    raise b.refuse(node, "'round'", "math.floor(… + Fraction(1, 2))")


@operation(abs)
def _abs(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    kind = b.type_of(args[0])
    if b.all_known(args[0]) is not None or kind not in NUMBERS:
        return None
    return b.let(Expr(kind, "abs", (b.fit(args[0], kind),)))


@operation(divmod)
def _divmod(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return Made(tuple, (0, 1), (b.binary(ast.FloorDiv(), *args, node), b.binary(ast.Mod(), *args, node)))


@operation(pow)
def _pow(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.binary(ast.Pow(), *args, node) if len(args) == 2 else None


@operation(Fraction)
def _fraction(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if all(b.all_known(each) is not None for each in args):
        return None
    parts = [b.fit(each, FRACTION) for each in args]
    is_sure = len(parts) == 2 and b.unless(lambda: b.truth(args[1]), ZeroDivisionError, node)
    return b.let(b.sure(Expr(FRACTION, "truediv" if len(parts) == 2 else "as", tuple(parts)), is_sure))


def _rounding(name: str) -> Operation:
    def meaning(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
        if b.all_known(args[0]) is not None:
            return None
        kind = b.type_of(args[0])
        if kind in (INT, TRUTH):
            return Run(b.fit(args[0], kind))
        return b.let(Expr(INT, "fraction", (b.fit(args[0], FRACTION),), name))

    return meaning


OPERATIONS[math.floor], OPERATIONS[math.ceil] = _rounding("floor"), _rounding("ceil")


@operation(math.comb)
def _comb(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if all(b.all_known(each) is not None for each in args):
        return None
    return b.let(Expr(INT, "comb", tuple([b.fit(each, INT) for each in args])))


@operation(math.prod)
def _prod(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return _folded(b, args[0], Known(1), ast.Mult(), node)


@operation(sum)
def _sum(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    args = [_in_play(b, args[0]), *args[1:]]
    if all(b.all_known(each) is not None for each in args) and not isinstance(args[0], Lazy):
        return None
    start = args[1] if len(args) > 1 else words.get("start", Known(0))
    return _folded(b, args[0], start, ast.Add(), node)


def _folded(b: Any, things: Value, start: Value, op: Any, node: Any) -> Value:
    """One operation between all things."""
    within = sum(each.startswith("$fold") for each in b.env)
    name = f"$fold{within}_{getattr(node, 'lineno', 0)}_{getattr(node, 'col_offset', 0)}"
    b.env[name] = start

    def one(item: Value) -> None:
        b.env[name] = b.binary(op, b.env[name], item, node)

    b.each_or_all(b.iterable(things, node, unroll=False), frozenset([name]), "fold_", one, node)
    return b.env.pop(name)


@operation(any)
def _any(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return _quantified(b, args[0], node, True)


@operation(all)
def _all(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return _quantified(b, args[0], node, False)


def _in_play(b: Any, things: Value) -> Value:
    """What every player has of something, as it is in play."""
    name = b.tr.each_names.get(id(things.thing)) if isinstance(things, Known) else None
    return things if name is None else b.each_seq(name)


def _quantified(b: Any, things: Value, node: Any, wanted: bool) -> Value | None:
    things = _in_play(b, things)
    known = b.all_known(things)
    if known is not None:
        return None
    if isinstance(things, Made):
        found: Value = Known(not wanted)
        for each in things.values:
            found = b.logic("or" if wanted else "and", b.truth(found), b.truth(each))
        return found
    return b.any_of(things, lambda each: each, node, wanted)


SIGNS: dict[str, ast.cmpop] = {"max": ast.Gt(), "min": ast.Lt()}


class ByComparison:
    """The maker of what ``cmp_to_key`` gives: a function that compares two things."""


@operation(functools.cmp_to_key)
def _cmp_to_key(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return Made(ByComparison, ("compare",), tuple(args))


def _compared(b: Any, function: Any, args: list[Value], node: Any) -> Any:
    """What is found by comparing things, as often as Python does not say."""
    found, does = b.ahead(lambda: b.call(Known(function), args, {}, node))
    if does:
        raise b.refuse(node, "an order that changes something", "a function that only compares")
    return found


def _comparison(key: Value | None) -> Value | None:
    return key.values[0] if isinstance(key, Made) and key.maker is ByComparison else None


def _extreme(word: str) -> Operation:
    def meaning(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
        key = words.get("key")
        if key is None and len(args) > 1:
            found = args[0]
            for each in args[1:]:
                a, c = b.all_known(found), b.all_known(each)
                if a is not None and c is not None:
                    found = Known((max if word == "max" else min)(a[0], c[0]))
                    continue
                kind = join(b.type_of(found), b.type_of(each))
                if kind is PLAYER or isinstance(kind, Seq):
                    raise b.refuse(node, f"{word} of {kind!r}", "'key=' that gives numbers")
                if kind not in NUMBERS:
                    found, each = b.settled(found), b.settled(each)
                    other = b.truth(b.compare(SIGNS[word], each, found, node))
                    found = b.either(other, lambda each=each: each, lambda found=found: found)
                    continue
                found = b.let(Expr(kind, word, (b.fit(found, kind), b.fit(each, kind))))
            return found
        things = _in_play(b, args[0]) if len(args) == 1 else tuple_of(args)
        if b.all_known(things) is not None and key is None and "default" not in words:
            return None
        b.any_order += key is None
        items = b.as_seq(things, node=node)
        b.any_order -= key is None
        kind = items.expr.type.item
        length = Expr(INT, "length", (items.expr,))
        if kind is NEVER:
            if "default" in words:
                return words["default"]
            b.stop("RAISED", f"{word} of nothing", ValueError)
        if "default" not in words:
            b.require(Expr(TRUTH, "more", (length, Expr(INT, "const", (), 0))), kind=ValueError)

        def found_one() -> Value:
            if (compare := _comparison(key)) is not None:
                sign = Known(1 if word == "max" else -1)
                return _compared(b, library.first_by, [items, compare, sign], node)
            keys = items if key is None or b.is_none_known(key) else b.as_seq(_mapped(b, key, items, node), node=node)
            keys = _there(b, keys, node)
            own = keys.expr.type.item
            b.tell_apart(node, own)
            ordered = b.is_ordered_by_methods(own)
            if isinstance(own, (Union, Atoms, Thing)) or ordered:
                return b.call(Known(library.largest if word == "max" else library.smallest), [items, keys], {}, node)
            if own is PLAYER:
                raise b.refuse(node, f"{word} of {own!r}", "'key=' that gives numbers")
            at = b.let(b.sure(Expr(INT, f"arg{word}", (keys.expr,))))  # there is one
            return b.plain_item(Expr(kind, "at", (items.expr, at.expr)))

        if "default" in words:
            some = Run(Expr(TRUTH, "more", (length, Expr(INT, "const", (), 0))))
            return b.either(some, found_one, lambda: words["default"])
        return found_one()

    return meaning


OPERATIONS[max], OPERATIONS[min] = _extreme("max"), _extreme("min")


def _mapped(b: Any, function: Value, things: Value, node: Any) -> Value:
    gone = b.iterable(things, node)
    if isinstance(gone, list):
        made = [b.call(function, [each], {}, node) for each in gone]
        return tuple_of(made)
    return Indexed(gone.length, lambda at: b.call(function, [gone.item(at)], {}, node))


def _tells_apart(b: Any, key: Any, kind: Any, node: Any) -> bool:
    """Whether a key is another one for each thing that there may be in a set."""
    things: list[Any] = []
    if isinstance(kind, Atoms):
        things = [b.tr.atoms[each] for each in kind.numbers]
    elif kind is PLAYER:
        things = list(b.tr.table.players)
    found = [b.all_known(b.call(key, [Known(each)], {}, node)) for each in things]
    keys = [each[0] for each in found if each is not None]
    return bool(things) and len(keys) == len(things) and all(one != other for one, other in combinations(keys, 2))


def _there(b: Any, keys: Any, node: Any) -> Any:
    """Keys that may be None, which cannot be compared: an obligation."""
    kind = keys.expr.type.item
    if not isinstance(kind, Maybe):
        return keys

    def one(at: Expr) -> Value:
        held = b.let(Expr(kind, "at", (keys.expr, at)))
        b.require(Expr(TRUTH, "there", (held.expr,)))
        return b.without_none(held)

    return b.as_seq(Indexed(lambda: Expr(INT, "length", (keys.expr,)), one), node=node)


@operation(sorted)
def _sorted(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    args = [_in_play(b, args[0]), *args[1:]]
    if b.all_known(args[0]) is not None and not words:
        return None
    key = words.get("key")
    value = args[0]
    if isinstance(value, Run) and isinstance(value.expr.type, Seq) and value.expr.type.kind == "set":
        told_apart = key is None or b.is_none_known(key) or _tells_apart(b, key, value.expr.type.item, node)
        if not told_apart:  # which of equal ones comes first is Python's own affair
            raise b.refuse(node, "sorting a set by a key", "sorted(…) of a tuple without the same thing twice")
        value = Run(Expr(Seq(value.expr.type.item, "tuple"), "as", (value.expr,)))
    items = b.as_seq(value, word="list", node=node)
    kind = items.expr.type
    if kind.item is NEVER:
        return items
    reverse = words.get("reverse", Known(False))
    if not isinstance(reverse, Known):
        raise b.refuse(node, "'reverse=' that is known in play only", "an if with a sorted(…) for each")
    compare = _comparison(key)
    ordered = key is None and b.is_ordered_by_methods(kind.item)
    if compare is not None or ordered:
        return _compared(b, library.in_order, [items, compare or NOTHING, Known(bool(reverse.thing))], node)
    keys = items if key is None or b.is_none_known(key) else b.as_seq(_mapped(b, key, items, node), node=node)
    keys = _there(b, keys, node)
    own = keys.expr.type.item
    b.tell_apart(node, own)
    if any(isinstance(each, (Union, Maybe, Places)) or each is PLAYER for each in within(own)):
        raise b.refuse(node, f"sorting by {own!r}", "'key=' that gives numbers")
    if isinstance(own, Atoms):
        order = sorted(own.numbers, key=lambda each: b.operated(b.tr.atoms[each]))
        ranks = {each: rank for rank, each in enumerate(order)}
        keys = b.as_seq(
            Indexed(
                lambda: Expr(INT, "length", (keys.expr,)),
                lambda at: b.let(
                    Expr(
                        INT,
                        "by atom",
                        (
                            Expr(own, "at", (keys.expr, at)),
                            *[Expr(INT, "const", (), ranks[each]) for each in sorted(own.numbers)],
                        ),
                        tuple(sorted(own.numbers)),
                    )
                ),
            ),
            node=node,
        )
    return b.let(Expr(Seq(kind.item, "list"), "sorted", (items.expr, keys.expr), bool(reverse.thing)))
