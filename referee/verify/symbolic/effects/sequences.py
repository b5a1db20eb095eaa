"""Sequences of which nobody knows how long they are: rows of cards, and what rules make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from referee.verify.symbolic import terms
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Dictionary, Items, Object, OneOfTypes, Perhaps

_numbers = count(1)
Seen = tuple[int, int, int]
"""The place where a card was looked at, since when the cards lay so there, and since when they were those."""


@dataclass(slots=True, eq=False)
class Some:
    """So many things of one sort. ``make`` gives the one at an index; ``distinct``: no two of the cards are one card;
    ``row``: the place and its moment whose whole row that is; ``earlier``: what a loop had collected before."""

    length: Term
    make: Callable[[Term], Any]
    distinct: bool = False
    row: tuple[int, int, int] | None = None
    earlier: bool = False
    among: tuple[int, int] | None = None
    """The place, and its moment, of the row among whose cards all of them were then."""
    tile: tuple[Term, int] | None = None
    """Of all cards of one linked group: the number of the last of them, and the moment when they were."""
    number: int = field(default_factory=lambda: next(_numbers))


@dataclass(slots=True, eq=False)
class One:
    """A single thing."""

    thing: Any


@dataclass(slots=True, eq=False)
class Many:
    """Things one after the other, part by part. Lists change in place."""

    parts: list[Any]
    pile: Any = None
    """Of a row: its cards as they are counted, where rules ask for them."""

    @property
    def length(self) -> Term:
        return terms.total([(1 if isinstance(part, One) else part.length, 1) for part in self.parts])

    @property
    def items(self) -> Any:
        raise NotFollowed("each of so many things as nobody knows")


@dataclass(slots=True, eq=False)
class AnyMap:
    """A dictionary of which nobody knows what keys it has. ``make`` gives what may stand at a key, ``some_key`` any key
    that was put; None: any may have been."""

    make: Callable[[Any], Any]
    some_key: Callable[[], Any] | None = None
    number: int = field(default_factory=lambda: next(_numbers))
    puts: list[tuple[Any, Any]] = field(default_factory=list)
    """What was put since, the last one last."""

    def forget(self) -> None:
        self.number = next(_numbers)
        self.puts.clear()

    @property
    def keys(self) -> Any:
        raise NotFollowed("each of so many keys as nobody knows")

    values = keys


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card as it lies, or lay. ``marks`` are those that are known, by atoms; ``others`` is the number of what is not
    known, 0 where all others are not there. ``seen``: the place, its moment and its faces when it lay so."""

    number: Term
    kind: Term
    link: Term
    marks: dict[int, Term]
    others: int
    seen: Seen | None = None
    kept: bool = False
    """Whether rules had kept it for later: then nobody knows where it lies."""


_HOLDERS = (tuple, list, Many, Items, Dictionary, AnyMap, Object, Perhaps, OneOfTypes)
"""What has parts; most of what is looked at is a number or a card."""


def frozen(thing: Any, known: dict[int, Any]) -> Any:
    """The same as it is now: what changes later in one does not change in the other. ``known``: by number what was
    copied, so that one thing stays one."""
    if not isinstance(thing, _HOLDERS):
        return thing
    found = known.get(id(thing))
    if found is not None:
        return found[0]
    made: Any = thing
    match thing:
        case Many(parts, pile):
            parts = [One(frozen(each.thing, known)) if isinstance(each, One) else each for each in parts]
            made = Many(parts, pile)
        case Items(items):
            made = Items([frozen(each, known) for each in items])
        case Dictionary(keys, values):
            made = Dictionary(list(keys), [frozen(each, known) for each in values])
        case AnyMap():
            puts = [(key, frozen(value, known)) for key, value in thing.puts]
            made = AnyMap(thing.make, thing.some_key, thing.number, puts)
        case Object(fields):
            made = Object({})
            known[id(thing)] = made, thing
            made.fields.update({name: frozen(each, known) for name, each in fields.items()})
        case Perhaps(has, value):
            made = Perhaps(has, frozen(value, known))
        case OneOfTypes(tag, value):
            made = OneOfTypes(tag, frozen(value, known))
        case tuple():
            made = tuple([frozen(each, known) for each in thing])
        case list():
            made = [frozen(each, known) for each in thing]
    known[id(thing)] = made, thing
    return made


def parts_of(things: Any) -> list[Any]:
    if isinstance(things, Many):
        return list(things.parts)
    if isinstance(things, Items):
        return [One(each) for each in things.items]
    if isinstance(things, tuple):
        return [One(each) for each in things]
    raise NotFollowed(f"a sequence that is {type(things).__name__}")


def row_of(things: Any) -> tuple[int, int] | None:
    """The row, and the moment, among whose cards all of these were."""
    rows = {part.among if isinstance(part, Some) else None for part in parts_of(things)}
    return rows.pop() if len(rows) == 1 else None


def singles(parts: Iterable[Any]) -> list[Any] | None:
    """The things, where each is known to be there."""
    found = [part.thing for part in parts if isinstance(part, One)]
    return found if len(found) == len(list(parts)) else None


def sequence(parts: Sequence[Any]) -> Any:
    known = singles(parts)
    return Many(list(parts)) if known is None else Items(known)


def is_part(thing: Any, whole: Any, depth: int = 0) -> bool:
    """Whether it is that very thing, or a part of it."""
    if whole is thing:
        return True
    if depth > 6 or not isinstance(whole, _HOLDERS):
        return False
    inner: Iterable[Any] = ()
    match whole:
        case tuple() | list():
            inner = whole
        case Items(items):
            inner = items
        case Many(parts):
            inner = [part.thing for part in parts if isinstance(part, One)]
        case Dictionary(_, values):
            inner = values
        case AnyMap():
            inner = [value for _, value in whole.puts]
        case Object(fields):
            inner = list(fields.values())
        case Perhaps(_, value) | OneOfTypes(_, value):
            inner = (value,)
    return any(is_part(thing, each, depth + 1) for each in inner)


def copied(thing: Any) -> Any:
    """A list that may be changed without changing another."""
    if not isinstance(thing, _HOLDERS):
        return thing
    if isinstance(thing, tuple):
        return tuple([copied(each) for each in thing])
    if isinstance(thing, Perhaps):
        return Perhaps(thing.has, copied(thing.value))
    if isinstance(thing, AnyMap):
        return AnyMap(thing.make, thing.some_key, thing.number, list(thing.puts))
    if isinstance(thing, Many):
        return Many(list(thing.parts))
    if isinstance(thing, Items):
        return Items(list(thing.items))
    if isinstance(thing, Dictionary):
        return Dictionary(list(thing.keys), [copied(each) for each in thing.values])
    return thing
