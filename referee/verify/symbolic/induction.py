"""Proofs by induction over steps, on the meaning of rules: every deal satisfies what is claimed, every step keeps it.

What is claimed and what was guessed are assumed together. What some way does not keep is dropped, and all is tried
again without it (Flanagan and Leino, *Houdini*, 2001).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any

import z3

from referee.kernel.clauses import rulebook_order
from referee.kernel.errors import Broken
from referee.kernel.game import Game
from referee.meaning.program import Program
from referee.verify.properties import Kind
from referee.verify.symbolic import terms
from referee.verify.symbolic.argument import Argument
from referee.verify.symbolic.boundary import any_table, first_table
from referee.verify.symbolic.claims import Claims
from referee.verify.symbolic.closer_facts import closer_facts
from referee.verify.symbolic.facts import Fact, facts_of
from referee.verify.symbolic.kinds import classes
from referee.verify.symbolic.machine import Machine
from referee.verify.symbolic.merging import Merging
from referee.verify.symbolic.operations import Operations
from referee.verify.symbolic.paths import Fault, Paths, Unwound
from referee.verify.symbolic.repeats import Repeats
from referee.verify.symbolic.rows import RowsFollowed
from referee.verify.symbolic.table import Table
from referee.verify.symbolic.terms import MayStop, NotFollowed

MOST_ROUNDS = 40
FEW = 2
"""Where a round drops so many facts, the next one is likely to keep them all."""


@dataclass(slots=True)
class Proof:
    """What is proved of a form. ``failed`` says of claims, by name, on which way they may break; ``faults`` are the
    obligations that may not hold."""

    proved: set[str] = field(default_factory=set)
    failed: dict[str, str] = field(default_factory=dict)
    unread: dict[str, str] = field(default_factory=dict)
    """Why other claims have no meaning, by name."""
    faults: list[Fault] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    """What was guessed, and is proved too: what all of it rests on."""
    argument: list[str] = field(default_factory=list)
    """What is assumed, each way, and why what is owed on it holds; where that is asked for."""
    bounds: dict[str, int] = field(default_factory=dict)
    """By measure the most steps of a match."""
    ways: int = 0
    queries: int = 0
    clauses: set[str] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    """The ways of the rule text that may be gone, where the Program tells them."""
    whole: set[str] = field(default_factory=set)
    """Of the deal and a step, those of which some way comes to its end."""


class Induction:
    """One form of a game: its Program, with the claims that are to be proved of it."""

    def __init__(
        self,
        game: Game[Any],
        program: Program,
        whole: bool = False,
        kinds: Mapping[str, Kind] = MappingProxyType({}),
        asked: Sequence[str] = (),
        merging: bool = True,
        closely: bool = False,
    ) -> None:
        """``whole``: nothing is said where a way may stop, as play may go on there. ``kinds`` are those of claims that
        are not ALWAYS, ``asked`` the names of those about questions. ``merging``: the ways of functions are put
        together; else each way is followed to its end, as an argument tells it. ``closely``: more
        is guessed that may hold between steps."""
        self.game, self.program, self.whole = game, program, whole
        self.operations = RowsFollowed if program.table.has_rows else Operations
        self.kinds = classes(program, in_rows=program.table.has_rows)
        self.closely = closely
        self.claims = Claims(program, kinds, asked)
        self.merging = Merging(program) if merging else None

    def prove(self, argument: Argument | None = None) -> Proof:
        """NotFollowed: the rules have something that has no symbolic meaning; the message says what and where.

        ``argument`` is told everything about the last round.
        """
        terms.forget()
        paths = Paths()
        machine = Machine(self.program, paths, self.kinds, self.operations)
        start = first_table(machine)
        self.facts, met = facts_of(machine, start, self.game)
        if self.closely:
            self.facts += closer_facts(self.program, met)
        self.repeats = Repeats(self.program, self.claims, self.facts)
        if self.repeats.loops:
            self.repeats.facts = [*self.facts, *facts_of(machine, start, self.game, passes=True)[0]]
        for _ in range(MOST_ROUNDS):
            known = self.repeats.known
            dealt = self._round(self.program.deal, None, start)
            if self.repeats.known == known:
                break
        else:
            raise NotFollowed("what holds before passes of the deal is not found")
        if not dealt.whole:
            raise NotFollowed("no deal is known to come to its end")
        proof = self._steps(start)
        if argument is not None:
            self._round(self.program.deal, None, start, argument)
            self._round(self.program.step, self.facts, start, argument)
        proof.faults = [*dealt.faults, *proof.faults]
        proof.clauses |= dealt.clauses | self.program.beforehand
        proof.gone |= dealt.gone
        proof.whole |= dealt.whole
        proof.ways += dealt.ways
        proof.queries += dealt.queries
        proof.failed, proof.unread = dict(self.claims.failed), dict(self.claims.unread)
        proof.proved = self.claims.proved
        proof.bounds = self.claims.bounds()
        proof.facts = [each.name for each in self.facts if not each.fixed]
        return proof

    def _steps(self, start: Table) -> Proof:
        """The round in which every step keeps all that is left. What is claimed is owed where the facts are known that
        help, or hardly any other was dropped last: until then it is only assumed."""
        owing = False
        for _ in range(MOST_ROUNDS):
            before, many = self._known, len(self.facts)
            proof = self._round(self.program.step, self.facts, start, owing=owing)
            is_kept = self._known == before
            if is_kept and owing:
                return proof
            owing = owing or many - len(self.facts) <= FEW
        raise NotFollowed("what holds between steps is not found")

    @property
    def _known(self) -> Any:
        """How much is known of tables: a round that keeps it has shown it."""
        return len(self.facts), len(self.claims.assumed), self.repeats.known

    def _round(
        self,
        entry: str,
        facts: Sequence[Fact] | None,
        start: Table,
        argument: Argument | None = None,
        owing: bool = True,
    ) -> Proof:
        """Every way through the deal or a step; what it does not keep is dropped. ``owing``: of claims, too."""
        proof = Proof()
        paths = Paths()
        machine = Machine(self.program, paths, self.kinds, self.operations)
        if argument is not None:
            paths.argument, argument.where = argument, machine.where
            argument.round_begins(entry)
        function = machine.by_name[entry]
        if facts is None:
            begin = first_table(machine)
        else:
            begin = any_table(machine, start, facts)
            fixed = {each.fixed for each in facts}
            seated = [each.seated for each in facts if each.seated and each.seated not in fixed]
            anybody = machine.seats.anybody(begin, seated)
            if argument is not None:
                argument.anybody = anybody
            for each in facts:
                if not each.fixed:
                    paths.give(each.truth(begin))
        self.claims.begin(machine, None if facts is None else begin, owing)
        machine.ever.clear()
        if owing:
            machine.owed = partial(self.claims.when_asked, machine)
        machine.repeats, self.repeats.entry, machine.merging = self.repeats, entry, self.merging
        if self.merging is not None:
            paths.tell_apart()

        def way() -> Table:
            table = begin.copy()
            machine.table = table
            machine.running.clear()
            machine.met = set()
            if argument is not None:
                argument.way_begins()
            try:
                machine.carried_out(function, ())
            except Unwound:
                raise Fault("RAISED", "an event is ended that is not going on", function.about, ("?",)) from None
            if not machine.operations.all_there():
                raise NotFollowed("cards come to a row, or go, otherwise than by the operations of the table")
            if facts is None:
                table.scalars["dealing"] = False
            else:
                table.scalars["turns"] = terms.add(table.scalars["turns"], 1)
            return table

        seen: set[Any] = set()
        for ended in paths.every(way):
            if isinstance(ended, Fault):
                if self.whole:
                    raise MayStop(f"it may stop: {in_words(ended)}")
                key = ended.broken, ended.where, ended.clauses
                if key not in seen:
                    seen.add(key)
                    proof.faults.append(ended)
                continue
            proof.whole.add(entry)
            if ended.ended is not True:
                self._facts_kept(paths, ended)
            if owing:
                self.claims.ended(machine, None if facts is None else begin, ended)
            if argument is not None:
                argument.way_ends(sorted(machine.met, key=rulebook_order), ended.ended is not True)
        proof.ways, proof.queries, proof.clauses = paths.ways, paths.queries, machine.ever
        proof.gone = machine.gone
        return proof

    def _facts_kept(self, paths: Paths, table: Table) -> None:
        truths = [(each, paths.not_given(each.truth(table))) for each in self.facts]
        if paths.argument is not None:
            paths.argument.kept("every fact that was found", [truth for _, truth in truths])
        gone = {id(each) for each, truth in truths if truth is False}
        left = [(each, truth) for each, truth in truths if truth is not False and truth is not True]
        while left:
            paths.solver.push()
            paths.solver.add(terms.no(terms.both([truth for _, truth in left])))
            paths.queries += 1
            found = paths.check()
            if found == z3.unsat:
                paths.solver.pop()
                break
            if found == z3.sat:
                model = paths.last.model()
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


def in_words(fault: Fault) -> str:
    """A broken obligation, and whose it is."""
    what = Broken[fault.broken].value if fault.broken in Broken.__members__ else fault.broken.lower()
    return f"{', '.join(fault.clauses)}: {what}"
