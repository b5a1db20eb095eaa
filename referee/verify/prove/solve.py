"""Deciding obligations with Z3: first without the path's conditions, then with them.

What holds of an atom whatever the path (its bounds, how it is made) is added for the atoms that a question
mentions, and for those that these mention in turn. Of what is assumed only that is added which has something to
do with the question: leaving out an assumption can make a proof fail, never succeed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import z3

from referee.verify.prove.mentions import gather
from referee.verify.prove.paths import Obligation, Path
from referee.verify.prove.piles import ANY_KIND, Base, EqualSet, count_of, kinds_in
from referee.verify.prove.terms import Atom, PileTruth, SymAmount, SymTruth, both

RESOURCES = 3_000_000
"""Z3's resource limit for one question: a verdict does not depend on the machine's speed."""


@dataclass(frozen=True, slots=True)
class Answer:
    """``proved``; or not, with a ``model`` of the atoms where the solver has one, else the reason."""

    proved: bool
    model: dict[str, int] | None = None
    why: str = ""


class Prover:
    """Decides obligations and remembers what it proved, with all that it was proved from."""

    def __init__(self, seed: int = 0, emit: Callable[[str], None] | None = None) -> None:
        self.proved: set[Any] = set()
        self.feasible_paths: dict[Any, bool] = {}
        self.queries = 0
        self.seed = seed
        self.emit = emit
        self._support: dict[int, frozenset[int]] = {}

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
        assumed = path.assumptions[: obligation.assumptions]
        conditions = path.conditions[: obligation.conditions]
        answer = Answer(False)
        if truth is not False:
            for given in (assumed, [*assumed, *conditions]):
                answer = self._prove(path, truth, self._relevant(truth, given), obligation.divided)
                if answer.proved:
                    return answer
        return self._prove(path, truth, [*assumed, *conditions], obligation.divided)

    def _prove(self, path: Path, truth: Any, given: list[Any], divided: int) -> Answer:
        key = (truth if truth is False else truth.key, _keys(given), _division(path, divided))
        if key in self.proved:
            return Answer(True)
        answer = self.refute(path, truth, given, [], divided=divided)
        if answer.proved:
            self.proved.add(key)
        return answer

    def is_feasible(self, path: Path) -> bool:
        """Whether some play may take this path so far; yes where that is not known."""
        given = [*path.assumptions, *path.conditions]
        key = (_keys(given), _division(path, len(path.partitions)))
        if key not in self.feasible_paths:
            self.feasible_paths[key] = not self.refute(path, False, given, []).proved
        return self.feasible_paths[key]

    def refute(
        self,
        path: Path,
        truth: Any,
        assumed: list[Any],
        conditions: list[Any],
        *,
        divided: int | None = None,
        asked: int | None = None,
        all_kinds: bool = False,
    ) -> Answer:
        """Look for numbers that make ``truth`` false while everything else holds.

        With ``all_kinds`` the numbers tell every card of every pile, up to the request ``asked``.
        """
        self.queries += 1
        question = Question(path, path.partitions[:divided], seed=self.seed)
        if all_kinds:
            question.name_every_card(asked)
        answer = question.ask(truth, [*assumed, *conditions])
        if self.emit is not None and answer.proved:
            self.emit(question.solver.to_smt2())
        return answer

    # -- what has to do with what -----------------------------------------------------------------------

    def _relevant(self, truth: Any, given: Iterable[Any]) -> list[Any]:
        """Those of the given truths that share an unknown with the question, or with one that does."""
        left = [(each, self._atoms(each)) for each in given]
        reached = set(self._atoms(truth))
        found: list[Any] = []
        grew = True
        while grew:
            grew = False
            rest = []
            for each, atoms in left:
                if each is False or atoms & reached:
                    found.append(each)
                    reached |= atoms
                    grew = True
                else:
                    rest.append((each, atoms))
            left = rest
        return found

    def _atoms(self, truth: Any) -> frozenset[int]:
        if isinstance(truth, bool):
            return frozenset()
        if truth.key not in self._support:
            found: set[int] = set()
            gather(truth, found, set())
            self._support[truth.key] = frozenset(found)
        return self._support[truth.key]


def _keys(given: Iterable[Any]) -> tuple[int, ...]:
    return tuple(sorted({each.key for each in given if each is not False}))


def _division(path: Path, number: int) -> tuple[Any, ...]:
    """Which partitions of the pack a proof could use, the one at the beginning of all paths left out."""
    return tuple([tuple([share.key for share in shares]) for shares in path.partitions[1:number]])


class Question:
    """One question to a fresh solver."""

    def __init__(self, path: Path, partitions: list[Any], *, seed: int = 0) -> None:
        self.path, self.partitions = path, partitions
        self.solver = z3.SolverFor("QF_LIA")
        self.solver.set("rlimit", RESOURCES)
        self.solver.set("random_seed", seed)
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
        divided: set[tuple[int, int]] = set()
        told: dict[str, frozenset[int]] = {}
        members = [{base.name for share in shares for base in share.bases()} for shares in self.partitions]
        while self.todo:
            while self.todo:
                self._know(self.todo.pop())
            bases: dict[str, Base] = {}
            kinds: dict[str, set[int]] = {}
            for atom in self.seen.values():
                if atom.what[0] == "count":
                    bases[atom.what[1].name] = atom.what[1]
                    kinds.setdefault(atom.what[1].name, set()).add(atom.what[2])
            for number, shares in enumerate(self.partitions):
                mentioned = {kind for name in kinds if name in members[number] for kind in kinds[name]}
                for kind in sorted(mentioned - {ANY_KIND}):
                    if (number, kind) not in divided:
                        divided.add((number, kind))
                        together: Any = 0
                        for share in shares:
                            together = together + share.count(kind)
                        self.solver.add(self.truth(together == self.path.deck.copies[kind]))
            for name, base in bases.items():
                if told.get(name) != frozenset(kinds[name]):
                    if isinstance(base, EqualSet) and name not in told:
                        self.solver.add(self.truth(base.fact()))
                    told[name] = frozenset(kinds[name])
                    self._know_counts(base, kinds[name])

    def name_every_card(self, asked: int | None) -> None:
        """Mention the count of every kind in every pile that answers up to a request have named."""
        for base in self._bases(asked):
            self.amount(base.size)
            for kind in range(len(self.path.deck.cards)):
                self.amount(base.count(kind))

    def _bases(self, asked: int | None) -> list[Base]:
        found = {base.name: base for shares in self.partitions for share in shares for base in share.bases()}
        for _, _, answer in self.path.requests[:asked]:
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
        if isinstance(truth, PileTruth):
            return self.truth(truth.spelled_out())
        assert isinstance(truth, SymTruth), truth
        if truth.op == "<=0":
            return self.amount(truth.args[0]) <= 0
        if truth.op == "==0":
            return self.amount(truth.args[0]) == 0
        inner = [self.truth(each) for each in truth.args]
        return z3.Not(*inner) if truth.op == "not" else z3.And(*inner)
