"""Options that say which form of a game is meant: readings and settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import click

from referee.cli.values import READING, SETTING, brief
from referee.kernel.errors import BadInput
from referee.kernel.game import Game

F = TypeVar("F", bound=Callable[..., Any])


def form_options(command: F) -> F:
    """``--reading`` and ``--set``, given to the command as ``readings`` and ``settings``: values by name."""
    setting = click.option(
        "--set", "settings", type=SETTING, callback=_pairs, multiple=True, metavar="NAME=VALUE",
        help="A parameter of the game ('referee games' names them); a list has commas.",
    )  # fmt: skip
    reading = click.option(
        "--reading", "readings", type=READING, callback=_pairs, multiple=True, metavar="NAME=VALUE",
        help="How to read a point that the rulebook leaves open ('referee rules GAME --readings').",
    )  # fmt: skip
    return reading(setting(command))


def _pairs(context: click.Context, option: click.Parameter, values: tuple[str, ...]) -> Mapping[str, str]:
    """BadInput for what is no NAME=VALUE, and where a name is given two values."""
    found: dict[str, str] = {}
    for each in values:
        name, sign, value = (part.strip() for part in each.partition("="))
        if not sign or not name or not value:
            raise BadInput(f"{option.opts[0]} takes NAME=VALUE, not {brief(each)}")
        if found.setdefault(name, value) != value:
            raise BadInput(f"{option.opts[0]} {name} is given twice: {found[name]} and {value}")
    return found


def form_fields(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """What a report says of the form of a game."""
    readings = [f"{slug}={value} ({game.register[slug].id})" for slug, value in game.unusual_readings.items()]
    if game.readings:
        yield "readings", "; ".join([*readings, "all others default"]) if readings else "all default"
    settings = game.unusual_settings
    if settings:
        told = (f"{k}={','.join(v) if isinstance(v, tuple) else v}" for k, v in settings.items())
        yield "settings", "; ".join([*told, "all others default"])
