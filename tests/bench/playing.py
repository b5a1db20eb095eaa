"""What benchmarks of play share: decisions a second between random seats, and the peers in the same minute."""

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

REPEATS = 5


def decisions_a_second(name: str, players: int, matches: int, *, record: bool = False, views: bool = False) -> float:
    """Of matches between random seats, every answer checked, by processor time; the median of five runs."""
    game = find_game(name)(players)
    seats = [RandomSeat(random.Random(seat)) for seat in range(players)]
    rates = []
    for repeat in range(REPEATS + 1):
        decisions, start = 0, time.process_time()
        for _ in range(matches):
            decisions += play_match(game, seats, record=record, views=views).decisions
        if repeat:
            rates.append(decisions / (time.process_time() - start))
    return statistics.median(rates)


def parser_of(text: str | None) -> argparse.ArgumentParser:
    """With the options that name the peers."""
    parser = argparse.ArgumentParser(description=text)
    parser.add_argument("--peers", help="the script that measures the peers")
    parser.add_argument("--peers-python", default=sys.executable, help="a Python that has the peers installed")
    return parser


def compare_with_peers(asked: argparse.Namespace, rate: float) -> None:
    """Run the script of the peers, if it is named, and print the ratios."""
    if not asked.peers:
        return
    command = [asked.peers_python, asked.peers, "spiel", "rlcard"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for peer in map(json.loads, told.splitlines()):
        theirs = peer["per_second"]
        sys.stdout.write(f"{peer['peer'][:50]}: {theirs} a second; this is {rate / theirs:.2f} of it\n")
