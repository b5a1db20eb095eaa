"""Which rows a call touches follows from its arguments.

Decided: of what a function may change, whether it lies in a place that is given to it, or in the one of a player who
is. Whoever knows these arguments where it is called knows the place; else it may be any of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from referee.meaning.program import Expr, Function, Let, Program, Set, expressions, walk
from referee.meaning.types import PLAYER, Places
from referee.verify.symbolic.effects.touching import Touched, direct, places_of


@dataclass(frozen=True, slots=True)
class Given:
    """The place that a name stands for, or the one of a player, from ``first`` on; one of ``numbers``."""

    name: str
    first: int
    numbers: frozenset[int]


class Names:
    """What the names of a function stand for, as far as each is set once; ``fixed`` says which are known outside."""

    def __init__(self, function: Function, fixed: Callable[[str], bool]) -> None:
        self.fixed = fixed
        self.values: dict[str, Expr | None] = {}
        for each in walk(function.body):
            if isinstance(each, (Let, Set)):
                self.values[each.name] = None if each.name in self.values or isinstance(each, Set) else each.value

    def places(self, e: Expr, depth: int = 0) -> list[Any]:
        """Where something lies: numbers, or a place that is given."""
        if e.op == "convert":
            return self.places(e.args[0], depth)
        if e.op == "local" and isinstance(e.type, Places):
            name = str(e.about)
            if self.fixed(name):
                return [Given(name, 0, e.type.numbers)]
            value = self.values.get(name)
            if value is not None and depth < 9 and isinstance(value.type, Places):
                return self.places(value, depth + 1)
        if e.op == "place" and isinstance(e.type, Places) and e.args[0].type == PLAYER:
            player = self.player(e.args[0])
            if player is not None:
                return [Given(player, int(e.about), e.type.numbers)]
        return list(places_of(e))

    def player(self, e: Expr, depth: int = 0) -> str | None:
        """The name of a player who is known outside."""
        if e.op != "local":
            return None
        name = str(e.about)
        if self.fixed(name):
            return name
        value = self.values.get(name)
        return self.player(value, depth + 1) if value is not None and depth < 9 else None

    def called(self, call: Expr, touched: Iterable[Touched]) -> set[Touched]:
        """What a call touches, of what its function does."""
        found, names = set[Touched](), [name for name, _ in call.about.parameters]
        for word, what in touched:
            if not isinstance(what, Given):
                found.add((word, what))
                continue
            argument = call.args[names.index(what.name)]
            if isinstance(argument.type, Places):
                found |= {(word, at) for at in self.places(argument)}
            elif (player := self.player(argument)) is not None:
                found.add((word, Given(player, what.first, what.numbers)))
            else:
                found |= {(word, at) for at in what.numbers}
        return found


def touching_given(program: Program) -> dict[str, frozenset[Touched]]:
    """By function what it may change, where that lies in places that are given to it told by these."""
    parameters = {each.name: {name for name, _ in each.parameters} for each in program.functions}
    names, found = {}, {}
    calls: dict[str, list[Expr]] = {}
    callers: dict[str, set[str]] = {}
    for function in program.functions:
        known = Names(function, lambda name: False)
        set_inside = frozenset(known.values)
        known.fixed = _among(parameters[function.name] - set_inside)
        names[function.name] = known
        found[function.name] = direct(function, known.places)
        calls[function.name] = [each for each in expressions(function.body) if each.op == "call"]
        for each in calls[function.name]:
            callers.setdefault(each.about.name, set()).add(function.name)
    waiting = set(found)
    while waiting:
        name = waiting.pop()
        more = set[Touched]()
        for each in calls[name]:
            more |= names[name].called(each, [one for one in found[each.about.name] if one[0] != "given"])
        if not more <= found[name]:
            found[name] |= more
            waiting |= callers.get(name, set())
    return {name: frozenset(each) for name, each in found.items()}


def _among(names: Collection[str]) -> Callable[[str], bool]:
    return lambda name: name in names


def lying_in(touched: Iterable[Touched], place_of: Callable[[Given], int | None]) -> frozenset[Touched]:
    """The same with numbers: of a place of which ``place_of`` says nothing it may be any."""
    found = set[Touched]()
    for word, what in touched:
        if isinstance(what, Given):
            number = place_of(what)
            found |= {(word, at) for at in (what.numbers if number is None else (number,))}
        else:
            found.add((word, what))
    return frozenset(found)
