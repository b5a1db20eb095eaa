"""Deciding obligations with Z3: first without the path's conditions, then with them.

A query includes what holds of its atoms on every path (their bounds and definitions), and of the atoms that these
mention. It includes only the premises that share something with the question. A missing premise can make a proof fail,
but never succeed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from referee.verify.prove.paths import Obligation, Path
from referee.verify.prove.piles import ANY_KIND, kinds_in
from referee.verify.prove.smt_query import QUICK, RESOURCES, Answer, Relaxation, SmtQuery
from referee.verify.prove.terms import PileTruth, SymAmount, SymTruth, both


def collect_unknowns(thing: Any, found: set[int], piles: set[int]) -> None:
    """The numbers of all atoms that a term mentions, also by what they are made of.

    What is said of a whole pile counts as an unknown of its own, by a negative number.
    """
    kind = type(thing)
    if kind is SymAmount:
        for atom, _ in thing.parts:
            if atom.number not in found:
                found.add(atom.number)
                for each in atom.what[1:]:
                    collect_unknowns(each, found, piles)
    elif kind is PileTruth:
        found.add(-1 - thing.key)
        collect_unknowns(thing.args[0], found, piles)
    elif kind is SymTruth:
        for each in thing.args:
            collect_unknowns(each, found, piles)
    elif hasattr(thing, "bases") and thing.key not in piles:
        piles.add(thing.key)
        for base in thing.bases():
            collect_unknowns(base.size, found, piles)
            if base.within is not None:
                collect_unknowns(base.within, found, piles)


def depends_on_cards(thing: Any) -> bool:
    """Whether a truth says anything of cards, and not of sizes alone."""
    if isinstance(thing, PileTruth):
        return True
    if isinstance(thing, SymTruth):
        return any(map(depends_on_cards, thing.args))
    if isinstance(thing, SymAmount):
        return any(
            atom.what[0] != "free" and (atom.what[0] != "if" or any(map(depends_on_cards, atom.what[1:])))
            for atom, _ in thing.parts
        )
    return False


LEAVES_LITTLE = (Relaxation.AMOUNTS, Relaxation.PILES)
LEAVES = (*LEAVES_LITTLE, Relaxation.NOTHING)
"""The knowledge that questions about an obligation leave out, one after the other."""


class Prover:
    """Decides obligations and remembers what it proved, with all that it was proved from."""

    def __init__(
        self,
        emit: Callable[[str], None] | None = None,
        answered: dict[Any, Answer] | None = None,
        written: int = 0,
    ) -> None:
        self.proved: set[Any] = set()
        self.open: dict[Any, Answer] = {}
        """Questions that could not be proved, so that they are not tried again."""
        self.answered = {} if answered is None else answered
        """Answers by the pattern of a question: the same is asked on many paths, and again in the next round."""
        self.feasible_paths: dict[Any, bool] = {}
        self.queries = 0
        self.written = written
        """The amount of text that the solver was given, here and before."""
        self.emit = emit
        self._support: dict[int, frozenset[int]] = {}

    def decide(self, path: Path, obligation: Obligation, *, roughly: bool = False) -> Answer:
        """Whether the obligation holds wherever it arises on this path; ``roughly``: without looking at cards."""
        truth = obligation.truth
        if isinstance(truth, tuple):
            _, pile, part = truth
            if kinds_in(part) is None:
                some = part.count(ANY_KIND) <= pile.count(ANY_KIND)
                if self._ask(path, obligation, some).proved:
                    return Answer(True)
            truth = _covers(pile, part)
        return self._ask(path, obligation, truth, roughly=roughly)

    def holds(self, path: Path, truth: Any, *, roughly: bool = False) -> bool:
        """Whether a truth holds where the path is now."""
        return self.decide(path, Obligation(truth, None, "", ("?",), *path.here), roughly=roughly).proved

    def _ask(self, path: Path, obligation: Obligation, truth: Any, *, roughly: bool = False) -> Answer:
        if truth is True:
            return Answer(True)
        assumed = path.assumptions[: obligation.assumptions]
        conditions = path.conditions[: obligation.conditions]
        answer = Answer(False)
        # Most obligations hold whatever is said of whole piles kind by kind, which is most of what there is to say.
        for leaves in LEAVES_LITTLE if roughly else LEAVES:
            for premises in (assumed, [*assumed, *conditions]) if truth is not False else ():
                relevant = self._relevant(truth, premises)
                if leaves is Relaxation.AMOUNTS and not self._are_of_many(path, truth, relevant):
                    continue
                answer = self._prove(path, truth, relevant, obligation.divided, leaves)
                if answer.proved:
                    return answer
            if leaves is Relaxation.PILES and truth is False:
                answer = self._prove(path, truth, [*assumed, *conditions], obligation.divided, leaves)
                if answer.proved:
                    return answer
        return answer if roughly else self._prove(path, truth, [*assumed, *conditions], obligation.divided)

    def _are_of_many(self, path: Path, truth: Any, premises: list[Any]) -> bool:
        """Whether something is mentioned that is made of the counts of many kinds."""
        return any(self._atoms(each) & path.of_many for each in (truth, *premises))

    def _prove(
        self, path: Path, truth: Any, premises: list[Any], divided: int, leaves: Relaxation = Relaxation.NOTHING
    ) -> Answer:
        key = (truth if truth is False else truth.key, _keys(premises), _division(path, divided), leaves)
        if key in self.proved:
            return Answer(True)
        if key in self.open:
            return self.open[key]
        answer = self.refute(path, truth, premises, [], divided=divided, numbers=False, leaves=leaves)
        if answer.proved:
            self.proved.add(key)
        else:
            self.open[key] = answer
        return answer

    def is_feasible(self, path: Path, leaves: Relaxation = Relaxation.NOTHING) -> bool:
        """Whether some play may take this path so far; yes where that is not known."""
        premises = [*path.assumptions, *path.conditions]
        key = (_keys(premises), _division(path, len(path.partitions)), leaves)
        if key not in self.feasible_paths:
            self.feasible_paths[key] = not self.refute(path, False, premises, [], quick=True, leaves=leaves).proved
        return self.feasible_paths[key]

    def comes_to_its_end(self, path: Path) -> bool:
        """Whether some play may take this path to its end, where nothing stops it; yes where that is not known."""
        owed = [each.truth for each in path.obligations if each.broken is not None]
        owed = [_covers(*each[1:]) if isinstance(each, tuple) else each for each in owed]
        premises = [*path.assumptions, *path.conditions, *owed]
        return False not in owed and not self.refute(path, False, premises, [], quick=True).proved

    def may_be_taken(self, path: Path) -> bool:
        """The same without looking at cards: paths of which that is soon known need not be followed."""
        return all(self.is_feasible(path, leaves) for leaves in (Relaxation.PACK, Relaxation.PILES))

    def refute(
        self,
        path: Path,
        truth: Any,
        assumed: list[Any],
        conditions: list[Any],
        *,
        divided: int | None = None,
        all_kinds: bool = False,
        numbers: bool = True,
        quick: bool = False,
        leaves: Relaxation = Relaxation.NOTHING,
        resources: int = RESOURCES,
    ) -> Answer:
        """Look for numbers that make ``truth`` false while everything else holds; not told without ``numbers``.

        A ``quick`` question, where it does not matter much if there is no answer, tells no numbers either.

        With ``all_kinds`` the numbers tell every card of every pile.
        """
        numbers = numbers and not quick
        resources = QUICK if quick else resources
        question = SmtQuery(path, path.partitions[:divided], resources=resources, leaves=leaves)
        if all_kinds:
            question.name_every_card()
        question.put(truth, [*assumed, *conditions])
        pattern = None if numbers else (quick, question.pattern())
        if pattern in self.answered:
            return self.answered[pattern]
        self.queries += 1
        self.written += sum(map(len, question.asserted))
        answer = question.answer(numbers=numbers)
        if pattern is not None:
            self.answered[pattern] = answer
        if self.emit is not None and answer.proved:
            self.emit(question.text())
        return answer

    # -- what has to do with what -----------------------------------------------------------------------

    def _relevant(self, truth: Any, premises: Iterable[Any]) -> list[Any]:
        """The premises that share an unknown with the question, directly or through another premise."""
        left = [(each, self._atoms(each)) for each in premises]
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
        if type(truth) is bool:
            return frozenset()
        if truth.key not in self._support:
            found: set[int] = set()
            collect_unknowns(truth, found, set())
            self._support[truth.key] = frozenset(found)
        return self._support[truth.key]


def _covers(pile: Any, part: Any) -> Any:
    """A truth that a pile holds another, kind by kind."""
    kinds = kinds_in(part)
    truth: Any = True
    for kind in range(len(pile.path.deck.cards)) if kinds is None else kinds:
        truth = both(truth, part.count(kind) <= pile.count(kind))
    return truth


def _keys(premises: Iterable[Any]) -> tuple[int, ...]:
    return tuple(sorted({-1 if each is False else each.key for each in premises if each is not True}))


def _division(path: Path, number: int) -> tuple[Any, ...]:
    """The partitions of the pack that a proof could use, except the one at the beginning of all paths."""
    return tuple([tuple([share.key for share in shares]) for shares in path.partitions[1:number]])
