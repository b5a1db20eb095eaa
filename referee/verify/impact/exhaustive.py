"""Readings that never matter at a scale: every table that there is, and every way through it, under both values.

The tables of a smaller form of a game are enumerated under the readings that were chosen. From each of them each step
is then taken in every way, and wherever a rule has consulted a reading that is looked at, the same step is taken under
its other value. As the first difference must lie between two tables that both values share, there is none at all where
none is found: EXHAUSTED. Of a reading by which a game is made, or that is consulted elsewhere than in a deal or a step,
nothing is said, nor of one that is looked up where results are kept (``lru_cache``), nor where the text of rules may
keep it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.table import Table
from referee.verify.beside_rules import asked_beside
from referee.verify.explore.answers import EveryAnswer, KnownPosition, TooMany
from referee.verify.explore.breadth import Search
from referee.verify.impact.alternative import consulted_by_text
from referee.verify.impact.differences import NO_DIFFERENCE, Difference, DifferenceKind
from referee.verify.impact.hearing import Keeps, Remembered, may_keep, work_out_anew
from referee.verify.impact.lockstep import StepTrace, compared, forked, same_cards
from referee.verify.methods import Budget, Question
from referee.verify.play.consulted_readings import listen_to, made_listening
from referee.verify.play.drivers import Script
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps, recorded, variant
from referee.verify.play.trial import Trial
from referee.verify.verdicts import Trouble, Witness

MOST_WAYS = 100_000
"""Through the steps of one scale; with more of them nothing is said."""
MOST_COMPARED = 200_000
"""Steps that are taken under another reading too; with more of them nothing is said."""
EFFORT = 1.0
"""The effort of the enumeration."""


@dataclass(frozen=True, slots=True)
class AskedAt:
    """The alternatives to look at, in one form of a game; for another process."""

    game: str
    players: int
    readings: Mapping[str, str]
    settings: Mapping[str, Any]
    alternatives: tuple[tuple[str, str], ...]
    seconds: float | None = None


@dataclass(slots=True)
class AtScale:
    """The result for one alternative at one scale.

    ``difference`` is NO_DIFFERENCE where there is none in all ``states`` and ``ways``; ``consulted`` says whether any
    rule looked at the reading there.
    """

    slug: str
    alternative: str
    players: int
    settings: Mapping[str, Any]
    states: int = 0
    ways: int = 0
    consulted: bool = False
    difference: Difference = NO_DIFFERENCE
    steps: int = 0
    witness: Witness | None = None
    other_witness: Witness | None = None


@dataclass(slots=True)
class _Other:
    """A form with another reading, and its table."""

    found: AtScale
    game: Game[Any]
    table: Table
    script: Steps = field(default_factory=list)


def compare_exhaustively(asked: AskedAt) -> list[AtScale]:
    """See the module's docstring; nothing where the scale could not be seen whole."""
    game = find_game(asked.game)
    try:
        form = game(asked.players, readings=asked.readings, settings=asked.settings)
    except BadInput:
        return []
    budget = Budget(asked.seconds)
    search = Search(Question(form, (), budget=budget, effort=EFFORT))
    if search.run().bounded:
        return []
    if may_keep(form) is Keeps.ANYTHING:
        return []  # a step may go by a reading for which another one has asked
    driver = _EveryWay(Remembered(form))
    listened = made_listening(form, driver.on_reading, driver.made_by)
    listened.table()
    others = list(_others(form, asked, consulted_by_text(game), {*driver.made_by, *driver.consulted}))
    for each in others:
        driver.undecided.setdefault(each.found.slug, []).append(each)
    try:
        ways = _walk(form, listened, search, driver, budget)
    except TooMany:
        return []
    # Of what goes by a reading beside steps those that ask for it say nothing.
    elsewhere = driver.remembered | asked_beside(game)  # type: ignore[arg-type]
    found: list[AtScale] = []
    for each in others:
        each.found.states, each.found.ways = len(search.states), ways
        if each.found.difference.how > DifferenceKind.NOTHING:
            _show(form, each)
        elif each.found.slug in elsewhere:
            continue
        found.append(each.found)
    return found


def _others(form: Game[Any], asked: AskedAt, by_text: set[str], made_by: set[str]) -> Iterator[_Other]:
    for slug, value in asked.alternatives:
        other = variant(form, readings={slug: value})
        if other is not None and same_cards(form, other) and slug in by_text and slug not in made_by:
            yield _Other(AtScale(slug, value, form.players, dict(asked.settings)), other, other.table())


class _EveryWay(EveryAnswer):
    """All ways through a step. Positions that are known are left out only as long as no reading that is looked at was
    consulted on the way: until then the step is the same under all values of it."""

    def __init__(self, kept: Remembered) -> None:
        super().__init__()
        self.remembered: set[str] = set()
        """The readings that were consulted where results are kept."""
        self._kept = kept
        self.undecided: dict[str, list[_Other]] = {}
        """What is looked at, by readings."""
        self.consulted: set[str] = set()
        self.made_by: set[str] = set()

    def on_reading(self, slug: str) -> None:
        """A reading is consulted."""
        self.consulted.add(slug)
        if self._kept.is_asking():
            self.remembered.add(slug)
        if self.undecided.get(slug):
            self.merging = False

    def next_way(self) -> None:
        self.consulted.clear()
        self.merging = True


def _walk(form: Game[Any], listened: Game[Any], search: Search, driver: _EveryWay, budget: Budget) -> int:
    """Every way through every step; gives how many there are. ``listened`` tells the driver which readings it goes by.
    TooMany where that is too much."""
    trial, table = Trial(listened, ()), form.table()
    listen_to(trial.table, driver.on_reading)
    ways = both = 0
    for state, before in search.tables():
        for _ in driver.ways():
            trial.table.restore(before)
            work_out_anew(listened, trial.table)
            driver.next_way()
            with suppress(KnownPosition):
                trial.move(driver)
            ways += 1
            if ways > MOST_WAYS or both > MOST_COMPARED or budget.is_spent:
                raise TooMany("there are more ways than are looked at")
            others = [each for slug in driver.consulted for each in driver.undecided.get(slug, ())]
            if others:
                table.restore(before)
                taken = StepTrace(form, table, Script(driver.transcript))
                for each in others:
                    each.found.consulted = True
                    both += 1
                    each.found.difference = compared(taken, forked(each.game, each.table, before, taken.transcript))
                    if each.found.difference.how > DifferenceKind.NOTHING:
                        each.script = [*search.way_to(state), list(taken.transcript)]
                        driver.undecided[each.found.slug].remove(each)
    return ways


def _show(form: Game[Any], other: _Other) -> None:
    """The records of the two, to the step in which they come apart."""
    found = other.found
    met = Met(Trouble.READING, (), str(found.difference))
    found.witness = recorded(form, met, other.script).witness
    found.other_witness = recorded(other.game, met, other.script).witness
    found.steps = max(0, len(other.script) - 1)
