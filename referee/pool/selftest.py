"""A bot that tries to break out, started in a jail like any other, and what it measured.

Records and reports say what is in force because of this, not because of what was asked for.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from referee.play.seats import BotFault
from referee.pool.cgroups import groups_here
from referee.pool.cleanup import temporary_folder
from referee.pool.image import images
from referee.pool.jail import Isolation
from referee.pool.limits import Limits
from referee.pool.process import BotProcess, now
from referee.pool.program import PYTHON, Program

_TRIES = '''
import os, sys, json, errno, ctypes
told = json.loads(sys.argv[1])
libc = ctypes.CDLL(None, use_errno=True)
found = {}

def system(number, *args):
    got = libc.syscall(number, *args)
    if got < 0:
        raise OSError(ctypes.get_errno(), "")
    return got

def tried(what, call, *args):
    """An attack is stopped where it raises."""
    try:
        call(*args)
        found[what] = False
    except (OSError, MemoryError, ValueError, ImportError):
        found[what] = True

def fork():
    if os.fork() == 0:
        os._exit(0)

def mapped(size):
    import mmap
    mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)

def shared():
    import mmap
    mmap.mmap(-1, 1 << 20)

def zeros():
    import mmap
    mmap.mmap(os.open("/dev/zero", os.O_RDWR), 1 << 20, flags=mmap.MAP_SHARED)

def deep():
    import resource
    resource.setrlimit(resource.RLIMIT_STACK, (1 << 40, 1 << 40))

def locked():
    import fcntl
    with open(sys.executable, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_SH)

def filled():
    try:
        with open("/tmp/big", "wb") as file:
            for _ in range(told["tmp"] // (1 << 20) + 2):
                file.write(bytes(1 << 20))
    finally:
        os.unlink("/tmp/big")

def opened():
    files = []
    try:
        while len(files) < told["files"] + 2:
            files.append(os.open("/dev/null", os.O_RDONLY))
    finally:
        for file in files:
            os.close(file)

def connected(family, kind, address):
    import socket
    made = socket.socket(family, kind)
    made.connect(address)
    if kind == 2:
        made.send(b"x")

def environment():
    if "REFEREE_SELFTEST" not in os.environ:
        raise OSError("not there")

def root():
    if os.getuid() != 0:
        raise OSError("not root")

x86 = os.uname().machine == "x86_64"
tried("read a file of yours", open, told["secret"])
tried("read the password file", open, "/etc/passwd")
tried("read the referee's environment", open, "/proc/%d/environ" % told["referee"])
tried("read the referee's memory", open, "/proc/%d/mem" % told["referee"])
tried("see your environment variables", environment)
tried("see other processes", os.listdir, "/proc")
tried("signal the referee", os.kill, told["referee"], 0)
tried("be root", root)
tried("connect by TCP", connected, 2, 1, ("127.0.0.1", told["port"]))
tried("send by UDP", connected, 2, 2, ("127.0.0.1", 9))
tried("use a Unix socket", connected, 1, 1, "\\0referee")
tried("start a process", fork)
tried("write a file outside /tmp", open, "/x", "w")
tried("write among its own files", open, "/bot/x", "w")
tried("write to /dev/shm", open, "/dev/shm/x", "w")
tried("fill /tmp", filled)
tried("use more memory than allowed", mapped, told["memory"] + (1 << 28))
tried("use shared memory", shared)
tried("share the zeros of /dev/zero", zeros)
tried("have a stack without end", deep)
tried("open too many files", opened)
tried("lock a shared file", locked)
tried("make a memory file", os.memfd_create, "x")
tried("make a pipe, whose number others see", os.pipe)
if x86:
    tried("ptrace the referee", system, 101, 0x4206, told["referee"], 0, 0)
    tried("use a keyring", system, 248, b"user", b"x", b"y", 1, -3)
    tried("use shared memory of System V", system, 29, 4711, 4096, 0o1666)
    tried("make a namespace", system, 272, 0x10000000)
    tried("set a timer that wakes it", system, 222, 1, 0, ctypes.byref(ctypes.c_int()))
    tried("use io_uring", system, 425, 8, 0)
    tried("watch files", system, 254)
    tried("use bpf", system, 321, 0, 0, 0)
print(json.dumps(found), flush=True)
sys.stdin.read()
'''


@dataclass(frozen=True, slots=True)
class Measured:
    """``stopped``: each thing that was tried, and whether it failed. ``error`` where nothing could be measured."""

    kind: Isolation
    stopped: Mapping[str, bool]
    frozen: bool
    """Whether an idle bot is stopped."""
    start: float
    """Seconds from the spawn to the first line of a Python program."""
    groups: str = ""
    """The control groups that it was found in; '' where there are none."""
    error: str = ""

    @property
    def open(self) -> list[str]:
        """The attempts that were not stopped."""
        return [what for what, stopped in self.stopped.items() if not stopped]

    @property
    def record_text(self) -> str:
        """The description that records have."""
        if self.kind is Isolation.NONE:
            return str(self.kind.value)
        if self.error:
            return f"{self.kind.value}; not measured: {self.error}"
        groups = f", {self.groups}" if self.groups else ""
        return f"{self.kind.value}{groups}" + (f"; not stopped: {', '.join(self.open)}" if self.open else "")


def measure(kind: Isolation, limits: Limits | None = None) -> Measured:
    """Start the self-test bot and see what it can do. Where nothing confines it there is nothing to measure."""
    if kind is Isolation.NONE:
        return Measured(kind, {}, False, 0.0)
    limits = limits or Limits()
    with (
        temporary_folder() as folder,
        tempfile.NamedTemporaryFile(prefix="secret-", dir=folder) as secret,
        socket.create_server(("127.0.0.1", 0)) as listening,
    ):
        arguments = {
            "secret": secret.name,
            "referee": os.getpid(),
            "port": listening.getsockname()[1],
            "memory": limits.memory,
            "files": limits.files,
            "tmp": limits.tmp,
        }
        before = os.environ.get("REFEREE_SELFTEST")
        os.environ["REFEREE_SELFTEST"] = "x"
        try:
            program = Program((PYTHON, "-I", "-S", "-B", "-c", _TRIES, json.dumps(arguments)), python=True, code=_TRIES)
            images(program)  # made once in a process, and not what is measured
            began = now()
            process = BotProcess(program, limits, kind)
        except (OSError, subprocess.SubprocessError) as error:
            return Measured(kind, {}, False, 0.0, "", str(error))
        finally:
            if before is None:
                del os.environ["REFEREE_SELFTEST"]
            else:
                os.environ["REFEREE_SELFTEST"] = before
        try:
            line = process.receive(now() + limits.start)
            took = now() - began
            process.freeze()
            here, group = groups_here(), process.group
            groups = here.record_text if here is not None and group is not None and group.holds(process.pid) else ""
            return Measured(kind, json.loads(line), process.is_stopped(), took, groups)
        except (BotFault, ValueError) as error:
            return Measured(kind, {}, False, 0.0, "", f"the self-test bot failed: {error}")
        finally:
            process.close()


@lru_cache(maxsize=4)
def measured(kind: Isolation) -> Measured:
    """The same, once in a process."""
    return measure(kind)
