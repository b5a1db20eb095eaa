"""``--json FILE``: what a command found, in a versioned schema (docs/json.md)."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click

from referee.cli.terminal import say
from referee.cli.values import Output
from referee.kernel.errors import BadInput
from referee.play.sanitize import harmless

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class JsonFile:
    """The target of the JSON: a file, standard output in place of text (``-``), or nowhere (no ``--json``)."""

    name: str | None

    @property
    def takes_stdout(self) -> bool:
        return self.name == "-"

    def write(self, schema: str, document: Mapping[str, Any]) -> None:
        """Write it whole or not at all; BadInput where it cannot be written."""
        if self.name is None:
            return
        # JSON is UTF-8; on a terminal that is not, every other character is escaped.
        escaped = self.takes_stdout and (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
        text = seen_json(json.dumps({"schema": schema, **document}, indent=2, ensure_ascii=escaped))
        if self.takes_stdout:
            say(*text.split("\n"))
        else:
            write_whole(Path(self.name), f"{text}\n")


def json_option(command: F) -> F:
    """``--json FILE``, given to the command as ``json_file: JsonFile``."""
    option = click.option(
        "--json",
        "json_file",
        type=Output(allow_dash=True),
        callback=_json_file,
        metavar="FILE",
        help="Also write it as JSON to FILE; - for standard output in place of text.",
    )
    return option(command)


def _json_file(context: click.Context, option: click.Parameter, name: Path | None) -> JsonFile:
    return JsonFile(None if name is None else str(name))


def seen_json(text: str) -> str:
    """The same JSON, with escapes in its strings for what does not show or is no character."""
    return "\n".join([line if harmless(line) == line else _seen(line) for line in text.split("\n")])


def _seen(line: str) -> str:
    return "".join([each if harmless(each) == each else json.dumps(each)[1:-1] for each in line])


def write_whole(path: Path, text: str) -> None:
    """Replace a file's text; BadInput, and the file as it was, where that fails."""
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        draft = path  # a pipe or a device: nothing can be put in its place
    else:
        draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with opened(draft) as file:
            file.write(text)
        if draft != path:
            if path.exists():
                shutil.copymode(path, draft)
            os.replace(draft, path)
    except OSError as error:
        if draft != path:
            draft.unlink(missing_ok=True)
        raise BadInput(f"cannot write {path}: {error.strerror}") from None


def opened(path: Path) -> TextIO:
    """A file to be written from its beginning; OSError for a pipe that nobody reads, where one would wait."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NONBLOCK", 0), 0o666)
    os.set_blocking(handle, True)
    return open(handle, "w", encoding="utf-8", newline="")
