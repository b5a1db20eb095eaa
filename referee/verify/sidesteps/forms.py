"""The forms of a game in which steps are taken again: as it is played, and smaller ones, drawn at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from referee.kernel.game import Game
from referee.verify.impact.random_settings import sliced, smaller
from referee.verify.play.minimise import variant

SCALES = 60
"""Smaller games that are drawn for each number of players, at most."""


def forms_of(game: Game[Any], seed: str) -> Iterator[Game[Any]]:
    """The game itself first; then those smaller ones that there are, each once."""
    yield game
    rng = random.Random(f"sidesteps {seed} {game.players}")
    known = {str(game.settings)}
    for number in range(SCALES):
        settings = (smaller, sliced)[number % 2](game, rng)
        form = variant(game, settings=settings) if settings else None
        if form is not None and str(form.settings) not in known:
            known.add(str(form.settings))
            yield form
