"""What may hold between steps: guessed from what random play leaves, and kept only while every way through a step keeps
it.

Closer guesses are made where those did not suffice: what is so while some scalar is one thing or another, and bounds
which the text says and play did not come to.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from referee.kernel import NO_PLAYER as NOBODY
from referee.kernel.algebra import Packed
from referee.kernel.driving import run_deal, run_step
from referee.kernel.errors import RefereeError
from referee.kernel.game import Game
from referee.kernel.rule_types import Rule
from referee.meaning.program import Program, expressions
from referee.meaning.types import INT, PLAYER, TRUTH, WIDE, Maybe, Type
from referee.verify.play.drivers import AtRandom, TooLong
from referee.verify.symbolic import terms
from referee.verify.symbolic.boundary import is_each
from referee.verify.symbolic.machine import Machine
from referee.verify.symbolic.table import Table
from referee.verify.symbolic.terms import NotFollowed, Term
from referee.verify.symbolic.things import same
from referee.verify.symbolic.words import NO_PLAYER

MATCHES, STEPS = 24, 60
"""Matches between random seats, and steps of each, from which facts are guessed."""
SMALL = 3
"""A bound that is no larger than that is guessed though one match alone came to it."""
BEYOND = 2
"""So many of the bounds that the text says are guessed beyond those that were met."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that may hold between steps. ``fixed`` is the scalar that has its first value, if it is that; such a
    fact is not assumed but built in."""

    name: str
    truth: Callable[[Table], Term]
    fixed: str = ""
    seated: str = ""
    """The scalar that is a player, if it is about that."""


def facts_of(
    machine: Machine, start: Table, game: Game[Any], passes: bool = False, closely: bool = False
) -> list[Fact]:
    """What may hold between steps, or before each of the ``passes`` of rules that are repeated: guessed from the types,
    and from random play."""
    program = machine.program
    found: list[Fact] = []
    first, seen = _Seen(game.table(), 0), list(_boundaries(game, passes))
    for name, (kind, _) in program.scalars.items():
        if name not in ("$money", "turns", "dealing") and not any(t.differs(first, name) for t in seen):
            found.append(Fact(f"{name} is as it was first", _unchanged(name, kind, start), fixed=name))
        if kind == PLAYER:
            found.append(Fact(f"{name} is a player", _seated(name, machine.players), seated=name))
    numbers: dict[str, tuple[Callable[[Table, int], Term], list[list[int]]]] = {}
    for name, (kind, _) in program.scalars.items():
        if (kind == INT or isinstance(kind, Maybe)) and name in program.table.scalar_specs:
            each = is_each(program, name)
            rows = [list(getattr(t, name).values()) if each else [getattr(t, name)] * machine.players for t in seen]
            if isinstance(kind, Maybe) and all(one is not None for row in rows for one in row):
                found.append(Fact(f"{name} is not None", _there(name)))
            if kind in (INT, Maybe(INT)) and all(type(one) is int for row in rows for one in row):
                numbers[name] = _scalar(name, each, kind), rows
    zones: dict[str, list[int]] = {}
    for at, place in enumerate(program.table.places):
        zones.setdefault(place.name.split("[")[0], []).append(at)
    for name, places in zones.items():
        if program.table.places[places[0]].is_row:
            continue
        owned = len(places) == machine.players
        for number, at in enumerate(places if not owned else places[:1]):
            held = places if owned else [at] * machine.players
            rows = [[t.sizes[one] for one in held] for t in seen]
            numbers[f"the size of {name}{'' if owned else number or ''}"] = _size(held), rows
    if not any(each for t in seen for each in t.money):
        found.append(
            Fact("nothing is paid yet", lambda table: terms.both([terms.equal(each, 0) for each in table.money]))
        )
    said = _said_numbers(program)
    for name, (of, rows) in numbers.items():
        for words, low, high in _limits(rows, [t.match for t in seen], said):
            found.append(Fact(f"{name} {words}", _for_all(machine.players, _between(of, low, high))))
    names = list(numbers)
    for at, one in enumerate(names):
        for other in names[:at]:
            found += _related(one, numbers[one], other, numbers[other], machine.players)
    return [*found, *_closer(program, seen, numbers, said, machine.players)] if closely else found


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


OfSeat = Callable[[Table, int], Term]
Numbers = tuple[OfSeat, list[list[int]]]


def _for_all(players: int, one: Callable[[Table, int], Term]) -> Callable[[Table], Term]:
    return lambda table: terms.both([one(table, seat) for seat in range(players)])


def _said_numbers(program: Program) -> frozenset[int]:
    """The numbers that the rules say, and those beside them."""
    every = [each for function in program.functions for each in expressions(function.body)]
    said = [int(each.about) for each in every if each.op == "const" and each.type in (INT, WIDE)]
    return frozenset([number + beside for number in said for beside in (-1, 0, 1)])


def _limits(
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


def _between(of: OfSeat, low: int | None, high: int | None) -> OfSeat:
    if low == high:
        return lambda table, seat: terms.equal(of(table, seat), low)
    if low is None:
        return lambda table, seat: terms.most(of(table, seat), high)
    return lambda table, seat: terms.most(low, of(table, seat))


def _related(one: str, first: Numbers, other: str, second: Numbers, players: int) -> Iterator[Fact]:
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
            _for_all(players, lambda t, seat: terms.equal(terms.sub(of(t, seat), of_other(t, seat)), least)),
        )
    elif len(sums) == 1:
        total = sums.pop()
        yield Fact(
            f"{one} and {other} are {total}",
            _for_all(players, lambda t, seat: terms.equal(terms.add(of(t, seat), of_other(t, seat)), total)),
        )
    elif all(a <= b for a, b in pairs):
        yield from _at_most(one, of, other, of_other, min(b - a for a, b in pairs), players)
    elif all(a >= b for a, b in pairs):
        yield from _at_most(other, of_other, one, of, min(a - b for a, b in pairs), players)


def _at_most(one: str, of: OfSeat, other: str, of_other: OfSeat, less: int, players: int) -> Iterator[Fact]:
    """One number is at most another, and where it always was ``less``, also that."""

    def below(by: int) -> Fact:
        name = f"{one} is at most {other}{f' -{by}' if by else ''}"
        return Fact(name, _for_all(players, lambda t, seat: terms.most(terms.add(of(t, seat), by), of_other(t, seat))))

    yield below(0)
    if 0 < less <= SMALL:
        yield below(less)


def _closer(
    program: Program, seen: list[_Seen], numbers: dict[str, Numbers], said: frozenset[int], players: int
) -> Iterator[Fact]:
    """Bounds which the text says beyond those that were met, and what is so only while something else is."""
    matches = [t.match for t in seen]
    met = {name: {each for row in rows for each in row} for name, (_, rows) in numbers.items()}
    for name, (of, _) in numbers.items():
        for bound in sorted([each for each in said if each > max(met[name], default=each)])[:BEYOND]:
            yield Fact(f"{name} is at most {bound}", _for_all(players, _between(of, None, bound)))
    conditions = list(_conditions(program, seen, players))
    for word, holds, truths in conditions:
        for name, (of, rows) in numbers.items():
            if word.startswith(f"{name} ") or len(met[name]) < 2:
                continue
            pairs = [zip(row, beside, strict=True) for row, beside in zip(rows, truths, strict=True)]
            where = [[each for each, is_so in pair if is_so] for pair in pairs]
            for words, low, high in _limits(where, matches, said):
                if (low is not None and low > min(met[name])) or (high is not None and high < max(met[name])):
                    so = _so_while(holds, _between(of, low, high))
                    yield Fact(f"while {word}, {name} {words}", _for_all(players, so))
        for other, is_so, others in conditions:
            pairs = [zip(row, beside, strict=True) for row, beside in zip(truths, others, strict=True)]
            if other != word and all(b for pair in pairs for a, b in pair if a) and not all(map(all, others)):
                yield Fact(f"while {word}, {other}", _for_all(players, _so_while(holds, is_so)))


def _so_while(holds: OfSeat, so: OfSeat) -> OfSeat:
    return lambda table, seat: terms.either([terms.no(holds(table, seat)), so(table, seat)])


def _conditions(program: Program, seen: list[_Seen], players: int) -> Iterator[tuple[str, OfSeat, list[list[bool]]]]:
    """What is so of some of the seats that were seen and not of others, and what is not: the words, of a table, and as
    it was met."""
    for name, (kind, _) in program.scalars.items():
        if name not in program.table.scalar_specs:
            continue
        each = is_each(program, name)
        values = [list(getattr(t, name).values()) if each else [getattr(t, name)] * players for t in seen]
        found: list[tuple[str, str, Callable[[Any, int], Term], list[list[bool]]]] = []
        if kind == PLAYER:
            nobody = [[value is NOBODY for value in row] for row in values]
            found.append(("is nobody", "is somebody", lambda now, _: terms.equal(now, NO_PLAYER), nobody))
            if not each:
                own = [
                    [t.players[at] == value for at, value in enumerate(row)]
                    for t, row in zip(seen, values, strict=True)
                ]
                found.append(("is one", "is another", terms.equal, own))
        elif kind == TRUTH:
            found.append(("", "not", lambda now, _: now, values))
        elif isinstance(kind, Maybe):
            none = [[value is None for value in row] for row in values]
            found.append(("is None", "is not None", lambda now, _: terms.no(now.has), none))
        elif kind == INT:
            zero = [[value == 0 for value in row] for row in values]
            found.append(("is 0", "is not 0", lambda now, _: terms.equal(now, 0), zero))
        for so, otherwise, of, truths in found:
            if any(map(any, truths)) and not all(map(all, truths)):
                holds = _of_scalar(name, each, of)
                yield f"{name} {so}".strip(), holds, truths
                yield f"{name} {otherwise}", _not(holds), [[not one for one in row] for row in truths]


def _of_scalar(name: str, each: bool, of: Callable[[Any, int], Term]) -> OfSeat:
    return lambda table, seat: of(table.scalars[name][seat] if each else table.scalars[name], seat)


def _not(holds: OfSeat) -> OfSeat:
    return lambda table, seat: terms.no(holds(table, seat))


def _boundaries(game: Game[Any], passes: bool) -> Iterator[_Seen]:
    """What facts are guessed from, of the tables of random play between steps, or before passes."""
    form = type(game)(game.players, readings=game.readings, settings=game.settings)
    rng = random.Random(f"facts {game.players}")
    before: list[_Seen] = []

    def repeats(t: Any, rule: Callable[..., Rule[Any]], about: tuple[Any, ...]) -> Rule[None]:
        while True:
            if len(before) < MATCHES * STEPS:
                before.append(_Seen(t, match))
            if not (yield from rule(t, *about)):
                return

    for match in range(MATCHES):
        table: Any = form.table()
        table.algebra = _Repeating(form.deck)
        table.algebra.repeats = repeats
        driver = AtRandom(rng)
        try:
            run_deal(form, table, driver)
            while table.outcome is None and table.turns < STEPS:
                if not passes:
                    yield _Seen(table, match)
                driver.transcript.clear()
                run_step(form, table, driver)
        except TooLong:
            break
        except RefereeError:
            pass
    if passes:
        yield from before


class _Repeating(Packed):
    """The numbers of play; what carries out rules that are repeated can be set."""


class _Seen:
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

    def differs(self, other: _Seen, name: str) -> bool:
        """Whether a scalar is another one. Of what the table keeps beside its scalars that is not known."""
        return bool(getattr(self, name, None) != getattr(other, name, None))
