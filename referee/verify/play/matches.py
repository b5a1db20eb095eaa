"""Matches between random seats, whose chance all comes from one text."""

from __future__ import annotations

from typing import Any

from referee.kernel.errors import Broken, RuleFault
from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.kernel.table import Table
from referee.play.referee import MatchResult, Referee, play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.record.tape import secret_of_seed
from referee.verify.play.drivers import MOST_REQUESTS, HearsRequests, TooLong
from referee.verify.play.watchdog import WATCHDOG, Looping

LONGEST = 300


class Watched(RandomSeat):
    """A random seat that counts its questions in ``at``, so that a watcher of rules that loop sees progress."""

    at = 0

    def answer(self, choice: Choice) -> Any:
        Watched.at += 1
        return super().answer(choice)


class Brief(HearsRequests, Referee):
    """A referee who leaves a step that asks and asks: TooLong."""

    turn, requests = -1, 0
    """The turn that is played, and how often it has asked."""

    def on_request(self, table: Table) -> None:
        if self.turn != self.table.turns:
            self.turn, self.requests = self.table.turns, 0
        self.requests += 1
        if self.requests > MOST_REQUESTS:
            raise TooLong


def random_match(game: Game[Any], seed: str, *, longest: int = LONGEST, record: bool = False) -> MatchResult:
    """A match that is cut after ``longest`` turns. RuleFault where the rules loop, whether or not they ask."""
    secret = secret_of_seed(seed)
    seats = [Watched(seat_rng(secret, seat)) for seat in range(game.players)]
    cap = min(longest, game.turn_cap)
    try:
        WATCHDOG.enter(game, Watched)
        try:
            return play_match(game, seats, secret=secret, seeded=True, turn_cap=cap, record=record, referee=Brief)
        finally:
            WATCHDOG.leave()
    except Looping:
        said = f"{WATCHDOG.place}: the rules go round and round here, and ask for nothing"
        raise RuleFault(Broken.NO_END, said, ", ".join(WATCHDOG.clauses) or "?") from None
    except TooLong:
        raise RuleFault(
            Broken.NO_END, f"one step has asked more than {MOST_REQUESTS} times and is not over", "?"
        ) from None
