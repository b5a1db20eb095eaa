"""Edges that hold in every table: a step is followed along all its symbolic paths, from any table between steps.

An edge *enables* or *disables* is PROVED where it shows on every path, even on paths that no play can take. Two moves
commute where no table can take a path in the one order and one in the other that end differently (``both_orders``).
Games that a proof cannot follow get no such edges.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.kernel.rule_types import Rule
from referee.kernel.spaces import Arms, OneOf
from referee.verify.collide.commutation import BothOrders
from referee.verify.collide.edges import Act, Certainty, Facts, Kind
from referee.verify.collide.exhaustive_edges import About, EdgeQuestion, Held
from referee.verify.collide.notes import acts_of
from referee.verify.collide.optional_moves import label_of
from referee.verify.collide.tracing import Trace
from referee.verify.play.minimise import variant
from referee.verify.prove.boundary import Boundary, Shape, as_played, lazy_class
from referee.verify.prove.bounds import new_table
from referee.verify.prove.driver import exists
from referee.verify.prove.paths import Interned, NotSymbolic, Path
from referee.verify.prove.search import Ended, Prepare, Search
from referee.verify.understood import PROOF, rule_text
from referee.verify.verdicts import Verdict

MOST_DECISIONS = 8_000
"""Paths of a form together; with more nothing is proved."""
MOST_PATHS, MOST_ROUNDS = 1_500, 12


class Unlike(Exception):
    """Nothing is concluded: the rules cannot be followed so far."""


class Work:
    """The work that is left: decisions on all paths together."""

    def __init__(self, decisions: int) -> None:
        self.left = decisions

    def take(self, path: Path) -> None:
        """Unlike where it is all done."""
        self.left -= 1 + path.made
        if self.left < 0:
            raise Unlike("its paths are too many, or too long")


def every_table(form: Game[Any], interned: Interned, work: Work) -> Boundary:
    """Every table that there can be between steps, and more."""
    shape = Shape()
    with suppress(NotSymbolic):
        as_played(form, shape)
    for ended in followed(
        Search(interned, lazy_class(form, None), label="deal "), form, new_table, deal_of(form), work
    ):
        if ended.is_whole and ended.table.outcome is None:
            shape.take_in(ended.table)
    for round_ in range(MOST_ROUNDS):
        boundary = Boundary(form, shape, {}, f"{round_} ")
        grew = False
        search = Search(interned, boundary.table_class, label=boundary.label)
        for ended in followed(search, form, boundary.prepare, step_of(form), work):
            if ended.is_whole and ended.table.outcome is None:
                grew = shape.take_in(ended.table) or grew
        if not grew:
            return boundary
    raise Unlike("what scalars hold grows without end")


def followed(search: Search, form: Game[Any], prepare: Prepare, rule: Any, work: Work) -> Iterator[Ended]:
    """All paths through a rule; Unlike where they are too many."""
    for number, ended in enumerate(search.paths(form, prepare, rule)):
        if number >= MOST_PATHS:
            raise Unlike("there are too many paths")
        work.take(ended.path)
        yield ended


def deal_of(form: Game[Any]) -> Any:
    """The rule of the deal, as it is carried out in play."""

    def deal(t: Any) -> Rule[None]:
        yield from form.deal(t)
        t.dealing = False

    return deal


def step_of(form: Game[Any]) -> Any:
    """The rule of a step."""

    def step(t: Any) -> Rule[None]:
        yield from form.step(t)
        t.turns += 1

    return step


class _Noting:
    """The actions on the paths of a step."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.facts, self.orders = trace, Facts(), BothOrders()
        self.paths: list[frozenset[Act]] = []
        """What is done on each of them."""

    def begin(self) -> None:
        self.trace.clear()
        self.dids: frozenset[Act] = frozenset()

    def asked(self, table: Any, choice: Choice) -> None:
        """Somebody is about to answer."""
        self._flush(table.algebra.path)
        for act in acts_of(choice, exists):
            self.facts.note(act, self.dids)

    def ended(self, ended: Ended) -> None:
        self.orders.note(ended)
        self._flush(ended.path)
        self.paths.append(self.dids)

    def _flush(self, path: Path) -> None:
        """Clauses begin after the last answer that was given; by then everybody who was asked together has answered."""
        did = [
            (choice, (choice.ask, label_of(choice.space, answer)))
            for word, choice, answer in path.requests
            if word == "answer" and isinstance(choice.space, (Arms, OneOf))
        ]
        self.dids = frozenset([act for choice, act in did if act in acts_of(choice, exists)])
        self.facts.done |= self.dids
        for ids in self.trace.begun:
            for each in ids:
                self.facts.note(each, self.dids)
        self.trace.begun.clear()


def proved_edges(asked: EdgeQuestion) -> Held:
    """See the module's docstring; ``why`` where no path can be followed."""
    game = find_game(asked.game)
    try:
        form = game(asked.players, readings=asked.readings, settings=asked.settings)
    except BadInput as error:
        return Held(why=str(error))
    if strange := rule_text(form, PROOF):
        return Held(why=strange)
    plain = variant(form)
    assert plain is not None
    noting = _Noting(Trace(plain))
    try:
        interned, work = Interned(), Work(MOST_DECISIONS)
        boundary = every_table(form, interned, work)

        def prepared(path: Path, table: Any) -> None:
            noting.begin()
            boundary.prepare(path, table)

        search = Search(interned, boundary.table_class, asked=noting.asked, label=boundary.label)
        for ended in followed(search, plain, prepared, step_of(plain), work):
            if ended.failed:
                raise Unlike("a rule computes with what is not known (referee rules GAME --provable says where)")
            if not ended.dropped:
                noting.ended(ended)
    except (NotSymbolic, Unlike) as why:
        return Held(why=f"not proved for {asked.players} players: {why}")
    return _proved_edges(noting, asked.edges, asked)


def _proved_edges(noting: _Noting, edges: Sequence[About], asked: EdgeQuestion) -> Held:
    found = Held()
    for key, about in edges:
        if key[0] is Kind.COMMUTES:
            if number := noting.orders.commute(about):
                found.sure.append((key, Certainty(Verdict.PROVED, asked.players, dict(asked.settings), number)))
            continue
        if noting.facts.violates(key[0], about) or not noting.facts.shows(key[0], about):
            continue
        number = sum(bool(done & {act for act, _ in about}) for done in noting.paths)
        found.sure.append((key, Certainty(Verdict.PROVED, asked.players, dict(asked.settings), number)))
    return found
