"""Closer guesses at what may hold between steps, where few did not suffice: what is so while some scalar is one thing
or another, what whoever a scalar names has beside the others, and bounds which the text says and play did not come to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from referee.kernel import NO_PLAYER as NOBODY
from referee.meaning.program import Program
from referee.meaning.types import INT, PLAYER, TRUTH, Atoms, Maybe, Record, Type
from referee.verify.symbolic import terms
from referee.verify.symbolic.boundary import is_each
from referee.verify.symbolic.facts import SMALL, Fact, Met, Numbers, OfSeat, Seen, between, for_all, limits, related
from referee.verify.symbolic.table import Table
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.words import NO_PLAYER

T = TypeVar("T")
Condition = tuple[str, OfSeat, list[list[bool]]]
"""What is so of some seats: the words, of a table, and as it was met."""
FEW_ATOMS = 6
"""A scalar that is one of more things is no condition."""
BEYOND = 2
"""So many of the bounds that the text says are guessed beyond those that were met."""


def closer_facts(program: Program, found: Met) -> Iterator[Fact]:
    """What else may hold between steps."""
    seen, numbers, said, players = found.seen, found.numbers, found.said, found.players
    matches = [t.match for t in seen]
    for word, many in _how_many(program, seen):
        for other, second in numbers.items():
            yield from related(word, many, other, second, players)
        numbers = {**numbers, word: many}
    own = dict(_of_somebody(program, seen, numbers, players))
    for one, first in own.items():
        for other, second in numbers.items():
            yield from related(one, first, other, second, players)
        yield from _in_order(one, seen, numbers, players)
    parts = {word: (of, rows) for word, kind, _, of, rows in _kept(program, seen) if "." in word and kind == INT}
    numbers = {**numbers, **own, **parts}
    met = {name: {each for row in rows for each in row} for name, (_, rows) in numbers.items()}
    for name, (of, rows) in numbers.items():
        if name in own or name in parts:
            for words, low, high in limits(rows, matches, said):
                yield Fact(f"{name} {words}", for_all(players, between(of, low, high)))
        for bound in sorted([each for each in said if each > max(met[name], default=each)])[:BEYOND]:
            yield Fact(f"{name} is at most {bound}", for_all(players, between(of, None, bound)))
    the_same = {word: (word, holds, truths) for word, holds, truths in _the_same(program, seen)}
    conditions = [*_conditions(program, seen), *the_same.values()]
    yield from _of_so_many([*conditions, *_some_there(found)], players)
    for word, holds, truths in conditions:
        for name, (of, rows) in numbers.items():
            if word.startswith(f"{name} ") or len(met[name]) < 2:
                continue
            pairs = [zip(row, beside, strict=True) for row, beside in zip(rows, truths, strict=True)]
            where = [[each for each, is_so in pair if is_so] for pair in pairs]
            for words, low, high in limits(where, matches, said):
                if (low is not None and low > min(met[name])) or (high is not None and high < max(met[name])):
                    so = _so_while(holds, between(of, low, high))
                    yield Fact(f"while {word}, {name} {words}", for_all(players, so))
        for one in own if all(len(set(row)) == 1 for row in truths) else ():
            base = one.rpartition(" of ")[0]
            beside = [each for each in found.numbers if word in the_same and _is_one(numbers[each])]
            then = {each: (numbers[each][0], _those(numbers[each][1], truths)) for each in (one, base, *beside)}
            facts = [
                *[fact for other in (base, *beside) for fact in related(one, then[one], other, then[other], players)],
                *_in_order(one, _those(seen, truths), then, players),
            ]
            for fact in facts:
                yield Fact(f"while {word}, {fact.name}", partial(_holds_while, holds, fact.truth))
        for other, is_so, others in conditions:
            pairs = [zip(row, beside, strict=True) for row, beside in zip(truths, others, strict=True)]
            if other != word and all(b for pair in pairs for a, b in pair if a) and not all(map(all, others)):
                yield Fact(f"while {word}, {other}", for_all(players, _so_while(holds, is_so)))


def _how_many(program: Program, seen: list[Seen]) -> Iterator[tuple[str, Numbers]]:
    """Of how many of several truths that everybody has each is so."""
    own = [name for name, (kind, _) in program.scalars.items() if kind == TRUTH and is_each(program, name)]
    if len(own) > 1:
        rows = [[sum(row) for row in zip(*[t.by_seat(name, True) for name in own], strict=True)] for t in seen]
        yield (
            f"how many of {', '.join(own)} are so",
            (lambda table, seat: terms.add(*[terms.number(table.scalars[name][seat]) for name in own]), rows),
        )


def _of_so_many(conditions: Sequence[Condition], players: int) -> Iterator[Fact]:
    """That something is so of some players at least, whoever they are."""
    for word, holds, truths in conditions:
        least = min([sum(row) for row in truths])
        if least and any(len(set(row)) > 1 for row in truths):
            yield Fact(f"{word} of {least} players at least", partial(_so_of, holds, least, players))


def _so_of(holds: OfSeat, least: int, players: int, table: Table) -> Term:
    return terms.most(least, terms.add(*[terms.number(holds(table, seat)) for seat in range(players)]))


def _some_there(found: Met) -> Iterator[Condition]:
    """That somebody has cards in a place of his own."""
    for word, (of, rows) in found.numbers.items():
        if word.startswith("the size of "):
            yield f"{word} is not 0", _not(between(of, 0, 0)), [[each > 0 for each in row] for row in rows]


def _naming_players(program: Program) -> list[str]:
    """The scalars of the table that name one player."""
    specs = program.table.scalar_specs
    scalars = program.scalars.items()
    return [name for name, (kind, _) in scalars if kind == PLAYER and name in specs and not is_each(program, name)]


def _is_one(number: Numbers) -> bool:
    """Whether a number has always been the same of all seats."""
    return all(len(set(row)) == 1 for row in number[1])


def _the_same(program: Program, seen: list[Seen]) -> Iterator[Condition]:
    """That two scalars name the same player, and that they do not, where both were met."""
    names = _naming_players(program)
    for at, one in enumerate(names):
        for other in names[:at]:
            truths = [[getattr(t, one) is getattr(t, other)] * len(t.players) for t in seen]
            if any(map(any, truths)) and not all(map(all, truths)):
                holds = partial(_are_the_same, one, other)
                yield f"{one} is {other}", holds, truths
                yield f"{one} is not {other}", _not(holds), [[not each for each in row] for row in truths]


def _are_the_same(one: str, other: str, table: Table, _: int) -> Term:
    return terms.equal(table.scalars[one], table.scalars[other])


def _of_somebody(
    program: Program, seen: list[Seen], numbers: dict[str, Numbers], players: int
) -> Iterator[tuple[str, Numbers]]:
    """What the player whom a scalar names has of that of which everybody has some."""
    for name in _naming_players(program):
        if any(getattr(t, name) is NOBODY for t in seen):
            continue
        for word, (of, rows) in numbers.items():
            if any(len(set(row)) > 1 for row in rows):
                own = [[row[t.players.index(getattr(t, name))]] * players for t, row in zip(seen, rows, strict=True)]
                yield f"{word} of {name}", (_at(name, of, players), own)


def _those(every: Sequence[T], truths: list[list[bool]]) -> list[T]:
    """What was met where something is true of all seats."""
    return [each for each, row in zip(every, truths, strict=True) if row[0]]


def _in_order(one: str, seen: Sequence[Seen], numbers: Mapping[str, Numbers], players: int) -> Iterator[Fact]:
    """That everybody has about as much as the one whom a scalar names, and that from there round the table nobody has
    more than the one before, or less."""
    base, _, name = one.rpartition(" of ")
    of, rows = numbers[base]
    steps: set[int] = set()
    apart = 0
    for t, row in zip(seen, rows, strict=True):
        first = t.players.index(getattr(t, name))
        apart = max([apart, *[abs(each - row[first]) for each in row]])
        steps.update([row[(first + at) % players] - row[(first + at - 1) % players] for at in range(1, players)])

    def near(table: Table, seat: int) -> Term:
        other, own = of(table, seat), _at(name, of, players)(table, seat)
        return terms.both([terms.most(other, terms.add(own, apart)), terms.most(own, terms.add(other, apart))])

    if apart <= SMALL:
        yield Fact(f"{base} is within {apart} of that of {name}", for_all(players, near))
    if players < 3:
        return

    def step(table: Table, seat: int, falls: bool) -> Term:
        before, after = of(table, seat - 1), of(table, seat)
        is_first = terms.equal(table.scalars[name], seat)
        return terms.either([is_first, terms.most(after, before) if falls else terms.most(before, after)])

    for falls in (True, False):
        if steps != {0} and all(each <= 0 if falls else each >= 0 for each in steps):
            so = for_all(players, partial(step, falls=falls))
            yield Fact(f"{base} {'falls' if falls else 'rises'} round the table from {name} on", so)


def _at(name: str, of: OfSeat, players: int) -> OfSeat:
    """What the player has whom a scalar names; nobody has 0, whoever sits where: seats are turned from step to step."""

    def number(table: Table, _: int) -> Term:
        who, found = table.scalars[name], 0
        for seat in reversed(range(players)):
            found = terms.choose(terms.equal(who, seat), of(table, seat), found)
        return found

    return number


def _so_while(holds: OfSeat, so: OfSeat) -> OfSeat:
    return lambda table, seat: terms.either([terms.no(holds(table, seat)), so(table, seat)])


def _holds_while(holds: OfSeat, so: Callable[[Table], Term], table: Table) -> Term:
    return terms.either([terms.no(holds(table, 0)), so(table)])


def _conditions(program: Program, seen: list[Seen]) -> Iterator[Condition]:
    """What is so of some of the seats that were seen and not of others, and what is not: the words, of a table, and as
    it was met."""
    for name, kind, each, now_of, values in _kept(program, seen):
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
        elif isinstance(kind, Atoms) and len(kind.numbers) <= FEW_ATOMS:
            for number in sorted(kind.numbers)[: None if len(kind.numbers) > 2 else 1]:
                atom = program.atoms[number]
                one = [[value is atom or value == atom for value in row] for row in values]
                found.append((f"is {atom}", f"is not {atom}", partial(_is_atom, number), one))
        elif isinstance(kind, Maybe):
            none = [[value is None for value in row] for row in values]
            found.append(("is None", "is not None", lambda now, _: terms.no(now.has), none))
        elif kind == INT:
            zero = [[value == 0 for value in row] for row in values]
            found.append(("is 0", "is not 0", lambda now, _: terms.equal(now, 0), zero))
        for so, otherwise, of, truths in found:
            if any(map(any, truths)) and not all(map(all, truths)):
                holds = _of_scalar(now_of, of)
                yield f"{name} {so}".strip(), holds, truths
                yield f"{name} {otherwise}", _not(holds), [[not one for one in row] for row in truths]


def _is_atom(number: int, now: Any, _: int) -> Term:
    return terms.equal(now, number)


def _of_scalar(now_of: Callable[[Table, int], Any], of: Callable[[Any, int], Term]) -> OfSeat:
    return lambda table, seat: of(now_of(table, seat), seat)


def _kept(program: Program, seen: list[Seen]) -> Iterator[tuple[str, Type, bool, OfSeat, list[list[Any]]]]:
    """The scalars, and the fields of those that are typed tuples: the words, the type, whether every player has one,
    what it is on a table, and what was met."""
    for name, (kind, _) in program.scalars.items():
        if name in program.table.scalar_specs:
            each = is_each(program, name)
            values = [t.by_seat(name, each) for t in seen]
            yield name, kind, each, partial(_now, name, each), values
            if isinstance(kind, Record) and isinstance(kind.maker, type) and issubclass(kind.maker, tuple):
                for at, (field, part) in enumerate(zip(kind.names, kind.types, strict=True)):
                    yield (
                        f"{name}.{field}",
                        part,
                        each,
                        partial(_now, name, each, at=at),
                        [[value[at] for value in row] for row in values],
                    )


def _now(name: str, each: bool, table: Table, seat: int, at: int | None = None) -> Any:
    value = table.scalars[name][seat] if each else table.scalars[name]
    return value if at is None else value[at]


def _not(holds: OfSeat) -> OfSeat:
    return lambda table, seat: terms.no(holds(table, seat))
