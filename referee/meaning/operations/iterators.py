"""What itertools and bisect mean."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from typing import Any

from referee.meaning.operations.registry import OPERATIONS, Operation, operation
from referee.meaning.program import Expr
from referee.meaning.types import INT, Seq, join_all
from referee.meaning.values import Known, Run, Value


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
