"""Players of several strengths, and players who may not do a part of what the game allows."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from referee.games.shipped import folders
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.native.choosing import place_of_engines
from referee.native.search import natively
from referee.native.searching import NativeSearch
from referee.native.worlds import known_of
from referee.play.bot import Ask, Bot, Option, View
from referee.play.hidden import CannotImagine
from referee.play.playing_on import appraises
from referee.play.rollouts import Rollouts
from referee.play.search import Search, searcher
from referee.play.seats import BotSeat, RandomSeat, Seat, seat_maker
from referee.study.labels import part_of
from referee.verify.mine.players import fewest

RANDOM, GREEDY, STALLS = "random", "greedy", "stalls"
WORLDS = 20
"""Positions that are imagined for a decision at most; a quarter of the iterations, if that is fewer."""
FEWEST_WORLDS = 10
TRIES = 50
"""For all positions that are imagined for a question: where few tries agree with what a seat knows there are fewer of
them, and where none does it answers at random, so that more matches are played."""
OTHERS_TRIED = 40
"""Answers among which one without a forbidden part is looked for."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a search found out about an answer: its label words, how often it was tried, its mean payoff."""

    option: Option
    tried: int
    worth: float


@lru_cache(4)
def native_search(game: Game[Any]) -> NativeSearch | str:
    """The compiled search of a form, or why there is none."""
    try:
        return NativeSearch(game, place_of_engines())
    except BadInput as error:
        return str(error)


class Searcher(Bot):
    """The seat ``search`` of a game that says how good answers look, else information-set tree search; it keeps what it
    found out about the answers to its last question."""

    budget = 100
    native = True

    def __init__(self) -> None:
        self.weighed: list[Weighed] = []
        self.lost = False
        """Whether no position could be imagined for the last question: it was answered at random."""

    def answer(self, view: View, ask: Ask) -> Option:
        self.weighed, self.lost = [], False
        if ask.count() == 1:
            return next(ask.options())
        if appraises(view.game):
            return self._by_rollouts(view, ask)
        native = native_search(view.game) if self.native else ""
        self.weighed = self._python(view, ask) if isinstance(native, str) else self._native(native, view, ask)
        if not self.weighed:
            self.lost = True
            return ask.sample(self.rng)
        # Of answers that are as good as each other one at random: the first would be called the best.
        return max(self.weighed, key=lambda each: (each.tried, each.worth, self.rng.random())).option

    def _by_rollouts(self, view: View, ask: Ask) -> Option:
        found = searcher(view.game, self.rng, self.budget, natively if self.native else None)
        assert isinstance(found, Rollouts)
        answer = found.best(view, ask)
        self.weighed = [
            Weighed(ask.read(each.plain), each.played, each.gained / each.played) for each in found.tried if each.played
        ]
        self.lost = not found.tried
        return answer

    def _native(self, native: NativeSearch, view: View, ask: Ask) -> list[Weighed]:
        positions, left = [], TRIES
        try:
            for _ in range(min(WORLDS, max(FEWEST_WORLDS, self.budget // 4))):
                positions.append(view.imagine(self.rng, left))
                if (left := view.imagination.tries_left) <= 0:
                    break
        except CannotImagine:
            pass
        if not positions:
            return []
        question = known_of(positions[0])[1]
        assert question is not None
        space = question.space
        return [
            Weighed(Option(ask.space, ask.space.read(space.plain(space.nth(number)))), given, gained / given)
            for number, given, gained in native.answers(positions, view.seat, self.rng, self.budget)
            if given
        ]

    def _python(self, view: View, ask: Ask) -> list[Weighed]:
        search = Search(self.rng, self.budget)
        search.best(view, ask)
        arms = search.root.arms.get(view.seat, {}).values()
        return [Weighed(ask.read(arm.plain), arm.given, arm.gained / arm.given) for arm in arms if arm.given]


class Stalling(Seat):
    """Mostly takes as few cards as may be, and rather nothing at all."""

    name = STALLS
    own_code = False

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def answer(self, choice: Choice) -> Any:
        answer = fewest(choice.space, self.rng) if self.rng.random() < 0.9 else None
        return choice.space.sample(self.rng) if answer is None else answer


class Restricted(Seat):
    """Another seat that answers at random every ``every``-th time, or never with a part of an answer (``never``, a
    label as ``labels`` makes them) where anything else may be answered."""

    def __init__(self, inner: Seat, rng: random.Random, every: int = 0, never: str = "") -> None:
        self.inner, self.rng, self.every, self.never = inner, rng, every, never
        self.name, self.remembers, self.asked = inner.name, inner.remembers, 0

    def start(self, info: dict[str, Any]) -> None:
        self.inner.start(info)

    def answer(self, choice: Choice) -> Any:
        self.inner.history = self.history
        self.asked += 1
        if self.every and self.asked % self.every == 0:
            return choice.space.sample(self.rng)
        answer = self.inner.answer(choice)
        if self.never and part_of(self.never, choice, answer):
            for _ in range(OTHERS_TRIED):
                other = choice.space.sample(self.rng)
                if not part_of(self.never, choice, other):
                    return other
        return answer

    def end(self, result: dict[str, Any]) -> None:
        self.inner.end(result)


def has_greedy(game: Game[Any]) -> bool:
    """Whether a bot ``greedy`` comes with the game."""
    try:
        seat_maker(GREEDY, game.name, folders("bots", type(game)))
    except BadInput:
        return False
    return True


@lru_cache(32)
def _maker(word: str, game: Any) -> Callable[[random.Random], Seat]:
    return seat_maker(word, game.name, folders("bots", game))


def seat_of_level(level: str, game: Game[Any], rng: random.Random, *, native: bool = True) -> Seat:
    """The seat of a level: ``random``, ``greedy``, ``search:100``, ``stalls``, or a restricted one:
    ``search:100 every 3rd at random``, ``greedy never turn: take``."""
    base, _, ban = level.partition(" never ")
    if ban:
        return Restricted(seat_of_level(base, game, rng, native=native), rng, never=ban)
    base, _, every = level.partition(" random every ")
    if every:
        return Restricted(seat_of_level(base, game, rng, native=native), rng, every=int(every))
    if level == RANDOM:
        return RandomSeat(rng)
    if level == STALLS:
        return Stalling(rng)
    if budget := budget_of(level):
        bot = Searcher()
        bot.budget, bot.native = budget, native
        return BotSeat(bot, level, rng)
    return _maker(level, type(game))(rng)  # type: ignore[arg-type]


def budget_of(level: str) -> int:
    """The iterations of a search level; 0 for others."""
    word, _, number = level.partition(":")
    return int(number) if word == "search" and number.isdigit() else 0


def weighed_by(seat: Seat) -> Sequence[Weighed]:
    """What the seat found out about the answers to its last question; nothing where it does not search."""
    inner = seat.inner if isinstance(seat, Restricted) else seat
    bot = inner.bot if isinstance(inner, BotSeat) else None
    return bot.weighed if isinstance(bot, Searcher) else ()
