"""Rules that are carried out again and again (``Table.repeat``): one pass is followed for all of them.

A pass begins with any table that may be there before one: what passes change is not known, but for what is known before
each. That is found like an invariant of steps (Flanagan and Leino, *Houdini*, 2001): of the facts and claims about
tables those that hold before the first pass and after every other. Something has to become smaller in each pass that
another one follows: the cards of a place, or a measure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from referee.kernel.table import Table as KernelTable
from referee.meaning.looking import LISTED, may_change
from referee.meaning.program import Expr, Function, Loop, Program, Set, expressions, reachable, walk
from referee.meaning.texts import code_of
from referee.meaning.types import ENDED_WITH, Places
from referee.verify.symbolic import terms
from referee.verify.symbolic.boundary import is_each, lie_anywhere, unknown
from referee.verify.symbolic.facts import Fact
from referee.verify.symbolic.looks import LOOKS
from referee.verify.symbolic.paths import Fault, Impossible
from referee.verify.symbolic.table import Table
from referee.verify.symbolic.term_types import Number, Term
from referee.verify.symbolic.terms import NotFollowed

if TYPE_CHECKING:
    from referee.verify.symbolic.claims import Claims
    from referee.verify.symbolic.machine import Machine

MOST_PASSES = 6
"""Passes of a repeated rule that are followed where matches are looked for."""
MOVES = {"shift": (1, 2), "swap": (0, 1), "gather": None}
"""Which arguments of an operation are the places whose cards change; None: all of them do."""
ASKS = ("ask", "together", "owe", "draw", "pick", "roll", "lot", "shuffle")
SETS = ("set scalar", "set each", "pay", "end")


@dataclass(slots=True)
class Changed:
    """What a pass may change: places of cards, scalars by name, and money."""

    places: list[int]
    scalars: list[str]
    money: bool


@dataclass(slots=True)
class Head:
    """What is known before each pass of one rule, and what becomes smaller."""

    facts: list[Fact]
    claims: set[str]
    places: set[int]
    measures: set[str]


@dataclass(slots=True)
class Before:
    """Any table before a pass, with what holds of it."""

    table: Table
    truths: list[Term]
    measures: dict[str, Term] = field(default_factory=dict)


def loops_of(program: Program) -> frozenset[int]:
    """The loops of ``Table.repeat``."""
    rule: Any = KernelTable.repeat
    about = code_of(rule).where
    inside = [each for function in program.functions if function.about == about for each in walk(function.body)]
    return frozenset([id(each) for each in inside if isinstance(each, Loop)])


class FewPasses:
    """The repeated rules where matches are looked for, and nothing is proved: the first passes are followed."""

    def __init__(self, program: Program) -> None:
        self.loops = loops_of(program)

    def carry_out(self, machine: Machine, loop: Loop, passes: Callable[[], bool]) -> None:
        for _ in range(MOST_PASSES):
            if not passes():
                return
        raise NotFollowed(f"more than {MOST_PASSES} passes of a repeated rule ({machine.where()})")


class Repeats:
    """The repeated rules of one proof."""

    def __init__(self, program: Program, claims: Claims, facts: Sequence[Fact]) -> None:
        self.claims, self.facts = claims, facts
        self.loops = loops_of(program)
        self._changes: dict[int, Changed] = {}
        self.heads: dict[tuple[str, str], Head] = {}
        self.entry = ""
        """The deal or a step: what is known before a pass is found for each by itself."""

    @property
    def known(self) -> dict[tuple[str, str], tuple[int, ...]]:
        """How much is known before the passes of each rule: another one wherever something turns out not to be."""
        sizes = {key: (each.facts, each.claims, each.places, each.measures) for key, each in self.heads.items()}
        return {key: tuple(map(len, each)) for key, each in sizes.items()}

    def carry_out(self, machine: Machine, loop: Loop, passes: Callable[[], bool]) -> None:
        """All passes: any one of them, of which the last one goes on. ``passes`` carries out one, and says whether
        another one follows."""
        paths, function = machine.paths, machine.running[-1]
        if paths.silent:
            raise NotFollowed("a rule that is repeated has to be asked about")
        changed = self._changes.get(id(loop))
        if changed is None:
            changed = self._changes[id(loop)] = self._changed(machine, function, loop)
        if machine.table.ended is not False:
            raise NotFollowed(f"a rule is repeated when the game may be over ({machine.where()})")
        head = self.heads.get((self.entry, function.name))
        if head is None:
            claims = {name for name, _ in self.claims.assumed}
            measures = {name for name, _ in self.claims.measures}
            head = Head(list(self.facts), claims, set(changed.places), measures)
            self.heads[self.entry, function.name] = head
        before = paths.once(lambda: self._any(machine, head, changed))
        for truth in before.truths:
            paths.assume(truth)
        if paths.argument is not None:
            paths.argument.note(f"any table before a pass of {function.about}: {self._told(machine, head)}")
        begun = before.table.beside()
        machine.table.piles, machine.table.money = begun.piles, begun.money
        for name in changed.scalars:  # what others are may be held elsewhere, and is the same thing there
            machine.table.scalars[name] = begun.scalars[name]
        if passes():
            self._come_back(machine, head, before)
            raise Impossible  # every pass from there is followed already

    # -- what a pass changes --------------------------------------------------------------------------------

    def _changed(self, machine: Machine, function: Function, loop: Loop) -> Changed:
        """NotFollowed: a pass may change something else."""
        inner = [each for each in machine.program.functions if each.name in self._inside(machine, loop)]
        every = [*expressions(loop.body), *[one for each in inner for one in expressions(each.body)]]
        where = f"in a rule that is repeated ({function.about})"
        if any(may_change(kind) for _, kind in function.parameters):
            raise NotFollowed(f"what is handed to a repeated rule may change: hand on a tuple ({function.about})")
        if any(isinstance(each, Set) for each in walk(loop.body)):
            raise NotFollowed(f"a variable changes from pass to pass ({function.about})")
        lists = any(each.op in LISTED for each in every)
        places: set[int] = set()
        scalars: dict[str, None] = {}
        bags = [at for at, place in enumerate(machine.program.table.places) if not place.is_row]
        for each in every:
            if each.op in MOVES:
                of = MOVES[each.op]
                numbers = bags if of is None else [at for arg in of for at in self._places(each.args[arg], bags)]
                places.update(machine.seats.turned(numbers))
            elif each.op in ("set scalar", "set each"):
                if each.about not in ENDED_WITH.values():  # before a pass the game goes on
                    scalars[each.about] = None
            elif each.op not in (*LOOKS, *ASKS, *SETS):
                raise NotFollowed(f"'{each.op}' {where}")
            elif lists and each.op in ("scalar", "each", "each.all", "field") and may_change(each.type):
                raise NotFollowed(f"lists that the table keeps {where}")
        return Changed(sorted(places & set(bags)), list(scalars), any(each.op == "pay" for each in every))

    @staticmethod
    def _inside(machine: Machine, loop: Loop) -> set[str]:
        return reachable(machine.program, {each.about.name for each in expressions(loop.body) if each.op == "call"})

    @staticmethod
    def _places(place: Expr, bags: Sequence[int]) -> Sequence[int]:
        return sorted(place.type.numbers) if isinstance(place.type, Places) else bags

    # -- before a pass ----------------------------------------------------------------------------------------

    def _any(self, machine: Machine, head: Head, changed: Changed) -> Before:
        """Any table before a pass; what does not hold before the first one is not known of it."""
        first = machine.table.copy()
        self._keep(machine, head, first)
        table = first.copy()
        paths, kinds, program = machine.paths, machine.kinds, machine.program
        truths: list[Term] = []
        cards = kinds.nothing.plus_all([first.piles[at] for at in changed.places])
        lie_anywhere(machine, table, changed.places, cards, " before a pass", truths.append)
        for name in changed.scalars:
            kind = program.scalars[name][0]
            many = machine.players if is_each(program, name) else 1
            made = [unknown(machine, kind, name, truths.append) for _ in range(many)]
            table.scalars[name] = made if is_each(program, name) else made[0]
        if changed.money:
            table.money = [paths.fresh("money", is_whole=all(map(_is_whole, first.money))) for _ in first.money]
        truths += [each.truth(table) for each in head.facts]
        truths += [terms.most(table.piles[at].size(), first.piles[at].size()) for at in sorted(head.places)]
        for name, function in self.claims.assumed:
            if name in head.claims:
                truths.append(self.claims.truth_of(machine, table, function))
        before = Before(table, truths)
        for name, _ in self.claims.measures:
            if name in head.measures:
                measured = [self.claims.measure_of(machine, each, name) for each in (table, first)]
                if None in measured:
                    head.measures.discard(name)
                else:
                    before.measures[name] = measured[0]
                    truths.append(terms.most(*measured))
        return before

    def _told(self, machine: Machine, head: Head) -> str:
        """What is known before each pass, and what becomes smaller, in words."""
        places = [f"the size of {machine.program.table.places[at]!r}" for at in sorted(head.places)]
        smaller = [*places, *[f"the measure {each}" for each in sorted(head.measures)]]
        known = [*[f"the property {each}" for each in sorted(head.claims)], *[each.name for each in head.facts]]
        return f"smaller in each pass is {' and '.join(smaller)}; known is: {'; '.join(known) or 'nothing'}"

    def _keep(self, machine: Machine, head: Head, table: Table) -> None:
        """Forget of what is known before a pass what does not hold of this table."""
        head.facts = [each for each in head.facts if not machine.paths.may_be(terms.no(each.truth(table)))]
        for name, function in self.claims.assumed:
            if name in head.claims and self.claims.breaks(machine, table, function):
                head.claims.discard(name)
        head.claims &= {name for name, _ in self.claims.assumed}

    # -- behind it --------------------------------------------------------------------------------------------

    def _come_back(self, machine: Machine, head: Head, before: Before) -> None:
        """A pass is over, and another one follows."""
        paths, table = machine.paths, machine.table
        if table.ended is not False:
            raise NotFollowed(f"a rule is repeated when the game is over ({machine.where()})")
        self._keep(machine, head, table)
        if paths.argument is not None:
            paths.argument.way_comes_back(machine.met)
        for at in sorted(head.places):
            if paths.may_be(terms.most(before.table.piles[at].size(), table.piles[at].size())):
                head.places.discard(at)
        head.measures &= before.measures.keys()
        for name in sorted(head.measures):
            after = self.claims.measure_of(machine, table, name)
            falls = [False] if after is None else [terms.most(0, after), terms.less(after, before.measures[name])]
            if paths.may_be(terms.no(terms.both(falls))):
                head.measures.discard(name)
        if not head.places and not head.measures:
            raise Fault("NO_END", "nothing becomes smaller in each pass", machine.where(), machine.clauses())


def _is_whole(term: Term) -> bool:
    return type(term) is int or (isinstance(term, Number) and term.is_whole)
