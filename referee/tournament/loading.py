"""Reads the file that defines a tournament, and refuses what cannot be played, with file, line, key and remedy."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

import msgspec
from msgspec import UnsetType

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.input_files import check_path, read_toml, typed_path
from referee.stats.blocks import MOST_FOR_ALL, Seatings
from referee.tournament.definition import (
    Anytime,
    Defined,
    Definition,
    DoubleElimination,
    Entrant,
    Fixed,
    Gauntlet,
    Ladder,
    LimitsTold,
    RoundRobin,
    SingleElimination,
    Swiss,
)
from referee.tournament.formats import format_of
from referee.tournament.formats.round_robin import BalancedGroups
from referee.tournament.stored_definition import Form, form_of, sides_in
from referee.tournament.toml_lines import Lines


def load_definition(path: Path) -> Defined:
    """Read a tournament's file. BadInput names the file, the line, the key, and what is wanted."""
    data, text = read_toml(path, kind="the definition of a tournament")
    try:
        content = msgspec.convert(data, Definition)
    except msgspec.ValidationError as error:
        number, message = _explained(str(error), data, Lines(text))
        raise BadInput(f"{path}:{number}: {message}") from None
    return _usable(path, content, text)


_KINDS = {"int": "a whole number", "str": "text", "float": "a number", "bool": "true or false",
          "array": "a list", "object": "a table"}  # fmt: skip


def _explained(error: str, data: Any, lines: Lines) -> tuple[int, str]:
    """The line and a message, out of what msgspec says."""
    message, _, where = error.partition(" - at `$")
    place: list[str | int] = [
        int(index) if index else key for key, index in re.findall(r"\.([\w-]+)|\[(\d+)\]", where.rstrip("`"))
    ]
    strange = re.match(r"Object contains unknown field `(.+)`$", message)
    missing = re.match(r"Object missing required field `(.+)`$", message)
    shown = ".".join(str(part) for part in place if isinstance(part, str))
    if strange:
        known = _keys_at(place, data)
        near = get_close_matches(strange[1], known, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
        return lines.of([*place, strange[1]]), f"there is no key {strange[1]!r} here; {hint}"
    if missing:
        return lines.of(place), f"{f'[{shown}]' if shown else 'the tournament'} needs the key {missing[1]!r}"
    for word, meaning in _KINDS.items():
        message = (
            message.replace(f"`{word}`", meaning)
            .replace(f"{word} |", f"{meaning} or")
            .replace(f"| {word}", f"or {meaning}")
        )
    if message.startswith("Invalid value") and place[-1:] in (["kind"], ["rule"]):
        message += f"; there are {', '.join(_FORMATS if place[-1] == 'kind' else _RULES)}"
    elif message.startswith("Invalid enum value"):
        words = ", ".join(_WORDS.get(str(place[-1]), []))
        message = f"{message[len('Invalid enum value ') :]} is none of what it can be: {words}"
    return lines.of(place), f"{shown}: {message[:1].lower()}{message[1:]}".replace("`", "'")


_FORMATS: dict[str, type[msgspec.Struct]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (RoundRobin, Gauntlet, Swiss, SingleElimination, DoubleElimination, Ladder)
}
_RULES: dict[str, type[msgspec.Struct]] = {"fixed": Fixed, "anytime": Anytime}


def _keys_at(place: list[str | int], data: Any) -> list[str]:
    struct: type[msgspec.Struct] = Definition
    more: list[str] = []
    match place[:1]:
        case ["entrant"]:
            struct = Entrant
        case ["limits"]:
            struct = LimitsTold
        case ["format"]:
            struct, more = _FORMATS[data["format"]["kind"]], ["kind"]
        case ["stop"]:
            struct, more = _RULES[data["stop"]["rule"]], ["rule"]
    return [*more, *struct.__struct_encode_fields__]


_WORDS = {
    "seatings": [each.value for each in Seatings],
    "measure": ["ranks", "payoffs", "together"],
    "when": ["leader", "order"],
    "lifetime": ["match", "block", "tournament"],
    "groups": ["all", "balanced"],
}


# -- what a schema cannot say -----------------------------------------------------------------------------


def _usable(path: Path, content: Definition, text: str) -> Defined:
    lines = Lines(text)

    def wrong(place: tuple[str | int, ...], message: str) -> NoReturn:
        raise BadInput(f"{path}:{lines.of(place)}: {message}")

    try:
        rules = find_game(_game_name(content.game, path.resolve().parent))
    except BadInput as error:
        wrong(("game",), str(error))
    players = max(2, rules.fewest_players) if isinstance(content.players, UnsetType) else content.players
    if players < 2:
        wrong(("players",), "players: a match of a tournament has at least two")
    for table, given in (("readings", {"readings": content.readings}), ("settings", {"settings": content.settings})):
        for key, value in given[table].items():
            try:
                rules(None, **{table: {key: value}})  # type: ignore[arg-type]
            except BadInput as error:
                wrong((table, key), str(error))
    try:
        game = rules(players, readings=content.readings, settings=content.settings)
    except BadInput as error:
        wrong(("players",), str(error))
    _no_undefined(game, content, wrong)
    content = _measured(content, game, wrong)
    fits(content, game, wrong)
    return Defined(path, content, game, text)


def _game_name(game: str, folder: Path) -> str:
    if re.search(r"[./\\~]", game):
        path = folder / typed_path(game)
        check_path(path)
        return str(path.resolve())
    return game


Wrong = Callable[[tuple[str | int, ...], str], NoReturn]


def _no_undefined(game: Game[Any], content: Definition, wrong: Wrong) -> None:
    """A reading without a rule would stop a match in the middle: refused beforehand."""
    for slug, value in game.readings.items():
        if value == "undefined":
            reading = game.register[slug]
            key = next((each for each in (slug, reading.id) if each in content.readings), slug)
            others = ", ".join(each for each in reading.alternatives if each != "undefined")
            wrong(("readings", key), f"reading {slug}=undefined has no rule, so no tournament: choose one of {others}")


def _measured(content: Definition, game: Game[Any], wrong: Wrong) -> Definition:
    """Check what counts: in a co-operative game all have one rank, and only the score can count."""
    own = "together" if game.cooperative else "ranks"
    measure = own if isinstance(content.measure, UnsetType) else content.measure
    if game.cooperative and measure != "together":
        wrong(("measure",), f"measure: {game.name} is co-operative, all have the same {measure}: write 'together'")
    if not game.cooperative and measure == "together":
        wrong(("measure",), f"measure: {game.name} is not co-operative: write 'ranks' or 'payoffs'")
    return msgspec.structs.replace(content, measure=measure)


def fits(content: Definition, game: Form, wrong: Wrong) -> None:
    """Calls ``wrong`` where these entrants cannot meet in this way at a game of that form."""
    _names(content, wrong)
    _fits(content, game, wrong)


def _names(content: Definition, wrong: Wrong) -> None:
    seen: dict[str, int] = {}
    for number, entrant in enumerate(content.entrant):
        name = entrant.called
        if name in seen:
            wrong(
                ("entrant", number, "seat" if isinstance(entrant.name, UnsetType) else "name"),
                f"two entrants are called {name!r} (entrants {seen[name] + 1} and {number + 1}): give one another name",
            )
        seen[name] = number
        if entrant.seat == "human":
            wrong(("entrant", number, "seat"), "a person cannot be an entrant: 'referee play' has human seats")
    if isinstance(content.format, Gauntlet):
        for name in content.format.challengers:
            if name not in seen:
                near = get_close_matches(name, seen, 1)
                wrong(
                    ("format", "challengers"),
                    f"challengers: there is no entrant {name!r}" + (f"; did you mean {near[0]}?" if near else ""),
                )
        if len(set(content.format.challengers)) == len(seen):
            wrong(("format", "challengers"), "challengers: everybody is one; a round robin is meant")


def _fits(content: Definition, game: Form, wrong: Wrong) -> None:
    entrants, players = len(content.entrant), sides_in(game)
    side = "players" if players == game.players else "teams"
    if entrants < players and content.measure != "together":
        wrong(
            ("entrant", entrants - 1) if entrants else ("entrant",),
            f"{entrants} entrant{'' if entrants == 1 else 's'} for a match of {players} {side}: "
            "add entrants (a bot may enter twice under two names)",
        )
    if content.seatings is Seatings.ALL and players > MOST_FOR_ALL:
        wrong(("seatings",), f"seatings: all permutations of {players} players are too many: use balanced")
    if isinstance(content.format, SingleElimination | DoubleElimination):
        if players != 2:
            wrong(("players",), f"an elimination has ties of two; with {players} at a table, a Swiss is possible")
        if content.apart:
            wrong(("apart",), "apart: an elimination cannot keep bots apart; the other formats can")
    _can_stop(content, game, wrong)
    if content.apart:
        _can_be_apart(content, game, wrong)


def _can_stop(content: Definition, game: Form, wrong: Wrong) -> None:
    if isinstance(content.stop, Fixed):
        return
    if not isinstance(content.format, RoundRobin) or content.format.groups != "all" or content.apart:
        wrong(
            ("stop", "rule"),
            "stop: the anytime rule compares entrants who met the same opponents in every round: "
            "it needs a round robin of all tables, with nobody kept apart",
        )
    if content.measure == "together":
        wrong(("stop", "rule"), "stop: the anytime rule looks for the strongest, and a co-operative game has none")
    if content.measure == "payoffs" and isinstance(content.stop.bound, UnsetType) and game.payoff_bounds() is None:
        wrong(("stop",), f"stop: payoffs of {game.name} have no bound: give bound, to which they are clipped")


def _can_be_apart(content: Definition, game: Form, wrong: Wrong) -> None:
    made = format_of(form_of(content, game))
    if isinstance(made, BalancedGroups):
        if made.crowded is not None:
            wrong(("apart",), f"apart: {made.crowded} has too many bots to be kept apart at tables of {sides_in(game)}")
    elif not isinstance(content.format, RoundRobin | Gauntlet):
        authors = len({each.whose or number for number, each in enumerate(content.entrant)})
        if authors < sides_in(game):
            wrong(("apart",), "apart: no table is left whose bots are all of different authors")
    elif not made.wanted:
        wrong(("apart",), "apart: no table is left whose bots are all of different authors")
