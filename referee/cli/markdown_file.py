"""``--markdown FILE``: what a command found, for a job's summary or a comment on a change."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from referee.cli.json_file import JsonFile, write_whole
from referee.cli.terminal import say
from referee.cli.values import Output
from referee.kernel.errors import BadInput

F = TypeVar("F", bound=Callable[..., Any])


def markdown_option(command: F) -> F:
    """``--markdown FILE``, given to the command as ``markdown: Path | None``."""
    option = click.option(
        "--markdown",
        type=Output(allow_dash=True),
        metavar="FILE",
        help="Also write it as Markdown to FILE, for a job's summary or a comment; - for standard output in place of "
        "text.",
    )
    return option(command)


def takes_stdout(markdown: Path | None, json_file: JsonFile) -> bool:
    """Whether Markdown or JSON stand on standard output in place of text. BadInput where both should."""
    here = markdown is not None and str(markdown) == "-"
    if here and json_file.takes_stdout:
        raise BadInput("--json - and --markdown - both take standard output: give one of them a file")
    return here or json_file.takes_stdout


def write_markdown(markdown: Path | None, text: str) -> None:
    if markdown is not None and str(markdown) == "-":
        say(*text.rstrip("\n").split("\n"))
    elif markdown is not None:
        write_whole(markdown, text)
