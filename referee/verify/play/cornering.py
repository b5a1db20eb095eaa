"""Play that corners whoever is asked: a dead end can lie behind a deal that hardly any match meets.

A match of a few steps is played again and again with one card of a draw changed for another, or with other answers, and
kept where one question has fewer answers than before: card by card the deal comes to those with which it has none.
"""

from __future__ import annotations

import random
from typing import Any

from referee.kernel.game import Game
from referee.kernel.requests import Chance, Choice, Draw
from referee.verify.play.drivers import Onwards
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps
from referee.verify.play.trial import Trial
from referee.verify.verdicts import Trouble

TRIED = 1_500
"""Matches for each question."""
STEPS = 4
"""Steps of a match, the deal among them."""
MOST_QUESTIONS = 6
MOST_REQUESTS = 20_000
"""Answers and outcomes in all matches; after so many none begins."""
PATIENCE = 400
"""Matches without one that leaves fewer answers; then another one begins."""
AFRESH = 0.1
"""How often other answers are given in the place of another card."""


class _Changing(Onwards):
    """Plays a match again, with another card in one of its draws; notes the fewest answers that a question had."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__((), rng)
        self.ask, self.asks = "", set[str]()
        self.requests = 0
        self.begin()

    def begin(self, draws: int = 0) -> None:
        """Another match like that one, which had so many draws."""
        self.fewest, self.draws = 1 << 30, 0
        self.changed = self.rng.randrange(draws) if draws else -1
        """The draw that is changed, counted from the beginning of the match."""

    def choose(self, choice: Choice) -> Any:
        self.asks.add(choice.ask)
        if choice.ask == self.ask:
            self.fewest = min(self.fewest, choice.space.count())
        return super().choose(choice)

    def chance(self, event: Chance) -> Any:
        outcome = super().chance(event)
        if not (isinstance(event, Draw) and event.number):
            return outcome
        self.draws += 1
        if self.draws - 1 != self.changed:
            return outcome
        deck = event.table.deck
        kept = deck.unpack(outcome)
        kept.remove(self.rng.choice(kept))
        others = deck.unpack(event.place.pile - deck.pack(kept))
        self.transcript[-1] = deck.pack([*kept, self.rng.choice(others)])
        return self.transcript[-1]


def cornered(game: Game[Any], seed: str) -> tuple[Met, Steps] | None:
    """A dead end, and the answers and outcomes of the match that comes to it; None where none was met."""
    rng = random.Random(f"cornering {seed} {game.players}")
    asks, at = [""], 0
    driver = _Changing(rng)
    while at < min(len(asks), MOST_QUESTIONS):
        driver.ask = asks[at]
        found = _climb(game, driver, rng, TRIED if at else STEPS)
        if found is not None:
            return found
        asks += sorted(driver.asks - {*asks})
        at += 1
    return None


def _climb(game: Game[Any], driver: _Changing, rng: random.Random, tries: int) -> tuple[Met, Steps] | None:
    best: Steps = []
    fewest, since, draws = 1 << 30, 0, 0
    for _ in range(tries):
        if driver.requests > MOST_REQUESTS:
            break
        since += 1
        if since > PATIENCE:
            best, fewest, since, draws = [], 1 << 30, 0, 0
        driver.begin(draws)
        met, script = _play(game, driver, best, rng.randrange(STEPS) if rng.random() < AFRESH else STEPS)
        if met is not None and met.trouble is Trouble.DEAD_END:
            return met, script
        if met is None and driver.fewest <= fewest:
            since = since if driver.fewest == fewest else 0
            best, fewest, draws = script, driver.fewest, driver.draws
    return None


def _play(game: Game[Any], driver: _Changing, best: Steps, kept: int) -> tuple[Met | None, Steps]:
    """The match that was best, of which so many steps are kept; what is met, and what was answered."""
    trial, script = Trial(game, ()), list[list[Any]]()
    for step in range(STEPS):
        driver.next_step(best[step] if step < min(kept, len(best)) else ())
        met = trial.advance(driver)
        script.append(driver.transcript)
        driver.requests += len(driver.transcript)
        if met is not None or trial.table.outcome is not None:
            return met, script
    return None, script
