"""One question to a fresh solver, as a text in SMT-LIB 2 (Barrett, Fontaine and Tinelli, *The SMT-LIB Standard*, 2.6).

Text is what Z3 reads fastest from Python (its parser is not Python), and what any other solver can check again.
What a term says is written once for all questions of a proof, and kept with the atoms that it mentions.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from referee.verify.prove.paths import OF_MANY_CARDS, Hung, NotSymbolic, Path
from referee.verify.prove.piles import ANY_KIND, Base, EqualSet, count_of
from referee.verify.prove.terms import NO_BOUND, Atom, PileTruth, SymAmount, SymTruth

RESOURCES = 3_000_000
"""Z3's resource limit for one question: a verdict does not depend on the machine's speed."""
QUICK = 100_000
"""The same where it only matters whether a path is worth following."""
OUT_OF_RESOURCES = "max. resource limit exceeded"
"""Z3's words where it reached that limit; any other reason has to do with the machine."""

UNKNOWN = re.compile(r"\b([ap]\d+)")
LEFT_OPEN = re.compile(r"\bp\d+")


class Relaxation(IntEnum):
    """The knowledge that a question leaves out: what is proved without it holds all the more."""

    NOTHING = 0
    PILES = 1
    """Sentences about whole piles, kind by kind: each is a truth of its own, whatever the cards are."""
    AMOUNTS = 2
    """That, and what amounts that are made of many counts are: their bounds are all that is known."""
    PACK = 3
    """All that, and that what lies somewhere does not lie elsewhere: of a pile nothing is known but what is said."""


Written = tuple[str, tuple[Atom, ...]]
"""A text, and the atoms that it mentions."""


@dataclass(frozen=True, slots=True)
class Answer:
    """``proved``; or not, with a ``model`` of the atoms where the solver has one, else the reason."""

    proved: bool
    model: dict[str, int] | None = None
    why: str = ""


class SmtQuery:
    """One question to a fresh solver."""

    def __init__(
        self,
        path: Path,
        partitions: list[Any],
        *,
        resources: int = RESOURCES,
        leaves: Relaxation = Relaxation.NOTHING,
    ) -> None:
        self.resources = resources
        self.path, self.partitions = path, partitions
        self.leaves = leaves
        self.texts: dict[Any, Written] = path.rough_texts if leaves else path.texts
        self.seen: dict[int, Atom] = {}
        self.todo: list[Atom] = []
        self.asserted: dict[str, None] = {}

    def put(self, truth: Any, premises: list[Any]) -> None:
        """Ask whether ``truth`` can be false while the premises hold."""
        text, atoms = self.truth(truth)
        self._add((f"(not {text})", atoms))
        for each in premises:
            self._add(self.truth(each))
        self._close()

    def answer(self, *, numbers: bool = True) -> Answer:
        """The answer to what was put. Where no numbers are wanted a plain solver is asked first: these questions are
        small, and what prepares larger ones takes longer than answering them."""
        import z3

        answer = None if numbers else self._answer_of(z3.SimpleSolver(), numbers=False)
        if answer is None:
            answer = self._answer_of(z3.SolverFor("QF_LIA"), numbers=numbers, last=True)
            assert answer is not None
        return answer

    def _answer_of(self, solver: Any, *, numbers: bool, last: bool = False) -> Answer | None:
        """The answer of one solver; None where it has none and is not the ``last``."""
        import z3

        solver.set("rlimit", self.resources)
        try:
            solver.from_string(self._body())
            verdict = solver.check()
        except z3.Z3Exception as error:
            Hung.times += 1
            raise NotSymbolic(f"the solver stopped: {error}") from None
        if verdict == z3.unsat:
            return Answer(True)
        if verdict == z3.unknown:
            if not last:
                return None
            why = solver.reason_unknown()
            Hung.times += OUT_OF_RESOURCES not in why
            return Answer(False, None, f"the solver gave up: {why}")
        if not numbers:
            return Answer(False)
        model = solver.model()
        found = {each.name(): model[each].as_long() for each in model.decls()}
        return Answer(False, {atom.name: found.get(f"a{number}", atom.some) for number, atom in self.seen.items()})

    def text(self) -> str:
        """The whole question as a file: ``unsat`` says that it is proved."""
        names = [f"; a{number} is {atom.name}" for number, atom in sorted(self.seen.items())]
        return "\n".join(["(set-logic QF_LIA)", *names, self._body(), "(check-sat)", ""])

    def pattern(self) -> bytes:
        """A digest of the question with its unknowns numbered as they occur: equal ones have equal answers."""
        numbers: dict[str, int] = {}
        number, shapes, order = numbers.setdefault, [], list[int]()
        for text in self.asserted:
            shape, names = self._shape(text)
            shapes.append(shape)  # which says how many names there are in it
            order += [number(name, len(numbers)) for name in names]
        return hashlib.blake2b(b"".join(shapes) + repr(order).encode(), digest_size=16).digest()

    def _shape(self, text: str) -> tuple[bytes, list[str]]:
        """A sentence without the names of its unknowns (as a digest), and these names: once for all questions."""
        key = ("shape", text)
        texts: dict[Any, Any] = self.texts
        found = texts.get(key)
        if found is None:
            parts = UNKNOWN.split(text)
            shape = hashlib.blake2b("x".join(parts[::2]).encode(), digest_size=16).digest()
            found = texts[key] = shape, parts[1::2]
        return found

    def _body(self) -> str:
        declared = [f"(declare-const a{number} Int)" for number in sorted(self.seen)]
        if self.leaves:
            left = sorted({name for each in self.asserted for name in LEFT_OPEN.findall(each)})
            declared += [f"(declare-const {name} Bool)" for name in left]
        return "\n".join([*declared, *[f"(assert {each})" for each in self.asserted]])

    def _add(self, written: Written) -> None:
        text, atoms = written
        self.asserted[text] = None
        for atom in atoms:
            if atom.number not in self.seen:
                self.seen[atom.number] = atom
                self.todo.append(atom)

    # -- what is known of atoms -------------------------------------------------------------------------

    def _close(self) -> None:
        """Add what is known of every atom that is mentioned, until no new one is."""
        divided: set[tuple[int, int]] = set()
        written: dict[str, frozenset[int]] = {}
        members = [{base.name for share in shares for base in share.bases()} for shares in self.partitions]
        copies = self.path.deck.copies
        while self.todo:
            while self.todo:
                for known in self._known(self.todo.pop()):
                    self._add(known)
            if self.leaves is Relaxation.PACK:
                return
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
                        self._add(self.truth(together == copies[kind]))
            for name, base in bases.items():
                if written.get(name) != frozenset(kinds[name]):
                    if isinstance(base, EqualSet) and name not in written:
                        self._add(self.truth(base.fact()))
                    written[name] = frozenset(kinds[name])
                    for known in self._known_counts(base, written[name]):
                        self._add(known)

    def name_every_card(self) -> None:
        """Mention the count of every kind in every pile that answers have named."""
        for base in self._bases():
            for number in (base.size, *[base.count(kind) for kind in range(len(self.path.deck.cards))]):
                self._add((f"(= {(text := self.amount(number))[0]} {text[0]})", text[1]))

    def _bases(self) -> list[Base]:
        found = {base.name: base for shares in self.partitions for share in shares for base in share.bases()}
        for _, _, answer in self.path.requests:
            for each in answer if isinstance(answer, tuple) else (answer,):
                if isinstance(each, Base):
                    found[each.name] = each
        return list(found.values())

    def _known(self, atom: Atom) -> list[Written]:
        """The facts about an atom on every path: its bounds, and its definition."""
        key = ("known", atom.number)
        if self.leaves >= Relaxation.AMOUNTS and atom.what[0] in OF_MANY_CARDS:
            key = ("left open", atom.number)
        found: Any = self.texts.get(key)
        if found is None:
            me = SymAmount(self.path, 0, ((atom, 1),))
            bounds = [f"(<= {number(atom.low)} a{atom.number})"] if atom.low > -NO_BOUND else []
            bounds += [f"(<= a{atom.number} {number(atom.high)})"] if atom.high < NO_BOUND else []
            found = [(f"(and true {' '.join(bounds)})", (atom,))]
            what = atom.what if key[0] == "known" else ("left open",)
            if what[0] == "count":
                _, base, kind = what
                if base.within is not None:
                    found.append(self.truth(me <= base.within.count(kind)))
            elif what[0] == "at most":
                found.append(self.truth(me <= what[1]))
            elif what[0] == "if":
                _, truth, yes, no = what
                (test, of_test), (one, of_yes), (other, of_no) = self.truth(truth), self.amount(yes), self.amount(no)
                text = f"(ite {test} (= a{atom.number} {one}) (= a{atom.number} {other}))"
                found.append((text, _together(of_test, of_yes, of_no)))
            elif what[0] == "highest":
                found.append(self._highest(atom))
            elif what[0] == "sum":
                found.append(self.truth(me == what[1]))
            self.texts[key] = found
        return found  # type: ignore[no-any-return]

    def _highest(self, atom: Atom) -> Written:
        _, pile, values = atom.what
        text, atoms = f"(= a{atom.number} (- 1))", []
        for value, group in values.groups:  # from low to high: the highest is asked first
            held, of_held = self.amount(count_of(pile, group))
            text = f"(ite (> {held} 0) (= a{atom.number} {number(value)}) {text})"
            atoms.append(of_held)
        return text, _together(*atoms)

    def _known_counts(self, base: Base, kinds: frozenset[int]) -> list[Written]:
        """Sizes and counts of one pile: those that were made are not more than the size, nor is the rest."""
        key = ("counts", base.key, kinds)
        found: Any = self.texts.get(key)
        if found is None:
            known = sorted(kinds - {ANY_KIND})
            counted = _sum([base.count(kind) for kind in known])
            rest = base.size - counted
            found = [self.truth(rest == 0 if len(known) == len(self.path.deck.cards) else rest >= 0)]
            if base.within is not None:
                counted_there = _sum([base.within.count(kind) for kind in known])
                found.append(self.truth(rest <= base.within.size - counted_there))
            if ANY_KIND in kinds:
                found.append(self.truth(base.count(ANY_KIND) <= base.size))
            self.texts[key] = found
        return found  # type: ignore[no-any-return]

    # -- terms as texts ---------------------------------------------------------------------------------

    def amount(self, value: Any) -> Written:
        if type(value) is not SymAmount:
            return number(value), ()
        key = ("amount", value.key)
        found = self.texts.get(key)
        if found is None:
            parts = [f"a{atom.number}" if f == 1 else f"(* {number(f)} a{atom.number})" for atom, f in value.parts]
            if value.constant:
                parts.append(number(value.constant))
            text = parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})"
            found = self.texts[key] = (text, tuple([atom for atom, _ in value.parts]))
        return found

    def truth(self, truth: Any) -> Written:
        if type(truth) is bool:
            return ("true" if truth else "false"), ()
        assert isinstance(truth, SymTruth), truth
        found = self.texts.get(truth.key)
        if found is None:
            found = self.texts[truth.key] = self._written(truth)
        return found

    def _written(self, truth: SymTruth) -> Written:
        if type(truth) is PileTruth:
            return (f"p{truth.key}", ()) if self.leaves else self.truth(truth.spelled_out())
        if truth.op in ("<=0", "==0"):
            text, atoms = self.amount(truth.args[0])
            return f"({truth.op[:-1] if truth.op == '<=0' else '='} {text} 0)", atoms
        inner = [self.truth(each) for each in truth.args]
        return f"({truth.op} {' '.join([text for text, _ in inner])})", _together(*[atoms for _, atoms in inner])


def number(value: Any) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def _sum(amounts: list[Any]) -> Any:
    total: Any = 0
    for each in amounts:
        total = total + each
    return total


def _together(*atoms: tuple[Atom, ...]) -> tuple[Atom, ...]:
    return tuple({atom.number: atom for each in atoms for atom in each}.values())
