"""The page of a check: ``referee check GAME --html FILE``. What is true of a rulebook, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.kernel.game import Game, rules_of
from referee.kernel.rulebook import Clause, load_rulebook
from referee.play.examples import load_examples
from referee.report.check_words import HEADINGS, before_that, conclusion, form_of, frequency, problems, reasons, rows
from referee.report.match import about_game, told_match
from referee.report.page import VIEWER, page
from referee.report.paths import shown_path
from referee.verify.checked import Checked
from referee.verify.findings import Finding, places_of
from referee.verify.verdicts import Verdict

STATUS = ("new", "expected", "accepted")


def rules_page(checked: Checked, seed: str, records: Mapping[str, Path], examples: Path | None = None) -> str:
    """The page as text; ``records`` are the files of witnesses by fingerprint, ``examples`` that of the worked ones."""
    game = checked.game
    book = load_rulebook(rules_of(game).folder / "rulebook.md")
    findings = sorted(checked.findings, key=lambda each: (STATUS.index(checked.status(each)), -_rate(each)))
    witnesses, games = _witnesses(game, findings)
    by_name = {each.name: each for each in checked.properties}
    return page(
        "rules.html",
        title=f"{game.title}: the rules, checked",
        data={"witnesses": witnesses, "games": games},
        scripts=(*VIEWER, "report.js"),
        seed=seed,
        conclusion=conclusion(checked),
        bad=checked.exit_code() in (1, 2),
        problems=[*checked.complaints, *problems(checked)],
        examples=checked.examples,
        examples_failed=checked.examples_failed,
        findings=[_finding(checked, each, witnesses, records) for each in findings],
        headings=HEADINGS,
        rows=[(by_name[name].sentence, name, *row) for name, *row in rows(checked)],
        reasons=list(reasons(checked)),
        looked=checked.ledger.looked,
        ledger=_ledger(checked, book.clauses, examples),
        counts=_counts(checked),
    )


def _rate(finding: Finding) -> float:
    """How likely a real game meets it; without real deals it stands last."""
    seen = finding.sightings
    return -1.0 if seen is None else seen.met / max(1, seen.tries)


def _witnesses(game: type[Game[Any]], findings: list[Finding]) -> tuple[dict[str, Any], list[Any]]:
    """By fingerprint the match that shows a finding, and the forms of the game that these are about."""
    matches: dict[str, Any] = {}
    games: list[Any] = []
    for each in findings:
        if each.witness is None:
            continue
        # The game that was checked need not be one that records can name: it may stand in any folder.
        form, match = told_match(each.witness.record, f"{each.fingerprint}.jsonl", find=lambda name: game)
        about = about_game(form)
        if about not in games:
            games.append(about)
        matches[each.fingerprint] = {"match": match, "game": games.index(about)}
    return matches, games


def _finding(
    checked: Checked, finding: Finding, witnesses: Mapping[str, Any], records: Mapping[str, Path]
) -> dict[str, Any]:
    rules, rulebook = places_of(checked.game, finding.clauses)
    accepted = checked.accepted.get(finding.fingerprint)
    return {
        "fingerprint": finding.fingerprint,
        "trouble": finding.trouble.value,
        "status": checked.status(finding),
        "clauses": list(finding.clauses),
        "sentence": finding.sentence,
        "before": before_that(finding),
        "form": form_of(finding),
        "frequency": "" if finding.sightings is None else frequency(finding),
        "places": [f"{shown_path(place.file)}:{place.line}" for place in [*rules, *rulebook]],
        "reason": "" if accepted is None else accepted.reason,
        "witness": finding.fingerprint in witnesses,
        "record": str(records.get(finding.fingerprint, "")),
    }


def _counts(checked: Checked) -> list[tuple[str, int]]:
    """How many verdicts of each kind there are."""
    found = {verdict: sum(each.verdict is verdict for each in checked.results) for verdict in Verdict}
    return [(verdict.value, number) for verdict, number in found.items() if number]


def _ledger(checked: Checked, clauses: tuple[Clause, ...], path: Path | None) -> list[dict[str, Any]]:
    """The rulebook clause by clause: whether it was carried out, and what speaks about it."""
    examples = () if path is None else load_examples(path, checked.game)
    return [
        {
            "id": clause.id,
            "title": clause.title,
            "text": clause.text,
            "carried_out": clause.id in checked.ledger.carried_out,
            "readings": list(clause.readings),
            "examples": sum(clause.id in each.clauses for each in examples),
            "properties": [each.name for each in checked.properties if clause.id in each.clauses],
            "findings": [
                (each.fingerprint, each.trouble.value) for each in checked.findings if clause.id in each.clauses
            ],
        }
        for clause in clauses
    ]
