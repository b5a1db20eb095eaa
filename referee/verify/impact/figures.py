"""Figures of matches between random seats under two ways to play: means, and whether they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from referee.kernel.game import Game
from referee.stats.means import Sample
from referee.verify.play.matches import random_match

MATCHES = 60
"""Played under each of two ways, with the same chance, for the figures."""
SURE = 0.99
"""A figure is said to change where this interval of the mean difference leaves 0 out."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The mean of something under the chosen reading and under the other, over pairs of matches."""

    name: str
    chosen: float
    other: float
    interval: tuple[float, float]
    """The interval of the mean difference (other less chosen) at the confidence ``SURE``."""
    match: int = 0
    """The number of the match in which the two are most apart, in the direction of the means."""

    @property
    def changes(self) -> bool:
        return self.interval[0] > 0 or self.interval[1] < 0


class Played(NamedTuple):
    """A match: its turns, the winning seats and the payoffs (None where it did not end)."""

    turns: int
    winners: tuple[int, ...] | None
    payoffs: tuple[Any, ...] | None


def played(game: Game[Any]) -> list[Played]:
    """Matches of random seats, the same chance for every version of a game."""
    found: list[Played] = []
    for number in range(MATCHES):
        result = random_match(game, f"reading {number}")
        ended = result.ranks is not None and result.reason not in ("turn-cap", "stopped")
        ranks = tuple(seat for seat, rank in enumerate(result.ranks or ()) if rank == 1)
        payoffs = tuple(_amount(each) for each in result.payoffs or ())
        found.append(Played(result.data["turns"], ranks if ended else None, payoffs if ended else None))
    return found


def record_of(game: Game[Any], number: int) -> bytes:
    """The record of a match of ``played``."""
    record = random_match(game, f"reading {number}", record=True).record
    assert record is not None
    return record


def _amount(plain: Any) -> Fraction:
    return Fraction(plain["fraction"]) if isinstance(plain, Mapping) else Fraction(plain)


def figures_of(chosen: Sequence[Played], other: Sequence[Played]) -> list[Figure]:
    every = range(len(chosen))
    found = [_figure("turns", [each[0] for each in chosen], [each[0] for each in other], every)]
    ended_chosen, ended_other = ([int(each[1] is not None) for each in those] for those in (chosen, other))
    found.append(_figure("ends", ended_chosen, ended_other, every))
    both = [number for number in every if chosen[number][1] is not None and other[number][1] is not None]
    if len(both) > 1:
        ended = [(chosen[number], other[number]) for number in both]
        pairs = [(_share(one[1]), _share(two[1])) for one, two in ended]
        found.append(_figure("seat 0 wins", [one for one, _ in pairs], [two for _, two in pairs], both))
        stakes = [(max(map(abs, one[2] or (0,))), max(map(abs, two[2] or (0,)))) for one, two in ended]
        found.append(_figure("largest payoff", [one for one, _ in stakes], [two for _, two in stakes], both))
    return found


def _share(winners: tuple[int, ...] | None) -> Fraction:
    """The first seat's share of a win."""
    return Fraction(0 in winners, len(winners)) if winners else Fraction(0)


def _figure(
    name: str, chosen: Sequence[Fraction | int], other: Sequence[Fraction | int], matches: Sequence[int]
) -> Figure:
    apart, one, two = Sample(), Sample(), Sample()
    for first, second in zip(chosen, other, strict=True):
        apart.add(second - first)
        one.add(first)
        two.add(second)
    sign = 1 if apart.total >= 0 else -1
    most = max(range(len(matches)), key=lambda at: sign * (other[at] - chosen[at]))
    return Figure(name, one.mean or 0.0, two.mean or 0.0, apart.interval(SURE) or (0.0, 0.0), matches[most])
