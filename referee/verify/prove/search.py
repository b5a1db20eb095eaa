"""Every path through a rule, from a symbolic table."""

from __future__ import annotations

import random
import re
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path as File
from typing import Any

import referee
from referee.kernel.errors import Broken, MissingCase
from referee.kernel.faults import clause_of
from referee.kernel.game import Game
from referee.kernel.requests import Choice, Unwind, clause_at, drive
from referee.kernel.table import Table
from referee.verify.prove.algebra import SymbolicAlgebra
from referee.verify.prove.driver import SymbolicDriver
from referee.verify.prove.paths import (
    Dropped,
    Interned,
    NotSymbolic,
    Obligation,
    Path,
    SampledPath,
    TooLong,
    next_decisions,
)
from referee.verify.prove.undecided import Refusals, Refused

OWN = tuple([File(referee.__file__).parent / part for part in ("kernel", "verify")])
Prepare = Callable[[Path, Any], None]
"""Puts a symbolic table into its place."""


@dataclass(slots=True)
class Ended:
    """A path at its end: what lay on the symbolic table ``before`` the rule, and the table after it.

    There are no other ends than these. It came to the end of the rule (``is_whole``), with what that gave
    (``result``) or the event it ended (``unwound``); no play takes it, or somebody else follows it on (``dropped``);
    rules have run out (``missing`` is the reading). Whatever else happened is ``failed`` with its reason and clause:
    nothing is known of what comes then.
    """

    path: Path
    before: tuple[Any, ...]
    table: Any
    missing: str | None = None
    failed: str | None = None
    broken: Broken | None = None
    clause: tuple[str, ...] = ("?",)
    result: Any = None
    unwound: Unwind | None = None
    dropped: bool = False
    stops: bool = False
    """For a path that failed: whether play stops there too, because nothing unknown took part."""
    owed: bool = False
    """Whether its path owes by now that nobody comes to such an end."""

    @property
    def is_whole(self) -> bool:
        """Whether it came to the end of the rule."""
        return not (self.failed or self.missing or self.dropped)


@dataclass(slots=True)
class Search:
    """How paths are followed.

    ``table_class`` stands in for that of the game; ``asked`` is told of every choice; ``feasible`` prunes arms, and
    with ``prune`` loops; ``label`` begins the names of unknowns. With ``once`` a path owes only what no path before it
    owes: paths that begin alike owe the same until they part. ``unwinds`` says that the rule may end an event around
    it.
    """

    interned: Interned
    table_class: type[Table]
    prune: bool = False
    asked: Callable[[Any, Choice], None] | None = None
    feasible: Callable[[Path], bool] | None = None
    label: str = ""
    once: bool = False
    unwinds: bool = False
    diverged: bool = False
    """Whether the same decisions led elsewhere the second time, as where what is known of a rule grows meanwhile."""

    def paths(self, game: Game[Any], prepare: Prepare, rule: Callable[[Any], Any]) -> Iterator[Ended]:
        """Every path through a rule of the game from the tables of ``prepare``.

        Some paths may be impossible in play: conditions are decided only where they matter. Dropped paths are included
        too, for the obligations before they were dropped.
        """
        decisions: list[int] = []
        settled, known, before = -1, list[Any](), list[int]()
        ruled = 0  # so many decisions the rules took on the path before
        while True:
            path = Path(game.deck, list(decisions), self.interned, game.clause_codes, self.label)
            if self.once:
                path.settled, path.known_before = settled, known
            ended = self.follow(game, prepare, rule, path)
            # Behind the end of the rules those who ask decide more, as what a property branches on: until there it has
            # to be the same path, unless it differs in one of the decisions of the rules.
            self.diverged |= path.made < path.begun if path.begun <= ruled else path.made != ruled
            ruled = path.made
            yield ended
            if path.made < path.begun or (before and path.widths[: path.begun - 1] != before[: path.begun - 1]):
                self.diverged = True
            before = path.widths
            following = next_decisions(path.decisions[: path.made], before)
            if following is None:
                return
            decisions = following
            settled, known = len(decisions) - 1, path.worked_out

    def sample(
        self, game: Game[Any], prepare: Prepare, rule: Callable[[Any], Any], number: int, rng: random.Random
    ) -> Iterator[Ended]:
        """Some paths through a rule, taken at random."""
        for _ in range(number):
            path = SampledPath(game.deck, [], self.interned, game.clause_codes, self.label)
            path.rng = rng
            ended = self.follow(game, prepare, rule, path)
            if not ended.dropped:
                yield ended

    def follow(self, game: Game[Any], prepare: Prepare, rule: Callable[[Any], Any], path: Path) -> Ended:
        """Follow one path to its end."""
        outer, before = Refusals.path, Refusals.mark()
        Refusals.path = path
        try:
            ended = self._followed(game, prepare, rule, path)
            if ended.unwound is not None and not self.unwinds:
                ended.failed, ended.broken = "an event is ended that does not go on", Broken.RAISED
            if path.stopped and not (ended.dropped or ended.failed):
                ended.failed, ended.broken = "rules catch what ends a path: a proof has to see it", Broken.RAISED
            self._owe_refused(ended, Refusals.entries[before:])
            return ended
        finally:
            Refusals.path = outer
            Refusals.forget(before)

    @staticmethod
    def _owe_refused(ended: Ended, refusals: list[Refused]) -> None:
        """Add the refusals to the obligations, before all others: whatever comes behind them may be wrong."""
        for number, refused in enumerate(refusals):
            caught = refused.why not in (ended.failed or "")
            why = f"an error was caught that a proof has to see: {refused}" if caught else str(refused)
            if refused.here is not None:
                owed = Obligation(False, Broken.RAISED, why, refused.clause, *refused.here, cut=True)
                ended.path.obligations.insert(number, owed)
            if not ended.failed:
                ended.failed, ended.broken, ended.dropped = why, Broken.RAISED, False

    def _followed(self, game: Game[Any], prepare: Prepare, rule: Callable[[Any], Any], path: Path) -> Ended:
        table: Any = self.table_class(game, SymbolicAlgebra(path))
        driver = SymbolicDriver(path, table, self.asked, self.feasible)
        path.feasible = self.feasible if self.prune else None
        ended = Ended(path, (), table)
        try:
            prepare(path, table)
            ended.before = tuple([place.contents() if place.is_row else place.pile for place in table.places])
            ended.result = drive(rule(table), driver)
        except Dropped:
            ended.dropped = True
        except MissingCase as case:
            ended.missing = case.reading
        except Unwind as unwind:
            ended.unwound = unwind
        except (NotSymbolic, MemoryError):
            raise
        except TooLong as long:
            ended.failed, ended.broken = str(long), Broken.NO_END
        except RecursionError:
            ended.failed, ended.broken = "rules call each other without end", Broken.NO_END
        except Exception as error:  # whatever rule code raises is something to prove impossible
            ended.failed = f"{in_words(error)} ({_place(error)})"
            ended.broken, ended.stops = Broken.RAISED, _is_of_the_rules(error)
            named = clause_of(error, game.clause_codes)
            ended.clause = clause_at(table, driver.rules) if named == "?" else tuple(named.split(", "))
        return ended


PLAIN = (KeyError, IndexError, ZeroDivisionError, AssertionError, ValueError)
"""Errors that text raises for what it is given, and not for what stands for it in a proof."""


def _is_of_the_rules(error: Exception) -> bool:
    """Whether a line of rule text raises it by itself, as it does in play."""
    last = traceback.extract_tb(error.__traceback__)[-1].filename
    return type(error) in PLAIN and not any(File(last).is_relative_to(own) for own in OWN)


NO_ATTRIBUTE = re.compile(r"'(\w+)' object has no attribute '(\w+)'")


OF_PYTHON = re.compile(
    r"unsupported operand|not subscriptable|not iterable|not callable|positional argument|keyword argument|must be "
    r"|indices|not supported between|cannot unpack|values to unpack"
)
"""Python's message where a value is not of the type that is needed."""


def in_words(error: Exception) -> str:
    """The message of a Python error, for somebody who reads rules."""
    if isinstance(error, KeyError):
        return f"nothing is found under {error}"
    if isinstance(error, IndexError):
        return "there is nothing at that position"
    if isinstance(error, ZeroDivisionError):
        return "something is divided by nought"
    if isinstance(error, AssertionError):
        return f"what is asserted does not hold{f': {error}' if str(error) else ''}"
    found = NO_ATTRIBUTE.search(str(error))
    if found:
        return f"{found[2]} is asked of something ({found[1]}) that has none"
    if OF_PYTHON.search(str(error)):
        return "something is used as what it is not, as a number for a list or a player for a number"
    return str(error) or type(error).__name__


def _place(error: BaseException) -> str:
    """The last line of rule text in a traceback, or its last line."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return place_of(error) or f"{last.filename}:{last.lineno}"


def place_of(error: BaseException) -> str:
    """The last line in a traceback that is not of the kernel or the verifier; "" where there is none."""
    frames = traceback.extract_tb(error.__traceback__)
    for frame in reversed(frames):
        if not any(File(frame.filename).is_relative_to(own) for own in OWN):
            return f"{frame.filename}:{frame.lineno}"
    return ""
