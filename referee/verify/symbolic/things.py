"""What variables hold while a Program is carried out with terms: numbers and truths are terms, a record is a tuple."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from referee.meaning.looking import may_change
from referee.meaning.types import (
    FRACTION,
    INT,
    NUMBERS,
    PILE,
    PLAYER,
    TRUTH,
    WIDE,
    Atoms,
    Map,
    Maybe,
    Places,
    Record,
    Seq,
    Type,
    Union,
    like,
)
from referee.verify.symbolic import terms
from referee.verify.symbolic.term_types import Number, Term
from referee.verify.symbolic.terms import NotFollowed

Owe = Callable[[Term], None]
"""Told what has to hold, where a rule breaks off otherwise."""


@dataclass(slots=True, eq=False)
class Items:
    """Things one after the other. Lists and sets change in place, as they do in Python."""

    items: list[Any]


@dataclass(slots=True, eq=False)
class Dictionary:
    """Keys and values in the order in which keys came."""

    keys: list[Any]
    values: list[Any]


@dataclass(slots=True, eq=False)
class Object:
    """An object of the game, whose attributes may change."""

    fields: dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Perhaps:
    """A value, or None where ``has`` does not hold."""

    has: Term
    value: Any


@dataclass(frozen=True, slots=True, eq=False)
class OneOfTypes:
    """A value of the type with that number among several."""

    tag: int
    value: Any


def copied(thing: Any, made: dict[int, Any] | None = None) -> Any:
    """A thing that does not change with another: lists and the like are made anew. ``made`` has those that were made
    already, by the ``id`` of what they are copies of: what is one thing in several places stays one."""
    made = {} if made is None else made
    if id(thing) in made:
        return made[id(thing)]
    found = thing
    if isinstance(thing, list):
        return [copied(each, made) for each in thing]
    if isinstance(thing, tuple):
        return tuple([copied(each, made) for each in thing])
    if isinstance(thing, Perhaps):
        return Perhaps(thing.has, copied(thing.value, made))
    if isinstance(thing, OneOfTypes):
        return OneOfTypes(thing.tag, copied(thing.value, made))
    if isinstance(thing, Items):
        found = Items([copied(each, made) for each in thing.items])
    elif isinstance(thing, Dictionary):
        found = Dictionary([copied(each, made) for each in thing.keys], [copied(each, made) for each in thing.values])
    elif isinstance(thing, Object):
        found = Object({name: copied(each, made) for name, each in thing.fields.items()})
    if found is not thing:
        made[id(thing)] = found
    return found


def changeable(thing: Any, kind: Type, but: Container[int] = ()) -> Iterator[Any]:
    """The parts of a thing that may change in place, and itself, in an order; nothing inside those whose ``id`` is in
    ``but``. What is in several places comes several times."""
    if thing is UNSET or not may_change(kind):
        return
    if isinstance(thing, (Items, Dictionary, Object)) and not (isinstance(kind, Seq) and kind.kind == "tuple"):
        yield thing
        if id(thing) in but:
            return
    match kind:
        case Maybe():
            inside = [(thing.value, kind.of)] if thing.value is not None else []
        case Union():
            inside = [(thing.value, kind.of[thing.tag])]
        case Record():
            inside = list(zip(thing, kind.types, strict=True))
        case Seq():
            inside = [(each, kind.item) for each in thing.items]
        case Map():
            inside = [*[(each, kind.key) for each in thing.keys], *[(each, kind.value) for each in thing.values]]
        case _:  # an object, whose attributes nobody changes where this is asked
            inside = []
    for each, of in inside:
        yield from changeable(each, of, but)


def is_alike(one: Any, other: Any) -> bool:
    """Whether two things are the same, part by part, with no question to the solver: of terms, whether they are one."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(is_alike, one, other))
    match one:
        case Items():
            return is_alike(one.items, other.items)
        case Dictionary():
            return is_alike(one.keys, other.keys) and is_alike(one.values, other.values)
        case Object():
            return one.fields.keys() == other.fields.keys() and all(
                is_alike(each, other.fields[name]) for name, each in one.fields.items()
            )
        case Perhaps():
            return is_alike(one.has, other.has) and is_alike(one.value, other.value)
        case OneOfTypes():
            return is_alike(one.tag, other.tag) and is_alike(one.value, other.value)
        case _:
            return bool(one == other)


class _Unset:
    """What a variable holds that is not set yet: it is handed on, and nothing is done with it."""


UNSET = _Unset()
ABSENT = Perhaps(False, None)
SCALARS = (*NUMBERS, PLAYER)


def is_scalar(kind: Type) -> bool:
    """Whether values of a type are terms."""
    return kind in SCALARS or isinstance(kind, (Atoms, Places))


def chosen(truth: Term, yes: Any, no: Any, kind: Type) -> Any:
    """One thing or the other as one thing. NotFollowed: nothing stands for both."""
    if isinstance(truth, bool):
        return yes if truth else no
    if yes is no or no is UNSET:
        return yes
    if yes is UNSET:
        return no
    if is_scalar(kind):
        return terms.choose(truth, yes, no)
    if isinstance(kind, Record) and isinstance(yes, tuple):
        parts = zip(yes, no, kind.types, strict=True)
        return tuple([chosen(truth, one, other, each) for one, other, each in parts])
    if isinstance(kind, Maybe):
        has = terms.choose(truth, yes.has, no.has)
        if yes.value is None or no.value is None:
            return Perhaps(has, no.value if yes.value is None else yes.value)
        return Perhaps(has, chosen(truth, yes.value, no.value, kind.of))
    if isinstance(kind, Union) and yes.tag == no.tag:
        return OneOfTypes(yes.tag, chosen(truth, yes.value, no.value, kind.of[yes.tag]))
    if isinstance(kind, Seq) and kind.kind == "tuple" and len(yes.items) == len(no.items):
        pairs = zip(yes.items, no.items, strict=True)
        return Items([chosen(truth, one, other, kind.item) for one, other in pairs])
    if kind is PILE:
        return yes.or_else(truth, no)
    raise NotFollowed(f"one of two things that are {kind!r}")


def same(one: Any, other: Any, kind: Type) -> Term:
    """Whether two things of one type are equal. Piles are asked elsewhere."""
    if one is other:
        return True
    if is_scalar(kind):
        return terms.equal(one, other)
    if isinstance(kind, Record):
        return terms.both([same(a, b, each) for a, b, each in zip(one, other, kind.types, strict=True)])
    if isinstance(kind, Maybe):
        if one.value is None or other.value is None:
            return terms.both([terms.no(one.has), terms.no(other.has)])
        inner = same(one.value, other.value, kind.of)
        return terms.both([terms.equal(one.has, other.has), terms.either([terms.no(one.has), inner])])
    if isinstance(kind, Union):
        return one.tag == other.tag and same(one.value, other.value, kind.of[one.tag])
    if isinstance(kind, Seq):
        if len(one.items) != len(other.items):
            return False
        return terms.both([same(a, b, kind.item) for a, b in zip(one.items, other.items, strict=True)])
    if isinstance(kind, Map) and not (one.keys and other.keys):
        return not one.keys and not other.keys
    if kind is PILE and not one.unlike(other):
        return True
    raise NotFollowed(f"whether two things that are {kind!r} are equal")


def converted(value: Any, own: Type, kind: Type, owe: Owe) -> Any:
    """A value of one type as one of another, as in native play. ``owe`` is told what has to hold for it: None is no
    number, half is no whole one. NotFollowed: what it is then is not known."""
    if own == kind or value is UNSET:
        return value
    if is_scalar(own) and is_scalar(kind):
        return _as_scalar(value, own, kind, owe)
    if kind is PILE and own in NUMBERS and isinstance(value, int):
        raise NotFollowed("a number as cards")
    if isinstance(kind, Union):
        return _as_one_of(value, own, kind, owe)
    if isinstance(own, Union):
        return converted(value.value, own.of[value.tag], kind, owe)
    if isinstance(kind, Maybe):
        if isinstance(own, Maybe):
            inner = partial(_if_there, owe, value.has)
            return Perhaps(value.has, None if value.value is None else converted(value.value, own.of, kind.of, inner))
        if isinstance(own, Atoms) and not isinstance(kind.of, Atoms):
            return ABSENT
        return Perhaps(True, converted(value, own, kind.of, owe))
    if isinstance(own, Maybe):
        owe(value.has)
        if value.value is None:
            raise NotFollowed("nothing where something is wanted")
        return converted(value.value, own.of, kind, owe)
    if isinstance(own, Record) and isinstance(kind, Record):
        parts = zip(value, own.types, kind.types, strict=True)
        return tuple([converted(each, here, there, owe) for each, here, there in parts])
    if isinstance(own, Record) and isinstance(kind, Seq):
        return Items([converted(each, here, kind.item, owe) for each, here in zip(value, own.types, strict=True)])
    if isinstance(own, Seq) and isinstance(kind, Seq):
        if own.item == kind.item:
            return value
        return Items([converted(each, own.item, kind.item, owe) for each in value.items])
    if isinstance(own, Map) and isinstance(kind, Map):
        keys = [converted(each, own.key, kind.key, owe) for each in value.keys]
        return Dictionary(keys, [converted(each, own.value, kind.value, owe) for each in value.values])
    raise NotFollowed(f"{own!r} as {kind!r}")


def _if_there(owe: Owe, has: Term, truth: Term) -> None:
    owe(terms.either([terms.no(has), truth]))


def _as_scalar(value: Term, own: Type, kind: Type, owe: Owe) -> Term:
    if isinstance(own, Atoms) and not isinstance(kind, Atoms):
        owe(False)
    if kind is TRUTH and own is not TRUTH:
        return terms.no(terms.equal(value, 0))
    if own is FRACTION and kind in (INT, WIDE):
        if not terms.known(value) and not (isinstance(value, Number) and value.is_whole):
            raise NotFollowed("a fraction as a whole number")
        owe(not terms.known(value) or value == int(value))
        return int(value) if terms.known(value) else value
    return terms.number(value) if kind in (INT, WIDE, FRACTION) else value


def _as_one_of(value: Any, own: Type, kind: Union, owe: Owe) -> Any:
    if isinstance(own, Union):
        inner = own.of[value.tag]
        return _as_one_of(value.value, inner, kind, owe)
    if isinstance(own, Maybe):
        if not isinstance(value.has, bool):
            raise NotFollowed("what may be None as one of several types")
        return _as_one_of(value.value, own.of, kind, owe) if value.has else OneOfTypes(_none_of(kind), 0)
    for number, each in enumerate(kind.of):
        if each == own or like(each) == like(own):
            return OneOfTypes(number, converted(value, own, each, owe))
    raise NotFollowed(f"{own!r} as {kind!r}")


def _none_of(kind: Union) -> int:
    return next(number for number, each in enumerate(kind.of) if isinstance(each, Atoms))
