"""How fast B-poker is played, and how large its records are: ``python -m tests.bench.bpoker [--matches N]``.

Four random seats in the referee's process, every answer checked. Decisions a second of processor time, median of
five; records are measured written out and compressed with zlib.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
import zlib

from referee.games.registry import find_game
from referee.play.referee import play_match
from referee.play.seats import RandomSeat

REPEATS = 5


def decisions_a_second(matches: int, *, record: bool) -> tuple[float, float]:
    """Of matches between four random seats, by processor time; and the mean size of a compressed record in bytes."""
    game = find_game("bpoker")(4)
    seats = [RandomSeat(random.Random(seat)) for seat in range(4)]
    rates, sizes = [], []
    for repeat in range(REPEATS + 1):
        played, start = [], time.process_time()
        for _ in range(matches):
            played.append(play_match(game, seats, record=record))
        if repeat:
            rates.append(sum(each.decisions for each in played) / (time.process_time() - start))
        sizes += [len(zlib.compress(each.record)) for each in played if each.record is not None]
    return statistics.median(rates), statistics.mean(sizes) if sizes else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    asked = parser.parse_args()
    plain, _ = decisions_a_second(asked.matches, record=False)
    recorded, size = decisions_a_second(asked.matches, record=True)
    sys.stdout.write(f"without a record       {plain:9.0f} decisions/s\n")
    sys.stdout.write(f"with a record          {recorded:9.0f} decisions/s  {plain / recorded:.2f} times the time\n")
    sys.stdout.write(f"a compressed record    {size / 1000:9.1f} KB in the mean\n")


if __name__ == "__main__":
    main()
