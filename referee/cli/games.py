"""``referee games``: what there is."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click

from referee.cli.json_file import JsonFile, json_option
from referee.cli.terminal import Terminal, complain, say
from referee.games.registry import GameEntry, games
from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.kernel.parameters import Parameter
from referee.kernel.rulebook import load_rulebook


@dataclass(frozen=True, slots=True)
class Listed:
    """A game that can be used. ``name`` is what commands take."""

    name: str
    title: str
    origin: str
    fewest_players: int
    most_players: int
    clauses: int
    readings: int
    alternatives: int
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """A game that cannot be used, and why."""

    name: str
    origin: str
    error: str


def listed(entry: GameEntry) -> Listed | Refused:
    try:
        game: type[Game[Any]] = entry.load()
        rules = rules_of(game)
        book = load_rulebook(rules.folder / "rulebook.md")
    except BadInput as error:
        return Refused(entry.name, entry.origin, str(error))
    return Listed(
        entry.name,
        game.title,
        entry.origin,
        game.fewest_players,
        game.most_players,
        len(book.clauses),
        len(rules.readings),
        sum(len(reading.alternatives) for reading in rules.readings.values()),
        game.parameters,
    )


@click.command()
@json_option
def command(json_file: JsonFile) -> int:
    """The shipped games, those of other packages, and those of this folder."""
    found = [listed(entry) for entry in games(Path.cwd())]
    good = [each for each in found if isinstance(each, Listed)]
    refused = [each for each in found if isinstance(each, Refused)]
    json_file.write(
        "referee.games/1",
        {
            "games": [game_as_json(each) for each in good],
            "refused": [asdict(each) for each in refused],
        },
    )
    if not json_file.takes_stdout:
        show(good, Terminal.of(sys.stdout))
    for each in refused:
        complain(f"{each.name}: {each.error}")
    return 0


def show(good: list[Listed], terminal: Terminal) -> None:
    rows = [
        (
            each.name,
            each.title,
            f"{each.fewest_players}–{each.most_players}",
            each.clauses,
            f"{each.readings} / {each.alternatives}" if each.readings else "none",
            ", ".join(parameter.name for parameter in each.parameters) or "none",
        )
        for each in good
    ]
    headings = ("game", "title", "players", "clauses", "readings", "parameters")
    say(*terminal.table(headings, rows, right=(2, 3, 4)).split("\n"), "")
    note = "readings: points that the rulebook leaves open / ways to read them (referee rules GAME --readings)"
    say(*terminal.wrapped(note))


def game_as_json(each: Listed) -> dict[str, Any]:
    return {
        "name": each.name,
        "title": each.title,
        "origin": each.origin,
        "players": {"fewest": each.fewest_players, "most": each.most_players},
        "clauses": each.clauses,
        "readings": each.readings,
        "alternatives": each.alternatives,
        "parameters": [parameter_as_json(parameter) for parameter in each.parameters],
    }


def parameter_as_json(parameter: Parameter) -> dict[str, Any]:
    described = {"name": parameter.name, "default": parameter.default, "meaning": parameter.meaning}
    if isinstance(parameter.default, int):
        return {**described, "least": parameter.least, "most": parameter.most}
    return {**described, "words": parameter.words}
