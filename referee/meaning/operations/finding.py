"""Looking for a thing among others: where it lies, how often, and to take it out."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
from typing import Any

from referee.kernel.players import Player
from referee.meaning import library
from referee.meaning.operations.numbers import _folded
from referee.meaning.operations.registry import METHODS, Operation, methods
from referee.meaning.program import Expr
from referee.meaning.types import INT, NEVER, NUMBERS, PLAYER, TRUTH, Maybe, Seq, Type, Union, join, reckoned
from referee.meaning.values import NOTHING, Indexed, Known, Run, Value, tuple_of


def one_of_several(b: Any, value: Value, kind: Type) -> Run | None:
    """A value that may be None, or of one of several types, where it is looked for among things of another type."""
    own = value.expr.type if isinstance(value, Run) else None
    return value if isinstance(own, (Maybe, Union)) and not b.fits(value, kind) else None  # type: ignore[return-value]


def may_be_equal(b: Any, *kinds: Type) -> bool:
    """Whether things of two types may be equal though they are of different ones, which only numbers may."""
    b.refuse_equal(*kinds)
    return all(reckoned(each) in NUMBERS for each in kinds)


@methods("seq", name="remove")
def _remove(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    kind = on.expr.type
    assert isinstance(kind, Seq)
    error = KeyError if kind.kind == "set" else ValueError
    b.tell_apart(node, kind.item)
    if args and (several := one_of_several(b, args[0], kind.item)) is not None:
        return b.by_alternative(several, lambda each: _remove(b, on, [each], words, node))
    if args and not b.fits(args[0], kind.item) and may_be_equal(b, b.kept_type(args[0]), kind.item):
        raise b.refuse(node, f"'.remove(…)' of {b.type_of(args[0])!r} from {kind!r}", "a loop that makes a new list")
    if not args or not b.fits(args[0], kind.item):
        b.stop("RAISED", "not in the list", error)
    is_sure = b.unless(lambda: b.contained(args[0], on, node), error, node, args[0])
    b.do(b.sure(Expr(NEVER, "remove", (on.expr, b.fit(args[0], kind.item))), is_sure))
    return NOTHING


@methods("seq", name="index")
@methods("made", "known tuple", name="index")
def _index(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
    if len(args) > 1:
        return b.call(Known(library.index_from), [on, *args], {}, node)
    known, thing = b.all_known(on), b.all_known(args[0])
    if known is not None and thing is not None:
        if thing[0] not in known[0]:
            b.stop("RAISED", "not in the sequence", ValueError)
        return Known(known[0].index(thing[0]))
    if known is not None and isinstance(known[0][0], Player) and list(known[0]) == list(b.tr.table.players):
        seat = b.let(Expr(INT, "convert", (b.fit(args[0], PLAYER),)))
        is_one = Expr(TRUTH, "less", (seat.expr, Expr(INT, "const", (), len(known[0]))))
        b.require(is_one, "RAISED", "nobody is none", ValueError)
        return seat
    seq = b.as_seq(on, node=node)
    if (several := one_of_several(b, args[0], seq.expr.type.item)) is not None:
        return b.by_alternative(several, lambda each: _index(b, seq, [each], words, node))
    kind = join(seq.expr.type.item, b.kept_type(args[0]))
    b.tell_apart(node, kind)
    if isinstance(kind, Union) and kind != seq.expr.type.item:
        b.stop("RAISED", "not in the sequence", ValueError)
    whole = Seq(kind, "tuple")
    is_sure = b.unless(lambda: b.contained(args[0], seq, node), ValueError, node)
    return b.let(b.sure(Expr(INT, "index", (b.fit(seq, whole), b.fit(args[0], kind))), is_sure))


@methods("seq", "made", "known tuple", name="count")
def _count(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
    known, thing = b.all_known(on), b.all_known(args[0])
    if known is not None and thing is not None:
        return Known(known[0].count(thing[0]))

    def equal(each: Value) -> Value:
        truth = b.truth(b.equal(each, args[0], node))
        return Run(b.fit(truth, INT)) if isinstance(truth, Run) else Known(int(truth.thing))

    gone = b.iterable(on, node)
    things = (
        tuple_of([equal(each) for each in gone])
        if isinstance(gone, list)
        else Indexed(gone.length, lambda at: equal(gone.item(at)))
    )
    return _folded(b, things, Known(0), ast.Add(), node)


def _of_each(name: str) -> Operation:
    def meaning(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
        assert isinstance(on, Known)
        return b.method(b.each_seq(b.tr.each_names[id(on.thing)]), name, args, words, node)

    return meaning


for _name in ("count", "index"):
    METHODS["each", _name] = _of_each(_name)
