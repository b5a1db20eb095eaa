"""A check as a Code Quality report, which GitLab shows in merge requests: an issue for each cause."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.kernel.game import rules_of
from referee.play.sanitize import harmless
from referee.report.paths import in_repository
from referee.report.reported import Labelled, Reported, place_named_in, without_a_cause
from referee.verify.check_result import Checked


def as_code_quality(checked: Checked, reports: list[Reported]) -> str:
    """The whole document: a list."""
    return json.dumps(list(_issues(checked, reports)), indent=2) + "\n"


def _issues(checked: Checked, reports: list[Reported]) -> Iterator[dict[str, Any]]:
    rulebook = Labelled("", rules_of(checked.game).folder / "rulebook.md", 1)
    for line in (*checked.complaints, *checked.broken_off, *checked.examples_failed):
        yield _issue("referee", "critical", [line], line, place_named_in(line) or rulebook)
    for each in reports:
        told, others = each.told, [f"{place.label}: {place.shown()}" for place in each.places[1:]]
        level = "major" if told.status == "new" else "info"
        place = next(iter(each.places), rulebook)
        yield _issue(each.cause.lead.trouble.value, level, [each.name, *each.lines(), *others], told.fingerprint, place)
    for claimed, against, weak in without_a_cause(checked, reports):
        place = Labelled("", Path(claimed.file), claimed.line)
        yield _issue("property", "major" if against else "minor", [*against, *weak], claimed.name, place)


def _issue(word: str, severity: str, lines: list[str], subject: str, place: Labelled) -> dict[str, Any]:
    """GitLab tells issues apart by their fingerprints, which stay when lines move."""
    path = in_repository(place.file).as_posix()
    return {
        "description": harmless("; ".join(lines)),
        "check_name": word.replace(" ", "-"),
        "fingerprint": hashlib.sha256(f"{word}\0{subject}".encode()).hexdigest(),
        "severity": severity,
        "location": {"path": path, "lines": {"begin": place.line}},
    }
