"""What several ways give, as one value; and the functions of which that can be had."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.meaning.looking import LISTED, may_change
from referee.meaning.program import Program, called, expressions
from referee.meaning.types import PILE, Map, Maybe, Record, Seq, Type
from referee.verify.symbolic.looks import LOOKS, MAKES
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.things import Dictionary, Items, chosen, is_alike, is_scalar


def pure_functions(program: Program) -> frozenset[str]:
    """The functions that only look at the table, and give what may be put together."""
    inside: dict[str, tuple[bool, set[str]]] = {}
    for function in program.functions:
        every = expressions(function.body)
        looks = all(each.op in LOOKS for each in every)
        if any(each.op in LISTED for each in every):  # what it changes it has made itself
            given = any(may_change(kind) for _, kind in function.parameters)
            looks = looks and not given
            looks = looks and not any(may_change(each.type) and each.op not in MAKES for each in every)
        inside[function.name] = looks, called(function)
    left = {name for name, (looks, _) in inside.items() if looks}
    while True:
        fewer = {name for name in left if inside[name][1] <= left}
        if fewer == left:
            break
        left = fewer
    giving = {each.name for each in program.functions if each.results and all(map(joins, each.results))}
    return frozenset(left & giving)


def put_together(ways: Sequence[tuple[list[Term], list[Any]]], at: int, kinds: Sequence[Type]) -> list[Any]:
    """The values of several ways, which have the first decisions in common, as one: each decision chooses once."""
    if len(ways) == 1:
        return ways[0][1]
    sides: list[list[tuple[list[Term], list[Any]]]] = []
    for way in ways:
        if not (sides and sides[-1][0][0][at] is way[0][at]):
            sides.append([])
        sides[-1].append(way)
    values = put_together(sides[-1], at + 1, kinds)
    for side in reversed(sides[:-1]):
        pairs = zip(kinds, put_together(side, at + 1, kinds), values, strict=True)
        values = [chosen(side[0][0][at], one, two, kind) for kind, one, two in pairs]
    return values


def parts(value: Any, number: int) -> list[Any]:
    return [value] if number == 1 else list(value)


def joins(kind: Type) -> bool:
    """Whether one value of a type can stand for several."""
    if isinstance(kind, Maybe):
        return joins(kind.of)
    return is_scalar(kind) or kind is PILE or (isinstance(kind, Record) and all(map(joins, kind.types)))


def in_one(one: Any, other: Any, kind: Type) -> bool:
    """Whether one thing can stand for two, part by part: lists are as long, dictionaries have the same keys."""
    if joins(kind) or is_alike(one, other):
        return True
    if isinstance(kind, Seq) and isinstance(one, Items) and isinstance(other, Items):
        pairs = zip(one.items, other.items, strict=False)
        return len(one.items) == len(other.items) and all(in_one(a, b, kind.item) for a, b in pairs)
    if isinstance(kind, Map) and isinstance(one, Dictionary):
        pairs = zip(one.values, other.values, strict=False)
        return is_alike(one.keys, other.keys) and all(in_one(a, b, kind.value) for a, b in pairs)
    return False


def leaves_of(thing: Any, kind: Type) -> list[tuple[Any, Type]]:
    """The parts of a list or of a dictionary, and theirs, each with its type; the thing itself where it is another."""
    if isinstance(kind, Seq) and isinstance(thing, Items):
        return [leaf for each in thing.items for leaf in leaves_of(each, kind.item)]
    if isinstance(kind, Map) and isinstance(thing, Dictionary):
        return [leaf for each in thing.values for leaf in leaves_of(each, kind.value)]
    return [(thing, kind)]


def put_back(thing: Any, kind: Type, leaves: Iterator[Any]) -> Any:
    """The same thing with other parts."""
    if isinstance(kind, Seq) and isinstance(thing, Items):
        return Items([put_back(each, kind.item, leaves) for each in thing.items])
    if isinstance(kind, Map) and isinstance(thing, Dictionary):
        return Dictionary(list(thing.keys), [put_back(each, kind.value, leaves) for each in thing.values])
    return next(leaves)
