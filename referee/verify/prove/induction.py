"""Proofs by induction over steps: every deal satisfies the invariant, and every step keeps it.

The invariant is whatever of the properties that always hold can be proved together: those that fail are left out
and the rest is tried again without them, until all that is assumed is proved (Flanagan and Leino, *Houdini*, 2001).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf
from time import process_time
from typing import Any

from referee.kernel.errors import Broken
from referee.kernel.game import Game
from referee.kernel.ledger import Begun
from referee.kernel.requests import Choice
from referee.kernel.rule_types import Rule
from referee.verify.limits import stands_open
from referee.verify.properties import Kind, Property
from referee.verify.prove.boundary import Boundary, Shape, lazy_class
from referee.verify.prove.bounds import goes_on, most_steps, new_table, nothing, value_of
from referee.verify.prove.claims import NothingToCompare, asked_claim, claim_of, evaluate_claim, is_invariant, is_less
from referee.verify.prove.examining import MOST_FAILURES, examine
from referee.verify.prove.facts import Finder
from referee.verify.prove.lemmas import Lemma
from referee.verify.prove.paths import Hung, Interned, NotSymbolic, Obligation, Path
from referee.verify.prove.proof import Failure, Proof
from referee.verify.prove.search import Ended, Prepare, Search, in_words, place_of
from referee.verify.prove.solve import Prover
from referee.verify.prove.summaries import Summaries
from referee.verify.prove.summary_calls import everything
from referee.verify.prove.terms import key_of
from referee.verify.readonly_table import evaluate

MOST_PATHS = 40_000
"""Rules with more paths from one table are not followed to their end."""
SAMPLED = 60
"""Paths that are taken at random before all are followed."""
MANY_PATHS, TOLD_EVERY = 500, 50
"""With more paths than the first, progress is reported after each so many."""
MOST_ROUNDS = 40
"""The number of times that the shape of tables may grow before the proof is given up."""


class Induction:
    """One form of a game and the properties that are to be proved of it."""

    def __init__(
        self,
        game: Game[Any],
        properties: Sequence[Property],
        emit: Callable[[str], None] | None = None,
        seconds: float = inf,
        answers: dict[Any, Any] | None = None,
    ):
        """``seconds`` of processor time: after them nothing is proved. ``answers`` are the solver's until now."""
        self.game = game
        self.until = process_time() + seconds
        self.properties = properties
        self.emit = emit
        self.claims = {each.name: claim_of(each) for each in properties if is_invariant(each)}
        self.pointwise = {each.name for each in properties if each.kind is Kind.EQUAL and is_invariant(each)}
        """Claims that nothing is gained by assuming: they are proved of every table that the others allow."""
        self.measures = {
            each.name: partial(evaluate, each.claim) for each in properties if each.kind is Kind.TERMINATES
        }
        self.asked = [each for each in properties if each.asked]
        self.names = {each.name for each in properties}
        self.begun = Begun(game)
        self.prover = Prover(emit=emit, answered=answers)
        self.apart = Summaries(game, self._follow, Finder({}, self.prover))
        self.interned = Interned()
        """One for everything that the prover is asked: it tells questions apart by the numbers in it."""
        self.shape = Shape()
        self.dealt: list[Ended] = []
        self.stepped: list[Ended] = []
        """Every path of the deal and of a step that the last round of the proof followed."""
        self.alike = True
        """Whether one seat stands for all of them."""
        self.consulted: set[str] = set()
        """The readings that the proof consulted."""
        self.doubts: dict[str, list[tuple[Path, Obligation]]] = {}
        self.doubted: list[str] = []
        """Obligations that may not hold, where there are so many paths that somebody may not wait for the end."""
        self._boundaries = 0
        self._follows: dict[tuple[int, str], int] = {}
        self.lines = {each.name: f"{each.file}:{each.line}" for each in properties}
        self.evaluated: set[str] = set()
        """Properties that said something on some path: of the others nothing was proved."""
        self._counted: dict[str, int] = {}
        self.diverged = False

    def prove(self) -> Proof:
        """NotSymbolic where the rules cannot be followed; the message says what and where."""
        dropped: dict[str | None, list[Failure]] = {}
        while True:
            proof = self._round([name for name in self.claims if name not in dropped], dropped)
            if not proof.again:
                proof.failures |= dropped
                return proof
            dropped |= {name: each for name, each in proof.failures.items() if name in self.claims}

    def _round(self, assumed: list[str], dropped: Mapping[str | None, list[Failure]]) -> Proof:
        """Try to prove these properties together, and everything else from them.

        Where some fail from which nothing was folded, the same paths are looked at again without them.
        """
        self.interned = Interned()
        self.prover = Prover(emit=self.emit, answered=self.prover.answered, written=self.prover.written)
        known = {name: self.claims[name] for name in assumed if name not in self.pointwise}
        self.apart.begin(Finder(known, self.prover))
        dealt = self._dealt(assumed)
        boundary, stepped = self._stepped(assumed, dealt)
        self.dealt, self.stepped = dealt, stepped
        out: dict[str | None, list[Failure]] = {}
        while True:
            proof = Proof({**out})
            for ended in (*dealt, *stepped, *[one for each in self.apart.lemmas.values() for one in each.ends]):
                examine(proof, self.prover, ended, self.names, {*out, *dropped})
            failed = {name for name in proof.failures if name in self.claims and name not in out}
            if not failed or failed & boundary.folding:
                break
            out |= {name: proof.failures[name] for name in failed}
            for ended in stepped:
                for name, at in ended.path.claimed.items():
                    if name in failed:
                        ended.path.assumptions[at] = True
        proof.queries = self.prover.queries
        for name, measure in self.measures.items():
            if name not in proof.failures:
                # A table that play cannot reach may have no bound.
                with suppress(TypeError, ValueError, LookupError, AttributeError, AssertionError, ArithmeticError):
                    most = most_steps(self.game, self.interned, self.prover, boundary, measure, {*out})
                    if most is not None:
                        proof.bounds[name] = most
        proof.again = bool(failed)
        proof.vacuous = self._vacuous(dealt, stepped)
        return proof

    def _vacuous(self, dealt: list[Ended], stepped: list[Ended]) -> dict[str, str]:
        """A proof says something only of what can happen: a deal, a step, a question, two things to compare."""
        found: dict[str, str] = {}
        for ends, what in ((dealt, "deal"), (stepped, "step")):
            if ends and not any(each.is_whole and self.prover.comes_to_its_end(each.path) for each in ends):
                found |= dict.fromkeys(self.names, f"no {what} is known to come to its end: nothing is proved of it")
        for each in self.properties:
            if each.name in self.evaluated or each.kind in (Kind.FREE_OF, Kind.TURNS_END):
                continue
            if each.kind is Kind.EQUAL:
                found[each.name] = "there is never anything to compare: the property says nothing"
            elif each.asked:
                found[each.name] = (
                    f"nobody is ever asked {' or '.join(map(repr, each.asked))}: the property says nothing"
                )
        return found

    def _dealt(self, assumed: list[str]) -> list[Ended]:
        """Every path of the deal."""
        while True:
            self.apart.grew = self.diverged = False
            search = Search(
                self.interned,
                table_class=lazy_class(self.game, None),
                label="deal ",
                asked=self.ask,
                once=True,
            )
            dealt: list[Ended] = []
            for ended in self._ends(search, new_table, self.game.deal):
                dealt.append(ended)
                if ended.is_whole:
                    self.claims_at(ended, assumed)
            self.apart.settle()
            if not self.apart.grew:
                self._owe_one_way()
                return dealt

    def _stepped(self, assumed: list[str], dealt: list[Ended]) -> tuple[Boundary, list[Ended]]:
        """Every path of a step from any table that the invariant allows, and what such tables are."""
        shape = self.shape
        for ended in dealt:
            if goes_on(ended):
                shape.take_in(ended.table)
        invariant = {name: self.claims[name] for name in assumed if name not in self.pointwise}
        for _ in range(MOST_ROUNDS):
            self._boundaries += 1
            boundary = Boundary(self.game, shape, invariant, f"{self._boundaries} ")
            self.apart.grew, stepped, grew = False, [], False
            self.diverged = False
            search = Search(
                self.interned,
                boundary.table_class,
                asked=self.ask,
                label=boundary.label,
                once=True,
            )
            if self._grows(replace(search, asked=None), boundary):
                continue
            for ended in self._ends(search, boundary.prepare, self.step):
                stepped.append(ended)
                if ended.is_whole:
                    self.claims_at(ended, assumed)
                if goes_on(ended) and shape.take_in(ended.table):
                    grew = True
                    break  # all is followed again from more tables
            if not grew:
                self.apart.settle()
                if not self.apart.grew:
                    break
        else:
            raise NotSymbolic(f"what scalars hold between steps grows without end: {shape}")
        self._owe_one_way()
        still = [name for name in assumed if name in self.pointwise]
        if still:
            search = Search(self.interned, boundary.table_class, label=boundary.label)
            for ended in self._ends(search, boundary.prepare, nothing):
                for name in still:
                    self._owe(ended.path, name, self.claims[name], ended.table)
                stepped.append(ended)
        return boundary, stepped

    def _owe_one_way(self) -> None:
        """Nothing has grown, so the same decisions must lead to the same place."""
        if self.diverged:
            raise NotSymbolic("the same decisions lead elsewhere the second time: rules keep something to themselves")

    def _grows(self, search: Search, boundary: Boundary) -> bool:
        """Whether some paths taken at random lead to more tables: then all need not be followed from too few."""
        rng, grew = random.Random(boundary.label), False
        self.apart.collecting = True
        for ended in search.sample(self.game, self.measured(boundary.prepare), self.step, SAMPLED, rng):
            grew = (goes_on(ended) and self.shape.take_in(ended.table)) or grew
        self.apart.collecting = False
        grew = self.apart.settle() or grew or self.apart.grew
        self.apart.grew = False
        return grew

    def step(self, t: Any) -> Rule[None]:
        """One step, counted as in play."""
        yield from self.game.step(t)
        t.turns += 1

    def _follow(self, lemma: Lemma) -> Iterator[Ended]:
        """The paths of a rule that is proved apart, in the midst of another path."""
        counts, counted = dict(self.begun._counts), self._counted
        # The same name for what begins alike: what was asked of it need not be asked again.
        label = f"{lemma.name} {self._follows.setdefault((lemma.number, lemma.as_text), len(self._follows))} "
        search = Search(
            self.interned,
            table_class=lemma.table_class,
            label=label,
            asked=self.ask,
            feasible=self.prover.may_be_taken,
            prune=True,
            once=True,
            unwinds=True,
        )
        prepare = partial(self.apart.prepare, lemma)
        yield from self._ends(search, prepare, lemma.rule, apart=True)
        self.begun._counts.update(counts)
        self._counted = counted

    def _ends(
        self, search: Search, prepare: Prepare, rule: Callable[[Any], Any], *, apart: bool = False
    ) -> Iterator[Ended]:
        number = 0
        for ended in search.paths(self.game, self.measured(prepare, apart), rule):
            number += not ended.dropped
            self._doubt(ended.path)
            if number % TOLD_EVERY == 0 and number > MANY_PATHS:
                self._tell(number, rule)
            if process_time() > self.until:
                Hung.times += 1
                raise NotSymbolic("it takes longer than a proof may of what is not expected to hold")
            if number > MOST_PATHS:
                raise NotSymbolic(
                    f"there are more than {MOST_PATHS} paths through one step: let text that branches on cards "
                    "(who has won, who has the highest) be one truth or one amount of the kernel"
                )
            if ended.is_whole and ended.table.outcome is None:
                self._owe_all_cards(ended)
            counted = self._counted
            ended.path.met = {clause for clause, times in self.begun.counts.items() if times > counted[clause]}
            yield ended
        self.diverged = self.diverged or search.diverged

    def _doubt(self, path: Path) -> None:
        """Keep the first obligations of each sort, to see which of them may not hold."""
        for owed in path.obligations:
            if owed.broken is not None and not isinstance(owed.truth, bool):
                first = self.doubts.setdefault(f"{', '.join(owed.clause)}: {owed.message}", [])
                if len(first) < MOST_FAILURES:
                    first.append((path, owed))

    def _tell(self, number: int, rule: Callable[[Any], Any]) -> None:
        """The message if the proof comes no further: how far it is, what may not hold, and what would help."""
        for message, first in self.doubts.items():
            if first and message not in self.doubted and len(self.doubted) < MOST_FAILURES:
                if not all(self.prover.decide(*each, roughly=True).proved for each in first):
                    self.doubted.append(message)
                first.clear()
        doubts = f"; not known: {'; '.join(self.doubted)}" if self.doubted else ""
        stands_open(
            f"{number} paths of {getattr(rule, '__name__', 'a rule')} were followed and there are more{doubts}; "
            "make steps that do one thing each, use if_else where amounts alone differ, or give it more --budget"
        )

    @staticmethod
    def _owe_all_cards(ended: Ended) -> None:
        """Assume of every table that the whole pack lies on it, each card once."""
        table, path = ended.table, ended.path
        sizes = all(key_of(each.size) == key_of(each.pile.size) for each in table.places if not each.is_row)
        if not sizes or not everything(table).is_made_of(path.partitions):
            what = "cards lie otherwise than the table has moved them: use move, draw and the like"
            path.owe(False, Broken.RAISED, what, ("?",), cut=True)

    def measured(self, prepare: Prepare, apart: bool = False) -> Prepare:
        """The same tables, with the measures of them."""

        def prepared(path: Path, table: Any) -> None:
            prepare(path, table)
            if not apart:
                path.before = (
                    {} if table.dealing else {name: value_of(each, table) for name, each in self.measures.items()}
                )
            self._counted = dict(self.begun.counts)

        return prepared

    def _about(self, choice: Choice) -> list[Property]:
        """The properties that say something when this is asked."""
        return [each for each in self.asked if choice.ask in each.asked or "*" in each.asked]

    def ask(self, table: Any, choice: Choice) -> None:
        for each in self._about(choice):
            self._owe(table.algebra.path, each.name, asked_claim, each, table, choice)

    def branch_when_asked(self, table: Any, choice: Choice) -> None:
        """Branch as properties do when somebody is asked, and owe nothing."""
        for each in self._about(choice):
            with suppress(Exception):
                evaluate_claim(asked_claim, each, table, choice)

    def claims_at(self, ended: Ended, assumed: list[str]) -> None:
        """The obligations at the end of a step: the invariant, and smaller measures."""
        path, table = ended.path, ended.table
        for name in assumed:
            if name not in self.pointwise or table.outcome is not None:
                self._owe(path, name, self.claims[name], table)
        for name, measure in self.measures.items() if goes_on(ended) else ():
            self._owe(path, name, is_less, measure, table, path.before.get(name))

    def _owe(self, path: Path, name: str, claim: Callable[..., Any], *about: Any) -> None:
        """A claim at the end of a path. One that raises is not proved, whatever else is."""
        try:
            truth = evaluate_claim(claim, *about)
            self.evaluated.add(name)
            path.owe(truth, None, name, ("?",))
        except NothingToCompare:
            pass
        except MemoryError:
            raise
        except Exception as error:
            path.raised[name] = f"{in_words(error)} ({place_of(error) or self.lines[name]})"
            path.owe(False, None, name, ("?",))
