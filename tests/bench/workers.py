"""Matches a second: ``python -m tests.bench.workers [BLOCKS [RUNS [LIFETIME]]]``.

Two isolated bots of Escalation, records kept, by turns: ``referee play --matches`` (which keeps its bots' processes),
a tournament with one worker, and one with two. Counted from the first block that is there to the last, so that
starting processes is left out. Printed: the median rates, and the medians of the ratios of the same turn.
"""

import json
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from referee.games.registry import find_game
from referee.games.shipped import folders
from referee.play.referee import play_match, seat_rng
from referee.pool.limits import Limits
from referee.pool.seating import Lifetime, SeatFactory
from referee.record.record import write_record
from referee.record.tape import secret_of_seed
from referee.tournament.loading import load_definition
from referee.tournament.runner import run_tournament

BOTS = Path(__file__).parents[2] / "bots" / "escalation"
SEATS = [str(BOTS / "greedy.py"), str(BOTS / "careful.py")]
TEXT = """\
game = "escalation"
players = 2
lifetime = "{lifetime}"
[format]
kind = "round-robin"
blocks = {blocks}
[[entrant]]
name = "greedy"
seat = "{seats[0]}"
[[entrant]]
name = "careful"
seat = "{seats[1]}"
"""


def tournament(folder, blocks, jobs, lifetime):
    """Matches a second."""
    path = folder / "bench.toml"
    path.write_text(TEXT.format(blocks=blocks, seats=SEATS, lifetime=lifetime))
    times = []
    results = folder / f"{time.monotonic_ns()}.sqlite"
    store = run_tournament(
        load_definition(path), results, seed="bench", jobs=jobs,
        progress=lambda done, wanted: times.append(time.monotonic()),
    )  # fmt: skip
    store.close()
    return 2 * (len(times) - 1) / (times[-1] - times[0])


def alone(folder, blocks, lifetime):
    """As ``referee play --matches`` does it, with the same secrets of deals as nothing else has."""
    game = find_game("escalation")(2)
    where = folders("bots", type(game))
    factories = [SeatFactory(form, type(game), where, limits=Limits(), lifetime=Lifetime(lifetime)) for form in SEATS]
    times = []
    for match in range(2 * blocks):
        secret = secret_of_seed(f"bench/{match}")
        seats = [factory.seat(seat_rng(secret, seat)) for seat, factory in enumerate(factories)]
        result = play_match(game, seats, secret=secret, seeded=True, record=True, views=True)
        for factory, seat in zip(factories, seats, strict=True):
            factory.give_back(seat)
        write_record(folder / f"match-{match}.jsonl", result.record)
        times.append(time.monotonic())
    for factory in factories:
        factory.close()
    return (len(times) - 1) / (times[-1] - times[0])


def main(blocks=100, runs=5, lifetime="tournament"):
    rates = {"play": [], "one": [], "two": []}
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            rates["play"].append(alone(folder, blocks, lifetime))
            rates["one"].append(tournament(folder, blocks, 1, lifetime))
            rates["two"].append(tournament(folder, blocks, 2, lifetime))
    return {
        "blocks": blocks,
        "runs": runs,
        "lifetime": lifetime,
        "matches_a_second": {each: round(median(found), 1) for each, found in rates.items()},
        "two_of_one": round(median(two / one for one, two in zip(rates["one"], rates["two"], strict=True)), 3),
        "one_of_play": round(median(one / play for one, play in zip(rates["one"], rates["play"], strict=True)), 3),
    }


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.stdout.write(json.dumps(main(*map(int, given[:2]), *given[2:])) + "\n")
