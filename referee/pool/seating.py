"""Seats from the words of a command line or a tournament file, isolated where they have to be.

    with SeatFactory("bots/mine.py", game, folders, limits=Limits(move=2), lifetime=Lifetime.BLOCK) as factory:
        for ...:                                                 # a block
            for ...:                                             # a match
                seat = factory.seat(seat_rng(secret, number))    # one for each place it takes in the match
                play_match(game, [seat, ...], secret=secret)
                factory.give_back(seat)
            factory.end_block()

A factory loads and checks its bot once (BadInput in one line). Its ``lifetime`` says how long the process of an
isolated bot lives. One process serves one seat at a time: there are as many as seats are in use, and a seat that
was given back is used again. ``close`` ends all of them.
"""

from __future__ import annotations

import os
import random
import shlex
import shutil
import stat
import tomllib
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.play.bot import Bot
from referee.play.seats import Seat, find_bot, seat_maker
from referee.pool.isolated import IsolatedSeat
from referee.pool.jail import Isolation, isolation
from referee.pool.limits import Limits
from referee.pool.program import PACKAGE, PLACE, Program, python_program
from referee.pool.selftest import measured

MOST_BYTES = 16 << 20
"""Of a bot's own files together."""
MOST_FILES = 200


class Lifetime(Enum):
    """How long a process of an isolated bot lives, unless the bot is at fault: then it ends at once.

    What a bot remembers from match to match lives as long, and may make matches depend on each other.
    """

    MATCH = "match"
    BLOCK = "block"
    """Until ``SeatFactory.end_block``."""
    TOURNAMENT = "tournament"
    """Until the factory is closed."""


class SeatFactory:
    """See the module's docstring. ``form`` is what the command line says: ``random``, ``trusted:PATH``, …"""

    def __init__(
        self,
        form: str,
        game: type[Game[Any]],
        folders: list[Path],
        *,
        limits: Limits | None = None,
        isolated: bool = True,
        isolate_builtin: bool = False,
        lifetime: Lifetime = Lifetime.MATCH,
        human: Callable[[], Bot] | None = None,
        program: Program | None = None,
    ) -> None:
        """``isolated`` false is ``--no-isolation``: a process of its own, unconfined.

        ``program`` is what ``program_of`` gave for the form, perhaps earlier and elsewhere.

        ``isolate_builtin`` puts built-in bots (but for ``random``, which is the referee's own) into jails too.
        """
        self.form, self.limits, self.lifetime = form, limits or Limits(), lifetime
        self._free: list[IsolatedSeat] = []
        self._made: list[IsolatedSeat] = []
        self.program = program or program_of(form, game.name, folders, builtin=isolate_builtin)
        if self.program is None:
            self._maker = seat_maker(form, game.name, folders, human)
            self.kind = Isolation.NONE
        else:
            self.program = _with_rules(self.program, game)
            self.kind = isolation() if isolated else Isolation.NONE

    def seat(self, rng: random.Random) -> Seat:
        """A seat for one match. ``rng`` is the chance of a bot in this process; an isolated one gets a seed."""
        if self.program is None:
            return self._maker(rng)
        if self._free:
            return self._free.pop()
        seat = IsolatedSeat(
            self.form, self.program, self.limits, self.kind, lasting=self.lifetime is not Lifetime.MATCH
        )
        seat.isolation = measured(self.kind).told
        self._made.append(seat)
        return seat

    def give_back(self, seat: Seat) -> None:
        """The match is over: the seat, and its process if that is lasting, may be used in another."""
        if isinstance(seat, IsolatedSeat) and seat in self._made and seat not in self._free:
            self._free.append(seat)

    def end_block(self) -> None:
        """A block of matches is over: processes that live for one block end."""
        if self.lifetime is Lifetime.BLOCK:
            for seat in self._made:
                seat.close()

    def close(self) -> None:
        for seat in self._made:
            seat.close()
        self._made, self._free = [], []

    def __enter__(self) -> SeatFactory:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def program_of(form: str, game: str, folders: list[Path], *, builtin: bool = False) -> Program | None:
    """The program of an isolated bot; None for a seat in the referee's process. BadInput where there is none."""
    if form in ("random", "human") or form.startswith("trusted:"):
        return None
    if form.startswith("cmd:"):
        return _command(form.removeprefix("cmd:"), form)
    if form.endswith(".py") or "/" in form or "\\" in form:
        path = Path(form)
        return _folder(path, form) if path.is_dir() else _file(path, form)
    return _file(find_bot(form, game, folders), form) if builtin else None


def _with_rules(program: Program, game: type[Game[Any]]) -> Program:
    """A bot that imagines plays by the rules: those of a game that does not come with this package are shown."""
    folder = rules_of(game).folder.resolve()
    if folder.is_relative_to(PACKAGE):
        return program
    there = f"/game/{folder.name}"
    return replace(
        program,
        shown=(*program.shown, (folder, there)),
        environment=(*program.environment, ("REFEREE_GAME", there)),
    )


def _file(path: Path, form: str) -> Program:
    return python_program(path.name, [(path.name, _read(path, form))])


def _folder(path: Path, form: str) -> Program:
    """A folder with ``bot.toml``: ``entry``, ``interpreter`` (Python, if none is named) and ``files``."""
    if not (path / "bot.toml").exists() and not (path / "bot.toml").is_symlink():
        raise BadInput(f'{form}: the folder of a bot has a file bot.toml, which says entry = "bot.py"; there is none')
    try:
        told = tomllib.loads(_read(_inside(path, "bot.toml", form), form).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"{form}: bot.toml cannot be read: {error}") from None
    strange = sorted(set(told) - {"entry", "interpreter", "files"})
    if strange:
        raise BadInput(f"{form}: bot.toml has {strange[0]!r}, which means nothing; it has entry, interpreter, files")
    entry, names = told.get("entry"), told.get("files", [])
    if not isinstance(entry, str) or not isinstance(names, list) or not all(isinstance(each, str) for each in names):
        raise BadInput(f'{form}: bot.toml names the file of the bot, entry = "bot.py", and others in files = […]')
    if len(names) >= MOST_FILES:
        raise BadInput(f"{form}: bot.toml names {len(names)} files; {MOST_FILES} are allowed: pack data into fewer")
    files: dict[str, bytes] = {}
    for name in (entry, *names):
        files[os.path.normpath(name)] = _read(_inside(path, name, form), form)
        if sum(map(len, files.values())) > MOST_BYTES:
            raise BadInput(
                f"{form}: its files have more than {MOST_BYTES >> 20} MiB together: leave out what it can do without"
            )
    entry, interpreter = os.path.normpath(entry), told.get("interpreter")
    if interpreter is None:
        return python_program(entry, list(files.items()))
    words = [_found(str(interpreter), form), f"{PLACE}/{entry}"]
    return Program(tuple(words), tuple((f"{PLACE}/{name}", content) for name, content in files.items()))


def _inside(folder: Path, name: str, form: str) -> Path:
    """A file of a bot's folder; BadInput where the name, or a link, leads out of it."""
    try:
        found = (folder / name).resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise BadInput(f"{form}: bot.toml names {name!r}, which leads nowhere: {error}") from None
    if not found.is_relative_to(folder.resolve()) or os.path.isabs(name):
        raise BadInput(f"{form}: {name!r} leads out of the bot's folder: put a copy of the file into it")
    return found


def _command(words: str, form: str) -> Program:
    """``cmd:PROGRAM ARGS``: arguments that name files are put into the jail, next to each other."""
    try:
        parts = shlex.split(words)
    except ValueError as error:
        raise BadInput(f"{form}: {error}") from None
    if not parts:
        raise BadInput(f"{form}: cmd: is followed by a program and its arguments")
    files: dict[str, bytes] = {}
    shown: list[tuple[Path, str]] = []
    command: list[str] = []
    for number, part in enumerate(parts):
        path = Path(part)
        if number == 0 and not ("/" in part and path.is_file() and not path.resolve().is_relative_to("/usr")):
            command.append(_found(part, form))
        elif path.is_file() and number == 0:
            # A program has to keep its permission to be run: it is shown, not copied.
            shown.append((path.resolve(), f"/program/{path.name}"))
            command.append(f"/program/{path.name}")
        elif path.is_file():
            if path.name in files:
                raise BadInput(f"{form}: two files are called {path.name}")
            files[path.name] = _read(path, form)
            command.append(f"{PLACE}/{path.name}")
        else:
            command.append(part)
    return Program(tuple(command), tuple((f"{PLACE}/{name}", each) for name, each in files.items()), tuple(shown))


def _found(program: str, form: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise BadInput(f"{form}: there is no program {program!r}")
    return path


def _read(path: Path, form: str) -> bytes:
    """What an ordinary file has. A pipe or a device would make us wait, or never end."""
    try:
        kind = path.stat()
        if not stat.S_ISREG(kind.st_mode):
            what = "a folder" if stat.S_ISDIR(kind.st_mode) else "a pipe, a socket or a device"
            raise BadInput(f"{form}: {path.name} is {what}: a bot's files are ordinary files")
        if kind.st_size > MOST_BYTES:
            raise BadInput(f"{form}: {path.name} has more than {MOST_BYTES >> 20} MiB")
        with path.open("rb") as file:
            return file.read(MOST_BYTES)
    except FileNotFoundError:
        raise BadInput(f"{form}: there is no file {path.name}") from None
    except (OSError, RuntimeError, ValueError) as error:
        raise BadInput(f"{form}: {path.name!r} cannot be read: {getattr(error, 'strerror', None) or error}") from None
