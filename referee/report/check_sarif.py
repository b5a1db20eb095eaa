"""A check as SARIF 2.1.0, the format of static analysis that code hosts show on lines.

A rule of the log is a class of findings; a result is a finding, or a property that is not as its author expects.
What is expected or accepted is there too, as a note that is suppressed with its reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee import __version__
from referee.play.sanitize import harmless
from referee.report.check_words import form_of, frequency
from referee.report.paths import repository_uri
from referee.verify.check_result import Checked, readings_text
from referee.verify.findings import Finding, places_of
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


def as_sarif(checked: Checked) -> str:
    """The whole document."""
    used: list[str] = []
    results = list(_results(checked, used))
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


def _results(checked: Checked, used: list[str]) -> Iterator[dict[str, Any]]:
    def result(word: str, level: str, text: str, **more: Any) -> dict[str, Any]:
        if word not in used:
            used.append(word)
        told = {"ruleId": _id(word), "ruleIndex": used.index(word), "level": level, "message": {"text": _message(text)}}
        return {**told, **{key: value for key, value in more.items() if value}}

    for finding in checked.findings:
        yield result(finding.trouble.value, **_of_finding(checked, finding))
    for judged in checked.judged():
        claimed = next(each for each in checked.properties if each.name == judged.property)
        lines = [("expectation", "error", judged.against), *(("inconclusive", "warning", each) for each in judged.weak)]
        for word, level, text in lines:
            if text:
                print_of = {"referee/v1": f"{word} {judged.property} {readings_text(judged.readings)}".strip()}
                place = _location(Path(claimed.file), claimed.line)
                yield result(word, level, text, locations=[place], partialFingerprints=print_of)
    for difference in checked.examples_failed:
        yield result("worked example", "error", difference)


def _of_finding(checked: Checked, finding: Finding) -> dict[str, Any]:
    status = checked.status(finding)
    rules, rulebook = places_of(checked.game, finding.clauses, finding.places)
    places = [_location(each.file, each.line) for each in (*rules, *rulebook)]
    text = f"{finding.sentence} {form_of(finding)}"
    if finding.sightings is not None:
        text += f" Met {frequency(finding)}."
    about: dict[str, Any] = {
        "level": "error" if status == "new" else "note",
        "text": text,
        "locations": places,
        # Hosts that show one location of a result link to these.
        "relatedLocations": [
            {**each, "id": number, "message": {"text": [*finding.clauses, finding.trouble.value][0]}}
            for number, each in enumerate(places[1:], 1)
        ],
        "partialFingerprints": {"referee/v1": finding.fingerprint},
        "properties": {
            "status": status,
            "clauses": list(finding.clauses),
            "players": finding.players,
            "readings": dict(finding.readings),
            "method": finding.method.value,
            "verdict": finding.verdict.value,
        },
    }
    if status == "accepted":
        reason = checked.accepted[finding.fingerprint].reason
        about["suppressions"] = [{"kind": "external", "justification": _message(reason)}]
    if status == "expected":
        about["suppressions"] = [{"kind": "inSource", "justification": "a property expects it under this reading"}]
    return about


def _message(text: str) -> str:
    """Text alone: hosts make a link of words in brackets with an address behind them."""
    return harmless(text, "\n").replace("](", "] (")


def _location(file: Path, line: int) -> dict[str, Any]:
    where = {"artifactLocation": {"uri": repository_uri(file)}, "region": {"startLine": line}}
    return {"physicalLocation": where}
