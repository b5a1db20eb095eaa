"""What records and views cost: ``python -m tests.bench.recording [GAME …] [--against FOLDER]``.

Four seats in the referee's process: random seats; with a record; with digests of views in it; bots that answer at
random without a look; that look at their whole view; that hear all events too; the built-in greedy bot. All ways play
the same matches (but greedy, which answers otherwise), one way after the other, again and again (``--turns``). Printed
is the least processor time for a decision, and what it is of that of random seats: other work on the machine adds never
less than nothing, so that the least is the nearest to what the way costs.
With ``--against`` the same is measured in turns with the version in another folder, which has ``.venv/bin/python``.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from referee.games.registry import find_game
from referee.games.shipped import folders
from referee.play.bot import Bot
from referee.play.referee import play_match
from referee.play.seats import BotSeat, RandomSeat, Seat, seat_maker

GAMES = ("escalation", "effervesce", "five-crowns", "fscking-ace", "bpoker")
SEATS, TURNS, TURN_SECONDS, TURN_CAP = 4, 9, 0.1, 400


class Blind(Bot):
    def answer(self, view: Any, ask: Any) -> Any:
        return ask.sample(self.rng)


class Looking(Bot):
    def answer(self, view: Any, ask: Any) -> Any:
        assert view.data
        return ask.sample(self.rng)


class Hearing(Looking):
    def event(self, event: list[Any]) -> None:
        pass


def bots(kind: type[Bot]) -> Callable[[random.Random], Seat]:
    return lambda rng: BotSeat(kind(), kind.__name__, rng)


WAYS: dict[str, tuple[Callable[[random.Random], Seat] | None, dict[str, bool]]] = {
    "random": (RandomSeat, {}),
    "recorded": (RandomSeat, {"record": True}),
    "with digests of views": (RandomSeat, {"record": True, "views": True}),
    "bots that look at nothing": (bots(Blind), {}),
    "bots that look at views": (bots(Looking), {}),
    "bots that hear events too": (bots(Hearing), {}),
    "greedy": (None, {}),
}


@cache
def made(name: str) -> Any:
    return find_game(name)(SEATS)


def seconds_and_decisions(name: str, way: str, matches: int) -> tuple[float, int]:
    """Of so many matches, which are the same in every turn."""
    game = made(name)
    make, options = WAYS[way]
    make = make or seat_maker("greedy", name, folders("bots", type(game)))
    seats = [make(random.Random(seat)) for seat in range(SEATS)]
    cap = min(TURN_CAP, game.turn_cap)
    secrets = [random.Random(f"{match}").randbytes(32) for match in range(matches)]
    gc.collect()
    decisions, start = 0, time.process_time()
    for secret in secrets:
        decisions += play_match(game, seats, secret=secret, turn_cap=cap, **options).decisions  # type: ignore[arg-type]
    return time.process_time() - start, decisions


def microseconds(name: str, way: str, matches: int) -> float:
    """For a decision."""
    seconds, decisions = seconds_and_decisions(name, way, matches)
    return 1e6 * seconds / decisions


def matches_of(name: str) -> int:
    """How many random matches take about a turn."""
    seconds_and_decisions(name, "random", 1)  # what is loaded once
    matches, took = 1, 0.0
    while took < TURN_SECONDS / 2:
        matches *= 2
        took, _ = seconds_and_decisions(name, "random", matches)
    return max(1, round(matches * TURN_SECONDS / took))


def answer_requests() -> None:
    """What the other version does: one measurement for each line."""
    for line in sys.stdin:
        sys.stdout.write(f"{microseconds(*json.loads(line))}\n")
        sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=tuple(WAYS), help="beside random, by default all")
    asked = parser.parse_args()
    other = None
    if asked.against is not None:
        python = [str(asked.against / ".venv/bin/python"), str(Path(__file__).resolve()), "--answer"]
        other = subprocess.Popen(python, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=asked.against)
    for name in asked.games:
        matches = matches_of(name)
        found: dict[str, tuple[list[float], list[float]]] = {way: ([], []) for way in ("random", *asked.ways)}
        for _ in range(asked.turns):
            for way, (mine, theirs) in found.items():
                mine.append(microseconds(name, way, matches))
                if other is not None and other.stdin is not None and other.stdout is not None:
                    other.stdin.write(json.dumps([name, way, matches]) + "\n")
                    other.stdin.flush()
                    theirs.append(float(other.stdout.readline()))
        of_random = min(found["random"][0])
        for way, (mine, theirs) in found.items():
            took = min(mine)
            line = f"{name:12} {way:26} {1e6 / took:9.0f} decisions/s {took / of_random:6.2f} times the time"
            if theirs:
                paired = statistics.median([one / own for one, own in zip(theirs, mine, strict=True)])
                line += f"   {min(theirs) / took:5.2f} times as fast as the other (at the median of turns {paired:.2f})"
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
    if other is not None:
        other.terminate()


if __name__ == "__main__":
    answer_requests() if sys.argv[1:] == ["--answer"] else main()
