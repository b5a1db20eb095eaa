"""What itertools, heapq and bisect mean."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
import bisect
import copy
import functools
import heapq
import itertools
import math
import operator
import statistics
from dataclasses import dataclass
from typing import Any

from referee.meaning import library
from referee.meaning.operations.registry import OPERATIONS, Operation, operation
from referee.meaning.program import Expr
from referee.meaning.texts import CHANGING_FIRST
from referee.meaning.types import INT, TRUTH, Map, Record, Seq, join_all
from referee.meaning.values import NOTHING, Indexed, Known, Run, Value, tuple_of

READ = {
    functools.reduce: library.reduce,
    itertools.accumulate: library.accumulate,
    itertools.chain: library.chain,
    itertools.chain.from_iterable: library.chain_of,
    itertools.pairwise: library.pairwise,
    itertools.compress: library.compress,
    itertools.permutations: library.permutations,
    itertools.takewhile: library.takewhile,
    itertools.dropwhile: library.dropwhile,
    itertools.filterfalse: library.filterfalse,
    itertools.starmap: library.starmap,
    itertools.groupby: library.groupby,
    itertools.zip_longest: library.zip_longest,
    filter: library.filtered,
    math.gcd: library.gcd_of,
    math.lcm: library.lcm,
    math.perm: library.perm,
    statistics.mode: library.mode,
    statistics.multimode: library.multimode,
    statistics.median_low: library.median_low,
    statistics.median_high: library.median_high,
    math.factorial: library.factorial,
    math.isqrt: library.isqrt,
    heapq.nlargest: library.nlargest,
    heapq.nsmallest: library.nsmallest,
    heapq.heappop: library.heappop,
    heapq.heapreplace: library.heapreplace,
    heapq.heappushpop: library.heappushpop,
    heapq.merge: library.merge,
    heapq.heapify: library.heapify,
    bisect.bisect_right: library.bisect_right,
    bisect.bisect_left: library.bisect_left,
}
"""By the function of Python's library what is read for it."""
ITERATORS = frozenset([*[each for each in READ if isinstance(each, type)], itertools.chain.from_iterable, heapq.merge])
"""Those that give things to be gone through once."""


@operation(itertools.product)
def _product(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    times = b.all_known(words.get("repeat", Known(1)))
    if times is None:
        raise b.refuse(node, "'repeat=' that is known in play only", "a product of so many things")
    args = args * times[0]
    if all(b.all_known(each) is not None for each in args):
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


def _of_library(function: Any, once: bool) -> Operation:
    def meaning(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
        known = all(b.all_known(each) is not None for each in args)
        if known and not words and not once and function.__name__ not in CHANGING_FIRST:
            return None
        found = b.call(Known(function), args, words, node)
        return b.indexed(found) if once and isinstance(found, Run) and isinstance(found.expr.type, Seq) else found

    return meaning


for _function, _read in READ.items():
    OPERATIONS[_function] = _of_library(_read, _function in ITERATORS)


@operation(("starred", itertools.chain))
def _chain_starred(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return OPERATIONS[itertools.chain.from_iterable](b, args, words, node)


@operation(("starred", zip))
def _zip_starred(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    """Columns where there were rows: of rows of so many things each is one by itself."""
    rows = b.as_seq(args[0], node=node)
    kind = rows.expr.type.item
    if not isinstance(kind, Record):
        return b.iterator(b.call(Known(library.transposed), [rows], {}, node))
    length = Expr(INT, "length", (rows.expr,))
    some = Expr(TRUTH, "more", (length, Expr(INT, "const", (), 0)))
    b.require(some, "OVERFLOW", "of no rows there are no columns")

    def column(place: int) -> Value:
        return b.as_seq(
            Indexed(lambda: length, lambda at: b.part(b.let(Expr(kind, "at", (rows.expr, at))), place)), node=node
        )

    return b.iterator(tuple_of([column(place) for place in range(len(kind.names))]))


@operation(("starred", set.intersection))
def _intersection_starred(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.call(Known(library.in_all), [b.as_seq(args[0], node=node)], {}, node)


def _extreme_starred(function: Any) -> Operation:
    def meaning(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
        things = b.as_seq(args[0], node=node)
        length = Expr(INT, "length", (things.expr,))
        b.require(Expr(TRUTH, "more", (length, Expr(INT, "const", (), 1))), why="one thing is no two")
        return b.call(Known(function), [things], {}, node)

    return meaning


for _one in (max, min):
    OPERATIONS["starred", _one] = _extreme_starred(_one)


@operation(itertools.repeat)
def _repeat(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if len(args) != 2:
        raise b.refuse(node, "'repeat', which never comes to an end,", "repeat(thing, how often), or a name")
    thing = b.settled(args[0])
    times = b.call(Known(max), [args[1], Known(0)], {}, node)
    return Indexed(lambda: b.fit(times, INT), lambda at: thing)


@operation(itertools.count)
def _count(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    raise b.refuse(node, "'count', which never comes to an end,", "enumerate(…, start), or a number that is added to")


@operation(copy.copy)
def _copy(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    kind = b.type_of(args[0])
    if isinstance(kind, (Seq, Map)) and getattr(kind, "kind", "") != "tuple" and not b.all_known(args[0]):
        return b.method(args[0], "copy", [], {}, node)
    raise b.refuse(node, f"'copy' of {kind!r}", "list(…), dict(…), set(…) or replace(…)")


@operation(itertools.islice)
def _islice(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    bounds = [None, *args[1:]] if len(args) == 2 else args[1:]
    return b.indexed(b.sliced(b.as_seq(args[0], node=node), [*bounds, None][:3], node))


@operation(heapq.heappush)
def _heappush(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    heap, thing = args
    b.method(heap, "append", [thing], {}, node)
    last = b.binary(ast.Sub(), b.call(Known(len), [heap], {}, node), Known(1), node)
    b.call(Known(library.sink), [heap, Known(0), last], {}, node)
    return NOTHING


@operation(bisect.insort_right)
def _insort(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    things, thing, *bounds = args
    sought = b.call(words["key"], [thing], {}, node) if "key" in words else thing
    at = b.call(Known(library.bisect_right), [things, sought, *bounds], words, node)
    b.method(things, "insert", [at, thing], {}, node)
    return NOTHING


def _getter(kind: type) -> Operation:
    @functools.cache
    def one(names: tuple[Any, ...]) -> Any:
        """One object for each text: a function that is given another one is read anew."""
        return kind(*names)

    def made(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
        names = [each.thing for each in args if isinstance(each, Known) and type(each.thing) in (int, str)]
        return Known(one(tuple(names))) if names and len(names) == len(args) else None

    return made


for _kind in (operator.itemgetter, operator.attrgetter, operator.methodcaller):
    operation(_kind)(_getter(_kind))


@functools.cache
def _partial(*parts: Any) -> Any:
    """One object for each text, as above."""
    function, *given = parts
    words = [each for each in given if isinstance(each, _Word)]
    args = [each for each in given if not isinstance(each, _Word)]
    return functools.partial(function, *args, **{each.name: each.held for each in words})


@dataclass(frozen=True)
class _Word:
    name: str
    held: Any


@operation(functools.partial)
def _make_partial(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    parts = [*args, *words.values()]
    if not words or not all(isinstance(each, Known) for each in parts):
        return None
    given = [each.thing for each in args if isinstance(each, Known)]
    return Known(_partial(*given, *[_Word(name, each.thing) for name, each in words.items()]))


@operation(itertools.cycle)
def _cycle(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    raise b.refuse(node, "'cycle', which never comes to an end,", "an index that goes round: things[n % len(things)]")
