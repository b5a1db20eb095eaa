"""How long what a function gives one after the other stays as it is: what may change it meanwhile."""

from __future__ import annotations

from referee.meaning.program import Do, Expr, Function, If, Let, Return, Set, walk
from referee.meaning.types import Map, Seq, Thing, Type, within
from referee.meaning.values import ANYTHING, LISTS, NEVER_CHANGES

LISTED = frozenset(
    ["append", "insert", "put", "remove", "become", "clear", "add to set", "map.set", "map.del", "setdefault", "pop"]
)
"""The operations that change lists, sets and dictionaries."""
_PLAIN = """
    local, const, empty, none, some, sure, there, inject, project, is alternative, convert, as, seq, record,
    part, set, map, table, new, add, sub, mul, div, mod, pow, shl, shr, and, or, xor, truediv, negative, abs,
    min, max, comb, bit_count, bit_length, fraction, int.next, truth, not, if, equal, differ, less, least, more,
    most, both.and, both.or, and then, is one of, by atom, length, item, at, slice, sorted, repeated, joined up,
    product, combinations, combinations again, argmin, argmax, contains, index, map.has, map.item, map.key,
    map.value, place, spin, pile.one, pile.size, pile.add, pile.sub, pile.and, pile.or, pile.xor, pile.times,
    pile.invert, pile.counts, pile.count, pile.unpack, pile.pack, pile.ones, pile.covers
"""
PLAIN = LISTED | {" ".join(each.split()) for each in _PLAIN.split(",")}
"""The operations that neither look at the table or at objects, nor change them."""


def may_change(kind: Type) -> bool:
    """Whether a value of a type, or a part of it, may change in place."""
    return any(
        isinstance(each, (Map, Thing)) or (isinstance(each, Seq) and each.kind != "tuple") for each in within(kind)
    )


def changed_by(function: Function) -> int:
    """What may change the things that a function gives: NEVER_CHANGES, LISTS that it is given, or ANYTHING."""
    if not _is_plain(function, set()):
        return ANYTHING
    return LISTS if any(may_change(kind) for _, kind in function.parameters) else NEVER_CHANGES


def gives_the_same(function: Function) -> bool:
    """Whether a function gives the same for the same arguments, whenever it is called: it may keep its answers."""
    objects = any(isinstance(each, Thing) for _, kind in function.parameters for each in within(kind))
    return not objects and _is_plain(function, set(), PLAIN | {"field", "set field"})


def _is_plain(function: Function, seen: set[str], allowed: frozenset[str] = PLAIN) -> bool:
    if function.name in seen:
        return True
    seen.add(function.name)
    given = {name for name, _ in function.parameters}

    def plain(expr: Expr) -> bool:
        if expr.op == "call" and not _is_plain(expr.about, seen, allowed):
            return False
        if expr.op in LISTED and expr.args[0].op == "local" and expr.args[0].about in given:
            return False
        return (expr.op == "call" or expr.op in allowed) and all(map(plain, expr.args))

    for each in walk(function.body):
        match each:
            case Let(_, expr) | Set(_, expr) | Do(expr) | If(expr, _, _):
                if not plain(expr):
                    return False
            case Return(values):
                if not all(map(plain, values)):
                    return False
    return True
