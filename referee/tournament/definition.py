"""What a tournament is: the TOML file that defines it, checked key by key.

``schema.json`` beside this module is the same as a JSON Schema, for editors.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

import msgspec
from msgspec import UNSET, Meta, UnsetType

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.stats.blocks import MOST_FOR_ALL, Seatings
from referee.tournament.toml_lines import Lines

SCHEMA_FILE = Path(__file__).with_name("schema.json")

Positive = Annotated[int, Meta(ge=1)]
Name = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f,]*$")]


class _Kind(msgspec.Struct, frozen=True, tag_field="kind", rename="kebab", forbid_unknown_fields=True):
    pass


class RoundRobin(_Kind, frozen=True, tag="round-robin"):
    """Every table that so many entrants can make meets."""

    blocks: Annotated[Positive, Meta(description="blocks that each table plays")] = 20


class Gauntlet(_Kind, frozen=True, tag="gauntlet"):
    """The challengers meet all others; these do not meet without one of them."""

    challengers: Annotated[list[Name], Meta(min_length=1, description="names of entrants")]
    blocks: Annotated[Positive, Meta(description="blocks that each table plays")] = 20


Format = RoundRobin | Gauntlet


class Entrant(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Who takes part."""

    seat: Annotated[str, Meta(min_length=1, description="a built-in bot, or trusted:PATH (relative to this file)")]
    name: Annotated[Name, Meta(description="what results call it; the seat, if not given")] | UnsetType = UNSET
    author: Annotated[Name, Meta(description="whose it is")] | UnsetType = UNSET

    @property
    def called(self) -> str:
        return self.seat if isinstance(self.name, UnsetType) else self.name


class Definition(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True, kw_only=True):
    """A tournament. Every key that is not said has the value given here."""

    game: Annotated[str, Meta(min_length=1, description="a game's name, or its folder (relative to this file)")]
    entrant: Annotated[list[Entrant], Meta(description="who takes part, at least two")]
    format: Format = RoundRobin()
    name: Annotated[str, Meta(pattern=r"^[\w][\w .-]*$", description="the file's name, if not given")] | UnsetType = (
        UNSET
    )
    players: (
        Annotated[Positive, Meta(description="in a match; the game's fewest, but two, if not given")] | UnsetType
    ) = UNSET
    readings: dict[str, str] = {}
    settings: dict[str, int | str | list[str]] = {}
    turn_cap: Annotated[Positive, Meta(description="turns after which a match is a draw")] | UnsetType = UNSET
    seatings: Annotated[Seatings, Meta(description="what a block plays of one deal")] = Seatings.BALANCED
    measure: Annotated[Literal["ranks", "payoffs"], Meta(description="what counts")] = "ranks"
    apart: Annotated[bool, Meta(description="bots of one author do not meet")] = False
    records: Annotated[bool, Meta(description="keep the record of every match")] = True


class Defined:
    """A definition that was read and found usable, with its game and where it came from."""

    def __init__(self, path: Path, content: Definition, game: Game[Any], text: str) -> None:
        self.path, self.content, self.game, self.text = path, content, game, text
        self.folder = path.resolve().parent

    @property
    def name(self) -> str:
        given = self.content.name
        return self.path.stem if isinstance(given, UnsetType) else given

    @property
    def entrants(self) -> list[Entrant]:
        return self.content.entrant

    def wrong(self, place: tuple[str | int, ...], message: str) -> NoReturn:
        """BadInput with the line of that key."""
        raise BadInput(f"{self.path}:{Lines(self.text).of(place)}: {message}")


def load_definition(path: Path) -> Defined:
    """Read a tournament's file. BadInput names the file, the line, the key, and what is wanted."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: it is not UTF-8: {error.reason} at byte {error.start}") from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said, _, place = str(error).partition(" (at ")
        line = re.search(r"line (\d+)", place)
        number = int(line[1]) if line else len(text.splitlines())
        raise BadInput(f"{path}:{number}: this is no TOML: {said[:1].lower()}{said[1:]}") from None
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
    said, _, where = error.partition(" - at `$")
    place: list[str | int] = [
        int(index) if index else key for key, index in re.findall(r"\.([\w-]+)|\[(\d+)\]", where.rstrip("`"))
    ]
    strange = re.match(r"Object contains unknown field `(.+)`$", said)
    missing = re.match(r"Object missing required field `(.+)`$", said)
    shown = ".".join(str(part) for part in place if isinstance(part, str))
    if strange:
        known = _keys_at(place, data)
        near = get_close_matches(strange[1], known, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
        return lines.of([*place, strange[1]]), f"there is no key {strange[1]!r} here; {hint}"
    if missing:
        return lines.of(place), f"{f'[{shown}]' if shown else 'the tournament'} needs the key {missing[1]!r}"
    for word, meaning in _KINDS.items():
        said = (
            said.replace(f"`{word}`", meaning)
            .replace(f"{word} |", f"{meaning} or")
            .replace(f"| {word}", f"or {meaning}")
        )
    if said.startswith("Invalid value") and place[-1:] == ["kind"]:
        said += f"; formats are {', '.join(kind.__struct_config__.tag for kind in Format.__args__)}"
    elif said.startswith("Invalid enum value"):
        said = f"{said[len('Invalid enum value ') :]} is none of what it can be: {', '.join(_words_at(place))}"
    return lines.of(place), f"{shown}: {said[:1].lower()}{said[1:]}".replace("`", "'")


def _struct_at(place: list[str | int], data: Any) -> type[msgspec.Struct]:
    if place[:1] == ["entrant"]:
        return Entrant
    if place[:1] == ["format"]:
        return Gauntlet if data["format"].get("kind") == "gauntlet" else RoundRobin
    return Definition


def _keys_at(place: list[str | int], data: Any) -> list[str]:
    struct = _struct_at(place, data)
    return [*(["kind"] if issubclass(struct, _Kind) else []), *struct.__struct_encode_fields__]


def _words_at(place: list[str | int]) -> list[str]:
    return {"seatings": [each.value for each in Seatings], "measure": ["ranks", "payoffs"],
            "when": ["leader", "order"], "lifetime": ["match", "tournament"]}.get(str(place[-1]), [])  # fmt: skip


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
    _names(content, wrong)
    _fits(content, game, wrong)
    return Defined(path, content, game, text)


def _game_name(game: str, folder: Path) -> str:
    if re.search(r"[./\\~]", game):
        return str((folder / Path(game).expanduser()).resolve())
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


def _fits(content: Definition, game: Game[Any], wrong: Wrong) -> None:
    entrants, players = len(content.entrant), game.players
    if entrants < players:
        wrong(
            ("entrant", entrants - 1) if entrants else ("entrant",),
            f"{entrants} entrant{'' if entrants == 1 else 's'} for a match of {players} players: "
            "add entrants (a bot may enter twice under two names)",
        )
    if content.seatings is Seatings.ALL and players > MOST_FOR_ALL:
        wrong(("seatings",), f"seatings: all permutations of {players} players are too many: use balanced")


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a definition, as in ``schema.json``."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A tournament of referee",
        **msgspec.json.schema(Definition),
    }
