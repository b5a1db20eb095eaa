"""Control groups: what a bot uses together with all that it starts, limited by the system where it lets us.

Both versions of Linux are known; a group is made below the one that this process is in. Where that is not allowed,
or there is no memory in it, bots go without: ``referee.pool.process`` then adds up what their processes use.
"""

from __future__ import annotations

import errno
import os
import secrets
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from referee.pool.cleanup import TOKEN, TRIES, gone, hold, sweep_groups, watch
from referee.pool.limits import MIB, Limits

CONTROLLERS: tuple[str, ...] = ("memory", "pids", "cpu")
BESIDE = 32 * MIB
"""The part of a group's memory that the system itself uses for its processes."""
PERIOD = 100_000
"""Microseconds over which the share of the processor is measured."""
MAIN = "referee-main"
"""The group of the referee itself, below one that was given to it (version 2)."""


@dataclass(frozen=True, slots=True)
class Groups:
    """The folders in which groups can be made, one for each controller (the same one in version 2)."""

    version: int
    folders: dict[str, Path]

    @property
    def usual(self) -> dict[str, Path]:
        """The folders without the one for the share of processors, which slows everything (``Limits.processors``)."""
        return {controller: folder for controller, folder in self.folders.items() if controller != "cpu"}

    @property
    def record_text(self) -> str:
        """The description that records have."""
        return f"control groups of version {self.version} ({', '.join(self.usual)})"


class Group:
    """One group with its limits, for one bot, until ``remove``."""

    def __init__(self, groups: Groups, limits: Limits, *, copied: int = 0, shares: bool = False) -> None:
        """``copied`` bytes are copied into its jail, and may count as its memory. ``shares``: all that is in the
        group together gets as much of a busy processor as one process outside. OSError where the system does not
        let us after all."""
        folders = groups.folders if limits.processors or shares else groups.usual
        if groups.version == 2 and "cpu" in folders:
            (folders["cpu"] / "cgroup.subtree_control").write_text("+cpu", encoding="ascii")
        name = f"referee-{os.getpid()}-{secrets.token_hex(TOKEN)}"
        self.folders = {controller: folder / name for controller, folder in folders.items()}
        self._held: list[int] = []
        try:
            for folder in self._each():
                self._make(folder)
            for controller, folder in self.folders.items():
                for file, value in _settings(groups.version, controller, limits, copied):
                    with suppress(FileNotFoundError):
                        (folder / file).write_text(value, encoding="ascii")
        except BaseException:
            self.remove()
            raise

    def _make(self, folder: Path) -> None:
        watch("G", folder)
        for _ in range(TRIES):
            with suppress(FileExistsError):
                folder.mkdir()
            if (held := hold(folder)) is not None:
                self._held.append(held)
                return

    def _each(self) -> Iterator[Path]:
        return iter(dict.fromkeys(self.folders.values()))

    def add(self, pid: int) -> None:
        """A process, and all that it starts from now on."""
        for folder in self._each():
            (folder / "cgroup.procs").write_text(str(pid), encoding="ascii")

    def ran_out_of_memory(self) -> bool:
        """Whether the system has ended a process of the group for want of memory."""
        for file in ("memory.events", "memory.oom_control"):
            with suppress(OSError, ValueError):
                words = (self.folders["memory"] / file).read_text(encoding="ascii").split()
                return int(words[words.index("oom_kill") + 1]) > 0
        return False

    def holds(self, pid: int) -> bool:
        """Whether a process is in the group, in all of its folders."""
        try:
            return all(str(pid) in (each / "cgroup.procs").read_text(encoding="ascii").split() for each in self._each())
        except OSError:
            return False

    def remove(self) -> None:
        """After its last process has ended. The system may take a moment to see that, on a busy machine seconds: the
        next match does not wait for it (``settle`` does)."""
        waiting = threading.Thread(target=self._remove)
        _waiting[:] = [each for each in _waiting if each.is_alive()] + [waiting]
        waiting.start()

    def _remove(self) -> None:
        for folder in self._each():
            for number in range(300):
                try:
                    folder.rmdir()
                except OSError as error:
                    if error.errno != errno.EBUSY:
                        break
                    time.sleep(0.002 if number < 100 else 0.02)
                else:
                    break
            if not folder.exists():
                gone("G", folder)
        for held in self._held:
            os.close(held)
        self._held = []


_waiting: list[threading.Thread] = []


def settle() -> None:
    """Wait until all groups are gone that were to be removed."""
    for each in list(_waiting):
        each.join()


def _settings(version: int, controller: str, limits: Limits, copied: int) -> Iterator[tuple[str, str]]:
    memory, tasks = str(limits.memory + limits.tmp + BESIDE + copied), str(limits.threads + limits.processes + 2)
    quota = str(limits.processors * PERIOD)
    if controller == "pids":
        yield "pids.max", tasks
    elif controller == "memory" and version == 2:
        yield from (("memory.max", memory), ("memory.swap.max", "0"), ("memory.oom.group", "1"))
    elif controller == "memory":
        yield from (("memory.limit_in_bytes", memory), ("memory.memsw.limit_in_bytes", memory))
    elif version == 2 and limits.processors:
        yield "cpu.max", f"{quota} {PERIOD}"
    elif limits.processors:
        yield from (("cpu.cfs_period_us", str(PERIOD)), ("cpu.cfs_quota_us", quota))


def groups_missing() -> str:
    """Why no groups can be made here; '' where they can."""
    found = _found()
    return found if isinstance(found, str) else ""


def groups_here() -> Groups | None:
    """The place where groups can be made here; None where they cannot."""
    found = _found()
    return None if isinstance(found, str) else found


@lru_cache(maxsize=1)
def _found() -> Groups | str:
    if not sys.platform.startswith("linux"):
        return "control groups are there on Linux only"
    try:
        mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines()
        mine = Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except OSError as error:
        return f"control groups are not known: {error.strerror}"
    places = _places(mounts, mine)
    why = "no control group has memory here"
    for version in (2, 1):
        try:
            groups = _tried(version, places)
        except OSError as error:
            why = f"no control group may be made in {error.filename or 'them'}: {error.strerror}"
            continue
        if groups is not None:
            return groups
    return why


def _places(mounts: list[str], mine: list[str]) -> dict[str, Path]:
    """The folder of this process's own group by controller ('' in version 2)."""
    paths = {}
    for line in mine:
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            paths[controller] = path
    found = {}
    for line in mounts:
        fields = line.split(" ")
        root, point, kind, options = fields[3], fields[4], fields[fields.index("-") + 1], fields[-1].split(",")
        if kind not in ("cgroup", "cgroup2"):
            continue
        for controller in ("",) if kind == "cgroup2" else CONTROLLERS:
            if controller in paths and (not controller or controller in options):
                path = paths[controller]
                below = path[len(root) :] if root != "/" and path.startswith(root) else path
                found[controller] = Path(point) / below.lstrip("/")
    return found


def _tried(version: int, places: dict[str, Path]) -> Groups | None:
    """Makes a group, to see whether it can be made and limited; None where memory cannot."""
    if version == 2:
        if "" not in places:
            return None
        parent = places[""]
        if parent.name == MAIN:
            parent = parent.parent
        elif (parent / "cgroup.procs").read_text(encoding="ascii").split() == [str(os.getpid())] and places[""].name:
            # A group that was given to us alone: its controllers work below it once nothing runs in itself.
            (parent / MAIN).mkdir(exist_ok=True)
            (parent / MAIN / "cgroup.procs").write_text(str(os.getpid()), encoding="ascii")
        for controller in ("memory", "pids"):
            # Not allowed where it was not given to us, or others run there.
            with suppress(OSError):
                (parent / "cgroup.subtree_control").write_text(f"+{controller}", encoding="ascii")
        on = (parent / "cgroup.subtree_control").read_text(encoding="ascii").split()
        on += {"cpu"} & set((parent / "cgroup.controllers").read_text(encoding="ascii").split())
        folders = {controller: parent for controller in CONTROLLERS if controller in on}
    else:
        folders = {controller: places[controller] for controller in CONTROLLERS if controller in places}
    if "memory" not in folders:
        return None
    groups = Groups(version, folders)
    sweep_groups(dict.fromkeys(folders.values()))
    Group(groups, Limits()).remove()
    return groups
