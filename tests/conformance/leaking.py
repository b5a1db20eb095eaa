"""Twins of tables compared at step boundaries all along random matches (see ``referee.verify.conform.leaks``)."""

import random
from typing import Any

from referee.kernel.game import Game
from referee.verify.conform.leaks import Compared, compare
from tests.conformance.walking import boundaries


def check_positions(game: Game[Any], rng: random.Random, positions: int, steps: int, compared: Compared) -> None:
    """Each time for some seat; Leak where it can tell two tables apart."""
    for table in boundaries(game, rng, positions):
        compare(table, rng.choice(table.players), rng, compared, steps)
