"""``referee play``: matches between bots and people, refereed by the rules."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click

from referee.cli import FAULT, INTERRUPTED
from referee.cli.clock import Clock
from referee.cli.game_options import form_options
from referee.cli.human import Human, Quit, Screen
from referee.cli.json_file import JsonFile, json_option
from referee.cli.match_report import MatchReport, counted
from referee.cli.play_records import Chance, Records, taken_up
from referee.cli.progress import Progress
from referee.cli.tally import Tally
from referee.cli.terminal import Terminal, complain, say
from referee.cli.values import ADDRESS, GAME, JOBS, LEFT_RECORD, MANY, OUTPUT, SEATS, SECONDS, SEED, TURNS
from referee.cli.warnings_of_text import text_warning
from referee.games.registry import find_game
from referee.games.shipped import folders
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.scalars import to_plain
from referee.native.choosing import ENGINES, BulkPlay
from referee.native.recorded_play import RecordedPlay
from referee.play.bot import Bot
from referee.play.bulk import Played, play_in_bulk
from referee.play.referee import MatchResult, play_match, seat_rng
from referee.play.seats import Seat
from referee.pool.bulk import Workers
from referee.pool.cluster import check_cluster
from referee.pool.limits import Limits
from referee.pool.seating import Lifetime, SeatFactory
from referee.record.tape import commitment

SCHEMA = "referee.play/1"


@click.command()
@click.argument("game", type=GAME, required=False)
@click.option(
    "--seats", type=SEATS, metavar="A,B,…",
    help="Who plays, a seat each: random, greedy, search, search:1000 (iterations) or another built-in bot; human; "
    "PATH, a Python bot or a folder with bot.toml, isolated; cmd:PROGRAM ARGS, any program, isolated; trusted:PATH, a "
    "Python bot in the referee's process.",
)  # fmt: skip
@click.option("--seed", type=SEED, metavar="S", help="The same match again. Match K of several alone: --seed S/K.")
@form_options
@click.option("--matches", type=MANY, default=1, metavar="N", help="Play N and sum them up.")
@click.option("--turn-cap", type=TURNS, metavar="T", help="Stop a match after T turns as a draw.")
@click.option(
    "--move-time", type=SECONDS, metavar="S",
    help="Seconds for an answer of an isolated bot (10). Bots in the referee's process cannot be stopped: "
    "theirs are reported.",
)  # fmt: skip
@click.option(
    "--record", type=OUTPUT, metavar="FILE",
    help="Write the record of the match. Of several matches each gets its number: FILE-007.jsonl; where FILE ends with "
    ".zip it is an archive of them.",
)  # fmt: skip
@click.option(
    "--resume", type=LEFT_RECORD, metavar="FILE",
    help="Go on with a match that was left, from its record: with the same game, seats and chance. The record of the "
    "whole match takes its place, unless --record names another file.",
)  # fmt: skip
@click.option(
    "--engine", type=click.Choice(ENGINES), default="auto", show_default=True,
    help="What plays several matches between seats that are all 'random': Python, or the rules compiled to C++, the "
    "same matches. auto compiles where it pays.",
)  # fmt: skip
@click.option("--jobs", type=JOBS, metavar="N", help="With --matches and seats that are all 'random': processes, "
              "where it pays. All processors, if it is not given; the same matches in any case.")  # fmt: skip
@click.option("--cluster", type=ADDRESS, metavar="ADDRESS", help="The same on the workers of a Dask scheduler: "
              "tcp://HOST:8786.")  # fmt: skip
@click.option("--no-isolation", is_flag=True, help="Run PATH and cmd: bots in processes that nothing confines.")
@json_option
def command(
    game: str | None,
    seats: str | None,
    seed: str | None,
    readings: Mapping[str, str],
    settings: Mapping[str, str],
    matches: int,
    turn_cap: int | None,
    move_time: float | None,
    record: Path | None,
    resume: Path | None,
    engine: str,
    jobs: int | None,
    cluster: str | None,
    no_isolation: bool,
    json_file: JsonFile,
) -> int:
    """Play GAME between the seats, and say how it went.

    A match that a person leaves is kept, and goes on with --resume. Exit code 0 also where a bot was at fault, which is
    reported; 1 where the rules stopped a match, 3 where it was left.
    """
    left = None
    if resume is not None:
        if game or seed or readings or settings or turn_cap is not None or matches != 1:
            raise BadInput("--resume takes game, seed, readings, settings and turn cap from the record: leave them out")
        left = taken_up(resume, seats)
        form, forms = left.game, left.header["seats"]
        move_time = move_time or next((each["move"] for each in left.header["limits"] if "move" in each), None)
    else:
        forms = [form.strip() for form in (seats or "").split(",")]
        form = form_of(game, forms, readings, settings)
    chance = Chance.of(seed, matches, left, forms)
    records = Records(record or resume, matches)
    limits = Limits() if move_time is None else Limits(move=move_time, bank=max(Limits().bank, move_time))
    if warning := text_warning(form):
        complain(warning)
    if engine == "native" and (chance.bulk is None or matches == 1):
        raise BadInput(
            "--engine native plays several matches between seats that are all 'random': "
            "leave it out, or say --matches N and --seats random,random"
        )
    if (jobs is not None or cluster is not None) and (chance.bulk is None or matches == 1 or record is not None):
        raise BadInput(
            "--jobs and --cluster are for several matches between seats that are all 'random', without --record"
        )
    if jobs is not None and cluster is not None:
        raise BadInput("--jobs is for this machine and --cluster for others: give one of them")
    if cluster is not None:
        check_cluster(cluster)
    workers = Workers(game or form.name, readings, settings, jobs or os.cpu_count() or 1, cluster)
    with Seating(form, forms, Clock(move_time), json_file, limits, isolated=not no_isolation) as table:
        match = Match(form, table, chance, records, turn_cap, workers)
        return match.play_one(json_file) if matches == 1 else match.play_many(json_file, engine)


def form_of(
    name: str | None, seats: Sequence[str], readings: Mapping[str, str], settings: Mapping[str, str]
) -> Game[Any]:
    """The game with so many players; BadInput where it has no such form."""
    if name is None:
        raise BadInput("what is to be played? referee play GAME --seats A,B; 'referee games' lists games")
    game = find_game(name)
    if not all(seats):
        raise BadInput("--seats names a player for each seat, with commas between them: --seats greedy,random")
    return game(len(seats), readings=readings, settings=settings)


class Seating:
    """The seating, made anew for each match. Every bot is made once before, to see that it works."""

    def __init__(
        self,
        game: Game[Any],
        forms: Sequence[str],
        clock: Clock,
        json_file: JsonFile,
        limits: Limits,
        *,
        isolated: bool,
    ) -> None:
        self.names, self.clock = forms, clock
        people = [seat for seat, form in enumerate(forms) if form == "human"]
        self.screen = None
        if people and json_file.takes_stdout:
            raise BadInput("--json - takes standard output, where a human seat is to play: name a file")
        where = folders("bots", type(game))
        person: Callable[[], Bot] | None = None
        if people:
            screen = Screen.of_process(people)
            person = lambda: Human(game, forms, screen)  # noqa: E731
        self.factories: list[SeatFactory] = []
        for form in forms:
            factory = SeatFactory(
                form, type(game), where, limits=limits, isolated=isolated, lifetime=Lifetime.TOURNAMENT, human=person
            )
            self.factories.append(factory)
            if form != "human":
                factory.give_back(factory.seat(seat_rng(b"", 0)))
        if people:
            self.screen = screen

    def seats(self, secret: bytes) -> list[Seat]:
        made = [factory.seat(seat_rng(secret, seat)) for seat, factory in enumerate(self.factories)]
        return [seat if seat.name == "human" else self.clock.timed(seat, number) for number, seat in enumerate(made)]

    def free(self, seats: Sequence[Seat]) -> None:
        """Their match is over."""
        for factory, seat in zip(self.factories, seats, strict=True):
            factory.give_back(seat)

    def __enter__(self) -> Seating:
        return self

    def __exit__(self, *error: object) -> None:
        for factory in self.factories:
            factory.close()


@dataclass(frozen=True, slots=True)
class Match:
    """The seating and the matches to play."""

    game: Game[Any]
    seating: Seating
    chance: Chance
    records: Records
    turn_cap: int | None
    workers: Workers

    def play(self, match: int, secret: bytes, game: Game[Any] | None = None) -> MatchResult:
        """One match, by its number from 1 on; ``game`` is the same form where nobody counts its clauses."""
        keep = self.records.path is not None or self.seating.screen is not None
        seats = self.seating.seats(secret)
        leave = partial(self.records.leave, match, self.game.name, secret)
        if self.chance.left is not None:
            result = self.chance.left.play(seats, leave)
        else:
            result = play_match(
                game or self.game,
                seats,
                secret=secret,
                seeded=self.chance.seed is not None,
                turn_cap=self.turn_cap,
                record=keep,
                views=keep,
                on_leave=leave,
            )
        self.seating.free(seats)
        self.records.write(match, result)
        return result

    def play_one(self, json_file: JsonFile) -> int:
        secret = self.chance.secret(1)
        terminal = Terminal.of(sys.stdout)
        if self.seating.screen is not None:
            left = self.chance.left
            told = "" if left is None else f", taken up again after {counted(left.turns, 'turn')}"
            about = f"{self.game.title}{told}. Chance is {self.chance.description(secret)}."
            self.seating.screen.say(["", *terminal.wrapped(about)])
        try:
            result = self.play(1, secret)
        except KeyboardInterrupt as why:
            self.records.complain(_why(why), ": the match is not over, and nothing of it is kept")
            return INTERRUPTED
        report = MatchReport(self.game, self.seating.names, result.data)
        identity = {**self.identity(1), "commitment": commitment(secret)}
        json_file.write(
            SCHEMA,
            {
                **identity,
                "match": {**report.as_json(), "decisions": result.decisions},
                **self.seating.clock.as_json(),
            },
        )
        if not json_file.takes_stdout:
            more = [("decisions", str(result.decisions)), ("chance", self.chance.description(secret)), *self.more()]
            say(*([""] if self.seating.screen else []), *report.lines(terminal, more))
        if "stopped" in result.data:
            complain(f"the rules stopped the match: {result.data['stopped']}")
            return FAULT
        return 0

    def play_many(self, json_file: JsonFile, engine: str) -> int:
        tally = Tally(self.game, self.seating.names)
        interrupted = ""
        wanted = self.chance.matches
        with self.records, Progress(wanted, "matches", silent=self.seating.screen is not None) as progress:
            try:
                if self.chance.bulk is not None:
                    self.play_in_bulk(tally, progress, engine)
                else:
                    for match in range(1, wanted + 1):
                        tally.add(self.play(match, self.chance.secret(match)))
                        progress.at(match)
            except KeyboardInterrupt as left:
                interrupted = _why(left)
        seconds = progress.seconds
        json_file.write(
            SCHEMA,
            {
                **self.identity(wanted),
                "summary": {**tally.as_json(seconds), "interrupted": bool(interrupted)},
                **self.seating.clock.as_json(),
            },
        )
        if not json_file.takes_stdout:
            more = [("chance", self.chance.description()), *self.more()]
            say(*tally.lines(Terminal.of(sys.stdout), seconds, more))
        if tally.stopped:
            match, why = tally.stopped
            number = f"{tally.ends['stopped']} of {tally.matches} matches"
            complain(f"the rules stopped {number}, first match {match}: {why}")
            return FAULT
        if interrupted:
            self.records.complain(f"{interrupted}: {tally.matches} of {wanted} matches were played")
            return INTERRUPTED
        return 0

    def play_in_bulk(self, tally: Tally, progress: Progress, engine: str) -> None:
        """Random seats alone: nothing is secret, and no seat is asked."""
        assert self.chance.bulk is not None
        key, first = self.chance.bulk
        about = (self.game, key, first, self.chance.matches, self.turn_cap, engine, complain)
        bulk = BulkPlay(*about)
        if self.records.path is not None:
            keep, seeded = self.records.keep, self.chance.seed is not None
            bulk = RecordedPlay(*about, by_python=self.play_of_bulk, keep=keep, seeded=seeded)
        elif self.workers.jobs > 1 or self.workers.cluster is not None:
            bulk.elsewhere = self.workers.play
        tally.fault_of = lambda match: play_in_bulk(self.game, key, match, self.turn_cap).fault

        def take(played: Played) -> None:
            tally.add_played(played)
            tally.counted = bulk.judged
            progress.at(tally.matches)

        bulk.waiting = progress.waiting
        bulk.play(take)

    def play_of_bulk(self, match: int, game: Game[Any]) -> MatchResult:
        return self.play(match, self.chance.secret(match), game)

    @property
    def cap(self) -> int:
        if self.chance.left is not None:
            return int(self.chance.left.header["turn_cap"])
        return self.game.turn_cap if self.turn_cap is None else self.turn_cap

    def more(self) -> Iterator[tuple[str, str]]:
        yield from self.seating.clock.fields(self.seating.names)
        yield from self.records.fields()

    def identity(self, matches: int) -> dict[str, Any]:
        """The matches that were played, as JSON."""
        return {
            "game": self.game.name,
            "seats": list(self.seating.names),
            "readings": dict(self.game.readings),
            "settings": {name: to_plain(value) for name, value in self.game.settings.items()},
            "turn_cap": self.cap,
            **self.chance.as_json(),
            "matches": matches,
            "records": self.records.as_json(),
        }


def _why(left: KeyboardInterrupt) -> str:
    return str(left) if isinstance(left, Quit) else "interrupted"
