"""Proofs by induction over steps, on the meaning of rules: every deal satisfies what is claimed, every step keeps it.

What is claimed and what was guessed are assumed together. What some way does not keep is dropped, and all is tried
again without it (Flanagan and Leino, *Houdini*, 2001).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import z3

from referee.kernel.errors import Broken
from referee.kernel.game import Game
from referee.meaning.program import Program
from referee.verify.symbolic import terms
from referee.verify.symbolic.boundary import Fact, any_table, facts_of, first_table
from referee.verify.symbolic.kinds import classes
from referee.verify.symbolic.machine import Machine
from referee.verify.symbolic.paths import Fault, Paths, Unwound
from referee.verify.symbolic.table import Table
from referee.verify.symbolic.terms import NotFollowed, Term

MOST_ROUNDS = 40


@dataclass(slots=True)
class Proof:
    """What is proved of a form. ``failed`` says of claims, by name, on which way they may break; ``faults`` are the
    obligations that may not hold."""

    proved: set[str] = field(default_factory=set)
    failed: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    """What was guessed, and is proved too: what all of it rests on."""
    ways: int = 0
    queries: int = 0
    clauses: set[str] = field(default_factory=set)
    whole: set[str] = field(default_factory=set)
    """Of the deal and a step, those of which some way comes to its end."""


class Induction:
    """One form of a game: its Program, with the claims that are to be proved of it."""

    def __init__(self, game: Game[Any], program: Program, whole: bool = False) -> None:
        """``whole``: nothing is said where a way may stop, as play may go on there."""
        self.game, self.program, self.whole = game, program, whole
        self.kinds = classes(program)
        self.claims = dict(program.claims)
        self.failed: dict[str, str] = {}

    def prove(self) -> Proof:
        """NotFollowed: the rules have something that has no symbolic meaning; the message says what and where."""
        terms.forget()
        paths = Paths()
        machine = Machine(self.program, paths, self.kinds)
        start = first_table(machine)
        self.facts = facts_of(machine, start, self.game)
        dealt = self._round(self.program.deal, None, start)
        if not dealt.whole:
            raise NotFollowed("no deal is known to come to its end")
        for _ in range(MOST_ROUNDS):
            before = len(self.facts), len(self.failed)
            proof = self._round(self.program.step, self.facts, start)
            if (len(self.facts), len(self.failed)) == before:
                break
        else:
            raise NotFollowed("what holds between steps is not found")
        proof.faults = [*dealt.faults, *proof.faults]
        proof.clauses |= dealt.clauses
        proof.whole |= dealt.whole
        proof.ways += dealt.ways
        proof.queries += dealt.queries
        proof.failed = dict(self.failed)
        proof.proved = set(self.claims) - set(self.failed)
        proof.facts = [each.name for each in self.facts if not each.fixed]
        return proof

    def _round(self, entry: str, facts: Sequence[Fact] | None, start: Table) -> Proof:
        """Every way through the deal or a step; what it does not keep is dropped."""
        proof = Proof()
        paths = Paths()
        machine = Machine(self.program, paths, self.kinds)
        function = machine.by_name[entry]
        if facts is None:
            begin = first_table(machine)
        else:
            begin = any_table(machine, start, facts)
            for each in facts:
                if not each.fixed:
                    paths.assume(each.truth(begin))
            for name in self.claims:
                if name not in self.failed:
                    machine.table = begin
                    self._assume(machine, name)
        machine.ever.clear()

        def way() -> Table:
            table = begin.copy()
            machine.table = table
            machine.running.clear()
            machine.met = set()
            try:
                machine.carried_out(function, ())
            except Unwound:
                raise Fault("RAISED", "an event is ended that is not going on", function.about, ("?",)) from None
            if facts is None:
                table.scalars["dealing"] = False
            else:
                table.scalars["turns"] = terms.add(table.scalars["turns"], 1)
            return table

        seen: set[Any] = set()
        for ended in paths.every(way):
            if isinstance(ended, Fault):
                if self.whole:
                    raise NotFollowed(f"it may stop: {in_words(ended)}")
                key = ended.broken, ended.where, ended.clauses
                if key not in seen:
                    seen.add(key)
                    proof.faults.append(ended)
                continue
            proof.whole.add(entry)
            self._keeps(machine, ended)
        proof.ways, proof.queries, proof.clauses = paths.ways, paths.queries, machine.ever
        return proof

    def _keeps(self, machine: Machine, table: Table) -> None:
        paths = machine.paths
        if table.ended is not True:
            self._facts_kept(paths, table)
        for name in self.claims:
            if name not in self.failed:
                why = self._claim_breaks(machine, table, name)
                if why:
                    self.failed[name] = why

    def _facts_kept(self, paths: Paths, table: Table) -> None:
        truths = [(each, each.truth(table)) for each in self.facts]
        gone = {id(each) for each, truth in truths if truth is False}
        left = [(each, truth) for each, truth in truths if truth is not False and truth is not True]
        while left:
            paths.solver.push()
            paths.solver.add(terms.to_z3(terms.no(terms.both([truth for _, truth in left]))))
            paths.queries += 1
            found = paths.solver.check()
            if found == z3.unsat:
                paths.solver.pop()
                break
            if found == z3.sat:
                model = paths.solver.model()
                broken = {
                    id(each) for each, truth in left if z3.is_false(model.eval(truth.z3(), model_completion=True))
                }
            else:
                broken = set()
            paths.solver.pop()
            if not broken:  # the solver does not know: each by itself
                broken = {id(each) for each, truth in left if paths.may_be(terms.no(truth))}
                left = []
            gone |= broken
            left = [(each, truth) for each, truth in left if id(each) not in broken]
        if gone:
            self.facts = [each for each in self.facts if id(each) not in gone]

    def _claim_breaks(self, machine: Machine, table: Table, name: str) -> str:
        """Why a claim may not hold of a table; "" where it does."""
        function = machine.by_name[self.claims[name]]
        try:
            with closing(machine.paths.every(self._asking(machine, table, function))) as ways:
                for said in ways:
                    if isinstance(said, Fault):
                        return f"it cannot be worked out: {said.broken} {said.why} ({said.where})"
                    if said is False or (said is not True and machine.paths.may_be(terms.no(said))):
                        return f"after {' '.join(sorted(machine.met))}" if machine.met else "on some way"
        except NotFollowed as reason:
            return f"it cannot be worked out: {reason}"
        return ""

    def _asking(self, machine: Machine, table: Table, function: Any) -> Callable[[], Term]:
        def ask() -> Term:
            machine.table = table
            machine.running.clear()
            return machine.call(function, ())

        return ask

    def _assume(self, machine: Machine, name: str) -> None:
        """That a claim holds of the table that a step begins with."""
        function = machine.by_name[self.claims[name]]
        ways: list[Term] = []
        try:
            for said in machine.paths.every(self._asking(machine, machine.table, function)):
                if not isinstance(said, Fault) and said is not False:
                    ways.append(terms.both([*machine.paths.decisions(), said]))
        except NotFollowed:
            return
        machine.paths.solver.add(terms.to_z3(terms.either(ways)))


def in_words(fault: Fault) -> str:
    """A broken obligation, and whose it is."""
    what = Broken[fault.broken].value if fault.broken in Broken.__members__ else fault.broken.lower()
    return f"{', '.join(fault.clauses)}: {what}"
