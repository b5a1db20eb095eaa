"""``referee tournament``: run, standings, audit, record, compare."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from referee.cli import FAULT, INTERRUPTED
from referee.cli.game_options import form_options
from referee.cli.json_file import JsonFile, json_option
from referee.cli.progress import Progress
from referee.cli.terminal import Terminal, complain, shown_path
from referee.games.registry import find_game
from referee.games.shipped import folders
from referee.kernel.errors import BadInput
from referee.record.record import write_record
from referee.stats.compare import MARGIN, Verdict
from referee.tournament.audit import Complaint, audit
from referee.tournament.comparing import compare
from referee.tournament.definition import load_definition
from referee.tournament.runner import run_tournament
from referee.tournament.standings import Interval, Standings, standings
from referee.tournament.store import Store

RUN_SCHEMA = "referee.tournament-run/1"
STANDINGS_SCHEMA = "referee.standings/1"
AUDIT_SCHEMA = "referee.audit/1"
COMPARE_SCHEMA = "referee.compare/1"


@click.group()
def command() -> None:
    """Tournaments: fair blocks of deals, resumable, with standings that can be defended."""


def _definition_file(name: Path) -> Path:
    """The file itself, or one of that name that ships."""
    if not name.exists() and len(name.parts) <= 2:
        for folder in folders("tournaments"):
            if (folder / name.name).is_file():
                return folder / name.name
    return name


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--results", type=click.Path(path_type=Path), metavar="FILE",
              help="Where results go; tournaments/results/NAME.sqlite if not given.")  # fmt: skip
@click.option("--seed", metavar="S", help="The same deals again; chance is then no secret.")
@click.option("--jobs", type=click.IntRange(1), default=1, metavar="N", help="Play in N processes.")
@click.option("--resume", is_flag=True, help="Go on with results that are there.")
@json_option
def run(file: Path, results: Path | None, seed: str | None, jobs: int, resume: bool, json_file: JsonFile) -> int:
    """Run the tournament that FILE.toml defines. Bots run in the referee's own processes."""
    defined = load_definition(_definition_file(file))
    if results is None:
        results = Path("tournaments", "results", f"{defined.name}.sqlite")
        try:
            results.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{results.parent}: cannot be made: {error.strerror}; give --results") from None
    here = {"first": 0, "done": 0, "wanted": 0}
    bars: list[Progress] = []

    def began(done: int, wanted: int, matches: int, commitment: str) -> None:
        here.update(first=done, done=done, wanted=wanted)
        complain(f"{defined.name}: {wanted} blocks of {matches} matches, {done} there; commitment {commitment}")
        bars.append(Progress(wanted - done, "blocks"))

    def progress(done: int) -> None:
        here["done"] = done
        bars[0].at(done - here["first"])

    try:
        store = run_tournament(defined, results, seed=seed, jobs=jobs, resume=resume, began=began, progress=progress)
    except KeyboardInterrupt:
        complain(f"interrupted: {here['done']} of {here['wanted']} blocks are kept; --resume goes on")
        return INTERRUPTED
    finally:
        for bar in bars:
            bar.__exit__(None, None, None)
    found = standings(store.meta(), store.blocks())
    json_file.write(RUN_SCHEMA, {"results": str(results), **_as_json(store, found)})
    if not json_file.takes_stdout:
        click.echo("\n".join(_lines(found, Terminal.of(sys.stdout))))
        click.echo(f"results  {shown_path(results)}; isolation: none; secret {store.meta()['secret']}")
    return _exit(found)


def _exit(found: Standings) -> int:
    if not found.void:
        return 0
    complain(f"the rules stopped matches in {found.void} blocks, which do not count: {found.stopped}")
    return FAULT


@command.command(name="standings")
@click.argument("results", type=click.Path(path_type=Path))
@click.option("--without-faults", is_flag=True, help="Leave out every block in which a bot was at fault.")
@click.option("--csv", "csv_file", type=click.Path(path_type=Path), metavar="FILE", help="Also as CSV.")
@json_option
def standings_command(results: Path, without_faults: bool, csv_file: Path | None, json_file: JsonFile) -> int:
    """What RESULTS say so far, with intervals."""
    store = _begun(results)
    found = standings(store.meta(), store.blocks(), without_faults=without_faults)
    if csv_file is not None:
        _write_csv(csv_file, found)
    json_file.write(STANDINGS_SCHEMA, _as_json(store, found))
    if not json_file.takes_stdout:
        click.echo("\n".join(_lines(found, Terminal.of(sys.stdout))))
    return _exit(found)


def _begun(results: Path) -> Store:
    store = Store(results)
    if "definition" not in store.meta():
        raise BadInput(
            f"{results}: its run was stopped before it began; 'referee tournament run' with --resume goes on"
        )
    return store


def _as_json(store: Store, found: Standings) -> dict[str, Any]:
    meta = store.meta()
    shown = {"commitment": meta["commitment"], "chance": "secret" if meta["seed"] is None else "seeded"}
    if meta["finished"]:
        shown["secret"] = meta["secret"]
    return {**shown, **asdict(found)}


def _write_csv(path: Path, found: Standings) -> None:
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["rank", "name", "author", "blocks", "score", "score from", "score to", "payoff",
                             "payoff from", "payoff to", "elo", "elo from", "elo to", "faults"])  # fmt: skip
            for line in found.lines:
                writer.writerow(
                    [line.rank, line.name, line.author, line.blocks, line.score, *(line.score_interval or ("", "")),
                     line.payoff, *(line.payoff_interval or ("", "")), line.elo, *line.elo_interval,
                     sum(line.faults.values())]
                )  # fmt: skip
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None


def _lines(found: Standings, terminal: Terminal) -> Iterator[str]:
    about = found.about
    title = f"{about['name']}: {about['form']['game']}, {found.blocks} blocks counted, {found.matches} matches"
    yield terminal.bold(title + ("" if found.finished else ", not finished"))
    yield ""
    rows = [
        (
            line.rank, line.name, line.blocks, _percent(line.score), _reach(line.score_interval, 100, 1),
            "–" if line.payoff is None else f"{line.payoff:+.2f}", _reach(line.payoff_interval, 1, 2),
            f"{line.elo:+.0f}", _reach(line.elo_interval, 1, 0),
            ", ".join(f"{number} {kind}" for kind, number in line.faults.items()) or "–",
        )
        for line in found.lines
    ]  # fmt: skip
    heads = ("rank", "entrant", "blocks", "score", "95 %", "payoff", "95 %", "Elo", "95 %", "faults")
    yield from terminal.table(heads, rows, right=(0, 2, 3, 4, 5, 6, 7, 8)).split("\n")
    yield ""
    seats = [(seat, _percent(mean), _reach(interval, 100, 1)) for seat, (mean, interval) in enumerate(found.seats)]
    yield from terminal.table(("seat", "score", "95 %"), seats, right=(0, 1, 2)).split("\n")
    yield ""
    ends = ", ".join(f"{end} {number}" for end, number in found.ends.items())
    yield f"ended    {ends or 'nothing played'}"
    yield f"faults   {found.with_faults} blocks in which a bot was at fault" if found.with_faults else "faults   none"


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}"


def _reach(interval: Interval, factor: float, digits: int) -> str:
    return "–" if interval is None else f"{factor * interval[0]:.{digits}f} to {factor * interval[1]:.{digits}f}"


@command.command(name="audit")
@click.argument("results", type=click.Path(path_type=Path))
@json_option
def audit_command(results: Path, json_file: JsonFile) -> int:
    """Replay every record of RESULTS; check seats, chance, commitments and results."""
    store = _begun(results)
    found: list[Complaint] = []
    with Progress(store.base.execute("SELECT count(*) FROM match").fetchone()[0], "matches") as progress:
        for number, each in enumerate(audit(store), 1):
            found += [each] if each is not None else []
            progress.at(number)
    json_file.write(AUDIT_SCHEMA, {"results": str(results), "complaints": [asdict(each) for each in found]})
    if not json_file.takes_stdout:
        for each in found:
            click.echo(f"{each.where}: {each.message}")
        if not found:
            click.echo(f"{shown_path(results)}: every match is as the rules give it")
    return FAULT if found else 0


@command.command()
@click.argument("results", type=click.Path(path_type=Path))
@click.argument("match")
@click.option("-o", "output", type=click.Path(path_type=Path), required=True, metavar="FILE")
def record(results: Path, match: str, output: Path) -> int:
    """Take the record of MATCH (such as 17.2) out of RESULTS."""
    write_record(output, _begun(results).record(match))
    click.echo(f"{shown_path(output)}: 'referee replay {shown_path(output)}' plays it again")
    return 0


@command.command(name="compare")
@click.argument("old")
@click.argument("new")
@click.option("--game", required=True, metavar="GAME")
@click.option("--budget", type=click.IntRange(1), default=2000, metavar="BLOCKS", help="Blocks at most.")
@click.option("--error", type=click.FloatRange(0, 0.5, min_open=True), default=0.05, help="Of either answer.")
@click.option("--margin", type=click.FloatRange(0, 0.4), default=MARGIN, help="Of the score, what may be overlooked.")
@click.option("--seed", metavar="S", help="The same deals again.")
@form_options
@json_option
def compare_command(
    old: str, new: str, game: str, budget: int, error: float, margin: float, seed: str | None,
    readings: dict[str, str], settings: dict[str, str], json_file: JsonFile,
) -> int:  # fmt: skip
    """Is the seat NEW stronger than OLD at GAME, two at a table? Exit code 0 yes, 1 no, 3 undecided."""
    form = find_game(game)(max(2, find_game(game).fewest_players), readings=readings, settings=settings)
    with Progress(budget, "blocks") as progress:
        found = compare(form, old, new, budget=budget, error=error, margin=margin, seed=seed, progress=progress.at)
    low, high = found.interval
    json_file.write(
        COMPARE_SCHEMA,
        {"game": form.name, "old": old, "new": new, "verdict": found.verdict.value, "blocks": found.blocks,
         "score": found.mean, "interval": [low, high], "error": error, "margin": margin,
         "chance": "secret" if seed is None else "seeded"},
    )  # fmt: skip
    if not json_file.takes_stdout:
        score = f"{100 * float(found.total / Fraction(found.blocks)):.1f} %"
        click.echo(
            f"{new} is {found.verdict.value} {'than' if found.verdict is Verdict.STRONGER else 'against'} {old}: "
            f"{score} of the points in {found.blocks} blocks (at every look {100 * low:.1f} to {100 * high:.1f} %)"
        )
    return {Verdict.STRONGER: 0, Verdict.NOT_STRONGER: FAULT, Verdict.UNDECIDED: INTERRUPTED}[found.verdict]
