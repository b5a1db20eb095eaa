"""How fast Effervesce is: ``python -m tests.bench.effervesce``.

Prints the decisions a second of seven random seats, refereed with a chance tape and without a record (goal: at
least 15,000), and the time of a snapshot and its restoring of a table between two turns (goal: at most 20 µs).
Processor time, and the best of several runs, so that other work on the machine counts little.
"""

from __future__ import annotations

import sys
import time

from referee.games.registry import find_game
from referee.kernel.driving import run_deal, run_step
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.record.tape import secret_of_seed
from tests.drivers import RandomDriver

DECISIONS, MICROSECONDS = 15_000, 20.0
"""The goals."""


def decisions_a_second(runs: int = 5, turns: int = 100) -> float:
    """Of a match of seven random seats."""
    game = find_game("effervesce")(7)
    best = 0.0
    for run in range(runs):
        secret = secret_of_seed(f"speed/{run}")
        seats = [RandomSeat(seat_rng(secret, seat)) for seat in range(7)]
        began = time.process_time()
        result = play_match(game, seats, secret=secret, turn_cap=turns)
        best = max(best, result.decisions / (time.process_time() - began))
    return best


def snapshot_and_restore(runs: int = 10, times: int = 1000) -> float:
    """Microseconds for both, of a table of seven after twenty turns."""
    game = find_game("effervesce")(7)
    table, driver = game.table(), RandomDriver(1)
    run_deal(game, table, driver)
    for _ in range(20):
        run_step(game, table, driver)
    best = float("inf")
    for _ in range(runs):
        began = time.process_time()
        for _ in range(times):
            table.restore(table.snapshot())
        best = min(best, time.process_time() - began)
    return best / times * 1e6


def main() -> None:
    sys.stdout.write(f"decisions/s, 7 random seats {decisions_a_second():7.0f}  goal: at least {DECISIONS}\n")
    sys.stdout.write(f"snapshot and restore, µs  {snapshot_and_restore():7.1f}  goal: at most {MICROSECONDS:.0f}\n")


if __name__ == "__main__":
    main()
