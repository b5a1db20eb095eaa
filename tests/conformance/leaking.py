"""Worlds compared all along random matches (see ``referee.verify.conform.leaks``)."""

import random
from typing import Any

from referee.kernel.game import Game
from referee.verify.conform.conformance import comparisons, positions_of
from referee.verify.conform.leaks import Compared


def check_positions(game: Game[Any], rng: random.Random, number: int, compared: Compared) -> None:
    """Each time for some seat; Leak where it can tell two worlds apart."""
    for position in positions_of(game, rng, number):
        for _, check in comparisons(position, rng, compared):
            check()
