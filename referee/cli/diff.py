"""``referee diff``: two versions of a game, in their texts, in what a check says, and in play."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from referee.cli.check_options import methods_option, players_option
from referee.cli.json_file import JsonFile, json_option
from referee.cli.markdown_file import markdown_option, takes_stdout, write_markdown
from referee.cli.progress import Progress
from referee.cli.revisions import Typed, version
from referee.cli.terminal import Terminal, complain, say
from referee.cli.values import EFFORT, GAME, JOBS, SEED
from referee.cli.witnesses import keep_witnesses
from referee.kernel.errors import BadInput
from referee.report.check_words import form_of
from referee.report.diff_markdown import VERDICT, as_markdown, same_in_words
from referee.verify.collide.edges import Edge
from referee.verify.findings import Finding
from referee.verify.impact.versions import Changed, Difference, compare_versions
from referee.verify.questions import Plan
from referee.verify.verdicts import Method

SCHEMA = "referee.diff/1"


@click.command()
@click.argument("old", type=GAME)
@click.argument("new", type=GAME)
@players_option
@methods_option
@click.option("--seed", type=SEED, default="check", show_default=True, help="What random answers are drawn from.")
@click.option("--effort", type=EFFORT, default=1.0, help="Scales the number of tries.")
@click.option("--jobs", type=JOBS, default=os.cpu_count() or 1, show_default=True, help="Processes.")
@markdown_option
@json_option
def command(
    old: str,
    new: str,
    players: tuple[int, ...] | None,
    methods: tuple[Method, ...],
    seed: str,
    effort: float,
    jobs: int,
    markdown: Path | None,
    json_file: JsonFile,
) -> int:
    """Compare two versions of a game: clauses, readings, verdicts, findings, matches, figures, interactions.

    OLD and NEW are folders, names of games, or revisions of git: REVISION:FOLDER, or REVISION alone for the folder of
    the other one. Exit code 1 where NEW breaks a promise that OLD kept, or has a new finding; 0 otherwise.
    """
    instead = takes_stdout(markdown, json_file)
    plan = Plan("", players, {}, {}, methods, seed=seed, effort=effort, jobs=jobs)
    with version(old, new) as one, version(new, old) as other, Progress(1, "questions") as progress:
        try:
            found = compare_versions(one.given, other.given, plan, progress.of)
        except BadInput as error:
            raise BadInput(one.relabel(other.relabel(str(error)))) from None
        for typed, checked in ((one, found.old), (other, found.new)):
            for complaint in checked.complaints:
                complain(typed.relabel(complaint))
        records = _write(found)
        json_file.write(SCHEMA, as_json(found, one, other, records))
        if markdown is not None:
            write_markdown(markdown, as_markdown(found, (one.label, other.label), records, other.relabel))
        if not instead:
            terminal = Terminal.of(sys.stdout)
            say(*lines(found, one, other, records, terminal))
    return found.exit_code()


MOST_EDGES = 40
"""Interactions whose witnesses are kept."""


def _write(found: Difference) -> dict[str, Path]:
    """The records: of findings by fingerprint, of the match that parts the versions (``parted``), of figures and of
    interactions by the names that ``_of_figure`` and ``_of_edge`` give."""
    shown = [found.refuting(each.what) for each in found.verdicts]
    findings = [*found.appeared, *found.gone, *[each for each in shown if each is not None]]
    wanted = {each.fingerprint: each.witness.record for each in findings if each.witness}
    if found.parted is not None:
        wanted["parted"] = found.parted.record
    for (players, name), (old, new) in found.shown.items():
        wanted |= dict(zip(_of_figure(players, name), (old, new), strict=True))
    for at, (_, edge) in enumerate(found.edges[:MOST_EDGES]):
        wanted |= dict(zip(_of_edge(at, edge), [each.record for each in edge.witnesses], strict=True))
    return keep_witnesses(found.new.game.name, "diff", records=wanted)


def _of_figure(players: int, name: str) -> tuple[str, str]:
    stem = f"{players}-players-{name.replace(' ', '-')}"
    return f"{stem}.old", f"{stem}.new"


def _of_edge(at: int, edge: Edge) -> list[str]:
    return [f"interaction-{at + 1:02}{'abc'[number]}" for number in range(len(edge.witnesses))]


def lines(
    found: Difference, one: Typed, other: Typed, records: Mapping[str, Path], terminal: Terminal
) -> Iterator[str]:
    yield f"{found.new.game.title}: {one.label} -> {other.label}"
    if found.is_nothing:
        same = f"texts, verdicts, findings, {found.replayed} matches, figures and interactions are the same"
        yield from terminal.wrapped(f"no difference: {same}", "", "  ")
        if found.same:
            yield from terminal.wrapped(same_in_words(found), "", "  ")
        return
    for title, changes in (
        ("Clauses", found.clauses),
        ("Readings", found.readings),
        ("Players and parameters", found.form),
    ):
        yield from _section(title, changes, terminal)
    if found.verdicts:
        yield from ("", terminal.bold("Verdicts"))
    for change in found.verdicts:
        yield from _changed(change, terminal)
        finding = found.refuting(change.what)
        if finding is not None and finding.fingerprint in records:
            yield f"    referee replay {records[finding.fingerprint]}"
    if found.rules:
        yield from ("", terminal.bold("Code"))
        yield from terminal.wrapped(f"other rules carry out {', '.join(found.rules)}", "  ", "  ")
    if found.same:
        yield from terminal.wrapped(same_in_words(found), "  ", "  ")
    for title, findings in (("Findings that appeared", found.appeared), ("Findings that are gone", found.gone)):
        if findings:
            yield from ("", terminal.bold(title))
        for each in findings:
            yield from _finding(each, found, records, terminal)
    if found.replayed:
        yield from ("", terminal.bold("Matches"))
        said = f"{found.alike} of {found.replayed} matches of {one.label} go the same way in {other.label}"
        yield from terminal.wrapped(said, "  ", "  ")
    if found.parted is not None:
        turn = max(0, found.parted.line - 2)
        text = f"they part soonest in turn {turn} of one of {found.parted.players} players: {found.parted.description}"
        yield from terminal.wrapped(text, "  ", "    ")
        if "parted" in records:
            yield f"  referee replay {records['parted']}"
    if found.figures:
        yield from ("", terminal.bold("Figures, of matches between random seats"))
    for players, figures in found.figures.items():
        for figure in figures:
            low, high = figure.interval
            text = f"{figure.name} {figure.chosen:.2f}, then {figure.other:.2f} ({low:+.2f} to {high:+.2f} at 99 %)"
            yield from terminal.wrapped(f"{players} players: {text}", "  ", "    ")
            files = [records[each] for each in _of_figure(players, figure.name) if each in records]
            if files:
                yield "    most apart in one match:"
            yield from [f"    referee replay {file}" for file in files]
    if found.edges:
        yield from ("", terminal.bold("Interactions that were seen in one version alone"))
    for at, (word, edge) in enumerate(found.edges):
        label = one.label if word == "old" else other.label
        text = f"{label}: {edge.source} {edge.kind.value} {edge.target}: {edge.description}"
        yield from terminal.wrapped(text, "  ", "    ")
        yield from [f"    referee replay {records[each]}" for each in _of_edge(at, edge) if each in records]
    yield ""
    for line in found.broken:
        yield from terminal.wrapped(f"broken: {line}", "- ", "  ")
    yield VERDICT[found.exit_code()]


def _section(title: str, changes: list[Changed], terminal: Terminal) -> Iterator[str]:
    if changes:
        yield from ("", terminal.bold(title))
    for each in changes:
        yield from _changed(each, terminal)


def _changed(each: Changed, terminal: Terminal) -> Iterator[str]:
    if len(each.old) + len(each.new) < 40 and each.old and each.new:
        yield from terminal.wrapped(f"{each.what}: {each.old} -> {each.new}", "  ", "    ")
        return
    yield f"  {each.what}" + ("" if each.old and each.new else " (new)" if each.new else " (gone)")
    for mark, text in (("- ", each.old), ("+ ", each.new)):
        if text:
            yield from terminal.wrapped(text, f"    {mark}", "      ")


def _finding(finding: Finding, found: Difference, records: Mapping[str, Path], terminal: Terminal) -> Iterator[str]:
    status = f" ({found.new.status(finding)})" if finding in found.appeared else ""
    yield f"  {finding.trouble.value} {' '.join(finding.clauses)}{status} {finding.fingerprint}"
    yield from terminal.wrapped(finding.sentence, "    ")
    yield from terminal.wrapped(form_of(finding), "    ", "      ")
    if finding.fingerprint in records:
        yield f"    referee replay {records[finding.fingerprint]}"


def as_json(found: Difference, one: Typed, other: Typed, records: Mapping[str, Path]) -> dict[str, Any]:
    def changes(changed: list[Changed]) -> list[dict[str, str | None]]:
        return [{"what": each.what, "old": each.old or None, "new": each.new or None} for each in changed]

    def findings(given: list[Finding]) -> list[dict[str, Any]]:
        return [
            {
                "fingerprint": each.fingerprint,
                "class": each.trouble.value,
                "clauses": list(each.clauses),
                "status": found.new.status(each) if each in found.appeared else None,
                "sentence": each.sentence,
                "players": each.players,
                "readings": dict(each.readings),
                "witness": str(records[each.fingerprint]) if each.fingerprint in records else None,
            }
            for each in given
        ]

    parted = found.parted
    return {
        "game": found.new.game.name,
        "old": one.label,
        "new": other.label,
        "exit_code": found.exit_code(),
        "clauses": changes(found.clauses),
        "rules": found.rules,
        "readings": changes(found.readings),
        "form": changes(found.form),
        "verdicts": [
            {**each, "witness": _witness_of(found, each["what"], records)} for each in changes(found.verdicts)
        ],
        "appeared": findings(found.appeared),
        "gone": findings(found.gone),
        "proved_same": [{"players": players, "ways": ways} for players, ways in found.same.items()],
        "matches": {"replayed": found.replayed, "alike": found.alike},
        "parted": None
        if parted is None
        else {
            "players": parted.players,
            "turn": max(0, parted.line - 2),
            "said": parted.description,
            "witness": str(records["parted"]) if "parted" in records else None,
        },
        "figures": [
            {"players": players, "name": each.name, "old": each.chosen, "new": each.other, "interval": each.interval,
             "witnesses": [str(records[name]) for name in _of_figure(players, each.name) if name in records]}
            for players, figures in found.figures.items()
            for each in figures
        ],
        "interactions": [
            {"seen_in": word, "kind": each.kind.value, "source": each.source, "target": each.target,
             "said": each.description,
             "witnesses": [str(records[name]) for name in _of_edge(at, each) if name in records]}
            for at, (word, each) in enumerate(found.edges)
        ],
        "broken": found.broken,
    }  # fmt: skip


def _witness_of(found: Difference, what: str | None, records: Mapping[str, Path]) -> str | None:
    finding = found.refuting(what or "")
    return None if finding is None or finding.fingerprint not in records else str(records[finding.fingerprint])
