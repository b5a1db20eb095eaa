"""What a proof tells beside its verdict: its questions to the solver, and its argument, for people to follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.kernel.errors import Broken
from referee.meaning.printing import name_of
from referee.meaning.program import Function, Program
from referee.verify.symbolic import terms
from referee.verify.symbolic.piles import Classes
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.words import words

OUTSIDE = 2
"""How many explorations are going on where a way is followed by itself, and not put together with others."""
AS_WRITTEN, BY_SOLVER = "as the terms stand", "the solver finds nothing that breaks it"


@dataclass(slots=True)
class Way:
    """One way: what it passes through, decides and owes, and how it ends."""

    steps: list[str] = field(default_factory=list)
    clauses: tuple[str, ...] = ()
    end: str = ""
    as_written: Counter[str] = field(default_factory=Counter)
    """How many obligations of each sort hold as the terms stand."""


class Argument:
    """Collects what the last round of a proof tells. ``write`` gets each question that the solver answers with no."""

    def __init__(self, program: Program, kinds: Classes, write: Callable[[str], None] | None, tells: bool) -> None:
        self.program, self.kinds, self.write, self.tells = program, kinds, write, tells
        self.rounds: list[tuple[str, list[Way]]] = []
        self.where: Callable[[], str] = str
        """The line of the function that is being carried out."""
        self.anybody = ""
        """The scalar whose player stands for any (see ``Seats``)."""
        self._way = Way()
        self._owed: Term = None

    def impossible(self, solver: Any) -> None:
        """The solver knows no table and no answers with which all that it was told holds."""
        if self.write is not None:
            self.write(in_smt2(solver.to_smt2()))

    def round_begins(self, entry: str) -> None:
        self.rounds.append((entry, []))

    def way_begins(self) -> None:
        self._way = Way()

    def way_ends(self, clauses: Iterable[str], goes_on: bool) -> None:
        self._way.clauses = tuple(clauses)
        self._way.end = "play goes on" if goes_on else "the game is over"
        self.rounds[-1][1].append(self._way)

    def way_comes_back(self, clauses: Iterable[str]) -> None:
        """A pass is over and another one follows: what is known before it holds, and something is smaller."""
        self._way.clauses = tuple(clauses)
        self._way.end = f"another pass follows, and what is known before one holds: {BY_SOLVER}"
        self.rounds[-1][1].append(self._way)

    def running(self, depth: int, function: Function) -> None:
        if depth == OUTSIDE and function.clauses:
            self._note(f"{' '.join(function.clauses)} {name_of(function)} ({_place(function.about)})")

    def decided(self, depth: int, truth: Term, holds: bool, alone: bool) -> None:
        """A condition: ``alone`` where it cannot be otherwise."""
        if depth != OUTSIDE or not self.tells:
            return
        if truth is self._owed:
            self._owed = None
            return
        said = words(truth if holds else terms.no(truth), len(self.kinds.groups))
        self._note(f"{'so it is' if alone else 'here'}: {said} ({_place(self.where())})")

    def answered(self, depth: int, word: str) -> None:
        if depth == OUTSIDE:
            said = f"is asked {word!r}" if word else "is asked, at once with others,"
            self._note(f"somebody {said} and gives any answer that there is")

    def owed(self, depth: int, truth: Term, broken: str, why: str, where: str) -> None:
        """An obligation of the kernel, that holds on this way."""
        if depth != OUTSIDE or not self.tells or truth is False:
            return
        what = Broken[broken].value if broken in Broken.__members__ else broken.lower()
        if truth is True:
            self._way.as_written[what] += 1
            return
        self._owed = truth
        how = f"{BY_SOLVER}: {words(truth, len(self.kinds.groups))}"
        self._note(f"owed: not '{what}'{f' ({why})' if why else ''} ({_place(where)}): {how}")

    def kept(self, name: str, truths: Iterable[Term]) -> None:
        """A property that is owed where a way ends, or a question is put; on each of the ways to work it out."""
        if self.tells:
            how = AS_WRITTEN if all(each is True for each in truths) else BY_SOLVER
            self._note(f"owed: {name}: {how}")

    def note(self, text: str) -> None:
        if self.tells:
            self._note(text)

    def _note(self, text: str) -> None:
        if self.tells:
            self._way.steps.append(text)

    def lines(self, properties: Iterable[str], facts: Iterable[str], fixed: Iterable[str]) -> Iterator[str]:
        """The whole argument."""
        yield "It is an induction over steps: the deal leaves what is assumed below, and each step keeps it."
        if len(self.kinds.groups) > 1:
            yield "Cards are counted in classes of kinds that no rule tells apart:"
            deck = self.kinds.deck
            for number, group in enumerate(self.kinds.groups, 1):
                yield f"  c{number}: {' '.join(deck.names(sum([deck.one[each] for each in group])))}"
        yield "Assumed of any table that a step begins with, and owed after the deal and every step:"
        for each in properties:
            yield f"  the property {each}"
        for each in facts:
            yield f"  found: {each}"
        if fixed := list(fixed):
            yield f"  found: as they were first are {', '.join(fixed)}"
        if self.anybody:
            yield f"Seats differ in their numbers alone: {self.anybody} is seat 0, which stands for any; any is first"
        for entry, ways in self.rounds:
            yield f"{'The deal' if entry == self.program.deal else 'A step'}: {len(ways)} ways"
            for number, way in enumerate(ways, 1):
                yield f"  way {number}: through {' '.join(way.clauses) or 'no clause'}; then {way.end}"
                yield from [f"    {each}" for each in way.steps]
                for what, many in way.as_written.items():
                    yield f"    owed {many} times: not '{what}': {AS_WRITTEN}"


def in_smt2(text: str) -> str:
    """A question as Z3 writes it, with the logic named."""
    lines = [each for each in text.splitlines() if not each.startswith(("; ", "(set-info"))]
    logic = "QF_LIRA" if "Real" in text or "to_real" in text else "QF_LIA"
    return "\n".join([f"(set-logic {logic})", *lines, ""])


def _place(about: str) -> str:
    return Path(about).name
