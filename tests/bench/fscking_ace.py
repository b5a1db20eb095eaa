"""How fast Fscking Ace is played: ``python -m tests.bench.fscking_ace [--peers SCRIPT] [--peers-python PYTHON]``.

Four random seats in the referee's process, every answer checked, without a record. Decisions a second of processor
time, median of five; with ``--peers`` the script of the peers is run in the same minute and the ratios are printed
(goal: at least twice OpenSpiel's ``crazy_eights``).
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

MATCHES, REPEATS = 200, 5


def decisions_a_second(players: int) -> float:
    """Of matches of three rounds between random seats, by processor time."""
    game = find_game("fscking-ace")(players)
    seats = [RandomSeat(random.Random(seat)) for seat in range(players)]
    rates = []
    for repeat in range(REPEATS + 1):
        decisions, start = 0, time.process_time()
        for _ in range(MATCHES):
            decisions += play_match(game, seats, record=False, views=False).decisions
        if repeat:
            rates.append(decisions / (time.process_time() - start))
    return statistics.median(rates)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", help="the script that measures the peers")
    parser.add_argument("--peers-python", default=sys.executable, help="a Python that has the peers installed")
    asked = parser.parse_args()
    four = decisions_a_second(4)
    sys.stdout.write(f"4 random seats   {four:9.0f} decisions/s\n")
    sys.stdout.write(f"11 random seats  {decisions_a_second(11):9.0f} decisions/s\n")
    if asked.peers:
        told = subprocess.run(
            [asked.peers_python, asked.peers, "spiel", "rlcard"], check=True, capture_output=True, text=True
        ).stdout
        for peer in map(json.loads, told.splitlines()):
            rate = peer["per_second"]
            sys.stdout.write(f"{peer['peer'][:50]}: {rate} a second; this is {four / rate:.2f} of it\n")


if __name__ == "__main__":
    main()
