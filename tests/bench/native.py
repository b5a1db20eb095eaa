"""How fast games are played in bulk, natively and by Python: ``python -m tests.bench.native [GAME …]``.

Random seats, every obligation checked, matches that were not played before; the kernel of Python plays the first of
them, and both must have the same digests. Decisions a second of processor time, the median of five runs of about a
second. Also the processor seconds that the first compilation takes: reading the rules, and the C++ compiler.

``--peers SCRIPT`` runs the script of the peers with ``--peers-python``, and OpenSpiel's own loop in C++
(``tests/bench/rollouts.py``); ``--by-hand FILE`` compiles a program in C++ that prints ``N M decisions/s``, once or
more.
"""

from __future__ import annotations

import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from referee.games.registry import find_game
from referee.kernel.game import Game
from referee.native.build import compiler
from referee.native.engine import Engine
from referee.play.bulk import play_in_bulk
from referee.record.words import key_of
from tests.bench.playing import REPEATS, compare_with_peers, parser_of

GAMES = ("escalation", "effervesce", "fscking-ace", "five-crowns", "bpoker")
KEY = key_of("bench")
SECONDS = 1.0


def native_rate(engine: Engine) -> float:
    """Decisions a second, after a run that is not counted."""
    number, first = 10, 0
    rates: list[float] = []
    while len(rates) < REPEATS:
        start = time.process_time()
        played = engine.play(KEY, first, number)
        took = time.process_time() - start
        first += number
        if took > SECONDS / 2:
            rates.append(int(played.results["decisions"].sum()) / took)
        else:
            number = int(number * min(10.0, max(1.5, SECONDS / max(took, 1e-3))))
    return statistics.median(rates)


def python_rate(game: Game[Any], digests: list[int]) -> float:
    """Decisions a second; the first matches must have these digests."""
    rates: list[float] = []
    match = 0
    while len(rates) < REPEATS:
        decisions, start = 0, time.process_time()
        while time.process_time() - start < SECONDS:
            played = play_in_bulk(game, KEY, match)
            if match < len(digests) and played.digest != digests[match]:
                raise SystemExit(f"{game.name}: match {match} is another one natively")
            decisions += played.questions
            match += 1
        rates.append(decisions / (time.process_time() - start))
    return statistics.median(rates)


def measured(name: str, players: int, folder: Path) -> float:
    """Print a line about a game; gives its native rate."""
    game = find_game(name)(players)
    compiling, reading = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime, time.process_time()
    engine = Engine(game, folder)
    reading = time.process_time() - reading
    compiling = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - compiling
    native = native_rate(engine)
    python = python_rate(game, engine.play(KEY, 0, 5).results["digest"].tolist())
    sys.stdout.write(
        f"{name:12} natively {native:11,.0f} decisions/s, Python {python:8,.0f}: {native / python:6.1f} times; "
        f"read in {reading:.1f} s, compiled in {compiling:.1f} s\n"
    )
    sys.stdout.flush()
    return native


def by_hand(source: Path, folder: Path) -> float:
    """What a program in C++ says of itself, the median."""
    made = folder / "by-hand"
    subprocess.run([*compiler(), "-std=c++20", "-O2", "-w", "-o", str(made), str(source)], check=True)
    told = subprocess.run([made], check=True, capture_output=True, text=True).stdout
    return 1e6 * statistics.median(map(float, re.findall(r"([\d.]+) M decisions/s", told)))


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("games", nargs="*", help="the first is compared with what is beside it")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--by-hand", type=Path, metavar="FILE", help="a program in C++ that plays the first game")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        rates = [measured(name, asked.players, Path(place)) for name in asked.games or GAMES]
        if asked.by_hand:
            theirs = by_hand(asked.by_hand, Path(place))
            sys.stdout.write(f"by hand: {theirs:,.0f} a second; this is {rates[0] / theirs:.2f} of it\n")
    if asked.peers:
        compare_with_peers(asked, rates[0])
        script = Path(__file__).with_name("rollouts.py")
        told = subprocess.run([asked.peers_python, script], check=True, capture_output=True, text=True).stdout
        sys.stdout.write(f"{told.strip()} a second; this is {rates[0] / float(told.split()[-1]):.2f} of it\n")


if __name__ == "__main__":
    main()
