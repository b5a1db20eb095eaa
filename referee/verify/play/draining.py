"""Play that uses up what cards are drawn from: a shortage can lie dozens of turns behind the deal.

Random play seldom comes near it where hardly a turn takes more cards than it brings back, or where only those turns
take many that somebody chooses so. Here each step is tried again and again until fewer cards are left of what is drawn
from, and a few times more for one that leaves still fewer, and the match goes on from there.
"""

from __future__ import annotations

import random
from typing import Any

from referee.kernel.requests import Chance, Choice, Draw
from referee.kernel.selections import Selection
from referee.verify.methods import Question
from referee.verify.play.drivers import AtRandom
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps
from referee.verify.play.trial import Trial
from referee.verify.verdicts import Trouble

MOST_STEPS = 40_000
"""Steps that are tried for one question, times its effort."""
PATIENCE = 2_500
"""Steps without one that leaves fewer cards than before; then the search gives up."""
WAYS, MORE_WAYS = 60, 8
"""To take one step, at most; and after the first that leaves fewer cards."""
LONGEST = 800
"""Steps of a match."""


class _Drawing(AtRandom):
    """Answers at random, how many cards before which; notes the places of nobody's that are drawn from."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.drawn_from: set[int] = set()

    def some_answer(self, choice: Choice) -> Any:
        space = choice.space
        if type(space) is not Selection:
            return super().some_answer(choice)
        most = min(space.most, space.deck.size(space.pile))
        number = self.rng.randint(max(space.least, 0), most)
        return Selection(space.deck, space.pile, number, number).sample(self.rng)

    def chance(self, event: Chance) -> Any:
        if isinstance(event, Draw) and event.place.owner is None:
            self.drawn_from.add(event.place.number)
        return super().chance(event)


def drained(question: Question, most: int = MOST_STEPS) -> tuple[Met, Steps] | None:
    """A shortage, and the answers and outcomes of the match that comes to it; None where none was met. ``most`` steps
    are tried, times the effort of the question.

    What another method has searched for the same question is taken over, where no clock had a part in it.
    """
    most = int(most * question.effort)
    if question.budget.seconds is not None:
        return _searched(question, most)
    key = repr((question.game.form, question.seed)), most
    if key not in question.drained:
        question.drained[key] = _searched(question, most)
    found: tuple[Met, Steps] | None = question.drained[key]
    return found


def _searched(question: Question, most: int) -> tuple[Met, Steps] | None:
    game, rng = question.game, question.rng()
    driver = _Drawing(rng)
    tried = lower_at = 0

    def is_over() -> bool:
        return tried >= min(most, lower_at + PATIENCE) or question.budget.is_spent

    while not is_over():
        trial, script = Trial(game, ()), Steps()
        table = trial.table
        met = trial.advance(driver)
        tried += 1
        script.append(driver.transcript)
        while met is None and table.outcome is None and len(script) < LONGEST:
            before, there, best = table.snapshot(), _left(trial, driver), None
            ways, fell = WAYS, False
            while ways:
                ways -= 1
                if is_over():
                    return None
                tried += 1
                table.restore(before)
                met = trial.advance(driver)
                if met is not None and met.trouble is Trouble.SHORTAGE:
                    return met, [*script, driver.transcript]
                if met is not None or table.outcome is not None:
                    continue
                left = _left(trial, driver)
                if best is None or left < best[0]:
                    best = left, table.snapshot(), driver.transcript
                if left[0] < there[0]:
                    lower_at = tried
                    ways, fell = ways if fell else min(ways, MORE_WAYS), True
            if best is None:
                break
            met = None
            table.restore(best[1])
            script.append(best[2])
        if not driver.drawn_from:
            return None  # nothing can run out
    return None


def _left(trial: Trial, driver: _Drawing) -> tuple[Any, int]:
    """The measure of a drained table: the fewest cards that a place still has, then how alike the players' shares are.
    A step that parts the shares often comes before one that takes more than it brings."""
    table = trial.table
    shares: list[Any] = [0] * len(table.players)
    for place in table.places:
        if place.owner is not None:
            shares[place.owner.seat] += place.size
    left = min([table.places[at].size for at in driver.drawn_from], default=0)
    return left, min(shares) - max(shares)
