"""Matches between random seats, whose chance all comes from one text."""

from __future__ import annotations

from typing import Any

from referee.kernel.errors import Broken, RuleFault
from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.play.referee import MatchResult, play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.record.tape import secret_of_seed
from referee.verify.play.watchdog import WATCHDOG, Looping

LONGEST = 300


class Watched(RandomSeat):
    """A random seat that counts its questions in ``at``, so that a watcher of rules that loop sees progress."""

    at = 0

    def answer(self, choice: Choice) -> Any:
        Watched.at += 1
        return super().answer(choice)


def random_match(game: Game[Any], seed: str, *, longest: int = LONGEST, record: bool = False) -> MatchResult:
    """A match that is cut after ``longest`` turns. RuleFault where the rules loop and ask for nothing."""
    secret = secret_of_seed(seed)
    seats = [Watched(seat_rng(secret, seat)) for seat in range(game.players)]
    cap = min(longest, game.turn_cap)
    try:
        WATCHDOG.enter(game, Watched)
        try:
            return play_match(game, seats, secret=secret, seeded=True, turn_cap=cap, record=record)
        finally:
            WATCHDOG.leave()
    except Looping:
        said = f"{WATCHDOG.place}: the rules go round and round here, and ask for nothing"
        raise RuleFault(Broken.NO_END, said, ", ".join(WATCHDOG.clauses) or "?") from None
