"""The tables between two steps: the one that a match begins with, and any that some facts allow.

Facts are guessed from what random play leaves, and kept only while every way through a step keeps them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from referee.kernel.algebra import Packed
from referee.kernel.driving import run_deal, run_step
from referee.kernel.errors import RefereeError
from referee.kernel.game import Game
from referee.kernel.rule_types import Rule
from referee.meaning.program import Program, expressions
from referee.meaning.types import FRACTION, INT, PLAYER, TRUTH, WIDE, Atoms, Maybe, Record, Type
from referee.verify.play.drivers import AtRandom, TooLong
from referee.verify.symbolic import terms
from referee.verify.symbolic.machine import Machine
from referee.verify.symbolic.table import Table
from referee.verify.symbolic.terms import NotFollowed, Term
from referee.verify.symbolic.things import Perhaps, same
from referee.verify.symbolic.words import NO_PLAYER

MATCHES, STEPS = 24, 60
"""Matches between random seats, and steps of each, from which facts are guessed."""
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


def first_table(machine: Machine) -> Table:
    """The table before the deal."""
    program, kinds = machine.program, machine.kinds
    piles = [kinds.nothing if each.is_row else kinds.known(int(each.pile)) for each in program.table.places]
    money: list[Term] = [0] * (machine.players + 1)
    machine.table = Table(piles, [[] for _ in piles], {}, money)
    for name, (_, start) in program.scalars.items():
        if name == "$money":
            continue
        made = machine.value(start, {})
        machine.table.scalars[name] = [made] * machine.players if is_each(program, name) else made
    return machine.table


def is_each(program: Program, name: str) -> bool:
    """Whether there is one such scalar for every player."""
    spec = program.table.scalar_specs.get(name)
    return spec is not None and spec.per_player


def any_table(machine: Machine, start: Table, facts: Collection[Fact]) -> Table:
    """Any table between two steps. NotFollowed: a scalar changes that has no symbolic value."""
    paths, program, kinds = machine.paths, machine.program, machine.kinds
    fixed, seated = {each.fixed for each in facts}, {each.seated for each in facts}
    table = start.copy()
    is_whole = program.scalars.get("$money", (INT, None))[0] == INT
    table.money = [paths.fresh("money", is_whole) for _ in table.money]
    rest = kinds.known(program.table.deck.whole)
    bags = [at for at, place in enumerate(program.table.places) if not place.is_row]
    for at in bags[1:]:
        place = word_of(program.table.places[at])
        counts = [paths.fresh(f"{place} c{number}") for number in range(1, len(kinds.groups) + 1)]
        ones = [
            count if len(group) == 1 else paths.fresh(f"one kind of {place}")
            for count, group in zip(counts, kinds.groups, strict=True)
        ]
        size = paths.fresh(f"the size of {place}")
        paths.assume(terms.equal(terms.add(*counts), size))
        table.piles[at] = kinds.unknown(f"place {at}", counts, ones, size)
        paths.assume(table.piles[at].is_pile())
        rest = rest.plus(table.piles[at], -1)
    if bags:  # the first one has what the others have not
        table.piles[bags[0]] = rest
        paths.assume(rest.is_pile())
    for name, (kind, _) in program.scalars.items():
        if name in ("$money", "dealing"):
            continue
        if name == "turns":
            table.scalars[name] = paths.fresh(name)
            paths.assume(terms.most(0, table.scalars[name]))
        elif name not in fixed:
            made = [unknown(machine, kind, name) for _ in range(machine.players if is_each(program, name) else 1)]
            if name in seated:
                machine.seated.update(made)
            table.scalars[name] = made if is_each(program, name) else made[0]
    table.scalars["dealing"] = False
    return table


def word_of(place: Any) -> str:
    """A place in the names of numbers, which other solvers read too."""
    return repr(place).encode("ascii", "replace").decode().translate({ord("|"): "/", ord("\\"): "/"})


def unknown(machine: Machine, kind: Type, name: str, note: Callable[[Term], None] | None = None) -> Any:
    """Any value of a scalar; ``note`` is told what holds of it, where that is not assumed at once."""
    paths = machine.paths
    note = note or paths.assume
    if kind in (INT, WIDE, FRACTION):
        return paths.fresh(name, kind != FRACTION)
    if kind == TRUTH:
        return paths.fresh_truth(name)
    if kind == PLAYER:
        found = paths.fresh(name)
        is_seat = terms.both([terms.most(0, found), terms.less(found, machine.players)])
        note(terms.either([is_seat, terms.equal(found, NO_PLAYER)]))
        return found
    if isinstance(kind, Atoms):
        found = paths.fresh(name)
        note(terms.either([terms.equal(found, each) for each in sorted(kind.numbers)]))
        return found
    if isinstance(kind, Maybe):
        return Perhaps(paths.fresh_truth(name), unknown(machine, kind.of, name, note))
    if isinstance(kind, Record):
        return tuple([unknown(machine, each, name, note) for each in kind.types])
    raise NotFollowed(f"the scalar {name} changes, and is {kind!r}")


def facts_of(machine: Machine, start: Table, game: Game[Any], passes: bool = False) -> list[Fact]:
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
        found += _bounds(name, of, rows, machine.players, [t.match for t in seen], said)
    names = list(numbers)
    for at, one in enumerate(names):
        for other in names[:at]:
            found += _related(one, numbers[one], other, numbers[other], machine.players)
    return found


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


def _bounds(
    name: str, of: OfSeat, rows: list[list[int]], players: int, matches: list[int], said: frozenset[int]
) -> Iterator[Fact]:
    """The least and the most of a number: that some match came to a most by chance is no bound."""
    met = [each for row in rows for each in row]
    if not met:
        return
    low, high = min(met), max(met)
    if low == high:
        yield Fact(f"{name} is {low}", _for_all(players, lambda t, seat: terms.equal(of(t, seat), low)))
        return
    yield Fact(f"{name} is at least {low}", _for_all(players, lambda t, seat: terms.most(low, of(t, seat))))
    if low > 0:
        yield Fact(f"{name} is at least 0", _for_all(players, lambda t, seat: terms.most(0, of(t, seat))))
    reached = {match for row, match in zip(rows, matches, strict=True) if high in row}
    if len(reached) > 1 or high <= SMALL or high in said:
        yield Fact(f"{name} is at most {high}", _for_all(players, lambda t, seat: terms.most(of(t, seat), high)))


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
