"""The head of a check, and a line for each property: what text and pages show before anything else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.report.check_words import ranges
from referee.verify.causes import Cause, causes_of
from referee.verify.check_result import Checked
from referee.verify.clause_coverage import ClauseCoverage, rows_of
from referee.verify.properties import Kind, Property
from referee.verify.verdicts import Method, Result, Trouble, Verdict

WORDS = {
    Verdict.PROVED: ("✓", "proved"),
    Verdict.EXHAUSTED: ("✓", "exhausted"),
    Verdict.WITNESSED: ("✓", "seen"),
    Verdict.NOT_REFUTED: ("·", "held"),
    Verdict.REFUTED: ("✗", "refuted"),
    Verdict.UNKNOWN: ("?", "unknown"),
    Verdict.NOT_ASKED: ("–", "not asked"),
}
"""The sign and the word of each verdict."""
STRONGEST = (Verdict.REFUTED, Verdict.PROVED, Verdict.EXHAUSTED, Verdict.WITNESSED, Verdict.NOT_REFUTED,
             Verdict.UNKNOWN, Verdict.NOT_ASKED)  # fmt: skip
POLARITY = {Kind.NEVER: "Never: ", Kind.POSSIBLE: "Possible: ", Kind.ENDLESS: "For ever: ", Kind.VALUE: "Best play: "}
"""What stands before the sentence of a property that promises something else than that the sentence is true."""
MOST_NAMES = 4


def head(checked: Checked, seed: str) -> Iterator[tuple[str, str]]:
    """Labels and texts: defects, properties, examples, and what was not looked at."""
    causes = causes_of(checked)
    yield "defects", defects(causes) if causes else "none"
    if checked.properties:
        count = Counter(verdict for _, verdict in _verdicts(checked))
        told = [f"{count[each]} {WORDS[each][1]}" for each in STRONGEST if count[each]]
        open_ = len(checked.undecided())
        left = f"; {open_} of them UNKNOWN to another method (--verbose)" if open_ > count[Verdict.UNKNOWN] else ""
        yield "properties", f"{len(checked.properties)}: {', '.join(told)}{left}"
    if checked.examples:
        failed = len(checked.examples_failed)
        yield "examples", f"{checked.examples} played, " + (f"{failed} not as written" if failed else "all as written")
    if missing := not_looked_at(checked):
        yield "not looked at", "; ".join(missing)
    yield "chance", f"seed {seed!r}"


def defects(causes: list[Cause]) -> str:
    """``2 new; 17 as expected, 4 of them endless play; 1 accepted``."""
    told: list[str] = []
    for status, word in (("new", "new"), ("expected", "as expected"), ("accepted", "accepted")):
        here = [each for each in causes if each.status == status]
        endless = sum(each.lead.trouble is Trouble.ENDLESS for each in here)
        if here:
            told.append(f"{len(here)} {word}" + (f", {endless} of them endless play" if endless else ""))
    return "; ".join(told)


def not_looked_at(checked: Checked) -> list[str]:
    """What this check cannot speak of: alternatives of readings, numbers of players, clauses."""
    found: list[str] = []
    readings = rules_of(checked.game).readings
    values = {(slug, value) for slug, each in readings.items() for value in each.alternatives if value != each.default}
    seen = {pair for each in checked.ledger.looked for pair in each.readings.items()}
    if unseen := len(values - seen):
        found.append(f"{unseen} of {len(values)} other ways to read the rules (--all-readings)")
    played = {each.players for each in checked.ledger.looked if each.method is not Method.PROVE}
    game = checked.game
    if played and (without := {each for each in _numbers(game) if each not in played}):
        found.append(f"matches of {ranges([*without])} players")
    rows = [each.clause for each in rows_of(checked) if each.reached is ClauseCoverage.NOT_SEEN]
    if played and rows:
        more = f" and {len(rows) - MOST_NAMES} more" if len(rows) > MOST_NAMES else ""
        found.append(f"clauses that nobody carried out: {' '.join(rows[:MOST_NAMES])}{more} (referee ask --idle)")
    return found


def _numbers(game: type[Game[Any]]) -> Iterator[int]:
    """The numbers of players for which there is a game."""
    for players in range(game.fewest_players, game.most_players + 1):
        with suppress(BadInput):
            game(players)
            yield players


def property_lines(checked: Checked) -> Iterator[tuple[str, str, str, str]]:
    """For each property the sign of its verdict, the verdict with its players, its name and sentence with their
    polarity, and why nothing is known where it is so; those that are refuted or unknown first."""
    order = [Verdict.REFUTED, Verdict.UNKNOWN, Verdict.NOT_ASKED]
    verdicts = sorted(_verdicts(checked), key=lambda each: order.index(each[1]) if each[1] in order else len(order))
    for claimed, verdict in verdicts:
        sign, word = WORDS[verdict]
        results = [each for each in _of(checked, claimed) if each.verdict is verdict]
        players = ranges([each.players for each in results if each.players])
        why = results[0].why if verdict is Verdict.UNKNOWN and results else ""
        sentence = f"{claimed.name}: {POLARITY.get(claimed.kind, '')}{claimed.sentence}"
        yield sign, f"{word} {players}".strip(), sentence, why


def _verdicts(checked: Checked) -> list[tuple[Property, Verdict]]:
    """The verdict of each property where its author expects it to hold; the strongest, or REFUTED."""
    return [(each, _verdict(_of(checked, each))) for each in checked.properties]


def _of(checked: Checked, claimed: Property) -> list[Result]:
    """The results of a property that decide: those of the readings that were asked for, if there are any."""
    results = [each for each in checked.results if each.property == claimed.name and checked.expected(each)]
    return [each for each in results if dict(each.readings) == dict(checked.readings)] or results


def _verdict(results: list[Result]) -> Verdict:
    verdicts = {each.verdict for each in results}
    return next((each for each in STRONGEST if each in verdicts), Verdict.NOT_ASKED)
