"""A bot and the thread that asks it share a processor while they take turns, and only then."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel.requests import Choice
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.pool import affinity, process
from referee.pool.jail import Isolation, missing
from referee.pool.seating import SeatFactory

BOT = """
import time
from referee.bot import Bot

class Quick(Bot):
    def answer(self, view, ask):
        time.sleep({seconds})
        return next(ask.options())
"""


@pytest.fixture(autouse=True)
def processors() -> Iterator[None]:
    if missing(Isolation.BUBBLEWRAP):
        pytest.skip(f"NOT RUN: {missing(Isolation.BUBBLEWRAP)}")
    if not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2:
        pytest.skip("NOT RUN: there is one processor, or the system does not say how many")
    before = os.sched_getaffinity(0)
    yield
    assert os.sched_getaffinity(0) == before, "a match is over: this thread may run where it could"


def processors_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, *, code_here: bool = False
) -> list[tuple[int, int]]:
    """How many processors this thread and the bot may use when the bot has answered."""
    bot = tmp_path / "bot.py"
    bot.write_text(BOT.format(seconds=seconds))
    seen: list[tuple[int, int]] = []
    monkeypatch.setattr(affinity, "_threads", affinity._Threads())  # nothing is known of earlier matches
    now: dict[str, int] = {}

    class Looking(RandomSeat):
        own_code = code_here

        def answer(self, choice: Choice) -> Any:
            if now:
                seen.append((now["referee"], now["bot"]))
            return super().answer(choice)

    game = find_game("escalation")
    with SeatFactory(str(bot), game, []) as factory:
        seat: Any = factory.seat(seat_rng(b"", 0))
        real = type(seat).answer

        def answer(self: Any, choice: Choice) -> Any:
            answered = real(self, choice)
            now.update(referee=len(os.sched_getaffinity(0)), bot=len(os.sched_getaffinity(self.process.pid)))
            return answered

        monkeypatch.setattr(type(seat), "answer", answer)
        result = play_match(game(2), [seat, Looking(seat_rng(b"x", 1))], secret=b"s" * 32, turn_cap=6)
    assert not result.data["faults"]
    return seen


def test_a_quick_bot_shares_the_processor_of_its_referee(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "QUICK", 5)  # on a busy machine a quick answer may take longer
    monkeypatch.setattr(process, "QUICK_MS", 5000)
    seen = processors_seen(tmp_path, monkeypatch, 0)
    assert set(seen) == {(1, 1)}


def test_a_bot_that_thinks_may_run_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = processors_seen(tmp_path, monkeypatch, 0.05)
    assert set(seen) == {(len(os.sched_getaffinity(0)),) * 2}


def test_where_another_seat_has_code_here_all_processors_are_its(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = processors_seen(tmp_path, monkeypatch, 0, code_here=True)
    assert set(seen) == {(len(os.sched_getaffinity(0)),) * 2}


def test_a_bot_may_be_ended_by_another_thread(tmp_path: Path) -> None:
    """The thread that asked it may then run where it could before."""
    bot = tmp_path / "bot.py"
    bot.write_text(BOT.format(seconds=0))
    game = find_game("escalation")
    before = os.sched_getaffinity(0)
    with SeatFactory(str(bot), game, []) as factory:
        seat: Any = factory.seat(seat_rng(b"", 0))
        seat.start({"seat": 0, **game(2).form, "seed": "00"})
        affinity._threads.mine.waits, affinity._threads.mine.looked = False, 0
        seat.process.thaw()
        assert len(os.sched_getaffinity(0)) == 1
        other = threading.Thread(target=seat.close)
        other.start()
        other.join()
        assert os.sched_getaffinity(0) == before
        assert affinity._threads.mine.bots == 0


def test_a_thread_that_waits_for_its_processor_does_not_stay_there(monkeypatch: pytest.MonkeyPatch) -> None:
    waited = [0]
    real = Path.read_text

    def told(self: Path, *args: Any, **more: Any) -> str:
        return f"0 {waited[0]} 0" if self.name == "schedstat" else real(self, *args, **more)

    monkeypatch.setattr(Path, "read_text", told)
    monkeypatch.setattr(affinity, "WHILE", 0)
    thread = affinity._Thread()
    assert not affinity._waits(thread), "nothing is known yet"
    waited[0] = 10**12
    assert affinity._waits(thread)
    assert not affinity._waits(thread), "it waited no more since"


def test_no_other_process_is_signalled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a bot has ended its number may be that of somebody else: signals go to the process, not to its number."""
    bot = tmp_path / "bot.py"
    bot.write_text(BOT.format(seconds=0))
    with SeatFactory(str(bot), find_game("escalation"), []) as factory:
        seat: Any = factory.seat(seat_rng(b"", 0))
        seat.start({"seat": 0, **find_game("escalation")(2).form, "seed": "00"})
        with monkeypatch.context() as patched:
            patched.setattr(os, "kill", lambda *_: pytest.fail("a signal to a number"))
            assert seat.process.is_stopped()
            seat.process.thaw()
            assert not seat.process.is_stopped()
            seat.process.freeze()
            assert seat.process.is_stopped()
