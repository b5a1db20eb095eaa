"""The commands as functions for Python and notebooks: ``from referee import check_game, play_match, …``.

Results are the same objects that the commands print; ``_repr_html_`` shows them in a notebook, ``to_frame()`` gives a
pandas table (pandas comes with the extra ``referee[pandas]``). Errors are those of the commands: ``BadInput`` in one
line, ``BadRecord`` with the line of a damaged record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from referee.games.registry import find_game
from referee.games.shipped import folders
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.play.bot import Bot
from referee.play.referee import MatchResult, seat_rng
from referee.play.referee import play_match as play
from referee.play.sanitize import in_a_cell
from referee.play.seats import OBJECTS, Seat, seat_of_object
from referee.pool.seating import SeatFactory
from referee.record.replay import Replayed, load, replay
from referee.record.tape import new_secret, secret_of_seed
from referee.record.words import seed_text
from referee.report.check_words import HEADINGS, conclusion, rows
from referee.report.included import load_included
from referee.report.page import as_text
from referee.report.replay import replay_page
from referee.report.rules_report import rules_page
from referee.report.tournament import tournament_page
from referee.tournament.loading import load_definition
from referee.tournament.runner import run_tournament as run
from referee.tournament.standings import Line, Standings, standings
from referee.tournament.store import Store
from referee.verify.campaign import check_game as check
from referee.verify.check_result import Checked
from referee.verify.project import found_file
from referee.verify.questions import Plan
from referee.verify.verdicts import Method


class Shown:
    """Every result is a table in a notebook, and gives a frame (``check_game("escalation").to_frame()``)."""

    def headings(self) -> Sequence[str]:
        """The names of the table's columns."""
        raise NotImplementedError

    def table(self) -> Sequence[Sequence[Any]]:
        """The rows, a value for each heading."""
        raise NotImplementedError

    def caption(self) -> str:
        """The title of the table, in a line."""
        raise NotImplementedError

    def to_frame(self) -> Any:
        """The table as a ``pandas.DataFrame``. BadInput: pandas is not installed.

        A text that a spreadsheet would compute begins with an apostrophe.
        """
        try:
            pandas: Any = import_module("pandas")
        except ImportError:
            raise BadInput("to_frame() needs pandas: pip install pandas") from None
        rows = [[in_a_cell(each) if isinstance(each, str) else each for each in row] for row in self.table()]
        return pandas.DataFrame(rows, columns=list(self.headings()))

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{as_text(each)}</th>" for each in self.headings())
        body = "".join(
            "<tr>" + "".join(f"<td>{as_text('' if each is None else each)}</td>" for each in row) + "</tr>"
            for row in self.table()
        )
        caption = f"<caption>{as_text(self.caption())}</caption>"
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


@dataclass(frozen=True)
class Check(Shown):
    """The result of ``check_game("escalation")``: ``checked`` holds properties, results, findings and the ledger;
    ``seed`` is that of the check."""

    checked: Checked
    seed: str
    given: str
    """The name or the folder that was checked."""

    @property
    def exit_code(self) -> int:
        """0 all well, 1 something is not as expected, 2 bad input, 3 inconclusive."""
        return self.checked.exit_code()

    def headings(self) -> Sequence[str]:
        return ("property", *HEADINGS)

    def table(self) -> Sequence[Sequence[Any]]:
        return list(rows(self.checked))

    def caption(self) -> str:
        return f"{self.checked.game.title}: {conclusion(self.checked)}"

    def page(self, *include: str | Path) -> str:
        """The page of ``referee check --html``. ``include`` are files that ``--json`` of other commands wrote.

        BadInput: a file is no such document, or is about another game.
        """
        game = self.checked.game
        examples = found_file(game, f"{game.name}.examples.toml", self.given)
        included = load_included([Path(each) for each in include], game.name)
        return rules_page(self.checked, self.seed, {}, examples, included)


class BySeat(Shown):
    """A match, ``load_record("match.jsonl")`` or a ``Match``: a row for each seat."""

    def seated(self) -> tuple[Sequence[str], Mapping[str, Any]]:
        """The names of those who sat there, and the result as a record has it."""
        raise NotImplementedError

    def headings(self) -> Sequence[str]:
        return ("seat", "player", "rank", "payoff")

    def table(self) -> Sequence[Sequence[Any]]:
        seats, result = self.seated()
        ranks, payoffs = result["ranks"], result["payoffs"]
        return [
            (seat, name, ranks[seat] if ranks else None, _amount(payoffs[seat]) if payoffs else None)
            for seat, name in enumerate(seats)
        ]


@dataclass(frozen=True)
class Match(BySeat):
    """The result of ``play_match("escalation", ["greedy", "random"])``: the form of the ``game``, who sat in the
    ``seats``, and the ``result`` (ranks, payoffs, reason) with its record."""

    game: Game[Any]
    seats: tuple[str, ...]
    result: MatchResult

    @property
    def record(self) -> bytes:
        """JSON lines, as ``referee play --record`` writes them."""
        assert self.result.record is not None
        return self.result.record

    def seated(self) -> tuple[Sequence[str], Mapping[str, Any]]:
        return self.seats, self.result.data

    def caption(self) -> str:
        return f"{self.game.title}: {self.result.reason} after {self.result.data['turns']} turns"

    def page(self) -> str:
        """The page of ``referee replay --html``."""
        return replay_page(self.record, "match.jsonl")


@dataclass(frozen=True)
class Record(BySeat):
    """The result of ``load_record("match.jsonl")``: every line is as the rules give it. ``content`` is the file,
    ``replayed`` its header and result."""

    content: bytes
    replayed: Replayed

    def seated(self) -> tuple[Sequence[str], Mapping[str, Any]]:
        return self.replayed.header["seats"], self.replayed.result

    def caption(self) -> str:
        changed = ", although the rules have changed since" if self.replayed.rules_changed else ""
        return f"{self.replayed.header['game']}: replayed, identical{changed}"

    def page(self) -> str:
        """The page of ``referee replay --html``."""
        return replay_page(self.content, "record.jsonl")


@dataclass(frozen=True)
class Tournament(Shown):
    """The result of ``run_tournament("cup.toml", "cup.sqlite")``: its ``standings``, and the file with its
    ``results``."""

    standings: Standings
    results: Path

    def headings(self) -> Sequence[str]:
        return (
            "rank",
            "entrant",
            "blocks",
            "score",
            "score from",
            "score to",
            "payoff",
            "Elo",
            "Elo from",
            "Elo to",
            "faults",
        )

    def table(self) -> Sequence[Sequence[Any]]:
        return [self._row(line) for line in self.standings.lines]

    @staticmethod
    def _row(line: Line) -> Sequence[Any]:
        low, high = line.score_interval or (None, None)
        return (
            line.rank, line.name, line.blocks, line.score, low, high, line.payoff, line.elo, *line.elo_interval,
            sum(line.faults.values()),
        )  # fmt: skip

    def caption(self) -> str:
        about = self.standings.about
        return f"{about['name']}: {about['form']['game']}, {self.standings.blocks} blocks"

    def page(self) -> str:
        """The page of ``referee tournament report``."""
        store = Store(self.results)
        try:
            return tournament_page(store)
        finally:
            store.close()


def _amount(payoff: Any) -> Any:
    return payoff["fraction"] if isinstance(payoff, Mapping) else payoff


def check_game(
    game: str | Path,
    *,
    players: int | Sequence[int] | None = None,
    readings: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    methods: Sequence[str] = ("fuzz", "explore", "prove"),
    properties: Sequence[str] = (),
    seed: int | str = "check",
    effort: float = 1.0,
    budget: float | None = None,
    jobs: int = 1,
) -> Check:
    """``referee check``. ``game`` is a name or a folder; ``players`` are numbers of players, ``effort`` a factor (1 is
    usual), ``budget`` seconds, ``jobs`` processes. BadInput is the command's."""
    numbers = (players,) if isinstance(players, int) else None if players is None else tuple(players)
    known = {method.value: method for method in Method}
    strange = [each for each in methods if each not in known]
    if strange:
        raise BadInput(f"there is no method {strange[0]!r}; there are {', '.join(known)}")
    plan = Plan(
        str(game), numbers, dict(readings or {}), dict(settings or {}), tuple(known[each] for each in methods),
        tuple(properties), seed=seed_text(seed), effort=effort, budget=budget, jobs=jobs,
    )  # fmt: skip
    return Check(check(plan), plan.seed, str(game))


def play_match(
    game: str | Path,
    seats: Sequence[str | Bot | type[Bot]],
    *,
    readings: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    seed: int | str | None = None,
    turn_cap: int | None = None,
    isolated: bool = True,
) -> Match:
    """``referee play`` for one match, with its record. ``seats`` are as on the command line, without ``human``, or bots
    of this process or their classes.
    ``turn_cap`` is in turns (by default the game's own). Without a ``seed`` chance is secret. BadInput is the
    command's."""
    rules = find_game(str(game))
    form = rules(len(seats), readings=readings, settings=settings)
    secret = new_secret() if seed is None else secret_of_seed(seed_text(seed))
    where = folders("bots", rules)
    with ExitStack() as stack:
        made: list[Seat] = []
        for number, each in enumerate(seats):
            rng = seat_rng(secret, number)
            if isinstance(each, str):
                made.append(stack.enter_context(SeatFactory(each, rules, where, isolated=isolated)).seat(rng))
            else:
                made.append(seat_of_object(each, rng))
        result = play(form, made, secret=secret, seeded=seed is not None, turn_cap=turn_cap, record=True)
    return Match(form, tuple([each.name for each in made]), result)


def load_record(file: str | Path) -> Record:
    """``referee replay``: the record of a file, played through the rules. BadRecord names the line of a damage."""
    content = load(Path(file))
    return Record(content, replay(content, str(file)))


def run_tournament(
    file: str | Path,
    results: str | Path,
    *,
    seed: int | str | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    isolated: bool = True,
    resume: bool = False,
    bots: Mapping[str, Bot | type[Bot]] | None = None,
) -> Tournament:
    """``referee tournament run``: play what a definition says, and keep its results in a file. ``jobs`` are processes.
    ``bots`` of this process, or their classes, are entrants with ``seat = "object:NAME"``; they play with one job.
    BadInput is the command's."""
    if bots and (jobs != 1 or cluster is not None):
        raise BadInput("bots of this process play in it: leave jobs and cluster out")
    said = None if seed is None else seed_text(seed)
    with _named(bots or {}):
        return _tournament(file, results, seed=said, jobs=jobs, cluster=cluster, isolated=isolated, resume=resume)


@contextmanager
def _named(bots: Mapping[str, Any]) -> Iterator[None]:
    OBJECTS.update(bots)
    try:
        yield
    finally:
        for name in bots:
            OBJECTS.pop(name, None)


def _tournament(file: str | Path, results: str | Path, **how: Any) -> Tournament:
    store = run(load_definition(Path(file)), Path(results), **how)
    try:
        return Tournament(standings(store.meta(), store.blocks()), Path(results))
    finally:
        store.close()
