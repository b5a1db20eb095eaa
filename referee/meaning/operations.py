"""What the operations of Python and of the kernel mean: those that are not read as text."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import builtins
import contextlib
import itertools
import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from types import GeneratorType
from typing import Any

from referee.kernel.algebra import Packed
from referee.kernel.cards import Deck, Values
from referee.kernel.errors import Broken
from referee.kernel.places import Laid, Place, Row
from referee.kernel.players import Player
from referee.kernel.requests import Choice, Draw, Lot, Pick, Roll, Shuffle, Together
from referee.kernel.rows import OneOfRow, Rows, SomeOfRow, shown_to
from referee.kernel.seating import Seating
from referee.kernel.spaces import Arms, Nothing, OneOf
from referee.kernel.table import Table
from referee.kernel.undoing import Undoing
from referee.meaning.program import Expr
from referee.meaning.types import (
    FRACTION,
    INT,
    LAID,
    NEVER,
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
    Plain,
    Record,
    Seq,
    Type,
    Union,
    join,
    join_all,
)
from referee.meaning.values import NOTHING, ONLY_TOLD, Entries, Indexed, Known, Lazy, Made, Run, Value

Operation = Callable[..., Any]
OPERATIONS: dict[Any, Operation] = {}
"""By the function of Python: gives a value, or None where the arguments say that it is to be read as text."""
METHODS: dict[tuple[str, str], Operation] = {}
"""By the kind of a value and the name of a method."""
MOMENT = Plain("moment")


def operation(*functions: Any) -> Callable[[Operation], Operation]:
    def register(meaning: Operation) -> Operation:
        for each in functions:
            OPERATIONS[each] = meaning
        return meaning

    return register


def methods(*kinds: str, name: str) -> Callable[[Operation], Operation]:
    def register(meaning: Operation) -> Operation:
        for kind in kinds:
            METHODS[kind, name] = meaning
        return meaning

    return register


class Operations:
    """The part of a body that asks and draws."""

    def asked(self: Any, request: Value, node: Any) -> Value:
        """A request is answered."""
        assert isinstance(request, Made), request
        part = request.part
        if request.maker is Choice:
            space = part("space")
            kind = self.type_of(space)
            ask = part("ask")
            word = ask.thing if isinstance(ask, Known) else "?"
            answer = self.answer_type(kind)
            held = self.let(self.fit(space, kind))
            if answer is NEVER or (isinstance(answer, Record) and NEVER in answer.types):
                self.stop("NO_OPTION", word)
            return self.plain_item(Expr(answer, "ask", (held.expr,), word))
        if request.maker is Together:
            choices = self.as_seq(part("choices"), node=node)
            choice = choices.expr.type.item
            if choice is NEVER:
                return Entries(())
            answer = self.answer_type(choice.types[choice.names.index("space")])
            return self.let(Expr(Map(PLAYER, answer), "together", (choices.expr,)))
        if request.maker is Draw:
            place = part("place")
            return self.let(Expr(PILE, "draw", (self.fit(place, self.type_of(place)), self.fit(part("number"), INT))))
        if request.maker is Pick:
            return self.let(Expr(PILE, "pick", (self.fit(part("pile"), PILE), self.fit(part("number"), INT))))
        if request.maker is Roll:
            numbers = (self.fit(part("number"), INT), self.fit(part("sides"), INT))
            return self.let(Expr(Seq(INT, "tuple"), "roll", numbers))
        if request.maker is Lot:
            return self.let(Expr(INT, "lot", (self.fit(part("among"), INT),)))
        assert request.maker is Shuffle, request.maker
        place = part("place")
        return self.let(Expr(Seq(INT, "tuple"), "shuffle", (self.fit(place, self.type_of(place)),)))

    def answer_type(self: Any, kind: Type) -> Type:
        """The type of the answers of a space."""
        if isinstance(kind, Union):
            return join_all([self.answer_type(each) for each in kind.of])
        if isinstance(kind, Maybe):
            return self.answer_type(kind.of)
        if kind is NEVER:
            return NEVER
        assert isinstance(kind, Record), kind
        maker, parts = kind.maker, dict(zip(kind.names, kind.types, strict=True))
        if maker is Nothing:
            return NONE_TYPE
        if maker is OneOf:
            options = parts["options"]
            return options.item if isinstance(options, Seq) else join_all(options.types)
        if maker is Arms:
            return self.answer_of_arms(parts["arms"])
        if maker is OneOfRow:
            return LAID
        if maker is SomeOfRow:
            return Seq(LAID, "tuple")
        return INT if maker.__name__ == "Number" else PILE

    def answer_of_arms(self: Any, arms: Type) -> Type:
        if isinstance(arms, Map):
            return Record(tuple, (0, 1), (arms.key, self.answer_type(arms.value)))
        if isinstance(arms, Union):
            return join_all([self.answer_of_arms(each) for each in arms.of])
        assert isinstance(arms, Record)
        keys = join_all([self.tr.type_of_known(each) for each in arms.names])
        answers = [self.answer_type(each.types[1]) for each in arms.types]  # type: ignore[attr-defined]
        whole = join_all(answers)
        if not isinstance(whole, (Union, Maybe)) or not isinstance(keys, Atoms):
            return Record(tuple, (0, 1), (keys, whole))
        by_arm = sorted(zip([self.tr.atom(each) for each in arms.names], answers, strict=True))
        return Record(Answers(tuple(by_arm)), (0, 1), (keys, whole))


# -- numbers and truths ------------------------------------------------------------------------------------


@operation(len)
def _len(b: Any, args: list[Value], words: Any, node: Any) -> Value:
    (value,) = args
    known = b.all_known(value)
    if known is not None and not isinstance(known[0], Row):
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
    value = args[0]
    if isinstance(value, Run) and value.expr.type in (TRUTH, INT, WIDE):
        return Run(b.fit(value, INT)) if value.expr.type is TRUTH else value
    if isinstance(value, Run) and value.expr.type is FRACTION:
        return b.let(Expr(INT, "fraction", (value.expr,), "whole"))
    if isinstance(value, Run) and isinstance(value.expr.type, Atoms) and len(args) == 1:

        def number(each: Value) -> Value:
            assert isinstance(each, Known)
            try:
                return Known(int(each.thing))
            except (TypeError, ValueError) as error:
                b.stop("RAISED", f"{type(error).__name__}: {error}")
                raise AssertionError from error

        return b.by_atom(value, number)
    return None


@operation(abs)
def _abs(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    kind = b.type_of(args[0])
    if b.all_known(args[0]) is not None or kind not in NUMBERS:
        return None
    return b.let(Expr(kind, "abs", (b.fit(args[0], kind),)))


@operation(divmod)
def _divmod(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    import ast

    return Made(tuple, (0, 1), (b.binary(ast.FloorDiv(), *args, node), b.binary(ast.Mod(), *args, node)))


@operation(pow)
def _pow(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    import ast

    return b.binary(ast.Pow(), *args, node) if len(args) == 2 else None


@operation(Fraction)
def _fraction(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if all(b.all_known(each) is not None for each in args):
        return None
    parts = [b.fit(each, FRACTION) for each in args]
    return b.let(Expr(FRACTION, "truediv" if len(parts) == 2 else "as", tuple(parts)))


def _rounding(name: str) -> Operation:
    def meaning(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
        if b.all_known(args[0]) is not None:
            return None
        kind = b.type_of(args[0])
        if kind in (INT, TRUTH):
            return args[0]
        return b.let(Expr(INT, "fraction", (b.fit(args[0], FRACTION),), name))

    return meaning


def whatever_order(*functions: Any) -> None:
    """The order of what these are given makes no difference: it may be a set."""
    for each in functions:
        ordered = OPERATIONS[each]

        def meaning(b: Any, args: list[Value], words: Any, node: Any, ordered: Operation = ordered) -> Value | None:
            b.any_order += 1
            try:
                return ordered(b, args, words, node)
            finally:
                b.any_order -= 1

        OPERATIONS[each] = meaning


OPERATIONS[math.floor], OPERATIONS[math.ceil] = _rounding("floor"), _rounding("ceil")


@operation(math.comb)
def _comb(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if all(b.all_known(each) is not None for each in args):
        return None
    return b.let(Expr(INT, "comb", tuple([b.fit(each, INT) for each in args])))


@operation(math.prod)
def _prod(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    import ast

    return _folded(b, args[0], Known(1), ast.Mult(), node)


@operation(sum)
def _sum(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    import ast

    if all(b.all_known(each) is not None for each in args) and not isinstance(args[0], Lazy):
        return None
    start = args[1] if len(args) > 1 else words.get("start", Known(0))
    return _folded(b, args[0], start, ast.Add(), node)


def _folded(b: Any, things: Value, start: Value, op: Any, node: Any) -> Value:
    """One operation between all things."""
    name = f"$fold{b.site_of((id(node), 'fold') if node is None else node)[-1]}_{id(node)}"
    b.env[name] = start

    def one(item: Value) -> None:
        b.env[name] = b.binary(op, b.env[name], item, node)

    gone = b.iterable(things, node, unroll=False)
    if isinstance(gone, list):
        for each in gone:
            one(each)
    else:
        b.each(gone, frozenset([name]), b.fresh("fold_"), one, node)
    return b.env.pop(name)


@operation(any)
def _any(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return _quantified(b, args[0], node, True)


@operation(all)
def _all(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return _quantified(b, args[0], node, False)


def _quantified(b: Any, things: Value, node: Any, wanted: bool) -> Value | None:
    known = b.all_known(things)
    if known is not None:
        return None
    if isinstance(things, Made):
        found: Value = Known(not wanted)
        for each in things.values:
            found = b.logic("or" if wanted else "and", b.truth(found), b.truth(each))
        return found
    return b.any_of(things, lambda each: each, node, wanted)


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
                kind = b.comparable(found, each, node)
                if kind not in NUMBERS:
                    raise b.refuse(node, f"{word} of {kind!r}")
                found = b.let(Expr(kind, word, (b.fit(found, kind), b.fit(each, kind))))
            return found
        things = args[0] if len(args) == 1 else Made(tuple, tuple(range(len(args))), tuple(args))
        if b.all_known(things) is not None and key is None and "default" not in words:
            return None
        items = b.as_seq(things, node=node)
        kind = items.expr.type.item
        length = Expr(INT, "length", (items.expr,))
        if kind is NEVER:
            if "default" in words:
                return words["default"]
            b.stop("RAISED", f"{word} of nothing")
        if "default" not in words:
            b.require(Expr(TRUTH, "more", (length, Expr(INT, "const", (), 0))))

        def found_one() -> Value:
            keys = items if key is None or b.is_none_known(key) else b.as_seq(_mapped(b, key, items, node), node=node)
            own = keys.expr.type.item
            if isinstance(own, (Union, Atoms)) or own is PLAYER:
                raise b.refuse(node, f"{word} of {own!r}")
            at = b.let(Expr(INT, f"arg{word}", (keys.expr,)))
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
        return Made(tuple, tuple(range(len(made))), tuple(made))
    return Indexed(gone.length, lambda at: b.call(function, [gone.item(at)], {}, node))


@operation(sorted)
def _sorted(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.all_known(args[0]) is not None and not words:
        return None
    key = words.get("key")
    value = args[0]
    if isinstance(value, Run) and isinstance(value.expr.type, Seq) and value.expr.type.kind == "set":
        value = Run(Expr(Seq(value.expr.type.item, "tuple"), "as", (value.expr,)))
    items = b.as_seq(value, word="list", node=node)
    kind = items.expr.type
    if kind.item is NEVER:
        return items
    keys = items if key is None or b.is_none_known(key) else b.as_seq(_mapped(b, key, items, node), node=node)
    own = keys.expr.type.item
    if own is not NEVER and (isinstance(own, (Union, Maybe, Places)) or own is PLAYER):
        raise b.refuse(node, f"sorting by {own!r}")
    if isinstance(own, Atoms):
        order = sorted(own.numbers, key=lambda each: b.tr.atoms[each])
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
    reverse = words.get("reverse", Known(False))
    if not isinstance(reverse, Known):
        raise b.refuse(node, "'reverse=' that is known in play only")
    return b.let(Expr(Seq(kind.item, "list"), "sorted", (items.expr, keys.expr), bool(reverse.thing)))


# -- sequences ------------------------------------------------------------------------------------------------


@operation(range)
def _range(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if all(b.all_known(each) is not None for each in args):
        return None
    parts = [b.let(b.fit(each, INT)).expr for each in args]
    zero = Expr(INT, "const", (), 0)
    start, stop = (zero, parts[0]) if len(parts) == 1 else (parts[0], parts[1])
    step = 1
    if len(parts) == 3:
        known = b.all_known(args[2])
        if known is None or known[0] not in (1, -1):
            raise b.refuse(node, "'range' with that step")
        step = known[0]
    length = (stop, start) if step == 1 else (start, stop)
    many = b.let(Expr(INT, "max", (zero, Expr(INT, "sub", length)))).expr
    word = "add" if step == 1 else "sub"
    return Indexed(lambda: many, lambda at: b.let(Expr(INT, word, (start, at))))


@operation(enumerate)
def _enumerate(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    start = args[1] if len(args) > 1 else words.get("start", Known(0))
    first = b.all_known(start)
    things = b.iterable(args[0], node)
    if isinstance(things, list):
        if first is None:
            raise b.refuse(node, "'enumerate' from a number that is known in play only")
        made = [Made(tuple, (0, 1), (Known(first[0] + at), each)) for at, each in enumerate(things)]
        return Made(tuple, tuple(range(len(made))), tuple(made))
    begin = b.fit(start, INT)
    return Indexed(
        things.length, lambda at: Made(tuple, (0, 1), (b.let(Expr(INT, "add", (begin, at))), things.item(at)))
    )


@operation(zip)
def _zip(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    parts = [b.iterable(each, node, unroll=True) for each in args]
    if all(isinstance(each, list) for each in parts):
        rows = list(zip(*parts, strict=bool(words.get("strict", Known(False)).thing)))
        made = [Made(tuple, tuple(range(len(row))), row) for row in rows]
        return Made(tuple, tuple(range(len(made))), tuple(made))
    gone = [b.indexed(b.as_seq(_tuple_of(each), node=node)) if isinstance(each, list) else each for each in parts]
    lengths = [b.let(each.length()).expr for each in gone]
    shortest = lengths[0]
    for each in lengths[1:]:
        if "strict" in words:
            b.require(Expr(TRUTH, "equal", (shortest, each)))
        else:
            shortest = b.let(Expr(INT, "min", (shortest, each))).expr
    return Indexed(
        lambda: shortest, lambda at: Made(tuple, tuple(range(len(gone))), tuple([each.item(at) for each in gone]))
    )


def _tuple_of(things: list[Value]) -> Made:
    return Made(tuple, tuple(range(len(things))), tuple(things))


@operation(reversed)
def _reversed(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    things = b.iterable(args[0], node)
    if isinstance(things, list):
        return _tuple_of(things[::-1])
    length = b.let(things.length()).expr

    def item(at: Expr) -> Value:
        last = Expr(INT, "sub", (length, Expr(INT, "const", (), 1)))
        return things.item(b.let(Expr(INT, "sub", (last, at))).expr)

    return Indexed(lambda: length, item)


@operation(map)
def _map(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if len(args) != 2:
        raise b.refuse(node, "'map' of several things", "a comprehension")
    return _mapped(b, args[0], args[1], node)


@operation(iter)
def _iter(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return args[0]


@operation(next)
def _next(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    from referee.meaning.body import Dead

    if not isinstance(args[0], Lazy):
        things = b.iterable(args[0], node)
        if isinstance(things, list):
            if things:
                return things[0]
            if len(args) > 1:
                return args[1]
            b.stop("RAISED", "StopIteration")
        seq = b.as_seq(things, node=node)
        return _first(b, seq, args, node)
    from referee.meaning.program import Block, Leave

    found = b.new_list(b.site_of(node))
    label = b.fresh("first_")
    whole = Block(label, [])
    b.block.append(whole)
    outer, b.block = b.block, whole.body
    env = b.env

    def one() -> None:
        b.append(found, b.eval(args[0].node.elt))  # type: ignore[attr-defined]
        b.block.append(Leave(label))
        raise Dead

    with contextlib.suppress(Dead):
        b.comprehend(args[0], one)
    b.block, b.env = outer, env
    return _first(b, Run(b.list_expr(found)), args, node)


def _first(b: Any, seq: Run, args: list[Value], node: Any) -> Value:
    kind = seq.expr.type
    assert isinstance(kind, Seq)
    if kind.item is NEVER:
        if len(args) > 1:
            return args[1]
        b.stop("RAISED", "StopIteration")
    some = Expr(TRUTH, "truth", (seq.expr,))
    zero = Expr(INT, "const", (), 0)
    if len(args) > 1:
        return b.either(Run(some), lambda: b.plain_item(Expr(kind.item, "at", (seq.expr, zero))), lambda: args[1])
    b.require(some)
    return b.plain_item(Expr(kind.item, "at", (seq.expr, zero)))


@operation(tuple)
def _tuple(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if not args:
        return Known(())
    return _copied(b, args[0], "tuple", node)


@operation(list)
def _list(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    found = b.new_list(b.site_of(node))
    value = Run(b.list_expr(found))
    if args:
        b.extend(value, args[0], node)
    return Run(b.list_expr(found))


def _copied(b: Any, value: Value, word: str, node: Any) -> Value:
    known = b.all_known(value)
    if known is not None and isinstance(known[0], (tuple, list, range, str)):
        return Known(tuple(known[0]))
    if isinstance(value, Made):
        return Made(tuple, tuple(range(len(value.values))), value.values)
    if isinstance(value, Run) and isinstance(value.expr.type, Seq) and value.expr.type.kind == word:
        return value
    if isinstance(value, Run) and isinstance(value.expr.type, Record) and value.expr.type.maker is tuple:
        return value
    things = b.iterable(value, node, unroll=True)
    if isinstance(things, list):
        return _tuple_of(things)
    return b.as_seq(things, word, node)


@operation(set, frozenset)
def _set(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if not args or (b.all_known(args[0]) is not None and not isinstance(args[0], Lazy)):
        return None
    seq = b.as_seq(args[0], node=node)
    return b.let(Expr(Seq(seq.expr.type.item, "set"), "set", (seq.expr,)))


@operation(dict)
def _dict(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if not args and not words:
        return Entries((), b.site_of(node))
    if words:
        raise b.refuse(node, "'dict(name=…)'", "{…}")
    value = args[0]
    known = b.all_known(value)
    found = b.new_map(b.site_of(node))
    if known is not None and isinstance(known[0], dict):
        for key, each in known[0].items():
            b.map_set(found, Known(key), Known(each))
        return found
    if isinstance(value, Entries) or (isinstance(value, Run) and isinstance(value.expr.type, Map)):
        b.update(found, value, node)
        return found

    def one(pair: Value) -> None:
        key, each = pair.values if isinstance(pair, Made) else b.iterable(pair, node, unroll=True)
        b.map_set(found, key, each)

    things = b.iterable(value, node, unroll=True)
    if isinstance(things, list):
        for each in things:
            one(each)
    else:
        b.each(things, frozenset(), b.fresh("dict_"), one, node)
    return found


@operation(Counter)
def _counter(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    """How often each thing comes. Asking for one that does not come stops the match: Python judges."""
    if not args:
        return None
    if isinstance(args[0], Entries):
        return b.again_as_map(args[0].site)
    if isinstance(args[0], Known) and isinstance(args[0].thing, dict):
        return _dict(b, args, words, node)
    if isinstance(args[0], Run) and isinstance(args[0].expr.type, Map):
        return _dict(b, args, words, node)
    found = b.new_map(b.site_of(node))

    def one(thing: Value) -> None:
        held = b.settled(thing)
        b.map_set(found, held, Known(0)) if found.expr.type.key is NEVER else None
        before = _get(b, found, [held, Known(0)], {}, node)
        b.map_set(found, held, b.arithmetic("add", before, Known(1), node))

    things = b.iterable(args[0], node)
    if isinstance(things, list):
        for each in things:
            one(each)
    else:
        b.each(things, frozenset(), b.fresh("count_"), one, node)
    return found


@operation(dict.fromkeys)
def _fromkeys(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    value = args[1] if len(args) > 1 else NOTHING
    things = b.iterable(args[0], node)
    found = b.new_map(b.site_of(node))
    if isinstance(things, list):
        for each in things:
            b.map_set(found, each, value)
    else:
        b.each(things, frozenset(), b.fresh("keys_"), lambda each: b.map_set(found, each, value), node)
    return found


OPERATIONS["fromkeys"] = _fromkeys


@operation(isinstance)
def _isinstance(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    value, classes = args
    known = b.all_known(classes)
    assert known is not None
    if isinstance(value, Known):
        return Known(isinstance(value.thing, known[0]))
    if isinstance(value, Entries):
        return Known(issubclass(dict, known[0]))
    if isinstance(value, Made):
        return Known(isinstance(value.maker, type) and issubclass(value.maker, known[0]))
    if isinstance(value, (Lazy, Indexed)):
        return Known(False)
    assert isinstance(value, Run)
    kind = value.expr.type
    if kind in (INT, WIDE) and bool in (known[0] if isinstance(known[0], tuple) else (known[0],)):
        raise b.refuse(node, "'isinstance' of a number that may be a truth, and bool", "a truth beside it")
    found = b.is_of(kind, Known(known[0])) if not isinstance(kind, (Union, Maybe)) else None
    if found is not None:
        return Known(found)
    if isinstance(kind, (Union, Maybe)):
        return b.by_alternative(value, lambda each: _isinstance(b, [each, classes], words, node))
    if isinstance(kind, Atoms):
        numbers = [each for each in kind.numbers if isinstance(b.tr.atoms[each], known[0])]
        return Run(Expr(TRUTH, "is one of", (value.expr,), tuple(sorted(numbers))))
    if isinstance(kind, Places):
        places = tuple(sorted([each for each in kind.numbers if isinstance(b.tr.table.places[each], known[0])]))
        return Run(Expr(TRUTH, "is one of", (value.expr,), places))
    raise b.refuse(node, f"'isinstance' of {kind!r}")


@operation(type)
def _type(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    from referee.meaning.calls import Later

    (value,) = args
    if isinstance(value, Known):
        return Known(type(value.thing))
    if isinstance(value, Entries):
        return Known(dict)
    if isinstance(value, Made):
        return Known(GeneratorType if isinstance(value.maker, Later) else value.maker)
    if isinstance(value, Run):
        kind = value.expr.type
        if isinstance(kind, Map):
            return Known(dict)
        if isinstance(kind, Seq):
            return Known({"tuple": tuple, "list": list, "set": set}[kind.kind])
        if isinstance(kind, Record):
            return Known(kind.maker)
        if isinstance(kind, Plain):
            names = {
                "truth": bool,
                "int": int,
                "wide": int,
                "pile": int,
                "player": Player,
                "laid": Laid,
                "fraction": Fraction,
            }
            return Known(names[kind.word])
        if isinstance(kind, (Union, Maybe)):
            return b.by_alternative(value, lambda each: _type(b, [each], words, node))
        if isinstance(kind, Atoms):
            kinds = {type(b.tr.atoms[each]) for each in kind.numbers}
            if len(kinds) == 1:
                return Known(kinds.pop())
            return b.by_atom(value, lambda each: _type(b, [each], words, node))
    raise b.refuse(node, "'type' of this")


@operation(repr, str)
def _repr(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return None if args and b.all_known(args[0]) is not None else Known(ONLY_TOLD)


@operation(itertools.product)
def _product(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if all(b.all_known(each) is not None for each in args) and not words:
        return Known(tuple(itertools.product(*[b.all_known(each)[0] for each in args])))
    seqs = [b.as_seq(each, node=node) for each in args]
    return _product_of(b, seqs)


def _product_of(b: Any, seqs: list[Run]) -> Value:
    item = join_all([each.expr.type.item for each in seqs])  # type: ignore[attr-defined]
    whole = Seq(Seq(item, "tuple"), "tuple")
    many = b.let(Expr(whole, "seq", tuple([b.fit(each, whole.item) for each in seqs])))
    return b.let(Expr(whole, "product", (many.expr,)))


@operation(("starred", itertools.product))
def _product_starred(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    many = b.as_seq(args[0], node=node)
    item = many.expr.type.item
    inner = b.item_of(item)
    whole = Seq(Seq(inner, "tuple"), "tuple")
    return b.let(Expr(whole, "product", (b.fit(many, whole),)))


def _combining(function: Any, word: str) -> Operation:
    def meaning(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
        if all(b.all_known(each) is not None for each in args):
            return Known(tuple(function(*[b.all_known(each)[0] for each in args])))
        seq = b.as_seq(args[0], node=node)
        whole = Seq(Seq(seq.expr.type.item, "tuple"), "tuple")
        return b.let(Expr(whole, word, (seq.expr, b.fit(args[1], INT))))

    return meaning


OPERATIONS[itertools.combinations] = _combining(itertools.combinations, "combinations")
OPERATIONS[itertools.combinations_with_replacement] = _combining(
    itertools.combinations_with_replacement, "combinations again"
)


def _known_iterator(function: Any) -> Operation:
    def meaning(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
        known = [b.all_known(each) for each in args]
        if any(each is None for each in known):
            raise b.refuse(node, f"'{function.__name__}' of what is known in play only", "a comprehension")
        return Known(tuple(function(*[each[0] for each in known if each is not None])))

    return meaning


for _function in (itertools.permutations, itertools.accumulate, itertools.repeat):
    OPERATIONS[_function] = _known_iterator(_function)


@operation(itertools.chain, itertools.chain.from_iterable)
def _chain(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    raise b.refuse(node, "'chain'", "a comprehension")


@operation(bisect_right, bisect_left)
def _bisect(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if all(b.all_known(each) is not None for each in args):
        return None
    raise b.refuse(node, "'bisect'", "a comprehension")


whatever_order(any, all, sum, set, frozenset, len)


# -- methods of sequences and dictionaries ----------------------------------------------------------------------


@methods("seq", name="append")
def _append(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    value = b.as_seq(args[0], node=node) if isinstance(args[0], (Lazy, Indexed)) else args[0]
    b.put(on, value)
    return NOTHING


@methods("seq", name="extend")
def _extend(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    b.extend(on, args[0], node)
    return NOTHING


@methods("seq", name="insert")
def _insert(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    item = b.item_type(on.expr, b.type_of(args[1]))
    b.do(Expr(NEVER, "insert", (on.expr, b.fit(args[0], INT), b.fit(args[1], item))))
    return NOTHING


@methods("seq", name="pop")
def _pop(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    kind = on.expr.type
    assert isinstance(kind, Seq)
    if kind.item is NEVER:
        b.stop("RAISED", "pop from an empty list")
    at = b.fit(args[0], INT) if args else Expr(INT, "const", (), -1)
    return b.plain_item(Expr(kind.item, "pop", (on.expr, at)))


@methods("seq", name="remove")
def _remove(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    kind = on.expr.type
    assert isinstance(kind, Seq)
    if kind.item is NEVER:
        b.stop("RAISED", "not in the list")
    b.do(Expr(NEVER, "remove", (on.expr, b.fit(args[0], kind.item))))
    return NOTHING


@methods("seq", name="clear")
def _clear(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    b.do(Expr(NEVER, "clear", (on.expr,)))
    return NOTHING


@methods("seq", name="sort")
def _sort(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    done = _sorted(b, [on], words, node)
    b.do(Expr(NEVER, "become", (on.expr, b.fit(done, on.expr.type))))
    return NOTHING


@methods("seq", name="reverse")
def _reverse(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    done = b.sliced(on, [None, None, Known(-1)], node)
    b.do(Expr(NEVER, "become", (on.expr, done.expr)))
    return NOTHING


@methods("seq", name="add")
def _add(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    item = b.item_type(on.expr, b.type_of(args[0]))
    b.do(Expr(NEVER, "add to set", (on.expr, b.fit(args[0], item))))
    return NOTHING


@methods("seq", name="index")
@methods("made", "known tuple", name="index")
def _index(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
    known, thing = b.all_known(on), b.all_known(args[0])
    if known is not None and thing is not None:
        if thing[0] not in known[0]:
            b.stop("RAISED", "not in the sequence")
        return Known(known[0].index(thing[0]))
    if known is not None and isinstance(known[0][0], Player) and list(known[0]) == list(b.tr.table.players):
        return Run(Expr(INT, "convert", (b.fit(args[0], PLAYER),)))
    seq = b.as_seq(on, node=node)
    kind = join(seq.expr.type.item, b.type_of(args[0]))
    if isinstance(kind, Union):
        b.stop("RAISED", "not in the sequence")
    whole = Seq(kind, "tuple")
    return b.let(Expr(INT, "index", (b.fit(seq, whole), b.fit(args[0], kind))))


@methods("seq", "made", "known tuple", name="count")
def _count(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
    known, thing = b.all_known(on), b.all_known(args[0])
    if known is not None and thing is not None:
        return Known(known[0].count(thing[0]))
    import ast

    def equal(each: Value) -> Value:
        truth = b.truth(b.equal(each, args[0], node))
        return Run(b.fit(truth, INT)) if isinstance(truth, Run) else Known(int(truth.thing))

    gone = b.iterable(on, node)
    things = (
        _tuple_of([equal(each) for each in gone])
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


@methods("map", "entries", "known dict", name="get")
def _get(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
    otherwise = args[1] if len(args) > 1 else NOTHING
    known, thing = b.all_known(on), b.all_known(args[0])
    if known is not None and thing is not None:
        return Known(known[0][thing[0]]) if thing[0] in known[0] else otherwise
    if isinstance(on, Run):
        kind = on.expr.type
        assert isinstance(kind, Map)
        if kind.key is NEVER:
            return otherwise
    there = b.contained(args[0], on, node)
    return b.either(there, lambda: b.item(on, args[0], node), lambda: otherwise)


@methods("map", "entries", "known dict", name="keys")
def _keys(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
    return on if not isinstance(on, Known) else Known(tuple(on.thing))


@methods("map", "entries", name="isdisjoint")
def _isdisjoint(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
    gone = b.iterable(args[0], node, unroll=True)
    if isinstance(gone, list):
        found: Value = Known(False)
        for each in gone:
            found = b.logic("or", b.truth(found), b.truth(b.contained(each, on, node)))
        return b.negated(found)
    return b.negated(b.any_of(gone, lambda each: b.contained(each, on, node), node))


@methods("map", "entries", "known dict", name="values")
def _values(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
    if isinstance(on, Known):
        return Known(tuple(on.thing.values()))
    if isinstance(on, Entries):
        if all(isinstance(each.there, Known) for each in on.entries):
            return _tuple_of([each.value for each in on.entries])
        on = b.let(b.as_map(on, b.type_of(on)))
    kind = on.expr.type  # type: ignore[attr-defined]
    if kind.key is NEVER:
        return Known(())
    return Indexed(
        lambda: Expr(INT, "length", (on.expr,)),  # type: ignore[attr-defined]
        lambda at: b.plain_item(Expr(kind.value, "map.value", (on.expr, at))),  # type: ignore[attr-defined]
    )


@methods("map", "entries", "known dict", name="items")
def _items(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
    if isinstance(on, Known):
        return Known(tuple(on.thing.items()))
    if isinstance(on, Entries):
        if all(isinstance(each.there, Known) for each in on.entries):
            return _tuple_of([Made(tuple, (0, 1), (Known(each.key), each.value)) for each in on.entries])
        on = b.let(b.as_map(on, b.type_of(on)))
    kind = on.expr.type  # type: ignore[attr-defined]
    if kind.key is NEVER:
        return Known(())

    def pair(at: Expr) -> Value:
        key = b.plain_item(Expr(kind.key, "map.key", (on.expr, at)))  # type: ignore[attr-defined]
        return Made(tuple, (0, 1), (key, b.plain_item(Expr(kind.value, "map.value", (on.expr, at)))))  # type: ignore[attr-defined]

    return Indexed(lambda: Expr(INT, "length", (on.expr,)), pair)  # type: ignore[attr-defined]


@methods("map", name="setdefault")
def _setdefault(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    kind = b.map_types(on.expr, b.type_of(args[0]), b.type_of(args[1]))
    put = (on.expr, b.fit(args[0], kind.key), b.fit(args[1], kind.value))
    found = b.let(Expr(kind.value, "setdefault", put))

    def grow(wider: Type) -> None:
        b.map_types(on.expr, kind.key, wider)

    b.growers[found.expr.about] = grow
    return found


@methods("entries", name="setdefault")
@methods("entries", name="pop")
@methods("entries", name="update")
@methods("entries", name="$del")
def _again(b: Any, on: Entries, args: list[Value], words: Any, node: Any) -> Value:
    return b.again_as_map(on.site)


@methods("map", name="update")
def _update(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    b.update(on, args[0], node)
    return NOTHING


@methods("map", name="pop")
def _map_pop(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    kind = on.expr.type
    assert isinstance(kind, Map)
    if kind.key is NEVER:
        if len(args) > 1:
            return args[1]
        b.stop("RAISED", "KeyError")
    key = b.fit(args[0], kind.key)

    def taken() -> Value:
        found = b.item(on, args[0], node)
        b.do(Expr(NEVER, "map.del", (on.expr, key)))
        return found

    if len(args) == 1:
        return taken()
    return b.either(b.contained(args[0], on, node), taken, lambda: args[1])


@methods("map", name="$del")
def _map_del(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    kind = on.expr.type
    assert isinstance(kind, Map)
    if kind.key is NEVER:
        b.stop("RAISED", "KeyError")
    b.do(Expr(NEVER, "map.del", (on.expr, b.fit(args[0], kind.key))))
    return NOTHING


@methods("seq", name="$del")
def _seq_del(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    _pop(b, on, args, words, node)
    return NOTHING


@methods("map", name="clear")
def _map_clear(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    b.do(Expr(NEVER, "clear", (on.expr,)))
    return NOTHING


@methods("int", "wide", name="bit_count")
def _bit_count(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    return b.let(Expr(INT, "bit_count", (on.expr,)))


@methods("int", "wide", name="bit_length")
def _bit_length(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    return b.let(Expr(INT, "bit_length", (on.expr,)))


@methods("pile", name="bit_count")
def _pile_bit_count(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    return b.let(Expr(INT, "bit_count", (b.converted(on.expr, WIDE),)))


@methods("made", "object", name="_replace")
def _replace(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
    kind = b.type_of(on)
    parts = [words.get(name) or b.part(on, at) for at, name in enumerate(kind.names)]
    return Made(kind.maker, kind.names, tuple(parts))


@methods("laid", name="_replace")
def _laid_replace(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    found = on.expr
    for name, value in words.items():
        if name == "marks":
            gone = b.as_seq(value, node=node)
            b.tr.marks |= _marks_of(gone.expr.type)
            found = Expr(LAID, "laid.with", (found, gone.expr), "marks")
        else:
            found = Expr(LAID, "laid.with", (found, b.fit(value, INT)), name)
    return b.let(found)


def _marks_of(kind: Any) -> set[int]:
    return set(kind.item.numbers) if isinstance(kind.item, Atoms) else set()


# -- the kernel: piles ------------------------------------------------------------------------------------------


def _by_known(word: str, place: int, result: Type) -> Operation:
    """An operation on a pile and a thing of the deck that is known, or one of a few."""

    def meaning(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
        thing = args[place]
        if isinstance(thing, Run):
            return b.by_atom(thing, lambda each: meaning(b, [*args[:place], each, *args[place + 1 :]], words, node))
        assert isinstance(thing, Known)
        rest = [each for at, each in enumerate(args[1:], 1) if at != place]
        piles = tuple([b.fit(each, PILE) for each in rest])
        return b.let(Expr(result, word, piles, thing.thing))

    return meaning


OPERATIONS[Packed.count] = _by_known("pile.count", 2, INT)
OPERATIONS[Packed.only] = _by_known("pile.only", 2, PILE)
OPERATIONS[Packed.following] = _by_known("pile.following", 2, PILE)
OPERATIONS[Packed.worth] = _by_known("pile.worth", 2, INT)
OPERATIONS[Packed.highest] = _by_known("pile.highest", 2, INT)
OPERATIONS[Packed.is_exactly] = _by_known("pile.is_exactly", 2, TRUTH)
OPERATIONS[Packed.is_within] = _by_known("pile.is_within", 2, TRUTH)


@operation(Values._worth)
def _worth(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.all_known(args[1]) is not None and isinstance(args[0], Known):
        return Known(args[0].thing._worth(b.all_known(args[1])[0]))
    return OPERATIONS[Packed.worth](b, [NOTHING, args[1], args[0]], words, node)


@operation((Packed, "size"))
def _size(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    known = b.all_known(args[0])
    if known is not None:
        return Known(b.tr.table.deck.size(known[0]))
    return b.let(Expr(INT, "pile.size", (b.fit(args[0], PILE),)))


@operation(Deck.size)
def _deck_size(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return _size(b, args[1:], words, node)


@operation((Packed, "is_empty"))
def _is_empty(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.negated(b.truth(Run(b.fit(args[0], PILE))))


@operation((Packed, "negate"))
def _negate(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.negated(args[0])


@operation(Packed.matching)
def _matching(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.let(Expr(PILE, "pile.matching", (b.fit(args[1], PILE), b.fit(args[2], PILE))))


@operation(Packed.cards_if)
def _cards_if(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.either(args[1], lambda: args[2], lambda: Run(Expr(PILE, "const", (), 0)))


@operation(Packed.if_else)
def _if_else(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.either(args[1], lambda: args[2], lambda: args[3])


@operation(Packed.both)
def _both(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.logic("and", b.truth(args[1]), b.truth(args[2]))


@operation(Packed.either)
def _either(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.logic("or", b.truth(args[1]), b.truth(args[2]))


@operation(Packed.less)
def _less(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.let(Expr(PILE, "pile.less", (b.fit(args[1], PILE), b.fit(args[2], PILE))))


@operation(Packed.oblige)
def _oblige(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    truth = b.truth(args[1])
    broken = args[2].thing if isinstance(args[2], Known) else Broken.RAISED
    if isinstance(truth, Known):
        if not truth.thing:
            b.stop(broken.name, "")
        return NOTHING
    b.require(truth.expr, broken.name)
    return NOTHING


@operation(Packed.shift)
def _shift(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    _, cards, source, target = args
    b.do(Expr(NEVER, "shift", (b.fit(cards, PILE), b.place(source), b.place(target))))
    return NOTHING


@operation(Deck.counts)
def _counts(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.all_known(args[1]) is not None:
        return None
    pair = Record(tuple, (0, 1), (INT, INT))
    return b.let(Expr(Seq(pair, "list"), "pile.counts", (b.fit(args[1], PILE),)))


@operation(Deck.unpack)
def _unpack(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.all_known(args[1]) is not None:
        return None
    return b.let(Expr(Seq(INT, "list"), "pile.unpack", (b.fit(args[1], PILE),)))


@operation(Deck.pack)
def _pack(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.all_known(args[1]) is not None and not isinstance(args[1], Lazy):
        return None
    seq = b.as_seq(args[1], node=node)
    if seq.expr.type.item is NEVER:
        return Run(Expr(PILE, "const", (), 0))
    return b.let(Expr(PILE, "pile.pack", (b.fit(seq, Seq(INT, "tuple")),)))


@operation(Deck._ones)
def _ones(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.all_known(args[1]) is not None or len(args) > 2:
        return None
    return b.let(Expr(Seq(PILE, "tuple"), "pile.ones", (b.fit(args[1], PILE),)))


@operation(Deck._singles)
def _singles(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.all_known(args[1]) is not None:
        return None
    return b.let(Expr(Seq(PILE, "tuple"), "pile.singles", (b.fit(args[1], PILE),)))


@operation(Deck.covers)
def _covers(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if all(b.all_known(each) is not None for each in args):
        return None
    return b.let(Expr(TRUTH, "pile.covers", (b.fit(args[1], PILE), b.fit(args[2], PILE))))


@operation(Deck.names, Deck._names)
def _names(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return None if b.all_known(args[1]) is not None else Known(("…",))


@operation(Deck.matching)
def _deck_matching(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    """Which kinds match one that is known in play only: one of a few sets."""
    if b.all_known(args[1]) is not None:
        return None
    deck = b.tr.table.deck
    kind = b.type_of(args[1])
    if isinstance(kind, Atoms):
        return b.by_atom(args[1], lambda each: Known(deck.matching(each.thing)))
    return b.item(Known(tuple([deck.matching(each) for each in range(len(deck.cards))])), args[1], node)


@operation(Deck._alone)
def _alone(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.all_known(args[1]) is not None:
        return None
    deck = b.tr.table.deck
    return b.item(Known(tuple([deck.alone(each) for each in range(len(deck.cards))])), args[1], node)


# -- the kernel: the table ---------------------------------------------------------------------------------------


@operation(Table.gather)
def _gather(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.tr.table.has_rows:
        return None
    b.do(Expr(NEVER, "gather", (b.place(args[1]),)))
    return NOTHING


@operation(Table.swap)
def _swap(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    b.do(Expr(NEVER, "swap", (b.place(args[1]), b.place(args[2]))))
    return NOTHING


@operation(Table.pay)
def _pay(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    _, payer, payee, amount = args
    where = words.get("where", Known(True))
    truth = b.truth(where)
    if isinstance(truth, Known) and not truth.thing:
        return NOTHING
    kind = b.tr.grow_scalar("$money", INT if b.type_of(amount) is TRUTH else b.type_of(amount))

    def pay() -> Value:
        accounts = [_account(b, each) for each in (payer, payee)]
        b.do(Expr(NEVER, "pay", (*accounts, b.fit(amount, kind))))
        return NOTHING

    b.either(truth, pay, lambda: NOTHING)
    return NOTHING


def _account(b: Any, who: Value) -> Expr:
    if isinstance(who, Known) and who.thing is None:
        return Expr(INT, "const", (), b.tr.game.players)
    if b.type_of(who) is PLAYER:
        return b.fit(who, PLAYER)
    bank = Run(Expr(INT, "const", (), b.tr.game.players))
    found = b.either(
        b.negated(b.is_none(who)),
        lambda: Run(Expr(INT, "convert", (b.fit(b.without_none(who), PLAYER),))),
        lambda: bank,
    )
    return found.expr


@operation(Table.end)
def _end(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    from referee.meaning.types import NONE_TYPE as nothing

    _, scores, payoffs, reason = args
    b.require(Expr(TRUTH, "not", (Expr(TRUTH, "there", (Expr(Maybe(TRUTH), "outcome"),)),)))
    lists = []
    for of in (scores, payoffs):
        parts = [b.item(of, Known(player), node) for player in b.tr.table.players]
        kind = join_all([b.type_of(each) for each in parts])
        if kind == nothing or isinstance(kind, Union):
            raise b.refuse(node, f"scores or payoffs that are {kind!r}")
        lists.append(Expr(Seq(kind, "tuple"), "seq", tuple([b.fit(each, kind) for each in parts])))
    if b.tr.game.cooperative:
        b.do(Expr(NEVER, "same payoffs", (b.let(lists[1]).expr,)))
    kind = b.type_of(reason)
    if not isinstance(kind, Atoms) or b.tr.atom(ONLY_TOLD) in kind.numbers:
        raise b.refuse(node, "a reason that is put together in play", "a fixed word for each way to end")
    b.do(Expr(NEVER, "end", (*lists, b.fit(reason, kind))))
    return NOTHING


@operation(Seating.next)
def _next_player(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.let(Expr(PLAYER, "next", (b.fit(args[1], PLAYER), _leftwards(b))))


@operation(Seating.everyone_from)
def _everyone_from(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.let(Expr(Seq(PLAYER, "tuple"), "everyone from", (b.fit(args[1], PLAYER), _leftwards(b))))


def _leftwards(b: Any) -> Expr:
    """Whether play goes to the left."""
    from referee.kernel.players import LEFT

    truth = b.truth(b.equal(b.of_table(b.tr.table, "direction", None), Known(LEFT), None))
    return b.fit(truth, TRUTH)


@operation(shown_to)
def _shown_to(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return NOTHING


@operation(Place.restore)
def _restore(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    b.do(Expr(NEVER, "set pile", (b.place(args[0]), b.fit(args[1], PILE))))
    return NOTHING


@operation(Row.derive)
def _derive(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.call(args[1], [args[0]], {}, node)


@operation(Undoing.moment)
def _moment(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.let(Expr(MOMENT, "moment"))


@operation(Undoing.take_back)
def _take_back(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    b.do(Expr(NEVER, "take back", (b.fit(args[1], MOMENT),)))
    return NOTHING


@operation(Rows._take)
def _take(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    _, cards, source, marks = args
    held = b.as_seq(marks, node=node)
    b.tr.marks |= _marks_of(held.expr.type)
    kind = b.type_of(cards)
    if isinstance(kind, (Seq, Record)):
        given = b.fit(cards, Seq(LAID, "tuple"))
    else:
        given = b.fit(cards, PILE)
    row = Seq(LAID, "tuple")
    pair = b.let(Expr(Record(tuple, (0, 1), (row, row)), "take", (given, b.place(source), held.expr)))
    return Made(tuple, (0, 1), (b.part(pair, 0), b.part(pair, 1)))


@operation(Rows._lying)
def _lying(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    cards = b.fit(args[2], Seq(LAID, "tuple"))
    return b.let(Expr(Seq(LAID, "tuple"), "lying", (b.place(args[1]), cards)))


@operation(Rows.lies)
def _lies(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.let(Expr(TRUTH, "lies", (b.fit(args[1], LAID), b.place(args[2]))))


def _marking(word: str) -> Operation:
    def meaning(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
        table, row, laid, *rest = args
        marks = b.as_seq(
            rest[0]
            if len(rest) == 1 and not isinstance(rest[0], Known) and isinstance(b.type_of(rest[0]), Seq)
            else _tuple_of(rest),
            node=node,
        )
        b.tr.marks |= _marks_of(marks.expr.type)
        lying = b.let(
            Expr(Seq(LAID, "tuple"), "lying", (b.place(row), Expr(Seq(LAID, "tuple"), "seq", (b.fit(laid, LAID),))))
        )
        before = b.let(Expr(LAID, "at", (lying.expr, Expr(INT, "const", (), 0))))
        after = b.let(Expr(LAID, word, (before.expr, marks.expr)))
        changed = b.attribute(table, "_change", node)
        return b.call(changed, [row, before, after], {}, node)

    return meaning


SPREAD = (Rows.mark, Rows.unmark)
"""Operations that take as many things as a sequence has."""
OPERATIONS[Rows.mark], OPERATIONS[Rows.unmark] = _marking("laid.mark"), _marking("laid.unmark")


@operation(Laid.has)
def _has(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    laid, mark = args
    known = b.all_known(mark)
    if known is None:
        return b.contained(mark, b.attribute(laid, "marks", node), node)
    return b.let(Expr(TRUTH, "laid.has", (b.fit(laid, LAID),), b.tr.atom(known[0])))


@operation(builtins.print)
def _print(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return NOTHING
