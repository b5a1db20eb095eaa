"""Clauses of which one reading says how both are meant: what a reader of the one has to know of the other."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from referee.kernel.clauses import rulebook_order
from referee.kernel.game import Game
from referee.verify.collide.edges import Edge, Interactions, Kind


def share_readings(form: Game[Any], found: Interactions) -> None:
    """The pairs of clauses of which one reading says how both are meant."""
    coded = {each for ids in form.clause_codes.values() for each in ids}
    pairs: dict[tuple[str, ...], list[str]] = {}
    for reading in form.register.values():
        there = sorted({*reading.clauses} & coded, key=rulebook_order)
        for pair in combinations(there, 2):
            pairs.setdefault(pair, []).append(reading.slug)
    for (one, other), slugs in pairs.items():
        said = f"decided for both by {', '.join(slugs)}"
        found.add(Edge(Kind.READING, one, other, said, form.players, form.unusual_readings, form.unusual_settings))
