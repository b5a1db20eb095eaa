"""Round trips of an isolated bot: recorded questions of Escalation, rules excluded, strict decoding included.

    python -m tests.bench.seats [--matches N] [--peers PEERS.PY --python PYTHON] [--profile]
    python -m tests.bench.seats --start

The bot is the ten-line one of the docs, but that it takes an answer at random. It is measured in turns with a bare
pipe: a child of this Python that decodes a message of 300 bytes with msgspec, and sends it back. A turn is a tenth
of a second, so that whatever else the machine does slows both. The questions are those of ``--matches`` matches,
again and again; a bot keeps what it was asked before, so that more matches are harder than few. ``--peers`` runs a
script that measures such a pipe by itself (``PEERS.PY pipe`` prints a JSON line with ``per_second``) before and after.

``--start`` measures how long that bot takes from the spawn to ``ready``, in turns with ``python -I -c pass``.
"""

import argparse
import cProfile
import json
import os
import pstats
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec

from referee.games.registry import find_game
from referee.kernel.requests import Choice
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat, Seat
from referee.pool.image import interpreter
from referee.pool.isolated import IsolatedSeat
from referee.pool.jail import isolation
from referee.pool.limits import Limits
from referee.pool.process import BotProcess, now
from referee.pool.seating import SeatFactory

BOT = """
from referee.bot import Bot


class Sampling(Bot):
    def answer(self, view, ask):
        return ask.sample(self.rng)
"""
ECHO = """
import os, msgspec
encode, decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode
pending = b""
while chunk := os.read(0, 65536):
    pending += chunk
    while b"\\n" in pending:
        line, pending = pending.split(b"\\n", 1)
        os.write(1, encode(decode(line)) + b"\\n")
"""
MESSAGE = {"id": 1, "ask": "play", "hand": ["4c", "5d", "6h", "Ks", "Qd", "2c"], "pad": "x" * 230}
TURN, TURNS = 0.1, 60
"""Seconds of a turn, and turns of each."""


class Keeping(RandomSeat):
    """Keeps the questions that it answers."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.asked: list[Choice] = []

    def answer(self, choice: Choice) -> Any:
        self.asked.append(choice)
        return super().answer(choice)


def questions(matches: int) -> list[Choice]:
    """All that one seat of four is asked in so many matches."""
    game = find_game("escalation")(4)
    kept = Keeping(random.Random(1))
    for number in range(matches):
        secret = number.to_bytes(32, "big")
        others: list[Seat] = [RandomSeat(seat_rng(secret, seat)) for seat in (1, 2, 3)]
        play_match(game, [kept, *others], secret=secret)
    return kept.asked


class Measured:
    """Round trips of one kind: how many a second in each turn, and the processor time of both sides."""

    def __init__(self, pid: int, once: Callable[[], object]) -> None:
        self.pid, self.once = pid, once
        self.rates: list[float] = []
        self.done, self.used = 0, 0.0

    def turn(self, profiler: cProfile.Profile | None = None) -> None:
        used, done, began = self._used(), 0, time.perf_counter()
        if profiler:
            profiler.enable()
        while time.perf_counter() - began < TURN:
            for _ in range(20):
                self.once()
            done += 20
        if profiler:
            profiler.disable()
        self.rates.append(done / (time.perf_counter() - began))
        self.done += done
        self.used += self._used() - used

    def _used(self) -> float:
        told = Path(f"/proc/{self.pid}/schedstat").read_text(encoding="ascii")
        return time.process_time() + int(told.split()[0]) / 1e9

    @property
    def microseconds(self) -> float:
        """Of processor time, on both sides together, for a round trip."""
        return self.used / self.done * 1e6


def bare() -> Iterator[Measured]:
    encode, decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode
    child = subprocess.Popen([sys.executable, "-c", ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    assert child.stdin is not None
    assert child.stdout is not None
    to, back = child.stdin.fileno(), child.stdout.fileno()

    def once() -> None:
        os.write(to, encode(MESSAGE) + b"\n")
        line = b""
        while not line.endswith(b"\n"):
            line += os.read(back, 65536)
        decode(line)

    once()
    yield Measured(child.pid, once)
    child.stdin.close()
    child.stdout.close()
    child.wait()


def isolated(asked: list[Choice]) -> Iterator[Measured]:
    game = find_game("escalation")
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder, "bot.py")
        bot.write_text(BOT, encoding="utf-8")
        with SeatFactory(str(bot), game, [], limits=Limits(bank=1e6)) as factory:
            seat = factory.seat(seat_rng(b"", 0))
            assert isinstance(seat, IsolatedSeat)
            seat.start({"seat": 0, **game(4).form, "seed": "00"})
            assert seat.process is not None
            again = cycle(asked)
            for choice in islice(again, len(asked)):
                seat.answer(choice)
            yield Measured(seat.process.pid, lambda: seat.answer(next(again)))


def measure(matches: int, profile: bool = False) -> dict[str, Any]:
    """What was measured, as JSON data. ``ratio`` is the median over pairs of turns."""
    asked = questions(matches)
    profiler = cProfile.Profile() if profile else None
    pipes, bots = bare(), isolated(asked)
    pipe, bot = next(pipes), next(bots)
    for _ in range(TURNS):
        pipe.turn()
        bot.turn(profiler)
    list(pipes), list(bots)
    if profiler:
        pstats.Stats(profiler).sort_stats("tottime").print_stats(16)
    ratios = [one / other for one, other in zip(bot.rates, pipe.rates, strict=True)]
    return {
        "questions": len(asked),
        "round_trips_per_second": round(statistics.median(bot.rates)),
        "bare_pipe": round(statistics.median(pipe.rates)),
        "ratio": round(statistics.median(ratios), 3),
        "quartiles": [round(each, 3) for each in statistics.quantiles(ratios, n=4)[::2]],
        "processor_microseconds": round(bot.microseconds, 1),
        "of_a_bare_pipe": round(pipe.microseconds, 1),
        "ratio_of_processor_time": round(pipe.microseconds / bot.microseconds, 3),
    }


def starts(number: int = 30) -> dict[str, Any]:
    """Milliseconds of wall time, the median of each; ``ratio`` is the median over pairs."""
    game = find_game("escalation")
    python = interpreter()
    bare: list[float] = []
    ready: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder, "bot.py")
        bot.write_text(BOT, encoding="utf-8")
        program = SeatFactory(str(bot), game, []).program
        assert program is not None
        kind = isolation()
        for _ in range(number):
            began = now()
            subprocess.run([python, "-I", "-c", "pass"], check=True)
            bare.append(now() - began)
            began = now()
            process = BotProcess(program, Limits(), kind)
            process.send(b'{"type":"hello","protocol":1}\n', now() + 10)
            process.receive(now() + 10)
            ready.append(now() - began)
            process.close()
    ratios = [one / other for one, other in zip(ready, bare, strict=True)]
    return {
        "ready_ms": round(statistics.median(ready) * 1e3, 1),
        "bare_ms": round(statistics.median(bare) * 1e3, 1),
        "ratio": round(statistics.median(ratios), 2),
        "best": [round(min(ready) * 1e3, 1), round(min(bare) * 1e3, 1)],
    }


def peer(script: str, python: str) -> float:
    told = subprocess.run([python, script, "pipe"], capture_output=True, text=True, check=True).stdout
    return float(json.loads(told.splitlines()[-1])["per_second"])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--peers")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--start", action="store_true")
    options = parser.parse_args()
    if options.start:
        sys.stdout.write(json.dumps(starts()) + "\n")
        return
    before = [peer(options.peers, options.python)] if options.peers else []
    told = measure(options.matches, options.profile)
    if before:
        told["script"] = round(statistics.mean([*before, peer(options.peers, options.python)]))
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
