"""The number of steps in which each clause is carried out, in matches between random seats."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from referee.kernel.errors import RuleFault
from referee.kernel.game import Game
from referee.kernel.ledger import Ledger
from referee.verify.play.matches import random_match

MATCHES = 20


@dataclass(frozen=True, slots=True)
class Times:
    """``clauses``: by id in how many steps it was carried out, in ``matches`` of ``players``; none without code."""

    players: int
    matches: int
    turns: int
    clauses: Mapping[str, int]


def times_carried_out(
    game: type[Game[Any]], players: int, readings: Mapping[str, str], settings: Mapping[str, Any], seed: str
) -> Times:
    """Play, with real deals, and count, as far as the rules do not loop.

    BadInput where there is no such form of the game.
    """
    form = game(players, readings=readings, settings=settings)
    ledger = Ledger(form)
    matches = turns = 0
    with suppress(RuleFault):
        for number in range(MATCHES):
            turns += random_match(form, f"{seed} times {number}").data["turns"]
            matches += 1
    return Times(players, matches, turns, dict(ledger.counts))
