"""Options that the commands about rules share."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from referee.cli.json_file import check_writable
from referee.kernel.errors import BadInput
from referee.verify.verdicts import Method

METHODS = (Method.FUZZ, Method.EXPLORE, Method.PROVE)


class Output(click.Path):
    """A file to be written; one that cannot be is refused before the work is done."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        check_writable(str(value), param.opts[0] if param else "the option")
        return Path(value)


OUTPUT = Output()


def _players(context: click.Context, option: click.Parameter, given: str | None) -> tuple[int, ...] | None:
    if given is None:
        return None
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", given)
    if match is None or int(match[1]) > int(match[2] or match[1]):
        raise BadInput(f"--players takes a number or a range such as 2-4, not {given!r}")
    return tuple(range(int(match[1]), int(match[2] or match[1]) + 1))


def _methods(context: click.Context, option: click.Parameter, given: str | None) -> tuple[Method, ...]:
    if given is None:
        return METHODS
    known = {method.value: method for method in METHODS}
    words = [word.strip() for word in given.split(",")]
    for word in words:
        if word not in known:
            raise BadInput(f"there is no method {word!r}; there are {', '.join(known)}")
    return tuple(known[word] for word in words)


players_option = click.option(
    "--players", callback=_players, metavar="N|N-M", help="Numbers of players; a choice of them, if not given."
)
methods_option = click.option(
    "--method", "methods", callback=_methods, metavar="LIST", help="Some of fuzz,explore,prove."
)
