"""Edges that hold at a whole scale: every table of a smaller form of a game, and every way through a step from it.

An edge *enables* or *disables* is EXHAUSTED where it shows in all ways from all tables in which the first move can be
made. Two moves commute, EXHAUSTED, if from every table where they can be made in either order, and no other optional
move, the same tables can result whatever the answers and chance.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.parameters import in_words
from referee.kernel.requests import Choice, Request
from referee.kernel.table import Table
from referee.verify.collide.edges import SAYS_ALWAYS, Act, Certainty, Edge, Facts, Interactions, Kind, What
from referee.verify.collide.interactions import Asked
from referee.verify.collide.optional_moves import Move, Notes, label_of, passing_of, ways_of
from referee.verify.collide.tracing import Trace
from referee.verify.explore.answers import EveryAnswer, KnownPosition, TooMany
from referee.verify.explore.breadth import Search
from referee.verify.explore.states import EMPTY
from referee.verify.methods import Budget, Question
from referee.verify.parallel import run_parallel
from referee.verify.play.minimise import variant
from referee.verify.play.trial import Trial
from referee.verify.project import Project

MOST_WAYS = 250_000
"""Through the steps of one scale: with more of them nothing is said."""

About = tuple[tuple[Kind, str, str], frozenset[tuple[Act, What]]]
"""An edge by its key, and what it is about."""


@dataclass(frozen=True, slots=True)
class EdgeQuestion:
    """Edges that were seen, to be looked at in one form of a game; for a process of its own."""

    game: str
    players: int
    readings: Mapping[str, str]
    settings: Mapping[str, Any]
    edges: tuple[About, ...]
    effort: float = 1.0
    seconds: float | None = None


@dataclass(slots=True)
class Held:
    """The knowledge of the edges that were asked about: where each holds, and ``why`` nothing is known."""

    sure: list[tuple[tuple[Kind, str, str], Certainty]] = field(default_factory=list)
    why: str = ""


def universal_edges(edges: Iterable[Edge]) -> tuple[About, ...]:
    """The edges that claim always or never."""
    return tuple([(edge.key, edge.about) for edge in edges if edge.kind in SAYS_ALWAYS and edge.about])


class Noting(EveryAnswer):
    """All ways through a step; ``facts`` has what happens in them."""

    def __init__(self, trace: Trace) -> None:
        super().__init__()
        self.trace, self.facts = trace, Facts()
        self.notes = Notes(self.facts, trace.done)
        trace.follow(self)

    def next_way(self) -> None:
        self.notes.begin()

    def flush(self) -> None:
        """Note the clauses that have done something."""
        self.notes.flush()

    def choose(self, choice: Choice) -> Any:
        acts = self.notes.asked(choice)
        answer = super().choose(choice)
        self.notes.answered(choice, answer, acts)
        return answer

    def _position(self, request: Request) -> Hashable | None:
        here = super()._position(request)
        return None if here is None else (here, self.notes.did)


class Both(EveryAnswer):
    """All ways in which the ``wanted`` are done as soon as each may be, and nothing else that may be left."""

    def __init__(self, trace: Trace, wanted: Sequence[Move] = ()) -> None:
        super().__init__()
        self.wanted, self.left = tuple(wanted), tuple(wanted)
        self.offered: dict[Move, None] = {}
        trace.follow(self)

    def next_way(self) -> None:
        self.left = self.wanted

    def choose(self, choice: Choice) -> Any:
        space, seat = choice.space, choice.decider.seat
        ways = ways_of(space)
        passing = passing_of(ways)
        moves = [Move(seat, choice.ask, name) for name in ways if name != passing] if len(ways) > 1 else []
        self.offered |= dict.fromkeys(moves)
        mine = bool(self.left) and self.left[0] in moves
        if self.at < len(self.transcript):
            answer = self.transcript[self.at]
            self.at += 1
        else:
            answers = self.answers(space)
            if mine:
                answers = tuple([each for each in answers if label_of(space, each) == self.left[0].label])
            elif moves and passing is not None:
                answers = tuple([each for each in answers if label_of(space, each) == passing])
            elif moves:
                later = {each.label for each in self.left if each in moves}
                answers = tuple([each for each in answers if label_of(space, each) not in later]) or answers
            answer = self._next(choice, answers, seat)
        if mine:
            self.left = self.left[1:]
        return answer

    def _position(self, request: Request) -> Hashable | None:
        here = super()._position(request)
        return None if here is None else (here, self.left)


class _Walk:
    """All tables of one form."""

    def __init__(self, form: Game[Any], search: Search, budget: Budget) -> None:
        plain = variant(form)
        assert plain is not None
        self.search, self.budget = search, budget
        self.trace = Trace(plain)
        self.table: Table = self.trace.table()
        self.trial = Trial(plain, (), table=self.table)
        self.ways = 0

    def tables(self) -> Iterator[tuple[Any, ...]]:
        """The tables from which a step is to be taken, as snapshots."""
        return (before for state, before in self.search.tables() if state != EMPTY)

    def ways_of(self, before: tuple[Any, ...], driver: Noting | Both) -> Iterator[bool]:
        """Go all ways through the step; says of each whether it comes to its end."""
        for _ in driver.ways():
            self.table.restore(before)
            self.trace.clear()
            driver.next_way()
            whole = False
            with suppress(KnownPosition):
                whole = self.trial.move(driver) is None
            if isinstance(driver, Noting):
                driver.flush()
            yield whole
            self.ways += 1
            if self.ways > MOST_WAYS or self.budget.is_spent:
                raise TooMany("there are more ways through its steps than are looked at")

    def ends(self, before: tuple[Any, ...], wanted: Sequence[Move]) -> set[Any]:
        """The tables in which a step can end that these are done in."""
        driver = Both(self.trace, wanted)
        return {self.table.snapshot() for whole in self.ways_of(before, driver) if whole and not driver.left}


def check_all_ways(asked: EdgeQuestion) -> Held:
    """See the module's docstring; ``why`` where the scale could not be seen whole."""
    game = find_game(asked.game)
    try:
        form = game(asked.players, readings=asked.readings, settings=asked.settings)
    except BadInput as error:
        return Held(why=str(error))
    budget = Budget(asked.seconds)
    search = Search(Question(form, (), budget=budget, effort=asked.effort))
    found = Held()
    bounded = search.run().bounded
    where = f"{asked.players} players {in_words(asked.settings)}".rstrip()
    if bounded:
        return Held(why=f"{where}: {bounded}")
    walk = _Walk(form, search, budget)
    try:
        _of_one(walk, [each for each in asked.edges if each[0][0] is not Kind.COMMUTES], asked, found)
        _of_two(walk, [each for each in asked.edges if each[0][0] is Kind.COMMUTES], asked, found)
    except TooMany as why:
        found.why = f"{where}: {why}"
    return found


def _of_one(walk: _Walk, edges: Sequence[About], asked: EdgeQuestion, found: Held) -> None:
    tables = dict.fromkeys(range(len(edges)), 0)
    shown: set[int] = set()
    if not edges:
        return
    for before in walk.tables():
        driver = Noting(walk.trace)
        for _ in walk.ways_of(before, driver):
            pass
        facts = driver.facts
        for at in list(tables):
            (kind, *_), about = edges[at]
            if not facts.done & {act for act, _ in about}:
                continue
            tables[at] += 1
            if facts.violates(kind, about):
                del tables[at]
            elif facts.shows(kind, about):
                shown.add(at)
    _keep(found, edges, {at: number for at, number in tables.items() if at in shown}, asked)


def _of_two(walk: _Walk, edges: Sequence[About], asked: EdgeQuestion, found: Held) -> None:
    tables = dict.fromkeys(range(len(edges)), 0)
    pairs: dict[frozenset[What], list[int]] = {}
    for at, (_, about) in enumerate(edges):
        for pair in about:
            pairs.setdefault(frozenset(pair), []).append(at)
    if not edges:
        return
    for before in walk.tables():
        alone = Both(walk.trace)
        for _ in walk.ways_of(before, alone):
            pass
        for one, other in permutations(alone.offered, 2):
            asking = [at for at in pairs.get(frozenset([one.act, other.act]), ()) if at in tables]
            if not asking or not one < other:
                continue
            there, back = walk.ends(before, (one, other)), walk.ends(before, (other, one))
            for at in asking if there and back else ():
                if there == back:
                    tables[at] += 1
                else:
                    del tables[at]
    _keep(found, edges, tables, asked)


def _keep(found: Held, edges: Sequence[About], tables: Mapping[int, int], asked: EdgeQuestion) -> None:
    for at, number in tables.items():
        if number:
            sure = Certainty(asked.players, dict(asked.settings), number)
            found.sure.append((edges[at][0], sure))


SECONDS = 100.0
"""Seconds for one scale, where there is no budget."""


def decide_edges(asked: Asked, found: Interactions, jobs: int, cluster: str | None = None, scaled: bool = True) -> None:
    """Say of the edges that were found where they are sure; ``asked`` names the numbers of players.

    ``scaled``: scales for any number of players are looked at, and else only those for the players asked for.
    """
    edges = universal_edges(found.edges)
    if not edges:
        return
    questions = list(_scales(asked, edges, scaled))
    known = {edge.key: edge for edge in found.edges}
    why: list[str] = []
    answered = 0
    for held in run_parallel(
        check_all_ways, questions, jobs, asked.seconds, cluster, broken_off=found.broken_off, about=_about
    ):
        answered += 1
        for key, sure in held.sure:
            known[key].sure += (sure,)
        why += [held.why] if held.why else []
    if answered < len(questions):
        why.append(f"{len(questions) - answered} forms were not looked at: the budget is spent")
    if not questions:
        why.append("the properties declare no scale, so nothing could be exhausted")
    found.unsure = tuple(dict.fromkeys(why))


def _about(asked: EdgeQuestion) -> str:
    form = " ".join(f"{name}={value}" for name, value in sorted({**asked.readings, **asked.settings}.items()))
    return f"exhausting what is always so with {asked.players} players {form}".strip()


def _scales(asked: Asked, edges: tuple[About, ...], scaled: bool) -> Iterator[EdgeQuestion]:
    """The scales that the properties declare. If settings were asked for, they are the scale."""
    seconds = SECONDS if asked.seconds is None else asked.seconds
    if asked.settings:
        for players in asked.players:
            yield EdgeQuestion(asked.game, players, asked.readings, asked.settings, edges, seconds=seconds)
        return
    game = find_game(asked.game)
    for each in Project.of(game, asked.game).scales:
        numbers: Sequence[int] = [number for number in each.players if scaled or number in asked.players]
        for players in numbers:
            yield EdgeQuestion(asked.game, players, asked.readings, each.settings, edges, each.effort, seconds)
