"""A bot that burns all the processor time that it can get takes it from its own match alone.

How fast a victim answers is measured beside a burner and beside a bot that does nothing, in turns.
"""

import multiprocessing
import os
import statistics
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.pool.jail import Isolation, missing
from referee.pool.limits import Limits
from referee.pool.processors import Share
from referee.pool.seating import SeatFactory

HEAD = "import threading, time\nfrom referee.bot import Bot\n"
BURNER = f"""{HEAD}
def burn(until):
    while time.monotonic() < until:
        sum(range(1000))

class Burner(Bot):
    def answer(self, view, ask):
        until = time.monotonic() + 0.5
        for _ in range(30):
            threading.Thread(target=burn, args=(until,), daemon=True).start()
        time.sleep(0.5)
        return next(ask.options())
"""
IDLE = (
    f"{HEAD}\nclass Idle(Bot):\n    def answer(self, view, ask):\n        time.sleep(0.5)\n"
    "        return next(ask.options())\n"
)
VICTIM = (
    f"{HEAD}\nclass Victim(Bot):\n    def answer(self, view, ask):\n        began = time.process_time()\n"
    "        while time.process_time() < began + 0.002: pass\n        return next(ask.options())\n"
)
WORSE = 1.5
"""So many times as long a victim's answers may take beside a burner, in the median: two runs differ as well."""


def keep_playing(bot: str, started: Event, over: Event) -> None:
    """In a process of its own, until it is over."""
    share = Share()
    game = find_game("escalation")
    with SeatFactory(bot, game, [], limits=Limits(bank=1000)) as factory:
        while not over.is_set():
            seats = [factory.seat(seat_rng(b"", 0)), RandomSeat(seat_rng(b"x", 1))]
            started.set()
            play_match(game(2), seats, turn_cap=20)
            factory.give_back(seats[0])
    share.release()


def victims_times(folder: Path, beside: str) -> list[float]:
    """Seconds of each answer of a bot that computes for 2 ms, while another match is played beside."""
    context = multiprocessing.get_context("spawn")
    started, over = context.Event(), context.Event()
    other = context.Process(target=keep_playing, args=(str(folder / beside), started, over))
    other.start()
    times: list[float] = []
    try:
        assert started.wait(30)
        share = Share()
        game = find_game("escalation")
        with SeatFactory(str(folder / "victim.py"), game, []) as factory:
            for number in range(6):
                seat: Any = factory.seat(seat_rng(b"", 0))
                secret = number.to_bytes(32, "big")
                result = play_match(game(2), [seat, RandomSeat(seat_rng(b"x", 1))], secret=secret, turn_cap=60)
                assert not result.data["faults"]
                times += seat.times
                factory.give_back(seat)
        share.release()
    finally:
        over.set()
        other.join(30)
        other.kill()
    return times


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_burner_slows_no_bot_of_another_match(tmp_path: Path) -> None:
    """Needs a machine with nothing else to do, so it is in the long profile."""
    if reason := missing(Isolation.BUBBLEWRAP):
        pytest.skip(f"NOT RUN: {reason}")
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("NOT RUN: there is one processor")
    for name, text in (("burner.py", BURNER), ("idle.py", IDLE), ("victim.py", VICTIM)):
        (tmp_path / name).write_text(text)
    found: dict[str, list[float]] = {"idle.py": [], "burner.py": []}
    for _ in range(3):
        for name, times in found.items():
            times += victims_times(tmp_path, name)
    told = {
        name: (len(times), statistics.median(times), statistics.quantiles(times, n=20)[-1])
        for name, times in found.items()
    }
    assert told["burner.py"][1] < told["idle.py"][1] * WORSE, told
    assert told["burner.py"][2] < told["idle.py"][2] * WORSE + 0.02, told
