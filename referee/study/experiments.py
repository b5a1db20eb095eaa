"""Which matches are played: between whom, how many, and on which deals."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import msgspec

from referee.kernel.game import Game
from referee.native.searching import NativeSearch
from referee.play.horizon import HORIZON
from referee.study import MINUTES, MOST_MINUTES
from referee.study.forms import Variant
from referee.study.levels import GREEDY, RANDOM, STALLS, budget_of, has_greedy, native_search
from referee.study.matches import PLAYOUTS, PLAYOUTS_BY_PYTHON, POINTS, play

LADDER = (10, 100, 1000)
"""Iterations of the searching levels."""
REPEATS = 4
"""Matches of one deal, where it is estimated how much the deal decides."""
CALLS_A_SECOND = 1.4e6
"""Calls of Python functions that are carried out in a second, as ``cost`` has it: it only shares the effort out."""
PLAYOUT_SECONDS = 4e-6
"""For a decision of a compiled playout."""
PILOT = 4
"""Matches of greedy players, to learn how long they are."""
OF_GREEDY, OF_ALL, OF_OTHERS = 0.6, 1.2, 0.85
"""Of the effort at most, for matches between greedy players; for all matches; for the others, where that leaves it."""
WANTED = 0.02
"""Half of the interval of a seat's part of the wins that is wanted between greedy players."""
PROFILED = 60
"""Decisions of the match in which calls are counted."""
PART_SECONDS = 4.0
"""A task has about so much work."""


class Experiment(msgspec.Struct, frozen=True):
    """Matches ``0 … number - 1`` of one table.

    ``seats`` are levels. In block ``b`` they are rotated through ``rotations`` seatings (1: they stay); the matches of
    a block have the same deal. ``repeats``: each deal is played so often, with other chance after the first question.
    ``course``: who is likely to win is estimated along the match. ``seconds`` is what a match is expected to take.
    """

    name: str
    variant: Variant
    seats: tuple[str, ...]
    number: int
    rotations: int = 1
    repeats: int = 1
    course: bool = False
    seconds: float = 0.01
    deviation: float = 1.0
    native: bool = True

    def seating(self, match: int) -> tuple[str, ...]:
        """Who sits where."""
        turn = match % self.rotations
        return self.seats[turn:] + self.seats[:turn]

    def deal(self, match: int) -> int:
        return match // (self.rotations * self.repeats)

    @property
    def part(self) -> int:
        """Matches of a task: whole blocks."""
        block = self.rotations * self.repeats
        return block * max(1, int(PART_SECONDS / self.seconds / block))


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds that a decision of a level is expected to take, by level, and decisions of a match between random players
    and between greedy ones; whether any of the latter ended before its cap."""

    decisions: float
    by_greedy: float
    greedy_ends: bool
    of_rules: float
    of_greedy: float
    of_imagining: float
    native: bool

    def match(self, levels: Sequence[str]) -> float:
        """Seconds of a match between them."""
        return sum([self.decision(each) * self._decisions(each) for each in levels]) / len(levels)

    def _decisions(self, level: str) -> float:
        return self.by_greedy if level.partition(" ")[0] == GREEDY else self.decisions

    def course(self) -> float:
        """Seconds for the estimates along a match: from its places half of it is left in the mean."""
        if self.native:
            return POINTS * PLAYOUTS * self.decisions / 2 * PLAYOUT_SECONDS
        return POINTS * PLAYOUTS_BY_PYTHON * self.decisions / 2 * self.of_rules

    def decision(self, level: str) -> float:
        base = level.partition(" ")[0]
        if base == GREEDY:
            return self.of_greedy
        if budget := budget_of(base):
            worlds = min(20, max(10, budget // 4))
            playout = min(self.decisions, HORIZON) * (PLAYOUT_SECONDS if self.native else self.of_rules)
            worlds = worlds if self.native else budget
            return self.of_rules + worlds * self.of_imagining + budget * playout
        return self.of_rules


def costs_of(game: Game[Any], decisions: float, turns: float, turn_cap: int | None, *, native: bool) -> Costs:
    """What a decision takes, from calls of Python functions that are counted: on every machine the same."""
    cap = max(2, int(PROFILED * max(1.0, turns) / max(1.0, decisions)))
    by_random = _calls(game, RANDOM, cap)
    greedy, by_greedy, ends = by_random, decisions, False
    if has_greedy(game):
        greedy = _calls(game, GREEDY, cap)
        played = [play(game, [GREEDY] * game.players, f"pilot {n}", turn_cap=turn_cap) for n in range(PILOT)]
        by_greedy = sum([each.decisions for each in played]) / PILOT
        ends = any(each.reason != "turn-cap" for each in played)
    native = native and isinstance(native_search(game), NativeSearch)
    searching = _calls(game, "search:1", cap, native=native)
    imagining = max(0.0, searching - by_random) / (10 if native else 1)
    return Costs(
        decisions,
        by_greedy,
        ends,
        by_random / CALLS_A_SECOND,
        greedy / CALLS_A_SECOND,
        imagining / CALLS_A_SECOND,
        native,
    )


def _calls(game: Game[Any], level: str, cap: int, *, native: bool = True) -> float:
    """Calls for each decision of a match of one level, which is stopped after ``cap`` turns."""
    calls = 0

    def count(frame: Any, event: str, arg: Any) -> None:
        nonlocal calls
        calls += event == "call"

    play(
        game, [level] * game.players, "calls are counted once before", turn_cap=1, native=native
    )  # what is only done once
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        facts = play(game, [level] * game.players, "calls are counted", turn_cap=cap, native=native)
    finally:
        sys.setprofile(before)
    return calls / max(1, facts.decisions)


def minutes_of(costs: Costs, players: int) -> float:
    """The effort where none is asked for: at least ``MINUTES``, and more where greedy players take it for the interval
    that is wanted, up to ``MOST_MINUTES``."""
    even = 1 / players
    matches = even * (1 - even) * (1.96 / WANTED) ** 2
    wanted = matches * costs.match([GREEDY]) / OF_GREEDY / 60 if costs.greedy_ends else 0.0
    return round(min(MOST_MINUTES, max(MINUTES, wanted)), 1)


class Planner:
    """Shares the effort out. ``seconds`` of one processor are spent on the whole, as far as ``costs`` tell."""

    def __init__(self, variant: Variant, costs: Costs, deviation: float, seconds: float, greedy: bool) -> None:
        self.variant, self.costs, self.deviation, self.seconds = variant, costs, deviation, seconds
        self.greedy = greedy
        self.others = 1.0
        """What the matches of others than greedy players have of their part."""
        if greedy:
            seats = [GREEDY] * variant.players
            spent = self.number(seats, OF_GREEDY, 40, 2400) * costs.match(seats) / seconds
            self.others = min(1.0, max(0.2, (OF_ALL - spent) / OF_OTHERS))
        self.best = (
            f"search:{LADDER[1]}" if costs.match([f"search:{LADDER[1]}"]) * 40 < seconds else f"search:{LADDER[0]}"
        )
        """The strongest level of which there can be enough matches."""

    def number(
        self, levels: Sequence[str], part: float, least: int, most: int, block: int = 1, *, course: bool = False
    ) -> int:
        """How many matches a part of the effort gives."""
        part *= 1.0 if set(levels) == {GREEDY} else self.others
        wanted = self.seconds * part / (self.costs.match(levels) + course * self.costs.course())
        return max(1, round(min(most, max(least, wanted)) / block)) * block

    def made(self, name: str, seats: Sequence[str], number: int, **about: Any) -> Experiment:
        seconds = self.costs.match(seats) + (self.costs.course() if about.get("course") else 0.0)
        return Experiment(
            name, self.variant, tuple(seats), number,
            seconds=seconds, deviation=self.deviation, native=self.costs.native, **about,
        )  # fmt: skip

    def self_play(self) -> Iterator[Experiment]:
        """All seats alike: fairness, decisions, lengths, courses."""
        players = self.variant.players
        seats = [RANDOM] * players
        yield self.made(RANDOM, seats, self.number(seats, 0.05, 100, 2400))
        if self.greedy:
            seats = [GREEDY] * players
            yield self.made(GREEDY, seats, self.number(seats, OF_GREEDY, 40, 2400))
        seats = [self.best] * players
        yield self.made(self.best, seats, self.number(seats, 0.3, 4, 2400, course=True), course=True)

    def pairs(self) -> list[tuple[str, str]]:
        """Levels that meet: neighbours in strength, as one expects it."""
        affordable = [
            f"search:{budget}" for budget in LADDER
            if self.costs.match([f"search:{budget}"]) * 8 * self.variant.players < self.seconds * 0.3
        ] or [f"search:{LADDER[0]}"]  # fmt: skip
        found = [(RANDOM, affordable[0])]
        if self.greedy:
            found += [(RANDOM, GREEDY), (GREEDY, affordable[-1])]
        return found + list(pairwise(affordable))

    def ladder(self, effort: float = 1.0) -> Iterator[Experiment]:
        """Two levels at a table, every second seat each, on every deal in every rotation that differs."""
        pairs = self.pairs()
        for weak, strong in pairs:
            yield self.against(f"{weak} and {strong}", weak, strong, 0.3 * effort / len(pairs))

    def against(self, name: str, one: str, other: str, part: float, most: int = 400) -> Experiment:
        players = self.variant.players
        seats = [(one, other)[seat % 2] for seat in range(players)]
        rotations = 2 if players % 2 == 0 else players
        number = self.number(seats, part, 2 * rotations, most, rotations)
        return self.made(name, seats, number, rotations=rotations)

    def luck(self) -> Experiment:
        """The same deals again and again."""
        searching = [f"search:{LADDER[0]}"] * self.variant.players
        cheap = 10 * REPEATS * self.costs.match(searching) < 0.15 * self.seconds
        seats = [GREEDY] * self.variant.players if self.greedy else searching
        seats = seats if self.greedy or cheap else [RANDOM] * self.variant.players
        number = self.number(seats, 0.08, 10 * REPEATS, 200 * REPEATS, REPEATS)
        return self.made("luck", seats, number, repeats=REPEATS)

    def stalling(self) -> Experiment:
        """One seat plays for time against the best that comes cheaply."""
        level = GREEDY if self.greedy else RANDOM
        seats = [STALLS] + [level] * (self.variant.players - 1)
        return self.made("stalling", seats, self.number(seats, 0.04, 20, 200))

    def restricted(self, bans: Sequence[str]) -> Iterator[Experiment]:
        """Half of the seats play under a restriction."""
        level = GREEDY if self.greedy else self.best
        words = [f"{level} random every 3", *[f"{level} never {ban}" for ban in bans]]
        for word in words:
            yield self.against(f"restricted: {word}", level, word, 0.08 / len(words), 600)
