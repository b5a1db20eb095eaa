"""Whether a bot is fit to be entered: its answers, its time and memory, whether it repeats, and how strong it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.scalars import from_plain
from referee.play.referee import MatchResult, play_match, seat_rng
from referee.play.seats import RandomSeat, Seat
from referee.pool.isolated import IsolatedSeat
from referee.pool.limits import Limits
from referee.pool.seating import Lifetime, SeatFactory
from referee.pool.selftest import Measured, measured
from referee.record.tape import secret_of_seed
from referee.stats.blocks import scores_of
from referee.stats.means import mean_interval

REPEATED = 2
"""Matches that are played a second time, in a new process, to see whether the bot answers the same."""


@dataclass(frozen=True, slots=True)
class Strength:
    """Over blocks in which the bot takes every seat once, against the same opponent in all others."""

    opponent: str
    blocks: int
    score: float
    """The mean share of opponents that it left behind, from 0 to 1; a tie counts half."""
    score_interval: tuple[float, float] | None
    payoff: float
    payoff_interval: tuple[float, float] | None
    """95 %, over blocks; None for fewer than two."""


@dataclass(frozen=True, slots=True)
class BotCheck:
    """The results. ``times`` are the seconds of each answer, ``memory`` bytes at most (0: not told here)."""

    form: str
    matches: int
    decisions: int
    faults: Sequence[Mapping[str, Any]]
    times: Sequence[float]
    memory: int
    late: int
    """Answers to questions that were no longer open."""
    repeats: bool
    """The same answers with the same seed, in a new process."""
    isolation: Measured
    log: str
    strength: Strength | None

    @property
    def median(self) -> float:
        return median(self.times) if self.times else 0.0

    @property
    def worst(self) -> float:
        return max(self.times, default=0.0)


def check_bot(
    game: Game[Any],
    form: str,
    folders: list[Path],
    *,
    matches: int = 10,
    against: str | None = None,
    blocks: int = 20,
    seed: str = "check",
    limits: Limits | None = None,
    isolated: bool = True,
    turn_cap: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> BotCheck:
    """Play a bot against ``random``, some of it twice, and against an opponent if one is named.

    BadInput where the bot cannot be started, or is one of the referee's own process.
    """
    with SeatFactory(
        form, type(game), folders, limits=limits, isolated=isolated, isolate_builtin=True, lifetime=Lifetime.TOURNAMENT
    ) as factory:
        if factory.program is None:
            raise BadInput(f"{form}: only a bot of its own process can be checked: give its path, without trusted:")
        played = _Played(game, factory, turn_cap)
        first = [played.against_random(secret_of_seed(f"{seed}/{number}"), number) for number in range(matches)]
        progress(matches)
        faults = [fault for result in first for fault in result.data["faults"] if fault["seat"] == played.seat(result)]
        repeats = _repeats(game, factory, first, seed, turn_cap) if not faults else False
        strength = None
        if against is not None and not faults:
            strength = _strength(played, against, folders, blocks, seed, lambda done: progress(matches + done))
            faults = played.faults
    return BotCheck(
        form, matches, sum(len(each) for each in [played.times]), faults, played.times, played.memory, played.late,
        repeats, measured(factory.kind), played.log, strength,
    )  # fmt: skip


class _Played:
    """Plays matches of one bot and keeps what its process used."""

    def __init__(self, game: Game[Any], factory: SeatFactory, turn_cap: int | None) -> None:
        self.game, self.factory, self.turn_cap = game, factory, turn_cap
        self.times: list[float] = []
        self.memory = self.late = 0
        self.log = ""
        self.faults: list[Mapping[str, Any]] = []
        self._seats: dict[int, int] = {}

    def seat(self, result: MatchResult) -> int:
        """The seat of the bot."""
        return self._seats[id(result)]

    def against_random(self, secret: bytes, number: int) -> MatchResult:
        where = number % self.game.players
        others: list[Seat] = [RandomSeat(seat_rng(secret, seat)) for seat in range(self.game.players)]
        return self.match(secret, others, where)

    def match(self, secret: bytes, seats: list[Seat], where: int) -> MatchResult:
        mine = self.factory.seat(seat_rng(secret, where))
        assert isinstance(mine, IsolatedSeat)
        seats[where] = mine
        result = play_match(self.game, seats, secret=secret, seeded=True, turn_cap=self.turn_cap, record=True)
        self.factory.give_back(mine)
        self._seats[id(result)] = where
        self.times += mine.times
        self.memory = max(self.memory, mine.memory)
        self.late += mine.late
        self.log = self.log or mine.log
        self.faults += [fault for fault in result.data["faults"] if fault["seat"] == where]
        return result


def _repeats(
    game: Game[Any], factory: SeatFactory, first: Sequence[MatchResult], seed: str, turn_cap: int | None
) -> bool:
    again = SeatFactory(
        factory.form, type(game), [], limits=factory.limits, isolated=factory.kind.value != "none",
        program=factory.program,
    )  # fmt: skip
    with again:
        played = _Played(game, again, turn_cap)
        return all(
            played.against_random(secret_of_seed(f"{seed}/{number}"), number).record == first[number].record
            for number in range(min(REPEATED, len(first)))
        )


def _strength(
    played: _Played, against: str, folders: list[Path], blocks: int, seed: str, progress: Callable[[int], None]
) -> Strength:
    game = played.game
    scores: list[float] = []
    payoffs: list[float] = []
    with SeatFactory(
        against, type(game), folders, limits=played.factory.limits, lifetime=Lifetime.TOURNAMENT,
        isolated=played.factory.kind.value != "none",
    ) as opponents:  # fmt: skip
        for block in range(blocks):
            secret = secret_of_seed(f"{seed}/block {block}")
            of_block: list[tuple[float, float]] = []
            for where in range(game.players):
                others = [opponents.seat(seat_rng(secret, seat)) for seat in range(game.players)]
                result = played.match(secret, list(others), where)
                for seat in others:
                    opponents.give_back(seat)
                if result.ranks is None or result.payoffs is None:
                    raise BadInput(f"the rules stopped a match: {result.data['stopped']}")
                payoff = float(from_plain(result.payoffs[where], {}))
                of_block.append((float(scores_of(result.ranks)[where]), payoff))
            scores.append(mean(score for score, _ in of_block))
            payoffs.append(mean(payoff for _, payoff in of_block))
            progress(block + 1)
    return Strength(
        against, blocks, mean(scores), mean_interval([scores], bounds=(0.0, 1.0)), mean(payoffs),
        mean_interval([payoffs]),
    )  # fmt: skip
