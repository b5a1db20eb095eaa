"""The definition as results keep it: plain data, complete, so that everything later is decided from it alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec
from msgspec import UnsetType

from referee.record.header import fingerprint
from referee.tournament.definition import Anytime, Defined, Definition
from referee.tournament.formats import Field


class Form(Protocol):
    """What is asked of a game to see whether a definition can be played."""

    @property
    def name(self) -> str: ...

    @property
    def players(self) -> int: ...

    @property
    def teams(self) -> int: ...

    @property
    def cooperative(self) -> bool: ...

    def payoff_bounds(self) -> tuple[Any, Any] | None: ...


def sides_in(game: Form) -> int:
    """How many play against each other: the teams, or the players where everybody plays for himself."""
    return game.teams if game.teams > 1 and not game.cooperative else game.players


def stored_definition(defined: Defined, texts: Sequence[str], isolation: Sequence[str]) -> dict[str, Any]:
    """For each entrant ``texts`` has fingerprints of the bots and ``isolation`` what confines them.

    A run continues only where all of this is the same.
    """
    content, game = defined.content, defined.game
    return {
        "name": defined.name,
        "form": dict(game.form),
        **({} if sides_in(game) == game.players else {"sides": sides_in(game)}),
        "rules": fingerprint(type(game)),
        "turn_cap": defined.turn_cap,
        "entrants": [
            {"name": each.called, "author": each.whose, "seat": each.seat, "text": text, "isolation": kind}
            for each, text, kind in zip(content.entrant, texts, isolation, strict=True)
        ],
        "format": plain(content.format),
        "stop": _stop(content, game),
        "seatings": content.seatings.value,
        "measure": content.measure,
        "apart": content.apart,
        "anonymous": content.anonymous,
        "records": content.records,
        "limits": content.limits.limits().as_json(),
        "lifetime": content.lifetime.value,
    }


def form_of(content: Definition, game: Form) -> Field:
    """The tournament as a format knows it, before there are lots to draw."""
    about = {
        "form": {"players": game.players},
        "sides": sides_in(game),
        "entrants": [{"name": each.called, "author": each.whose} for each in content.entrant],
        "format": plain(content.format),
        "stop": _stop(content, game),
        "measure": content.measure,
        "apart": content.apart,
    }
    return Field.of(about, b"")


def plain(struct: msgspec.Struct) -> dict[str, Any]:
    """Every key, with underscores; None where nothing is said."""
    config = struct.__struct_config__
    fields = {name: getattr(struct, name) for name in struct.__struct_fields__}
    told = {name: None if isinstance(value, UnsetType) else value for name, value in fields.items()}
    return {str(config.tag_field): config.tag, **told}


def _stop(content: Definition, game: Form) -> dict[str, Any]:
    rule = content.stop
    told = plain(rule)
    if isinstance(rule, Anytime) and content.measure == "payoffs":
        bounds = game.payoff_bounds()
        if not isinstance(rule.bound, UnsetType):
            told["bounds"] = [-rule.bound, rule.bound]
        elif bounds is not None:
            told["bounds"] = [str(each) for each in bounds]
    return told
