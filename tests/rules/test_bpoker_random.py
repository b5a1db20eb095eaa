"""Whole matches of the part of B-poker that exists: random seats, default and random readings."""

import random

import pytest

from referee.games.bpoker.rules import BPoker
from referee.kernel import run
from referee.kernel.game import rules_of
from referee.kernel.requests import Lot, Pick
from tests.spikes.scenes import RandomPlay


class Chances(RandomPlay):
    """Also draws lots and picks cards."""

    def chance(self, event):
        if isinstance(event, Lot):
            return self.rng.randrange(event.among)
        if isinstance(event, Pick):
            deck = event.table.deck
            return deck.pack(self.rng.sample(deck.unpack(event.pile), event.number))
        return super().chance(event)


def mixed(seed):
    rng = random.Random(seed)
    readings = rules_of(BPoker).readings
    return {slug: rng.choice([a for a in each.alternatives if a != "undefined"]) for slug, each in readings.items()}


@pytest.mark.parametrize("seed", range(12))
def test_BG_2_matches_run_and_lose_no_card(seed):
    game = BPoker(2 + seed % 5, readings=mixed(seed) if seed % 2 else {}, settings={"hands": 3})
    table = game.table()
    outcome = run(game, table, Chances(seed), turn_cap=600)
    assert table.turns > 0
    assert sum(place.size for place in table.places) == game.deck.total
    if outcome is not None:
        assert table.hand == 3 or outcome.reason == "one-player-left"
