"""A bot that tries many things, one after the other, all of which must fail in its jail; it notes which held.

It is played as a folder, with what it attacks in ``about.json``. System calls are those of x86-64.
"""

import contextlib
import errno
import fcntl
import json
import os
import resource
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from referee.bot import Bot

ATTACKS: dict[str, Callable[[], None]] = {}
ABOUT: dict[str, Any] = {}


class Escaped(Exception):
    """Something that must fail did not."""


def attack(what: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    def entered(function: Callable[[], None]) -> Callable[[], None]:
        ATTACKS[what] = function
        return function

    return entered


def denied(call: Callable[..., Any], *args: Any) -> None:
    try:
        got = call(*args)
    except OSError:
        return
    raise Escaped(f"{call.__name__}{args!r} gave {got!r}"[:300])


def system(number: int, *args: Any) -> int:
    import ctypes

    got: int = ctypes.CDLL(None, use_errno=True).syscall(number, *args)
    if got < 0:
        raise OSError(ctypes.get_errno(), "")
    return got


def no_call(*numbers: int, args: tuple[Any, ...] = (0, 0, 0, 0, 0)) -> None:
    for number in numbers:
        denied(system, number, *args)


class Holding(Bot):
    def answer(self, view: Any, ask: Any) -> Any:
        if not ABOUT:
            ABOUT.update(json.loads(Path(__file__).with_name("about.json").read_text()))
            for what, function in ATTACKS.items():
                try:
                    function()
                    self.note(f"{what}: held")
                except BaseException as error:
                    self.note(f"{what}: {type(error).__name__}: {error}")
        return next(ask.options())


@attack("faults handled by the bot (userfaultfd)")
def _() -> None:
    no_call(323)


@attack("keyrings of the session")
def _() -> None:
    denied(system, 250, 1, 0)
    denied(system, 249, b"user", b"x", b"", -3)


@attack("programs and data in memory files")
def _() -> None:
    denied(system, 319, b"x", 1)
    denied(system, 447, 0)
    denied(system, 322, -1, b"", 0, 0, 4096)


@attack("/proc and other places of the system")
def _() -> None:
    for name in ("proc", "sys", "run", "var", "mnt", "media", "boot", "sys/fs/cgroup", "dev/fd"):
        denied(os.listdir, f"/{name}")


@attack("mounts, old and new")
def _() -> None:
    denied(system, 165, b"proc", b"/tmp", b"proc", 0, 0)
    denied(system, 430, b"proc", 0)
    denied(system, 428, -100, b"/", 1)
    no_call(429, 432, 433, 442, 166)


@attack("files by their handles")
def _() -> None:
    denied(system, 303, -100, b"/usr", 0, 0, 0)
    denied(system, 304, 3, 0, 0)


@attack("typing into a terminal")
def _() -> None:
    for handle in range(5):
        for what in (0x5412, 0x541C, 0x540E, 0x5410):  # TIOCSTI, TIOCLINUX, TIOCSCTTY, TIOCSPGRP
            denied(fcntl.ioctl, handle, what, b"x")
    for name in ("tty", "ptmx", "console", "pts/0"):
        denied(open, f"/dev/{name}", "rb")


@attack("inherited descriptors")
def _() -> None:
    """Nothing but the four ends that it plays with, and nothing in the place of its input."""
    for handle in range(1024):
        try:
            kind = os.fstat(handle).st_mode
        except OSError:
            continue
        if handle > 4 or not (stat.S_ISFIFO(kind) or (handle == 0 and stat.S_ISCHR(kind))):
            raise Escaped(f"{handle}: {kind:o}")


@attack("descriptors sent over sockets")
def _() -> None:
    denied(system, 53, 1, 1, 0, 0)
    no_call(46, 47, 41)


@attack("queues and semaphores")
def _() -> None:
    denied(system, 240, b"/x", 66, 0o666, 0)
    denied(system, 64, 1, 1, 0o1666)
    denied(system, 68, 1, 0o1666)


@attack("what others have read lately")
def _() -> None:
    """mincore, preadv2, fadvise, readahead, cachestat: each tells or changes which files are in memory."""
    with open(sys.executable, "rb") as file:
        no_call(27, 327, 221, 187, 451, args=(file.fileno(), 0, 0, 0, 0))


@attack("times of files that others read")
def _() -> None:
    before = os.stat(sys.executable).st_atime_ns
    with open(sys.executable, "rb") as file:
        file.read(1)
    denied(os.utime, sys.executable, (1, 1))
    if os.stat(sys.executable).st_atime_ns != before:
        raise Escaped("reading it is seen")


@attack("how busy and how full the machine is")
def _() -> None:
    no_call(99, 103, 298)
    denied(os.statvfs, "/usr")
    denied(os.getloadavg)


@attack("notices of files")
def _() -> None:
    no_call(253, 254, 294, 300)


@attack("locks, owners, notices and sizes of pipes and files")
def _() -> None:
    with open(sys.executable, "rb") as file:
        for handle in (4, file.fileno()):
            # F_SETLK, F_SETOWN, F_SETSIG, F_OFD_SETLK, F_SETLEASE, F_NOTIFY, F_SETPIPE_SZ, F_ADD_SEALS
            for what in (6, 8, 10, 37, 1024, 1026, 1031, 1033):
                denied(fcntl.fcntl, handle, what, 1 << 20)


@attack("numbers that are counted through for all of the machine")
def _() -> None:
    """A pipe's own number says how many were made, by anybody, and is moved on by making one."""
    denied(os.pipe)
    denied(system, 22, 0)


@attack("real time and other priorities")
def _() -> None:
    denied(system, 144, 0, 1, b"\1\0\0\0")
    denied(system, 314, 0, 0, 0)
    denied(system, 141, 0, 0, -5)
    denied(system, 251, 1, 0, 0)
    denied(os.sched_setaffinity, 0, [0])


@attack("higher limits")
def _() -> None:
    for name in ("DATA", "AS", "STACK", "NOFILE", "NPROC", "CORE", "FSIZE", "CPU", "MEMLOCK", "SIGPENDING"):
        try:
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}", 11), (1 << 40, 1 << 40))
        except (ValueError, OSError):
            continue
        raise Escaped(name)


@attack("limits of others")
def _() -> None:
    for pid in {ABOUT["referee"], 1, 2, 3} - {os.getpid()}:
        denied(resource.prlimit, pid, resource.RLIMIT_CORE)


@attack("others by their numbers")
def _() -> None:
    # pidfd_open, pidfd_send_signal, pidfd_getfd, process_madvise, process_vm_*, kcmp, ptrace, tgkill, tkill, setns
    no_call(434, 424, 438, 440, 310, 311, 312, 101, 234, 200, 308, args=(ABOUT["referee"], 9, 0, 0, 0, 0))
    denied(os.kill, -1, 9)
    denied(os.killpg, 1, 9)


@attack("the machine itself")
def _() -> None:
    no_call(154, 159, 163, 164, 167, 169, 172, 173, 175, 176, 179, 227, 246, 305, 313, 320)


@attack("memory that nobody counts")
def _() -> None:
    no_call(149, 151, 216, 275, 276, 278, 40, 326, args=(3, 4, 0, 4096, 0, 0))


@attack("timers that send any signal")
def _() -> None:
    """SIGCONT would wake it while another seat is asked."""
    no_call(222, 129, 297)


@attack("its process group")
def _() -> None:
    denied(os.kill, 0, 9)
    denied(os.killpg, 0, 9)


@attack("a core to itself")
def _() -> None:
    try:
        system(157, 62, 1, 0, 0, 0)  # PR_SCHED_CORE, which not every system has: there is no such call here
    except OSError as error:
        if error.errno == errno.ENOSYS:
            return
    raise Escaped("prctl")


@attack("namespaces by clone")
def _() -> None:
    for flag in (0x10000000, 0x20000000, 0x40000000, 0x00020000, 0x08000000, 0x02000000):
        denied(system, 56, flag | 17, 0, 0, 0, 0)
    denied(system, 435, 0, 88)


@attack("filters and sandboxes of its own")
def _() -> None:
    no_call(317, 444, 445, 446)


@attack("the files of its jail")
def _() -> None:
    for name in ("/usr/x", "/bot/holding_bot.py", "/sdk/x", "/etc/x", "/dev/null2", "/lib/x", "/x"):
        denied(open, name, "w")
    denied(os.remove, "/bot/holding_bot.py")
    denied(os.rename, "/bot", "/tmp/bot")
    denied(os.chmod, "/bot/holding_bot.py", 0o777)
    denied(os.mkdir, "/bot/x")


@attack("links and pipes")
def _() -> None:
    denied(os.symlink, ABOUT["secret"], "/tmp/link")
    denied(os.link, sys.executable, "/tmp/hard")
    denied(os.mkfifo, "/tmp/pipe")


@attack("rights of a program")
def _() -> None:
    try:
        Path("/tmp/program").write_bytes(b"")
    except OSError:  # nothing can be written at all
        return
    denied(os.chmod, "/tmp/program", 0o6755)
    denied(os.chown, "/tmp/program", 0, 0)
    denied(os.setxattr, "/tmp/program", "security.capability", b"x")
    os.unlink("/tmp/program")


@attack("lines on standard output")
def _() -> None:
    for number in range(5):
        sys.stdout.write(json.dumps({"type": "answer", "id": number, "answer": ["no such arm"]}) + "\n")


@attack("much on standard error, not too much")
def _() -> None:
    for _ in range(20):
        sys.stderr.write("\x1b[2J" * 10_000 + "\n")


@attack("signals and timers that outlive a question")
def _() -> None:
    import signal

    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    signal.pause()
    signal.setitimer(signal.ITIMER_REAL, 0)


@attack("a core of what it knows")
def _() -> None:
    with contextlib.suppress(OSError):
        system(157, 4, 1, 0, 0, 0)  # PR_SET_DUMPABLE is its own business
    if resource.getrlimit(resource.RLIMIT_CORE) != (0, 0):
        raise Escaped(str(resource.getrlimit(resource.RLIMIT_CORE)))


@attack("to outlive its referee")
def _() -> None:
    denied(system, 157, 1, 0, 0, 0, 0)  # PR_SET_PDEATHSIG
    denied(system, 157, 1 << 32 | 1, 0, 0, 0, 0)  # Linux reads the lower half of it
    denied(system, 157, 1 << 32 | 62, 1, 0, 0, 0)
    denied(system, 157, 36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
    denied(system, 157, 31, 0, 0, 0, 0)  # PR_TASK_PERF_EVENTS_DISABLE


@attack("barriers that other programs feel")
def _() -> None:
    for command in (1, 2, 4):  # MEMBARRIER_CMD_GLOBAL, …_GLOBAL_EXPEDITED, REGISTER_GLOBAL_EXPEDITED
        denied(system, 324, command, 0, 0)
    system(324, 0, 0, 0)  # its own are its own business
