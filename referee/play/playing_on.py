"""Matches that are played on from imagined positions by what looks best to whoever is asked (``Game.appraise``)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.kernel.selections import Selection
from referee.play.bot import Ask, Option, View
from referee.play.chance import Ordered
from referee.play.course import Course
from referee.play.horizon import Horizon
from referee.play.position import Position

MOST_APPRAISED = 256
"""Of more answers so many are appraised, which lie as far apart as they can."""
MOST_CHOICES = 40
"""Of more choices of cards one is put together card by card."""

HANDS = 3
"""Hands that are played on: who wins a match of three is seen at its end."""


class Ending(NamedTuple):
    """What a seat had where a match was cut: its payoff, its part of the lead, and whether that was the end."""

    payoff: float
    lead: float
    is_end: bool


class Job(NamedTuple):
    """A match that is to be played on: the number of the position, that of the answer to its open question (among
    those that ``begin`` was given), and the number of the match, which says its chance."""

    position: int
    answer: int
    match: int


class PlayingOn:
    """Plays matches of one form on."""

    hands = HANDS

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.answers: Sequence[Any] = ()
        self.why = ""
        """Why matches are not played on natively, where that was wanted."""

    def usual(self, view: View, ask: Ask, position: Position | None, rng: random.Random) -> Option:
        """The answer that others are held against: what looks best in a position that was imagined, as everybody goes
        on so. One at random where none could be."""
        if position is None:
            return ask.sample(rng)
        choice = at_question(position).choice
        assert choice is not None
        return ask.read(choice.space.plain(likely(self.game, choice, random_below(rng))))

    def begin(self, answers: Sequence[Any]) -> None:
        """Another decision: these are the answers that are tried out, as JSON data."""
        self.answers = answers

    def endings(
        self, positions: Sequence[Position], jobs: Sequence[Job], key: tuple[int, int], seat: int
    ) -> list[Ending]:
        """What a seat has at the end of each of the ``jobs``, with the chance of a ``key``."""
        return [
            self.ending(positions[each.position], self.answers[each.answer], key, each.match, seat) for each in jobs
        ]

    def ending(self, position: Position, answer: Any, key: tuple[int, int], match: int, seat: int) -> Ending:
        chance = Ordered(key, match)
        course, answers = at_question(position, chance), self.policy(chance)
        horizon = Horizon(course, self.hands)
        assert course.choice is not None
        course.answer(course.choice.space.read(answer))
        while course.choice is not None and not horizon.passed():
            course.answer(answers(course))
        leaders = horizon.leaders()
        lead = 1 / len(leaders) if seat in leaders else 0.0
        return Ending(horizon.gains()[seat], lead, course.table.outcome is not None)

    def policy(self, chance: Ordered) -> Callable[[Course], Any]:
        """How the open question of a match is answered."""

        def answer(course: Course) -> Any:
            assert course.choice is not None
            return likely(self.game, course.choice, chance.below)

        return answer


def at_question(position: Position, chance: Ordered | None = None) -> Course:
    """A position at its open question."""
    game = position.game
    return Course(game, position.table(), game.turn_cap, chance, position.answers, as_data=True)


def random_below(rng: random.Random) -> Callable[[int], int]:
    return lambda number: rng.randrange(number)


def likely(game: Game[Any], choice: Choice, below: Callable[[int], int]) -> Any:
    """The answer that looks best to whoever is asked; one at random where the game says nothing of them."""
    space = choice.space
    answers = space.listed()
    number = len(answers) if answers else space.count()
    if number == 1:
        return space.nth(0)
    best, its = None, None
    if appraises(game):
        appraise = partial(game.appraise, choice.table, choice)
        if type(space) is Selection and number > MOST_CHOICES:
            best, its = put_together(space, appraise)
        else:
            many = min(number, MOST_APPRAISED)
            best, its = best_of([space.nth(at * (number // many)) for at in range(many)], appraise)
    return space.nth(below(number)) if its is None else best


def best_of(answers: Iterable[Any], appraise: Callable[[Any], Any]) -> tuple[Any, Any]:
    """The one that looks best, the first of equals, and how good it looks: None where nothing is said of any."""
    best, its = None, None
    for answer in answers:
        worth = appraise(answer)
        if is_better(worth, its):
            best, its = answer, worth
    return best, its


def put_together(space: Selection, appraise: Callable[[Any], Any]) -> tuple[Any, Any]:
    """A choice of cards, and how good it looks: each time the card is added with which it looks best, until there are
    as many as there have to be, and then as long as it looks better with one more."""
    one = space.deck.one
    chosen: Any = 0
    its = None
    kinds, is_enough = space.grow(chosen)
    if is_enough:
        its = appraise(chosen)
    while kinds:
        more = [chosen + one[kind] for kind in kinds]
        best, worth = best_of(more, appraise)
        if best is None:
            best = more[0]
        if is_enough and not is_better(worth, its):
            break
        chosen, its = best, worth
        kinds, is_enough = space.grow(chosen)
    return chosen, its


def is_better(worth: Any, than: Any) -> bool:
    """Whether one worth is above another one; there is none below None."""
    return worth is not None and (than is None or worth > than)


def appraises(game: Game[Any]) -> bool:
    """Whether a game says how good answers look."""
    return type(game).appraise is not Game.appraise
