"""The causes of findings on the page of a check: what is wrong, where, why it is known, and what mends it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.kernel.game import Game, rules_of
from referee.kernel.parameters import in_words
from referee.kernel.rulebook import Clause
from referee.report.check_words import before_that, form_of, frequency
from referee.report.matches import Matches
from referee.report.paths import shown_path
from referee.report.plots import Figure, intervals
from referee.report.told_causes import KINDS, ToldCause, tell
from referee.verify.causes import Cause, causes_of
from referee.verify.check_result import Checked
from referee.verify.findings import Finding, where_to_look
from referee.verify.properties import Kind, Property

SORTS = ("importance", "how often", "clause", "kind")
ASKED = " is asked "


def causes_section(
    checked: Checked, matches: Matches, records: Mapping[str, Path], clauses: Sequence[Clause]
) -> dict[str, Any]:
    """Every cause, the most important first; what they are filtered and sorted by; how often real deals met them."""
    causes = [
        _cause(number, each, tell(checked, each, records), checked, matches, records, clauses)
        for number, each in enumerate(causes_of(checked), 1)
    ]
    for word, value in (("how-often", _rate), ("clause", _place), ("kind", _kind)):
        for rank, each in enumerate(sorted(causes, key=value)):
            each["ranks"][word] = rank
    filters = {name: sorted({value for each in causes for value in each["has"][name]}, key=_by_number)
               for name in ("status", "kind", "clause", "players", "reading")}  # fmt: skip
    order = {clause.id: at for at, clause in enumerate(clauses)}
    filters["clause"].sort(key=lambda each: order.get(each, len(order)))
    return {"causes": causes, "filters": filters, "sorts": SORTS, "often": _often(causes)}


def _rate(each: Mapping[str, Any]) -> float:
    return -float(each["rate"])


def _place(each: Mapping[str, Any]) -> Any:
    return each["order"]


def _kind(each: Mapping[str, Any]) -> str:
    return str(each["told"].kind)


def _by_number(value: str) -> tuple[int, str]:
    return (int(value), "") if value.isdigit() else (0, value)


def _cause(
    number: int, cause: Cause, told: ToldCause, checked: Checked, matches: Matches, records: Mapping[str, Path],
    clauses: Sequence[Clause],
) -> dict[str, Any]:  # fmt: skip
    lead, game = cause.lead, checked.game
    named = {id for id, _ in told.clauses}
    asked = [at for at, line in enumerate(told.happens) if ASKED in line]
    question = asked[-1] if asked else 0
    seen = lead.sightings
    order = [at for at, clause in enumerate(clauses) if clause.id in named]
    every = [clause for each in cause.findings for clause in each.clauses]
    return {
        "number": number,
        "told": told,
        "clauses": [each for each in clauses if each.id in named],
        "before": told.happens[:question],
        "happens": told.happens[question:],
        "scalars": scalars(told.position, game),
        "readings": [_meaning(game, f"{slug}={value}") for slug, value in told.readings.items()],
        "mended": [_meaning(game, each) for each in told.mended_by],
        "because": before_that(replace(lead, mended_by=())),
        "frequency": "" if seen is None else frequency(lead),
        "form": form_of(lead),
        "places": places(game, lead),
        "expected": why_expected(checked, lead),
        "reason": "" if checked.expected_by(lead) is not None else told.why,
        "others": [_other(checked, each, matches, records) for each in cause.findings[1:]],
        **_witness(lead, matches, records),
        "rate": -1.0 if seen is None else seen.met / max(1, seen.tries),
        "interval": None if seen is None or not seen.tries else seen.interval,
        "order": order or [len(clauses)],
        "ranks": {"importance": number},
        "has": {
            "status": list(dict.fromkeys(checked.status(each) for each in cause.findings)),
            "kind": list(
                dict.fromkeys([told.kind, *(KINDS.get(each.trouble, each.trouble.value) for each in cause.findings)])
            ),
            "clause": list(dict.fromkeys([*named, *every])),
            "players": list(dict.fromkeys(str(each.players) for each in cause.findings if each.players)),
            "reading": list(
                dict.fromkeys(
                    f"{slug}={value}"
                    for each in cause.findings
                    for slug, value in (each.readings or {"default": ""}).items()
                )
            ),
        },
    }


def _other(checked: Checked, finding: Finding, matches: Matches, records: Mapping[str, Path]) -> dict[str, Any]:
    """Another finding of the same cause, in a few words."""
    return {
        "fingerprint": finding.fingerprint,
        "kind": KINDS.get(finding.trouble, finding.trouble.value),
        "clauses": finding.clauses,
        "status": checked.status(finding),
        "sentence": finding.sentence,
        "form": form_of(finding),
        "frequency": "" if finding.sightings is None else frequency(finding),
        **_witness(finding, matches, records),
    }


def _witness(finding: Finding, matches: Matches, records: Mapping[str, Path]) -> dict[str, Any]:
    left_out = ""
    if finding.witness is not None:
        left_out = matches.add(finding.fingerprint, finding.witness.record, f"{finding.fingerprint}.jsonl")
    record = records.get(finding.fingerprint)
    return {
        "witness": finding.fingerprint in matches,
        "left_out": left_out,
        "record": "" if record is None else shown_path(record),
    }


def scalars(position: Sequence[str], game: type[Game[Any]]) -> list[str]:
    """Of a position in words what is no place of cards: the cards are drawn."""
    places = tuple(f"{name.replace('_', ' ')} " for name in game.table_class.zone_specs)

    def kept(phrase: str) -> Iterator[str]:
        seat, colon, rest = phrase.rpartition(": ")
        parts = [each for each in rest.split(", ") if not each.startswith(places)]
        if parts and parts != ["nothing"]:
            yield f"{seat}{colon}{', '.join(parts)}"

    return [each for phrase in position for each in kept(phrase)]


def _meaning(game: type[Game[Any]], chosen: str) -> dict[str, str]:
    """A value of a reading, with its question and what it says."""
    slug, _, value = chosen.partition("=")
    about = rules_of(game).readings.get(slug)
    return {
        "slug": slug,
        "chosen": chosen,
        "question": "" if about is None else about.question,
        "rule": "" if about is None else about.alternatives.get(value, ""),
    }


def places(game: type[Game[Any]], finding: Finding) -> list[str]:
    """Lines of rules and rulebook, from the folder of the game on where that lies elsewhere."""
    rules, rulebook = where_to_look(game, finding)
    return [place_of(each.file, each.line) for each in (*rules, *rulebook)]


def place_of(file: Path, line: int) -> str:
    told = shown_path(file)
    return f"{'/'.join(file.parts[-2:]) if Path(told).is_absolute() else told}:{line}"


def why_expected(checked: Checked, finding: Finding) -> dict[str, Any] | None:
    """The property that expects it: its name, its sentence and the forms in which it is expected."""
    claimed = checked.expected_by(finding)
    if claimed is None:
        return None
    return {"name": claimed.name, "sentence": claimed.sentence, "forms": forms_expected(claimed),
            "endless": claimed.kind is Kind.ENDLESS}  # fmt: skip


def forms_expected(claimed: Property) -> list[str]:
    """The readings, and numbers of players, under which its author expects a property not to hold."""
    found = []
    for each in claimed.refuted:
        players = "" if each.players is None else f"{', '.join(map(str, each.players))} players"
        found.append(", ".join(filter(None, [in_words(each.readings), players])) or "every reading")
    return found


def _often(causes: Sequence[Mapping[str, Any]]) -> Figure | None:
    """How often real deals met each cause, with intervals."""
    rows = []
    for each in causes:
        if each["interval"] is not None:
            name = f"{each['number']}. {each['told'].kind} {' '.join(clause.id for clause in each['clauses'])}"
            low, high = each["interval"]
            rows.append((name, 100 * each["rate"], (100 * low, 100 * high)))
    if not rows:
        return None
    return intervals("often", "How often real deals meet them, played at random", "of the deals, %", rows)
