"""Deciding obligations with Z3: first without the path's conditions, then with them.

What holds of an atom whatever the path (its bounds, how it is made) is added for the atoms that a question
mentions, and for those that these mention in turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import z3

from referee.verify.prove.paths import Obligation, Path
from referee.verify.prove.terms import ANY_KIND, Atom, Base, SymAmount, SymTruth, both, count_of, kinds_in

RESOURCES = 3_000_000
"""Z3's resource limit for one question: a verdict does not depend on the machine's speed."""


@dataclass(frozen=True, slots=True)
class Answer:
    """``proved``; or not, with a ``model`` of the atoms where the solver has one, else the reason."""

    proved: bool
    model: dict[str, int] | None = None
    why: str = ""


class Prover:
    """Decides obligations and remembers what it proved without looking at a path."""

    def __init__(self) -> None:
        self.proved: set[Any] = set()
        self.queries = 0

    def decide(self, path: Path, obligation: Obligation) -> Answer:
        """Whether the obligation holds wherever it arises on this path."""
        truth = obligation.truth
        if isinstance(truth, tuple):
            _, pile, part = truth
            kinds = kinds_in(part)
            if kinds is None:
                some = part.count(ANY_KIND) <= pile.count(ANY_KIND)
                if self._ask(path, obligation, some).proved:
                    return Answer(True)
                kinds = tuple(range(len(path.deck.cards)))
            truth = True
            for kind in kinds:
                truth = both(truth, part.count(kind) <= pile.count(kind))
        return self._ask(path, obligation, truth)

    def _ask(self, path: Path, obligation: Obligation, truth: Any) -> Answer:
        if truth is True:
            return Answer(True)
        key = False if truth is False else truth.key
        if key in self.proved:
            return Answer(True)
        assumed = path.assumptions[: obligation.assumptions]
        if truth is not False and self.refute(path, truth, assumed, []).proved:
            self.proved.add(key)
            return Answer(True)
        return self.refute(path, truth, assumed, path.conditions[: obligation.conditions])

    def refute(
        self, path: Path, truth: Any, assumed: list[Any], conditions: list[Any], *, all_kinds: bool = False
    ) -> Answer:
        """Look for numbers that make ``truth`` false while everything else holds."""
        self.queries += 1
        return _Question(path, all_kinds=all_kinds).ask(truth, [*assumed, *conditions])


class _Question:
    """One question to a fresh solver."""

    def __init__(self, path: Path, *, all_kinds: bool) -> None:
        self.path = path
        self.all_kinds = all_kinds
        self.solver = z3.SolverFor("QF_LIA")
        self.solver.set("rlimit", RESOURCES)
        self.solver.set("random_seed", 0)
        self.seen: dict[str, Atom] = {}
        self.todo: list[Atom] = []

    def ask(self, truth: Any, given: list[Any]) -> Answer:
        for each in given:
            self.solver.add(self.truth(each))
        self.solver.add(z3.Not(self.truth(truth)))
        self._close()
        verdict = self.solver.check()
        if verdict == z3.unsat:
            return Answer(True)
        if verdict == z3.unknown:
            return Answer(False, None, f"the solver gave up: {self.solver.reason_unknown()}")
        model = self.solver.model()
        values = {name: model.eval(z3.Int(name), model_completion=True).as_long() for name in self.seen}
        return Answer(False, values)

    # -- what is known of atoms -------------------------------------------------------------------------

    def _close(self) -> None:
        """Add what is known of every atom that is mentioned, until no new one is."""
        if self.all_kinds:
            for base in self._all_bases():
                for kind in range(len(self.path.deck.cards)):
                    self.amount(base.count(kind))
        shares = {share.name for share in self.path.shares}
        divided: set[int] = set()
        told: dict[str, frozenset[int]] = {}
        while self.todo:
            while self.todo:
                self._know(self.todo.pop())
            bases: dict[str, Base] = {}
            kinds: dict[str, set[int]] = {}
            for atom in self.seen.values():
                if atom.what[0] == "count":
                    bases[atom.what[1].name] = atom.what[1]
                    kinds.setdefault(atom.what[1].name, set()).add(atom.what[2])
            for kind in sorted(
                {kind for name in kinds if name in shares for kind in kinds[name]} - divided - {ANY_KIND}
            ):
                divided.add(kind)
                together: Any = 0
                for share in self.path.shares:
                    together = together + share.count(kind)
                self.solver.add(self.truth(together == self.path.deck.copies[kind]))
            for name, base in bases.items():
                if told.get(name) != frozenset(kinds[name]):
                    told[name] = frozenset(kinds[name])
                    self._know_counts(base, kinds[name])

    def _all_bases(self) -> list[Base]:
        found = {base.name: base for base in self.path.shares}
        for _, _, answer in self.path.requests:
            for each in answer if isinstance(answer, tuple) else (answer,):
                if isinstance(each, Base):
                    found[each.name] = each
        return list(found.values())

    def _know(self, atom: Atom) -> None:
        add, me = self.solver.add, z3.Int(atom.name)
        add(me >= atom.low, me <= atom.high)
        what = atom.what
        if what[0] == "count":
            _, base, kind = what
            if base.within is not None:
                add(me <= self.amount(base.within.count(kind)))
        elif what[0] == "at most":
            add(me <= self.amount(what[1]))
        elif what[0] == "if":
            _, truth, yes, no = what
            add(z3.If(self.truth(truth), me == self.amount(yes), me == self.amount(no)))
        elif what[0] == "highest":
            _, pile, values = what
            none_higher: list[Any] = []
            for value, group in reversed(values.groups):
                some = self.amount(count_of(pile, group)) > 0
                add(z3.Implies(z3.And(some, *none_higher), me == value))
                none_higher.append(z3.Not(some))
            add(z3.Implies(z3.And(*none_higher), me == -1))

    def _know_counts(self, base: Base, kinds: set[int]) -> None:
        """Sizes and counts of one pile: those that were made are not more than the size, nor is the rest."""
        known = sorted(kinds - {ANY_KIND})
        counted: Any = 0
        for kind in known:
            counted = counted + base.count(kind)
        rest = base.size - counted
        self.solver.add(self.truth(rest == 0 if len(known) == len(self.path.deck.cards) else rest >= 0))
        if base.within is not None:
            counted_there: Any = 0
            for kind in known:
                counted_there = counted_there + base.within.count(kind)
            self.solver.add(self.truth(rest <= base.within.size - counted_there))
        if ANY_KIND in kinds:
            self.solver.add(self.truth(base.count(ANY_KIND) <= base.size))

    # -- terms in Z3 ------------------------------------------------------------------------------------

    def amount(self, value: Any) -> Any:
        if isinstance(value, int):
            return z3.IntVal(value)
        assert isinstance(value, SymAmount), value
        parts = []
        for atom, factor in value.parts:
            if atom.name not in self.seen:
                self.seen[atom.name] = atom
                self.todo.append(atom)
            parts.append(z3.Int(atom.name) * factor if factor != 1 else z3.Int(atom.name))
        return z3.Sum([*parts, z3.IntVal(value.constant)])

    def truth(self, truth: Any) -> Any:
        if isinstance(truth, bool):
            return z3.BoolVal(truth)
        assert isinstance(truth, SymTruth), truth
        if truth.op == "<=0":
            return self.amount(truth.args[0]) <= 0
        if truth.op == "==0":
            return self.amount(truth.args[0]) == 0
        inner = [self.truth(each) for each in truth.args]
        return z3.Not(*inner) if truth.op == "not" else z3.And(*inner)
