"""A check as SARIF 2.1.0, the format of static analysis that code hosts show on lines.

A rule of the log is a class of findings; a result is a cause of findings, or a property that is not as its author
expects and that no cause shows. What is expected or accepted is there too, as a note that is suppressed with its
reason. The witness is an attachment, and its steps are a code flow over the clauses that they carry out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee import __version__
from referee.kernel.errors import RefereeError
from referee.kernel.game import rules_of
from referee.play.sanitize import harmless
from referee.play.story import NOTHING_SEEN, told
from referee.report.paths import repository_uri
from referee.report.reported import Labelled, Reported, place_named_in, without_a_cause
from referee.verify.check_result import Checked
from referee.verify.findings import places_of
from referee.verify.verdicts import Trouble

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ABOUT: Mapping[str, str] = {
    Trouble.DEAD_END.value: "Somebody must act and cannot.",
    Trouble.ENDLESS.value: "Play can go on for ever.",
    Trouble.NEVER_APPLIES.value: "A clause that nothing can bring about, or an option that is never offered.",
    Trouble.MISSING_CASE.value: "A point without a rule.",
    Trouble.NO_CHOICE.value: "A choice with one answer only.",
    Trouble.SHORTAGE.value: "Cards or amounts are wanted that may not exist.",
    Trouble.ARITHMETIC.value: "Rule code that cannot be computed.",
    Trouble.REST.value: "A share leaves a rest, and nothing says what becomes of it.",
    Trouble.REFUTED.value: "A property does not hold.",
    Trouble.CONTRADICTION.value: "Clauses and properties that cannot hold together.",
    Trouble.ORDER.value: "What comes out depends on the order of effects.",
    Trouble.READING.value: "An ambiguous sentence makes a difference.",
    Trouble.LEAK.value: "A seat learns what it may not know.",
    Trouble.RULEBOOK.value: "Rulebook, readings and code do not speak of the same things.",
    Trouble.SEAT.value: "A rule takes a seat by its number.",
    Trouble.NOT_TYPED.value: "People have no word for an option.",
    "expectation": "A property is refuted against its author's expectation, or no longer refuted.",
    "inconclusive": "The evidence for a property is weaker than its author accepts.",
    "worked example": "A worked example comes out otherwise than it is written.",
}
"""The rules of the log: their ids, with hyphens for blanks, and what they mean."""
LAST_STEPS = 20
"""Steps of a witness that a code flow shows."""


def as_sarif(checked: Checked, reports: list[Reported]) -> str:
    """The whole document."""
    used: list[str] = []
    results = list(_results(checked, reports, used))
    code = checked.exit_code()
    complaints = [*checked.complaints, *checked.broken_off]
    notifications = [{"level": "error", "message": {"text": _message(each)}} for each in complaints]
    run = {
        "tool": {
            "driver": {
                "name": "referee",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": [_rule(word) for word in used],
            }
        },
        "automationDetails": {"id": f"referee/{checked.game.name}/"},
        "invocations": [
            {
                "executionSuccessful": code in (0, 1) and not (checked.interrupted or checked.broken_off),
                "exitCode": code,
                "toolExecutionNotifications": notifications,
            }
        ],
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(word: str) -> dict[str, Any]:
    return {
        "id": _id(word),
        "name": "".join(part.capitalize() for part in word.split()),
        "shortDescription": {"text": ABOUT[word]},
    }


def _id(word: str) -> str:
    return word.replace(" ", "-")


def _results(checked: Checked, reports: list[Reported], used: list[str]) -> Iterator[dict[str, Any]]:
    def result(word: str, level: str, text: str, **more: Any) -> dict[str, Any]:
        if word not in used:
            used.append(word)
        told = {"ruleId": _id(word), "ruleIndex": used.index(word), "level": level, "message": {"text": text}}
        if not more.get("locations"):  # hosts refuse a result without a place
            more["locations"] = [_location(place_named_in(text) or Labelled("rulebook", _rulebook(checked), 1))]
        return {**told, **{key: value for key, value in more.items() if value}}

    for each in reports:
        yield result(each.cause.lead.trouble.value, **_of_cause(checked, each))
    for claimed, against, weak in without_a_cause(checked, reports):
        for word, level, lines in (("expectation", "error", against), ("inconclusive", "warning", weak)):
            if lines:
                place = _location(Labelled(f"promise {claimed.name}", Path(claimed.file), claimed.line))
                print_of = {"referee/v1": f"{word} {claimed.name}"}
                yield result(word, level, _message("\n".join(lines)), locations=[place], partialFingerprints=print_of)
    for difference in checked.examples_failed:
        yield result("worked example", "error", _message(difference))


def _of_cause(checked: Checked, each: Reported) -> dict[str, Any]:
    lead, told, status = each.cause.lead, each.told, each.cause.status
    # Hosts that show one location of a result link to the others where its message does.
    others = [{**_location(place), "id": number} for number, place in enumerate(each.places[1:], 1)]
    links = [f"[{_label(place)}]({number})" for number, place in enumerate(each.places[1:], 1)]
    about: dict[str, Any] = {
        "level": "error" if status == "new" else "note",
        "text": "\n".join([*map(_message, each.lines()), *([f"See {', '.join(links)}."] if links else [])]),
        "locations": [_location(place) for place in each.places[:1]],
        "relatedLocations": others,
        "codeFlows": _flows(checked, each),
        "partialFingerprints": {"referee/v1": lead.fingerprint},
        "properties": {
            "status": status,
            "clauses": [clause for clause, _ in told.clauses],
            "players": lead.players,
            "readings": dict(lead.readings),
            "method": lead.method.value,
            "verdict": lead.verdict.value,
            "sameCause": [other.fingerprint for other in each.cause.findings[1:]],
        },
    }
    if each.record is not None:
        about["properties"]["replay"] = told.replay
        about["attachments"] = [
            {"artifactLocation": {"uri": repository_uri(each.record)}, "description": {"text": _message(told.replay)}}
        ]
    if status != "new":
        kind = "external" if status == "accepted" else "inSource"
        about["suppressions"] = [{"kind": kind, "justification": _message(told.why)}]
    return about


def _flows(checked: Checked, each: Reported) -> list[dict[str, Any]]:
    """The last steps of the witness, each at the lines of the clauses that it carries out."""
    if each.cause.lead.witness is None:
        return []
    try:
        teller, steps, _ = told(each.cause.lead.witness.record, "witness", checked.game)
    except RefereeError:  # its command says why
        return []
    locations: list[dict[str, Any]] = []
    for step in steps[-LAST_STEPS:]:
        happens = [line for line in step.lines(teller.narrator) if line != NOTHING_SEEN]
        happens += [each.told.ends] if step is steps[-1] and each.told.ends else []
        text = ": ".join(filter(None, [step.label, "; ".join(happens)]))
        rules, rulebook = places_of(checked.game, step.clauses)
        file, line = next(((one.file, one.line) for one in (*rules, *rulebook)), (_rulebook(checked), 1))
        locations.append({"location": _location(Labelled(text, file, line)), "executionOrder": step.number + 1})
    return [{"threadFlows": [{"locations": locations}]}]


def _rulebook(checked: Checked) -> Path:
    return rules_of(checked.game).folder / "rulebook.md"


def _label(place: Labelled) -> str:
    """The text of a link: no bracket may end it."""
    return _message(place.label).replace("[", "(").replace("]", ")")


def _message(text: str) -> str:
    """Text alone: hosts make a link of words in brackets with an address behind them."""
    return harmless(text, "\n").replace("](", "] (")


def _location(place: Labelled) -> dict[str, Any]:
    where = {"artifactLocation": {"uri": repository_uri(place.file)}, "region": {"startLine": place.line}}
    return {"physicalLocation": where, "message": {"text": _message(place.label)}}
