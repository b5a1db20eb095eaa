"""The forms of a game in which steps are taken again: as it is played, and smaller ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from referee.kernel.game import Game
from referee.verify.explore.lopsided import pack_of
from referee.verify.impact.random_settings import crowded, sliced, smaller
from referee.verify.play.chance import cards_named
from referee.verify.play.minimise import variant

SCALES = 30
"""Smaller games that are drawn for each number of players, at most."""


def forms_of(game: Game[Any], seed: str) -> Iterator[Game[Any]]:
    """The game itself first; then those smaller ones that there are, each once."""
    yield variant(game) or game  # one that nobody else plays
    rng = random.Random(f"sidesteps {seed} {game.players}")
    known = {str(game.settings)}
    for number in range(SCALES):
        settings = (smaller, sliced, crowded)[number % 3](game, rng)
        form = variant(game, settings=settings) if settings else None
        if form is not None and str(form.settings) not in known:
            known.add(str(form.settings))
            yield form


class Aims:
    """Smaller games with the cards that the clauses of a reading name, and a few more."""

    def __init__(self, game: Game[Any], seed: str) -> None:
        self.game, self.rng = game, random.Random(f"aims {seed} {game.players}")
        self.named = cards_named(game)

    def kinds(self, slug: str) -> tuple[int, ...]:
        """The kinds of card that the clauses of a reading name; () where they name none."""
        return tuple(
            dict.fromkeys(each for id_ in self.game.register[slug].clauses for each in self.named.get(id_, ()))
        )

    def form(self, slug: str) -> Game[Any] | None:
        """None where no pack can be chosen, or there is no such game."""
        kinds = {*self.kinds(slug)}
        if not kinds:
            return None
        others = sorted({each for named in self.named.values() for each in named} - kinds)
        kinds |= {*self.rng.sample(others, min(len(others), self.rng.randrange(3)))}
        return pack_of(self.game, kinds, self.rng)
