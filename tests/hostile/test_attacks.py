"""Every attack is contained, ends with the right fault, and leaves nothing behind."""

import os
import platform
import socket
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.pool.jail import Isolation, missing
from referee.pool.limits import Limits
from referee.pool.seating import SeatFactory
from tests.hostile.attacks import ATTACKS, source

LIMITS = Limits(move=1.5, bank=1.5, memory=256 << 20)


@pytest.fixture(scope="module", autouse=True)
def jails() -> None:
    if platform.machine() != "x86_64":
        pytest.skip("NOT RUN: the attacks name system calls of x86-64")
    if reason := missing(Isolation.BUBBLEWRAP):
        pytest.skip(f"NOT RUN: {reason}")


def children() -> set[int]:
    mine: set[int] = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "stat").read_text()
            except OSError:
                continue
            if int(status.rpartition(")")[2].split()[1]) == os.getpid():
                mine.add(int(entry.name))
    return mine


def left_over() -> tuple[set[int], int, int]:
    temporary = Path(os.environ.get("TMPDIR", "/tmp"))
    return children(), len(os.listdir("/proc/self/fd")), len(list(temporary.glob("referee-bot-*")))


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_is_contained(attack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_SECRET", "x")
    secret, other, bot = tmp_path / "secret", tmp_path / "other.py", tmp_path / "hostile.py"
    secret.write_text("secret")
    other.write_text("other")
    game = find_game("escalation")
    before = left_over()
    listening = socket.create_server(("127.0.0.1", 0))
    about = {"secret": str(secret), "other": str(other), "referee": os.getpid()}
    bot.write_text(source(attack, **about, port=listening.getsockname()[1]))
    with listening, SeatFactory(str(bot), game, [], limits=LIMITS) as factory:
        seat = factory.seat(seat_rng(b"", 0))
        result = play_match(game(3), [seat, *[RandomSeat(seat_rng(b"x", n)) for n in (1, 2)]], secret=b"s" * 32)
    found = [fault["kind"] for fault in result.data["faults"]]
    assert found == ([ATTACKS[attack][1]] if ATTACKS[attack][1] else []), (result.data["faults"], seat.log)
    assert result.ranks is not None
    if found:
        assert result.data["reason"] == "hand empty"
        assert result.ranks[0] == 3
        assert result.payoffs is not None
        assert result.payoffs[0] <= -game(3).forfeit()
    assert left_over() == before


def test_without_a_jail_the_attacks_would_succeed(tmp_path: Path) -> None:
    """The twin: the same bot reads the secret where nothing confines it."""
    secret, bot = tmp_path / "secret", tmp_path / "hostile.py"
    secret.write_text("secret")
    bot.write_text(source("read a secret file", secret=str(secret)))
    game = find_game("escalation")
    with SeatFactory(str(bot), game, [], isolated=False) as factory:
        seat = factory.seat(seat_rng(b"", 0))
        result = play_match(game(2), [seat, RandomSeat(seat_rng(b"x", 1))])
    assert [fault["kind"] for fault in result.data["faults"]] == ["crash"]
    assert "Escaped" in result.data["faults"][0]["reason"]
