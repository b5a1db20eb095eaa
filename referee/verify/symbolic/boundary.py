"""The tables between two steps: the one that a match begins with, and any that some facts allow."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from referee.meaning.program import Program
from referee.meaning.types import FRACTION, INT, PLAYER, TRUTH, WIDE, Atoms, Maybe, Record, Type
from referee.verify.symbolic import terms
from referee.verify.symbolic.machine import Machine
from referee.verify.symbolic.table import Table
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Perhaps
from referee.verify.symbolic.words import NO_PLAYER

if TYPE_CHECKING:
    from referee.verify.symbolic.facts import Fact
    from referee.verify.symbolic.piles import Pile


def first_table(machine: Machine) -> Table:
    """The table before the deal."""
    program, kinds = machine.program, machine.kinds
    piles = [kinds.known(int(each.pile)) for each in program.table.places]
    money: list[Term] = [0] * (machine.players + 1)
    machine.table = Table(piles, [machine.operations.any_order() for _ in piles], {}, money)
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
    places = [at for at, place in enumerate(program.table.places) if not place.is_row]
    if program.table.has_rows:  # else no card ever lies in one
        empty = {at for each in facts for at in each.empty}
        places += [at for at, place in enumerate(program.table.places) if place.is_row and at not in empty]
    table.rows = [machine.operations.any_order() for _ in table.rows]
    lie_anywhere(machine, table, places, kinds.known(program.table.deck.whole), "", paths.assume)
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


def lie_anywhere(
    machine: Machine, table: Table, places: Sequence[int], cards: Pile, when: str, note: Callable[[Term], None]
) -> None:
    """Some cards lie in these places of a table, nobody knows where; ``note`` is told what holds of that. ``when`` is
    told with the names of places."""
    kinds, fresh = machine.kinds, machine.paths.fresh
    for at in places[1:]:
        place = f"{word_of(machine.program.table.places[at])}{when}"
        counts = [fresh(f"{place} c{number}") for number in range(1, len(kinds.groups) + 1)]
        pairs = zip(counts, kinds.groups, strict=True)
        ones = [count if len(group) == 1 else fresh(f"one kind of {place}") for count, group in pairs]
        size = fresh(f"the size of {place}")
        note(terms.equal(terms.add(*counts), size))
        table.piles[at] = kinds.unknown(f"place {at}{when}", counts, ones, size)
        note(table.piles[at].is_pile())
    if places:  # the first one has what the others have not
        table.piles[places[0]] = cards.plus_all([table.piles[at] for at in places[1:]], -1)
        note(table.piles[places[0]].is_pile())


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
