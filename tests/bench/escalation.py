"""How fast Escalation is played: ``python -m tests.bench.escalation [--peers SCRIPT] [--peers-python PYTHON]``.

Four random seats in the referee's process, every answer checked. Decisions a second of processor time, median
of five; with ``--peers`` the script of the peers is run in the same minute and the ratios are printed.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import time

from referee.games.registry import find_game
from referee.play.referee import play_match
from referee.play.seats import RandomSeat

MATCHES, REPEATS = 300, 5


def decisions_a_second(*, record: bool, views: bool) -> float:
    """Of matches between four random seats, by processor time."""
    game = find_game("escalation")(4)
    seats = [RandomSeat(random.Random(seat)) for seat in range(4)]
    rates = []
    for repeat in range(REPEATS + 1):
        decisions, start = 0, time.process_time()
        for _ in range(MATCHES):
            decisions += play_match(game, seats, record=record, views=views).decisions
        if repeat:
            rates.append(decisions / (time.process_time() - start))
    return statistics.median(rates)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", help="the script that measures the peers")
    parser.add_argument("--peers-python", default=sys.executable, help="a Python that has the peers installed")
    asked = parser.parse_args()
    plain = decisions_a_second(record=False, views=False)
    recorded = decisions_a_second(record=True, views=False)
    viewed = decisions_a_second(record=True, views=True)
    sys.stdout.write(f"without a record       {plain:9.0f} decisions/s\n")
    sys.stdout.write(f"with a record          {recorded:9.0f} decisions/s  {plain / recorded:.2f} times the time\n")
    sys.stdout.write(f"with views in it       {viewed:9.0f} decisions/s  {plain / viewed:.2f} times the time\n")
    if asked.peers:
        told = subprocess.run(
            [asked.peers_python, asked.peers, "spiel", "rlcard"], check=True, capture_output=True, text=True
        ).stdout
        for peer in map(json.loads, told.splitlines()):
            rate = peer["per_second"]
            sys.stdout.write(f"{peer['peer'][:50]}: {rate} a second; this is {plain / rate:.2f} of it\n")


if __name__ == "__main__":
    main()
