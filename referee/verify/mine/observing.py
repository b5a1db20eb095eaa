"""Tables at the boundaries of matches, kept so that any text can be asked of them."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.verify.play.drivers import AtRandom
from referee.verify.play.trial import Trial

MATCHES = 30
"""Matches of each number of players."""
LONGEST = 120
"""Steps of a match at most."""
MOST_TABLES = 1200
"""Tables that are kept of each number of players."""


class Stubborn(AtRandom):
    """Mostly takes the first answer that there is: a player who goes on doing the same thing."""

    def some_answer(self, choice: Choice) -> Any:
        return choice.space.nth(0) if self.rng.random() < 0.75 else super().some_answer(choice)


@dataclass(frozen=True, slots=True)
class Boundary:
    """A table after a deal or a step: its snapshot, and where it was."""

    state: tuple[Any, ...]
    match: int
    step: int


@dataclass(slots=True)
class Observed:
    """What was seen of one form of a game."""

    game: Game[Any]
    boundaries: list[Boundary] = field(default_factory=list)
    scripts: list[list[list[Any]]] = field(default_factory=list)
    """The answers and outcomes of each match, step by step."""
    stopped: list[str] = field(default_factory=list)
    """What the rules ran into, for each match that this ended."""


def observe(game: Game[Any], seed: str, seconds: float) -> Observed:
    """Random and stubborn matches, each kept until trouble is met; after so many ``seconds`` no other begins."""
    rng = random.Random(f"mine {seed} {game.players} {sorted(game.readings.items())} {game.settings}")
    seen = Observed(game)
    trial = Trial(game, [])
    until = time.process_time() + seconds
    for number in range(MATCHES):
        if len(seen.boundaries) >= MOST_TABLES or (number >= 6 and time.process_time() > until):
            break
        driver = (Stubborn if number % 3 == 2 else AtRandom)(rng, None, kinds_first=number % 2 == 0)
        trial.begin()
        script: list[list[Any]] = []
        for step in range(min(LONGEST, game.turn_cap) + 1):
            met = trial.advance(driver)
            script.append(driver.transcript)
            if met is not None:
                seen.stopped.append(met.fault or met.message)
            if met is not None or trial.table.dealing:
                break
            seen.boundaries.append(Boundary(trial.table.snapshot(), number, step))
            if trial.table.outcome is not None:
                break
        seen.scripts.append(script)
    return seen
