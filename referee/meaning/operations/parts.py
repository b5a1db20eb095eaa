"""What takes dataclasses and typed tuples apart, and what copies things with all that they hold."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from types import FunctionType
from typing import Any

from referee.kernel.cards import Suit
from referee.kernel.places import Laid
from referee.kernel.players import Player
from referee.meaning.authors import is_author
from referee.meaning.operations.registry import methods, operation
from referee.meaning.program import Expr
from referee.meaning.types import INT, LAID, NEVER, PLAYER, TRUTH, Atoms, Map, Maybe, Plain, Record, Seq, Type, within
from referee.meaning.values import (
    YES,
    Entries,
    Entry,
    Known,
    Made,
    Run,
    Value,
    fields_of_class,
    is_typed_tuple,
    tuple_of,
)

PLAIN = (bool, int, str, Fraction, Player, type(None))
ITS_OWN_COPY = (Suit, Enum, type, FunctionType)
"""The classes whose things, and those of classes below them, Python gives again where it is asked for a copy."""
PART_BY_PART = "[list(row) for row in rows], or the like"
BY_HAND = "a dictionary or a tuple of the parts"
WITH_OTHERS = "replace(…) with a new list for each that it holds: replace(this, row=list(this.row))"


@operation(dataclasses.fields)
def _fields(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    known = isinstance(args[0], Known) and isinstance(args[0].thing, type)
    kind = args[0].thing if known else b.class_of(args[0])  # type: ignore[attr-defined]
    if not fields_of_class(kind):
        raise b.refuse(node, "'fields' of what is no dataclass with fields", "a dataclass")
    return Known(dataclasses.fields(kind))


@operation(dataclasses.asdict)
def _asdict(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return _of_each(b, args[0], node, lambda on: _as_dictionary(b, on, node, ()))


@operation(dataclasses.astuple)
def _astuple(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return _of_each(b, args[0], node, lambda on: _as_tuple(b, on, node))


def _of_each(b: Any, value: Value, node: Any, parts_of: Callable[[Value], Value]) -> Value:
    """The parts of a thing of a dataclass, of whichever it is where that is one of several known ones."""
    on = b.settled(value)
    if isinstance(on, Run) and isinstance(on.expr.type, Atoms):
        return b.by_atom(on, lambda each: _of_each(b, each, node, parts_of))
    return parts_of(_is_dataclass(b, on, node))


@methods("made", name="_asdict")
def _tuple_asdict(b: Any, on: Value, args: list[Value], words: Any, node: Any) -> Value:
    kind = b.class_of(on)
    if is_author(getattr(kind, "_asdict", None)):
        return b.call(b.attribute(on, "_asdict", node), args, words, node)
    if args or words or not is_typed_tuple(kind):
        b.stop("RAISED", "what has no _asdict")
    return _dictionary(b, {name: b.attribute(on, name, node) for name in kind._fields}, node, ())


def made_of_parts(b: Any, key: FunctionType, bound: list[Value], words: dict[str, Value], node: Any) -> Value | None:
    """``Move._make(things)``: a typed tuple of as many things as it has parts; None: that is not what is called."""
    kind: Any = bound[0].thing if bound and isinstance(bound[0], Known) else None
    if not is_typed_tuple(kind) or getattr(kind._make, "__func__", None) is not key or words or len(bound) != 2:
        return None
    things, many = b.call(Known(tuple), bound[1:], {}, node), len(kind._fields)
    if isinstance(things, Known):
        things = tuple_of([Known(each) for each in things.thing])
    if isinstance(things, Run) and isinstance(things.expr.type, Seq):
        length = Expr(INT, "length", (things.expr,))
        b.require(Expr(TRUTH, "equal", (length, Expr(INT, "const", (), many))), why="other parts than it has")
    elif not isinstance(things, Made) or len(things.values) != many:
        b.stop("RAISED", f"a {kind.__name__} of other parts than it has")
    return Made(kind, kind._fields, tuple([b.item(things, Known(at), node) for at in range(many)]))


def _is_dataclass(b: Any, on: Value, node: Any) -> Value:
    if isinstance(on, Run) and isinstance(on.expr.type, Maybe):
        on = b.without_none(on)
    if not fields_of_class(b.class_of(on)) or _copies_itself(b.class_of(on)):
        raise b.refuse(node, "taking this apart", BY_HAND)
    return on


def _as_dictionary(b: Any, on: Value, node: Any, path: tuple[str, ...]) -> Value:
    parts = {name: b.attribute(on, name, node) for name in fields_of_class(b.class_of(on))}
    inner = {name: _inner(b, each, node, (*path, name), is_dictionary=True) for name, each in parts.items()}
    return _dictionary(b, inner, node, path)


def _as_tuple(b: Any, on: Value, node: Any) -> Value:
    parts = [b.attribute(on, name, node) for name in fields_of_class(b.class_of(on))]
    return tuple_of([_inner(b, each, node, (), is_dictionary=False) for each in parts])


def _inner(b: Any, value: Value, node: Any, path: tuple[str, ...], is_dictionary: bool) -> Value:
    """What stands for a part where what holds it is taken apart: dataclasses are, too, and all else is copied."""
    if fields_of_class(b.class_of(value)) and not _copies_itself(b.class_of(value)):
        return _as_dictionary(b, value, node, path) if is_dictionary else _as_tuple(b, value, node)
    if any(_is_apart(b, each) for each in within(b.type_of(value))):
        raise b.refuse(node, "taking apart what holds suits, players or other things of dataclasses", BY_HAND)
    return _copied(b, value, node)


def _is_apart(b: Any, kind: Type) -> bool:
    """Whether values of a type may be things of dataclasses, which Python takes apart, too."""
    if isinstance(kind, Atoms):
        return any(fields_of_class(type(b.tr.atoms[each])) for each in kind.numbers)
    maker = Player if kind is PLAYER else Laid if kind is LAID else getattr(kind, "maker", None)
    return bool(fields_of_class(maker))


def _dictionary(b: Any, parts: dict[str, Value], node: Any, path: tuple[str, ...]) -> Value:
    """A new dictionary with these entries."""
    site = b.site_of(node, " ".join(("as dictionary", *path)))
    b.displayed[site] = tuple(b.looping)
    if site in b.tr.in_play:
        found = b.new_map(site)
        for name, each in parts.items():
            b.map_set(found, Known(name), each)
        return found
    made = Entries(tuple([Entry(name, YES, each) for name, each in parts.items()]), site)
    b.tr.copies.made_anew(made)
    return made


@operation(copy.deepcopy)
def _deepcopy(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if len(args) != 1 or words:
        raise b.refuse(node, "'deepcopy' with a memo", PART_BY_PART)
    return _copied(b, b.settled(args[0]), node)


def _copied(b: Any, value: Value, node: Any) -> Value:
    """A copy of what holds things alone of which Python makes none: of a list of lists the two may be one."""
    if isinstance(value, Known):
        if _is_its_own_copy(value.thing):
            return value
        if fields_of_class(type(value.thing)):
            raise b.refuse(node, f"a copy of a {type(value.thing).__name__} with all that it holds", WITH_OTHERS)
        if type(value.thing) in (list, set, dict) and all(map(_is_its_own_copy, _held(value.thing))):
            return b.call(Known(type(value.thing)), [value], {}, node)
        raise b.refuse(node, "a copy of this with all that it holds", PART_BY_PART)
    if not isinstance(value, (Run, Made, Entries)):
        raise b.refuse(node, "a copy of what is gone through once", "list(…) of it")
    kind: Any = b.type_of(value)
    if _stays(b, kind):
        return value
    if fields_of_class(b.class_of(value)):
        raise b.refuse(node, f"a copy of a {b.class_of(value).__name__} with all that it holds", WITH_OTHERS)
    inner = (kind.item,) if isinstance(kind, Seq) else (kind.key, kind.value) if isinstance(kind, Map) else ()
    plain = (isinstance(kind, Map) and not kind.missing) or (isinstance(kind, Seq) and kind.kind in ("list", "set"))
    if not plain or b.tr.deques or kind in b.tr.frozen or not all(_stays(b, each) for each in inner):
        raise b.refuse(node, "a copy of this with all that it holds", PART_BY_PART)
    maker = dict if isinstance(kind, Map) else list if kind.kind == "list" else set
    return b.call(Known(maker), [value], {}, node)


def _held(thing: Any) -> list[Any]:
    return [*thing, *thing.values()] if isinstance(thing, dict) else list(thing)


def _is_its_own_copy(thing: Any) -> bool:
    if type(thing) is tuple or is_typed_tuple(type(thing)):
        return all(map(_is_its_own_copy, thing))
    return type(thing) in PLAIN or (isinstance(thing, ITS_OWN_COPY) and not _copies_itself(type(thing)))


def _stays(b: Any, kind: Type) -> bool:
    """Whether nobody can tell a value of a type from a copy of it."""
    if kind is NEVER:
        return True
    if isinstance(kind, Atoms):
        return all(_is_its_own_copy(b.tr.atoms[each]) for each in kind.numbers)
    if isinstance(kind, Maybe):
        return _stays(b, kind.of)
    if isinstance(kind, Record):
        whole = kind.maker is tuple or (is_typed_tuple(kind.maker) and not _copies_itself(kind.maker))
        return whole and all(_stays(b, each) for each in kind.types)
    if isinstance(kind, Seq):
        return kind.kind == "tuple" and _stays(b, kind.item)
    return isinstance(kind, Plain) and kind.word in ("int", "wide", "truth", "pile", "player", "fraction")


def _copies_itself(kind: Any) -> bool:
    """Whether a class says itself how its things are copied."""
    names = ("__deepcopy__", "__copy__", "__reduce__", "__reduce_ex__", "__getnewargs__", "__getnewargs_ex__")
    own = [each for each in getattr(kind, "__mro__", ()) if not each.__module__.startswith("referee.kernel")]
    own = [each for each in own if each.__module__ not in ("builtins", "enum", "fractions")]
    return any(name in vars(each) for each in own for name in names if not is_typed_tuple(each))
