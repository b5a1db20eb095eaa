"""A jail of Landlock, a filter of system calls and limits, for ordinary users who may make no user namespaces.

This file is also the program that goes into the jail: it runs by itself, imports nothing of the package, takes its
rights away for good and becomes the bot. The bot reads what it is shown and writes nothing at all.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import struct
import sys

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
"""Numbers of system calls, the same on every kind of machine."""
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}
"""What may be done with files, as bits, by the version of Landlock; from the fifth on one more."""
PATH_BENEATH, VERSION_FLAG = 1, 1
DEVICES = ("null", "full", "random", "urandom")
"""What a bot has of /dev. Not zero: mapped and shared it is memory that no limit of a process counts."""
NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER = 38, 22, 2
PARENT_DIED, KILL = 1, 9


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def version() -> int:
    """The version of Landlock; 0 where the system has none."""
    found: int = _libc().syscall(CREATE_RULESET, None, ctypes.c_size_t(0), VERSION_FLAG)
    return max(0, found)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _call(what: str, got: int) -> int:
    if got < 0:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")
    return got


def restrict(readable: list[str]) -> None:
    """Limit this process: from here on it reads and runs what lies there, and opens nothing else but /dev/null and the
    like."""
    libc, abi = _libc(), version()
    files = RIGHTS.get(abi, (1 << 16) - 1)
    network, scopes = (3 if abi >= 4 else 0), (3 if abi >= 6 else 0)
    attributes = struct.pack("=QQQ", files, network, scopes)[: 24 if abi >= 6 else 16 if abi >= 4 else 8]
    rules = _call("Landlock", libc.syscall(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0))
    devices = [f"/dev/{name}" for name in DEVICES]
    for path in [*readable, *devices]:
        if not os.path.exists(path):
            continue
        rights = READ_FILE | READ_DIR | EXECUTE if os.path.isdir(path) else READ_FILE | EXECUTE
        if path in devices:
            rights = READ_FILE | WRITE_FILE
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        rule = struct.pack("=Qi", rights, handle)
        _call(path, libc.syscall(ADD_RULE, rules, PATH_BENEATH, rule, 0))
        os.close(handle)
    _call("Landlock", libc.syscall(RESTRICT_SELF, rules, 0))
    os.close(rules)


def enter(options: dict[str, object], instructions: bytes) -> None:
    """Take all rights away and become the program; never returns."""
    libc = _libc()
    _call("the parent's death", libc.prctl(PARENT_DIED, KILL, 0, 0, 0))
    if os.getppid() != options["parent"]:
        sys.exit("its referee has ended")
    os.chdir(str(options["place"]))
    for name, value in dict(options["limits"]).items():  # type: ignore[call-overload]
        resource.setrlimit(getattr(resource, f"RLIMIT_{name.upper()}"), (value, value))
    _call("no_new_privs", libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    restrict(list(options["readable"]))  # type: ignore[call-overload]
    program = _Program(len(instructions) // 8, instructions)
    command, environment = list(options["command"]), dict(options["environment"])  # type: ignore[call-overload]
    _call("the filter of system calls", libc.prctl(SET_SECCOMP, FILTER, ctypes.byref(program), 0, 0))
    os.execve(command[0], command, environment)


def main() -> None:
    """Arguments: descriptors of what is told (JSON) and of the filter."""
    found = []
    for handle in map(int, sys.argv[1:3]):
        with os.fdopen(handle, "rb") as file:
            found.append(file.read())
    enter(json.loads(found[0]), found[1])


if __name__ == "__main__":
    main()
