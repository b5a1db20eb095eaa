"""What is claimed of tables and of questions: where it is assumed, where it is owed, and on which way it may break."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import Any

from referee.meaning.program import Function, Owed, Program
from referee.meaning.types import INT, WIDE
from referee.verify.program_claims import COMPARED
from referee.verify.properties import Kind
from referee.verify.symbolic import terms
from referee.verify.symbolic.machine import Machine
from referee.verify.symbolic.paths import Fault
from referee.verify.symbolic.table import Table
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Items

LARGEST = 1 << 20
"""A measure that may begin above that has no bound that is told."""


class Claims:
    """The claims about one form. ``kinds`` says of which kind they are, by name: ALWAYS, if not given.

    A claim of a pair is not assumed: nothing is gained by it, and it is owed once, of any table between two steps. What
    is claimed of questions is owed where they are put, a measure from step to step.
    """

    def __init__(self, program: Program, kinds: Mapping[str, Kind], asked: Sequence[str]) -> None:
        self.kinds, self.asked = kinds, asked
        functions = {each.name: each for each in program.functions}
        told = {name: functions[of] for name, of in program.claims.items()}
        told |= {name: functions[of] for name, (of, _) in program.known.items()}
        self.functions = {name: of for name, of in told.items() if not name.endswith(COMPARED)}
        self.guards = {name: of for name, of in told.items() if name.endswith(COMPARED)}
        self.known = dict(program.known.values())
        """What functions say wherever they come to their ends, by their names."""
        self.unread = program.unread
        """Why claims have no meaning, by name."""
        self.failed: dict[str, str] = {}
        """On which way a claim may break, by name."""
        self.said: set[str] = set()
        """The claims of which the last round has said something, or the deal: ``dealt``."""
        self.dealt: set[str] = self.said
        self.first: dict[str, int] = {}
        """By measure the most that it is when cards are dealt."""
        self.least: dict[str, int] = {}
        """By measure the least that it is while play goes on."""
        for name, function in self.functions.items():
            if self.kind(name) is Kind.TERMINATES and function.results not in ((INT,), (WIDE,)):
                self.failed[name] = f"a measure that is {' '.join(map(repr, function.results)) or 'always the same'}"

    def kind(self, name: str) -> Kind:
        return self.kinds.get(name, Kind.ALWAYS)

    @property
    def proved(self) -> set[str]:
        """What was broken on no way of the last round, and said something."""
        broken = {**self.failed, **self.unread}
        left = {name for name in (*self.functions, *self.asked) if name not in broken}
        return {name for name in left if self._says_something(name)}

    def _says_something(self, name: str) -> bool:
        return name in self.said or (name not in self.asked and self.kind(name) is not Kind.EQUAL)

    def bounds(self) -> dict[str, int]:
        """By measure the most steps of a match: it falls in each."""
        proved = self.proved & self.first.keys() & self.least.keys()
        return {name: self.first[name] - self.least[name] + 1 for name in proved}

    def _left(self, *kinds: Kind) -> list[tuple[str, Function]]:
        kept = [(name, each) for name, each in self.functions.items() if name not in self.failed]
        return [pair for pair in kept if self.kind(pair[0]) in kinds]

    @property
    def assumed(self) -> list[tuple[str, Function]]:
        """What is claimed of tables and may be known of them."""
        return self._left(Kind.ALWAYS, Kind.NEVER)

    @property
    def of_tables(self) -> list[tuple[str, Function]]:
        """What is claimed of one table."""
        return self._left(Kind.ALWAYS, Kind.NEVER, Kind.EQUAL)

    @property
    def measures(self) -> list[tuple[str, Function]]:
        return self._left(Kind.TERMINATES)

    # -- a round ------------------------------------------------------------------------------------------

    def begin(self, machine: Machine, table: Table | None, owing: bool) -> None:
        """A round begins, from any such table; None: with the deal. ``owing``: claims are not only assumed."""
        self.said = set() if table is None else set(self.dealt)
        if table is None:
            self.dealt = self.said
            return
        machine.table = table
        for _, function in self.assumed:
            machine.paths.give(self.truth_of(machine, table, function))
        if not owing:
            return
        for name, function in self._left(Kind.EQUAL):
            self._owe(machine, name, partial(said_of, machine, table, function, self.known))
            self._compared(machine, table, name)
        for name, function in self.measures:
            self.least.pop(name, None)
            if name in self.first:
                self._find_least(machine, table, name, function)

    def ended(self, machine: Machine, before: Table | None, table: Table) -> None:
        """A step from ``before`` is over, or the deal."""
        owed: dict[str, Callable[[], Term]] = {}
        for name, function in self._left(Kind.ALWAYS, Kind.NEVER, *([Kind.EQUAL] if table.ended is not False else [])):
            owed[name] = partial(said_of, machine, table, function, self.known)
            if self.kind(name) is Kind.EQUAL:
                self._compared(machine, table, name)
        for name, function in self.measures:
            if table.ended is True:
                owed[name] = partial(_is_said, machine, table, function)
                continue
            if before is None:
                self._find_first(machine, table, name, function)
            owed[name] = partial(_fell, machine, before, table, function)
        self._owe_all(machine, owed)

    def when_asked(self, machine: Machine, what: Owed, arguments: list[Any]) -> None:
        """Somebody is asked."""
        name, function, table = what.name, what.function, machine.table
        if what.several and not any(each.items for each in arguments if isinstance(each, Items)):
            return  # nobody is asked
        if machine.paths.silent:
            raise NotFollowed("what is claimed of a question has to be asked about")

        def work() -> None:
            self.said.add(name)
            if name not in self.failed:
                known = {} if function.results else {function.name: what.said}
                self._owe(machine, name, partial(said_of, machine, table, function, known, arguments))

        machine.paths.once(work)  # on each way that comes here again: what is counted has to be the same

    # -- what is asked of the solver ------------------------------------------------------------------------

    def _owe_all(self, machine: Machine, owed: Mapping[str, Callable[[], Term]]) -> None:
        """Note on which way any of these may break: they are asked about together, and by themselves if one may."""
        said = {name: self._at_once(machine, ask) for name, ask in owed.items()}
        together = {name: truth for name, truth in said.items() if truth is not None}
        if machine.paths.may_be(terms.no(machine.paths.not_given(terms.both(together.values())))):
            together = {name: truth for name, truth in together.items() if truth is True}
        for name, ask in owed.items():
            if name not in together:
                self._owe(machine, name, ask)
            elif machine.paths.argument is not None:
                machine.paths.argument.kept(f"the property {name}", [together[name]])

    def _at_once(self, machine: Machine, ask: Callable[[], Term]) -> Term | None:
        """What is said, if that is so whatever is decided; None where there are several ways to it, or none."""
        running, met, begin = list(machine.running), set(machine.met), machine.table
        found: Term | None = None
        try:
            with closing(machine.paths.every(ask)) as ways:
                for said in ways:
                    found = None if isinstance(said, Fault) or machine.paths.decisions() else said
                    break
        except NotFollowed:
            pass
        machine.running[:], machine.met, machine.table = running, met, begin
        return found

    def _owe(self, machine: Machine, name: str, ask: Callable[[], Term]) -> None:
        """Note on which way a claim may break, if there is one."""
        said: list[Term] = []
        why = self._owed(machine, ask, said)
        if why:
            self.failed[name] = why
        elif machine.paths.argument is not None:
            machine.paths.argument.kept(f"the property {name}", said)

    def _owed(self, machine: Machine, ask: Callable[[], Term], truths: list[Term] | None = None) -> str:
        """On which way a claim may break; ``truths`` gets what it says on each."""
        running, met = list(machine.running), set(machine.met)
        why = self._breaks(machine, ask, [] if truths is None else truths)
        machine.running[:], machine.met = running, met
        return why

    @staticmethod
    def _breaks(machine: Machine, ask: Callable[[], Term], truths: list[Term]) -> str:
        after = f"after {' '.join(sorted(machine.met))}" if machine.met else "on some way"
        begin = machine.table
        try:
            with closing(machine.paths.every(ask)) as ways:
                for said in ways:
                    if isinstance(said, Fault):
                        return f"it cannot be worked out: {said.broken} {said.why} ({said.where})"
                    if said is False or (said is not True and machine.paths.may_be(terms.no(said))):
                        return after
                    truths.append(said)
        except NotFollowed as reason:
            return f"it cannot be worked out: {reason}"
        finally:
            machine.table = begin
        return ""

    def _ways(self, machine: Machine, table: Table, function: Function) -> Generator[Any, None, None]:
        """What a function says of a table, on every way; NotFollowed where that is not known."""
        begin = machine.table
        try:
            for said in machine.paths.every(partial(said_of, machine, table, function, self.known)):
                if isinstance(said, Fault):
                    raise NotFollowed(f"{said.broken} {said.why} ({said.where})")
                yield said
        finally:
            machine.table = begin

    def breaks(self, machine: Machine, table: Table, function: Function) -> bool:
        """Whether a claim may not hold of a table."""
        return bool(self._owed(machine, partial(said_of, machine, table, function, self.known)))

    def measure_of(self, machine: Machine, table: Table, name: str) -> Term | None:
        """What a measure says of a table; None where that is not known."""
        found: list[tuple[Term, Term]] = []
        try:
            with closing(self._ways(machine, table, self.functions[name])) as ways:
                for said in ways:
                    found.append((terms.both(machine.paths.decisions()), said))
        except NotFollowed:
            return None
        if not found:
            return None
        measured = found[-1][1]
        for decided, other in reversed(found[:-1]):
            measured = terms.choose(decided, other, measured)
        return measured

    def truth_of(self, machine: Machine, table: Table, function: Function) -> Term:
        """That a claim holds of a table, as far as that can be said."""
        ways: list[Term] = []
        begin = machine.table
        try:
            for said in machine.paths.every(partial(said_of, machine, table, function, self.known)):
                if not isinstance(said, Fault) and said is not False:
                    ways.append(terms.both([*machine.paths.decisions(), said]))
        except NotFollowed:
            return True
        finally:
            machine.table = begin
        return terms.either(ways)

    def _compared(self, machine: Machine, table: Table, name: str) -> None:
        guard = self.guards.get(name + COMPARED)
        if guard is None or name in self.said:
            return
        try:
            with closing(self._ways(machine, table, guard)) as ways:
                if any(said is not False and machine.paths.may_be(said) for said in ways):
                    self.said.add(name)
        except NotFollowed:
            pass

    def _find_first(self, machine: Machine, table: Table, name: str, function: Function) -> None:
        """Make ``first`` as high as the measure can be on this table."""
        try:
            with closing(self._ways(machine, table, function)) as ways:
                for said in ways:
                    low = self.first.get(name, 0)
                    self.first[name] = _least_with(low, partial(_never_above, machine, said))
        except NotFollowed:
            self.first[name] = LARGEST

    def _find_least(self, machine: Machine, table: Table, name: str, function: Function) -> None:
        first = self.first[name]
        if first >= LARGEST:
            return
        found = first
        try:
            with closing(self._ways(machine, table, function)) as ways:
                for said in ways:
                    low, high = 0, found
                    while low < high:
                        middle = (low + high + 1) // 2
                        if machine.paths.may_be(terms.less(said, middle)):
                            high = middle - 1
                        else:
                            low = middle
                    found = low
        except NotFollowed:
            return
        self.least[name] = found


def _least_with(low: int, holds: Callable[[int], bool]) -> int:
    """The least number from ``low`` on with which it holds; LARGEST where that is not known."""
    if holds(low):
        return low
    step = 1
    while not holds(low + step):
        low, step = low + step, 2 * step
        if low + step >= LARGEST:
            return LARGEST
    high = low + step
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _never_above(machine: Machine, said: Term, at: int) -> bool:
    return not machine.paths.may_be(terms.less(at, said))


def said_of(
    machine: Machine, table: Table, function: Function, known: Mapping[str, Any], arguments: Sequence[Any] = ()
) -> Any:
    """What a claim says of a table, or of a question with these ``arguments``. NotFollowed: it changes the table."""
    machine.table = table.copy()  # something may be tried out on it, and is taken back
    found = machine.call(function, arguments)
    if not machine.table.is_as(table):
        raise NotFollowed("it writes to the table, or its words do: a claim may only look at it")
    return known.get(function.name, found)


def _is_said(machine: Machine, table: Table, function: Function) -> bool:
    """That a measure can be worked out: play asks for it when the game is over, too."""
    said_of(machine, table, function, {})
    return True


def _fell(machine: Machine, before: Table | None, table: Table, function: Function) -> Term:
    """Whether a measure is not negative, and less than before."""
    after = said_of(machine, table, function, {})
    if before is None:
        return terms.most(0, after)
    return terms.both([terms.most(0, after), terms.less(after, said_of(machine, before, function, {}))])
