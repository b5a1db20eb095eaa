"""Types of options and arguments. A declared type brings its bounds: a value beyond them is refused in one line that
names the option and what it takes."""

from __future__ import annotations

import math
import os
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from referee.kernel.errors import BadInput
from referee.kernel.input_files import check_path
from referee.play.sanitize import harmless
from referee.pool.cluster import check_address

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _refuse(param: click.Parameter | None, wanted: str, value: object) -> NoReturn:
    raise BadInput(f"{called(param)} takes {wanted}, not {brief(value)}")


def called(param: click.Parameter | None) -> str:
    if param is None:
        return "it"
    return max(param.opts, key=len) if isinstance(param, click.Option) else param.make_metavar(click.Context(_NONE))


_NONE = click.Command("")


def brief(value: object) -> str:
    """A value as an error quotes it."""
    text = str(value)
    return repr(text if len(text) <= 60 else f"{text[:60]}…")


class Whole(click.IntRange):
    """A whole number from ``least`` to ``most``, in decimal digits."""

    name = "whole number"

    def __init__(self, most: int, least: int = 1) -> None:
        super().__init__(least, most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value)
        if not re.fullmatch(r"-?[0-9]{1,18}", text) or not self.min <= int(text) <= self.max:  # type: ignore[operator]
            _refuse(param, f"a whole number from {self.min} to {self.max}", value)
        return int(text)


class Real(click.FloatRange):
    """A finite number from 0, or (``above``) only above it, up to ``most``."""

    name = "number"

    def __init__(self, most: float, *, above: bool = False) -> None:
        super().__init__(0, most, min_open=above)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        assert self.min is not None
        assert self.max is not None
        text = str(value)
        try:
            number = float(text) if len(text) <= 40 and "_" not in text else math.nan
        except ValueError:
            number = math.nan
        if not (self.min < number if self.min_open else self.min <= number) or not number <= self.max:
            _refuse(param, f"a number {'above' if self.min_open else 'from'} {self.min:g} up to {self.max:.12g}", value)
        return number


class Text(click.types.StringParamType):
    """One line of characters that can be printed."""

    name = "text"

    def __init__(self, most: int) -> None:
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        if len(text) > self.most or harmless(text) != text:
            _refuse(param, f"up to {self.most} characters that can be printed", value)
        return text


class Named(Text):
    """The same where shells complete it: ``what`` is a word of ``referee.cli.completion``."""

    def __init__(self, most: int, what: str) -> None:
        super().__init__(most)
        self.what = what

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from referee.cli.completion import offered

        return offered(self.what, ctx, incomplete)


class Address(Text):
    """The address of a Dask scheduler."""

    name = "address"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        check_address(str(value))
        return str(value)


class Input(click.Path):
    """The path of what is read. What it is, is seen when it is read (``referee.kernel.input_files``)."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        check_path(Path(value))
        _keep_apart(Path(value), param, ctx, written=False)
        return Path(value)


class LeftRecord(Input):
    """The record of a match that was left."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from referee.cli.completion import offered

        return offered("left", ctx, incomplete) or super().shell_complete(ctx, param, incomplete)


class Output(click.Path):
    """A file to be written; one that cannot be is refused before the work is done."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if not (self.allow_dash and str(value) == "-"):
            check_writable(str(value), called(param), ", or - for standard output" if self.allow_dash else "")
            _keep_apart(Path(value), param, ctx, written=True)
        return Path(value)


def _keep_apart(path: Path, param: click.Parameter | None, ctx: click.Context | None, *, written: bool) -> None:
    """BadInput where a file that is written is read as well, or written twice."""
    if ctx is None or (path.exists() and not path.is_file()):
        return
    named = ctx.meta.setdefault(f"{__name__}.files", [])
    for other, what, also in named:
        same = path.samefile(other) if path.exists() and other.exists() else path.absolute() == other.absolute()
        if same and (written or also) and what != called(param):
            pair = " and ".join(sorted([called(param), what]))
            raise BadInput(f"cannot write {path if written else other}: {pair} are the same file; name another one")
    named.append((path, called(param), written))


class OutputFolder(click.Path):
    """A folder to be written into; it need not be there."""

    name = "folder"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if not value:
            _refuse(param, "a folder", value)
        check_path(Path(value))
        there = Path(value)
        while not there.exists() and there != there.parent:
            there = there.parent
        if not there.is_dir() or not os.access(there, os.W_OK):
            raise BadInput(f"{called(param)} {value}: {there} is no folder that may be written to")
        return Path(value)


def check_writable(name: str, option: str, more: str = "") -> None:
    """A file that cannot be written is refused before the command does its work."""
    if not name:
        raise BadInput(f"{option} takes a file{more}")
    try:
        check_path(Path(name))
    except BadInput as error:
        raise BadInput(f"{option}: cannot write {error}") from None
    folder = Path(name).parent
    if Path(name).is_dir():
        raise BadInput(f"cannot write {name}: it is a folder")
    if not folder.is_dir():
        raise BadInput(f"cannot write {name}: there is no folder {folder}")
    if not os.access(folder, os.W_OK):
        raise BadInput(f"cannot write {name}: the folder {folder} may not be written to")
    if Path(name).exists() and stat.S_ISSOCK(Path(name).stat().st_mode):
        raise BadInput(f"cannot write {name}: it is a socket")


TEXT, SEED, ADDRESS = Text(20_000), Text(1000), Address(300)
GAME, CLAUSE, PROPERTY = Named(4096, "games"), Named(200, "clauses"), Named(20_000, "properties")
SEATS, METHOD = Named(20_000, "seats"), Named(20_000, "methods")
READING, SETTING = Named(20_000, "readings"), Named(20_000, "settings")
INPUT, OUTPUT, OUTPUT_FOLDER, LEFT_RECORD = Input(), Output(), OutputFolder(), LeftRecord()
PLAYERS, MANY, BLOCKS = Whole(1000), Whole(10_000_000), Whole(10_000_000, 2)
SEAT, QUESTION, TURNS, JOBS = Whole(999, 0), Whole(10**9), Whole(10**9), Whole(1024)
TURN = Whole(10**9, 0)
SECONDS, EFFORT = Real(1e6, above=True), Real(1e4, above=True)
