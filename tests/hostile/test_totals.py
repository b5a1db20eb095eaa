"""Bots that may start processes: what they use together is limited, they are stopped together and end together."""

import errno
import gc
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel.requests import Choice
from referee.play.referee import MatchResult, play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.pool import cgroups, process
from referee.pool.cgroups import Group, Groups, groups_here
from referee.pool.image import images
from referee.pool.jail import Isolation, missing
from referee.pool.limits import MIB, Limits
from referee.pool.process import BotProcess, now
from referee.pool.process_tree import memory_of, peak_memory_of, process_tree, state_of
from referee.pool.program import PYTHON, Program
from referee.pool.seating import SeatFactory
from tests.hostile.test_attacks import left_over

LIMITS = Limits(move=4, bank=20, memory=128 * MIB, processes=8)


@pytest.fixture(params=["control groups", "watched"])
def kept(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Both ways to keep the memory of several processes in bounds."""
    if reason := missing(Isolation.BUBBLEWRAP):
        pytest.skip(f"NOT RUN: {reason}")
    if request.param == "watched":
        monkeypatch.setattr(process, "groups_here", lambda: None)
    elif groups_here() is None:
        pytest.skip("NOT RUN: no control groups may be made here")
    images(Program((), python=True))  # made once in a process
    gc.collect()  # what earlier tests have left open is closed now, and not meanwhile
    before = left_over(), groups_made()
    yield request.param
    assert (left_over(), groups_made()) == before


def groups_made() -> list[Path]:
    """Of this process: tests run beside others."""
    groups, own = groups_here(), f"referee-{os.getpid()}-*"
    return [] if groups is None else [found for each in groups.folders.values() for found in each.glob(own)]


def played(tmp_path: Path, body: str, limits: Limits = LIMITS, other: Any = None) -> tuple[MatchResult, Any]:
    bot = tmp_path / "bot.py"
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    bot.write_text(
        "import os, sys, time\nfrom referee.bot import Bot\nclass Forking(Bot):\n    done = False\n"
        f"    def answer(self, view, ask):\n{lines}        return next(ask.options())\n"
    )
    game = find_game("escalation")
    with SeatFactory(str(bot), game, [], limits=limits) as factory:
        seat = factory.seat(seat_rng(b"", 0))
        seats = [seat, other or RandomSeat(seat_rng(b"x", 1))]
        return play_match(game(2), seats, secret=b"s" * 32, turn_cap=6), seat


CHILDREN = """
if not self.done:
    self.done = True
    for _ in range({children}):
        if os.fork() == 0:
            big = bytearray(b"x") * ({mib} << 20)
            time.sleep(1000)
    time.sleep(1)
"""


def test_memory_spread_over_children_is_counted_together(tmp_path: Path, kept: str) -> None:
    """4 GB as far as there is memory at all: each process keeps within the limit of one, together they do not."""
    result, seat = played(tmp_path, CHILDREN.format(children=6, mib=60))
    assert [fault["kind"] for fault in result.data["faults"]] == ["memory"], (result.data["faults"], seat.log)
    assert "128 MiB" in result.data["faults"][0]["reason"]


FOUR_GB = """
def eat(mib):
    many = []
    try:
        for _ in range(mib):
            many.append(bytearray(b"x") * (1 << 20))
    except MemoryError:
        if {children} == 0: raise
    return many
for _ in range({children}):
    if os.fork() == 0:
        many = eat(4096 // {children})
        time.sleep(1000)
if not {children}: eat(4096)
time.sleep(1000)
"""


@pytest.mark.parametrize("children", [0, 8])
def test_four_gigabytes_with_the_usual_limits(tmp_path: Path, kept: str, children: int) -> None:
    """In one process, and spread over as many as may be, of which each keeps within the limit."""
    bot = tmp_path / "bot.py"
    lines = "".join(f"        {line}\n" for line in FOUR_GB.format(children=children).splitlines())
    bot.write_text(
        "import os, time\nfrom referee.bot import Bot\nclass Eating(Bot):\n"
        f"    def answer(self, view, ask):\n{lines}        return next(ask.options())\n"
    )
    game = find_game("escalation")
    with SeatFactory(str(bot), game, [], limits=Limits(processes=children + 1)) as factory:
        seats = [factory.seat(seat_rng(b"", 0)), *[RandomSeat(seat_rng(b"x", number)) for number in (1, 2)]]
        began = time.monotonic()
        result = play_match(game(3), seats, secret=b"s" * 32)
        assert time.monotonic() - began < Limits().bank / 2, "it was ended for its memory, not for its time"
    assert [fault["kind"] for fault in result.data["faults"]] == ["memory"], (result.data["faults"], seats[0].log)
    assert result.reason == "hand empty"
    assert result.ranks is not None
    assert result.ranks[0] == 3
    assert result.payoffs is not None
    assert result.payoffs[0] <= -game(3).forfeit()


def test_children_within_the_limit_play_on(tmp_path: Path, kept: str) -> None:
    """The sound twin: as many children that use less."""
    result, seat = played(tmp_path, CHILDREN.format(children=6, mib=4).replace("sleep(1)", "sleep(0.1)"))
    assert not result.data["faults"], (result.data["faults"], seat.log)


def test_a_fork_bomb_stays_within_its_number_of_processes(tmp_path: Path, kept: str) -> None:
    body = """
most = 0
def bomb():
    global most
    while True:
        try:
            if os.fork() == 0: continue
        except OSError: time.sleep(0.01)
bomb()
"""
    seen: list[int] = []
    real = process.BotProcess.receive

    def counting(self: process.BotProcess, deadline: float) -> bytes:
        try:
            return real(self, deadline)
        finally:
            seen.append(len(process_tree(self.pid)))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(process.BotProcess, "receive", counting)
        result, _ = played(tmp_path, body.replace("global most", "pass"), Limits(move=1, processes=8, threads=8))
    assert [fault["kind"] for fault in result.data["faults"]] == ["time"]
    assert 2 < max(seen) <= 18


def test_children_are_stopped_while_another_seat_is_asked(tmp_path: Path, kept: str) -> None:
    body = """
if not self.done:
    self.done = True
    for _ in range(2):
        if os.fork() == 0:
            while True: time.sleep(0.001)
"""
    states: list[list[str]] = []

    class Looking(RandomSeat):
        bot: Any = None

        def answer(self, choice: Choice) -> Any:
            mine = [each for each in process_tree(os.getpid()) if each != os.getpid()]
            time.sleep(0.05)
            found = [state_of(each) for each in mine]
            states.append([state for state in found if state == "T"])
            return super().answer(choice)

    result, seat = played(tmp_path, body, other=Looking(seat_rng(b"x", 1)))
    assert not result.data["faults"], (result.data["faults"], seat.log)
    assert len(states[-1]) == 4, states  # and bubblewrap, which started them


def test_by_default_a_bot_cannot_fork(tmp_path: Path, kept: str) -> None:
    result, _ = played(tmp_path, "os.fork()", Limits())
    assert [fault["kind"] for fault in result.data["faults"]] == ["crash"]
    assert "Operation not permitted" in result.data["faults"][0]["reason"]


def test_no_namespaces_for_bots_that_may_fork(tmp_path: Path, kept: str) -> None:
    body = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
for flags in (0x10000011, 0x20000011, 0x40000011, 0x00020011, 0x02000011):
    if libc.syscall(56, flags, 0, 0, 0, 0) >= 0: raise SystemError("escaped")
if libc.syscall(272, 0x10000000) >= 0 or libc.syscall(435, 0, 88) >= 0: raise SystemError("escaped")
"""
    result, _ = played(tmp_path, body)
    assert not result.data["faults"], result.data["faults"]


# -- control groups without the system --------------------------------------------------------------------


def test_groups_are_found_in_both_versions() -> None:
    one = [
        "32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu",
        "33 31 0:30 /job /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory",
        "34 31 0:31 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw",
    ]
    mine = ["4:memory:/job/mine", "1:cpu,cpuacct:/", "0::/user.slice/one"]
    assert cgroups._places(one, mine) == {
        "cpu": Path("/sys/fs/cgroup/cpu"),
        "memory": Path("/sys/fs/cgroup/memory/mine"),
        "": Path("/sys/fs/cgroup/unified/user.slice/one"),
    }


def test_a_group_is_removed_when_its_processes_have_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the system takes to see that; a folder that is no group's is left alone."""
    folder = tmp_path / "memory"
    folder.mkdir()
    busy, real = [150], Path.rmdir

    def rmdir(self: Path) -> None:
        if busy[0]:
            busy[0] -= 1
            raise OSError(errno.EBUSY, "busy")
        for each in self.iterdir():
            each.unlink()  # as the system does
        real(self)

    group = Group(Groups(1, {"memory": folder}), Limits())
    group.remove()
    cgroups.settle()
    assert list(folder.iterdir()), "plain files lie in it"
    monkeypatch.setattr(Path, "rmdir", rmdir)
    monkeypatch.setattr(cgroups.time, "sleep", lambda seconds: None)
    group.remove()
    cgroups.settle()
    assert not list(folder.iterdir())
    assert not busy[0]


@pytest.mark.parametrize("version", [1, 2])
def test_a_group_writes_its_limits(tmp_path: Path, version: int) -> None:
    """Plain folders in the place of the system's."""
    folders = {
        controller: tmp_path / (controller if version == 1 else "all") for controller in ("memory", "pids", "cpu")
    }
    for each in set(folders.values()):
        each.mkdir()
    group = Group(Groups(version, folders), Limits(memory=100 * MIB, tmp=MIB, processes=3, threads=10, processors=2))
    told = {each.name: each.read_text() for folder in set(group.folders.values()) for each in folder.iterdir()}
    limit = str((100 + 1 + 32) * MIB)
    assert told["pids.max"] == "15"
    assert told["memory.max" if version == 2 else "memory.limit_in_bytes"] == limit
    assert told.get("cpu.max" if version == 2 else "cpu.cfs_quota_us") == (
        "200000 100000" if version == 2 else "200000"
    )
    assert not group.ran_out_of_memory()
    events = "low 0\noom 2\noom_kill 2\n" if version == 2 else "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n"
    (group.folders["memory"] / ("memory.events" if version == 2 else "memory.oom_control")).write_text(events)
    assert group.ran_out_of_memory()


def test_the_name_of_a_process_says_nothing_of_its_memory() -> None:
    """It chooses its name, and the system tells both in one file."""
    import ctypes

    prctl, name = ctypes.CDLL(None).prctl, Path("/proc/self/comm").read_bytes().strip()
    try:
        assert prctl(15, b"VmHWM: 1 kB", 0, 0, 0) == 0  # PR_SET_NAME
        assert peak_memory_of(os.getpid()) > MIB
    finally:
        prctl(15, name, 0, 0, 0)


def test_memory_of_this_process_is_known() -> None:
    big = bytearray(b"x") * (64 * MIB)
    assert memory_of([os.getpid()]) > len(big)
    assert memory_of(process_tree(os.getpid())) >= memory_of([os.getpid()]) * 0.5


CHAINS = """
import os, signal, sys
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(4):
    if os.fork() == 0:
        while True:
            if os.fork():
                try:
                    os.kill(-1, signal.SIGCONT)
                except OSError:
                    pass
                os._exit(0)
print(1, flush=True)
sys.stdin.read()
"""


def test_chains_of_short_lives_are_stopped_too(kept: str) -> None:
    """They were made faster than anybody could list them, and those that were still awake woke the others."""
    words = (PYTHON, "-I", "-S", "-B", "-c", CHAINS)
    bot = BotProcess(Program(words, python=True, code=CHAINS), Limits(processes=16), Isolation.BUBBLEWRAP)
    try:
        assert bot.receive(now() + 10) == b"1"
        for _ in range(20):
            bot.thaw()
            time.sleep(0.02)
            bot.freeze()
            time.sleep(0.05)
            states = {state_of(each) for each in process_tree(bot.pid)}
            assert states <= {"T", "Z", ""}, states
    finally:
        bot.close()
