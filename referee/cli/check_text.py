"""The text of ``referee check``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from referee.cli.terminal import Terminal, shown_path
from referee.report.check_words import (
    HEADINGS,
    before_that,
    conclusion,
    form_of,
    form_of_witness,
    frequency,
    missing_facts,
    problems,
    reasons,
    rows,
)
from referee.verify.check_result import Checked
from referee.verify.explore.deck_limits import arithmetic_of_players
from referee.verify.findings import Finding, Place, places_of
from referee.verify.verdicts import Result, Verdict


def lines(checked: Checked, seed: str, records: Mapping[str, Path], terminal: Terminal) -> Iterator[str]:
    yield f"{checked.game.title}: {len(checked.properties)} properties, seed {seed!r}"
    if checked.examples:
        failed = len(checked.examples_failed)
        yield f"examples: {checked.examples} played, " + (f"{failed} not as written" if failed else "all as written")
        for each in checked.examples_failed:
            yield from terminal.wrapped(each, "  ", "    ")
    if checked.results and (why := arithmetic_of_players(checked.game)):
        yield from terminal.wrapped(f"no more players: {why}", "", "  ")
    if checked.results:
        yield ""
        yield from _table(checked, terminal)
        for reason in reasons(checked):
            yield from terminal.wrapped(reason, "", "  ")
    for text in missing_facts(checked):
        yield f"a property that would help a proof, for properties/{checked.game.name}.py:"
        yield from (f"  {line}" for line in text.splitlines())
    yield from _effects(checked, terminal)
    for happened in checked.happened():
        yield ""
        yield from _happened(checked, happened, records, terminal)
    for finding in checked.findings:
        yield ""
        yield from _finding_lines(checked, finding, records, terminal)
    yield ""
    for gone in checked.disappeared:
        yield from terminal.wrapped(f"accepted, and not met by this check: {gone.fingerprint} {gone.finding}", "", "  ")
    for problem in problems(checked):
        yield from terminal.wrapped(problem, "- ", "  ")
    yield conclusion(checked)


def _effects(checked: Checked, terminal: Terminal) -> Iterator[str]:
    """The proofs of single effects: their number by section of the rulebook, and why the others are missing."""
    for players in sorted({each.players for each in checked.ledger.effects}):
        every = [each for each in checked.ledger.effects if each.players == players]
        proved = [each for each in every if each.verdict is Verdict.PROVED]
        kept = " (cached)" if every[0].cached else ""
        said = (
            f"effects, each from any table, {players} players: {len(proved)} of {len(every)} are PROVED to find their "
            f"cards, to have an answer for every question and to leave each card somewhere, once{kept}"
        )
        yield ""
        yield from terminal.wrapped(said, "", "  ")
        if proved:
            yield from terminal.wrapped(f"PROVED: {', '.join(each.name for each in proved)}", "  ", "    ")
        for each in every:
            if each not in proved:
                told = f"{each.verdict.value} {each.name} ({' '.join(each.clauses)}): {each.why}"
                yield from terminal.wrapped(told, "  ", "    ")


def _table(checked: Checked, terminal: Terminal) -> Iterator[str]:
    """The names of properties on lines of their own: with them in a column no table is 80 columns wide."""
    body: list[tuple[str, ...]] = []
    names: list[str] = []
    for name, *row in rows(checked):
        if name not in names:
            names.append(name)
            body.append(("-", "", "", "", ""))
        body.append(tuple(row))
    named = iter(names)
    for line in replace(terminal, width=terminal.width - 2).table(HEADINGS, body, (4,)).split("\n"):
        yield next(named) if line == "-" else f"  {line}"


def _happened(checked: Checked, happened: Result, records: Mapping[str, Path], terminal: Terminal) -> Iterator[str]:
    """The things that may happen and did: their witness is what the author has asked for."""
    claimed = next(each for each in checked.properties if each.name == happened.property)
    yield terminal.bold(f"can happen {' '.join(claimed.clauses)} {claimed.name}")
    yield from terminal.wrapped(claimed.sentence, "  ")
    yield from terminal.wrapped(form_of_witness(happened), "  ", "    ")
    yield from _places(checked, claimed.clauses)
    if happened.sightings is not None:
        yield from terminal.wrapped(frequency(happened), "  ", "    ")
    record = records.get(checked.name_of(happened))
    if record is not None:
        yield f"  referee replay {record}"


def _places(checked: Checked, clauses: tuple[str, ...], own: tuple[Place, ...] = ()) -> Iterator[str]:
    rules, rulebook = places_of(checked.game, clauses, own)
    for place in [*rules, *rulebook]:
        yield f"  {shown_path(place.file)}:{place.line}"


def _finding_lines(
    checked: Checked, finding: Finding, records: Mapping[str, Path], terminal: Terminal
) -> Iterator[str]:
    status = checked.status(finding)
    title = f"{finding.trouble.value} {' '.join(finding.clauses)} ({status}) {finding.fingerprint}"
    yield terminal.bold(title)
    yield from terminal.wrapped(finding.sentence, "  ")
    if before_that(finding):
        yield from terminal.wrapped(before_that(finding), "  ")
    yield from terminal.wrapped(form_of(finding), "  ", "    ")
    yield from _places(checked, finding.clauses, finding.places)
    if finding.sightings is not None:
        yield from terminal.wrapped(frequency(finding), "  ", "    ")
    if finding.fingerprint in checked.accepted:
        yield from terminal.wrapped(f"accepted: {checked.accepted[finding.fingerprint].reason}", "  ", "    ")
    if finding.fingerprint in records:
        yield f"  referee replay {records[finding.fingerprint]}"
