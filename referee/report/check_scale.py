"""The extent of a check: what it has looked at, and what it has not (``referee check --report-scale``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.kernel.parameters import in_words
from referee.report.check_words import ranges, where_of
from referee.verify.check_result import Checked
from referee.verify.clause_coverage import ClauseCoverage, Row, as_json, rows_of, summary
from referee.verify.explore.unreachable import least_settings, needs_of, never_seen, why_no_more
from referee.verify.ledger import Ledger, Looked


def scale_lines(checked: Checked) -> Iterator[str]:
    """One line for each method and form of the game, those alike but for the players together; then what is missing."""
    groups: dict[Any, list[Looked]] = {}
    for each in checked.ledger.looked:
        key = (each.method, in_words(each.readings), in_words(each.scale), each.unit, each.whole, each.why)
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
    yield from _numbers(checked)
    rows = rows_of(checked)
    yield f"clause by clause ({', '.join(summary(rows))}):"
    for row in rows:
        yield f"  {clause_line(row, checked.ledger)}"


def _numbers(checked: Checked) -> Iterator[str]:
    """What only numbers of cards and players decide."""
    game = checked.game
    if why := why_no_more(game):
        yield f"no more players: {why}"
    for need in needs_of(game):
        least = " or ".join(f"{name}={number}" for name, number in least_settings(game, need).items())
        if least:
            yield f"  {need.clause} takes {need.cards}{f' for {need.words}' * need.part}: at least {least}"


def clause_line(row: Row, ledger: Ledger) -> str:
    """How often a clause was carried out, or how surely it never is."""
    name = f"{row.clause} {row.title}".strip()
    if row.reached is ClauseCoverage.NO_CODE:
        cited = f"; promised by {' '.join(row.properties)}" if row.properties else ""
        return f"{name}: no rule cites it{cited}"
    parts = [f"real matches {row.real} of {ledger.real_matches}"]
    if row.bound is not None:
        parts[0] += f" (in at most {row.bound:.2%} of them, 95 %)"
    parts.append(f"extreme {row.extreme} of {ledger.extreme_matches}")
    if row.where is not None:
        parts.insert(0, f"{row.reached.value}, {where_of(row)}")
    elif row.reached is ClauseCoverage.NOT_SEEN:
        parts.insert(0, row.reached.value)
    return f"{name}: {'; '.join(parts)}"


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
        "carried_out": as_json(rows_of(checked), checked.ledger),
    }
