"""``referee check --watch``: check again whenever something that a check reads is saved.

Every check runs in a process of its own, so that it sees the files as they are. First comes a short one of what the
change touches, by random play; then the whole check, as it was asked for. A save while one runs ends it.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from referee.cli.terminal import Terminal, complain, say, shown_path
from referee.cli.touched import (
    clauses_touched,
    is_read,
    properties_about,
    properties_touched,
    rulebook_touched,
    snapshot,
)
from referee.games.registry import game_folders, games
from referee.kernel.errors import BadInput
from referee.kernel.input_files import MOST_OF_A_TEXT, read_bytes

EFFORT = 0.1
"""The effort of the short check."""
WRITES = ("--json", "--junit", "--sarif", "--html", "--format", "--accept-new", "--all-readings")
"""Options that a short check goes without."""
FLAGS = ("--accept-new", "--all-readings", "--mutate")
INTERRUPTED = 3
NAME = re.compile(r"""^\s+name(?:: [^=]+)? = ["']([\w-]+)["']""", re.MULTILINE)


def watch(game: str, arguments: Sequence[str]) -> int:
    """Check, and again after every save, until interrupted; the exit code of the last whole check.

    ``arguments`` are those of ``referee check`` without ``--watch``.
    """
    from watchfiles import DefaultFilter
    from watchfiles import watch as changes

    folders, name = watched(game)
    complain(f"watching {', '.join(shown_path(each) or '.' for each in folders)}; Ctrl-C ends it")
    before = snapshot(folders, name)
    run = Runs([list(arguments)])
    terminal = Terminal.of(sys.stdout)
    try:
        for changed in changes(
            *folders,
            watch_filter=lambda change, path: DefaultFilter()(change, path) and is_read(Path(path), name),
            debounce=100,
            step=50,
            rust_timeout=100,
            yield_on_timeout=True,
            raise_interrupt=True,
        ):
            if changed:
                now = snapshot(folders, name)
                files = [path for path in sorted(before.keys() | now.keys()) if before.get(path) != now.get(path)]
                if files:
                    run.stop()
                    names, parts = touched(files, before, now)
                    told = ", ".join(shown_path(each) for each in files)
                    say("", terminal.bold(f"-- {time.strftime('%H:%M:%S')} {told}: {parts}"))
                    run = Runs(plans(arguments, names, files))
                before = now
            run.go_on()
    except KeyboardInterrupt:
        run.leave()
    return INTERRUPTED if run.code is None else run.code


class Runs:
    """Checks one after the other, each in a process of its own; ``code`` is that of the last when it is over."""

    def __init__(self, arguments: Sequence[list[str]]) -> None:
        self.left = list(arguments)
        self.code: int | None = None
        self.process: subprocess.Popen[bytes] | None = None
        self.go_on()

    def go_on(self) -> None:
        if self.process is not None:
            code = self.process.poll()
            if code is None:
                return
            self.process = None
            self.code = code if not self.left else None
            if code == 2:  # what cannot be read for the short check cannot be for the whole one
                self.left, self.code = [], code
        if self.left:
            command = [sys.executable, "-m", "referee", "check", *self.left.pop(0)]
            sys.stdout.flush()
            self.process = subprocess.Popen(command, start_new_session=os.name != "nt")

    def leave(self) -> None:
        """Stop, but let a check that has just said its last word leave by itself."""
        if self.process is not None and not self.left:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=0.5)
            self.go_on()
        self.stop()

    def stop(self) -> None:
        process, self.left = self.process, []
        if process is None or process.poll() is not None:
            return
        if os.name == "nt":
            process.terminate()
        else:
            os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def watched(game: str) -> tuple[list[Path], str]:
    """The game's folder and ``properties/`` of the project, and the game's name. Nothing is imported, so that rules
    that cannot be are watched too. BadInput where there is no such game."""
    given = Path(game)
    homes = game_folders(given) if given.is_dir() else []
    homes += [each.folder for each in games(Path.cwd()) if each.folder and game in (each.name, _name_in(each.folder))]
    if not homes:
        raise BadInput(f"--watch: there is no game {game!r} with a folder to watch")
    home = homes[0].resolve()
    above = home.parent.parent if home.parent.name == "games" else home.parent
    folders = [home]
    for each in (Path.cwd(), given, home, above):
        properties = (each / "properties").resolve()
        if properties.is_dir() and not any(properties.is_relative_to(other) for other in folders):
            folders.append(properties)
    return folders, _name_in(home)


def _name_in(folder: Path) -> str:
    """The name that the rules in a folder declare, else that of the folder."""
    try:
        found = NAME.search(read_bytes(folder / "rules.py", MOST_OF_A_TEXT).decode(errors="replace"))
    except BadInput:
        found = None
    return found[1] if found else folder.name.replace("_", "-")


def touched(files: Iterable[Path], before: Mapping[Path, str], now: Mapping[Path, str]) -> tuple[set[str] | None, str]:
    """The names of the properties that a change touches, None for all; and what it is, in words."""
    clauses: set[str] | None = set()
    names: set[str] | None = set()
    for path in files:
        old, new = before.get(path, ""), now.get(path, "")
        if path.suffix == ".py" and path.parent.name == "properties":
            mine = None if path.name.startswith("_") else properties_touched(old, new)
            names = None if mine is None or names is None else names | mine
            continue
        if path.suffix == ".py" or path.name == "rulebook.md":
            found = clauses_touched(old, new) if path.suffix == ".py" else rulebook_touched(old, new)
        else:
            found = None
        clauses = None if found is None or clauses is None else clauses | found
    parts = [" ".join(sorted(clauses))] if clauses else []
    if clauses is None or names is None:
        return None, "everything"
    for path, text in now.items():
        if path.parent.name == "properties" and path.suffix == ".py":
            names |= properties_about(text, clauses)
    parts += [", ".join(sorted(names))] if names else []
    return names, "; ".join(parts) or "nothing that a check reads"


def plans(arguments: Sequence[str], names: set[str] | None, files: Iterable[Path]) -> list[list[str]]:
    """The arguments of the short check of what is touched, and of the whole one."""
    whole = list(arguments)
    if any(each == "--method" or each.startswith("--method=") for each in arguments):
        return [whole]
    short = [*without(arguments, WRITES), "--method", "fuzz", "--effort", str(EFFORT), "--jobs", "1"]
    own = any(each == "--property" or each.startswith("--property=") for each in arguments)
    if names and not own:
        short += [word for name in sorted(names) for word in ("--property", name)]
        if all(path.parent.name == "properties" and path.suffix == ".py" for path in files):
            # Nothing else reads these: the whole check is of them alone.
            whole += [word for name in sorted(names) for word in ("--property", name)]
    return [short, whole]


def without(arguments: Sequence[str], options: Sequence[str]) -> list[str]:
    """The arguments without these options and their values."""
    kept: list[str] = []
    skip = False
    for each in arguments:
        if skip:
            skip = False
        elif each.partition("=")[0] in options:
            skip = each in options and each not in FLAGS
        else:
            kept.append(each)
    return kept
