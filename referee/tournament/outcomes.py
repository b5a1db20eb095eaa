"""The outcome of a block of results."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from referee.stats.seats import whole_scores
from referee.tournament.formats import Outcome

Match = tuple[tuple[int, ...], dict[str, Any]]
"""The entrants in seat order, and the result as a record has it."""


def exact(payoff: Any) -> Fraction | int:
    """The number that a payoff of a record is."""
    return payoff if isinstance(payoff, int | Fraction) else Fraction(payoff["fraction"])


def by_sides(table: Sequence[int], played: Sequence[Match]) -> list[Match]:
    """The same matches with one seat for each team: its best rank, and the mean of its payoffs.

    ``table`` has an entrant for each side; where everybody plays for himself nothing is changed.
    """
    return [_by_sides(len(table), *match) for match in played]


def _by_sides(sides: int, seated: tuple[int, ...], result: dict[str, Any]) -> Match:
    if len(seated) == sides or result["ranks"] is None:
        return seated[:sides], result
    best = [min(result["ranks"][side::sides]) for side in range(sides)]
    ranks = [1 + sum(other < rank for other in best) for rank in best]
    payoffs = [Fraction(sum(map(exact, result["payoffs"][side::sides])), len(seated) // sides) for side in range(sides)]
    return seated[:sides], {**result, "ranks": ranks, "payoffs": payoffs}


def block_means(table: Sequence[int], played: Sequence[Match]) -> dict[int, tuple[Fraction, Fraction]]:
    """For each entrant his mean score and his mean payoff over the matches of a block."""
    return {
        who: (Fraction(score, unit), Fraction(payoff) / number)
        for who, (score, unit, payoff, number) in block_sums(table, played).items()
    }


def block_sums(table: Sequence[int], played: Sequence[Match]) -> dict[int, tuple[int, int, Fraction | int, int]]:
    """For each entrant a whole number and its divisor that give his mean score, and the same for his payoff."""
    unit = 2 * max(1, len(table) - 1)
    scores: dict[int, int] = dict.fromkeys(table, 0)
    payoffs: dict[int, Fraction | int] = dict.fromkeys(table, 0)
    for seated, result in by_sides(table, played):
        whole = whole_scores(tuple(result["ranks"]), unit)
        for entrant, score, payoff in zip(seated, whole, result["payoffs"], strict=True):
            scores[entrant] += score
            payoffs[entrant] += payoff if type(payoff) is int else exact(payoff)
    number = len(played)
    # In a co-operative game somebody may sit at a table with himself.
    times = {who: number * table.count(who) for who in table}
    return {who: (scores[who], unit * times[who], payoffs[who], times[who]) for who in table}


def outcome_of(table: tuple[int, ...], played: Sequence[Match]) -> Outcome:
    """The outcome for a format to decide from. A match that the rules stopped is a tie of all."""
    ties = [1] * len(table)
    held = [
        (seated, result if result["ranks"] is not None else {"ranks": ties, "payoffs": [0] * len(table)})
        for seated, result in by_sides(table, played)
    ]
    means = block_means(table, held)
    return Outcome(
        table,
        tuple(means[each][0] for each in table),
        tuple(means[each][1] for each in table),
        [(seated, result["ranks"]) for seated, result in held],
    )
