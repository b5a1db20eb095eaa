"""One mover for all of them: seats are alike but for their numbers, and those go round from any seat.

A table in which somebody else has the turn is this one, turned. A Program means the same of it, as long as it is told
each number of a seat turned as well: which player is the first (``Seats.first``) is not known, and is asked where a
Program makes a number of a player or a player of a number. What comes to the same whoever is the first does not fork.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any

from referee.meaning.program import Expr, Function, Program, expressions
from referee.meaning.types import NUMBERS, PLAYER, Map, Maybe, Places, Record, Seq, Thing, Type, Union, within
from referee.verify.symbolic import terms
from referee.verify.symbolic.term_types import Term

if TYPE_CHECKING:
    from referee.verify.symbolic.machine import Machine
    from referee.verify.symbolic.table import Table

_OF_PLAYERS = """
    local, const, call, scalar, set scalar, each, set each, place, next, everyone from, equal, differ, contains, index,
    seq, table, record, part, map, map.set, map.item, map.has, map.key, map.value, map.del, setdefault, empty, new,
    append, at, item, slice, length, remove, put, insert, pop, joined up, repeated, become, clear, set, add to set, as,
    convert, inject, project, is alternative, some, none, sure, there, if, ask, together, owe, pay, unwind, unwound,
    truth, is one of, by atom, sorted, product, combinations, combinations again
"""
OF_PLAYERS = frozenset([" ".join(each.split()) for each in _OF_PLAYERS.split(",")])
"""The operations that may have to do with players, and mean the same whatever numbers these have."""
COMPARED = frozenset(["equal", "differ", "contains", "index", "remove"])
"""Those that ask whether things are equal."""
_OF_NUMBERS = """
    add sub mul div mod pow truediv negative abs min max less least more most truth sorted argmax argmin
"""
OF_NUMBERS = frozenset(_OF_NUMBERS.split())
"""The operations that would tell players, or their places, by their numbers."""


class Seats:
    """The numbers of seats. ``first``: who is the first player; 0 where that is known."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.first: Term = 0

    def anybody(self, table: Table, seated: Sequence[str]) -> str:
        """The player whom one of these scalars names stands for any; ``table`` is any that there may be. Gives the name
        of the scalar, "" where nobody does."""
        name = next((each for each in seated if not isinstance(table.scalars[each], list)), None)
        if name is None or not are_alike(self.machine.program):
            return ""
        table.scalars[name] = 0
        paths, many = self.machine.paths, self.machine.players
        self.first = paths.fresh("first seat")
        paths.assume(terms.both([terms.most(0, self.first), terms.less(self.first, many)]))
        return name

    def _known(self) -> int:
        return self.machine.paths.value(self.first, range(self.machine.players), any_of=True)

    def player(self, number: Term) -> Term:
        """The player of that number; nobody has one that is no seat's."""
        many = self.machine.players
        if self.first == 0 or (isinstance(number, int) and not 0 <= number < many):
            return number
        if isinstance(number, int):
            return (number + self._known()) % many
        at = terms.add(number, self.first)
        turned = terms.choose(terms.less(at, many), at, terms.sub(at, many))
        return terms.choose(terms.less(number, many), turned, number)

    def number(self, player: Term) -> Term:
        """The number of a player."""
        many = self.machine.players
        if self.first == 0 or (isinstance(player, int) and not 0 <= player < many):
            return player
        if isinstance(player, int):
            return (player - self._known()) % many
        at = terms.sub(player, self.first)
        turned = terms.choose(terms.less(at, 0), terms.add(at, many), at)
        return terms.choose(terms.less(player, many), turned, player)

    def in_order(self, each: Sequence[Any]) -> list[Any]:
        """What there is of every player, by their numbers; behind these may be something else."""
        many = self.machine.players
        if self.first == 0 or all(one is each[0] for one in each[:many]):
            return list(each)
        first = self._known()
        return [*each[first:many], *each[:first], *each[many:]]

    def turned(self, places: Iterable[int]) -> set[int]:
        """The places that these numbers may stand for, whoever is the first."""
        table, found = self.machine.program.table, set(places)
        names = {table.places[at].name for at in found if table.places[at].owner is not None}
        return found | {at for at, place in enumerate(table.places) if place.name in names}

    def place(self, number: int) -> int:
        """The place of that number."""
        if self.first == 0:
            return number
        owner = self.machine.program.table.places[number].owner
        return number if owner is None else number - owner.seat + int(self.player(owner.seat))


def are_alike(program: Program) -> bool:
    """Whether a Program tells seats apart by nothing but their numbers, where it makes players of these."""
    table, many = program.table, program.game.players
    zones: dict[str, list[Any]] = {}
    for place in table.places:
        zones.setdefault(place.name.split("[")[0], []).append(place)
    for places in zones.values():
        owners = [place.owner.seat if place.owner is not None else None for place in places]
        numbers = [place.number for place in places]
        if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            return False
        if owners != list(range(many)) and (any(each is not None for each in owners) or len(places) == many):
            return False
    if not all(_are_alike_in(each, program) for each in program.functions):
        return False
    return all(_names_nobody(kind, start) for kind, start in program.scalars.values())


def _names_nobody(kind: Type, start: Expr) -> bool:
    if not _is_of(kind, PLAYER):
        return True
    if kind == PLAYER:
        return start.op == "const" and isinstance(start.about, int) and start.about >= 1 << 30
    return start.op in ("empty", "none", "map", "new", "seq") and not start.args


def _is_of(kind: Type, *of: Type) -> bool:
    return any(each in of for each in within(kind))


def _leaves(kind: Type) -> frozenset[str]:
    """Whether a type has players (or places), and whether it has numbers."""
    found = set()
    for each in within(kind):
        if each == PLAYER or isinstance(each, Places):
            found.add("player")
        elif each in NUMBERS:
            found.add("number")
    return frozenset(found)


def _are_alike_in(function: Function, program: Program) -> bool:
    return all(_is_alike(each, program) for each in expressions(function.body))


def _is_alike(e: Expr, program: Program) -> bool:
    kinds = [e.type, *[each.type for each in e.args]]
    own = [each.owner is not None for each in program.table.places]
    of_places = [each for each in kinds if isinstance(each, Places) and any(own[at] for at in each.numbers)]
    of_players = any(_is_of(each, PLAYER) for each in kinds)
    if e.op in ("convert", "as"):
        return _is_alike_converted(e.args[0].type, e.type)
    if e.op in OF_NUMBERS and e.args and (e.args[-1].type == PLAYER or _is_of(e.args[-1].type, PLAYER) or of_places):
        return e.op == "truth" and isinstance(e.args[0].type, (Seq, Map))
    if e.op in ("is one of", "by atom") and isinstance(e.args[0].type, Places) and of_places:
        return False
    if e.op == "place":
        owned = program.table.places[e.about].owner is not None
        return (e.args[0].type == PLAYER) == owned and (not owned or program.table.places[e.about].owner.seat == 0)
    if e.op == "pay":
        many = program.game.players
        return all(
            each.type == PLAYER or (each.op == "const" and isinstance(each.about, int) and each.about >= many)
            for each in e.args[:2]
        )
    if not of_players:
        return True
    if e.op not in OF_PLAYERS or any(isinstance(each, Thing) for kind in kinds for each in within(kind)):
        return False
    if e.op == "is one of":
        return all(each >= program.game.players for each in e.about)
    if e.op == "by atom":
        return not _is_of(e.args[0].type, PLAYER)
    if e.op in COMPARED:
        return len({_leaves(each.type) for each in e.args}) == 1
    return not any(isinstance(each, Union) and _mixes(each) for kind in kinds for each in within(kind))


def _mixes(kind: Union) -> bool:
    """Whether one alternative may have a player where another has a number: lists, words and the like, which are never
    equal to a player or a number, may have either."""
    return any(
        "player" in _leaves(one)
        and "number" in _leaves(other)
        and (_shape(one) == _shape(other) or "any" in (_shape(one), _shape(other)))
        for one, other in permutations(kind.of, 2)
    )


def _shape(kind: Type) -> str:
    if isinstance(kind, (Seq, Record)):
        return "list"
    if isinstance(kind, Map):
        return "dictionary"
    return "any" if isinstance(kind, (Maybe, Union)) else "one"


def _is_alike_converted(own: Type, kind: Type) -> bool:
    """Whether no player becomes a number, or a number a player, but where this is seen."""
    if (kind == PLAYER and own in NUMBERS) or (own == PLAYER and kind in NUMBERS):
        return True
    if any(isinstance(each, Union) and _mixes(each) for each in (*within(own), *within(kind))):
        return False
    one, other = _leaves(own), _leaves(kind)
    return one == other or not (one and other)
