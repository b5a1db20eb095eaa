"""Readings that never matter, proved: the same symbolic paths under both values, or no rule that consults them.

The deal, and a step from every table that there can be between steps, are followed along all paths under the readings
that were chosen, and again under each other value; what is compared is what tells a mutant from the rules as they are
(``referee.verify.mutate.equivalent``). Readings that are read off the game itself (of its pack, of who sees what) can
change what no path shows: nothing is said of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.verify.consulted import listen, made_with
from referee.verify.impact.exhaustive import AskedAt
from referee.verify.impact.lockstep import same_cards
from referee.verify.methods import Budget
from referee.verify.mutate.equivalent import Unlike, Work, every_table, runs_of
from referee.verify.play.minimise import variant
from referee.verify.prove.paths import Interned, NotSymbolic

MOST_DECISIONS = 10_000
"""Paths of one form together; with more nothing is proved."""


@dataclass(frozen=True, slots=True)
class Never:
    """A proof that an alternative never matters for ``players``: it is the same on all ``paths``. ``consulted``: some
    rule asks for the reading on one of them."""

    slug: str
    alternative: str
    players: int
    settings: Mapping[str, Any]
    paths: int
    consulted: bool


def never_matter(asked: AskedAt) -> list[Never] | None:
    """The alternatives of which it is PROVED; None where the game cannot be followed, or not in time."""
    game, budget = find_game(asked.game), Budget(asked.seconds)
    try:
        form = game(asked.players, readings=asked.readings, settings=asked.settings)
        listening = listen(form)
        interned = Interned()
        boundary = every_table(form, interned, Work(MOST_DECISIONS, budget))
        here = list(runs_of(form, boundary, interned, Work(MOST_DECISIONS, budget)))
    except (BadInput, NotSymbolic, Unlike):
        return None
    found: list[Never] = []
    for slug, value in asked.alternatives:
        if budget.is_spent:
            break
        other = variant(form, readings={slug: value})
        if slug in made_with(game) or other is None or not same_cards(form, other):
            continue
        consulted = slug in listening.asked
        try:
            if consulted and list(runs_of(other, boundary, interned, Work(MOST_DECISIONS, budget))) != here:
                continue
        except (NotSymbolic, Unlike):
            continue
        found.append(Never(slug, value, asked.players, dict(asked.settings), len(here), consulted))
    return found
