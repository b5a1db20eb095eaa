"""What a check finds of a rulebook alone: ``python -m tests.bench.bare [GAME …]``; ``--help`` names options.

The shipped games are checked without their properties, scales, accepted findings and worked examples. What that finds
is laid beside what their authors expect to fail: each ``refuted_under`` of ``properties/GAME.py``, once for all
properties of the same readings, and each ``@endless``. Readings count as found where a finding with a replayed
witness needs just these readings, and is of the class that is expected (a broken promise may show as any trouble).
Play without an end counts where the finding carries out the clauses of the property. Then come the findings in the
order in which an author reads them, with a mark at those that are expected: the others are for a person to judge.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from referee.games.registry import find_game
from referee.kernel.game import Game
from referee.verify import campaign, project
from referee.verify.campaign import Plan, check_game
from referee.verify.causes import Cause, causes_of
from referee.verify.findings import Finding
from referee.verify.properties import Kind, Property, load_properties
from referee.verify.questions import jobs_of
from referee.verify.verdicts import Method, Trouble

GAMES = ("escalation", "effervesce", "fscking-ace", "five-crowns", "bpoker")
PROPERTIES = Path(__file__).parent.parent.parent / "properties"
FIRST = 20
"""Findings that an author reads."""


@dataclass(frozen=True, slots=True)
class Expected:
    """A defect that properties name: the readings that it needs, or the clauses that go round."""

    readings: Mapping[str, str]
    properties: tuple[Property, ...]

    @property
    def what(self) -> str:
        named = ", ".join(f"{slug}={value}" for slug, value in self.readings.items())
        return named or " ".join(self.properties[0].clauses)

    @property
    def sorts(self) -> set[str]:
        return {each.trouble.value if each.trouble is not None else each.kind.value for each in self.properties}

    def is_shown_by(self, finding: Finding) -> bool:
        if finding.witness is None or dict(finding.readings) != dict(self.readings):
            return False
        return any(_shows(finding, each) for each in self.properties)


def _shows(finding: Finding, claimed: Property) -> bool:
    if claimed.kind is Kind.ENDLESS:
        round_of = set(claimed.clauses) & set(finding.clauses)
        whole = round_of == set(claimed.clauses)
        over_turns = claimed.whole_turns or not claimed.settings
        return finding.trouble is Trouble.ENDLESS and bool(round_of if over_turns else whole)
    if claimed.kind is Kind.TURNS_END:
        return finding.trouble is Trouble.ENDLESS
    return claimed.trouble is None or finding.trouble is claimed.trouble


def expected_of(name: str, game: type[Game[Any]]) -> list[Expected]:
    """All that the properties of a game expect to fail, one for each choice of readings."""
    by_readings: dict[tuple[tuple[str, str], ...], list[Property]] = {}
    endless: list[Expected] = []
    for each in load_properties(PROPERTIES / f"{name}.py", game):
        for under in each.refuted:
            by_readings.setdefault(tuple(sorted(under.readings.items())), []).append(each)
        if each.kind is Kind.ENDLESS:
            endless.append(Expected(dict(each.readings), (each,)))
    return [Expected(dict(key), tuple(about)) for key, about in by_readings.items()] + endless


def bare(name: str, effort: float, jobs: int, methods: str) -> tuple[list[Cause], float, float]:
    """The causes that a check of the rulebook alone tells, its seconds by the clock and of processor time."""
    asked = [Method(each) for each in methods.split(",")]
    began, used = time.monotonic(), processor()
    with (
        patch.object(project, "found_file", lambda *_: None),
        patch.object(campaign, "jobs_of", lambda *about: [each for each in jobs_of(*about) if each.method in asked]),
    ):
        checked = check_game(Plan(name, effort=effort, jobs=jobs, engine="auto"))
    for each in (*checked.complaints, *checked.broken_off):
        sys.stderr.write(f"{name}: {each}\n")
    return causes_of(checked), time.monotonic() - began, processor() - used


def processor() -> float:
    """The seconds of processor time of this process and of those that it has waited for."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    )


def told(name: str, causes: Sequence[Cause], most: int | None) -> tuple[int, int]:
    """Prints both tables; gives how many are found, of how many."""
    expected = expected_of(name, find_game(name))
    found = 0
    for each in expected:
        ranks = [number for number, cause in enumerate(causes, 1) if any(map(each.is_shown_by, cause.findings))]
        found += bool(ranks)
        said = f"found, {ranks[0]:3}" if ranks else "MISSED    "
        say(f"  {said}  {each.what}  ({', '.join(sorted(each.sorts))})")
    say(f"{name}: {found} of {len(expected)}; {len(causes)} lines")
    for number, cause in enumerate(causes[:most], 1):
        lead = cause.lead
        mark = "*" if any(each.is_shown_by(one) for each in expected for one in cause.findings) else " "
        under = " ".join(f"{slug}={value}" for slug, value in lead.readings.items())
        where = f"{lead.players} players {dict(lead.scale) or ''}"
        say(f" {mark}{number:3} {lead.trouble.value} {' '.join(lead.clauses)} [{under}] {where} {cause.weight:.2g}")
        say(f"      {lead.sentence[:300]}")
    return found, len(expected)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description="What a check of the shipped rulebooks alone finds.")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--method", default="fuzz,explore,prove,conformance,alternatives",
                        help="only the questions to some of them")  # fmt: skip
    parser.add_argument("--all", action="store_true", help=f"all findings, not the first {FIRST}")
    chosen = parser.parse_args()
    found = wanted = 0
    for name in chosen.games:
        causes, seconds, processor = bare(name, chosen.effort, chosen.jobs, chosen.method)
        here = told(name, causes, None if chosen.all else FIRST)
        say(f"{name}: {seconds:.0f} s by the clock, {processor:.0f} s of processor time\n")
        found, wanted = found + here[0], wanted + here[1]
    say(f"{found} of {wanted}: {found / wanted:.0%}")


if __name__ == "__main__":
    main()
