"""The long profile of native play: a million matches, and the runtime under the sanitizers of the compiler."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SANITIZERS = "-O1 -fsanitize=address,undefined -fno-sanitize-recover=all"
LIBRARIES = ("libasan.so", "libstdc++.so")
"""The second as well: what is thrown is looked for when the first is loaded."""

pytestmark = [pytest.mark.long, pytest.mark.needs("g++"), pytest.mark.timeout(7200)]


def compared(*words: str, **variables: str) -> str:
    """What the comparison prints; it must find no difference."""
    command = [sys.executable, "-m", "tests.native.comparing", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=os.environ | variables)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.mark.parametrize(
    ("game", "matches", "turn_cap"),
    [
        ("escalation", 80_000, 150),
        ("fscking-ace", 10_000, 60),
        ("five-crowns", 1_000, 60),
        ("effervesce", 2_000, 60),
        ("bpoker", 300, 60),
    ],
)
def test_a_million_matches_are_the_same(game: str, matches: int, turn_cap: int) -> None:
    """So many of each number of players, and of each row of alternatives: more than a million of Escalation."""
    told = compared(game, f"--matches={matches}", f"--turn-cap={turn_cap}")
    assert f" 0 of {matches} differ" in told


@pytest.mark.parametrize("game", ["escalation", "fscking-ace", "five-crowns", "effervesce", "bpoker"])
def test_no_sanitizer_complains(game: str) -> None:
    """Addresses and what C++ leaves undefined; the compiler itself runs without them."""
    at = [subprocess.run(["g++", f"-print-file-name={each}"], capture_output=True, text=True) for each in LIBRARIES]
    compared(
        game,
        "--matches=50",
        "--turn-cap=40",
        f"--flags={SANITIZERS}",
        LD_PRELOAD=" ".join([each.stdout.strip() for each in at]),
        ASAN_OPTIONS="detect_leaks=0",
        CXX="env -u LD_PRELOAD g++",
    )
