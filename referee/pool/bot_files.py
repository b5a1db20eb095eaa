"""Programs of isolated bots, out of what is named on a command line, in a tournament's file or in a ``bot.toml``.

What a bot's folder names is a stranger's word: ``Named.of`` alone makes files of it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game, folders_of
from referee.kernel.input_files import check_path, parse_toml, read_bytes
from referee.play.bot_loading import budget_of, find_bot
from referee.play.policies import POLICY, policy_file
from referee.play.seats import OBJECT
from referee.pool.image import images, interpreter
from referee.pool.packages import with_needed
from referee.pool.program import GAME, PACKAGE, PLACE, PYTHON, SHIPPED, Program, python_program, strange_name

MOST_BYTES = 16 << 20
"""The size of a bot's own files together."""
MOST_FILES = 200
MOST_SHARED = 50
"""Folders."""
MOST_WORDS = 100_000
"""Bytes of a command."""
_OF_SYSTEM = ("/usr/", "/bin/", "/sbin/", "/opt/")
_KEYS = ("entry", "interpreter", "files", "shared", "packages")
_EXAMPLES = {"files": "more.py", "shared": "/usr/share/perl5", "packages": "numpy"}


def program_of(form: str, game: str, folders: list[Path], *, builtin: bool = False) -> Program | None:
    """The program of an isolated bot; None for a seat in the referee's process. BadInput where there is none."""
    if form in ("random", "human") or form.startswith(("trusted:", OBJECT)):
        return None
    if form.startswith("cmd:"):
        return _command(form.removeprefix("cmd:"), form)
    if form.endswith(".py") or "/" in form or "\\" in form:
        path = Path(form)
        check_path(path)
        return _folder(path, form) if os.path.isdir(path) else _file(path, form)
    if builtin and budget_of(form)[1] is not None:
        raise BadInput(f"{form}: a bot in a jail has the budget that its file says: leave the number out")
    return _file(find_bot(form, game, folders), form) if builtin else None


# -- a file, a folder -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Named:
    """A file that a bot's folder names: where it lies, and what it is called in the jail, below the bot's place."""

    file: Path
    name: str

    @staticmethod
    def of(folder: Path, name: str, form: str) -> Named:
        """BadInput unless the name goes straight down from the folder, over no link, to an ordinary file."""
        name = name.removeprefix("./")
        if why := strange_name(name):
            raise BadInput(f"{form}: bot.toml names {name[:80]!r}, which {why}: name files of the bot's folder")
        file = folder
        for part in name.split("/"):
            file = file / part
            if os.path.islink(file):
                raise BadInput(f"{form}: {name!r} leads over a link ({part}): put a copy of the file there")
        return Named(file, name)

    def read(self, form: str) -> bytes:
        """The content of the file. A replacement that comes meanwhile is not followed."""
        return _content(self.file, form, follow=False)


def _content(path: Path, form: str, *, follow: bool = True) -> bytes:
    return read_bytes(
        path,
        MOST_BYTES,
        label=form if form.endswith(path.name) else f"{form}: {path.name}",
        kind="a bot's file",
        follow=follow,
    )


def _file(path: Path, form: str) -> Program:
    # In the jail it has another name where its own is none that a file may have there.
    name = "bot.py" if strange_name(path.name) else path.name
    return python_program(name, [(name, _content(path, form))])


def _folder(path: Path, form: str) -> Program:
    """A folder with ``bot.toml``: ``entry``, ``interpreter`` (Python, if none is named), ``files``,
    ``shared`` and, of a Python bot, ``packages``."""
    settings = _bot_toml(path, form)
    entry = settings.get("entry")
    if not isinstance(entry, str):
        raise BadInput(f'{form}: bot.toml names the file of the bot, entry = "bot.py", and others in files = […]')
    names, shared, packages = (_texts(settings, each, form) for each in ("files", "shared", "packages"))
    if len(names) >= MOST_FILES:
        raise BadInput(f"{form}: bot.toml names {len(names)} files; {MOST_FILES} are allowed: pack data into fewer")
    files: dict[str, bytes] = {}
    for name in (entry, *names):
        named = Named.of(path, name, form)
        files[named.name] = named.read(form)
        if sum(map(len, files.values())) > MOST_BYTES:
            raise BadInput(
                f"{form}: its files have more than {MOST_BYTES >> 20} MiB together: leave out what it can do without"
            )
    entry = next(iter(files))
    language = settings.get("interpreter")
    if language is None:
        needed = with_needed(packages, form)
        return replace(python_program(entry, list(files.items()), needed), shared=_shared(shared, form))
    if packages:
        raise BadInput(f"{form}: bot.toml wants packages of Python, and its interpreter is another: leave one out")
    if not isinstance(language, str) or "/" in language or strange_name(language):
        raise BadInput(f'{form}: bot.toml names a program of the system, interpreter = "node", by its name alone')
    program = _of_system(language, form)
    return replace(
        program,
        command=(*program.command, f"{PLACE}/{entry}"),
        files=tuple((f"{PLACE}/{name}", content) for name, content in files.items()),
        shared=_shared(shared, form),
    )


def _bot_toml(path: Path, form: str) -> dict[str, Any]:
    if not os.path.lexists(path / "bot.toml"):
        raise BadInput(f'{form}: the folder of a bot has a file bot.toml, which says entry = "bot.py"; there is none')
    try:
        told = parse_toml(Named.of(path, "bot.toml", form).read(form).decode(), f"{form}: bot.toml")
    except UnicodeDecodeError as error:
        raise BadInput(f"{form}: bot.toml: cannot be read: {error}") from None
    strange = sorted(set(told) - {*_KEYS})
    if strange:
        raise BadInput(f"{form}: bot.toml has {strange[0][:80]!r}, which means nothing; it has {', '.join(_KEYS)}")
    return told


def _texts(settings: dict[str, Any], key: str, form: str) -> list[str]:
    found = settings.get(key, [])
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise BadInput(f'{form}: bot.toml: {key} is a list of texts, {key} = ["{_EXAMPLES[key]}"]')
    return found


def _shared(folders: list[str], form: str) -> tuple[str, ...]:
    """Folders of the system that a language needs. Only of ``/usr``: nothing of the user's lies there."""
    if len(folders) > MOST_SHARED:
        raise BadInput(f"{form}: bot.toml shares {len(folders)} folders; {MOST_SHARED} are allowed")
    for folder in folders:
        there = os.path.isdir(folder) and os.path.realpath(folder) == folder
        if not folder.startswith("/usr/") or strange_name(folder[1:]) or not there:
            raise BadInput(f"{form}: bot.toml shares {folder[:80]!r}: it is to be a folder below /usr, over no link")
    return tuple(folders)


# -- a command --------------------------------------------------------------------------------------------


def _command(words: str, form: str) -> Program:
    """``cmd:PROGRAM ARGS``: arguments that name files are put into the jail, next to each other."""
    try:
        parts = shlex.split(words)
    except ValueError as error:
        raise BadInput(f"{form}: {error}") from None
    if len(words.encode(errors="replace")) > MOST_WORDS or "\0" in words:
        raise BadInput(f"{form[:80]}…: no more than {MOST_WORDS} bytes, and no null byte, can be given to a program")
    if not parts:
        raise BadInput(f"{form}: cmd: is followed by a program and its arguments")
    first = Path(parts[0])
    if "/" in parts[0] and os.path.isfile(first) and not first.resolve().is_relative_to("/usr"):
        program = _own_program(first, form)
    else:
        program = _of_system(parts[0], form)
    files: dict[str, bytes] = {}
    command: list[str] = []
    for part in parts[1:]:
        path = Path(part)
        if not os.path.isfile(path):
            command.append(part)
            continue
        if path.name in files:
            raise BadInput(f"{form}: two files are called {path.name}")
        if why := strange_name(path.name):
            raise BadInput(f"{form}: the name of the file {path.name[:80]!r} {why}: give it another")
        files[path.name] = _content(path, form)
        command.append(f"{PLACE}/{path.name}")
    return replace(
        program,
        command=(*program.command, *command),
        files=(*program.files, *((f"{PLACE}/{name}", each) for name, each in files.items())),
    )


def _own_program(path: Path, form: str) -> Program:
    """One that lies among the user's files."""
    if os.path.realpath(path) == interpreter():
        return Program((PYTHON,), python=True)
    if why := strange_name(path.name):
        raise BadInput(f"{form}: the name of the program {path.name[:80]!r} {why}: give it another")
    there = f"/program/{path.name}"
    return _with_program(Program((there,), programs=((str(path.resolve()), there),)))


def _of_system(name: str, form: str) -> Program:
    """A program that is found where the system looks for programs; this Python brings its library."""
    found = shutil.which(name)
    if found is None:
        raise BadInput(f"{form}: there is no program {name!r}")
    if os.path.realpath(found) == interpreter():
        return Program((PYTHON,), python=True)
    found = os.path.abspath(found)
    # One of the user's own may lie where the jail has a folder of its own, such as /tmp.
    there = found if found.startswith(_OF_SYSTEM) else f"/program/{os.path.basename(found)}"
    return _with_program(Program((there,), programs=((found, there),)))


def _with_program(program: Program) -> Program:
    """The same, looked at whether it can be run in a jail: what it needs is copied there."""
    if sys.platform.startswith("linux"):
        images(program)
    return program


# -- rules ------------------------------------------------------------------------------------------------


def with_rules(program: Program, game: type[Game[Any]]) -> Program:
    """A Python bot that imagines plays by the rules: its jail has those of its game, and its policy
    (``referee.play.policies``) where there is one."""
    if not program.python:
        return program
    home = folders_of(game)[-1].resolve()
    shipped = home.is_relative_to(PACKAGE)
    names = {path.relative_to(home).as_posix(): path for path in _rule_files(game, home)}
    # As with a bot's file: a folder whose name is none that is allowed there has another one in the jail.
    folder = "rules" if any(strange_name(f"{home.name}/{name}") for name in names) else home.name
    place = f"{SHIPPED}/referee/games/{folder}" if shipped else f"{GAME}/{folder}"
    files = [(f"{place}/{name}", read_bytes(path, kind="rule text")) for name, path in names.items()]
    if policy := policy_file(game):
        files.append((f"{place}/bots/{POLICY}.py", read_bytes(policy, kind="a bot")))
    told = ("REFEREE_GAMES", f"{SHIPPED}/referee/games") if shipped else ("REFEREE_GAME", place)
    return replace(program, files=(*program.files, *files), environment=(*program.environment, told))


def _rule_files(game: type[Game[Any]], home: Path) -> Iterator[Path]:
    """The modules of its folder that its rules have loaded, its rulebook and its readings."""
    package = game.__module__.rpartition(".")[0] or game.__module__
    found = {
        Path(file).resolve()
        for name, module in list(sys.modules.items())
        if (name == package or name.startswith(f"{package}.")) and (file := getattr(module, "__file__", None))
    }
    found |= {home / name for name in ("rulebook.md", "readings.toml")}
    return (path for path in sorted(found) if path.is_relative_to(home) and path.is_file())
