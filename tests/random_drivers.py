"""Drivers that answer everything at random."""

import random
from collections.abc import Callable
from typing import Any

from referee.kernel.requests import Choice
from referee.kernel.spaces import Arms, Space
from tests.drivers import RandomDriver


class Randomly(RandomDriver):
    """Choices uniformly, chance as chance should; ``on_answer`` is told of each answer before it takes effect."""

    def __init__(self, rng: random.Random, *, on_answer: Callable[[Choice, Any], None] | None = None) -> None:
        super().__init__(0)
        self.rng = rng
        self.on_answer = on_answer

    def answer(self, space: Space[Any]) -> Any:
        return space.sample(self.rng)

    def choose(self, choice: Choice) -> Any:
        self.decisions += 1
        answer = self.answer(choice.space)
        if self.on_answer is not None:
            self.on_answer(choice, answer)
        return answer


class Varied(Randomly):
    """Choices as ``varied`` makes them."""

    def answer(self, space: Space[Any]) -> Any:
        return varied(space, self.rng)


def varied(space: Space[Any], rng: random.Random) -> Any:
    """An answer, the way to go on drawn first: rare arms of a choice come as often as those with many answers."""
    if isinstance(space, Arms):
        arm = rng.choice([arm for arm, each in space.arms.items() if each.exists()])
        return arm, varied(space.arms[arm], rng)
    return space.sample(rng)
