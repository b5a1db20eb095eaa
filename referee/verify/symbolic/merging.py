"""Calls whose ways are put together: behind a function that changes the table one table stands for what all its ways
leave, so that what follows is carried out once.

Ways that end unlike, as what they leave has no value that stands for both, stay apart: one group for each. What was
assumed on a way is known behind it where its decisions hold (Kuznetsov and others, *Efficient State Merging in Symbolic
Execution*, 2012).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from referee.meaning.looking import may_change
from referee.meaning.program import Expr, Function, Program, expressions, reachable
from referee.meaning.types import INT, PILE, PLAYER, Thing, Type, within
from referee.verify.symbolic import terms
from referee.verify.symbolic.boundary import is_each
from referee.verify.symbolic.joining import in_one, leaves_of, parts, put_back, put_together
from referee.verify.symbolic.operations import ChangesOthers
from referee.verify.symbolic.paths import Fault, Unwound
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.things import changeable, copied, is_alike

if TYPE_CHECKING:
    from referee.verify.symbolic.machine import Machine
    from referee.verify.symbolic.table import Table

MOST_GROUPS = 40
"""More tables behind one call are not told apart: its ways are followed one by one."""


@dataclass(slots=True)
class _End:
    """Where a way of a function ends: what was decided and assumed on it, and what it leaves."""

    decided: list[Term]
    leads: Term
    """What of it was not so anyway: where that holds, play goes this way."""
    table: Table
    result: Any
    unwound: Unwound | None
    met: set[str]
    replaced: frozenset[tuple[str, int | None]]
    """The scalars, with the seats, that may change in place and for which the table keeps another thing now."""
    shares: bool = False
    """Whether something it has made that may change in place is in several places."""
    others: list[list[int]] = field(default_factory=list)
    """Of each thing that it leaves, which of those that were there before it holds where something may change in place;
    -1 is a new one."""


@dataclass(slots=True)
class _Behind:
    """What all the ways of a function leave: tables and results, each with the truth that leads to it, and what is
    known then."""

    ends: list[tuple[Term, _End]]
    known: list[Term]
    before: list[Any]
    """The things that may change in place that were there before."""


class Merging:
    """The calls of one Program that are put together."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.functions = _that_merge(program)
        self.changing_others: set[str] = set()
        """The functions that have changed in place what others hold: they are followed way by way."""
        kinds = {name: kind for name, (kind, _) in program.scalars.items() if name != "$money"}
        self.may_change = frozenset([name for name, kind in kinds.items() if may_change(kind)])
        seats: list[int | None] = [*range(program.game.players)]
        self.changing = [(name, at) for name in self.may_change for at in (seats if is_each(program, name) else [None])]

    def call(self, machine: Machine, function: Function, arguments: Sequence[Any]) -> Any:
        """What a function gives, carried out once for all its ways."""
        paths = machine.paths
        behind = paths.once(lambda: self._behind(machine, function, arguments))
        if behind is None:
            return machine.carried_out(function, arguments)
        for truth in behind.known:
            paths.assume(truth)
        at = 0
        if len(behind.ends) > 1:
            at = paths.one_case([(at, each) for at, (each, _) in enumerate(behind.ends)])
        end = behind.ends[at][1]
        now = self._things(machine.table, function, arguments)
        made = {id(then): each for then, each in zip(behind.before, now, strict=True)}
        self._become(machine.table, end, made)
        machine.met |= end.met
        if end.unwound is not None:
            raise Unwound(end.unwound.depth, copied(end.unwound.result, made))
        return copied(end.result, made)

    def _behind(self, machine: Machine, function: Function, arguments: Sequence[Any]) -> _Behind | None:
        """None: its ways are followed one by one, as one of them may break an obligation."""
        begin, running, met, unwound = machine.table, len(machine.running), machine.met, machine.unwound
        paths = machine.paths
        if function.name in self.changing_others:
            return None
        ends: list[_End] = []
        known: dict[Term, None] = {}
        before = self._things(begin, function, arguments)
        numbers = {id(each): at for at, each in enumerate(before)}
        outer, machine.operations.others = machine.operations.others, frozenset(numbers)

        def way() -> _End:
            machine.table, machine.met = begin.beside(), set()
            try:
                result, out = machine.carried_out(function, arguments), None
            except Unwound as caught:
                result, out = None, caught
            table = machine.table
            kept = [each for each in self.changing if table.kept(*each) is not begin.kept(*each)]
            leads = terms.both(paths.decisions(open_ones=True))
            end = _End(paths.decisions(), leads, table, result, out, machine.met, frozenset(kept))
            found = [list(changeable(thing, kind, numbers)) for kind, thing in self._left(function, end)]
            end.others = [[numbers.get(id(each), -1) for each in here] for here in found]
            mine = [id(each) for here in found for each in here if id(each) not in numbers]
            end.shares = len(set(mine)) < len(mine)
            return end

        try:
            with closing(paths.every(way)) as ways:
                for each in ways:
                    del machine.running[running:]
                    if isinstance(each, Fault):
                        return None
                    ends.append(each)
                    known.update(dict.fromkeys(paths.assumed()))
        except ChangesOthers:
            self.changing_others.add(function.name)
            return None
        finally:
            machine.operations.others = outer
            del machine.running[running:]
            machine.table, machine.met, machine.unwound = begin, met, unwound
        groups: list[list[_End]] = []
        for end in ends:
            group = next((each for each in groups if self._alike(function, each[0], end)), None)
            if group is None:
                groups.append([end])
                if len(groups) > MOST_GROUPS:
                    return None
            else:
                group.append(end)
        together = [self._together(machine, function, group) for group in groups]
        conditions = [terms.either([end.leads for end in group]) for group in groups]
        return _Behind(list(zip(conditions, together, strict=True)), [terms.either(conditions), *known], before)

    def _alike(self, function: Function, one: _End, other: _End) -> bool:
        """Whether one thing stands for both of what two ways leave, each where it can be one."""
        if (one.unwound is None) is not (other.unwound is None) or one.shares or other.shares:
            return False
        if one.replaced != other.replaced or one.others != other.others:
            return False
        mine, others = [
            (end.table.ended, end.unwound and (end.unwound.depth, end.unwound.result)) for end in (one, other)
        ]
        if not is_alike(mine, others):
            return False
        pairs = zip(self._left(function, one), self._left(function, other), strict=True)
        return all(
            in_one(a, b, kind) if max(others, default=-1) < 0 else is_alike(a, b)
            for ((kind, a), (_, b)), others in zip(pairs, one.others, strict=True)
        )

    def _things(self, table: Table, function: Function, arguments: Sequence[Any]) -> list[Any]:
        """The things that may change in place and that others than the function may hold, each once, in an order."""
        found: dict[int, Any] = {}
        for (_, kind), thing in zip(function.parameters, arguments, strict=True):
            found.update([(id(each), each) for each in changeable(thing, kind)])
        for name, at in self.changing:
            found.update([(id(each), each) for each in changeable(table.kept(name, at), self._kind(name))])
        return list(found.values())

    def _kind(self, name: str) -> Type:
        return self.program.scalars[name][0]

    def _left(self, function: Function, end: _End) -> list[tuple[Type, Any]]:
        """What a way leaves beside cards, with the types: scalars and money, and what is given."""
        found: list[tuple[Type, Any]] = []
        for name, (kind, _) in self.program.scalars.items():
            if name != "$money":
                every = end.table.scalars[name] if is_each(self.program, name) else [end.table.scalars[name]]
                found += [(kind, each) for each in every]
        money = self.program.scalars["$money"][0] if "$money" in self.program.scalars else INT
        found += [(money, each) for each in end.table.money]
        if end.unwound is None and function.results:
            found += zip(function.results, parts(end.result, len(function.results)), strict=True)
        return found

    def _together(self, machine: Machine, function: Function, group: Sequence[_End]) -> _End:
        """What the ways of a group leave, as one. Cards only move: what of them is in one place is what the others have
        not, so that sums of places stay as they are."""
        first = group[0]
        if len(group) == 1:
            return first
        table = first.table.beside()
        for at, order in enumerate(table.rows):
            if any(end.table.rows[at] is not order for end in group):
                table.rows[at] = machine.operations.any_order()
        piles = [
            at for at in range(len(table.piles)) if any(end.table.piles[at].unlike(table.piles[at]) for end in group)
        ]
        apart = piles[1:] if self._only_moved(group) else piles
        left = [self._left(function, end) for end in group]
        differ = [at for at, (_, value) in enumerate(left[0]) if any(not is_alike(each[at][1], value) for each in left)]
        kinds: list[Type] = [PILE for _ in apart]
        ways: list[tuple[list[Term], list[Any]]] = []
        for end, every in zip(group, left, strict=True):
            moved: list[Any] = [end.table.piles[at].plus(table.piles[at], -1) for at in apart]
            leaves = [leaf for at in differ for leaf in leaves_of(every[at][1], every[at][0])]
            ways.append((end.decided, [*moved, *[value for value, _ in leaves]]))
            kinds = [*kinds[: len(apart)], *[kind for _, kind in leaves]]
        together = put_together(ways, 0, kinds)
        for at, (kind, value) in enumerate(zip(kinds, together, strict=True)):
            if kind is PLAYER and all(machine.is_seated(each[at]) for _, each in ways):
                machine.seated.add(value)
        values = iter(together)
        for at in apart:
            moved_here = next(values)
            table.piles[at] = table.piles[at].plus(moved_here)
            if apart is not piles:
                table.piles[piles[0]] = table.piles[piles[0]].plus(moved_here, -1)
        made = [value for _, value in left[0]]
        for at in differ:
            made[at] = put_back(left[0][at][1], left[0][at][0], values)
        rest = iter(made)
        for name in self.program.scalars:
            if name != "$money":
                many = len(table.scalars[name]) if is_each(self.program, name) else 0
                table.scalars[name] = [next(rest) for _ in range(many)] if many else next(rest)
        table.money = [next(rest) for _ in table.money]
        given = list(rest)
        result = first.result if not given else given[0] if len(given) == 1 else tuple(given)
        met = set().union(*[end.met for end in group])
        return _End([], True, table, result, first.unwound, met, first.replaced)

    def _become(self, table: Table, end: _End, made: dict[int, Any]) -> None:
        """A table becomes as what a way leaves. A thing that may change in place and was not replaced is the same for
        whoever holds it; ``made`` has the copies of the others (see ``copied``)."""
        behind = end.table.beside()
        table.piles, table.rows, table.money, table.ended = behind.piles, behind.rows, behind.money, behind.ended
        for at in end.replaced:
            table.keep(*at, copied(end.table.kept(*at), made))
        for name, value in behind.scalars.items():
            if name not in self.may_change:
                table.scalars[name] = value

    @staticmethod
    def _only_moved(group: Sequence[_End]) -> bool:
        """Whether all of these tables have the same cards."""
        every = [end.table.piles[0].plus_all(end.table.piles[1:]) for end in group]
        return not any(each.unlike(every[0]) for each in every)


def _that_merge(program: Program) -> frozenset[str]:
    """The functions that may be carried out once for all their ways: what objects of the game hold they neither change
    nor give on."""
    every = [each for each in program.functions if each.name not in (program.deal, program.step)]
    unfit = {each.name for each in program.functions if any(map(_is_of_objects, expressions(each.body)))}
    return frozenset(
        [
            each.name
            for each in every
            if not reachable(program, [each.name]) & unfit and not any(map(_has_objects, each.results))
        ]
    )


def _is_of_objects(e: Expr) -> bool:
    """Whether something changes an object of the game, or hands on what it holds and may change, or the object."""
    if e.op in ("unwind", "unwound"):
        return may_change(e.args[-1].type if e.args else e.type)
    if e.op in ("set scalar", "set each"):
        return _has_objects(e.args[-1].type)
    return e.op == "set field" or (e.op == "field" and may_change(e.type))


def _has_objects(kind: Type) -> bool:
    return any(isinstance(each, Thing) for each in within(kind))
