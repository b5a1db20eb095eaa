"""Two clauses that demand different things at the same moment: what one of them says is overruled by the other.

A clause gives a scalar of the table, or of a player, a new value, and before anybody is asked, chance has a part, or
any rule has looked at it, another clause gives it yet another value. So what the first one says is never heard.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.kernel.game import Game
from referee.kernel.table import Table
from referee.verify.collide.tracing import Ids, Trace
from referee.verify.play.chance import CardBias
from referee.verify.play.drivers import AtRandom, HearsRequests
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps, variant
from referee.verify.play.trial import Trial
from referee.verify.verdicts import Trouble

MATCHES = 12
"""Matches for one form of a game, times the effort of the question; every third one begins with an extreme deal."""
LONGEST = 25


@dataclass(frozen=True, slots=True)
class Written:
    """A scalar's new value, the clause that gave it, and what it was before."""

    by: Ids
    before: Any
    value: Any


class Writes:
    """Writes since anybody acted or looked at anything, by the scalar's name."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.last: dict[str, Written] = {}
        self.overruled: list[tuple[Written, Written, str]] = []

    def wrote(self, table: Table, name: str, before: Any, value: Any, start: Any) -> None:
        """``start`` is what it is on a new table."""
        by = self.trace.by(table)
        known = self.last.pop(name, None)
        if not by:
            return
        written = Written(by, before, value)
        # Back to what it is on a new table is where something begins again, and no demand.
        demands = value not in (start, known.value if known is not None else None)
        if known is not None and demands and known.by != by and known.before != known.value:
            self.overruled.append((known, written, name))
        self.last[name] = written


def watched(table: Table, writes: Writes) -> None:
    """Have a table tell what is written to its scalars and when they are looked at."""
    cls: Any = type(table)
    names = frozenset([name for name, spec in cls.scalar_specs.items() if not spec.per_player])
    known: Any = object.__getattribute__

    def get(self: Any, name: str) -> Any:
        if name in names:
            writes.last.pop(name, None)
        return known(self, name)

    def put(self: Any, name: str, value: Any) -> None:
        if name in names:
            writes.wrote(self, name, known(self, name), value, cls.scalar_specs[name].start)
        object.__setattr__(self, name, value)

    for at, name in enumerate(each for each, spec in cls.scalar_specs.items() if spec.per_player):
        of_each = _OfEach(table.each[at])
        of_each.watched = table, name, writes, cls.scalar_specs[name].start
        table.each[at] = of_each  # type: ignore[call-overload]
        setattr(table, name, of_each)
    table.__class__ = type(cls.__name__, (cls,), {"__getattribute__": get, "__setattr__": put})


class _OfEach(list[Any]):
    """A scalar of every player: it reports each write, and each look at any of it."""

    watched: tuple[Table, str, Writes, Any]

    def __setitem__(self, at: Any, value: Any) -> None:
        table, name, writes, start = self.watched
        if isinstance(at, slice):
            self._looked()
        else:
            seat = getattr(at, "seat", at)
            writes.wrote(table, f"{name} of seat {seat}", list.__getitem__(self, at), value, start)
        super().__setitem__(at, value)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            self._looked()
        else:
            self.watched[2].last.pop(f"{self.watched[1]} of seat {getattr(at, 'seat', at)}", None)
        return super().__getitem__(at)

    def __iter__(self) -> Iterator[Any]:
        self._looked()
        return super().__iter__()

    def __contains__(self, value: object) -> bool:
        self._looked()
        return super().__contains__(value)

    def __eq__(self, other: object) -> bool:
        self._looked()
        return super().__eq__(other)

    __hash__ = None

    def _looked(self) -> None:
        _, name, writes, _ = self.watched
        for seat in range(len(self)):
            writes.last.pop(f"{name} of seat {seat}", None)


class _Moments(HearsRequests, AtRandom):
    """Answers at random; each question begins another moment."""

    writes: Writes

    def on_request(self, table: Table) -> None:
        self.writes.last.clear()


def overruled(game: Game[Any], rng: random.Random, matches: int) -> Iterator[tuple[Met, Steps]]:
    """Each pair of clauses and scalar once, with the match that shows it."""
    plain = variant(game)
    assert plain is not None
    trace = Trace(plain)
    writes = Writes(trace)
    found: set[Any] = set()
    for number in range(matches):
        table = trace.table()
        watched(table, writes)
        trial = Trial(plain, (), table=table)
        driver = _Moments(rng, CardBias(plain.deck, rng) if number % 3 == 2 else None, kinds_first=number % 2 == 0)
        driver.writes = writes
        trace.follow(driver)
        script: Steps = []
        for _ in range(LONGEST):
            writes.last.clear()
            met = trial.advance(driver)
            script.append(driver.transcript)
            for first, second, name in writes.overruled:
                key = first.by[0], second.by[0], name
                if key not in found:
                    found.add(key)
                    yield _met(first, second, name), [list(step) for step in script]
            writes.overruled.clear()
            if met is not None or table.outcome is not None:
                break


def _met(first: Written, second: Written, name: str) -> Met:
    one, other = first.by[0], second.by[0]
    said = (
        f"{one} makes {name.replace('_', ' ')} {_plain(first.value)}, and {other} makes it {_plain(second.value)} at "
        "the same moment, before anything looks at it"
    )
    return Met(Trouble.CONTRADICTION, (one, other), said)


def _plain(value: Any) -> str:
    return str(getattr(value, "value", value))
