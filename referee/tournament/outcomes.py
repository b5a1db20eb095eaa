"""What a block of the results comes to."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from referee.stats.blocks import scores_of
from referee.tournament.formats import Outcome

Match = tuple[tuple[int, ...], dict[str, Any]]
"""Who sat where, and the result as a record has it."""


def exact(payoff: Any) -> Fraction | int:
    """The number that a payoff of a record is."""
    return payoff if isinstance(payoff, int) else Fraction(payoff["fraction"])


def block_means(table: Sequence[int], played: Sequence[Match]) -> dict[int, tuple[Fraction, Fraction]]:
    """By entrant: his mean score and his mean payoff over the matches of a block."""
    totals: dict[int, list[Fraction | int]] = {entrant: [0, 0] for entrant in table}
    for seated, result in played:
        for entrant, score, payoff in zip(seated, scores_of(result["ranks"]), result["payoffs"], strict=True):
            total = totals[entrant]
            total[0] += score
            total[1] += exact(payoff)
    number = len(played)
    return {
        entrant: (Fraction(score) / number, Fraction(payoff) / number) for entrant, (score, payoff) in totals.items()
    }


def outcome_of(table: tuple[int, ...], played: Sequence[Match]) -> Outcome:
    """For a format to decide from. A match that the rules stopped is a tie of all."""
    ties = [1] * len(table)
    held = [
        (seated, result if result["ranks"] is not None else {"ranks": ties, "payoffs": [0] * len(table)})
        for seated, result in played
    ]
    means = block_means(table, held)
    return Outcome(
        table,
        tuple(means[each][0] for each in table),
        tuple(means[each][1] for each in table),
        [(seated, result["ranks"]) for seated, result in held],
    )
