"""Other settings of a game, drawn at random: smaller ones, where rare things come together, and larger ones."""

from __future__ import annotations

import random
from typing import Any

from referee.kernel.game import Game
from referee.verify.play.minimise import variant

MOST_COPIES = 6
"""Of a setting that is a number, such as the packs, where there are few kinds of card."""


def sliced(form: Game[Any], rng: random.Random) -> dict[str, Any]:
    """Settings with fewer kinds of card: some that follow each other in each list."""
    found: dict[str, Any] = {}
    for each in form.parameters:
        value = form.settings[each.name]
        if isinstance(value, tuple) and len(value) > 2:
            size = rng.randint(2, min(5, len(value)))
            begin = rng.choice((0, rng.randint(0, len(value) - size), len(value) - size))
            found[each.name] = tuple(value[begin : begin + size])
    return found


def crowded(form: Game[Any], rng: random.Random) -> dict[str, Any]:
    """Settings with very few kinds of card, and perhaps many of each: what has to be equal, or held by several at once,
    is common."""
    for _ in range(40):
        found: dict[str, Any] = {}
        for each in form.parameters:
            value = form.settings[each.name]
            if isinstance(value, tuple) and len(value) > 1:
                size = rng.randint(1, 2)
                begin = rng.randint(0, len(value) - size)
                found[each.name] = tuple(value[begin : begin + size])
            elif type(value) is int and value > 1 and rng.random() < 0.8:
                found[each.name] = rng.randint(max(1, each.least), MOST_COPIES)
        if variant(form, settings=found) is not None:
            return found
    return {}


def larger(form: Game[Any], rng: random.Random) -> dict[str, Any]:
    """Some numbers among the settings one or two larger: more rounds, packs or money at stake."""
    return {
        each.name: form.settings[each.name] + rng.choice((1, 1, 2))
        for each in form.parameters
        if isinstance(each.default, int) and rng.random() < 0.3
    }


def smaller(form: Game[Any], rng: random.Random) -> dict[str, Any]:
    """Settings with fewer kinds of card and smaller numbers, where rare combinations are common."""
    for _ in range(40):
        scaled: dict[str, Any] = {}
        for each in form.parameters:
            value = form.settings[each.name]
            if isinstance(value, tuple) and len(value) > 2:
                scaled[each.name] = tuple(value[: rng.randint(2, min(5, len(value)))])
            elif isinstance(value, int) and value > 2 and rng.random() < 0.8:
                scaled[each.name] = rng.randint(max(1, each.least), min(value, 8))
        if variant(form, settings=scaled) is not None:
            return scaled
    return {}
