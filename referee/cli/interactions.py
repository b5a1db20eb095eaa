"""``referee interactions``: which effects and clauses of a game work on each other."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from referee.cli.check_options import players_option
from referee.cli.game_options import form_options
from referee.cli.interactions_text import FIRST, ORDER, every_edge, first_edges
from referee.cli.json_file import JsonFile, json_option, write_whole
from referee.cli.progress import Progress
from referee.cli.terminal import Terminal, complain, say
from referee.cli.values import ADDRESS, GAME, JOBS, MANY, OUTPUT, SECONDS, SEED, TEXT
from referee.cli.witnesses import keep_witnesses
from referee.games.registry import find_game
from referee.kernel.game import Game
from referee.report.graph import SCHEMA, as_json, graph_of, writer_for
from referee.report.match import rulebook_of
from referee.verify.aborted import guarded
from referee.verify.collide.edges import Interactions
from referee.verify.collide.exhaustive_edges import decide_edges
from referee.verify.collide.interactions import MATCHES, Asked, interactions
from referee.verify.impact.all_readings import few_players
from referee.verify.parallel import run_parallel

SHARE = 0.25
"""The part of a budget for what is always so."""


@click.command()
@click.argument("game", type=GAME)
@players_option
@form_options
@click.option("-o", "--output", type=OUTPUT, metavar="FILE",
              help="Write the graph: FILE ends in .svg .html .graphml .json .dot or .mmd.")  # fmt: skip
@click.option("--matches", type=MANY, default=4 * MATCHES, show_default=True, help="Random matches.")
@click.option(
    "--seed", type=SEED, default="interactions", show_default=True, help="What random answers are drawn from."
)
@click.option("--budget", type=SECONDS, metavar="SECONDS", help="For all of it.")
@click.option("--jobs", type=JOBS, default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option("--cluster", type=ADDRESS, metavar="ADDRESS", help="On the workers of a Dask scheduler: tcp://HOST:8786.")
@click.option("--clause", "clauses", type=TEXT, multiple=True, metavar="ID",
              help="Only what it works on, and what works on it; may be repeated.")  # fmt: skip
@click.option("--all", "whole", is_flag=True, help=f"All edges, kind by kind, and not the first {FIRST} alone.")
@json_option
def command(
    game: str,
    players: tuple[int, ...] | None,
    readings: Mapping[str, str],
    settings: Mapping[str, Any],
    output: Path | None,
    matches: int,
    seed: str,
    budget: float | None,
    jobs: int,
    cluster: str | None,
    clauses: tuple[str, ...],
    whole: bool,
    json_file: JsonFile,
) -> int:
    """Show which effects and clauses of GAME modify, enable, disable, cancel and repeat each other, and where
    the order of two of them matters; each with a record that 'referee replay' plays. Those that matter most are
    told first."""
    write = None if output is None else writer_for(output)
    for clause in clauses:
        rulebook_of(find_game(game)(find_game(game).fewest_players)).clause(clause)
    looked = look(Asked(game, players or (), readings, settings, seed, budget), matches, jobs, cluster)
    form, found, records = looked.form, looked.found, looked.records
    graph = graph_of(form, found, records)
    if write is not None and output is not None:
        write_whole(output, write(graph, found, type(form)))
    json_file.write(SCHEMA, as_json(graph, found))
    if not json_file.takes_stdout:
        terminal = Terminal.of(sys.stdout)
        tell = every_edge if whole else first_edges
        say(*tell(form, found, records, terminal, clauses))
        if budget is not None and found.matches < looked.asked:
            say(f"the budget is spent: {found.matches} of {looked.asked} matches were played")
        if looked.interrupted:
            say("interrupted: what was found until then is shown")
    for line in found.broken_off:
        complain(line)
    return 3 if looked.interrupted or found.broken_off else 0


@dataclass(frozen=True, slots=True)
class Looked:
    """The results in the order in which a rule author should know them, with the files of their witnesses."""

    form: Game[Any]
    found: Interactions
    records: Mapping[int, Sequence[Path]]
    interrupted: bool
    asked: int = 0
    """Matches that would have been played without a budget."""


PARTS = 4
"""Edges of the random matches. Each match has chance of its own, so the number of workers changes nothing."""


def look(asked: Asked, matches: int, jobs: int, cluster: str | None = None) -> Looked:
    """Look in several processes, and keep the witnesses. Without numbers of players, a few small ones are taken."""
    rules = find_game(asked.game)
    numbers = asked.players or few_players(rules, asked.readings, asked.settings)
    form = rules(numbers[0], readings=asked.readings, settings=asked.settings)
    rulebook_of(form)  # one that cannot be used is refused before the work
    each = max(1, matches // PARTS)
    parts = [replace(asked, players=numbers, seed=f"{asked.seed} {number}", matches=each) for number in range(PARTS)]
    if asked.seconds is not None:
        parts = [replace(part, seconds=asked.seconds * (1 - SHARE) * jobs / len(parts)) for part in parts]
    found, interrupted = Interactions(), False
    results = run_parallel(
        looked_at,
        parts,
        jobs,
        cluster=cluster,
        broken_off=found.broken_off,
        about=_about,
    )
    with Progress(len(parts), "parts") as progress:
        try:
            for done, part in enumerate(results, 1):
                found.take(part)
                progress.at(done)
            guarded("the look for what is true of all matches", found.keep_true, None, found.broken_off)
            seconds = None if asked.seconds is None else asked.seconds * SHARE
            wanted = replace(asked, players=numbers, seconds=seconds)
            scaled = not asked.players
            guarded("the look for what is always so", lambda: decide_edges(wanted, found, jobs, cluster, scaled=scaled),
                    None, found.broken_off)  # fmt: skip
        except KeyboardInterrupt:
            interrupted = True
    found.edges.sort(key=lambda edge: (ORDER.index(edge.kind), -edge.count, edge.source, edge.target))
    return Looked(form, found, _keep(form, found), interrupted, each * len(parts))


def _about(part: Asked) -> str:
    return f"interactions, seed {part.seed!r}"


def looked_at(asked: Asked) -> Interactions:
    """One part, in whichever process."""
    found = interactions(find_game(asked.game), asked)
    found.looked.clear()
    return found


def _keep(game: Game[Any], found: Interactions) -> dict[int, list[Path]]:
    """The records of the edges, by position."""
    names = [
        [f"{at + 1:03}{letter}" for letter, _ in zip("abc", edge.witnesses, strict=False)]
        for at, edge in enumerate(found.edges)
    ]
    records = {
        name: witness.record
        for mine, edge in zip(names, found.edges, strict=True)
        for name, witness in zip(mine, edge.witnesses, strict=True)
    }
    kept = keep_witnesses(game.name, "interactions", records=records)
    return {at: [kept[name] for name in mine] for at, mine in enumerate(names) if all(name in kept for name in mine)}
