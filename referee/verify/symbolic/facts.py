"""What may hold between steps: guessed from what random play leaves, and kept only while every way through a step keeps
it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from referee.kernel.driving import run_deal, run_step
from referee.kernel.errors import RefereeError
from referee.kernel.game import Game
from referee.kernel.rule_types import Rule
from referee.meaning.program import Program, expressions
from referee.meaning.types import INT, PLAYER, WIDE, Maybe, Type
from referee.verify.play.drivers import AtRandom, TooLong
from referee.verify.symbolic import terms
from referee.verify.symbolic.boundary import is_each
from referee.verify.symbolic.machine import Machine
from referee.verify.symbolic.table import Table
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import same

OfSeat = Callable[[Table, int], Term]
Numbers = tuple[OfSeat, list[list[int]]]
MATCHES, STEPS = 24, 60
"""Matches between random seats, and steps of each, from which facts are guessed."""
FEW = 4
"""A number that was never more than so many different ones may always be one of these."""
SMALL = 3
"""A bound that is no larger than that is guessed though one match alone came to it."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that may hold between steps. ``fixed`` is the scalar that has its first value, if it is that; such a
    fact is not assumed but built in."""

    name: str
    truth: Callable[[Table], Term]
    fixed: str = ""
    seated: str = ""
    """The scalar that is a player, if it is about that."""
    empty: tuple[int, ...] = ()
    """The rows in which no card lies, if it is about that; it is built in, too."""


@dataclass(frozen=True, slots=True)
class Met:
    """What random play met: the tables, and the numbers on them by their names."""

    seen: list[Seen]
    numbers: dict[str, Numbers]
    said: frozenset[int]
    """The numbers that the text says, and those beside them."""
    players: int


def facts_of(machine: Machine, start: Table, game: Game[Any], passes: bool = False) -> tuple[list[Fact], Met]:
    """What may hold between steps, or before each of the ``passes`` of rules that are repeated: guessed from the types,
    and from random play."""
    program = machine.program
    found: list[Fact] = []
    first, seen = Seen(game.table(), 0), list(_boundaries(game, passes))
    for name, (kind, _) in program.scalars.items():
        if name not in ("$money", "turns", "dealing") and not any(t.differs(first, name) for t in seen):
            found.append(Fact(f"{name} is as it was first", _unchanged(name, kind, start), fixed=name))
        if kind == PLAYER:
            found.append(Fact(f"{name} is a player", _seated(name, machine.players), seated=name))
    numbers: dict[str, Numbers] = {}
    for name, (kind, _) in program.scalars.items():
        if (kind == INT or isinstance(kind, Maybe)) and name in program.table.scalar_specs:
            each = is_each(program, name)
            rows = [t.by_seat(name, each) for t in seen]
            if isinstance(kind, Maybe) and all(one is not None for row in rows for one in row):
                found.append(Fact(f"{name} is not None", _there(name)))
            if kind in (INT, Maybe(INT)) and all(_is_number(one) for row in rows for one in row):
                numbers[name] = _scalar(name, each, kind), [[int(one) for one in row] for row in rows]
                found += _one_of_few(name, *numbers[name], machine.players)
    zones: dict[str, list[int]] = {}
    of_rows: dict[str, tuple[int, ...]] = {}
    for at, place in enumerate(program.table.places):
        zones.setdefault(place.name.split("[")[0], []).append(at)
    for name, places in zones.items():
        if program.table.places[places[0]].is_row and not program.table.has_rows:
            continue
        owned = len(places) == machine.players
        for number, at in enumerate(places if not owned else places[:1]):
            held = places if owned else [at] * machine.players
            rows = [[t.sizes[one] for one in held] for t in seen]
            size = f"the size of {name}{'' if owned else number or ''}"
            numbers[size] = _size(held), rows
            if program.table.places[at].is_row:
                of_rows[size] = tuple(held)
    if not any(each for t in seen for each in t.money):
        found.append(
            Fact("nothing is paid yet", lambda table: terms.both([terms.equal(each, 0) for each in table.money]))
        )
    said = _said_numbers(program)
    for name, (of, rows) in numbers.items():
        for words, low, high in limits(rows, [t.match for t in seen], said):
            empty = of_rows.get(name, ()) if low == high == 0 else ()
            found.append(Fact(f"{name} {words}", for_all(machine.players, between(of, low, high)), empty=empty))
    names = list(numbers)
    for at, one in enumerate(names):
        for other in names[:at]:
            found += related(one, numbers[one], other, numbers[other], machine.players)
    return found, Met(seen, numbers, said, machine.players)


def _is_number(value: Any) -> bool:
    """Also a member of an enumeration of numbers."""
    return isinstance(value, int) and not isinstance(value, bool)


def _one_of_few(name: str, of: OfSeat, rows: list[list[int]], players: int) -> Iterator[Fact]:
    """A number is always one of a few, of which the least and the greatest say too little: a direction is 1 or -1."""
    few = sorted({each for row in rows for each in row})
    if 1 < len(few) <= FEW and few[-1] - few[0] >= len(few):
        words = f"{name} is one of {', '.join(map(str, few))}"
        yield Fact(words, for_all(players, lambda t, seat: terms.either([terms.equal(of(t, seat), n) for n in few])))


def _unchanged(name: str, kind: Type, start: Table) -> Callable[[Table], Term]:
    first = start.scalars[name]

    def truth(table: Table) -> Term:
        now = table.scalars[name]
        try:
            if isinstance(first, list):
                return terms.both([same(a, b, kind) for a, b in zip(now, first, strict=True)])
            return same(now, first, kind)
        except NotFollowed:
            return False

    return truth


def _seated(name: str, players: int) -> Callable[[Table], Term]:
    def truth(table: Table) -> Term:
        now = table.scalars[name]
        return terms.both([terms.less(each, players) for each in (now if isinstance(now, list) else [now])])

    return truth


def _there(name: str) -> Callable[[Table], Term]:
    def truth(table: Table) -> Term:
        now = table.scalars[name]
        return terms.both([each.has for each in (now if isinstance(now, list) else [now])])

    return truth


def _scalar(name: str, each: bool, kind: Type) -> Callable[[Table, int], Term]:
    def number(table: Table, seat: int) -> Term:
        now = table.scalars[name][seat] if each else table.scalars[name]
        if kind == INT:
            return now
        # Of what is None nothing is known: facts about it say something only beside that it is not None.
        return terms.name(f"nothing {name}") if now.value is None else now.value

    return number


def _size(places: list[int]) -> Callable[[Table, int], Term]:
    return lambda table, seat: table.piles[places[seat]].size()


def for_all(players: int, one: Callable[[Table, int], Term]) -> Callable[[Table], Term]:
    return lambda table: terms.both([one(table, seat) for seat in range(players)])


def _said_numbers(program: Program) -> frozenset[int]:
    """The numbers that the rules say, and those beside them."""
    every = [each for function in program.functions for each in expressions(function.body)]
    said = [int(each.about) for each in every if each.op == "const" and each.type in (INT, WIDE)]
    return frozenset([number + beside for number in said for beside in (-1, 0, 1)])


def limits(
    rows: list[list[int]], matches: list[int], said: frozenset[int]
) -> Iterator[tuple[str, int | None, int | None]]:
    """The least and the most of numbers: that some match came to a most by chance is no bound."""
    met = [each for row in rows for each in row]
    if not met:
        return
    low, high = min(met), max(met)
    if low == high:
        yield f"is {low}", low, low
        return
    yield f"is at least {low}", low, None
    if low > 0:
        yield "is at least 0", 0, None
    reached = {match for row, match in zip(rows, matches, strict=True) if high in row}
    if len(reached) > 1 or high <= SMALL or high in said:
        yield f"is at most {high}", None, high


def between(of: OfSeat, low: int | None, high: int | None) -> OfSeat:
    if low == high:
        return lambda table, seat: terms.equal(of(table, seat), low)
    if low is None:
        return lambda table, seat: terms.most(of(table, seat), high)
    return lambda table, seat: terms.most(low, of(table, seat))


def related(one: str, first: Numbers, other: str, second: Numbers, players: int) -> Iterator[Fact]:
    of, rows = first
    of_other, other_rows = second
    pairs = [pair for row, beside in zip(rows, other_rows, strict=True) for pair in zip(row, beside, strict=True)]
    if len(set(pairs)) < 2:
        return
    sums, differences = {a + b for a, b in pairs}, {a - b for a, b in pairs}
    if len(differences) == 1:
        least = differences.pop()
        yield Fact(
            f"{one} is {other} {least:+d}" if least else f"{one} is {other}",
            for_all(players, lambda t, seat: terms.equal(terms.sub(of(t, seat), of_other(t, seat)), least)),
        )
    elif len(sums) == 1:
        total = sums.pop()
        yield Fact(
            f"{one} and {other} are {total}",
            for_all(players, lambda t, seat: terms.equal(terms.add(of(t, seat), of_other(t, seat)), total)),
        )
    elif all(a <= b for a, b in pairs):
        yield from _at_most(one, of, other, of_other, min(b - a for a, b in pairs), players)
    elif all(a >= b for a, b in pairs):
        yield from _at_most(other, of_other, one, of, min(a - b for a, b in pairs), players)


def _at_most(one: str, of: OfSeat, other: str, of_other: OfSeat, less: int, players: int) -> Iterator[Fact]:
    """One number is at most another, and where it always was ``less``, also that."""

    def below(by: int) -> Fact:
        name = f"{one} is at most {other}{f' -{by}' if by else ''}"
        return Fact(name, for_all(players, lambda t, seat: terms.most(terms.add(of(t, seat), by), of_other(t, seat))))

    yield below(0)
    if 0 < less <= SMALL:
        yield below(less)


def _boundaries(game: Game[Any], passes: bool) -> Iterator[Seen]:
    """What facts are guessed from, of the tables of random play between steps, or before passes."""
    form = type(game)(game.players, readings=game.readings, settings=game.settings)
    rng = random.Random(f"facts {game.players}")
    before: list[Seen] = []

    def repeat(t: Any, rule: Callable[..., Rule[Any]], *about: Any) -> Rule[None]:
        while True:
            if len(before) < MATCHES * STEPS:
                before.append(Seen(t, match))
            if not (yield from rule(t, *about)):
                return

    watched: Any = type(form.table_class.__name__, (form.table_class,), {"repeat": repeat})
    for match in range(MATCHES):
        table: Any = watched(form)
        driver = AtRandom(rng)
        try:
            run_deal(form, table, driver)
            while table.outcome is None and table.turns < STEPS:
                if not passes:
                    yield Seen(table, match)
                driver.transcript.clear()
                run_step(form, table, driver)
        except TooLong:
            break
        except RefereeError:
            pass
    if passes:
        yield from before


class Seen:
    """What of a table facts are guessed from."""

    def __init__(self, table: Any, match: int) -> None:
        self.match = match
        self.sizes = [int(each.size) for each in table.places]
        self.players = table.players
        self.money, self.direction = tuple(table.money), table.direction
        for name, spec in table.scalar_specs.items():
            value = getattr(table, name)
            setattr(
                self,
                name,
                {seat: value[player] for seat, player in enumerate(table.players)} if spec.per_player else value,
            )

    def by_seat(self, name: str, each: bool) -> list[Any]:
        """A scalar for each seat; ``each``: every player has one of his own."""
        value = getattr(self, name)
        return list(value.values()) if each else [value] * len(self.players)

    def differs(self, other: Seen, name: str) -> bool:
        """Whether a scalar is another one. Of what the table keeps beside its scalars that is not known."""
        return bool(getattr(self, name, None) != getattr(other, name, None))
