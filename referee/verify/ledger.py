"""The ledger of a check: which clauses did something, and which options somebody was offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial, wraps
from types import GeneratorType
from typing import Any

from referee.kernel.clause_actions import ActionTracer, Ids, answers_of, is_followed, is_without, rebind
from referee.kernel.effects import Layer, Window, WindowKind, rewire
from referee.kernel.game import Game
from referee.kernel.players import Player
from referee.kernel.requests import Choice, clause_at
from referee.kernel.spaces import Arms, OneOf, plain_word
from referee.kernel.table import Table
from referee.verify.verdicts import EffectVerdict, Method


@dataclass(frozen=True, slots=True)
class Looked:
    """One form of a game that one method has looked at. ``whole``: all that can happen in it was seen.

    ``unit`` is what ``number`` counts: matches or states. ``why`` says what stopped it before it had seen everything.
    """

    method: Method
    players: int
    readings: Mapping[str, str]
    scale: Mapping[str, Any]
    number: int
    unit: str
    whole: bool = False
    why: str = ""
    clauses: frozenset[str] = frozenset()
    """The clauses that were carried out there; for a proof, all clauses on its paths."""


@dataclass(slots=True)
class Ledger:
    """Counts of what happened. ``offered`` has (question, option): True where it was open to somebody, False where it
    was named as a way to go on and was never open.

    ``real`` and ``extreme`` count by clause the matches in which it was carried out: fair deals of the game as it is
    played, and all others; ``real_matches`` and ``extreme_matches`` are how many there were.
    """

    carried_out: set[str] = field(default_factory=set)
    real: Counter[str] = field(default_factory=Counter)
    extreme: Counter[str] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)
    """Why matches were not played as was asked for."""
    real_matches: int = 0
    extreme_matches: int = 0
    offered: dict[tuple[str, str], bool] = field(default_factory=dict)
    clauses: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    """The clauses that ask each question."""
    looked: list[Looked] = field(default_factory=list)
    effects: list[EffectVerdict] = field(default_factory=list)
    """The verdicts of single effects."""
    arguments: list[str] = field(default_factory=list)
    """The arguments of proofs, as texts, where they are asked for."""
    _settled: set[tuple[str, int]] = field(default_factory=set, repr=False)
    """Questions, with their numbers of ways to go on, of which each has been open."""
    _here: set[str] = field(default_factory=set, repr=False)
    """Carried out since the last match began."""
    _arm: Callable[[], None] | None = field(default=None, repr=False)
    """Makes the clauses of the game that is watched note themselves once more."""
    _tracer: ActionTracer | None = field(default=None, repr=False)
    _table: Table | None = field(default=None, repr=False)
    _in_matches: bool = field(default=False, repr=False)
    """Rules may be wrapped once more: nobody looks where they stand."""
    _all: bool = field(default=False, repr=False)
    """All is followed, whatever has been noted."""
    looking: bool = field(default=False, repr=False)
    """A property is looking at the table: what it calls is not carried out."""

    def add(self, other: Ledger) -> None:
        """Put what another one has seen into this one."""
        self.carried_out |= other.carried_out
        for option, was_open in other.offered.items():
            self.offered[option] = was_open or self.offered.get(option, False)
        self.clauses = other.clauses | self.clauses
        self.looked += other.looked
        self.effects += other.effects
        self.arguments += other.arguments
        self.real += other.real
        self.extreme += other.extreme
        self.real_matches += other.real_matches
        self.extreme_matches += other.extreme_matches
        self.complaints += other.complaints

    def match_begins(self) -> None:
        """Begin a match: actions from now on count for it."""
        self._in_matches = True
        self._here.clear()
        if self._arm is not None:
            self._arm()

    def match_ends(self, *, real: bool) -> None:
        """Count it; ``real``: a fair deal of the game as it is played."""
        (self.real if real else self.extreme).update(self._here)
        if real:
            self.real_matches += 1
        else:
            self.extreme_matches += 1

    def note(self, choice: Choice, rules: list[Generator[Any, Any, Any]]) -> None:
        """Somebody is asked; ``rules`` are those that are running."""
        space, ask, offered = choice.space, choice.ask, self.offered
        if type(space) is Arms:
            if (ask, len(space.arms)) in self._settled:
                return
            clause: Ids = ()
            settled = True
            for arm, part in space.arms.items():
                key = ask, _word_of_way(arm)
                if not offered.get(key):
                    offered[key] = part.exists()
                    clause = clause or clause_at(choice.table, rules)
                    self.clauses[key] = clause
                    settled &= offered[key]
            if settled:
                self._settled.add((ask, len(space.arms)))
        elif type(space) is OneOf and (ask, len(space.options)) not in self._settled:
            self._settled.add((ask, len(space.options)))
            for option in space.options:
                offered[ask, option_word(option)] = True

    @contextmanager
    def watching(self, game: Game[Any], table: Table) -> Iterator[None]:
        """Note the clauses that do something on that table, and on those that are followed afterwards.

        A table is only followed from where a clause begins that has not been noted yet in this match: then it costs
        little. A game's class, and the copies of it that other threads play, stay as they are.
        """
        own = vars(game)
        before = dict(own)
        answers = answers_of(type(game))
        noting: dict[str, Any] = {}
        try:
            for name in dir(type(game)):
                ids = getattr(getattr(type(game), name), "__clauses__", ())
                if ids:
                    noting[name] = self._beginning(getattr(game, name), ids, own, name, name in answers)
            self._arm = partial(own.update, noting)
            self._arm()
            rebind(game)
            rewire(game, self._wrapped)
            self._tracer, self._all = ActionTracer(game, self._done), _has_floors(game)
            self.follow(table)
            yield
        finally:
            self._arm = self._tracer = self._table = None
            own.clear()
            own.update(before)

    @staticmethod
    @contextmanager
    def aside(game: Game[Any], plain: Mapping[str, Any]) -> Iterator[None]:
        """Nothing is noted within this context: who notes asks what clauses give, and that may not be known. ``plain``
        is what the game had before it was watched."""
        own = vars(game)
        watched = dict(own)
        own.clear()
        own.update(plain)
        try:
            yield
        finally:
            own.clear()
            own.update(watched)

    def follow(self, table: Table) -> None:
        """Note what is done on that table from now on, if somebody wants to know."""
        self._table = table
        if self._tracer is not None and self._all:
            self._tracer.follow(table)

    def _own(self, ids: Ids) -> Ids:
        return ids if self._tracer is None else self._tracer.own(ids)

    def step_ends(self) -> None:
        """Begin a step: it may already be known what goes on in it."""
        if self._tracer is not None and self._table is not None and not self._all:
            self._tracer.leave(self._table)

    def stopped_at(self, clauses: Ids) -> None:
        """The rules cannot go on there: these have done so much that they are no clauses that never do anything."""
        self._done(clauses)

    def _begins(self, ids: Ids) -> bool:
        """Note what is done on the table; whether it has not been noted before."""
        table = self._table
        if self._tracer is None or table is None or self.looking or self._here.issuperset(ids) or is_followed(table):
            return False
        self._tracer.follow(table)
        return True

    def _done(self, ids: Ids, word: str = "", about: tuple[Any, ...] = ()) -> None:
        if not self.looking:
            self._here.update(ids)
            self.carried_out.update(ids)

    def _beginning(self, rule: Any, ids: Ids, own: dict[str, Any], name: str, answers: bool) -> Any:
        without = getattr(rule, "__without__", None)

        @wraps(rule)
        def begin(*about: Any, **more: Any) -> Any:
            if self._here.issuperset(ids):
                own.pop(name, None)
                return rule(*about, **more)
            first = self._begins(ids)
            given = rule(*about, **more)
            if type(given) is GeneratorType:
                given = self._followed(given) if first and self._in_matches else given
                return self._ending(given, self._own(ids), without) if answers else given
            if first:  # it is over, and has done what it does
                self.step_ends()
            if answers and not is_without(given, without):
                self._done(self._own(ids))
            return given

        return begin

    def _wrapped(self, rule: Any, window: Window | None) -> Any:
        ids: Ids = rule.__clauses__
        if window is None:
            return rule if rule.__modifies__[1] is Layer.CLAMP else self._sharing(rule, ids)

        @wraps(rule)
        def begin(*about: Any) -> Any:
            if self._here.issuperset(ids):
                return rule(*about)
            first = self._begins(ids)
            given = rule(*about)
            if type(given) is GeneratorType:
                given = self._followed(given) if first and self._in_matches else given
                return given if window.kind is WindowKind.TRIGGER else self._ending(given, ids)
            if first:
                self.step_ends()
            if given and window.kind is not WindowKind.TRIGGER:
                self._done(ids)
            return given

        return begin

    def _followed(self, rule: Any) -> Any:
        """Until it is over. A rule that was left in the middle may end much later, when another table is followed."""
        table = self._table
        try:
            return (yield from rule)
        finally:
            if self._table is table:
                self.step_ends()

    def _ending(self, rule: Any, ids: Ids, without: Any = None) -> Any:
        given = yield from rule
        if not is_without(given, without):
            self._done(ids)
        return given

    def _sharing(self, rule: Any, ids: Ids) -> Any:
        nothing = 1 if rule.__modifies__[1] is Layer.MULTIPLY else 0

        @wraps(rule)
        def share(*about: Any) -> Any:
            given = rule(*about)
            if given != nothing:
                self._done(ids)
            return given

        return share


def _has_floors(game: Game[Any]) -> bool:
    """Whether only who reads a quantity can tell if something changes it."""
    return any(layers.get(Layer.CLAMP) for layers in game.modifiers.values())


def option_word(option: Any) -> str:
    """An option as a word; all players are one option, and so are all numbers."""
    if isinstance(option, Player):
        return "a player"
    word = plain_word(option)
    return word if isinstance(word, str) else "a number"


_word_of_way = lru_cache(maxsize=1024)(option_word)
"""The same of a way to go on, which is a key of a dictionary."""
