"""Jails for bots: bubblewrap or Landlock, with a seccomp filter and limits, or nothing.

A jail is a command line around a program. The program sees copies of its interpreter and of its own files
(``referee.pool.image``), read-only, and nothing else of this machine. Under bubblewrap it has a small private
``/tmp``, and no ``/proc``, no network, no other process; it cannot fork, unless its limits say so. Root starts
every bot as a user of its own, where user namespaces may be made; else it gives its rights away on the way in.
"""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys
from enum import Enum
from functools import lru_cache
from pathlib import Path

from referee.kernel.errors import BadInput
from referee.pool import landlock, seccomp
from referee.pool.cleanup import sweep_jails
from referee.pool.image import images
from referee.pool.launch import ENVIRONMENT, Launch, hard_limits
from referee.pool.limits import Limits
from referee.pool.on_disk import landlocked, unconfined
from referee.pool.program import PLACE, Program, checked, safe_place


class Isolation(Enum):
    """The kinds of isolation; the value is what records and reports say."""

    BUBBLEWRAP = "bubblewrap, seccomp, limits"
    LANDLOCK = "Landlock, seccomp, limits"
    """The isolation for ordinary users who may make no user namespaces."""
    NONE = "none"


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
    said = "" if _user_namespaces() else _tried(_bubblewrap(_NOTHING, Limits()))
    return f"bubblewrap does not work here ({said}): it needs user namespaces, or root" if said else ""


_NOTHING = Program(("/usr/bin/true",), programs=(("/usr/bin/true", "/usr/bin/true"),))


@lru_cache(maxsize=1)
def _user_namespaces() -> bool:
    """Whether bubblewrap may make a user namespace for a bot."""
    return not _tried(_bubblewrap(_NOTHING, Limits(), namespace=True))


def _tried(started: Launch) -> str:
    """'' where a jail comes up, else what was said."""
    try:
        if started.go is not None:
            os.write(started.go, b"x")
        ran = subprocess.run(
            started.command, pass_fds=started.inherits, env=started.environment, capture_output=True, timeout=20,
            user=started.user, group=started.user, extra_groups=None if started.user is None else [],
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        return str(error)
    finally:
        started.close()
    if not ran.returncode:
        return ""
    said = ran.stderr.decode(errors="replace").strip().splitlines() or [f"exit code {ran.returncode}"]
    return said[-1][:200]


def _landlock_missing() -> str:
    if os.getuid() == 0:
        return "Landlock alone does not hold root: run as an ordinary user"
    if not landlock.version():
        return "this system has no Landlock"
    said = _tried(landlocked(_NOTHING, Limits()))
    return f"Landlock does not work here ({said})" if said else ""


def jailed(program: Program, limits: Limits, kind: Isolation) -> Launch:
    """The command line that runs a program in a jail."""
    if kind is Isolation.BUBBLEWRAP:
        return _bubblewrap(program, limits)
    return landlocked(program, limits) if kind is Isolation.LANDLOCK else unconfined(program)


# -- bubblewrap -------------------------------------------------------------------------------------------


def _bubblewrap(program: Program, limits: Limits, *, namespace: bool | None = None) -> Launch:
    """``namespace``: whether in a user namespace; if not given, where one may be made."""
    sweep_jails()
    root = os.getuid() == 0
    namespace = namespace or not root or _user_namespaces()
    options = ["--unshare-pid", "--unshare-ipc", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    # No session of its own: the filter keeps it from writing to a terminal, and Linux gives every session a share of
    # the processor of its own, so that on a busy machine a bot would wait long for its turn.
    options += ["--die-with-parent", "--hostname", "bot", "--cap-drop", "ALL"]
    user = secrets.randbelow(1 << 30) + (1 << 30) if root else None
    command, hard = list(program.command), hard_limits(limits)
    way_in: list[str] = []
    if program.code is None:
        way_in += [_tool("prlimit"), *(f"--{name}={value}:{value}" for name, value in hard.items())]
    else:
        # Nothing of the bot has run by then, and no other program has to be started first.
        command[command.index(program.code)] = f"{_LIMIT}({hard!r}); {program.code}"
    if namespace:
        # Without --unshare-user bubblewrap goes on quietly where none may be made.
        options += ["--as-pid-1", "--unshare-user", "--uid", "1000", "--gid", "1000"]
    else:
        for capability in ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"):
            options += ["--cap-add", capability]
        way_in += [_tool("setpriv"), f"--reuid={user}", f"--regid={user}", "--clear-groups", "--bounding-set=-all"]
        # Whoever changes the user is no longer told that his parent has died, and bubblewrap, without rights, may not
        # kill him. Its own first process in the jail stays what it is; when that ends, so do all in the jail.
        way_in += ["--inh-caps=-all", "--ambient-caps=-all", "--no-new-privs"]
    options += ["--clearenv"]
    for name, value in (*ENVIRONMENT, *program.environment):
        options += ["--setenv", name, value]
    inherits: list[int] = []
    try:
        options += _file_system(program, limits, tuple(word for word in way_in if word.startswith("/")), inherits)
        calls = seccomp.as_file(seccomp.program(own_signals=True, forks=limits.processes > 1, pipes=not program.python))
        inherits.append(calls)
        information, told = os.pipe()
        waits, go = os.pipe()
    except BaseException:
        for handle in inherits:
            os.close(handle)
        raise
    inherits += [told, waits]
    options += ["--seccomp", str(calls), "--info-fd", str(told), "--block-fd", str(waits)]
    command = ["bwrap", *options, "--", *way_in, *command]
    return Launch(
        command, inherits, dict(os.environ), information, go, copied=sum(each.size for each in images(program)),
        user=user if namespace else None, below=not namespace,
    )  # fmt: skip


_LIMIT = (
    "import resource; (lambda hard: [resource.setrlimit(getattr(resource, 'RLIMIT_' + name.upper()), (most, most)) "
    "for name, most in hard.items()])"
)


def _file_system(program: Program, limits: Limits, tools: tuple[str, ...], inherits: list[int]) -> list[str]:
    """Options that fill a jail; what is copied is appended to ``inherits``."""
    options: list[str] = []
    made: set[str] = set()
    there: set[str] = set()
    for image in images(program, tools):
        for path, handle in image.opened():
            inherits.append(handle)
            if path in there:
                # A descriptor that bubblewrap is not told of would be the bot's.
                os.close(inherits.pop())
                continue
            there.add(path)
            options += [*_parents(path, made), "--perms", "0555", "--file", str(handle), path]
    for folder in program.shared:
        options += [*_parents(folder, made), "--ro-bind", folder, folder]
    for device in landlock.DEVICES:
        options += [*_parents(f"/dev/{device}", made), "--dev-bind", f"/dev/{device}", f"/dev/{device}"]
    options += [*_parents(f"{PLACE}/x", made)]
    for path, content in program.files:
        handle = seccomp.as_file(content)
        inherits.append(handle)
        options += [*_parents(safe_place(path), made), "--perms", "0444", "--file", str(handle), path]
    options += ["--perms", "1777", "--size", str(limits.tmp), "--tmpfs", "/tmp", "--remount-ro", "/"]
    return [*options, "--chdir", PLACE]


def _parents(path: str, made: set[str]) -> list[str]:
    """bubblewrap makes missing folders for root alone: here they are made for everybody."""
    options: list[str] = []
    for folder in reversed(Path(checked(path)).parents):
        if str(folder) != "/" and str(folder) not in made:
            made.add(str(folder))
            options += ["--perms", "0755", "--dir", str(folder)]
    return options


def _tool(name: str) -> str:
    """A tool of util-linux, under /usr: the jail sees it."""
    for folder in ("/usr/bin", "/usr/local/bin", "/usr/sbin"):
        if os.access(f"{folder}/{name}", os.X_OK):
            return f"{folder}/{name}"
    raise BadInput(f"bots cannot be isolated here: {name} (util-linux) is not installed")
