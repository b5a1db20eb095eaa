"""Matches of a few steps that break a property, which the solver finds however seldom real deals come to them.

What is found is played by the ordinary rules, and what happens there counts; nothing is claimed of what is not found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import closing, suppress
from functools import partial
from typing import Any

import z3

from referee.kernel.errors import Broken
from referee.kernel.game import Game
from referee.meaning.program import Owed
from referee.meaning.texts import NoMeaning
from referee.verify.program_claims import of_questions, of_tables
from referee.verify.properties import Property
from referee.verify.symbolic import terms
from referee.verify.symbolic.claims import Claims, said_of
from referee.verify.symbolic.method import program_of
from referee.verify.symbolic.paths import Fault
from referee.verify.symbolic.repeats import FewPasses
from referee.verify.symbolic.solutions import STEPS, Solution
from referee.verify.symbolic.solving import Solving, few_classes
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed

MOST_QUERIES = 2_000
"""Questions to the solver for so many steps."""
MOST_SOLUTIONS = 8
"""Matches of so many steps that are found: where none of them breaks the property in play, no other will."""
MOST_STATEMENTS = 12_000
"""The statements, times the players, of a form that is looked at: to read its meaning takes the time."""


class Breaking(Solving):
    """One form of a game, with a property of it."""

    def __init__(self, game: Game[Any], each: Property) -> None:
        """NotFollowed, NoMeaning: the rules or the property are not followed."""
        asking = of_questions([each])
        when_read = few_classes(game)
        super().__init__(program_of(game, of_tables([each]), MOST_STATEMENTS, asking=asking, when_read=when_read))
        self.claims = Claims(self.program, {each.name: each.kind}, tuple(asking))
        self.broken: list[Solution] = []

    def solutions(self, steps: int, owed: Collection[Broken]) -> Iterator[Solution]:
        """Matches of so many steps that break the property, or one of the obligations that are ``owed``."""
        machine, obligations = self._machine(MOST_QUERIES), {each.name for each in owed}
        machine.repeats, machine.owed = FewPasses(self.program), self._when_asked
        self.broken, told = [], 0
        for fault in self._ways(steps, lambda: len(self.broken) < MOST_SOLUTIONS, self._when_ended):
            if fault is not None and fault.broken in obligations and machine.paths.solver.check() == z3.sat:
                self.broken.append(self._solution())
            yield from self.broken[told:]
            told = len(self.broken)

    def _when_ended(self) -> None:
        """The deal or a step is over."""
        table = self.machine.table
        for _, function in self.claims.of_tables:
            self._look(partial(said_of, self.machine, table, function, self.claims.known))

    def _when_asked(self, what: Owed, arguments: list[Any]) -> None:
        known = {} if what.function.results else {what.function.name: what.said}
        self._look(partial(said_of, self.machine, self.machine.table, what.function, known, arguments))

    def _look(self, ask: Callable[[], Term]) -> None:
        """Look for tables and answers with which it comes to here, and what is asked is not so."""
        machine = self.machine
        if machine.paths.silent:
            raise NotFollowed("what is claimed of a question has to be asked about")

        def work() -> None:
            running, met, begin = list(machine.running), set(machine.met), machine.table
            with closing(machine.paths.every(ask)) as ways:
                for said in ways:
                    if said is not True and not isinstance(said, Fault):
                        self._break(said)
            machine.running[:], machine.met, machine.table = running, met, begin

        machine.paths.once(work)

    def _break(self, truth: Term) -> None:
        solver = self.machine.paths.solver
        solver.push()
        solver.add(terms.no(truth))
        if solver.check() == z3.sat:
            self.broken.append(self._solution())
        solver.pop()


def matches_that_break(game: Game[Any], each: Property, owed: Collection[Broken]) -> Iterator[Solution]:
    """Matches that break a property, or one of the obligations that it owes, of few steps first."""
    with suppress(NoMeaning, NotFollowed, RecursionError):
        breaking = Breaking(game, each)
        for steps in STEPS:
            yield from breaking.solutions(steps, owed)
