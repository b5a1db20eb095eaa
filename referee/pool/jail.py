"""Jails for bots: bubblewrap or Landlock, with a seccomp filter and limits, or nothing.

A jail is a command line around a program. Under bubblewrap the program sees the system's ``/usr``, its own
interpreter and its own files, all read-only, a small private ``/tmp``, and no ``/proc``, no network, no other
process; it cannot fork, unless its limits say so. Root gives its rights away on the way in: every bot has a user id
of its own.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path

from referee.kernel.errors import BadInput
from referee.pool import landlock, seccomp
from referee.pool.leftovers import made_folder, remove_folder
from referee.pool.limits import Limits
from referee.pool.program import PACKAGE, PLACE, SDK, Program, interpreter

STACK = 8 << 20


class Isolation(Enum):
    """What keeps a bot in bounds; the value is what records and reports say."""

    BUBBLEWRAP = "bubblewrap, seccomp, limits"
    LANDLOCK = "Landlock, seccomp, limits"
    """For ordinary users who may make no user namespaces."""
    NONE = "none"


@dataclass(slots=True)
class Started:
    """A command line, and the descriptors that it inherits (to be closed when it has been started)."""

    command: list[str]
    inherits: list[int]
    environment: dict[str, str]
    information: int | None = None
    """Where bubblewrap tells the number of the first process in the jail."""
    go: int | None = None
    """The process waits until something is written here."""
    below: bool = False
    """The bot is no first process in its jail, but the child of one."""
    folder: Path | None = None
    """A folder on disk with the bot's files, to be removed when it is gone."""


def isolation(refuse: bool = True) -> Isolation:
    """The best that this system has. BadInput with what is missing, where there is none and ``refuse``."""
    for kind in (Isolation.BUBBLEWRAP, Isolation.LANDLOCK):
        if not missing(kind):
            return kind
    if refuse:
        raise BadInput(
            f"bots cannot be isolated here: {missing(Isolation.BUBBLEWRAP)}; {missing(Isolation.LANDLOCK)}; "
            "--no-isolation runs them without, trusted:PATH in the referee's process"
        )
    return Isolation.NONE


@lru_cache(maxsize=4)
def missing(kind: Isolation) -> str:
    """'' where such jails work here, else what is missing."""
    if kind is Isolation.NONE:
        return ""
    if not sys.platform.startswith("linux"):
        return "bubblewrap is there on Linux only"
    if reason := seccomp.available():
        return reason
    if kind is Isolation.LANDLOCK:
        return _landlock_missing()
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed (the package bubblewrap has bwrap)"
    try:
        tried = jailed(Program(("/usr/bin/true",)), Limits(), kind)
        if tried.go is not None:
            os.write(tried.go, b"x")
        ran = subprocess.run(
            tried.command, pass_fds=tried.inherits, env=tried.environment, capture_output=True, timeout=20
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap does not run: {error}"
    finally:
        for handle in tried.inherits:
            os.close(handle)
        for end in (tried.information, tried.go):
            if end is not None:
                os.close(end)
    if ran.returncode:
        said = ran.stderr.decode(errors="replace").strip().splitlines() or [f"exit code {ran.returncode}"]
        return f"bubblewrap does not work here ({said[-1][:200]}): it needs user namespaces, or root"
    return ""


def _landlock_missing() -> str:
    if os.getuid() == 0:
        return "Landlock alone does not hold root: run as an ordinary user"
    if not landlock.version():
        return "this system has no Landlock"
    started = _landlock(Program(("/usr/bin/true",)), Limits())
    try:
        ran = subprocess.run(
            started.command, pass_fds=started.inherits, env=started.environment, capture_output=True, timeout=20
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"Landlock does not work here: {error}"
    finally:
        for handle in started.inherits:
            os.close(handle)
        if started.folder is not None:
            remove_folder(started.folder)
    said = ran.stderr.decode(errors="replace").strip().splitlines() or [f"exit code {ran.returncode}"]
    return f"Landlock does not work here ({said[-1][:200]})" if ran.returncode else ""


def jailed(program: Program, limits: Limits, kind: Isolation) -> Started:
    """The command line that runs a program in a jail."""
    if kind is Isolation.BUBBLEWRAP:
        return _bubblewrap(program, limits)
    return _landlock(program, limits) if kind is Isolation.LANDLOCK else unconfined(program)


# -- bubblewrap -------------------------------------------------------------------------------------------


def _bubblewrap(program: Program, limits: Limits) -> Started:
    inherits: list[int] = []
    options = ["--unshare-pid", "--unshare-ipc", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    # No session of its own: the filter keeps it from writing to a terminal, and Linux gives every session a share of
    # the processor of its own, so that on a busy machine a bot would wait long for its turn.
    options += ["--die-with-parent", "--hostname", "bot", "--cap-drop", "ALL"]
    way_in = [_tool("prlimit"), *_limit_options(limits)]
    if os.getuid() == 0:
        # Root mounts (what it may read, and a bot's new user may not), then every right is given away.
        for capability in ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"):
            options += ["--cap-add", capability]
        user = secrets.randbelow(1 << 30) + (1 << 30)
        way_in += [_tool("setpriv"), f"--reuid={user}", f"--regid={user}", "--clear-groups", "--bounding-set=-all"]
        # Whoever changes the user is no longer told that his parent has died, and bubblewrap, without rights, may not
        # kill him. Its own first process in the jail stays what it is; when that ends, so do all in the jail.
        way_in += ["--inh-caps=-all", "--ambient-caps=-all", "--no-new-privs"]
    else:
        # Without --unshare-user bubblewrap goes on quietly where none may be made.
        options += ["--as-pid-1", "--unshare-user", "--uid", "1000", "--gid", "1000"]
    options += ["--clearenv"]
    for name, value in (("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", "/tmp"), *_language(), *program.environment):
        options += ["--setenv", name, value]
    made: set[str] = set()
    for source, target in _shown(program):
        options += [*_parents(target, made), "--ro-bind", str(source), target]
    for folder in ("lib", "lib64", "lib32", "bin", "sbin"):
        if os.path.islink(f"/{folder}"):
            options += ["--symlink", os.readlink(f"/{folder}"), f"/{folder}"]
        elif os.path.isdir(f"/{folder}"):
            options += ["--ro-bind", f"/{folder}", f"/{folder}"]
    for device in landlock.DEVICES:
        options += [*_parents(f"/dev/{device}", made), "--dev-bind", f"/dev/{device}", f"/dev/{device}"]
    options += [*_parents(f"{PLACE}/x", made)]
    for path, content in program.files:
        handle = seccomp.as_file(content)
        inherits.append(handle)
        options += [*_parents(path, made), "--perms", "0444", "--file", str(handle), path]
    options += ["--perms", "1777", "--size", str(limits.tmp), "--tmpfs", "/tmp", "--remount-ro", "/"]
    options += ["--chdir", PLACE]
    handle = seccomp.as_file(seccomp.program(own_signals=True, forks=limits.processes > 1))
    information, told = os.pipe()
    waits, go = os.pipe()
    inherits += [handle, told, waits]
    options += ["--seccomp", str(handle), "--info-fd", str(told), "--block-fd", str(waits)]
    command = ["bwrap", *options, *way_in, *program.command]
    return Started(command, inherits, dict(os.environ), information, go, below=os.getuid() == 0)


def _shown(program: Program) -> Iterator[tuple[str | Path, str]]:
    yield "/usr", "/usr"
    for path in ("/etc/ld.so.cache", "/etc/alternatives"):
        if os.path.exists(path):
            yield path, path
    yield from program.shown


def _parents(path: str, made: set[str]) -> list[str]:
    """bubblewrap makes missing folders for root alone: here they are made for everybody."""
    options: list[str] = []
    for folder in reversed(Path(path).parents):
        if str(folder) != "/" and str(folder) not in made:
            made.add(str(folder))
            options += ["--perms", "0755", "--dir", str(folder)]
    return options


def _language() -> Iterator[tuple[str, str]]:
    yield "LANG", "C.UTF-8"
    yield "PYTHONHASHSEED", "0"


def _limit_options(limits: Limits) -> list[str]:
    return [f"--{name}={value}:{value}" for name, value in _hard(limits).items()]


def _hard(limits: Limits) -> dict[str, int]:
    return {
        "data": limits.memory,
        "as": max(64 << 30, limits.memory),
        "nproc": limits.threads + limits.processes - 1,
        "nofile": limits.files,
        "fsize": limits.tmp,
        "cpu": limits.cpu,
        "stack": _stack(),
        "core": 0,
        "memlock": 0,
        "msgqueue": 0,
        "sigpending": 64,
    }


def _stack() -> int:
    """Bytes of the first thread's stack, which are no data of the process; without a limit it could grow for ever."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_STACK)
    return STACK if most == resource.RLIM_INFINITY else min(STACK, most)


def _tool(name: str) -> str:
    """A tool of util-linux, under /usr: the jail sees it."""
    for folder in ("/usr/bin", "/usr/local/bin", "/usr/sbin"):
        if os.access(f"{folder}/{name}", os.X_OK):
            return f"{folder}/{name}"
    raise BadInput(f"bots cannot be isolated here: {name} (util-linux) is not installed")


# -- Landlock ---------------------------------------------------------------------------------------------


def _landlock(program: Program, limits: Limits) -> Started:
    """Its files lie in a folder of their own; ``referee.pool.landlock`` takes the rights away."""
    started = _outside_jails(program)
    assert started.folder is not None
    readable = ["/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin", "/etc/ld.so.cache", "/etc/alternatives"]
    readable += [str(started.folder), *(str(source) for source, _ in program.shown)]
    place, sdk = (started.folder / each.lstrip("/") for each in (PLACE, SDK))
    place.mkdir(exist_ok=True)
    for source, there in program.shown:
        if there.startswith(f"{SDK}/"):
            link = started.folder / there.lstrip("/")
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(source)
    command = [str(sdk) if word == str(PACKAGE.parent) else word for word in started.command]
    # Threads are not counted: they would be together with all that the user runs. Their stacks are memory.
    hard = {name: value for name, value in _hard(limits).items() if name != "nproc"} | {"fsize": 0}
    told = {
        "parent": os.getpid(), "place": str(place), "limits": hard, "readable": readable,
        "environment": started.environment,
        "command": [shutil.which(command[0]) or command[0], *command[1:]],
    }  # fmt: skip
    about, calls = seccomp.as_file(json.dumps(told).encode()), seccomp.as_file(seccomp.program(own_signals=False))
    python, _ = interpreter()
    started.command = [python, "-I", "-S", "-B", str(PACKAGE / "pool/landlock.py"), str(about), str(calls)]
    started.inherits += [about, calls]
    return started


# -- no jail ----------------------------------------------------------------------------------------------


def unconfined(program: Program) -> Started:
    """The program without a jail, its files in a folder of its own. It ends when its referee does, where it can be."""
    started = _outside_jails(program)
    if dying := _dies_with_parent():
        found = shutil.which(started.command[0], path=started.environment["PATH"]) or started.command[0]
        started.command = [*dying, found, *started.command[1:]]
    return started


@lru_cache(maxsize=1)
def _dies_with_parent() -> list[str]:
    """Goes before a command; nothing where the system has no setpriv that knows how."""
    setpriv = shutil.which("setpriv")
    if setpriv is None or not sys.platform.startswith("linux"):
        return []
    dying = [setpriv, "--pdeathsig=KILL"]
    return dying if subprocess.run([*dying, "true"], capture_output=True).returncode == 0 else []


def _outside_jails(program: Program) -> Started:
    folder = made_folder()
    place = {path: folder / path.lstrip("/") for path, _ in program.files}
    for path, content in program.files:
        place[path].parent.mkdir(parents=True, exist_ok=True)
        place[path].write_bytes(content)
    moved = (
        {SDK: str(PACKAGE.parent)}
        | {there: str(here) for here, there in program.shown}
        | {path: str(each) for path, each in place.items()}
    )
    command = [_outside(word, moved) for word in program.command]
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(folder),
        **dict(_language()),
        **{name: _outside(value, moved) for name, value in program.environment},
    }
    if "SYSTEMROOT" in os.environ:
        environment["SYSTEMROOT"] = os.environ["SYSTEMROOT"]
    return Started(command, [], environment, folder=folder)


def _outside(word: str, moved: dict[str, str]) -> str:
    """A path of the jail as it is outside."""
    for there, here in sorted(moved.items(), key=lambda each: -len(each[0])):
        if word == there or word.startswith(f"{there}/"):
            return here + word[len(there) :]
    return word
