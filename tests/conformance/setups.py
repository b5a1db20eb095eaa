"""Which games, for how many players, under which readings."""

import random
from collections.abc import Iterator
from typing import Any

from referee.kernel.errors import MissingCase, RuleFault
from referee.kernel.game import Game, rules_of

MOST_PLAYERS = 8


def player_counts(game: type[Game[Any]]) -> range:
    return range(game.fewest_players, min(game.most_players, MOST_PLAYERS) + 1)


def with_default_readings(game: type[Game[Any]]) -> Iterator[Game[Any]]:
    """For every number of players."""
    for players in player_counts(game):
        yield game(players)


def with_each_alternative(game: type[Game[Any]]) -> Iterator[Game[Any]]:
    """Each alternative of each reading alone, the other readings being the default; players go round."""
    counts = player_counts(game)
    number = 0
    for slug, reading in rules_of(game).readings.items():
        for value in reading.alternatives:
            if value != reading.default:
                yield game(counts[number % len(counts)], readings={slug: value})
                number += 1


def with_mixed_readings(game: type[Game[Any]], rng: random.Random, times: int = 1) -> Iterator[Game[Any]]:
    """Every alternative of every reading together with alternatives of the others, ``times`` for each.

    ``undefined`` is left out: play would stop before it comes to anything else.
    """
    readings = rules_of(game).readings
    named = {slug: [v for v in each.alternatives if v != "undefined"] for slug, each in readings.items()}
    most = max((len(values) for values in named.values()), default=1)
    counts = player_counts(game)
    for time in range(times):
        shuffled = {slug: rng.sample(values, len(values)) for slug, values in named.items()}
        for turn in range(most):
            chosen = {slug: values[turn % len(values)] for slug, values in shuffled.items()}
            yield game(counts[(time * most + turn) % len(counts)], readings=chosen)


def cap_of(game: Game[Any], cap: int) -> int:
    """Steps to play at most: the game's own cap where that is the lower."""
    return min(cap, game.turn_cap)


def check_excuse(game: Game[Any], fault: RuleFault) -> None:
    """A fault of the rules is allowed under readings of which one is not the default, and never else.

    A missing case is allowed where that very reading is ``undefined``.
    """
    if isinstance(fault, MissingCase):
        assert game.readings[fault.reading] == "undefined", f"{game.name}: {fault} without that reading"
        return
    changed = {slug: v for slug, v in game.readings.items() if v != game.register[slug].default}
    assert changed, f"{game.name}, {game.players} players: a fault under default readings: {fault}"
