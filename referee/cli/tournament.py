"""``referee tournament``: run, standings, report, audit, record, compare."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from referee.cli import FAULT, INTERRUPTED
from referee.cli.game_options import form_options
from referee.cli.json_file import JsonFile, json_option, write_whole
from referee.cli.progress import Progress
from referee.cli.standings_text import standings_lines, write_csv
from referee.cli.terminal import Terminal, complain, say, shown_path
from referee.cli.values import ADDRESS, GAME, INPUT, JOBS, MANY, OUTPUT, SECONDS, SEED, TEXT, Real
from referee.games.registry import find_game
from referee.games.shipped import folders
from referee.kernel.errors import BadInput
from referee.pool.limits import Limits
from referee.record.record import write_record
from referee.report.tournament import tournament_page
from referee.stats.compare import MARGIN, Verdict
from referee.tournament.audit import Audit, Complaint
from referee.tournament.comparing import compare
from referee.tournament.entrants import read_entrants
from referee.tournament.loading import load_definition
from referee.tournament.runner import Begun, run_tournament
from referee.tournament.standings import Standings, standings
from referee.tournament.store import Store
from referee.tournament.stored_definition import stored_definition

RUN_SCHEMA = "referee.tournament-run/1"
STANDINGS_SCHEMA = "referee.standings/1"
AUDIT_SCHEMA = "referee.audit/2"
COMPARE_SCHEMA = "referee.compare/1"


@click.group()
def command() -> None:
    """Tournaments: fair blocks of deals, resumable, with standings that can be defended."""


_no_isolation = click.option(
    "--no-isolation", is_flag=True, help="Run PATH and cmd: bots in processes that nothing confines."
)


class Watched:
    """A run as it is told on stderr."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.first = self.done = self.wanted = 0
        self.isolation = "none"
        self.bar: Progress | None = None

    def began(self, begun: Begun) -> None:
        self.first, self.done, self.wanted, self.isolation = begun.done, begun.done, begun.wanted, begun.isolation
        complain(
            f"{self.name}: {begun.wanted} blocks of {begun.matches} matches, {begun.done} there; "
            f"isolation: {begun.isolation}; commitment {begun.commitment}"
        )
        self.bar = Progress(begun.wanted - begun.done, "blocks")

    def progress(self, done: int, wanted: int) -> None:
        assert self.bar is not None
        self.done, self.wanted = done, wanted
        self.bar.wanted = wanted - self.first
        self.bar.at(done - self.first)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.__exit__(None, None, None)


def _definition_file(name: Path) -> Path:
    """The file itself, or one of that name that ships."""
    if not name.exists() and len(name.parts) <= 2:
        for folder in folders("tournaments"):
            if (folder / name.name).is_file():
                return folder / name.name
    return name


@command.command()
@click.argument("file", type=INPUT)
@click.option("--results", type=OUTPUT, metavar="FILE",
              help="Where results go; tournaments/results/NAME.sqlite if not given.")  # fmt: skip
@click.option("--seed", type=SEED, metavar="S", help="The same deals again; chance is then no secret.")
@click.option("--jobs", type=JOBS, default=1, metavar="N", help="Play in N processes.")
@click.option(
    "--cluster", type=ADDRESS, metavar="ADDRESS", help="Play on the workers of a Dask scheduler: tcp://HOST:8786."
)
@click.option("--resume", is_flag=True, help="Go on with results that are there.")
@_no_isolation
@json_option
def run(
    file: Path, results: Path | None, seed: str | None, jobs: int, cluster: str | None, resume: bool,
    no_isolation: bool, json_file: JsonFile,
) -> int:  # fmt: skip
    """Run the tournament that FILE.toml defines (docs/tournaments.md). Results are kept block by block."""
    if cluster is not None and jobs > 1:
        raise BadInput("--jobs is for this machine and --cluster for others: give one of them")
    defined = load_definition(_definition_file(file))
    new: list[Path] = []
    if results is None:
        results = Path("tournaments", "results", f"{defined.name}.sqlite")
        new = [each for each in (results.parent, *results.parent.parents) if not each.exists()]
        try:
            results.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{results.parent}: cannot be made: {error.strerror}; give --results") from None
    if jobs > (os.cpu_count() or jobs):
        complain(f"--jobs {jobs} on {os.cpu_count()} processors: bots' clocks run while others think")
    watched = Watched(defined.name)
    try:
        store = run_tournament(
            defined, results, seed=seed, jobs=jobs, cluster=cluster, isolated=not no_isolation, resume=resume,
            began=watched.began, progress=watched.progress,
        )  # fmt: skip
    except KeyboardInterrupt:
        complain(f"interrupted: {watched.done} of {watched.wanted} blocks are kept; --resume goes on")
        return INTERRUPTED
    except BadInput:
        with suppress(OSError):  # what has results in it stays
            for each in new:
                each.rmdir()
        raise
    finally:
        watched.close()
    found = standings(store.meta(), store.blocks())
    json_file.write(RUN_SCHEMA, {"results": str(results), **_as_json(store, found)})
    if not json_file.takes_stdout:
        terminal = Terminal.of(sys.stdout)
        said = f"{shown_path(results)}; isolation: {watched.isolation}; secret {store.meta()['secret']}"
        say(*standings_lines(found, terminal), *terminal.wrapped(said, "results  ", " " * 9))
    return _exit(found)


def _exit(found: Standings) -> int:
    if not found.void:
        return 0
    complain(f"the rules stopped matches in {found.void} blocks, which do not count: {found.stopped}")
    return FAULT


@command.command(name="standings")
@click.argument("results", type=INPUT)
@click.option("--without-faults", is_flag=True, help="Leave out every block in which a bot was at fault.")
@click.option("--csv", "csv_file", type=OUTPUT, metavar="FILE", help="Also as CSV.")
@json_option
def standings_command(results: Path, without_faults: bool, csv_file: Path | None, json_file: JsonFile) -> int:
    """The standings of RESULTS so far, with intervals."""
    store = _begun(results)
    found = standings(store.meta(), store.blocks(), without_faults=without_faults)
    if csv_file is not None:
        write_csv(csv_file, found)
    json_file.write(STANDINGS_SCHEMA, _as_json(store, found))
    if not json_file.takes_stdout:
        say(*standings_lines(found, Terminal.of(sys.stdout)))
    return _exit(found)


def _begun(results: Path) -> Store:
    store = Store(results)
    store.begun()
    return store


def _as_json(store: Store, found: Standings) -> dict[str, Any]:
    meta = store.meta()
    shown = {"commitment": meta["commitment"], "chance": "secret" if meta["seed"] is None else "seeded"}
    if meta["finished"]:
        shown["secret"] = meta["secret"]
    return {**shown, **asdict(found)}


@command.command(name="audit")
@click.argument("results", type=INPUT)
@click.option(
    "--commitment", type=TEXT, metavar="HEX", help="The commitment as it was published before the first match."
)
@click.option("--definition", "file", type=INPUT, metavar="FILE",
              help="The definition that was to be played: compared, with the bots' files.")  # fmt: skip
@json_option
def audit_command(results: Path, commitment: str | None, file: Path | None, json_file: JsonFile) -> int:
    """Replay every record of RESULTS with the secret of its block; compare all that can be compared.

    Exit code 0 everything was checked and is right, 1 something is wrong, 3 nothing is wrong and not everything could
    be checked: one line says how much and why.
    """
    if commitment is not None and not re.fullmatch("[0-9a-f]{64}", commitment := commitment.strip().lower()):
        raise BadInput("--commitment takes the 64 hexadecimal digits that the run began with")
    store, options = _begun(results), _defined(file)
    audit = Audit(store, published=commitment, **options)
    found: list[Complaint] = []
    with Progress(store.number_of_matches(), "matches") as progress:
        for each in audit:
            found += [each] if each is not None else []
            progress.at(audit.matches)
    code = FAULT if found else INTERRUPTED if audit.unchecked else 0
    json_file.write(
        AUDIT_SCHEMA,
        {"results": str(results), "verdict": audit.verdict, "exit_code": code,
         "complaints": [asdict(each) for each in found], "unchecked": audit.unchecked, "claimed": audit.claimed,
         "blocks": audit.blocks, "wanted": audit.wanted, "matches": audit.matches, "replayed": audit.replayed},
    )  # fmt: skip
    if not json_file.takes_stdout:
        terminal = Terminal.of(sys.stdout)
        say(*[f"{each.where}: {each.message}" for each in found], f"{shown_path(results)}: {audit.verdict}")
        say(*terminal.wrapped("; ".join(audit.claimed), "only claimed  ", " " * 14))
    return code


def _defined(file: Path | None) -> dict[str, Any]:
    """The definition that an audit compares with, if it is given one. Where bots run makes no difference here."""
    if file is None:
        return {}
    defined = load_definition(_definition_file(file))
    bots = read_entrants(defined, isolated=False)
    about = stored_definition(defined, [bot.text for bot in bots], [bot.isolation for bot in bots])
    return {"definition": about, "find": lambda name: type(defined.game)}


@command.command()
@click.argument("results", type=INPUT)
@click.argument("match", type=TEXT)
@click.option("-o", "output", type=OUTPUT, required=True, metavar="FILE")
def record(results: Path, match: str, output: Path) -> int:
    """Take the record of MATCH (such as 17.2) out of RESULTS."""
    write_record(output, _begun(results).record(match))
    say(f"{shown_path(output)}: 'referee replay {shown_path(output)}' plays it again")
    return 0


@command.command()
@click.argument("results", type=INPUT)
@click.option("-o", "output", type=OUTPUT, required=True, metavar="FILE")
def report(results: Path, output: Path) -> int:
    """Write RESULTS as one page: standings with intervals, pairs, seats, faults, and matches to step through."""
    write_whole(output, tournament_page(_begun(results)))
    say(f"{shown_path(output)}: open it in a browser")
    return 0


@command.command(name="compare")
@click.argument("old", type=TEXT)
@click.argument("new", type=TEXT)
@click.option("--game", type=GAME, required=True, metavar="GAME")
@click.option("--budget", type=MANY, default=2000, metavar="BLOCKS", help="Blocks at most.")
@click.option("--error", type=Real(0.5, above=True), default=0.05, help="Of either answer.")
@click.option("--margin", type=Real(0.4), default=MARGIN, help="Of the score, what may be overlooked.")
@click.option("--seed", type=SEED, metavar="S", help="The same deals again.")
@click.option("--jobs", type=JOBS, default=1, metavar="N", help="Play in N processes.")
@click.option("--move-time", type=SECONDS, metavar="S",
              help="Seconds for an answer of an isolated bot (10).")  # fmt: skip
@_no_isolation
@form_options
@json_option
def compare_command(
    old: str, new: str, game: str, budget: int, error: float, margin: float, seed: str | None, jobs: int,
    move_time: float | None, no_isolation: bool, readings: dict[str, str], settings: dict[str, str],
    json_file: JsonFile,
) -> int:  # fmt: skip
    """Is the seat NEW stronger than OLD at GAME, two at a table? Exit code 0 yes, 1 no, 3 undecided."""
    form = find_game(game)(max(2, find_game(game).fewest_players), readings=readings, settings=settings)
    limits = Limits() if move_time is None else Limits(move=move_time, bank=max(Limits().bank, move_time))
    with Progress(budget, "blocks") as progress:
        found = compare(
            form, old, new, budget=budget, error=error, margin=margin, seed=seed, jobs=jobs,
            isolated=not no_isolation, limits=limits, progress=progress.at,
        )  # fmt: skip
    low, high = found.interval
    json_file.write(
        COMPARE_SCHEMA,
        {"game": form.name, "old": old, "new": new, "verdict": found.verdict.value, "blocks": found.blocks,
         "score": found.mean, "interval": [low, high], "error": error, "margin": margin,
         "chance": "secret" if seed is None else "seeded"},
    )  # fmt: skip
    if not json_file.takes_stdout:
        score = f"{100 * float(found.total / Fraction(found.blocks)):.1f} %"
        say(
            f"{new} is {found.verdict.value} {'than' if found.verdict is Verdict.STRONGER else 'against'} {old}: "
            f"{score} of the points in {found.blocks} blocks (at every look {100 * low:.1f} to {100 * high:.1f} %)"
        )
    return {Verdict.STRONGER: 0, Verdict.NOT_STRONGER: FAULT, Verdict.UNDECIDED: INTERRUPTED}[found.verdict]
