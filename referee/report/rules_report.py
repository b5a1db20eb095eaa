"""The page of a check: ``referee check GAME --html FILE``. What is true of a rulebook, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.kernel.game import rules_of
from referee.kernel.rulebook import Clause, load_rulebook
from referee.report.cause_sections import causes_section, forms_expected, place_of
from referee.report.check_head import head
from referee.report.check_words import (
    conclusion,
    form_of_witness,
    frequency,
    missing_facts,
    problems,
    ranges,
    reasons,
)
from referee.report.included import OPTIONS, WRITTEN_BY, Included
from referee.report.ledger_section import figures_of_matches, ledger_rows, shared_branches, tested_project
from referee.report.matches import Matches
from referee.report.page import GRAPHS, PLOTS, VIEWER, page
from referee.report.paths import shown_path
from referee.report.rules_sections import graph_section, mutants_section, readings_section
from referee.verify.check_result import Checked, readings_text
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
    findings = causes_section(checked, matches, records, book.clauses)
    figures = figures_of_matches(checked.times)
    plots = [each for each in (findings["often"], *figures.values()) if each is not None]
    readings = None if also.readings is None else readings_section(also.readings, rules_of(game).readings, matches)
    mutants = None if also.mutants is None else mutants_section(also.mutants)
    graph = None if also.interactions is None else graph_section(also.interactions, matches)
    drawn = graph if graph is not None and graph["edges"] else None
    used = [each for each in Method if any(one.method is each for one in _answers(checked))]
    return page(
        "rules.html",
        title=f"{game.title}: the rules, checked",
        data={
            **matches.data,
            **({"graph": drawn["data"]} if drawn else {}),
            **({"plots": [each.data for each in plots]} if plots else {}),
        },
        scripts=(*VIEWER, "report.js", *(["graph.js"] if drawn else []), *(["plots.js"] if plots else [])),
        libraries=(*(GRAPHS if drawn else ()), *(PLOTS if plots else ())),
        conclusion=conclusion(checked),
        bad=checked.exit_code() in (1, 2),
        problems=[*checked.complaints, *checked.broken_off, *problems(checked)],
        examples=checked.examples,
        examples_failed=checked.examples_failed,
        head=list(head(checked, seed)),
        findings=findings,
        figures=figures,
        happened=happened,
        disappeared=checked.disappeared,
        methods=[each.value for each in used],
        properties=[_property(checked, each.name, used) for each in checked.properties],
        verdicts={each.name: strongest(checked, each.name)["verdict"] for each in checked.properties},
        reasons=list(reasons(checked)),
        missing=missing_facts(checked),
        looked=checked.ledger.looked,
        times=checked.times,
        real_matches=checked.ledger.real_matches,
        ledger=ledger_rows(checked, book.clauses, examples, mutants),
        shared=shared_branches(checked),
        tested=tested_project(game) is not None,
        readings=readings,
        mutants=mutants,
        graph=graph,
        adds={name: f"referee check {game.name} --html FILE {option}" for name, option in OPTIONS.items()},
        writes={name: command.format(game.name) for name, command in WRITTEN_BY.items()},
    )


# -- what can happen ---------------------------------------------------------------------------------------------


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
        "record": shown_path(records[key]) if key in records else "",
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
        "place": place_of(Path(about.file), about.line),
        "expected": forms_expected(about),
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
