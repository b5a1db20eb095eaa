"""Many matches of random play, by the compiled rules where that is possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from referee.kernel.game import Game
from referee.native.choosing import BulkPlay
from referee.play.bulk import CAPPED, ENDED, STOPPED, Played
from referee.record.words import key_of
from referee.study.estimates import Estimate, of_sums

MATCHES, MATCHES_BY_PYTHON = 10_000, 2_000
MOST_DECISIONS = 6_000_000
"""Of all matches together, where they are long."""
MOST_DECISIONS_BY_PYTHON = 600_000
PILOT = 60


class RandomPlay(msgspec.Struct):
    """What many matches of random play showed."""

    number: int = 0
    shares: list[Estimate] = []
    decisions: float = 0.0
    turns: float = 0.0
    deviation: float = 1.0
    """Of a seat's payoff."""
    ends: dict[str, int] = {}
    lengths: dict[int, int] = {}
    """Turns of matches, and how many had so many."""


class Sums:
    """Adds matches up."""

    def __init__(self, players: int) -> None:
        self.number = 0
        self.shares, self.squares = np.zeros(players), np.zeros(players)
        self.paid, self.paid_squares = 0.0, 0.0
        self.decisions = 0
        self.ends: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()

    def add(self, played: Played) -> None:
        results, ranks = played.results, played.ranks
        self.number += len(results)
        won = (ranks == 1) & (results["end"] == ENDED)[:, None]
        share = won / np.maximum(1, won.sum(axis=1))[:, None]
        self.shares += share.sum(axis=0)
        self.squares += (share * share).sum(axis=0)
        over = played.payoffs[results["end"] != STOPPED]  # nobody is paid in a match that the rules stop
        paid = over[:, :, 0] / over[:, :, 1]
        self.paid += float(paid.sum())
        self.paid_squares += float((paid * paid).sum())
        self.decisions += int(results["decisions"].sum())
        for turns, times in zip(*np.unique(results["turns"], return_counts=True), strict=True):
            self.lengths[int(turns)] += int(times)
        for reason, times in zip(
            *np.unique(results["reason"][results["end"] == ENDED], return_counts=True), strict=True
        ):
            self.ends[str(played.words[int(reason)])] += int(times)
        for end, word in ((CAPPED, "turn-cap"), (STOPPED, "stopped")):
            if times := int((results["end"] == end).sum()):
                self.ends[word] += times

    def told(self) -> RandomPlay:
        seats = self.number * len(self.shares)
        middle = self.paid / seats
        pairs = zip(self.shares.tolist(), self.squares.tolist(), strict=True)
        return RandomPlay(
            self.number,
            [of_sums(self.number, total, squares, (0.0, 1.0)) for total, squares in pairs],
            self.decisions / self.number,
            sum(turns * times for turns, times in self.lengths.items()) / self.number,
            # Rounded: the order of parts, which depends on the load, is not to be seen.
            float(f"{max(1e-9, self.paid_squares / seats - middle * middle) ** 0.5:.5g}"),
            dict(self.ends.most_common()),
            dict(sorted(self.lengths.items())),
        )


def play_at_random(
    game: Game[Any], seed: str, turn_cap: int | None, number: int, *, native: bool,
    say: Callable[[str], None] = lambda text: None,
) -> RandomPlay:  # fmt: skip
    """So many matches, by the compiled rules where that pays."""
    sums = Sums(game.players)
    bulk = BulkPlay(game, key_of(seed), 0, number, turn_cap, "auto" if native else "python", say)
    bulk.play(sums.add)
    return sums.told()


def enough(pilot: RandomPlay, minutes: float, *, native: bool) -> int:
    """How many matches there are to be, from what a first few showed; fewer for less than a minute."""
    most, decisions = (MATCHES, MOST_DECISIONS) if native else (MATCHES_BY_PYTHON, MOST_DECISIONS_BY_PYTHON)
    found = min(most, int(decisions / max(1.0, pilot.decisions)))
    return max(PILOT, int(found * min(1.0, minutes)))
