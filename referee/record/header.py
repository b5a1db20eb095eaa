"""The first line of a record: which form of which game is played, by whom, with which chance."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, Protocol

import msgspec
from msgspec import Meta

from referee.games.registry import find_game
from referee.kernel.errors import BadInput, BadRecord
from referee.kernel.game import Game, rules_of
from referee.kernel.input_files import MOST_OF_A_TEXT, read_bytes
from referee.record.record import SCHEMA, VERSION
from referee.record.tape import Tape, commitment


class Seated(Protocol):
    """The header of a seat."""

    name: str
    isolation: str
    limits_told: Mapping[str, Any]


def header_of(
    game: Game[Any], seats: Sequence[Seated], tape: Tape, *, chance: str, turn_cap: int, views: bool
) -> dict[str, Any]:
    """The first line of a record. ``chance`` says whether anybody could have known the secret."""
    return {
        "schema": SCHEMA,
        "version": VERSION,
        **game.form,
        "rules": fingerprint(type(game)),
        # The name of a file may be no text: a record is.
        "seats": [seat.name.encode(errors="backslashreplace").decode() for seat in seats],
        "turn_cap": turn_cap,
        "commitment": commitment(tape.secret),
        "chance": chance,
        "isolation": [seat.isolation for seat in seats],
        "limits": [dict(seat.limits_told) for seat in seats],
        "views": views,
    }


_fingerprints: dict[type, str] = {}


def fingerprint(game: type[Game[Any]]) -> str:
    """A digest of the rules' text that does not depend on comments, docstrings and layout."""
    if game in _fingerprints:
        return _fingerprints[game]
    files = sorted(rules_of(game).folder.glob("*.py"))
    text = tuple([(path.name, read_bytes(path, MOST_OF_A_TEXT, kind="rule text")) for path in files])
    _fingerprints[game] = _digest(text)
    return _fingerprints[game]


@lru_cache(16)  # several games may stand in one folder
def _digest(files: tuple[tuple[str, bytes], ...]) -> str:
    seen = hashlib.sha256()
    for name, text in files:
        tree = ast.parse(text)
        for node in ast.walk(tree):
            body = getattr(node, "body", None)
            match body:
                case [ast.Expr(value=ast.Constant(value=str()) as said), *_]:
                    said.value = ""
        seen.update(name.encode() + b"\0" + ast.dump(tree).encode() + b"\0")
    return seen.hexdigest()[:32]


Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Count = Annotated[int, Meta(ge=0, le=1 << 53)]
Word = Annotated[str, Meta(max_length=4096)]


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every key of a header, with what it may be. What a replay cannot confirm is bounded all the same."""

    schema: Literal["referee.record"]
    version: Annotated[int, Meta(ge=1, le=VERSION)]
    game: Annotated[str, Meta(max_length=200)]
    players: Annotated[int, Meta(ge=1, le=1000)]
    readings: dict[str, str]
    settings: dict[str, Any]
    rules: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
    seats: list[Word]
    turn_cap: Count
    commitment: Digest
    chance: Literal["secret", "seeded", "kept", "chosen"]
    """``kept``: the match was left and taken up again, and the secret lay in its record in between. ``chosen``: by a
    search for a witness, and by no secret."""
    isolation: list[Word]
    limits: list[dict[str, int | float]]
    views: bool


def checked_header(header: Mapping[str, Any], name: str) -> Header:
    """BadRecord where a header claims what none can."""
    try:
        found = msgspec.convert({key: value for key, value in header.items() if key != "#"}, Header)
    except msgspec.ValidationError as error:
        raise BadRecord(1, f"the header of {name} is not usable: {error}") from None
    for key in ("seats", "isolation", "limits"):
        if len(header[key]) != found.players:
            raise BadRecord(1, f"the header of {name} is not usable: {key!r} is not one for each of its players")
    return found


def game_of(header: Mapping[str, Any], name: str, find: Callable[[str], type[Game[Any]]] = find_game) -> Game[Any]:
    """The game of a record's header; BadRecord where the header is not usable."""
    found = checked_header(header, name)
    try:
        game = find(found.game)(found.players, readings=found.readings, settings=found.settings)
    except BadInput as error:
        raise BadRecord(1, f"rules changed: {error}") from None
    except (TypeError, ValueError, AttributeError, RecursionError) as error:
        raise BadRecord(1, f"the header of {name} is not usable: {error}") from None
    if found.rules == fingerprint(type(game)):
        for key, value in game.form.items():
            if not same_json(header[key], value):
                raise BadRecord(1, f"the header of {name} is not usable: its {key} are not spelled out as in a match")
    return game


def same_json(one: Any, other: Any) -> bool:
    """Whether two things are the same as JSON, where 1, 1.0 and true are three."""
    return msgspec.json.encode(one, order="sorted") == msgspec.json.encode(other, order="sorted")
