"""What the functions of Python on sequences, sets and dictionaries mean."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
import contextlib
from collections import defaultdict, deque
from typing import Any

from referee.meaning import library
from referee.meaning.body.reader import Dead
from referee.meaning.operations.numbers import _mapped
from referee.meaning.operations.registry import OPERATIONS, methods, operation
from referee.meaning.program import Expr
from referee.meaning.types import INT, NEVER, TRUTH, Map, Record, Seq
from referee.meaning.values import NOTHING, Entries, Entry, Indexed, Known, Lazy, Made, Run, Value, leaves, tuple_of


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
        if known is None or not known[0]:
            raise b.refuse(node, "'range' with a step that is known in play only", "'while'")
        step = known[0]
    width, one = Expr(INT, "const", (), abs(step)), Expr(INT, "const", (), 1)
    length = Expr(INT, "sub", (stop, start) if step > 0 else (start, stop))
    if abs(step) > 1:  # rounded up
        length = Expr(INT, "div", (Expr(INT, "add", (length, Expr(INT, "sub", (width, one)))), width))
    many = b.let(Expr(INT, "max", (zero, length))).expr
    word = "add" if step > 0 else "sub"
    far = (lambda at: Expr(INT, "mul", (at, width))) if abs(step) > 1 else (lambda at: at)
    return Indexed(lambda: many, lambda at: b.let(Expr(INT, word, (start, far(at)))), again=True)


@operation(enumerate)
def _enumerate(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    start = args[1] if len(args) > 1 else words.get("start", Known(0))
    first = b.all_known(start)
    things = b.iterable(args[0], node)
    if isinstance(things, list):
        if first is None:
            raise b.refuse(node, "'enumerate' from a number that is known in play only", "a range beside it")
        made = [Made(tuple, (0, 1), (Known(first[0] + at), each)) for at, each in enumerate(things)]
        return tuple_of(made)
    begin = b.fit(start, INT)
    return Indexed(
        things.length, lambda at: Made(tuple, (0, 1), (b.let(Expr(INT, "add", (begin, at))), things.item(at)))
    )


@operation(zip)
def _zip(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if len([each for each in args if isinstance(each, Lazy)]) > 1:
        raise b.refuse(node, "'zip' of several generators", "lists")
    strict = b.all_known(words.get("strict", Known(False)))
    if strict is None:
        raise b.refuse(node, "'zip' that is strict or not", "True or False for 'strict'")
    parts = [b.iterable(each, node, unroll=True) for each in args]
    if all(isinstance(each, list) for each in parts):
        if strict[0] and len({len(each) for each in parts}) > 1:
            b.stop("RAISED", "zip of different lengths", ValueError)
        rows = list(zip(*parts, strict=False))
        made = [Made(tuple, tuple(range(len(row))), row) for row in rows]
        return tuple_of(made)
    gone = [b.indexed(b.as_seq(tuple_of(each), node=node)) if isinstance(each, list) else each for each in parts]
    lengths = [b.let(each.length()).expr for each in gone]
    shortest = lengths[0]
    for each in lengths[1:]:
        if strict[0]:
            b.require(Expr(TRUTH, "equal", (shortest, each)), kind=ValueError)
        else:
            shortest = b.let(Expr(INT, "min", (shortest, each))).expr
    return Indexed(
        lambda: shortest, lambda at: Made(tuple, tuple(range(len(gone))), tuple([each.item(at) for each in gone]))
    )


@operation(reversed)
def _reversed(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.special(args[0], "__getitem__") is not None:
        return b.call(Known(library.by_items_reversed), args, {}, node)
    things = b.iterable(args[0], node)
    if isinstance(things, list):
        return tuple_of(things[::-1])
    length = b.let(things.length()).expr

    def item(at: Expr) -> Value:
        last = Expr(INT, "sub", (length, Expr(INT, "const", (), 1)))
        return things.item(b.let(Expr(INT, "sub", (last, at))).expr)

    return Indexed(lambda: length, item)


@operation(map)
def _map(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if len(args) == 2:
        return _mapped(b, args[0], args[1], node)
    gone = b.iterable(_zip(b, args[1:], {}, node), node)

    def called(row: Value) -> Value:
        return b.call(args[0], b.iterable(row, node, unroll=True), {}, node)

    if isinstance(gone, list):
        return tuple_of(list(map(called, gone)))
    return Indexed(gone.length, lambda at: called(gone.item(at)))


@operation(iter)
def _iter(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return args[0]


@operation(next)
def _next(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if not isinstance(args[0], Lazy):
        things = b.iterable(args[0], node)
        if isinstance(things, list):
            if things:
                return things[0]
            if len(args) > 1:
                return args[1]
            b.stop("RAISED", "StopIteration", StopIteration)
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
        b.stop("RAISED", "StopIteration", StopIteration)
    some = Expr(TRUTH, "truth", (seq.expr,))
    zero = Expr(INT, "const", (), 0)
    if len(args) > 1:
        return b.either(Run(some), lambda: b.plain_item(Expr(kind.item, "at", (seq.expr, zero))), lambda: args[1])
    b.require(some, kind=StopIteration)
    return b.plain_item(Expr(kind.item, "at", (seq.expr, zero)))


@operation(tuple)
def _tuple(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if not args:
        return Known(())
    kind = args[0].expr.type if isinstance(args[0], Run) else None
    if isinstance(kind, Seq) and kind.item is not NEVER and _is_of_new_list(node):
        return b.retyped(args[0], "tuple")
    return _copied(b, args[0], "tuple", node)


def _is_of_new_list(node: Any) -> bool:
    """Whether it says ``tuple([… for …])``: nothing else has the list, so that it need not be copied."""
    match node:
        case ast.Call(ast.Name("tuple"), [ast.ListComp()], []):
            return True
    return False


@operation(list)
def _list(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    found = b.new_list(b.site_of(node))
    value = Run(b.list_expr(found))
    if args:
        b.extend(value, args[0], node)
    return Run(b.list_expr(found))


def _copied(b: Any, value: Value, word: str, node: Any) -> Value:
    letters = isinstance(value, Known) and isinstance(value.thing, str)
    known = b.all_known(value, told=not letters)
    if known is not None and isinstance(known[0], (tuple, list, range, str)):
        return Known(tuple(known[0]))
    if isinstance(value, Made) and value.maker is not set:
        return Made(tuple, tuple(range(len(value.values))), value.values)
    if isinstance(value, Run) and isinstance(value.expr.type, Seq) and value.expr.type.kind == word:
        return value
    if isinstance(value, Run) and isinstance(value.expr.type, Record) and value.expr.type.maker is tuple:
        return value
    things = b.iterable(value, node, unroll=True)
    if isinstance(things, list):
        return tuple_of(things)
    return b.as_seq(things, word, node)


@operation(frozenset)
def _frozenset(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    made = _set(b, args, words, node)
    if made is not None:
        b.tr.freeze(b.type_of(made))
    return made


@operation(set)
def _set(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if not args:
        name, site = b.new_list(b.site_of(node))
        return Run(Expr(Seq(b.kept.get(site, NEVER), "set"), "local", (), name))
    if b.all_known(args[0]) is not None and not isinstance(args[0], Lazy):
        return b.new_set(args[0], node) if b.is_changed(node) else None
    seq = b.as_seq(args[0], node=node)
    b.tell_apart(node, seq.expr.type.item)
    return b.let(Expr(Seq(seq.expr.type.item, "set"), "set", (seq.expr,)))


@operation(dict)
def _dict(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if words and args:
        raise b.refuse(node, "'dict(…, name=…)'", "{**…, …}")
    if not args:
        site = b.displaying(node)
        if site not in b.tr.in_play:
            return Entries(tuple([Entry(name, Known(True), each) for name, each in words.items()]), site)
        found = b.new_map(site)
        for name, each in words.items():
            b.map_set(found, Known(name), each)
        return found
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


@operation(defaultdict)
def _defaultdict(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    maker = args[0] if args else NOTHING
    if len(args) > 2 or words or not (isinstance(maker, (Known, Made)) and not list(leaves(maker))):
        what = "a defaultdict that makes what is known in play only"
        raise b.refuse(node, what, "defaultdict of a class or a function that uses nothing of the one around it")
    found = b.new_map(b.site_of(node), b.tr.word_of_maker(maker))
    if len(args) > 1:
        b.update(found, args[1], node)
    return found


@operation(deque)
def _deque(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    most = args[1] if len(args) > 1 else words.get("maxlen", NOTHING)
    if not b.is_none_known(most):
        return b.made(b.class_for(library.BoundedDeque, node), [args[0] if args else tuple_of([]), most], {}, node)
    b.tr.grown |= not b.tr.deques
    b.tr.deques = True
    return _list(b, args, words, node)


@operation(dict.fromkeys)
def _fromkeys(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    value = args[1] if len(args) > 1 else NOTHING
    b.tr.copies.named(value)  # it is one thing under every key
    things = b.iterable(args[0], node)
    found = b.new_map(b.site_of(node))
    if isinstance(things, list):
        for each in things:
            b.map_set(found, each, value)
    else:
        b.each(things, frozenset(), b.fresh("keys_"), lambda each: b.map_set(found, each, value), node)
    return found


OPERATIONS["fromkeys"] = _fromkeys


@methods("map", "entries", "known dict", "seq", "made", "known tuple", name="__getitem__")
def _getitem(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
    return b.item(on, args[0], node)


@methods("map", "entries", "known dict", "seq", "made", "known tuple", name="__contains__")
def _contains(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
    return b.contained(args[0], on, node)
