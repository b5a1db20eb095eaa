"""The first line of a record: which form of which game is played, by whom, with which chance."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from referee.games.registry import find_game
from referee.kernel.errors import BadInput, BadRecord
from referee.kernel.game import Game, rules_of
from referee.record.record import SCHEMA, VERSION
from referee.record.tape import Tape, commitment


class Seated(Protocol):
    """What a header says of a seat."""

    name: str
    isolation: str
    limits_told: Mapping[str, Any]


def header_of(
    game: Game[Any], seats: Sequence[Seated], tape: Tape, *, seeded: bool, turn_cap: int, views: bool
) -> dict[str, Any]:
    """The first line of a record. ``chance`` says whether anybody could have known the secret."""
    return {
        "schema": SCHEMA,
        "version": VERSION,
        **game.form,
        "rules": fingerprint(type(game)),
        "seats": [seat.name for seat in seats],
        "turn_cap": turn_cap,
        "commitment": commitment(tape.secret),
        "chance": "seeded" if seeded else "secret",
        "isolation": [seat.isolation for seat in seats],
        "limits": [dict(seat.limits_told) for seat in seats],
        "views": views,
    }


_fingerprints: dict[type, str] = {}


def fingerprint(game: type[Game[Any]]) -> str:
    """Of the rules' text: the same whatever the comments, the docstrings and the layout."""
    if game in _fingerprints:
        return _fingerprints[game]
    seen = hashlib.sha256()
    folder = rules_of(game).folder
    for path in sorted(folder.glob("*.py")):
        tree = ast.parse(path.read_bytes())
        for node in ast.walk(tree):
            body = getattr(node, "body", None)
            match body:
                case [ast.Expr(value=ast.Constant(value=str()) as text), *_]:
                    text.value = ""
        seen.update(path.name.encode() + b"\0" + ast.dump(tree).encode() + b"\0")
    _fingerprints[game] = seen.hexdigest()[:32]
    return _fingerprints[game]


_HEADER = {
    "game": str,
    "rules": str,
    "players": int,
    "readings": dict,
    "settings": dict,
    "seats": list,
    "turn_cap": int,
    "views": bool,
}
"""What a replay needs of a header."""


def game_of(header: Mapping[str, Any], name: str, find: Callable[[str], type[Game[Any]]] = find_game) -> Game[Any]:
    """The game of a record's header; BadRecord where the header is not usable."""
    for key, kind in _HEADER.items():
        if type(header.get(key)) is not kind:
            raise BadRecord(1, f"the header of {name} has no usable {key!r}")
    seats, players, form = header["seats"], header["players"], (header["readings"], header["settings"])
    if len(seats) != players or not all(isinstance(seat, str) for seat in seats):
        raise BadRecord(1, f"the header of {name} has no usable 'seats'")
    try:
        return find(header["game"])(players, readings=form[0], settings=form[1])
    except BadInput as error:
        raise BadRecord(1, f"rules changed: {error}") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise BadRecord(1, f"the header of {name} is not usable: {error}") from None
