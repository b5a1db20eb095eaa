"""Options that the commands about rules share."""

from __future__ import annotations

import re

import click

from referee.cli.values import METHOD, TEXT, brief
from referee.kernel.errors import BadInput
from referee.verify.verdicts import Method

METHODS = (Method.FUZZ, Method.EXPLORE, Method.PROVE)


def _players(context: click.Context, option: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    if value is None:
        return None
    match = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", value)
    if match is None or not 1 <= int(match[1]) <= int(match[2] or match[1]) <= 1000:
        raise BadInput(f"--players takes a number from 1 to 1000 or a range such as 2-4, not {brief(value)}")
    return tuple(range(int(match[1]), int(match[2] or match[1]) + 1))


def _methods(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> tuple[Method, ...]:
    if not given:
        return METHODS
    known = {method.value: method for method in METHODS}
    words = [word.strip() for value in given for word in value.split(",")]
    for word in words:
        if word not in known:
            raise BadInput(f"there is no method {brief(word)}; there are {', '.join(known)}")
    return tuple(known[word] for word in dict.fromkeys(words))


players_option = click.option(
    "--players",
    type=TEXT,
    callback=_players,
    metavar="N|N-M",
    help="Numbers of players; a choice of them, if not given.",
)
methods_option = click.option(
    "--method", "methods", type=METHOD, callback=_methods, multiple=True, metavar="LIST",
    help="Some of fuzz,explore,prove; may be repeated.",
)  # fmt: skip
