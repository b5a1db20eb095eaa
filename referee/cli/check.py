"""``referee check``: what is true of a game's rules, and what is wrong with them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from referee.cli.game_options import form_options
from referee.cli.json_file import JsonFile, json_option, write_whole
from referee.cli.progress import Progress
from referee.cli.terminal import Terminal, complain, shown_path
from referee.kernel.errors import BadInput
from referee.record.record import write_record
from referee.verify.accepted import entry_of, load_accepted
from referee.verify.campaign import Checked, Plan, check_game
from referee.verify.findings import Finding, places_of
from referee.verify.verdicts import Method, Result, Verdict

SCHEMA = "referee.check/1"
WITNESSES = Path(".referee", "witnesses")
METHODS = (Method.FUZZ, Method.EXPLORE, Method.PROVE)


def _players(context: click.Context, option: click.Parameter, given: str | None) -> tuple[int, ...] | None:
    if given is None:
        return None
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", given)
    if match is None or int(match[1]) > int(match[2] or match[1]):
        raise BadInput(f"--players takes a number or a range such as 2-4, not {given!r}")
    return tuple(range(int(match[1]), int(match[2] or match[1]) + 1))


def _methods(context: click.Context, option: click.Parameter, given: str | None) -> tuple[Method, ...]:
    if given is None:
        return METHODS
    known = {method.value: method for method in METHODS}
    words = [word.strip() for word in given.split(",")]
    for word in words:
        if word not in known:
            raise BadInput(f"there is no method {word!r}; there are {', '.join(known)}")
    return tuple(known[word] for word in words)


@click.command()
@click.argument("game")
@click.option("--players", callback=_players, metavar="N|N-M", help="Numbers of players; all, if not given.")
@form_options
@click.option("--method", "methods", callback=_methods, metavar="LIST", help="Some of fuzz,explore,prove.")
@click.option("--property", "names", multiple=True, metavar="NAME", help="Only this property; may be repeated.")
@click.option("--seed", default="check", show_default=True, help="What random answers are drawn from.")
@click.option("--budget", type=click.FloatRange(0, min_open=True), metavar="SECONDS", help="For the whole check.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option("--accepted", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="Accepted findings.")
@click.option("--accept-new", is_flag=True, help="Add new findings to properties/GAME.accepted.toml here.")
@json_option
def command(
    game: str,
    players: tuple[int, ...] | None,
    readings: Mapping[str, str],
    settings: Mapping[str, Any],
    methods: tuple[Method, ...],
    names: tuple[str, ...],
    seed: str,
    budget: float | None,
    jobs: int,
    accepted: Path | None,
    accept_new: bool,
    json_file: JsonFile,
) -> int:
    """Check the rules of GAME: its properties, and defects that no property is needed for.

    Exit code 0 all well, 1 something is refuted or found that was not expected, 2 bad input, 3 inconclusive.
    """
    if accepted is not None and accept_new:
        raise BadInput("--accepted and --accept-new exclude each other")
    plan = Plan(
        game, players, readings, settings, methods, tuple(names),
        seed=seed, budget=budget, jobs=jobs, accepted=accepted,
    )  # fmt: skip
    with Progress(1, "questions") as progress:

        def at(done: int, wanted: int) -> None:
            progress.wanted = wanted
            progress.at(done)

        checked = check_game(plan, at)
    for complaint in checked.complaints:
        complain(complaint)
    if accept_new and checked.new:
        _accept(checked, game)
    records = _write_witnesses(checked)
    json_file.write(SCHEMA, as_json(checked, plan, records))
    if not json_file.takes_stdout:
        terminal = Terminal.of(sys.stdout)
        for line in lines(checked, plan, records, terminal):
            click.echo(terminal.plain(line))
    return checked.exit_code()


def _accept(checked: Checked, given: str) -> None:
    """Append to the file in the author's project; the reasons are hers to write."""
    homes = [Path.cwd(), Path(given)]
    home = next((each for each in homes if (each / "properties").is_dir()), None)
    if home is None:
        raise BadInput("--accept-new writes into the folder properties of your project, and there is none here")
    path = home / "properties" / f"{checked.game.name}.accepted.toml"
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    entries = [entry_of(each, "accepted by --accept-new; its reason is still to be written") for each in checked.new]
    write_whole(path, "\n".join([part for part in [before.rstrip("\n"), *entries] if part]))
    checked.accepted = load_accepted(path)
    complain(f"{shown_path(path)}: {len(entries)} accepted; write the reason of each there")


def _write_witnesses(checked: Checked) -> dict[str, Path]:
    """The records of the findings, by fingerprint; none where the folder cannot be written."""
    found: dict[str, Path] = {}
    folder = WITNESSES / checked.game.name
    for each in checked.findings:
        if each.witness is None:
            continue
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (WITNESSES.parent / ".gitignore").write_text("*\n", encoding="utf-8")
            write_record(folder / f"{each.fingerprint}.jsonl", each.witness.record)
        except (OSError, BadInput) as error:
            complain(f"witnesses are not kept: {error}")
            return found
        found[each.fingerprint] = folder / f"{each.fingerprint}.jsonl"
    return found


# -- text -----------------------------------------------------------------------------------------------


def lines(checked: Checked, plan: Plan, records: Mapping[str, Path], terminal: Terminal) -> Iterator[str]:
    yield f"{checked.game.title}: {len(checked.properties)} properties, seed {plan.seed!r}"
    if checked.examples:
        failed = len(checked.examples_failed)
        yield f"examples: {checked.examples} played, " + (f"{failed} differences" if failed else "all as written")
        for each in checked.examples_failed:
            yield from terminal.wrapped(each, "  ", "    ")
    if checked.results:
        yield ""
        yield from table(checked, terminal)
    for finding in checked.findings:
        yield ""
        yield from told(checked, finding, records, terminal)
    yield ""
    for gone in checked.disappeared:
        yield from terminal.wrapped(f"accepted, and not met by this check: {gone.fingerprint} {gone.finding}", "", "  ")
    for problem in [*checked.against_expectation(), *checked.too_weak()]:
        yield from terminal.wrapped(problem, "- ", "  ")
    for name in checked.conflicts():
        yield f"- {name} is PROVED by one method and REFUTED by another: a defect of referee itself"
    if checked.interrupted:
        yield "interrupted: what was decided until then is shown"
    if checked.out_of_budget:
        yield "the budget is spent: not everything was looked at"
    word = {0: "all well", 1: "not as expected", 2: "bad input", 3: "inconclusive"}[checked.exit_code()]
    found = len(checked.findings)
    noun = "finding" if found == 1 else "findings"
    yield f"{word}: {found} {noun}, {len(checked.new)} of them new; {checked.seconds:.1f} s"


def table(checked: Checked, terminal: Terminal) -> Iterator[str]:
    """The names of properties on lines of their own: with them in a column no table is 80 columns wide."""
    body: list[tuple[str, ...]] = []
    names: list[str] = []
    for name, *row in rows(checked):
        if name not in names:
            names.append(name)
            body.append(("-", "", "", "", ""))
        body.append(tuple(row))
    headings = ("players", "readings", "method", "verdict", "s")
    named = iter(names)
    for line in replace(terminal, width=terminal.width - 2).table(headings, body, (4,)).split("\n"):
        yield next(named) if line == "-" else f"  {line}"


def rows(checked: Checked) -> Iterator[tuple[str, ...]]:
    """One for each property, method and verdict; numbers of players and choices of readings are put together."""
    groups: dict[Any, list[Result]] = {}
    for each in checked.results:
        meant = each.verdict is Verdict.REFUTED and not checked.expected(each)
        groups.setdefault((each.property, each.method, each.verdict, meant), []).append(each)
    order = [each.name for each in checked.properties]
    for (name, method, verdict, meant), group in sorted(groups.items(), key=lambda one: order.index(one[0][0])):
        asked = verdict is not Verdict.NOT_ASKED
        yield (
            name,
            ranges([each.players for each in group]) if asked else "",
            _readings_of(group) if asked else "",
            method.value if asked else "",
            verdict.value + (" (expected)" if meant else ""),
            f"{sum(each.seconds for each in group):.1f}",
        )


def _readings_of(group: list[Result]) -> str:
    """``default``, what differs from it, and how many choices of readings more there are."""
    choices = {" ".join(f"{slug}={value}" for slug, value in sorted(each.readings.items())) for each in group}
    if len(choices) == 1 or "" not in choices:
        return "; ".join(sorted(choices)) or "default"
    return f"default, {len(choices) - 1} more"


def ranges(numbers: list[int]) -> str:
    """``2-4,6``."""
    found: list[list[int]] = []
    for number in sorted(set(numbers)):
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ",".join(f"{each[0]}-{each[-1]}" if len(each) > 1 else str(each[0]) for each in found)


def told(checked: Checked, finding: Finding, records: Mapping[str, Path], terminal: Terminal) -> Iterator[str]:
    status = checked.status(finding)
    title = f"{finding.trouble.value} {' '.join(finding.clauses)} ({status}) {finding.fingerprint}"
    yield terminal.bold(title)
    yield from terminal.wrapped(finding.sentence, "  ")
    readings = " ".join(f"{slug}={value}" for slug, value in sorted(finding.readings.items())) or "default"
    form = f"{finding.players} players; readings {readings}; {finding.method.value}: {finding.verdict.value}"
    yield from terminal.wrapped(form, "  ", "    ")
    rules, rulebook = places_of(checked.game, finding.clauses)
    for place in [*rules, *rulebook]:
        yield f"  {shown_path(place.file)}:{place.line}"
    if finding.sightings is not None:
        yield from terminal.wrapped(frequency(finding), "  ", "    ")
    if finding.fingerprint in checked.accepted:
        yield from terminal.wrapped(f"accepted: {checked.accepted[finding.fingerprint].reason}", "  ", "    ")
    if finding.fingerprint in records:
        yield f"  referee replay {records[finding.fingerprint]}"


def frequency(finding: Finding) -> str:
    """How often real deals met it."""
    seen = finding.sightings
    assert seen is not None
    low, high = seen.interval
    if not seen.met:
        return f"in none of {seen.tries} real deals played at random: in at most {high:.2%} of them (95 %)"
    return f"in {seen.met} of {seen.tries} real deals played at random: {low:.2%} to {high:.2%} (95 %)"


# -- JSON -----------------------------------------------------------------------------------------------


def as_json(checked: Checked, plan: Plan, records: Mapping[str, Path]) -> dict[str, Any]:
    return {
        "game": checked.game.name,
        "seed": plan.seed,
        "exit_code": checked.exit_code(),
        "seconds": round(checked.seconds, 3),
        "interrupted": checked.interrupted,
        "out_of_budget": checked.out_of_budget,
        "complaints": checked.complaints,
        "examples": {"played": checked.examples, "differences": checked.examples_failed},
        "results": [
            {
                "property": each.property,
                "method": each.method.value if each.verdict is not Verdict.NOT_ASKED else None,
                "players": each.players,
                "readings": dict(each.readings),
                "scale": dict(each.scale),
                "verdict": each.verdict.value,
                "tries": each.tries,
                "bound": each.bound,
                "why": each.why,
                "seconds": round(each.seconds, 3),
                "cached": each.cached,
            }
            for each in checked.results
        ],
        "findings": [_finding_as_json(checked, each, records) for each in checked.findings],
        "disappeared": [each.fingerprint for each in checked.disappeared],
    }


def _finding_as_json(checked: Checked, finding: Finding, records: Mapping[str, Path]) -> dict[str, Any]:
    rules, rulebook = places_of(checked.game, finding.clauses)
    seen = finding.sightings
    return {
        "fingerprint": finding.fingerprint,
        "class": finding.trouble.value,
        "status": checked.status(finding),
        "property": finding.property_name or None,
        "clauses": list(finding.clauses),
        "rules": [f"{shown_path(each.file)}:{each.line}" for each in rules],
        "rulebook": [f"{shown_path(each.file)}:{each.line}" for each in rulebook],
        "players": finding.players,
        "readings": dict(finding.readings),
        "scale": dict(finding.scale),
        "method": finding.method.value,
        "verdict": finding.verdict.value,
        "sentence": finding.sentence,
        "probability": None if seen is None else {"met": seen.met, "tries": seen.tries, "interval": seen.interval},
        "witness": str(records[finding.fingerprint]) if finding.fingerprint in records else None,
    }
