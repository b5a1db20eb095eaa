"""Is the new bot stronger than the old? Blocks until the sequential test knows."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from referee.games.shipped import folders
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.play.referee import play_match, seat_rng
from referee.play.seats import seat_maker
from referee.record.tape import new_secret, secret_of_seed
from referee.stats.blocks import scores_of, seatings
from referee.stats.compare import MARGIN, Comparison, Verdict
from referee.tournament.schedule import secret_of_block


def compare(
    game: Game[Any],
    old: str,
    new: str,
    *,
    budget: int = 2000,
    error: float = 0.05,
    margin: float = MARGIN,
    seed: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Comparison:
    """Play blocks of the two seats at a table of two until the test decides, or ``budget`` blocks are played.

    BadInput where the game is not for two, or a seat cannot be made, or the rules stop a match.
    """
    if game.players != 2:
        raise BadInput(f"{game.name} is for {game.fewest_players} players or more: compare needs a game for two")
    where = folders("bots", type(game))
    makers = [seat_maker(form, game.name, where) for form in (new, old)]
    secret = new_secret() if seed is None else secret_of_seed(seed)
    comparison = Comparison(error, margin)
    for number in range(1, budget + 1):
        block, total = secret_of_block(secret, number), Fraction(0)
        ways = seatings(2)
        for turn, way in enumerate(ways, 1):
            own = hashlib.sha256(block + b"\0seating %d" % turn).digest()
            seats = [makers[who](seat_rng(own, seat)) for seat, who in enumerate(way)]
            result = play_match(game, seats, secret=block)
            if result.ranks is None:
                raise BadInput(f"{game.name}: the rules stopped a match: {result.data['stopped']}")
            total += scores_of(result.ranks)[way.index(0)]
        verdict = comparison.add(total / len(ways))
        progress(number)
        if verdict is not Verdict.UNDECIDED:
            break
    return comparison
