"""Amounts that several players share, however the rules write it: what each got, and whether anything was left.

A clause *shares* where an amount of the table falls and some players get equally much, each time as much as goes into
it. What falls and nobody gets is lost.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.kernel.clause_actions import ActionTracer, Ids
from referee.kernel.game import Game
from referee.kernel.players import Player
from referee.verify.mine.observing import drivers
from referee.verify.play.drivers import AtRandom
from referee.verify.play.trial import Trial

MATCHES = 24
"""Matches of each form."""
AT_FIRST = 4
"""Matches of a form after which no other begins where no clause seems to share anything."""
LONGEST = 150
TIMES = 10
"""Shares that a clause has to make before anything is said of them."""
MONEY = "money"

Way = tuple[Ids, str, str]
"""The clauses, the amount of the table, and what of the players grows."""


@dataclass(slots=True)
class Shares:
    """What was seen of one way to share. ``parts`` has what there was and how many shared it."""

    parts: set[tuple[int, int]] = field(default_factory=set)
    times: int = 0
    other: bool = False
    """Once it was not shared equally, or not all that could be."""
    rests: int = 0
    """Matches at random in which something was lost."""
    lost: Lost | None = None

    @property
    def surely(self) -> bool:
        """Whether it is a share: the same amount goes into different numbers or different amounts, now and then with
        nothing left."""
        even = any(not there % among for there, among in self.parts)
        return not self.other and self.times >= TIMES and len(self.parts) > 1 and even


@dataclass(frozen=True, slots=True)
class Lost:
    """The shortest match in which something was lost."""

    game: Game[Any]
    way: Way
    there: int
    players: tuple[Player, ...]
    each: int
    script: list[list[Any]]
    met: tuple[int, int] = (0, 0)
    """The matches at random in which something was lost, and all of them."""

    @property
    def sentence(self) -> str:
        rest = self.there - self.each * len(self.players)
        _, what, whose = self.way
        seats = ", ".join(str(each.seat) for each in self.players[:-1])
        return (
            f"{what} falls by {self.there}, seats {seats} and {self.players[-1].seat} get {self.each} each ({whose}), "
            f"and {rest} of it is nobody's"
        )


class _Step:
    """What clauses did to amounts in one step."""

    def __init__(self, numbers: frozenset[str], each: frozenset[str]) -> None:
        self.numbers, self.each = numbers, each
        self.begin()

    def begin(self) -> None:
        self.levels: dict[tuple[Ids, str], list[int]] = defaultdict(list)
        """What an amount of the table was, one after the other."""
        self.grown: dict[tuple[Ids, str], dict[Player, int]] = defaultdict(lambda: defaultdict(int))

    def told(self, ids: Ids, word: str, about: tuple[Any, ...]) -> None:
        if word in self.numbers:
            self.levels[ids, word] += about
        elif word in self.each:
            player, before, after = about
            if after > before:
                self.grown[ids, word][player] += after - before
        elif word == "pay" and about[0] is None:
            self.grown[ids, MONEY][about[1]] += about[2]

    def shares(self) -> Iterator[tuple[Way, int, dict[Player, int]]]:
        """What fell, by how much, and who got how much: where one amount fell and one thing of players grew."""
        fell = {key: max(levels) - levels[-1] for key, levels in self.levels.items()}
        for ids in dict.fromkeys([ids for (ids, _), by in fell.items() if by > 0]):
            down = [(word, by) for (of, word), by in fell.items() if of == ids and by > 0]
            up = [(word, grown) for (of, word), grown in self.grown.items() if of == ids]
            if len(down) == len(up) == 1:
                yield (ids, down[0][0], up[0][0]), down[0][1], up[0][1]

    def has_gone(self, ids: Ids, rest: int) -> bool:
        """Whether another amount of the table has grown by so much."""
        return any(of == ids and levels[-1] - levels[0] == rest for (of, _), levels in self.levels.items())


def lost_rests(games: Sequence[Game[Any]], seed: str, effort: float) -> list[Lost]:
    """By clause the shortest match in which an amount was shared and something of it was lost."""
    seen: dict[Way, Shares] = defaultdict(Shares)
    fair = sum([_look(game, seed, effort, seen) for game in games])
    told: dict[Ids, Lost] = {}
    for (ids, *_), shares in seen.items():
        if shares.lost is not None and shares.surely:
            told.setdefault(ids, replace(shares.lost, met=(shares.rests, fair)))
    return list(told.values())


def _look(game: Game[Any], seed: str, effort: float, seen: dict[Way, Shares]) -> int:
    """Play matches of a form; gives how many were at random."""
    specs = type(game).table_class.scalar_specs
    numbers = [name for name, spec in specs.items() if type(spec.start) is int and not spec.per_player]
    each = [name for name, spec in specs.items() if type(spec.start) is int and spec.per_player]
    if not numbers:
        return 0
    step = _Step(frozenset(numbers), frozenset(each))
    rng = random.Random(f"shares {seed} {game.players} {sorted(game.readings.items())} {game.settings}")
    tracer, fair = ActionTracer(game, step.told), 0
    for number, driver in zip(range(max(2, round(MATCHES * effort))), drivers(game, rng), strict=False):
        if number >= AT_FIRST and not any(shares.times for shares in seen.values()):
            break
        real = type(driver) is AtRandom
        fair += real
        for way in _play(game, driver, tracer, step, seen):
            seen[way].rests += real
    return fair


def _play(game: Game[Any], driver: AtRandom, tracer: ActionTracer, step: _Step, seen: dict[Way, Shares]) -> set[Way]:
    """A match; gives the ways to share that lost something."""
    trial, script, lossy = Trial(game, []), [], set()
    tracer.follow(trial.table)
    for _ in range(min(LONGEST, game.turn_cap) + 1):
        step.begin()
        trouble = trial.advance(driver)
        script.append(driver.transcript)
        if trouble is not None:
            break
        for way, there, grown in step.shares():
            if _note(seen[way], way, there, grown, step, game, script):
                lossy.add(way)
        if trial.table.dealing or trial.table.outcome is not None:
            break
    return lossy


def _note(
    shares: Shares, way: Way, there: int, grown: dict[Player, int], step: _Step, game: Game[Any],
    script: list[list[Any]],
) -> bool:  # fmt: skip
    """Whether something was lost."""
    among, amounts = len(grown), set(grown.values())
    if len(amounts) != 1 or (each := amounts.pop()) != there // among:
        shares.other = True
        return False
    shares.times += 1
    shares.parts.add((there, among))
    if not (rest := there % among) or step.has_gone(way[0], rest):
        return False
    if shares.lost is None or len(script) < len(shares.lost.script):
        shares.lost = Lost(game, way, there, tuple(grown), each, list(script))
    return True
