"""Every path through a rule, from a symbolic table."""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path as File
from typing import Any

import referee
from referee.kernel.errors import Broken, MissingCase
from referee.kernel.game import Game
from referee.kernel.requests import Choice, Unwind, drive
from referee.kernel.table import Table
from referee.verify.prove.algebra import SymbolicAlgebra
from referee.verify.prove.driver import SymbolicDriver
from referee.verify.prove.passes import NextPass
from referee.verify.prove.paths import Dropped, Interned, NotSymbolic, Path, SampledPath, TooLong, next_decisions
from referee.verify.prove.undecided import Refusals

OWN = tuple([File(referee.__file__).parent / part for part in ("kernel", "verify")])
Prepare = Callable[[Path, Any], None]
"""Puts a symbolic table into its place."""


@dataclass(slots=True)
class Ended:
    """A path at its end: the symbolic table ``before`` the rule and after it.

    ``missing`` is the reading where the path ran out of rules, if it did; ``failed`` says why rule code could
    not be computed, or why it may not end; ``result`` is what the rule gave, ``unwound`` the event it ended.
    ``again`` says that it ends where a pass of a repeated rule begins, and not where the rule ends.
    """

    path: Path
    before: tuple[Any, ...]
    table: Any
    missing: str | None = None
    failed: str | None = None
    broken: Broken | None = None
    result: Any = None
    unwound: Unwind | None = None
    again: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether it came to the end of the rule."""
        return not (self.failed or self.missing or self.again)


@dataclass(slots=True)
class Search:
    """How paths are followed.

    ``table_class`` stands in for that of the game; ``asked`` is told of every choice; ``feasible`` prunes arms, and
    with ``prune`` loops; ``label`` begins the names of unknowns; ``repeats`` carries out repeated rules, all passes
    one after the other if it is None. With ``once`` a path owes only what no path before it owes: paths that begin
    alike owe the same until they part.
    """

    interned: Interned = field(default_factory=Interned)
    table_class: type[Table] | None = None
    prune: bool = False
    asked: Callable[[Any, Choice], None] | None = None
    feasible: Callable[[Path], bool] | None = None
    label: str = ""
    repeats: Callable[..., Any] | None = None
    once: bool = False
    dropped: int = 0

    def paths(self, game: Game[Any], prepare: Prepare, rule: Callable[[Any], Any] | None = None) -> Iterator[Ended]:
        """Every path through a rule of the game (its step, if none is given) from the tables of ``prepare``.

        Paths that no play can take are among them: conditions are not looked at before they matter.
        """
        decisions: list[int] = []
        settled, known = -1, list[Any]()
        while True:
            path = Path(game.deck, list(decisions), self.interned, game.clause_codes, self.label)
            if self.once:
                path.settled, path.known_before = settled, known
            ended = self.follow(game, prepare, rule or game.step, path)
            if ended is not None:
                yield ended
                settled = path.made
            else:  # what it owes is left to the next one
                self.dropped += 1
            following = next_decisions(path.decisions[: path.made], path.widths)
            if following is None:
                return
            decisions = following
            settled, known = min(settled, len(decisions) - 1), path.worked_out

    def sample(
        self, game: Game[Any], prepare: Prepare, rule: Callable[[Any], Any], number: int, rng: random.Random
    ) -> Iterator[Ended]:
        """Some paths through a rule, taken at random."""
        for _ in range(number):
            path = SampledPath(game.deck, [], self.interned, game.clause_codes, self.label)
            path.rng = rng
            ended = self.follow(game, prepare, rule, path)
            if ended is not None:
                yield ended

    def follow(self, game: Game[Any], prepare: Prepare, rule: Callable[[Any], Any], path: Path) -> Ended | None:
        """Follow one path to its end; None where it is dropped."""
        table_class = self.table_class or game.table_class
        table: Any = table_class(game, SymbolicAlgebra(path, self.repeats))
        driver = SymbolicDriver(path, table, self.asked, self.feasible)
        path.feasible = self.feasible if self.prune else None
        ended = Ended(path, (), table)
        refused = Refusals.times
        try:
            prepare(path, table)
            ended.before = table.snapshot() if self.table_class is None else contents(table)
            ended.result = drive(rule(table), driver)
        except Dropped:
            return None
        except NextPass:
            ended.again = True
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
            ended.failed = f"{type(error).__name__}: {error} ({_place(error)})"
            ended.broken = Broken.RAISED
        if Refusals.times > refused and not ended.failed:
            ended.failed, ended.broken = "an error was caught that a proof has to see", Broken.RAISED
        return ended


def contents(table: Any) -> tuple[Any, ...]:
    """What lies in the places of a table."""
    return tuple([place.contents() if place.is_row else place.pile for place in table.places])


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
