"""Every attack is contained, ends with the right fault, and leaves nothing behind."""

import json
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.games.registry import find_game
from referee.kernel.views import view_of
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.pool import cleanup, isolated, jail, landlock
from referee.pool.carryover import _outlives as carried_outlives
from referee.pool.carryover import measure_carryover
from referee.pool.cgroups import groups_here, settle
from referee.pool.cleanup import watcher
from referee.pool.image import images
from referee.pool.jail import Isolation, missing
from referee.pool.limits import Limits
from referee.pool.process import BotProcess, now
from referee.pool.program import PYTHON, Program
from referee.pool.seating import SeatFactory
from referee.pool.selftest import measure
from tests.hostile import holding_bot
from tests.hostile.attacks import ATTACKS, source

LIMITS = Limits(move=6, bank=6, memory=256 << 20)
SHORT = replace(LIMITS, move=0.5)
"""For bots that never answer."""


@pytest.fixture(scope="module", autouse=True)
def jails() -> None:
    if platform.machine() != "x86_64":
        pytest.skip("NOT RUN: the attacks name system calls of x86-64")
    if reason := missing(Isolation.BUBBLEWRAP):
        pytest.skip(f"NOT RUN: {reason}")
    images(Program((), python=True))  # made once in a process


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
    return mine - {watcher()}


def left_over() -> tuple[set[int], int, int]:
    """Children, descriptors, and folders and control groups that this process has made and not removed."""
    folders = groups.folders.values() if (groups := groups_here()) else ()
    settle()
    made = [each for folder in folders for each in folder.glob(f"referee-{os.getpid()}-*")]
    return children(), len(os.listdir("/proc/self/fd")), len(cleanup._held) + len(made)


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
    limits = SHORT if ATTACKS[attack][1] == "time" else LIMITS
    with listening, SeatFactory(str(bot), game, [], limits=limits) as factory:
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


@pytest.fixture(scope="module")
def holding(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the bot that tries everything."""
    folder = tmp_path_factory.mktemp("held")
    secret, bot = folder / "secret", folder / "bot"
    secret.write_text("secret")
    bot.mkdir()
    shutil.copy(holding_bot.__file__, bot / "holding_bot.py")
    (bot / "about.json").write_text(json.dumps({"secret": str(secret), "referee": os.getpid()}))
    (bot / "bot.toml").write_text('entry = "holding_bot.py"\nfiles = ["about.json"]\n')
    return bot


@pytest.fixture(scope="module")
def held(holding: Path) -> dict[str, str]:
    """What one bot noted of everything that it tried."""
    game = find_game("escalation")
    before = left_over()
    with SeatFactory(str(holding), game, [], limits=Limits(memory=256 << 20)) as factory:
        seat = factory.seat(seat_rng(b"", 0))
        result = play_match(game(2), [seat, RandomSeat(seat_rng(b"x", 1))], secret=b"s" * 32, turn_cap=4)
    assert not result.data["faults"], result.data["faults"]
    assert left_over() == before
    return dict(note.split(": ", 1) for note in seat.notes)  # type: ignore[attr-defined]


@pytest.mark.parametrize("attack", holding_bot.ATTACKS)
def test_a_jail_holds(attack: str, held: dict[str, str]) -> None:
    assert held[attack] == "held"


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


SELF_TEST = """
from referee.pool.jail import Isolation, missing
from referee.pool.cleanup import watcher
from referee.pool.selftest import measure
kind = Isolation.{kind}
assert not missing(kind), missing(kind)
found = measure(kind)
assert not found.error and not found.open and found.frozen and len(found.stopped) > 20, found
print("all stopped")
"""
PLAYING = """
import sys
from referee.games.registry import find_game
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.pool import seating
from referee.pool.jail import Isolation
seating.isolation = lambda: Isolation.LANDLOCK
game = find_game("escalation")
with seating.SeatFactory(sys.argv[1], game, []) as factory:
    seat = factory.seat(seat_rng(b"", 0))
    result = play_match(game(2), [seat, RandomSeat(seat_rng(b"x", 1))], secret=b"s" * 32, turn_cap=6)
    assert seat.isolation == "Landlock, seccomp, limits", seat.isolation
print(result.data["faults"], len(seat.notes), [note for note in seat.notes if not note.endswith("held")])
"""


def as_somebody(source: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run Python as an ordinary user; NOT RUN where that cannot be."""
    if os.getuid() != 0:
        pytest.skip("NOT RUN: only root can become somebody else; everything here ran as an ordinary user")
    if shutil.which("setpriv") is None:
        pytest.skip("NOT RUN: setpriv (util-linux) is not installed")
    # ``env``: setpriv itself still has the rights of root when it starts a program.
    somebody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env"]
    paths = [str(Path(referee.__file__).parent.parent), *(path for path in sys.path if "site-packages" in path)]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": ":".join(paths), "PYTHONDONTWRITEBYTECODE": "1"}
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for python in (sys.executable, f"/usr/bin/{version}"):
        tried = [*somebody, python, "-c", "import referee.pool.selftest"]
        if subprocess.run(tried, env=environment, capture_output=True, cwd="/").returncode == 0:
            break
    else:
        pytest.skip("NOT RUN: an ordinary user may not read this Python, or this package")
    return subprocess.run(
        [*somebody, python, "-c", source, *words], env=environment, capture_output=True, text=True, cwd="/"
    )


@pytest.mark.parametrize("kind", ["BUBBLEWRAP", "LANDLOCK"])
def test_a_jail_holds_for_an_ordinary_user_too(kind: str) -> None:
    """Without root bubblewrap makes a user namespace, and where none may be made Landlock does without."""
    ran = as_somebody(SELF_TEST.format(kind=kind))
    if "user namespaces" in ran.stderr or "no Landlock" in ran.stderr:
        pytest.skip(f"NOT RUN: {ran.stderr.splitlines()[-1]}")
    assert ran.stdout == "all stopped\n", ran.stderr


def test_a_jail_of_root_holds_where_no_user_namespace_may_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """There root makes the jail, and gives its rights away on the way in."""
    if os.getuid() != 0:
        pytest.skip("NOT RUN: only root can do that; everything here ran in user namespaces")
    monkeypatch.setattr(jail, "_user_namespaces", lambda: False)
    found = measure(Isolation.BUBBLEWRAP)
    assert not found.error
    assert not found.open
    assert found.frozen
    left = measure_carryover(Isolation.BUBBLEWRAP)
    assert not left.channels
    assert not left.in_common


def test_bots_play_and_attack_under_landlock(holding: Path, tmp_path: Path) -> None:
    """The bot that tries everything plays there as well, and everything holds."""
    if not landlock.version():
        pytest.skip("NOT RUN: this system has no Landlock")
    with tempfile.TemporaryDirectory(prefix="referee-test-") as folder:  # where others may read
        shutil.copytree(holding, Path(folder, "bot"))
        Path(folder).chmod(0o755)
        ran = as_somebody(PLAYING, str(Path(folder, "bot")))
    assert ran.stdout == f"[] {len(holding_bot.ATTACKS)} []\n", ran.stdout + ran.stderr


@pytest.mark.parametrize("matches", [5, pytest.param(1000, marks=[pytest.mark.long, pytest.mark.timeout(1800)])])
def test_short_matches_leave_nothing_behind(tmp_path: Path, matches: int) -> None:
    """No process, no descriptor, no temporary file."""
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from referee.bot import Bot\nclass Short(Bot):\n    def answer(self, view, ask):\n"
        "        return next(ask.options())\n"
    )
    game = find_game("escalation")
    with SeatFactory(str(bot), game, []) as factory:
        before = left_over()
        for number in range(matches):
            seat = factory.seat(seat_rng(b"", 0))
            seats = [seat, RandomSeat(seat_rng(b"x", 1))]
            result = play_match(game(2), seats, secret=number.to_bytes(32, "big"), turn_cap=2)
            assert not result.data["faults"]
            factory.give_back(seat)
    assert left_over() == before


PAINTING = """
from referee.bot import Bot

SAYS = "\\x1b[2J\\x1b]0;owned\\x07\\r\\u202e\\u2028\\x9b31mwon"

class Painting(Bot):
    def answer(self, view, ask):
        self.note(SAYS)
        print(SAYS)
        if view.data["turn"] > 1:
            raise ValueError(SAYS)
        return next(ask.options())
"""


@pytest.mark.parametrize("trusted", [False, True])
def test_what_a_bot_says_paints_nothing_on_a_terminal(tmp_path: Path, trusted: bool) -> None:
    """Reasons of faults, notes and logs are printed by several commands."""
    bot = tmp_path / "bot.py"
    bot.write_text(PAINTING, encoding="utf-8")
    game = find_game("escalation")
    with SeatFactory(f"trusted:{bot}" if trusted else str(bot), game, []) as factory:
        seat = factory.seat(seat_rng(b"", 0))
        result = play_match(game(2), [seat, RandomSeat(seat_rng(b"x", 1))], secret=b"s" * 32, record=True)
    (fault,) = result.data["faults"]
    lines = [json.loads(line) for line in (result.record or b"").splitlines()]
    said = [fault["reason"], *result.logs.values(), *(str(line) for line in lines)]
    assert "\\x1b[2J" in fault["reason"]
    assert any("noted" in str(line) and "\\x1b[2J" in str(line) for line in lines)
    for text in said:
        assert text.replace("\n", "").isprintable(), text


DESCRIPTORS = """
import os, stat, sys
found = []
for handle in range(3, 1024):
    try:
        found.append(stat.S_IFMT(os.fstat(handle).st_mode))
    except OSError:
        pass
print(found, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("namespaces", [True, False])
@pytest.mark.parametrize("code", [DESCRIPTORS, None])
def test_a_program_inherits_nothing(monkeypatch: pytest.MonkeyPatch, namespaces: bool, code: str | None) -> None:
    """Memory files of libraries came with it that all bots have: who waits at an address there can be woken."""
    if not namespaces:
        if os.getuid() != 0:
            pytest.skip("NOT RUN: only root can do that")
        monkeypatch.setattr(jail, "_user_namespaces", lambda: False)
    words = (PYTHON, "-I", "-S", "-B", "-c", DESCRIPTORS)
    process = BotProcess(Program(words, python=True, code=code), Limits(), Isolation.BUBBLEWRAP)
    try:
        assert process.receive(now() + 10) == b"[]"
    finally:
        process.close()


def test_a_bot_cannot_ask_to_outlive_its_referee() -> None:
    assert not carried_outlives(Isolation.BUBBLEWRAP)


LOOKING = """
import gc, os, threading, time
from referee.bot import Bot

class Looking(Bot):
    def answer(self, view, ask):
        wire = [each for each in gc.get_objects() if type(each).__name__ == "Wire"][0]
        def read():
            while True:
                os.read(wire.inward, 1 << 20)
        threading.Thread(target=read, daemon=True).start()
        line = b'{"type":"view","id":%s}\\n' % ask.number
        os.write(wire.outward, line * LOOKS + b'{"type":"answer","id":%s,"answer":["take"]}\\n' % ask.number)
        time.sleep(60)
"""


@pytest.mark.parametrize(("looks", "fault"), [(80, "time"), (4, "illegal")])
def test_looking_does_not_stretch_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, looks: int, fault: str
) -> None:
    """Looks and an answer behind them, written at once, were all seen to, however long that took."""
    bot = tmp_path / "bot.py"
    bot.write_text(LOOKING.replace("LOOKS", str(looks)))
    game = find_game("effervesce")

    def slowly(*what: Any) -> Any:
        time.sleep(0.02)
        return view_of(*what)

    monkeypatch.setattr(isolated, "view_of", slowly)
    with SeatFactory(str(bot), game, [], limits=SHORT) as factory:
        seat = factory.seat(seat_rng(b"", 0))
        seats = [seat, *(RandomSeat(seat_rng(b"x", number)) for number in (1, 2))]
        result = play_match(game(3), seats, secret=b"s" * 32, turn_cap=1)
    assert [each["kind"] for each in result.data["faults"]] == [fault], result.data["faults"]
