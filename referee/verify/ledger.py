"""The ledger of a check: which clauses were carried out, and which options somebody was offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import Any

from referee.kernel.effects import rewire
from referee.kernel.game import Game
from referee.kernel.players import Player
from referee.kernel.requests import Choice, clause_at
from referee.kernel.spaces import Arms, OneOf, plain_word
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
    """Those that were carried out there; of a proof, all that its paths go through."""


@dataclass(slots=True)
class Ledger:
    """What was seen to happen. ``offered`` has (question, option): True where it was open to somebody, False where
    it was named as a way to go on and was never open.

    ``real`` and ``extreme`` count by clause the matches in which it was carried out: fair deals of the game as it
    is played, and all others; ``real_matches`` and ``extreme_matches`` are how many there were.
    """

    carried_out: set[str] = field(default_factory=set)
    real: Counter[str] = field(default_factory=Counter)
    extreme: Counter[str] = field(default_factory=Counter)
    real_matches: int = 0
    extreme_matches: int = 0
    offered: dict[tuple[str, str], bool] = field(default_factory=dict)
    clauses: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    """Which clause asks each question."""
    looked: list[Looked] = field(default_factory=list)
    effects: list[EffectVerdict] = field(default_factory=list)
    """What is proved of single effects."""
    _settled: set[tuple[str, int]] = field(default_factory=set, repr=False)
    """Questions, with their numbers of ways to go on, of which each has been open."""
    _here: set[str] = field(default_factory=set, repr=False)
    """Carried out since the last match began."""
    _arm: Callable[[], None] | None = field(default=None, repr=False)
    """Makes the clauses of the game that is watched note themselves once more."""

    def add(self, other: Ledger) -> None:
        """Put what another one has seen into this one."""
        self.carried_out |= other.carried_out
        for option, was_open in other.offered.items():
            self.offered[option] = was_open or self.offered.get(option, False)
        self.clauses = other.clauses | self.clauses
        self.looked += other.looked
        self.effects += other.effects
        self.real += other.real
        self.extreme += other.extreme
        self.real_matches += other.real_matches
        self.extreme_matches += other.extreme_matches

    def match_begins(self) -> None:
        """What is carried out from now on counts for a match."""
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
            keys = [(ask, option_word(arm)) for arm in space.arms]
            for key, part in zip(keys, space.arms.values(), strict=True):
                if not offered.get(key):
                    offered[key] = part.exists()
                    self.clauses[key] = clause_at(choice.table, rules)
            if all(offered[key] for key in keys):
                self._settled.add((ask, len(keys)))
        elif type(space) is OneOf and (ask, len(space.options)) not in self._settled:
            self._settled.add((ask, len(space.options)))
            for option in space.options:
                offered[ask, option_word(option)] = True

    @contextmanager
    def watching(self, game: Game[Any]) -> Iterator[None]:
        """Note the clauses that are carried out on tables of this very game, each once a match: then it costs nothing.

        The methods of the game are put into the object itself until they are called; a game's class, and the copies
        of it that other threads play, stay as they are.
        """
        own = vars(game)
        before = dict(own)
        noting: dict[str, Any] = {}
        try:
            for name in dir(type(game)):
                ids = getattr(getattr(type(game), name), "__clauses__", ())
                if ids:
                    noting[name] = self._noting(getattr(game, name), ids, own, name)
            self._arm = partial(own.update, noting)
            self._arm()
            rewire(game, lambda rule, window: self._noted(rule))
            yield
        finally:
            self._arm = None
            own.clear()
            own.update(before)

    def _noting(self, rule: Callable[..., Any], ids: tuple[str, ...], own: dict[str, Any], name: str) -> Any:
        @wraps(rule)
        def carry_out(*about: Any, **more: Any) -> Any:
            self.carried_out.update(ids)
            self._here.update(ids)
            own.pop(name, None)
            return rule(*about, **more)

        return carry_out

    def _noted(self, rule: Callable[..., Any]) -> Any:
        ids = getattr(rule, "__clauses__", ())

        @wraps(rule)
        def carry_out(*about: Any, **more: Any) -> Any:
            self._here.update(ids)
            self.carried_out.update(ids)
            return rule(*about, **more)

        return carry_out


def option_word(option: Any) -> str:
    """An option as a word; all players are one option, and so are all numbers."""
    if isinstance(option, Player):
        return "a player"
    word = plain_word(option)
    return word if isinstance(word, str) else "a number"
