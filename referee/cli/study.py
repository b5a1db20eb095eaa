"""``referee study``: is a game fair, does skill count, what do its rules do for it?"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click
import msgspec

from referee.cli.game_options import form_options
from referee.cli.json_file import JsonFile, json_option, write_whole
from referee.cli.progress import Progress
from referee.cli.terminal import Terminal, complain, say
from referee.cli.values import ADDRESS, GAME, JOBS, OUTPUT, PLAYERS, SEED, TURNS, Real, Text
from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.pool.cluster import check_cluster

SCHEMA = "referee.study/1"


@click.command()
@click.argument("game", type=GAME)
@click.option("--players", type=PLAYERS, metavar="N", help="The number of players; the fewest, if it is not given.")
@form_options
@click.option("--compare", type=Text(200), multiple=True, metavar="NAME=A,B", help="The same figures for other "
              "alternatives of a reading (without =A,B all), 'readings', a setting, or players=2,3.")  # fmt: skip
@click.option(
    "--without",
    type=Text(40),
    multiple=True,
    metavar="CLAUSE",
    help="… and for the rules without a clause; all: each for itself that can be left out.",
)
@click.option("--versus", type=GAME, multiple=True, metavar="GAME", help="… and for another version of the rules.")
@click.option("--effort", type=Real(10_000, above=True), metavar="MIN",
              help="Minutes of one processor, about, for the form itself; 0.4 of it for each other one. Five, and up "
              "to 11 where greedy players are slow, if it is not given.")  # fmt: skip
@click.option("--turn-cap", type=TURNS, metavar="T", help="Stop a match after T turns as a draw. By default where it "
              "has had about 1,000 decisions.")  # fmt: skip
@click.option(
    "--seed", type=SEED, default="study", show_default=True, metavar="S", help="Other matches, other figures."
)
@click.option("--jobs", type=JOBS, metavar="N", help="Processes: all processors, if it is not given; the same figures.")
@click.option("--cluster", type=ADDRESS, metavar="ADDRESS", help="The same on the workers of a Dask scheduler: "
              "tcp://HOST:8786.")  # fmt: skip
@click.option("--fresh", is_flag=True, help="Play again what was played before.")
@click.option("--html", type=OUTPUT, metavar="FILE", help="Also a page: sentences, plots, matches to step through.")
@json_option
def command(
    game: str,
    players: int | None,
    readings: Mapping[str, str],
    settings: Mapping[str, str],
    compare: tuple[str, ...],
    without: tuple[str, ...],
    versus: tuple[str, ...],
    effort: float | None,
    turn_cap: int | None,
    seed: str,
    jobs: int | None,
    cluster: str | None,
    fresh: bool,
    html: Path | None,
    json_file: JsonFile,
) -> int:
    """What GAME is like to play, from matches between random, greedy and searching players: who wins, whether skill
    counts, how soon it is known, what there is to decide, how long it takes.

    A study that was interrupted goes on where it was. Figures are of these players, not of people.
    """
    from referee.cli.study_text import study_lines  # these load numpy, which --help does without
    from referee.report.study import study_page
    from referee.study.forms import others_of
    from referee.study.study import study_game

    if jobs is not None and cluster is not None:
        raise BadInput("--jobs is for this machine and --cluster for others: give one of them")
    if cluster is not None:
        check_cluster(cluster)
    number = max(2, find_game(game).fewest_players) if players is None else players
    others = others_of(game, number, readings, settings, turn_cap, compare, without, versus)
    with Progress(1, "s of work") as progress, _going_on():
        study = study_game(
            game,
            number,
            readings=readings,
            settings=settings,
            turn_cap=turn_cap,
            others=others,
            minutes=effort,
            seed=seed,
            jobs=jobs or os.cpu_count() or 1,
            cluster=cluster,
            fresh=fresh,
            records=html is not None,
            say=complain,
            progress=lambda done, wanted: progress.of(round(done), round(wanted)),
        )
    document = msgspec.to_builtins(study)
    del document["records"]
    json_file.write(SCHEMA, document)
    if html is not None:
        write_whole(html, study_page(study, find_game(game)))
    if not json_file.takes_stdout:
        say(*study_lines(study, Terminal.of(sys.stdout)))
        if html is not None:
            say("", f"page      {html}")
    return 0


@contextmanager
def _going_on() -> Iterator[None]:
    """Who interrupts a study learns that nothing is lost."""
    try:
        yield
    except KeyboardInterrupt:
        complain("what was played is kept: the same command goes on from there")
        raise
