"""Matches between random seats, whose chance all comes from one text."""

from __future__ import annotations

from typing import Any

from referee.kernel.game import Game
from referee.play.referee import MatchResult, play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.record.tape import secret_of_seed

LONGEST = 300


def random_match(game: Game[Any], seed: str, *, longest: int = LONGEST, record: bool = False) -> MatchResult:
    """A match that is cut after ``longest`` turns."""
    secret = secret_of_seed(seed)
    seats = [RandomSeat(seat_rng(secret, seat)) for seat in range(game.players)]
    cap = min(longest, game.turn_cap)
    return play_match(game, seats, secret=secret, seeded=True, turn_cap=cap, record=record)
