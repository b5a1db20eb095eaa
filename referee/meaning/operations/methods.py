"""What the methods of sequences, dictionaries and numbers mean."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import dataclasses
from collections import OrderedDict
from typing import Any

from referee.meaning import library
from referee.meaning.operations.finding import may_be_equal, one_of_several
from referee.meaning.operations.numbers import _sorted
from referee.meaning.operations.registry import METHODS, Operation, methods, operation
from referee.meaning.program import Expr
from referee.meaning.types import (
    INT,
    LAID,
    NEVER,
    WIDE,
    Atoms,
    Map,
    Record,
    Seq,
    Thing,
    Type,
    is_counter,
)
from referee.meaning.values import (
    NOTHING,
    Entries,
    Indexed,
    Known,
    Lazy,
    Made,
    Run,
    Value,
    fields_of_class,
    tells_apart_by_parts,
    tuple_of,
)


@methods("seq", name="append")
def _append(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    value = b.as_seq(args[0], node=node) if isinstance(args[0], (Lazy, Indexed)) else args[0]
    b.put(on, value)
    return NOTHING


@methods("seq", name="extend")
def _extend(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    b.extend(on, args[0], node)
    return NOTHING


@methods("seq", "made", name="copy")
def _copy(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
    kind = b.type_of(on)
    b.tell_apart(node, kind)
    if getattr(kind, "kind", "") == "tuple" or getattr(kind, "maker", list) not in (list, set):
        b.stop("RAISED", "a tuple has no copy")
    return b.call(Known(set if isinstance(kind, Seq) and kind.kind == "set" else list), [on], {}, node)


@methods("map", "entries", name="copy")
def _copy_map(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
    kind = b.type_of(on)
    found = b.new_map(b.site_of(node), kind.missing)
    b.update(found, on, node)
    return found


@methods("seq", name="insert")
def _insert(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    item = b.item_type(on.expr, b.kept_type(args[1]))
    b.do(Expr(NEVER, "insert", (on.expr, b.fit(args[0], INT), b.fit(args[1], item))))
    return NOTHING


@methods("seq", name="pop")
def _pop(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    kind = on.expr.type
    assert isinstance(kind, Seq)
    if kind.kind == "set":
        raise b.refuse(node, "'.pop()' of a set", "min(…) of it, and '.remove(…)'")
    if kind.item is NEVER:
        b.stop("RAISED", "pop from an empty list", IndexError)
    at = b.fit(args[0], INT) if args else Expr(INT, "const", (), -1)
    at, is_sure = b.has_place(lambda: Expr(INT, "length", (on.expr,)), at, node)
    return b.plain_item(b.sure(Expr(kind.item, "pop", (on.expr, at)), is_sure))


@methods("seq", name="popleft")
def _popleft(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    return _pop(b, on, [Known(0)], words, node)


@methods("seq", name="appendleft")
def _appendleft(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    return _insert(b, on, [Known(0), *args], words, node)


def of_library(name: str) -> Operation:
    def meaning(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
        return b.call(Known(getattr(library, name)), [on, *args], words, node)

    return meaning


for _name, _read in (
    *[(each, each) for each in ("rotate", "issubset", "issuperset", "isdisjoint", "discard")],
    *[("union", "set_or"), ("intersection", "set_and"), ("difference", "set_less")],
    *[("symmetric_difference", "set_xor"), ("intersection_update", "keep"), ("difference_update", "lose")],
    ("symmetric_difference_update", "change_over"),
):
    METHODS["seq", _name] = of_library(_read)
METHODS["map", "popitem"] = of_library("popitem")


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
    item = b.item_type(on.expr, b.kept_type(args[0]))
    b.tell_apart(node, item)
    b.do(Expr(NEVER, "add to set", (on.expr, b.fit(args[0], item))))
    return NOTHING


@methods("seq", name="update")
def _set_update(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    for each in args:
        b.any_order += 1
        things = b.iterable(each, node, unroll=True)
        b.any_order -= 1
        if isinstance(things, list):
            for one in things:
                _add(b, on, [one], {}, node)
        else:
            b.each(things, frozenset(), b.fresh("more_"), lambda one: _add(b, on, [one], {}, node), node)
    return NOTHING


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
        if (several := one_of_several(b, args[0], kind.key)) is not None:
            return b.by_alternative(several, lambda each: _get(b, on, [each, *args[1:]], words, node))
        if not b.fits(args[0], kind.key) and not may_be_equal(b, b.kept_type(args[0]), kind.key):
            return otherwise
        key = b.settled(args[0])
        own = b.sure(Expr(kind.value, "map.item", (on.expr, b.fit(key, kind.key))))
        return b.either(b.contained(key, on, node), lambda: b.plain_item(own), lambda: otherwise)
    there = b.contained(args[0], on, node)
    return b.either(there, lambda: b.item(on, args[0], node), lambda: otherwise)


@methods("map", "entries", "known dict", name="keys")
def _keys(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
    return Made(library.Keys, ("of",), (Known(tuple(on.thing)) if isinstance(on, Known) else on,))


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
            return tuple_of([each.value for each in on.entries])
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
            return tuple_of([Made(tuple, (0, 1), (Known(each.key), each.value)) for each in on.entries])
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
    start = args[1] if len(args) > 1 else NOTHING
    kind = b.map_types(on.expr, b.kept_type(args[0]), b.kept_type(start))
    put = (on.expr, b.fit(args[0], kind.key), b.fit(start, kind.value))
    found = b.let(Expr(kind.value, "setdefault", put))

    def grow(wider: Type) -> None:
        b.map_types(on.expr, kind.key, wider)

    b.growers[found.expr.about] = grow
    return found


@methods("entries", name="setdefault")
@methods("entries", name="pop")
@methods("entries", name="popitem")
@methods("entries", name="update")
@methods("entries", name="__delitem__")
def _again(b: Any, on: Entries, args: list[Value], words: Any, node: Any) -> Value:
    return b.again_in_play(on, node)


@methods("map", name="pop")
def _map_pop(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    kind = on.expr.type
    assert isinstance(kind, Map)
    if kind.key is NEVER:
        if len(args) > 1:
            return args[1]
        b.has_no_entry(args[0], node, "KeyError")
    if (several := one_of_several(b, args[0], kind.key)) is not None:
        return b.by_alternative(several, lambda each: _map_pop(b, on, [each, *args[1:]], words, node))
    b.refuse_equal(kind.key, b.kept_type(args[0]))
    if len(args) > 1 and not b.fits(args[0], kind.key) and not may_be_equal(b, b.kept_type(args[0]), kind.key):
        return args[1]
    key = b.fit(args[0], kind.key)

    def taken() -> Value:
        found = b.item(on, args[0], node)
        b.do(b.sure(Expr(NEVER, "map.del", (on.expr, key))))  # an item was found
        return found

    if len(args) == 1:
        return taken()
    return b.either(b.contained(args[0], on, node), taken, lambda: args[1])


@methods("map", name="__delitem__")
def _map_del(b: Any, on: Run, args: list[Value], words: Any, node: Any) -> Value:
    kind = on.expr.type
    assert isinstance(kind, Map)
    if is_counter(kind):
        b.call(Known(library.forget), [on, args[0]], {}, node)
        return NOTHING
    is_sure = b.unless(lambda: b.contained(args[0], on, node), KeyError, node, args[0])
    if kind.key is NEVER:
        b.stop("RAISED", "KeyError")
    b.refuse_equal(kind.key, b.kept_type(args[0]))
    b.do(b.sure(Expr(NEVER, "map.del", (on.expr, b.fit(args[0], kind.key))), is_sure))
    return NOTHING


@methods("seq", name="__delitem__")
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
    if args or not hasattr(kind.maker, "_replace"):
        b.stop("RAISED", "what has no _replace")
    return _with_others(b, on, words)


def _with_others(b: Any, on: Value, words: Any) -> Value:
    """The same thing with other parts."""
    kind = b.type_of(on)
    if not {*words} <= {*kind.names}:
        b.stop("RAISED", "a part of another name")
    parts = [words.get(name) or b.part(on, at) for at, name in enumerate(kind.names)]
    return Made(kind.maker, kind.names, tuple(parts))


@operation(OrderedDict)
def _ordered(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if words or len(args) > 1:
        raise b.refuse(node, "an OrderedDict of names", "a dictionary, or pairs: OrderedDict([(…, …)])")
    return b.made(b.class_for(library.Ordered, node), [b.call(Known(dict), args, {}, node)], {}, node)


@operation(dataclasses.replace)
def _dataclass_replace(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    kind = b.type_of(args[0])
    on = args[0]
    if isinstance(on, Run) and isinstance(kind, Atoms):
        return b.by_atom(on, lambda each: _dataclass_replace(b, [each], words, node))
    if isinstance(on, Known) and tells_apart_by_parts(type(on.thing)):
        fields = fields_of_class(type(on.thing)).values()
        given = {each.name: Known(getattr(on.thing, each.name)) for each in fields if each.init}
        return b.made(type(on.thing), [], {**given, **words}, node)
    if isinstance(kind, Thing) and isinstance(on, Run):
        names = [each.name for each in fields_of_class(kind.maker).values() if each.init]
        return b.made(kind.maker, [], {**{each: b.attribute(on, each, node) for each in names}, **words}, node)
    if not isinstance(kind, Record):
        raise b.refuse(node, f"'replace' of {kind!r}", "a frozen dataclass, or a new one")
    return _with_others(b, args[0], words)


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
