"""A check as JSON data (docs/json.md); ``check.schema.json`` beside this module is its JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.report.check_scale import scale_as_json
from referee.report.paths import shown_path
from referee.report.told_causes import told_causes
from referee.verify.check_result import Checked
from referee.verify.findings import Finding, where_to_look
from referee.verify.verdicts import Result, Verdict

SCHEMA = "referee.check/1"
SCHEMA_FILE = Path(__file__).with_name("check.schema.json")


def as_json(checked: Checked, seed: str, records: Mapping[str, Path]) -> dict[str, Any]:
    """The document without its ``schema``; ``records`` are the files of witnesses by fingerprint, or by
    ``Checked.name_of`` what may happen."""
    named = [(each, checked.name_of(each)) for each in checked.happened()]
    happened = {id(each): str(records[name]) for each, name in named if name in records}
    return {
        "game": checked.game.name,
        "seed": seed,
        "exit_code": checked.exit_code(),
        "seconds": round(checked.seconds, 3),
        "solver": checked.solver(),
        "interrupted": checked.interrupted,
        "out_of_budget": checked.out_of_budget,
        "complaints": checked.complaints,
        "broken_off": checked.broken_off,
        "examples": {"played": checked.examples, "differences": checked.examples_failed},
        "results": [
            {
                "property": each.property,
                "method": each.method.value if each.verdict is not Verdict.NOT_ASKED else None,
                "players": each.players,
                "readings": dict(each.readings),
                "scale": dict(each.scale),
                "verdict": each.verdict.value,
                "tries": each.tries,
                "bound": each.bound,
                "why": each.why,
                "defect": each.defect,
                "missing": each.missing,
                "seconds": round(each.seconds, 3),
                "cached": each.cached,
                "consulted": list(each.consulted) if each.verdict is Verdict.PROVED else None,
                "probability": _probability(each),
                "witness": happened.get(id(each)),
            }
            for each in checked.results
        ],
        "causes": [each.as_json() for each in told_causes(checked, records)],
        "findings": [_finding_as_json(checked, each, records) for each in checked.findings],
        "effects": [
            {
                "effect": each.name,
                "clauses": list(each.clauses),
                "window": each.window,
                "players": each.players,
                "verdict": each.verdict.value,
                "why": each.why,
                "ways": each.paths,
                "times": each.times,
                "cached": each.cached,
            }
            for each in checked.ledger.effects
        ],
        "disappeared": [each.fingerprint for each in checked.disappeared],
        "times": _times_as_json(checked),
        **scale_as_json(checked),
    }


def _times_as_json(checked: Checked) -> dict[str, Any] | None:
    times = checked.times
    if times is None:
        return None
    about = {"players": times.players, "matches": times.matches, "turns": times.turns}
    return {**about, "clauses": dict(times.clauses)}


def _probability(of: Finding | Result) -> dict[str, Any] | None:
    seen = of.sightings
    return None if seen is None else {
        "met": seen.met, "tries": seen.tries, "left": seen.left, "interval": seen.interval,
    }  # fmt: skip


def _finding_as_json(checked: Checked, finding: Finding, records: Mapping[str, Path]) -> dict[str, Any]:
    rules, rulebook = where_to_look(checked.game, finding)
    return {
        "fingerprint": finding.fingerprint,
        "class": finding.trouble.value,
        "status": checked.status(finding),
        "property": finding.property_name or None,
        "clauses": list(finding.clauses),
        "last_change": list(finding.last_change),
        "together": list(finding.together),
        "together_in": None if finding.together_in is None else list(finding.together_in),
        "mended_by": list(finding.mended_by),
        "explains": finding.explains or None,
        "rules": [f"{shown_path(each.file)}:{each.line}" for each in rules],
        "rulebook": [f"{shown_path(each.file)}:{each.line}" for each in rulebook],
        "players": finding.players,
        "readings": dict(finding.readings),
        "scale": dict(finding.scale),
        "method": finding.method.value,
        "verdict": finding.verdict.value,
        "sentence": finding.sentence,
        "probability": _probability(finding),
        "witness": str(records[finding.fingerprint]) if finding.fingerprint in records else None,
    }
