"""The ledger on the page of a check: the rulebook clause by clause, and below each clause the branches of its code
and the tests that are named after it (``test_X_5_take_and_lead``)."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.kernel.input_files import MOST_OF_A_TEXT, read_bytes
from referee.kernel.rulebook import Clause
from referee.play.examples import load_examples
from referee.report.cause_sections import place_of
from referee.report.check_scale import clause_line
from referee.report.plots import Figure, histograms, intervals
from referee.stats.means import mean_interval
from referee.verify.check_result import Checked
from referee.verify.clause_coverage import rows_of
from referee.verify.play.branches import Branch
from referee.verify.play.clause_counts import Times

TEST = re.compile(rb"\bdef[\s\\]+(test[^\s\\(\[]*)")
"""What the name of a test looks like in a text that was not parsed: more than those of tests, and all of them."""


def tested_project(game: type[Game[Any]]) -> Path | None:
    """The folder above the game's with a ``pyproject.toml`` and a folder ``tests``; an installed game has none."""
    return next((each for each in rules_of(game).folder.resolve().parents if _is_project(each)), None)


def tests_of_clauses(game: type[Game[Any]], clauses: Sequence[str]) -> Mapping[str, list[str]] | None:
    """For each clause the tests of the game's project that name it, as ``FILE::NAME``; None without a project."""
    if (home := tested_project(game)) is None:
        return None
    names = {re.sub(r"\W", "_", each): each for each in sorted(clauses, key=len, reverse=True)}
    mentioned = re.compile(rf"(?<![A-Za-z0-9])({'|'.join(map(re.escape, names))})(?![A-Za-z0-9])")
    found: dict[str, list[str]] = {}
    for file in sorted((home / "tests").rglob("test_*.py")):
        for test in _tests_in(file, mentioned):
            for word in dict.fromkeys(mentioned.findall(test)):
                found.setdefault(names[word], []).append(f"{file.relative_to(home).as_posix()}::{test}")
    return found


def _is_project(folder: Path) -> bool:
    return (folder / "pyproject.toml").is_file() and (folder / "tests").is_dir()


def _tests_in(file: Path, mentioned: re.Pattern[str]) -> list[str]:
    """The names of its tests; none where no test is ``mentioned``, as parsing takes most of the time."""
    try:
        text = read_bytes(file, MOST_OF_A_TEXT)
        if not any(mentioned.search(each.decode(errors="replace")) for each in TEST.findall(text)):
            return []
        tree = ast.parse(text)
    except (BadInput, SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [each.name for each in ast.walk(tree) if isinstance(each, functions) and each.name.startswith("test")]


OWN = 3
"""Clauses that a branch is shown below; what more clauses share is shown below all of them."""
BINS = 20


def ledger_rows(
    checked: Checked, clauses: tuple[Clause, ...], path: Path | None, mutants: Mapping[str, Any] | None
) -> list[dict[str, Any]]:
    """A row for each clause: how often it was carried out, and what speaks about it."""
    game = checked.game
    examples = () if path is None else load_examples(path, game)
    tests = tests_of_clauses(game, [each.id for each in clauses]) or {}
    reached = {each.clause: each for each in rows_of(checked)}
    times = None if checked.times is None else checked.times.clauses
    branches = () if checked.times is None else checked.times.branches
    return [
        {
            "id": clause.id,
            "title": clause.title,
            "text": clause.text,
            "part": clause.part,
            "times": None if times is None else times.get(clause.id),
            "branches": branches_told([each for each in branches if clause.id in each.clauses if not shared(each)]),
            "asks": _asks(checked, clause.id),
            "row": reached[clause.id],
            "told": clause_line(reached[clause.id], checked.ledger).partition(": ")[2],
            "readings": list(clause.readings),
            "examples": sum(clause.id in each.clauses for each in examples),
            "tests": tests.get(clause.id, []),
            "properties": [each.name for each in checked.properties if clause.id in each.clauses],
            "mutants": None if mutants is None else mutants["clauses"].get(clause.id),
            "findings": [
                (each.fingerprint, each.trouble.value) for each in checked.findings if clause.id in each.clauses
            ],
        }
        for clause in clauses
    ]


def shared_branches(checked: Checked) -> dict[str, Any]:
    """The branches of code that belongs to no clause, or to many."""
    branches = () if checked.times is None else checked.times.branches
    return branches_told([each for each in branches if shared(each)])


def shared(branch: Branch) -> bool:
    return not branch.clauses or len(branch.clauses) > OWN


def branches_told(branches: Sequence[Branch]) -> dict[str, Any]:
    """A row for each condition, in the order of the code, with its ways."""
    rows: list[dict[str, Any]] = []
    for each in sorted(branches, key=lambda each: (str(each.file), each.line)):
        place = place_of(each.file, each.line)
        if each.way != "no":
            rows.append({"place": place, "text": each.text, "ways": []})
        rows[-1]["ways"].append((each.way, each.times))
    return {"rows": rows, "gone": sum(each.times > 0 for each in branches), "all": len(branches)}


def _asks(checked: Checked, clause: str) -> list[tuple[str, list[tuple[str, bool]]]]:
    """The questions of a clause, each with its ways to go on and whether somebody could ever go them."""
    found: dict[str, list[tuple[str, bool]]] = {}
    for (ask, option), was_open in checked.ledger.offered.items():
        if clause in checked.ledger.clauses.get((ask, option), ()):
            found.setdefault(ask, []).append((option, was_open))
    return list(found.items())


def figures_of_matches(times: Times | None) -> dict[str, Figure]:
    """Lengths and payoffs of the matches that count clauses."""
    if times is None:
        return {}
    ends = sorted(times.lengths.items(), key=lambda each: -len(each[1]))
    found = [histograms("lengths", "How long matches are, by how they ended", "turns of a match", ends, BINS)]
    paid = [(f"seat {seat}", values) for seat, values in enumerate(times.payoffs) if values]
    if any(len(set(values)) > 1 for _, values in paid):
        means = [(name, sum(values) / len(values), mean_interval([values])) for name, values in paid]
        found += [
            intervals("payoff", "Mean payoff of each seat", "payoff of a match", means, reference=0, digits=2),
            histograms("payoffs", "Payoffs of each seat", "payoff of a match", paid, BINS),
        ]
    return {each.id: each for each in found if each.rows}
