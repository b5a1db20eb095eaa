"""Sequences of which nobody knows how long they are: rows of cards, and what rules make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from referee.verify.symbolic import terms
from referee.verify.symbolic.terms import NotFollowed, Term
from referee.verify.symbolic.things import Items

_numbers = count(1)


@dataclass(slots=True, eq=False)
class Some:
    """So many things of one sort. ``make`` gives the one at an index; ``distinct``: no two of the cards are one card;
    ``row``: the place and its moment whose whole row that is; ``earlier``: what a loop had collected before."""

    length: Term
    make: Callable[[Term], Any]
    distinct: bool = False
    row: tuple[int, int, int] | None = None
    earlier: bool = False
    number: int = field(default_factory=lambda: next(_numbers))


@dataclass(slots=True, eq=False)
class One:
    """A single thing."""

    thing: Any


@dataclass(slots=True, eq=False)
class Many:
    """Things one after the other, part by part. Lists change in place."""

    parts: list[Any]
    recorded: list[Any] | None = None
    """What is appended, where somebody wants to know."""

    @property
    def length(self) -> Term:
        return terms.total([(1 if isinstance(part, One) else part.length, 1) for part in self.parts])

    @property
    def items(self) -> Any:
        raise NotFollowed("each of so many things as nobody knows")


@dataclass(slots=True, eq=False)
class AnyMap:
    """A dictionary of which nobody knows what keys it has. ``make`` gives what may stand at a key."""

    make: Callable[[Any], Any]
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
    seen: tuple[int, int] | None = None


def parts_of(things: Any) -> list[Any]:
    if isinstance(things, Many):
        return list(things.parts)
    if isinstance(things, Items):
        return [One(each) for each in things.items]
    if isinstance(things, tuple):
        return [One(each) for each in things]
    raise NotFollowed(f"a sequence that is {type(things).__name__}")


def singles(parts: Iterable[Any]) -> list[Any] | None:
    """The things, where each is known to be there."""
    found = [part.thing for part in parts if isinstance(part, One)]
    return found if len(found) == len(list(parts)) else None


def sequence(parts: Sequence[Any]) -> Any:
    known = singles(parts)
    return Many(list(parts)) if known is None else Items(known)
