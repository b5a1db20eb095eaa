"""What a check has looked at, and what it has not: ``referee check --report-scale``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.report.check_words import ranges
from referee.verify.checked import Checked
from referee.verify.ledger import Looked
from referee.verify.unseen import never_seen


def scale_lines(checked: Checked) -> Iterator[str]:
    """One line for each method and form of the game, those alike but for the players together; then what is missing."""
    groups: dict[Any, list[Looked]] = {}
    for each in checked.ledger.looked:
        key = (each.method, settings_of(each.readings), settings_of(each.scale), each.unit, each.whole, each.why)
        groups.setdefault(key, []).append(each)
    yield "looked at:"
    for (method, readings, scale, unit, whole, why), group in groups.items():
        number = sum(each.number for each in group)
        how = "all there are" if whole else why or "at random"
        form = f"readings {readings or 'default'}" + (f", scale {scale}" if scale else ", as it is played")
        players = ranges([each.players for each in group])
        yield f"  {method.value}, {players} players, {form}: {number} {unit} ({how})"
    clauses, options = never_seen(checked.game, checked.ledger)
    yield "not seen under these readings:" if clauses or options else "every clause with code was carried out"
    for clause in clauses:
        yield f"  {clause} was never carried out"
    for ask, option in options:
        yield f"  {option!r} was never open to whoever is asked {ask!r}"


def scale_as_json(checked: Checked) -> dict[str, Any]:
    clauses, options = never_seen(checked.game, checked.ledger)
    return {
        "looked": [
            {
                "method": each.method.value,
                "players": each.players,
                "readings": dict(each.readings),
                "scale": dict(each.scale),
                "number": each.number,
                "unit": each.unit,
                "whole": each.whole,
                "why": each.why,
            }
            for each in checked.ledger.looked
        ],
        "not_seen": {"clauses": clauses, "options": [list(each) for each in options]},
    }


def settings_of(values: Mapping[str, Any]) -> str:
    """``NAME=VALUE`` for each; lists in commas."""
    return " ".join(
        f"{name}={','.join(map(str, value)) if isinstance(value, (tuple, list)) else value}"
        for name, value in sorted(values.items())
    )
