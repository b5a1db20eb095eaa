"""The page of a check: ``referee check GAME --html FILE``. What is true of a rulebook, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.kernel.game import Game, rules_of
from referee.kernel.rulebook import Clause, load_rulebook
from referee.play.examples import load_examples
from referee.report.check_scale import clause_line
from referee.report.check_words import (
    before_that,
    conclusion,
    form_of,
    form_of_witness,
    frequency,
    missing_facts,
    problems,
    ranges,
    reasons,
)
from referee.report.clause_tests import tests_of_clauses
from referee.report.included import OPTIONS, WRITTEN_BY, Included
from referee.report.matches import Matches
from referee.report.page import GRAPHS, VIEWER, page
from referee.report.paths import shown_path
from referee.report.rules_sections import graph_section, mutants_section, readings_section
from referee.verify.check_result import Checked, readings_text
from referee.verify.clause_coverage import rows_of
from referee.verify.findings import Finding, places_of
from referee.verify.verdicts import HOLDS, Method, Result, Verdict

LINES = {"bad": 6, "meant": 6, "open": 3, "held": 1}
"""Choices of readings that are named at once, by how a verdict is to be taken; the others open."""


def rules_page(
    checked: Checked,
    seed: str,
    records: Mapping[str, Path],
    examples: Path | None = None,
    included: Included | None = None,
) -> str:
    """The page as text.

    ``records`` are the files of witnesses by fingerprint, ``examples`` that of the worked ones; ``included`` is what
    other commands found about the same game.
    """
    game, also = checked.game, included or Included()
    book = load_rulebook(rules_of(game).folder / "rulebook.md")
    # The game that was checked need not be one that records can name: it may stand in any folder.
    matches = Matches(find=lambda name: game)
    happened = [_happened(checked, each, matches, records, book.clauses) for each in checked.happened()]
    findings = [_finding(checked, each, matches, records, book.clauses) for each in checked.findings]
    readings = None if also.readings is None else readings_section(also.readings, rules_of(game).readings, matches)
    mutants = None if also.mutants is None else mutants_section(also.mutants)
    graph = None if also.interactions is None else graph_section(also.interactions, matches)
    drawn = graph if graph is not None and graph["edges"] else None
    used = [each for each in Method if any(one.method is each for one in _answers(checked))]
    return page(
        "rules.html",
        title=f"{game.title}: the rules, checked",
        data={**matches.data, **({"graph": drawn["data"]} if drawn else {})},
        scripts=(*VIEWER, "report.js", *(["graph.js"] if drawn else [])),
        libraries=GRAPHS if drawn else (),
        seed=seed,
        conclusion=conclusion(checked),
        bad=checked.exit_code() in (1, 2),
        problems=[*checked.complaints, *checked.broken_off, *problems(checked)],
        examples=checked.examples,
        examples_failed=checked.examples_failed,
        findings=findings,
        happened=happened,
        disappeared=checked.disappeared,
        methods=[each.value for each in used],
        properties=[_property(checked, each.name, used) for each in checked.properties],
        reasons=list(reasons(checked)),
        missing=missing_facts(checked),
        looked=checked.ledger.looked,
        times=checked.times,
        real_matches=checked.ledger.real_matches,
        ledger=_ledger(checked, book.clauses, examples, mutants),
        tested=tests_of_clauses(game, [each.id for each in book.clauses]) is not None,
        counts=_counts(checked),
        readings=readings,
        mutants=mutants,
        graph=graph,
        adds={name: f"referee check {game.name} --html FILE {option}" for name, option in OPTIONS.items()},
        writes={name: command.format(game.name) for name, command in WRITTEN_BY.items()},
    )


# -- findings ---------------------------------------------------------------------------------------------


def _finding(
    checked: Checked, finding: Finding, matches: Matches, records: Mapping[str, Path], clauses: tuple[Clause, ...]
) -> dict[str, Any]:
    rules, rulebook = places_of(checked.game, finding.clauses, finding.places)
    accepted = checked.accepted.get(finding.fingerprint)
    left_out = ""
    if finding.witness is not None:
        left_out = matches.add(finding.fingerprint, finding.witness.record, f"{finding.fingerprint}.jsonl")
    return {
        "fingerprint": finding.fingerprint,
        "trouble": finding.trouble.value,
        "status": checked.status(finding),
        "clauses": [each for each in clauses if each.id in finding.clauses],
        "sentence": finding.sentence,
        "before": before_that(finding),
        "form": form_of(finding),
        "frequency": "" if finding.sightings is None else frequency(finding),
        "places": [f"{shown_path(place.file)}:{place.line}" for place in [*rules, *rulebook]],
        "reason": "" if accepted is None else accepted.reason,
        "witness": finding.fingerprint in matches,
        "left_out": left_out,
        "record": str(records.get(finding.fingerprint, "")),
    }


def _happened(
    checked: Checked, shown: Result, matches: Matches, records: Mapping[str, Path], clauses: tuple[Clause, ...]
) -> dict[str, Any]:
    """The things that may happen, and did."""
    claimed = next(each for each in checked.properties if each.name == shown.property)
    assert shown.witness is not None
    key = checked.name_of(shown)
    return {
        "name": claimed.name,
        "clauses": [each for each in clauses if each.id in claimed.clauses],
        "sentence": claimed.sentence,
        "form": form_of_witness(shown),
        "frequency": "" if shown.sightings is None else frequency(shown),
        "key": key,
        "left_out": matches.add(key, shown.witness.record, f"{key}.jsonl"),
        "record": str(records.get(key, "")),
    }


# -- properties -------------------------------------------------------------------------------------------


def _answers(checked: Checked) -> list[Result]:
    return [each for each in checked.results if each.verdict is not Verdict.NOT_ASKED]


def _property(checked: Checked, name: str, methods: list[Method]) -> dict[str, Any]:
    """A row: by method the lines of its verdicts. Forms with the same verdict are put together."""
    (about,) = [each for each in checked.properties if each.name == name]
    mine = [each for each in _answers(checked) if each.property == name]
    return {
        "name": name,
        "sentence": about.sentence,
        "clauses": about.clauses,
        "place": f"{shown_path(Path(about.file))}:{about.line}",
        "cells": [list(_lines(checked, [each for each in mine if each.method is method])) for method in methods],
        "answered": bool(mine),
        "strongest": strongest(checked, name),
    }


def _lines(checked: Checked, results: list[Result]) -> Iterator[dict[str, Any]]:
    groups: dict[Any, list[Result]] = {}
    for each in results:
        groups.setdefault((each.verdict, checked.expected(each), each.cached), []).append(each)
    for (verdict, expected, cached), group in groups.items():
        forms: dict[str, list[int]] = {}
        for each in group:
            forms.setdefault(readings_text(each.readings) or "default readings", []).append(each.players)
        lines = [f"{ranges(players)} players: {form}" for form, players in forms.items()]
        sort = sort_of(verdict, expected)
        yield {
            "verdict": verdict.value,
            "sort": sort,
            "meant": verdict is Verdict.REFUTED and not expected,
            "cached": cached,
            "tries": sum(each.tries for each in group),
            "forms": lines[: LINES[sort]],
            "more": lines[LINES[sort] :],
        }


def sort_of(verdict: Verdict, expected: bool = True) -> str:
    """``bad`` where it is against its author's expectation, else ``held``, ``meant`` or ``open``."""
    if verdict is Verdict.REFUTED:
        return "bad" if expected else "meant"
    return "held" if verdict in HOLDS else "open"


def strongest(checked: Checked, name: str) -> dict[str, str]:
    """The most telling verdict of a property: a refutation against expectation, else the best in its favour."""
    mine = [each for each in checked.results if each.property == name]
    against = [each for each in mine if each.verdict is Verdict.REFUTED and checked.expected(each)]
    for verdict in (*([Verdict.REFUTED] if against else []), *HOLDS, Verdict.REFUTED, Verdict.UNKNOWN):
        if any(each.verdict is verdict for each in mine):
            meant = verdict is Verdict.REFUTED and not against
            return {"verdict": verdict.value + (" (expected)" if meant else ""), "sort": sort_of(verdict, not meant)}
    return {"verdict": Verdict.NOT_ASKED.value, "sort": "open"}


def _counts(checked: Checked) -> list[tuple[str, int]]:
    """How many verdicts of each kind there are."""
    found = {verdict: sum(each.verdict is verdict for each in checked.results) for verdict in Verdict}
    return [(verdict.value, number) for verdict, number in found.items() if number]


# -- the ledger -------------------------------------------------------------------------------------------


def _ledger(
    checked: Checked, clauses: tuple[Clause, ...], path: Path | None, mutants: Mapping[str, Any] | None
) -> list[dict[str, Any]]:
    """The rulebook clause by clause: how often it was carried out, and what speaks about it."""
    game: type[Game[Any]] = checked.game
    examples = () if path is None else load_examples(path, game)
    tests = tests_of_clauses(game, [each.id for each in clauses]) or {}
    reached = {each.clause: each for each in rows_of(checked)}
    times = None if checked.times is None else checked.times.clauses
    return [
        {
            "id": clause.id,
            "title": clause.title,
            "text": clause.text,
            "part": clause.part,
            "times": None if times is None else times.get(clause.id),
            "row": reached[clause.id],
            "told": clause_line(reached[clause.id], checked.ledger).partition(": ")[2],
            "readings": list(clause.readings),
            "examples": sum(clause.id in each.clauses for each in examples),
            "tests": tests.get(clause.id, []),
            "properties": [
                {"name": each.name, **strongest(checked, each.name)}
                for each in checked.properties
                if clause.id in each.clauses
            ],
            "mutants": None if mutants is None else mutants["clauses"].get(clause.id),
            "findings": [
                (each.fingerprint, each.trouble.value) for each in checked.findings if clause.id in each.clauses
            ],
        }
        for clause in clauses
    ]
