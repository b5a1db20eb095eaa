"""Nothing carries over: a bot that leaves marks in one match finds none of them in the next, nor in another's."""

import json
import random
import shutil
from collections import Counter
from math import comb
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.pool.jail import Isolation, missing
from referee.pool.seating import SeatFactory
from tests.hostile import remembering_bot

CHANCE = 1e-4
"""That a way is taken for one although it finds nothing: of each of them."""


def pairs_of_matches(folder: Path, pairs: int, seed: int) -> dict[str, Counter[bool]]:
    """By way: how many bits were found as they had been left in the match before, and how many were not."""
    chance, game = random.Random(seed), find_game("escalation")
    folder.mkdir()
    shutil.copy(remembering_bot.__file__, folder / "bot.py")
    (folder / "bot.toml").write_text('entry = "bot.py"\nfiles = ["about.json"]\n')
    found: dict[str, Counter[bool]] = {}
    for number in range(pairs):
        bits = [chance.randrange(2) for _ in range(remembering_bot.BITS)]
        notes: list[str] = []
        nonce = chance.randrange(1 << 40)
        for seat in (0, 1):
            # Which bits there were is not told where they are looked for.
            about = {"nonce": nonce, "bits": bits if seat == 0 else []}
            (folder / "about.json").write_text(json.dumps(about))
            with SeatFactory(str(folder), game, []) as factory:
                seats = [RandomSeat(seat_rng(b"x", 1)), RandomSeat(seat_rng(b"x", 2))]
                seats[seat] = bot = factory.seat(seat_rng(b"", 0))  # type: ignore[call-overload]
                result = play_match(game(2), seats, secret=number.to_bytes(32, "big"), turn_cap=4)
                assert not result.data["faults"], result.data["faults"]
                notes = bot.notes  # type: ignore[attr-defined]
        for note in notes:
            way, seen = json.loads(note)
            right = [bool(one) == bool(other) for one, other in zip(seen, bits, strict=True)]
            found.setdefault(way, Counter()).update(right)
    return found


def above_chance(right: int, of: int) -> float:
    """How likely so many or more are right by guessing."""
    return sum(comb(of, each) for each in range(right, of + 1)) / 2**of


@pytest.mark.needs("bwrap")
@pytest.mark.parametrize("pairs", [10, pytest.param(100, marks=[pytest.mark.long, pytest.mark.timeout(1800)])])
def test_a_bot_finds_nothing_of_a_former_match(tmp_path: Path, pairs: int) -> None:
    if reason := missing(Isolation.BUBBLEWRAP):
        pytest.skip(f"NOT RUN: {reason}")
    found = pairs_of_matches(tmp_path / "bot", pairs, 1)
    assert set(found) == set(remembering_bot.WAYS)
    told = {way: (count[True], count.total()) for way, count in found.items()}
    assert not {way: told[way] for way in told if above_chance(*told[way]) < CHANCE}, told
