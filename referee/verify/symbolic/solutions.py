"""A match that the solver found, and how it is played."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.cards import Deck
from referee.kernel.game import Game
from referee.kernel.numbers import Number
from referee.kernel.piles import OneOfPiles
from referee.kernel.requests import Chance, Choice, Draw, Lot, Pick, Roll
from referee.kernel.spaces import Arms, Nothing, OneOf
from referee.verify.play.drivers import AtRandom
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps
from referee.verify.play.trial import Trial
from referee.verify.properties import Property

STEPS = (1, 3)
"""Steps after the deal that are followed."""
MATCHES = 4
"""Matches of a solution: which of the cards that rules do not tell apart are played is drawn."""

Answers = Sequence[tuple[str, Any]]
"""What is answered and what chance brings, one after the other: ``option`` and its number, ``arm`` and its key,
``number``, ``cards`` and how many there are of each class of kinds."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The ``answers`` of a match; ``groups`` has the kinds of card of each class."""

    answers: Answers
    groups: Sequence[Sequence[int]]


class Solved(AtRandom):
    """Plays a solution, and goes on at random where it is over or does not fit."""

    def __init__(self, solution: Solution, rng: random.Random) -> None:
        super().__init__(rng)
        self.left, self.groups = list(solution.answers), solution.groups

    def some_answer(self, choice: Choice) -> Any:
        left = list(self.left)
        try:
            answer = self._answer(choice.space, choice.table.deck)
            if choice.space.admits(answer):
                return answer
        except (LookupError, TypeError, ValueError):
            pass
        self.left = left
        return super().some_answer(choice)

    def some_outcome(self, event: Chance) -> Any:
        left = list(self.left)
        try:
            outcome = self._outcome(event)
            if event.check(outcome):
                return outcome
        except (LookupError, TypeError, ValueError):
            pass
        self.left = left
        return super().some_outcome(event)

    def _answer(self, space: Any, deck: Deck) -> Any:
        if isinstance(space, Arms):
            arm = self._next("arm")
            return arm, self._answer(space.arms[arm], deck)
        if isinstance(space, Nothing):
            return space.nth(0)
        if isinstance(space, (OneOf, OneOfPiles)):
            return space.nth(self._next("option"))
        return self._next("number") if isinstance(space, Number) else self._cards(space.pile, deck)

    def _outcome(self, event: Chance) -> Any:
        deck = event.table.deck
        if isinstance(event, (Draw, Pick)):
            if not event.number:
                return 0
            return self._cards(event.place.pile if isinstance(event, Draw) else event.pile, deck)
        if isinstance(event, Lot):
            return self._next("number")
        if isinstance(event, Roll):
            return tuple([self._next("number") for _ in range(event.number)])
        raise LookupError

    def _next(self, sort: str) -> Any:
        """ValueError: the rules ask for something else."""
        if not self.left or self.left[0][0] != sort:
            raise ValueError
        return self.left.pop(0)[1]

    def _cards(self, pile: int, deck: Deck) -> int:
        """So many of each class as there are to be, of those that are there."""
        there = deck.unpack(pile)
        self.rng.shuffle(there)
        cards = 0
        for group, number in zip(self.groups, self._next("cards"), strict=True):
            cards += sum([deck.one[each] for each in [each for each in there if each in group][:number]])
        return cards


def played(
    game: Game[Any],
    properties: Sequence[Property],
    solution: Solution,
    rng: random.Random,
    wanted: Callable[[Met], bool],
) -> tuple[Met, Steps] | None:
    """What is met in a match of a solution and is ``wanted``, with its answers; None where nothing is."""
    for _ in range(MATCHES):
        trial, driver, script = Trial(game, properties), Solved(solution, rng), list[list[Any]]()
        for _ in range(STEPS[-1] + 1):
            driver.transcript = []
            met = trial.advance(driver)
            script.append(driver.transcript)
            if met is not None and wanted(met):
                return met, script
            if met is not None or trial.table.outcome is not None:
                break
    return None
