"""How long what a function gives one after the other stays as it is: what may change it meanwhile."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import takewhile

from referee.meaning.program import (
    Block,
    Catch,
    Do,
    Expr,
    Function,
    If,
    Let,
    Loop,
    Raise,
    Return,
    Set,
    Stmt,
    expressions,
    walk,
)
from referee.meaning.types import Map, Seq, Thing, Type, within
from referee.meaning.values import ANYTHING, DOING, LISTS, NEVER_CHANGES

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
_ON_TABLES = """
    scalar, each, each.all, money, turns, outcome, field, place.pile, place.size, place.row, next, everyone from,
    lies, lying, laid, laid.has, laid.marks, laid.with, laid.mark, laid.unmark, pile.only, pile.worth, pile.highest,
    pile.is_exactly, pile.is_within, pile.following, pile.matching, pile.singles, reading, reading is, way
"""
CHANGING = LISTED | {"set field"}
"""Those that change lists, sets, dictionaries or objects."""
LOOKS = PLAIN | CHANGING | {" ".join(each.split()) for each in _ON_TABLES.split(",")}
"""Those that change nothing else."""
MAKING = frozenset(["new", "seq", "set", "sorted", "slice", "joined up", "repeated", "map", "empty", "each.all"])
"""Those that give a list, a set or a dictionary that nobody else has."""
UNWINDING = ("unwind", "unwound")
"""To raise what is caught further out changes nothing."""
MOVING = ("set row", "set pile", "take")
"""What these change lies in no list and no object."""


def may_change(kind: Type) -> bool:
    """Whether a value of a type, or a part of it, may change in place."""
    return any(
        isinstance(each, (Map, Thing)) or (isinstance(each, Seq) and each.kind != "tuple") for each in within(kind)
    )


def changed_by(function: Function) -> int:
    """What may change the things that a function gives: NEVER_CHANGES, LISTS that it is given, or ANYTHING; DOING: it
    changes something itself while it gives them."""
    if does(function, set()) or _changes_later(function):
        return DOING
    if not _is_plain(function, set()):
        return ANYTHING
    return LISTS if any(may_change(kind) for _, kind in function.parameters) else NEVER_CHANGES


def does(function: Function, seen: set[str]) -> bool:
    """Whether a function changes anything but what it has made itself."""
    if function.name in seen:
        return False
    seen.add(function.name)
    return changes(function.body, seen)


def changes(body: list[Stmt], seen: set[str], but: Container[int] = ()) -> bool:
    """Whether statements change anything but what they have made themselves, beside the expressions whose ``id`` is in
    ``but``."""
    made = _made(body)
    for expr in expressions(body):
        if id(expr) in but:
            continue
        if expr.op == "call":
            own = all(_is_own(each, made) for each in _changing(expr))
            if does(expr.about, seen) and not (own and _changes_given(expr.about, set())):
                return True
        elif expr.op not in LOOKS or (expr.op in CHANGING and not _is_own(expr.args[0], made)):
            return True
    return False


def called_in(body: list[Stmt]) -> list[Function]:
    """The functions that statements call, and all that those do."""
    found: dict[str, Function] = {}
    new = [each.about for each in expressions(body) if each.op == "call"]
    while new:
        function = new.pop()
        if function.name not in found:
            found[function.name] = function
            new += [each.about for each in expressions(function.body) if each.op == "call"]
    return list(found.values())


def changes_beside(body: list[Stmt], operations: Container[str], but: Container[int] = ()) -> bool:
    """Whether statements, or the functions that they call, change anything but what they have made themselves, beside
    these operations and the expressions whose ``id`` is in ``but``."""
    called = called_in(body)
    bodies = [body, *[each.body for each in called]]
    every = [each for part in bodies for each in expressions(part)]
    beside = {id(each) for each in every if each.op in operations or id(each) in but}
    seen = {each.name for each in called}
    return any(changes(part, seen, beside) for part in bodies)


def _made(body: list[Stmt]) -> dict[str, list[Expr]]:
    """By the name what it stands for."""
    made: dict[str, list[Expr]] = {}
    for each in walk(body):
        if isinstance(each, (Let, Set)):
            made.setdefault(each.name, []).append(each.value)
    return made


def _is_own(expr: Expr, made: dict[str, list[Expr]], around: frozenset[str] = frozenset()) -> bool:
    """Whether a list, a set or a dictionary was made here."""
    if expr.op in ("convert", "as"):
        return _is_own(expr.args[0], made, around)
    if expr.op != "local":
        return expr.op in MAKING
    if expr.about in around:
        return True
    values = made.get(expr.about, [])
    return bool(values) and all(_is_own(each, made, around | {expr.about}) for each in values)


def _changes_given(function: Function, seen: set[str]) -> bool:
    """Whether a function changes what it is given, and nothing else."""
    if function.name in seen:
        return True
    seen.add(function.name)
    given = {name for name, _ in function.parameters}
    made = _made(function.body)

    def is_given(expr: Expr) -> bool:
        return (expr.op == "local" and expr.about in given) or _is_own(expr, made)

    for expr in expressions(function.body):
        if expr.op == "call":
            if not (_changes_given(expr.about, seen) and all(map(is_given, _changing(expr)))):
                return False
        elif expr.op not in LOOKS or (expr.op in CHANGING and not is_given(expr.args[0])):
            return False
    return True


def _changing(call: Expr) -> list[Expr]:
    """The arguments of a call that may be changed."""
    return [each for each in call.args if may_change(each.type)]


def _changes_later(function: Function) -> bool:
    """Whether a function may change a thing that it has given already."""
    results = [each.item for each in function.results if isinstance(each, Seq)]
    kinds = {each for item in results for each in within(item) if may_change(each)}
    if not kinds:
        return False
    every = list(_places(function.body, ()))
    given = [around for expr, around in every if expr.op == "append" and expr.args[0].type in function.results]
    made = _made(function.body)
    for expr, around in every:
        for on in _changed(expr, kinds):
            values = made.get(on.about, []) if on.op == "local" else []
            new = next((where for each, where in every if values == [each] and each.op in MAKING), None)
            if new is None or any(_comes_between(new, each, around) for each in given):
                return True
    return False


def _changed(expr: Expr, kinds: set[Type]) -> list[Expr]:
    """What of these types an expression changes."""
    if expr.op == "call":
        given = [each for each in expr.args if each.type in kinds]
        return given if given and _may_change_given(expr.about, set()) else []
    if expr.op in CHANGING:
        return [each for each in expr.args[:1] if each.type in kinds]
    return []


def _may_change_given(function: Function, seen: set[str]) -> bool:
    """Whether a function, or one that it calls, may change what it is given."""
    if function.name in seen:
        return False
    seen.add(function.name)
    made = _made(function.body)
    return any(
        _may_change_given(each.about, seen)
        if each.op == "call"
        else each.op in CHANGING and not _is_own(each.args[0], made)
        for each in expressions(function.body)
    )


def _places(body: list[Stmt], around: tuple[int, ...]) -> Iterator[tuple[Expr, tuple[int, ...]]]:
    """Every expression of statements, with the numbers of the statements that it stands in; those of loops are
    negative."""
    for at, each in enumerate(body, 1):
        inner = (*around, -at if isinstance(each, Loop) else at)
        match each:
            case If(condition, yes, no):
                yield from ((one, inner) for one in expressions([Do(condition)]))
                yield from _places(yes, (*inner, 1))
                yield from _places(no, (*inner, 2))
            case Block(_, parts) | Loop(_, parts):
                yield from _places(parts, inner)
            case Catch(tried, caught, _):
                yield from _places(tried, (*inner, 1))
                yield from _places(caught, (*inner, 2))
            case _:
                yield from ((one, inner) for one in expressions([each]))


def _comes_between(new: tuple[int, ...], given: tuple[int, ...], change: tuple[int, ...]) -> bool:
    """Whether what is made in one place may be given in another one and then changed in a third."""
    common = [one for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(given, change, strict=False))]
    again = any(each < 0 and new[at : at + 1] != (each,) for at, each in enumerate(common))
    plain = [tuple(map(abs, each)) for each in (new, given, change)]
    return again or plain[0] < plain[1] < plain[2]


_NEVER_BREAKS = """
    local, const, empty, none, some, there, record, part, seq, new, append, add, sub, mul, negative, abs, min, max,
    int.next, truth, not, if, equal, differ, less, least, more, most, both.and, both.or, and then, is one of, by atom,
    length, at, slice, scalar, each, each.all, money, turns, next, map.has, map.key, map.value, map.set, spin, place,
    is alternative, place.pile, place.size, pile.size, contains, field, add to set, set
"""
NEVER_BREAKS = frozenset([" ".join(each.split()) for each in _NEVER_BREAKS.split(",")])
"""The operations that raise nothing, whatever they are given."""


def may_break_off(body: list[Stmt]) -> bool:
    """Whether statements may raise something."""
    raises = any(isinstance(each, Raise) for each in walk(body))
    return raises or any(each.op not in NEVER_BREAKS for each in expressions(body))


def unwinds(function: Function, seen: frozenset[str] = frozenset()) -> bool:
    """Whether something may be raised in a function that is caught outside of it."""
    if function.name in seen:
        return False
    every = expressions(function.body)
    around = seen | {function.name}
    return any(each.op == "unwind" or (each.op == "call" and unwinds(each.about, around)) for each in every)


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
