"""Matches that the solver finds: a deal, and steps after it, that go some way of the rule text, or break an obligation.

The deal and the steps are followed from the table before them, whatever the cards and answers. Where they come to a way
that is looked for, the solver gives numbers with which they do; the ordinary rules are played with these (``Solved``).
What happens there counts, and not what was followed: nothing is claimed of what is not found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import closing, suppress
from typing import Any

import z3

from referee.kernel.game import Game
from referee.meaning.counted import Ways
from referee.meaning.program import Program
from referee.meaning.texts import NoMeaning
from referee.verify.symbolic import terms
from referee.verify.symbolic.boundary import first_table
from referee.verify.symbolic.kinds import FewClasses, classes, few_enough
from referee.verify.symbolic.machine import Machine
from referee.verify.symbolic.method import program_of
from referee.verify.symbolic.paths import Fault, Paths, Unwound
from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.solutions import STEPS, Answers, Solution
from referee.verify.symbolic.term_types import Term, to_z3
from referee.verify.symbolic.terms import NotFollowed

MOST_WAYS, MOST_QUERIES, RESOURCES = 300, 800, 300_000
"""Ways of so many steps that are followed, questions to the solver, and what it may take for each of them."""
MOST_UNASKED = 250
"""Ways, and questions to the solver, where nobody has asked whether an obligation is broken."""
MOST_CLASSES = 30
"""Classes of kinds of card: with more of them each question takes the solver long."""


class _Enough(Exception):
    """Nothing is looked for any more."""


class _Bounded(Paths):
    """Asks the solver so often: a loop that never ends can be one way."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        self.solver.set("rlimit", RESOURCES)

    def may_be(self, truth: Term) -> bool:
        if self.queries > self.most:
            raise _Enough
        return super().may_be(truth)


class Solving:
    """One form of a game, whose text tells its ``ways`` now (``referee.verify.play.branches``)."""

    def __init__(self, program: Program) -> None:
        """NotFollowed: it tells too much apart."""
        self.program = program
        self.kinds = classes(program)
        few_enough(self.kinds, MOST_CLASSES)

    def find(self, wanted: Collection[int], steps: int) -> dict[int, Solution]:
        """By way a match in which so many steps lead to it, for as many as are found."""
        self.wanted, self.found = set(wanted), dict[int, Solution]()
        machine = self._machine(MOST_QUERIES)
        machine.comes = self._comes
        machine.gone.update(range(max(self.wanted, default=0) + 1))
        machine.gone -= self.wanted
        for _ in self._ways(steps, lambda: bool(self.wanted)):
            pass
        return self.found

    def faults(self, steps: int) -> Iterator[Solution]:
        """Matches of so many steps in which an obligation is broken, one for each sort and clause."""
        paths, met = self._machine(MOST_UNASKED).paths, set[tuple[Any, ...]]()
        for fault in self._ways(steps, lambda: paths.ways < MOST_UNASKED):
            about = fault and (fault.broken, fault.why, fault.clauses)
            if about and about not in met and paths.solver.check() == z3.sat:
                met.add(about)
                yield self._solution()

    def _machine(self, most: int) -> Machine:
        """One that asks the solver so often at most."""
        self.machine = Machine(self.program, _Bounded(most), self.kinds)
        return self.machine

    def _ways(
        self, steps: int, goes_on: Callable[[], bool], behind: Callable[[], None] = lambda: None
    ) -> Iterator[Fault | None]:
        """Follow the ways of the deal and so many steps; after each the solver knows what leads there. ``behind`` is
        called when one of these is over."""
        machine, paths = self.machine, self.machine.paths
        begin = first_table(machine)

        def way() -> None:
            if not goes_on():
                raise _Enough
            machine.table, machine.answers = begin.copy(), []
            machine.running.clear()
            with suppress(NotFollowed, Unwound):
                for step in range(steps + 1):
                    self._step(machine, self.program.step if step else self.program.deal)
                    behind()
                    if machine.table.ended is not False:
                        return

        try:
            with closing(paths.every(way)) as each:
                for _, said in zip(range(MOST_WAYS), each, strict=False):
                    yield said
        except (_Enough, NotFollowed):
            pass
        except MemoryError:
            raise
        except Exception:  # a defect of ours: what was found until then is played all the same
            pass

    @staticmethod
    def _step(machine: Machine, entry: str) -> None:
        machine.carried_out(machine.by_name[entry], ())
        scalars = machine.table.scalars
        if scalars["dealing"] is not False:
            scalars["dealing"] = False
        else:
            scalars["turns"] = terms.add(scalars["turns"], 1)

    def _comes(self, way: int) -> None:
        """Some table and answers lead to a way: those that the solver has."""
        if self.machine.paths.solver.check() != z3.sat:
            return
        self.found[way] = self._solution()
        self.machine.gone.add(way)
        self.wanted.discard(way)

    def _solution(self) -> Solution:
        """The answers of this way, as the solver has them."""
        assert self.machine.answers is not None
        model = self.machine.paths.solver.model()
        return Solution(list(self._concrete(model, self.machine.answers)), self.kinds.groups)

    def _concrete(self, model: Any, answers: Answers) -> Iterator[tuple[str, Any]]:
        for sort, what in answers:
            if isinstance(what, Pile):
                counts = [_number(model, what.number(at)) for at in range(len(self.kinds.groups))]
                if any(counts):
                    yield sort, counts
            elif sort == "arm":
                yield sort, self.program.atoms[_number(model, what)]
            else:
                yield sort, _number(model, what)


def _number(model: Any, term: Any) -> int:
    return int(term) if isinstance(term, int) else int(model.eval(to_z3(term), model_completion=True).as_long())


def few_classes(game: Game[Any]) -> FewClasses:
    """Ends the reading of rules which ``Solving`` would not take."""
    return FewClasses(game.deck, MOST_CLASSES)


def matches_to(game: Game[Any], ways: int, wanted: Collection[int]) -> dict[int, Solution]:
    """By way a match that leads to it, for as many of the ``wanted`` as are found: of few steps first."""
    found: dict[int, Solution] = {}
    if wanted:
        with suppress(NoMeaning, NotFollowed, RecursionError):
            solving = Solving(program_of(game, counted=Ways(ways), when_read=few_classes(game)))
            for steps in STEPS:
                found |= solving.find(set(wanted) - found.keys(), steps)
    return found


def matches_into_faults(game: Game[Any]) -> Iterator[Solution]:
    """Matches in which the rules break an obligation, of few steps first."""
    with suppress(NoMeaning, NotFollowed, RecursionError):
        solving = Solving(program_of(game, counted=Ways(0), when_read=few_classes(game)))
        for steps in STEPS:
            yield from solving.faults(steps)
