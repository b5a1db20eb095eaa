"""All ways through a rule of one form of a game, from any table, and what is owed on them."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from inspect import isgenerator
from pathlib import Path
from typing import Any

from referee.kernel.citations import module_files
from referee.kernel.errors import Broken, MissingCase
from referee.kernel.game import Game
from referee.kernel.requests import Unwind, drive
from referee.verify.prove.effects.answers import AnyAnswer
from referee.verify.prove.effects.any_table import EVERYTHING
from referee.verify.prove.effects.context import Context
from referee.verify.prove.effects.knowledge import Over, following, line_of
from referee.verify.prove.effects.shared import LoopFacts, Owed, Shared, Touched
from referee.verify.prove.effects.table import table_class
from referee.verify.prove.effects.text import other_game
from referee.verify.prove.paths import Dropped, Hung, NotSymbolic, TooLong, next_decisions
from referee.verify.prove.undecided import Refusals
from referee.verify.verdicts import Verdict

MOST_PATHS = 3000
SECONDS = 60.0
"""Processor time for one effect, in seconds."""
ROUNDS = 12


@dataclass(slots=True)
class EffectOutcome:
    """The outcome of one effect: PROVED, or UNKNOWN and why."""

    name: str
    clauses: tuple[str, ...]
    window: str
    verdict: Verdict
    why: str = ""
    paths: int = 0
    ends: int = 0
    """Paths that came to the end of the effect."""
    obligations: int = 0
    seconds: float = 0.0
    touched: set[Touched] = field(default_factory=set)
    owed: dict[Any, Owed] = field(default_factory=dict)
    quantities: set[str] = field(default_factory=set)
    results: set[Any] = field(default_factory=set)
    """The results that a rule may give."""
    forks: int = 0
    stops: bool = False
    """Whether it may stop an event that goes on around it."""
    inline: bool = False
    """Its result lies where only those who carry it out can name it."""


class Following:
    """See the module's docstring. ``game`` has its text made ready."""

    def __init__(self, game: Game[Any], nobody: frozenset[str]) -> None:
        other = other_game(type(game))
        self.game: Any = other(game.players, readings=game.readings, settings=game.settings)
        self.table_class = table_class(self.game)
        self.files = frozenset(str(file) for file in module_files(type(game)))
        self.stops = any(".stop(" in Path(file).read_text(encoding="utf-8") for file in self.files)
        self.nobody = nobody
        """The scalars that may name nobody."""
        self.summaries: dict[str, set[Touched]] = {}
        self.apart = LoopFacts()
        self.context: Context | None = None

    def explore(
        self, name: str, clauses: tuple[str, ...], window: str, begin: Callable[[Context, Any], Any]
    ) -> EffectOutcome:
        began = time.process_time()
        shared = Shared(self.files, engine=self, apart=self.apart, summaries=self.summaries, nobody=self.nobody)
        shared.stops = self.stops
        outcome = EffectOutcome(name, clauses, window, Verdict.UNKNOWN)
        for _ in range(ROUNDS):
            shared.loop_facts.grew = False
            shared.open.clear()
            outcome.paths = outcome.ends = 0
            outcome.results.clear()
            outcome.inline = False
            try:
                self._all_paths(shared, outcome, begin, began)
            except NotSymbolic as reason:
                outcome.why = f"{reason} ({self.line_of_last})"
                outcome.touched = {EVERYTHING}
                break
            if not shared.loop_facts.grew:
                outcome.why = self._why_not(shared, outcome)
                break
        else:
            outcome.why = "what its loops may have touched grows for too long"
            outcome.touched = {EVERYTHING}
        outcome.obligations, outcome.owed, outcome.quantities = shared.obligations, dict(shared.open), shared.quantities
        outcome.forks = shared.forks
        outcome.seconds = time.process_time() - began
        if not outcome.why:
            outcome.verdict = Verdict.PROVED
        return outcome

    def _why_not(self, shared: Shared, outcome: EffectOutcome) -> str:
        if not shared.open:
            return "" if outcome.ends else "no way leads to its end"
        first, *more = shared.open.values()
        return str(first) + (f", and {len(more)} more" if more else "")

    line_of_last = "?"

    def _all_paths(
        self, shared: Shared, outcome: EffectOutcome, begin: Callable[[Context, Any], Any], began: float
    ) -> None:
        decisions: list[int] = []
        while True:
            outer = self.context
            context = self.context = Context(self.game, list(decisions), shared)
            following.append(context)
            try:
                if self._follow(context, outcome, begin):
                    outcome.ends += 1
                outcome.touched |= context.touched
            finally:
                self.context = outer
                following.pop()
            outcome.paths += 1
            slow = time.process_time() - began > SECONDS
            if slow or outcome.paths > MOST_PATHS:
                Hung.times += slow
                raise NotSymbolic(f"it has more than {outcome.paths - 1} ways")
            if shared.loop_facts.grew and outcome.paths > 50:
                return
            path = context.path
            after = next_decisions(path.decisions[: path.made], path.widths)
            if after is None:
                return
            decisions = after

    def _follow(self, context: Context, outcome: EffectOutcome, begin: Callable[[Context, Any], Any]) -> bool:
        """Whether this way leads to the end of the effect."""
        try:
            table = context.table = self.table_class(self.game, context.algebra)
            table.lay_out(context)
            driver = AnyAnswer(context)
            rule = begin(context, table)
            result = drive(rule, driver) if isgenerator(rule) else rule
            self._note(context, table, outcome, result)
            table.owe_players()
        except Dropped:
            return False
        except (Over, Unwind):
            outcome.stops = True
            return True
        except NotSymbolic as reason:
            self.line_of_last = line_of(reason, self.files)
            raise
        except MissingCase as case:
            return self._broken(context, Broken.MISSING_CASE, f"reading {case.reading} has no rule")
        except (TooLong, RecursionError):
            return self._broken(context, Broken.NO_END, "it may go on for ever")
        except MemoryError:
            raise
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            return self._broken(context, Broken.RAISED, what, line_of(error, self.files))
        for refused in Refusals.entries[context.refused :]:
            raise NotSymbolic(f"an error was caught that a proof has to see: {refused}")
        return True

    def _note(self, context: Context, table: Any, outcome: EffectOutcome, result: Any) -> None:
        """Record the result of a rule; nobody asks for the result of an effect."""
        if outcome.window:
            return
        try:
            seen = context.seen(result)
            hash(seen)
        except (NotSymbolic, TypeError):
            outcome.inline = True
            return
        outcome.results.add(seen)
        outcome.inline = outcome.inline or has_owner(seen, table.places) or seen[0] == "these"

    def _broken(self, context: Context, broken: Broken, message: str, line: str = "") -> bool:
        with suppress(Dropped):
            context.settle(False, broken, message, line)
        return False


def has_owner(described: Any, places: Any) -> bool:
    """Whether something is described as lying in the row of one player."""
    if not isinstance(described, tuple) or not described:
        return False
    if described[0] in ("card", "many") and isinstance(described[1], int) and places[described[1]].owner is not None:
        return True
    return any(has_owner(each, places) for each in described[1:])
