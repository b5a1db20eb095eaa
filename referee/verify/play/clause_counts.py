"""The number of steps in which each clause is carried out, in matches between random seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from referee.kernel.errors import RuleFault
from referee.kernel.game import Game
from referee.kernel.ledger import Ledger
from referee.verify.play.branches import Branch, counting
from referee.verify.play.matches import random_match

MATCHES = 20
NO_ENDS = ("turn-cap", "stopped")
"""Words for the end of a match that was not played to its end."""


@dataclass(frozen=True, slots=True)
class Times:
    """``clauses``: by id in how many steps it was carried out, in ``matches`` of ``players``; none without code."""

    players: int
    matches: int
    turns: int
    clauses: Mapping[str, int]
    branches: tuple[Branch, ...] = ()
    """The branches of the rules, with how often play went each way."""
    lengths: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """The turns of the matches, by the way in which they ended."""
    payoffs: Sequence[Sequence[float]] = ()
    """By seat what the matches paid that ended by the rules."""


def times_carried_out(
    game: type[Game[Any]], players: int, readings: Mapping[str, str], settings: Mapping[str, Any], seed: str
) -> Times:
    """Play, with real deals, and count, as far as the rules do not loop.

    BadInput where there is no such form of the game.
    """
    lengths: dict[str, list[int]] = {}
    payoffs: list[list[float]] = [[] for _ in range(players)]
    with counting(game) as found:
        form = game(players, readings=readings, settings=settings)
        ledger = Ledger(form)
        with suppress(RuleFault):
            for number in range(MATCHES):
                result = random_match(form, f"{seed} times {number}")
                lengths.setdefault(result.reason, []).append(result.data["turns"])
                if result.reason not in NO_ENDS:
                    for seat, paid in enumerate(result.payoffs or ()):
                        payoffs[seat].append(float(Fraction(paid["fraction"]) if isinstance(paid, dict) else paid))
        counts = dict(ledger.counts)
    turns = [each for these in lengths.values() for each in these]
    return Times(players, len(turns), sum(turns), counts, found.branches(), lengths, payoffs)
