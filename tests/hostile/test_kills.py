"""Killed at any moment, whichever process it hits: resumed it ends as if nothing had been, and nothing is left."""

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.requests import Choice
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.pool import cleanup, processors, watcher
from referee.pool.cgroups import Group, groups_here
from referee.pool.cleanup import IMAGE, sweep_jails
from referee.pool.isolated import IsolatedSeat
from referee.pool.jail import Isolation, missing
from referee.pool.limits import Limits
from referee.pool.process_tree import ended_by, handle_of, process_tree
from referee.pool.processors import Share
from referee.pool.seating import SeatFactory
from referee.tournament.loading import load_definition
from referee.tournament.lock import only_runner
from referee.tournament.runner import run_tournament
from referee.tournament.store import Store
from tests.hostile.test_attacks import as_somebody

ROOT = Path(__file__).parents[2]
CUP = """\
game = "escalation"
players = 2
lifetime = "{lifetime}"
[format]
kind = "round-robin"
blocks = {blocks}
[[entrant]]
name = "a"
seat = "thinking.py"
[[entrant]]
name = "b"
seat = "thinking.py"
"""
THINKING = """\
from referee.bot import Bot


class Thinking(Bot):
    def answer(self, view, ask):
        sum(range(20_000))
        return ask.sample(self.rng)
"""
BURNING = (
    b"import threading\nfor _ in range(2):\n    threading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()\n"
)
KILLED = """
import os, signal, sys, time
from referee.pool import cleanup
from referee.pool.jail import Isolation
from referee.pool.limits import Limits
from referee.pool.process import BotProcess
from referee.pool.program import python_program
kind, frozen, watched, forks = sys.argv[1:]
program = python_program("bot.py", [("bot.py", sys.stdin.buffer.read())])
bot = BotProcess(program, Limits(processes=4 if forks else 1), Isolation[kind])
time.sleep(0.5)
if frozen:
    bot.freeze()
if not watched:
    os.kill(cleanup.watcher(), signal.SIGKILL)
print(bot.pid, bot._child.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def marked(word: str) -> dict[int, bytes]:
    """Processes whose command line or surroundings have a word: whoever was started from there."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            with suppress(OSError):
                said = (entry / "cmdline").read_bytes()
                state = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()[0]
                if state != "Z" and (word.encode() in said or word.encode() in (entry / "environ").read_bytes()):
                    found[int(entry.name)] = said
    return found


def is_there(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[0] != "Z"
    return False


def groups_of(pids: set[int]) -> list[Path]:
    groups = groups_here()
    folders = set() if groups is None else set(groups.folders.values())
    return [left for folder in folders for pid in pids for left in folder.glob(f"referee-{pid}-*")]


def soon(nothing_left: object, seconds: float = 10) -> object:
    """What is left when nothing changes any more, or at once the empty thing that is wanted."""
    until = time.monotonic() + seconds
    while (left := nothing_left()) and time.monotonic() < until:  # type: ignore[operator]
        time.sleep(0.02)
    return left


def the_system_tells() -> bool:
    child = subprocess.Popen(["sleep", "1000"])
    handle = handle_of(child.pid)
    child.kill()
    child.wait()
    return ended_by(handle) == signal.SIGKILL


def need(kind: str) -> None:
    if kind == "BUBBLEWRAP" and (reason := missing(Isolation.BUBBLEWRAP)):
        pytest.skip(f"NOT RUN: {reason}")
    if not sys.platform.startswith("linux"):
        pytest.skip("NOT RUN: only Linux tells a process that its parent has died")


@pytest.mark.parametrize("kind", ["BUBBLEWRAP", "NONE"])
@pytest.mark.parametrize("frozen", ["", "frozen"])
@pytest.mark.parametrize("watched", ["", "watched"])
@pytest.mark.parametrize("forks", ["", "forks"])
@pytest.mark.every(2)
def test_no_bot_outlives_its_referee(tmp_path: Path, kind: str, frozen: str, watched: str, forks: str) -> None:
    """With its watcher killed as well, and without."""
    need(kind)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    words = [sys.executable, "-c", KILLED, kind, frozen, watched, forks]
    ran = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    said, _ = ran.communicate(BURNING)
    bot, child = map(int, said.split())
    assert ran.returncode == -signal.SIGKILL
    assert not soon(lambda: [pid for pid in (bot, child) if is_there(pid)])
    if watched:
        assert not soon(lambda: groups_of({ran.pid}))
        assert not soon(lambda: list(tmp_path.glob("referee-bot-*")))


def test_the_next_referee_removes_what_nobody_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the watcher was killed too. What is held stays, however old it is."""
    monkeypatch.setattr(cleanup.tempfile, "tempdir", str(tmp_path))
    left, held = tmp_path / f"{cleanup.FOLDERS}left", tmp_path / f"{cleanup.FOLDERS}held"
    for folder in (left, held):
        (folder / "bot").mkdir(parents=True)
        os.utime(folder, (1, 1))
    handle = cleanup.hold(held)
    assert handle is not None
    assert cleanup.hold(held) is None
    cleanup._sweep_folders.cache_clear()
    made = cleanup.made_folder()
    assert not left.exists()
    assert held.exists()
    cleanup.remove_folder(made)
    os.close(handle)
    groups = groups_here()
    if groups is None:
        pytest.skip("NOT RUN: no control groups may be made here")
    name = f"referee-1-{'0' * 2 * cleanup.TOKEN}"  # process 1 lives: its number says nothing
    sleeping = subprocess.Popen(["sleep", "1000"])
    for folder in set(groups.folders.values()):
        (folder / name).mkdir()
        (folder / name / "cgroup.procs").write_text(str(sleeping.pid))
    mine = Group(groups, Limits())
    cleanup.sweep_groups(groups.folders.values())
    assert sleeping.wait(10) == -signal.SIGKILL
    assert not [folder for folder in groups.folders.values() if (folder / name).exists()]
    assert all(folder.exists() for folder in mine.folders.values())
    mine.remove()


def test_a_watcher_that_was_killed_is_replaced() -> None:
    cleanup.watch("F", "/nowhere/at/all")
    first = cleanup.watcher()
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert not soon(lambda: is_there(first))
    cleanup.watch("F", "/nowhere/else")
    assert cleanup.watcher() not in (None, first)
    for path in ("/nowhere/at/all", "/nowhere/else"):
        cleanup.gone("F", path)


ENDING = """
import os, sys
from referee.pool.jail import Isolation, missing
from referee.pool.limits import Limits
from referee.pool import cleanup
from referee.pool.process import BotProcess
from referee.pool.program import python_program
kind = Isolation[sys.argv[1]]
if missing(kind):
    sys.exit(missing(kind))
bot = BotProcess(python_program("bot.py", [("bot.py", b"while True: pass")]), Limits(), kind)
import time
time.sleep(0.5)
os.kill(cleanup.watcher(), 9)
print(bot.pid, flush=True)
os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize("kind", ["BUBBLEWRAP", "LANDLOCK"])
def test_no_bot_of_an_ordinary_user_outlives_its_referee(kind: str) -> None:
    ran = as_somebody(ENDING, kind)
    if "user namespaces" in ran.stderr or "no Landlock" in ran.stderr:
        pytest.skip(f"NOT RUN: {ran.stderr.strip().splitlines()[-1]}")
    assert ran.stdout, ran.stderr
    bot = int(ran.stdout)
    assert not soon(lambda: is_there(bot))


@pytest.mark.parametrize("which", ["first", "around"])
def test_a_match_whose_jail_is_killed_from_outside_is_played_again(tmp_path: Path, which: str) -> None:
    """That is no fault of the bot's, and the match is void: whoever plays a tournament plays it again."""
    need("BUBBLEWRAP")
    (tmp_path / "bot.py").write_text(THINKING)
    game = find_game("escalation")
    with SeatFactory(str(tmp_path / "bot.py"), game, []) as factory:
        seat = factory.seat(seat_rng(b"", 0))
        assert isinstance(seat, IsolatedSeat)
        asked = seat.answer

        def answer(choice: Choice) -> object:
            process = seat.process
            assert process is not None
            if which == "first" and not the_system_tells():
                pytest.skip("NOT RUN: this system does not tell others than its parent what ended a process")
            os.kill(
                process._first if which == "first" and process._first != process.pid else process._child.pid,
                signal.SIGKILL,
            )
            return asked(choice)

        seat.answer = answer  # type: ignore[method-assign]
        with pytest.raises(OSError, match="jail was killed"):
            play_match(game(2), [seat, RandomSeat(seat_rng(b"x", 1))], secret=b"s" * 32)


def test_a_bot_that_ends_itself_is_at_fault(tmp_path: Path) -> None:
    need("BUBBLEWRAP")
    for number, way in enumerate(
        (
            "os._exit(137)",
            "resource.setrlimit(resource.RLIMIT_CPU, (1, 1))\n        while True: pass",
            "os.abort()",
        )
    ):
        bot = tmp_path / f"bot{number}.py"
        bot.write_text(THINKING.replace("        sum", f"        import os, resource\n        {way}\n        sum"))
        game = find_game("escalation")
        with SeatFactory(str(bot), game, []) as factory:
            seats = [factory.seat(seat_rng(b"", 0)), RandomSeat(seat_rng(b"x", 1))]
            result = play_match(game(2), seats, secret=b"s" * 32)
        assert [fault["kind"] for fault in result.data["faults"]] == ["crash"], way


# -- a tournament that is killed --------------------------------------------------------------------------


def cup(folder: Path, blocks: int, lifetime: str = "match") -> None:
    (folder / "thinking.py").write_text(THINKING)
    (folder / "cup.toml").write_text(CUP.format(blocks=blocks, lifetime=lifetime))


def played(path: Path) -> list[tuple[object, ...]]:
    """All but times."""
    store = Store(path)
    found = store.base.execute(
        "SELECT match.block, match.number, seated, result, decisions, content FROM match "
        "JOIN record USING (block, number) ORDER BY match.block, match.number"
    ).fetchall()
    about = store.meta()
    store.close()
    return [*found, ("finished", about["finished"], about["secret"])]


def command(folder: Path, *options: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "referee", "tournament", "run", "cup.toml", "--results", "killed.sqlite",
         "--seed", "s", "--resume", *options],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)}, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("kills", "blocks", "lifetime"),
    [
        (3, 6, "match"),
        pytest.param(70, 150, "match", marks=[pytest.mark.long, pytest.mark.timeout(1800)]),
        pytest.param(30, 300, "block", marks=[pytest.mark.long, pytest.mark.timeout(1800)]),
    ],
)
def test_killed_anywhere_it_ends_as_if_nothing_had_been(tmp_path: Path, kills: int, blocks: int, lifetime: str) -> None:
    """The referee, one of its workers, or both and a bot or the process around it, and its watcher, at once."""
    need("BUBBLEWRAP")
    cup(tmp_path, blocks, lifetime)
    rng = random.Random(kills)
    ended = 0
    seen: set[int] = set()
    for number in range(kills):
        running = command(tmp_path, "--jobs", str(1 + number % 2))
        until = time.monotonic() + 0.3 + rng.random() * 1.5
        while time.monotonic() < until and running.poll() is None:
            time.sleep(0.01)
        chain = process_tree(running.pid)
        workers = [pid for pid in chain[1:] if b"spawn_main" in marked(str(tmp_path)).get(pid, b"")]
        seen.update(chain)
        if number % 3 == 1 and workers:
            os.kill(rng.choice(workers), signal.SIGKILL)  # its blocks are played again by another
            time.sleep(rng.random() * 0.5)
            chain = process_tree(running.pid)
            seen.update(chain)
        others = rng.sample(chain[1:], min(len(chain) - 1, number % 4))
        for pid in (running.pid, *others):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        ended += running.wait() == -signal.SIGKILL
        assert not soon(lambda: [pid for pid in seen if is_there(pid)]), "a process outlives its referee"
    assert ended >= kills // 2
    last = command(tmp_path, "--jobs", "2")
    assert last.wait() == 0
    assert not soon(lambda: marked(str(tmp_path)))
    assert not soon(lambda: groups_of(seen))
    assert {each.name for each in tmp_path.iterdir()} == {"thinking.py", "cup.toml", "killed.sqlite"}
    run_tournament(load_definition(tmp_path / "cup.toml"), tmp_path / "whole.sqlite", seed="s", jobs=2).close()
    assert played(tmp_path / "killed.sqlite") == played(tmp_path / "whole.sqlite")


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=[pytest.mark.long, pytest.mark.timeout(1800)])])
@pytest.mark.long
def test_workers_of_a_cluster_that_are_killed_leave_nothing(tmp_path: Path, kills: int) -> None:
    need("BUBBLEWRAP")
    from tests.tournament.test_cluster import cluster, started

    cup(tmp_path, 10 + 4 * kills)
    definition = load_definition(tmp_path / "cup.toml")
    rng = random.Random(kills)
    seen: set[int] = set()
    with cluster(tmp_path, 2) as (address, _, workers):

        def progress(done: int, wanted: int) -> None:
            if done % 4 == 0 and done // 4 <= kills:
                time.sleep(rng.random() * 0.2)
                seen.update(process_tree(workers[0].pid))
                workers[0].kill()
                workers[0].wait()
                words = ("dask_worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard")
                workers[:] = [workers[1], started(*words, "--local-directory", str(tmp_path))]
                joined.append(workers[1])

        joined: list[subprocess.Popen[bytes]] = []
        try:
            run_tournament(definition, tmp_path / "far.sqlite", seed="s", cluster=address, progress=progress).close()
        finally:
            for each in joined:
                each.kill()
                each.wait()
    assert len(joined) == kills
    assert not soon(lambda: [pid for pid in seen if is_there(pid)])
    assert not soon(lambda: groups_of(seen))
    run_tournament(definition, tmp_path / "whole.sqlite", seed="s", jobs=2).close()
    assert played(tmp_path / "far.sqlite") == played(tmp_path / "whole.sqlite")


# -- the file of results ----------------------------------------------------------------------------------


@pytest.mark.parametrize("other", ["hard", "soft", "folder", "up"])
def test_a_second_runner_is_refused_by_any_name(tmp_path: Path, other: str) -> None:
    (tmp_path / "a").mkdir()
    path = tmp_path / "a" / "cup.sqlite"
    with only_runner(path) as held:
        assert held.made
        name = tmp_path / "other.sqlite"
        if other == "hard":
            os.link(path, name)
        elif other == "soft":
            name.symlink_to(path)
        elif other == "folder":
            (tmp_path / "b").symlink_to(tmp_path / "a")
            name = tmp_path / "b" / "cup.sqlite"
        else:
            name = tmp_path / "a" / ".." / "a" / "cup.sqlite"
        with pytest.raises(BadInput, match="another runner is at work"), only_runner(name):
            pass
    assert not path.exists()
    with only_runner(path):
        pass


def test_a_run_that_was_stopped_goes_on_by_the_name_that_it_had(tmp_path: Path) -> None:
    """SQLite's log lies beside that name: by another one the blocks in it would be lost."""
    cup(tmp_path, 30, "tournament")
    running = command(tmp_path)
    killed = tmp_path / "killed.sqlite"
    assert not soon(lambda: not (Path(f"{killed}-wal").exists() and Path(f"{killed}-wal").stat().st_size > 50_000), 30)
    running.kill()
    running.wait()
    os.link(killed, tmp_path / "other.sqlite")
    definition = load_definition(tmp_path / "cup.toml")
    with pytest.raises(BadInput, match="go on by the name that it had"):
        run_tournament(definition, tmp_path / "other.sqlite", seed="s", resume=True)
    run_tournament(definition, killed, seed="s", resume=True).close()
    run_tournament(definition, tmp_path / "other.sqlite", seed="s", resume=True).close()
    assert played(tmp_path / "other.sqlite")[-1][1] is True


def mounted(folder: Path, *options: str) -> None:
    folder.mkdir(exist_ok=True)
    ran = subprocess.run(["mount", "-t", "tmpfs", *options, "tmpfs", str(folder)], capture_output=True)
    if ran.returncode:
        pytest.skip("NOT RUN: only root may make a small disk")


def test_a_disk_that_is_full_or_only_read_loses_nothing(tmp_path: Path) -> None:
    cup(tmp_path, 12, "tournament")
    disk = tmp_path / "disk"
    mounted(disk, "-o", "size=132k")
    words = [sys.executable, "-m", "referee", "tournament", "run", "cup.toml", "--results", "disk/r.sqlite"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    def run(*options: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [*words, "--seed", "s", "--no-isolation", *options], cwd=tmp_path, env=environment, capture_output=True,
            text=True,
        )  # fmt: skip

    try:
        full = run()
        assert full.returncode == 2, full.stderr
        assert [line for line in full.stderr.splitlines() if line.startswith("referee: ")][-1:] == [
            "referee: disk/r.sqlite: cannot be written: database or disk is full; what was played before is kept, "
            "--resume goes on"
        ]
        assert "Traceback" not in full.stderr
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        read = run("--resume")
        assert read.returncode == 2
        assert "cannot write disk/r.sqlite: the folder disk may not be written to" in read.stderr
        assert "Traceback" not in read.stderr
        subprocess.run(["mount", "-o", "remount,rw,size=64m", str(disk)], check=True)
        store = Store(disk / "r.sqlite")
        there = len(store.done())
        store.close()  # otherwise SQLite's log lies there until garbage is collected
        assert 0 < there < 12
        assert run("--resume").returncode == 0
        whole = run_tournament(load_definition(tmp_path / "cup.toml"), tmp_path / "w.sqlite", seed="s", isolated=False)
        whole.close()
        assert played(disk / "r.sqlite") == played(tmp_path / "w.sqlite")
        assert [each.name for each in disk.iterdir()] == ["r.sqlite"]
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=False)


# -- processors -------------------------------------------------------------------------------------------


def test_matches_side_by_side_have_processors_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processors, "CLAIM", f"referee-test-{os.getpid()}")  # other tests claim as well
    if not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2:
        pytest.skip("NOT RUN: there is one processor, or the system does not say how many")
    before = os.sched_getaffinity(0)
    one, two = Share(), None
    try:
        assert os.sched_getaffinity(0) == one.processors
        assert len(one.processors) == 1
        os.sched_setaffinity(0, before)
        two = Share()
        assert not one.processors & two.processors
        assert not one.crowded()
        os.sched_setaffinity(0, before)
        taken = [socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in one.processors]
        for each, number in zip(taken, one.processors, strict=True):
            each.bind(f"\0{processors.CLAIM}-{os.getuid()}-{number}-1")
        assert one.crowded()
        for each in taken:
            each.close()
        assert not one.crowded()
    finally:
        one.release()
        if two is not None:
            two.release()
    assert os.sched_getaffinity(0) == before


WHERE = """\
import os
from referee.bot import Bot


class Where(Bot):
    def answer(self, view, ask):
        try:
            os.sched_setaffinity(0, range(os.cpu_count()))
        except OSError:
            pass
        self.note("runs on " + ",".join(map(str, sorted(os.sched_getaffinity(0)))))
        return next(ask.options())
"""


def test_threads_of_a_bot_stay_on_the_processor_of_their_match(tmp_path: Path) -> None:
    need("BUBBLEWRAP")
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("NOT RUN: there is one processor")
    cup(tmp_path, 4)
    (tmp_path / "thinking.py").write_text(WHERE)
    store = run_tournament(load_definition(tmp_path / "cup.toml"), tmp_path / "r.sqlite", seed="s", jobs=2)
    for *_, record in store.records():
        assert record is not None
        places = re.findall(rb"runs on ([0-9,]+)", record)
        assert len(set(places)) == 1
        assert b"," not in places[0]
    store.close()


def test_what_was_left_of_a_jail_in_the_making_is_ended() -> None:
    """The process around it is gone before it let the inner one go on: they have their group in common."""
    words = "import os, sys, time\nif os.fork():\n    os._exit(0)\nprint(os.getpid(), flush=True)\ntime.sleep(1000)"
    around = subprocess.Popen([sys.executable, "-c", words], stdout=subprocess.PIPE, process_group=0)
    handle = os.pidfd_open(around.pid)
    assert around.stdout is not None
    inner = int(around.stdout.readline())
    around.wait()
    assert is_there(inner)
    watcher.end_process(around.pid, handle)
    assert not soon(lambda: is_there(inner))
    os.close(handle)
    around.stdout.close()


def test_a_jail_that_nobody_finished_is_ended_by_the_next_referee() -> None:
    """Its inner process waits for one that was killed; twins: a jail whose own is there, a strange one."""
    need("BUBBLEWRAP")
    words = ["bwrap", "--unshare-pid", "--as-pid-1", "--ro-bind", "/", "/", "--info-fd", "1", "--block-fd", "0", "true"]
    mine = os.memfd_create(IMAGE)
    inner, outer = [], []
    for files in ([mine], [mine], []):
        outer.append(subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=files))
        said = outer[-1].stdout
        assert said is not None
        told = b""
        while b"}" not in told:
            told += said.read1()  # type: ignore[attr-defined]
        inner.append(json.loads(told)["child-pid"])
    for each in (outer[0], outer[2]):
        each.kill()
        each.wait()
    assert all(map(is_there, inner))
    sweep_jails.cache_clear()
    sweep_jails()
    assert not soon(lambda: is_there(inner[0]))
    assert is_there(inner[1])
    assert is_there(inner[2])
    for pid in inner[1:]:
        os.kill(pid, 9)
    for each in outer:
        each.wait()
        for pipe in (each.stdin, each.stdout):
            assert pipe is not None
            pipe.close()
    os.close(mine)
