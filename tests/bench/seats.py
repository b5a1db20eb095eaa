"""Round trips of an isolated bot: recorded questions of Escalation, rules excluded, strict decoding included.

    python -m tests.bench.seats [--peers PEERS.PY --python PYTHON] [--rounds N] [--profile]

The bot is the ten-line one of the docs, but that it takes an answer at random. ``--peers`` runs a script that
measures a bare pipe (``PEERS.PY pipe`` prints a JSON line with ``per_second``) before and after, on the same machine.
"""

import argparse
import cProfile
import json
import pstats
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from referee.games.registry import find_game
from referee.kernel.requests import Choice
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat, Seat
from referee.pool.isolated import IsolatedSeat
from referee.pool.limits import Limits
from referee.pool.seating import SeatFactory

BOT = """
from referee.bot import Bot


class Sampling(Bot):
    def answer(self, view, ask):
        return ask.sample(self.rng)
"""
SECONDS, REPEATS = 1.0, 5


class Keeping(RandomSeat):
    """Keeps the questions that it answers."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.asked: list[Choice] = []

    def answer(self, choice: Choice) -> Any:
        self.asked.append(choice)
        return super().answer(choice)


def questions() -> list[Choice]:
    """All that one seat of four is asked in ten matches."""
    game = find_game("escalation")(4)
    kept = Keeping(random.Random(1))
    for number in range(10):
        secret = bytes([number]) * 32
        others: list[Seat] = [RandomSeat(seat_rng(secret, seat)) for seat in (1, 2, 3)]
        play_match(game, [kept, *others], secret=secret)
    return kept.asked


def rates(profile: bool = False) -> list[float]:
    """Round trips a second, each over about a second of wall time."""
    asked = questions()
    game = find_game("escalation")
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder, "bot.py")
        bot.write_text(BOT)
        limits = Limits(bank=1e6)
        with SeatFactory(str(bot), game, [], limits=limits) as factory:
            seat = factory.seat(seat_rng(b"", 0))
            assert isinstance(seat, IsolatedSeat)
            seat.start({"seat": 0, **game(4).form, "seed": "00"})
            found = []
            profiler = cProfile.Profile()
            for _ in range(REPEATS):
                done, began = 0, time.perf_counter()
                if profile:
                    profiler.enable()
                while time.perf_counter() - began < SECONDS:
                    for choice in asked:
                        seat.answer(choice)
                    done += len(asked)
                profiler.disable()
                found.append(done / (time.perf_counter() - began))
            if profile:
                pstats.Stats(profiler).sort_stats("tottime").print_stats(16)
            return found


def peer(script: str, python: str) -> float:
    told = subprocess.run([python, script, "pipe"], capture_output=True, text=True, check=True).stdout
    return float(json.loads(told.splitlines()[-1])["per_second"])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--peers")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    before = peer(options.peers, options.python) if options.peers else None
    ours = rates(options.profile)
    told: dict[str, Any] = {
        "round_trips_per_second": round(statistics.median(ours)),
        "repeats": [round(each) for each in ours],
    }
    if before is not None:
        bare = statistics.mean([before, peer(options.peers, options.python)])
        told |= {"bare_pipe": round(bare), "ratio": round(statistics.median(ours) / bare, 3)}
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
