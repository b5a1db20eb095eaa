"""Tables at the boundaries of matches, kept so that any text can be asked of them."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from referee.kernel.game import Game
from referee.kernel.places import Place
from referee.kernel.requests import Choice
from referee.kernel.table import Table
from referee.kernel.watch import Watch
from referee.verify.mine.players import Greedy, Wanting, fewest, first, greedy_seats, last, most
from referee.verify.play.drivers import AtRandom
from referee.verify.play.trial import Trial
from referee.verify.properties import Kind, Property
from referee.verify.verdicts import Verdict
from referee.verify.vocabulary import words_offered

MATCHES = 30
"""Matches of each form."""
LONGEST = 120
"""Steps of a match at most."""
MOST_TABLES = 1200
"""Tables of each form; after so many no other match begins."""
MOST_DECISIONS = 12_000
"""Answers in each form, in the same way: those of many players at one table."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """A table after a deal or a step: its snapshot, and where it was."""

    state: tuple[Any, ...]
    match: int
    step: int


class _Passing(Watch):
    """Notes the zones that cards come into."""

    __slots__ = ("zones",)

    def __init__(self, zones: set[str]) -> None:
        self.zones = zones

    def moved(self, cards: Any, source: Place, target: Place) -> None:
        if cards:
            self.zones.add(target.name)

    def swapped(self, one: Place, other: Place) -> None:
        self.zones |= {each.name for each in (one, other) if each.size}


@dataclass(slots=True)
class Observed:
    """What was seen of one form of a game."""

    game: Game[Any]
    boundaries: list[Boundary] = field(default_factory=list)
    scripts: list[list[list[Any]]] = field(default_factory=list)
    """The answers and outcomes of each match, step by step."""
    stopped: list[str] = field(default_factory=list)
    """What the rules ran into, for each match that this ended."""
    passed: set[str] = field(default_factory=set)
    """The zones that cards came into, within steps too."""
    questions: dict[str, list[tuple[int, ...]]] = field(default_factory=lambda: defaultdict(list))
    """By the word of a question the number of the match, and what ``looks`` gave, each time that it was put."""
    stirred: set[str] = field(default_factory=set)
    """The scalars that were not as declared when somebody was asked something."""
    values: dict[str, set[Enum]] = field(default_factory=lambda: defaultdict(set))
    """By the name of a scalar of an enum what it was then."""
    offered: dict[tuple[str, str], set[int]] = field(default_factory=lambda: defaultdict(set))
    """By the word of a question, and an answer that it offered ("" for any), the numbers of the matches."""


Look = Callable[[Any, Choice], int]
"""Gives a number of the table when a question is put."""


def observe(game: Game[Any], seed: str, effort: float = 1.0, looks: tuple[Look, ...] | None = None) -> Observed:
    """Matches of all sorts of players, each kept until trouble is met; ``effort`` scales their number. Questions are
    noted where there are ``looks``."""
    rng = random.Random(f"mine {seed} {game.players} {sorted(game.readings.items())} {game.settings}")
    seen = Observed(game)
    trial = Trial(game, [] if looks is None else [_noting(seen, looks)])
    decisions = 0
    for number, driver in zip(range(round(MATCHES * effort)), drivers(game, rng), strict=False):
        if len(seen.boundaries) >= MOST_TABLES * effort or decisions >= MOST_DECISIONS * effort:
            break
        trial.begin()
        trial.table.watch = _Passing(seen.passed)
        script: list[list[Any]] = []
        for step in range(min(LONGEST, game.turn_cap) + 1):
            met = trial.advance(driver)
            script.append(driver.transcript)
            if met is not None:
                seen.stopped.append(met.fault or met.message)
            if met is not None or trial.table.dealing:
                break
            seen.boundaries.append(Boundary(trial.table.snapshot(), number, step))
            if trial.table.outcome is not None:
                break
        decisions += driver.decisions
        seen.scripts.append(script)
    return seen


def drivers(game: Game[Any], rng: random.Random) -> Iterator[AtRandom]:
    """Who plays one match after the other: every second one at random."""
    while True:
        for wanted in (first, fewest, last, most):
            yield AtRandom(rng)
            yield Wanting(rng, wanted)
        yield AtRandom(rng, kinds_first=False)
        if seats := greedy_seats(game, rng):
            yield Greedy(rng, seats)


def _noting(seen: Observed, looks: tuple[Look, ...]) -> Property:
    """A claim that is never wrong, and notes what there is to see at every question."""

    specs = type(seen.game).table_class.scalar_specs
    enums = [name for name, spec in specs.items() if isinstance(spec.start, Enum)]

    def note(t: Any, choice: Choice) -> bool:
        for name in enums:
            value = getattr(t, name)
            seen.values[name].update(value if specs[name].per_player else [value])
        for word in ("", *words_offered(choice)):
            seen.offered[choice.ask, word].add(len(seen.scripts))
        seen.questions[choice.ask].append((len(seen.scripts), *[look(t, choice) for look in looks]))
        seen.stirred.update([name for name in t.scalar_specs if not is_as_declared(t, name)])
        return True

    return Property(
        "noting", (), Kind.ALWAYS, "", note, Verdict.NOT_REFUTED, (), None, {}, {}, True, ("*",), None, __file__, 1
    )


def is_as_declared(table: Table, name: str) -> bool:
    """Whether a scalar is as it was declared, that of every player where each has one."""
    spec, value = table.scalar_specs[name], getattr(table, name)
    return all(each == spec.start for each in value) if spec.per_player else bool(value == spec.start)
