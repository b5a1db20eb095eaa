"""Positions of random matches, and what is looked at in each for leaks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from referee.kernel.game import Game
from referee.kernel.players import everybody
from referee.kernel.table import Table
from referee.kernel.watch import Story
from referee.play.history import History
from referee.verify.conform.leaks import Compared, compare_answers, compare_cards, compare_chance
from referee.verify.conform.observations import World
from referee.verify.play.drivers import AtRandom
from referee.verify.play.minimise import Steps
from referee.verify.play.trial import Trial

STEPS = 3
"""Steps for which a world is played on; more where scalars are hidden, which may come out late."""
DEALS = 0.3
"""How often the deal has other outcomes, rather than some later step."""
MATCHES = 5
"""Matches for each position: many may end before they begin."""
LONGEST = 25
"""Steps of a match from which positions are taken."""


@dataclass(slots=True)
class Position:
    """A table at a step boundary of a match: the answers that led there, and the world before each step."""

    table: Table
    history: History
    way: Steps
    worlds: list[World]


def positions_of(game: Game[Any], rng: random.Random, wanted: int) -> Iterator[Position]:
    """So many, from as many matches as it takes."""
    for _ in range(MATCHES * wanted):
        trial, driver = Trial(game, ()), AtRandom(rng)
        position = Position(trial.table, History(trial.table), [], [])
        trial.table.watch = Story([position.history.observe])
        for _ in range(LONGEST):
            if wanted <= 0:
                return
            position.worlds.append(World(game, trial.table.snapshot(), trial.table.dealing))
            met = trial.advance(driver)
            if met is not None and met.looping:
                return  # whoever plays the rules tells it; every match would take as long
            if met is not None or trial.table.outcome is not None:
                break
            position.way.append(driver.transcript)
            position.history.boundary()
            wanted -= 1
            yield position


def comparisons(position: Position, rng: random.Random, compared: Compared) -> Iterator[tuple[int, Callable[[], None]]]:
    """Comparisons with other cards from here on, and with other chance in a step that led here; each with its first
    step."""
    table, game = position.table, position.table.game
    player = rng.choice(table.players)
    here = World(game, table.snapshot())
    knowledge = position.history.knowledge(player)
    yield len(position.way), lambda: compare_cards(here, player, rng, compared, STEPS, knowledge)
    begin = 0 if rng.random() < DEALS else rng.randrange(len(position.way))
    given = position.way[begin:]
    steps = 1 + (len(given) if keeps_secrets(game) else min(len(given), STEPS))
    world = position.worlds[begin]
    yield begin, lambda: compare_chance(world, player, given, rng, compared, steps=steps, tries=2, within=1)
    own = random.Random(f"answers {len(position.way)} {begin} {player.seat}")
    yield begin, lambda: compare_answers(world, player, given[:1], own, compared)


def keeps_secrets(game: Game[Any]) -> bool:
    """Whether a table of it has scalars that not everybody sees."""
    return any(spec.audience(game) is not everybody for spec in game.table_class.scalar_specs.values())
