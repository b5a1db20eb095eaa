"""A search of all tables of a game, breadth first, at the boundaries of its steps.

States are exact and are merged where the whole table is the same but for the number of steps so far; symmetry is not
used. Within a step equal positions are gone on from once (``referee.verify.explore.positions``).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from referee.verify.explore.answers import EveryAnswer, KnownPosition, TooMany
from referee.verify.explore.card_numbers import NumbersRead
from referee.verify.explore.choice_trees import STOPPED, Trees
from referee.verify.explore.graphs import Steps
from referee.verify.explore.looking import EveryLook, goes_on
from referee.verify.explore.states import EMPTY, States
from referee.verify.explore.step_counter import StepCountReads
from referee.verify.ledger import Ledger
from referee.verify.methods import Question
from referee.verify.play.met import Met, refuted
from referee.verify.play.trial import LOOKED_AT, Trial
from referee.verify.properties import Kind
from referee.verify.understood import ENUMERATION, HeldContainers, rule_text

MOST_STATES = 100_000
MOST_WAYS = 100_000
"""Ways for one form of a game, times the effort of the question."""
ENOUGH = 400_000
"""Answers and outcomes in all ways, times the effort: under readings that refute what they are expected to refute,
once they have. Small games are seen whole, and those with long steps are not followed for nothing."""
OPENING, DEALS = 5_000, 10_000
"""Ways after which a brief search is left that cannot come to its end, times the effort: some of them of steps, or all
of the deal."""
FAR = 10
"""Times the ways of a search: if those to go on from the tables that are known are more, it cannot come to its end."""
MOST_NOTED = 25
"""Different troubles of one search: there may be one for each clause."""

MEASURES = (Kind.TERMINATES,)
Way = list[list[Any]]


@dataclass(slots=True)
class Explored:
    """The extent of a search. ``states`` are different tables at step boundaries, finished games among them.
    ``transitions`` are pairs of a table and a next one, deals among them. ``ways`` counts the steps that were carried
    out. ``depth`` is the number of steps to the farthest table.

    ``bounded`` says why it did not see everything, "" where it did.
    """

    states: int = 0
    transitions: int = 0
    ways: int = 0
    expanded: int = 0
    ended: int = 0
    depth: int = 0
    bytes: int = 0
    bounded: str = ""
    had_enough: bool = False
    """It is bounded by the number of states or ways: there is more, and it can be gone through."""
    shortcuts: bool = False
    """Some table is reached again by a way of another length."""


class Search:
    """The search of one game; ``run`` it, then ask. ``start`` is a table to begin at instead of the deal. It is left
    ``briefly`` where it goes no farther than a few tables: that says next to nothing of a game."""

    def __init__(
        self,
        question: Question,
        *,
        backwards: bool = False,
        start: tuple[Any, ...] | None = None,
        briefly: bool = False,
    ) -> None:
        self.question, self.game, self.briefly = question, question.game, briefly
        self.ledger = Ledger()
        self.meant = question.expected_to_fail
        self._looked_at = [each for each in question.properties if each.kind in LOOKED_AT]
        self.reads = StepCountReads(self._looked_at)
        self.numbers = NumbersRead()
        self.driver = EveryAnswer(backwards=backwards)
        self._start = start
        self._begin(with_turns=False)

    def _begin(self, *, with_turns: bool) -> None:
        """Begin a search; ``with_turns`` tells tables apart by the number of finished steps."""
        table = self.reads.table(self.game)
        self.numbers.watch(table)
        self.trial = EveryLook(self.game, self._looked_at, self.ledger, table=table)
        self.measures = [each for each in self.trial.at_boundary if each.kind is Kind.TERMINATES]
        self.states = States(self.trial.table, with_turns=with_turns)
        self.steps = Steps()
        self.trees = Trees()
        self.seen = Explored()
        self.met: dict[Any, tuple[Met, Way]] = {}
        self.reached: dict[str, Way] = {}
        self.ends: list[int] = []
        self._answer_count = 0
        self._parents = array("I")
        self._depths = array("H")
        self._deal = self.trial.table.snapshot() if self._start is None else self._start
        self.strange = ""
        """What of the rules a search does not understand."""

    # -- going through all of it ------------------------------------------------------------------------

    def run(self) -> Explored:
        """Go through all of it; and again, where rules turn out to look at the number of steps."""
        self._run()
        if self._misses_turns:
            self._begin(with_turns=True)
            self._run()
        return self.seen

    @property
    def depths(self) -> Sequence[int]:
        """By the number of a state how many steps lead to it."""
        return self._depths

    @property
    def _misses_turns(self) -> bool:
        return self.reads.rules and not self.states.with_turns

    def _run(self) -> None:
        seen, containers = self.seen, HeldContainers(self.game, ENUMERATION)
        try:
            with self.ledger.watching(self.game, self.trial.table):
                self._expand(EMPTY, 0)
                while seen.expanded < len(self.states) and not seen.bounded and not self._misses_turns:
                    self._expand(seen.expanded, self._depths[seen.expanded] + 1)
                    seen.expanded += 1
        except TooMany as why:
            seen.bounded = str(why)
        self.strange = rule_text(self.game, ENUMERATION) or containers.changed() or self.numbers.told
        seen.bounded = seen.bounded or self.strange
        seen.states = len(self.states)
        seen.depth = self._depths[-1] if self._depths else 0
        seen.bytes = self.states.memory + self.steps.memory + self.trees.memory + 6 * seen.states

    def _expand(self, parent: int, depth: int) -> None:
        """Carry out the deal, or all that a step can be from a state."""
        trial, driver, states, seen = self.trial, self.driver, self.states, self.seen
        table = trial.table
        dealing = parent == EMPTY
        before = self._deal if dealing else states.snapshot(parent, depth - 1)
        table.restore(before)
        targets: list[int] = []
        if dealing or table.outcome is None:
            measured = self._measured(dealing)
            for number, _ in enumerate(driver.ways()):
                if number:
                    table.restore(before)
                trouble = self._go(targets, parent, depth, measured)
                seen.ways += 1
                self._answer_count += len(driver.transcript)
                for met in [*([] if trouble is None else [trouble]), *trial.taken()]:
                    self._note(met, parent)
                if trial.reached:
                    self._reach(parent)
                self._spend()
                if seen.bounded or self._misses_turns:
                    break
        leads_to = dict.fromkeys(targets)
        seen.transitions += len(leads_to)
        if not dealing:
            self.steps.put(leads_to)
            self.trees.put(driver.tree if targets and not seen.bounded else None)

    def _go(self, targets: list[int], parent: int, depth: int, measured: Any) -> Met | None:
        """One way through a step: where it leads to, and what trouble is met; what speaks against properties there is
        kept by the trial."""
        try:
            met = self.trial.move(self.driver)
        except KnownPosition as known:
            self.driver.tree.lead(known.code)
            return None
        if self.numbers.told:  # the same answers may lead elsewhere
            raise TooMany(self.numbers.told)
        if met is not None and not goes_on(met):
            self.driver.tree.lead(STOPPED)
            return met
        number, new = self.states.add()
        self.driver.tree.lead(number)
        targets.append(number)
        self._look(number, new, parent, depth, measured)
        return met

    def _measured(self, dealing: bool) -> Any:
        """The measures before a step."""
        if not self.measures or dealing:
            return None
        self.trial.measures = {}
        self.trial.look(MEASURES)
        return self.trial.measures

    def _look(self, number: int, new: bool, parent: int, depth: int, measured: Any) -> None:
        trial = self.trial
        if self.measures:
            trial.measures = measured or {}
        if not new:
            if self._depths[number] != depth:
                self.seen.shortcuts = True
            if self.measures:
                trial.look(MEASURES)
            return
        self._parents.append(parent)
        self._depths.append(min(depth, 0xFFFF))
        if trial.table.outcome is not None:
            self.seen.ended += 1
            self.ends.append(number)
        if trial.at_boundary:
            trial.look()

    def _spend(self) -> None:
        question, seen = self.question, self.seen
        if seen.ways >= MOST_WAYS * question.effort:
            seen.bounded, seen.had_enough = f"{seen.ways} ways to go on were enough", True
        elif len(self.states) >= MOST_STATES * question.effort:
            seen.bounded, seen.had_enough = f"{len(self.states)} states were enough", True
        elif not seen.ways & 255:
            if question.budget.is_spent:
                seen.bounded = "the time was over"
            elif self._is_left:
                seen.bounded, seen.had_enough = f"of {len(self.states)} states {seen.expanded} were followed", True
            elif self.meant and self._answer_count >= ENOUGH * question.effort and self.meant <= self._refuted():
                seen.bounded = "what was expected to be refuted was"

    @property
    def _is_left(self) -> bool:
        """Whether all that a brief search would see is a small part: the first steps of a game, or deals alone."""
        seen, effort = self.seen, self.question.effort
        if not self.briefly or seen.ways < (OPENING if seen.expanded else DEALS) * effort:
            return False
        return len(self.states) * seen.ways > FAR * MOST_WAYS * effort * (seen.expanded + 1)

    def _refuted(self) -> set[str]:
        return refuted(self.question.properties, [met for met, _ in self.met.values()])

    def _note(self, met: Met, parent: int) -> None:
        if met.same_as not in self.met and (len(self.met) < MOST_NOTED or self._tells_more(met)):
            self.met[met.same_as] = (met, [*self.way_to(parent), list(self.driver.transcript)])
        if met.looping:
            self.seen.bounded = "a rule does not come to its end"
        if met.claimed is not None:
            self.trial.forget(met.claimed)

    def _tells_more(self, met: Met) -> bool:
        """Whether a verdict rests on that alone: what is not noted speaks against no property."""
        return met.claimed is not None or all(each.trouble is not met.trouble for each, _ in self.met.values())

    def _reach(self, parent: int) -> None:
        for claimed in self.trial.reached:
            self.reached[claimed.name] = [*self.way_to(parent), list(self.driver.transcript)]
        self.trial.reached.clear()

    # -- ways -------------------------------------------------------------------------------------------

    def before(self, number: int) -> tuple[Any, ...]:
        """The table of a state, or that before the deal for EMPTY, to be restored."""
        return self._deal if number == EMPTY else self.states.snapshot(number, self._depths[number])

    def tables(self) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """The table before the deal (EMPTY), and those of all states from which play goes on, to be restored."""
        over = {*self.ends}
        for number in (EMPTY, *range(len(self.states))):
            if number not in over:
                yield number, self.before(number)

    def way_to(self, number: int) -> Way:
        """The answers from the deal to a state, by one of the shortest ways."""
        chain: list[int] = []
        while number != EMPTY:
            chain.append(number)
            number = self._parents[number]
        here, way = EMPTY, list[list[Any]]()
        for state in reversed(chain):
            way.append(self._from_to(here, state, len(way)))
            here = state
        return way

    def _from_to(self, one: int, other: int, depth: int) -> list[Any]:
        """The answers of a step from one state to another; there is such a step."""
        trial = Trial(self.game, ())
        before = self._deal if one == EMPTY else self.states.snapshot(one, depth - 1)
        driver = EveryAnswer()
        for _ in driver.ways():
            trial.table.restore(before)
            with suppress(KnownPosition):
                met = trial.move(driver)
                if (met is None or goes_on(met)) and self.states.number_of(trial.table) == other:
                    return list(driver.transcript)
        raise AssertionError(f"no step leads from state {one} to state {other}")

    def around(self, cycle: list[int]) -> Way:
        """A way from the deal to the first state of a cycle, and once around it."""
        way = self.way_to(cycle[0])
        for one, other in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
            way.append(self._from_to(one, other, len(way)))
        return way
