"""What a bot can find of one that ran before it: measured with pairs of bots, one that leaves marks and one that looks.

A mark is one of eight bits, left in every way in which such marks were found once (docs/security.md): a file of no
such name that is looked for, a page of a library that is read, a module that is not there. A look is a time, or a
file that is there; what is below three quarters of the usual counts as a mark.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import comb
from typing import Any

from referee.play.seats import BotFault
from referee.pool.jail import Isolation
from referee.pool.limits import Limits
from referee.pool.process import BotProcess, now
from referee.pool.process_tree import state_of
from referee.pool.program import PACKAGE, PYTHON, Program

BITS, PAIRS = 8, 8
BY_CHANCE = 1e-4
"""How unlikely guesses have to be right so often, if they are to count as knowledge."""
PATIENCE = 2.0
"""Seconds after which a bot whose referee was killed is to be gone."""

_LOOKS = """
import json, os, sys, time
told = json.loads(sys.argv[1])
clock, nonce = time.perf_counter_ns, told["nonce"]
folders = ["/", "/usr", "/usr/lib", "/usr/share", "/lib", "/etc", "/dev", sys.prefix, os.path.dirname(sys.executable)]
library = max(("/lib/" + name for name in os.listdir("/lib")), key=lambda each: os.stat(each).st_size, default="") \
    if os.access("/lib", os.R_OK) else sys.executable
pages = os.stat(library).st_size // 4096

def name(number):
    began = clock()
    for folder in folders:
        os.access(f"{folder}/no-{nonce}-{number}", os.F_OK)
    return clock() - began

def page(number):
    handle = os.open(library, os.O_RDONLY)
    began = clock()
    os.pread(handle, 4096, (nonce * 2654435761 + number * 40503) % pages * 4096)
    took = clock() - began
    os.close(handle)
    return took

def module(number):
    began = clock()
    try:
        __import__(f"no_{nonce}_{number}")
    except ImportError:
        pass
    return clock() - began

def file(number):
    if os.access(f"/tmp/{nonce}-{number}", os.F_OK):
        return 0
    try:
        open(f"/tmp/{nonce}-{number}", "w").close()
    except OSError:
        pass
    return 4

found = {}
for word, way in {"names that were looked for": name, "pages that were read": page,
                  "modules that were looked for": module, "files that were written": file}.items():
    if told["bits"] is not None:
        for number, bit in enumerate(told["bits"]):
            for _ in range(3 * bit):
                way(number)
    else:
        usual = sorted(way(number + 1000) for number in range(9))[4]
        found[word] = [int(way(number) < usual * 3 // 4) for number in range(told["of"])]
seen = []
for home, _, names in os.walk(sys.prefix):
    seen += [os.path.join(home, name) for name in names]
found["files"] = [[there.st_dev, there.st_ino] for there in map(os.stat, seen)]
print(json.dumps(found), flush=True)
sys.stdin.read()
"""
_THINKS = """
import ctypes
ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)
print(1, flush=True)
while True: pass
"""
"""It asks the system not to be ended together with its starter."""
_REFEREES = """
import sys; sys.path.append(sys.argv[1])
from referee.pool.carryover import started_thinking
print(started_thinking(sys.argv[2]), flush=True)
sys.stdin.read()
"""


@dataclass(frozen=True, slots=True)
class Carryover:
    """``found`` has by way how many of the bits were found as they had been left, and how many there were."""

    found: dict[str, tuple[int, int]]
    in_common: int
    """Files that two bots both see, but for devices."""
    outlives: bool
    """Whether a thinking bot is still there after its referee was killed."""

    @property
    def channels(self) -> list[str]:
        """The ways in which something was found."""
        return [way for way, (right, of) in self.found.items() if above_chance(right, of) < BY_CHANCE]


def above_chance(right: int, of: int) -> float:
    """How likely so many or more are right by guessing."""
    return float(sum(comb(of, each) for each in range(right, of + 1)) / 2**of)


def measure_carryover(kind: Isolation) -> Carryover:
    """Play the pairs. OSError and BotFault where the bots do not run."""
    right: Counter[str] = Counter()
    chance, of = random.Random(), PAIRS * BITS
    for _ in range(PAIRS):
        bits, nonce = [chance.randrange(2) for _ in range(BITS)], chance.randrange(1 << 40)
        with _looking(kind, {"nonce": nonce, "bits": bits, "of": BITS}):
            pass
        with _looking(kind, {"nonce": nonce, "bits": None, "of": BITS}) as looked:
            for way, found in looked.items():
                if way != "files":
                    right[way] += sum(one == other for one, other in zip(found, bits, strict=True))
            with _looking(kind, {"nonce": nonce, "bits": bits, "of": BITS}) as beside:
                files, others = ({tuple(each) for each in each["files"]} for each in (looked, beside))
    return Carryover({way: (number, of) for way, number in right.items()}, len(files & others), _outlives(kind))


@contextmanager
def _looking(kind: Isolation, arguments: dict[str, object]) -> Iterator[dict[str, Any]]:
    """A bot that has looked, and waits."""
    process = BotProcess(_program(_LOOKS, arguments), Limits(), kind)
    try:
        yield json.loads(process.receive(now() + Limits().start))
    finally:
        process.close()


def _program(code: str, arguments: dict[str, object]) -> Program:
    return Program((PYTHON, "-I", "-S", "-B", "-c", code, json.dumps(arguments)), python=True, code=code)


def started_thinking(kind: str) -> int:
    """Start a bot that thinks for ever, and go away without ending it: its process."""
    process = BotProcess(_program(_THINKS, {}), Limits(), Isolation(kind))
    process.receive(now() + Limits().start)
    _kept.append(process)
    return process.pid


_kept: list[BotProcess] = []


def _outlives(kind: Isolation) -> bool:
    command = [sys.executable, "-c", _REFEREES, str(PACKAGE.parent), kind.value]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as referee:
        assert referee.stdout is not None
        line = referee.stdout.readline()
        referee.kill()
    if not line.strip().isdigit():
        raise BotFault("crash", "the bot that thinks for ever did not start")
    pid, deadline = int(line), time.monotonic() + PATIENCE
    while state_of(pid) not in ("", "Z"):
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGKILL)
            return True
        time.sleep(0.01)
    return False
