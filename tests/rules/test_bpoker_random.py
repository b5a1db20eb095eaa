"""Whole matches of B-poker between random seats: default and random readings, fair and extreme packs."""

import random

import pytest

from referee.games.bpoker.rules import BPoker
from referee.kernel import run
from referee.kernel.driving import run_step
from referee.kernel.game import rules_of
from referee.kernel.ledger import Ledger
from tests.drivers import RandomDriver
from tests.rules.bpoker import Round, at_table


def mixed(seed):
    rng = random.Random(seed)
    readings = rules_of(BPoker).readings
    return {slug: rng.choice([a for a in each.alternatives if a != "undefined"]) for slug, each in readings.items()}


@pytest.mark.parametrize("seed", range(12))
def test_BG_2_matches_run_and_lose_no_card(seed):
    game = BPoker(2 + seed % 5, readings=mixed(seed) if seed % 2 else {}, settings={"hands": 3})
    table = game.table()
    outcome = run(game, table, RandomDriver(seed), turn_cap=600)
    assert table.turns > 0
    assert sum(place.size for place in table.places) == game.deck.total
    if outcome is not None:
        assert table.hand == 3 or outcome.reason == "one-player-left"


EXTREME = [
    "2 3 4 5 6 7 8 9 10 J Q K A",
    "5 6 10",
    "2 3 4 8",
    "7 8 9 10",
    "J Q K A",
    "5 10 A",
    "3 6 10 Q",
    "7 J",
    "2 4",
    "4 K",
    "2 K Q",
    "5",
    "3 5 4",
    "4",
]
"""Ranks of packs in which sets, chains and answers to forced cards are frequent."""


@pytest.mark.long
@pytest.mark.timeout(600)
def test_every_clause_is_carried_out_in_a_campaign():
    counts = {}
    for seed in range(12 * len(EXTREME)):
        settings = {"hands": 3, "ranks": EXTREME[seed % len(EXTREME)], "jokers": 2 + seed % 3, "packs": 3 + seed % 4}
        game = BPoker(2 + seed % 5, readings=mixed(seed) if seed % 3 else {}, settings=settings)
        ledger = Ledger(game)
        run(game, game.table(), RandomDriver(seed), turn_cap=150)
        for clause, number in ledger.counts.items():
            counts[clause] = counts.get(clause, 0) + number
    assert [clause for clause, number in counts.items() if not number] == []


def test_depth_is_bounded_where_6s_force_each_other():
    """EN-15: every 6 forces another one; the cap is met and told, and no card is lost."""
    met = 0
    for seed in range(6):
        settings = {"ranks": "6", "jokers": 0, "packs": 6, "hands": 2, "nesting": 3}
        game = BPoker(2, settings=settings)
        table = game.table()
        told = []
        run(
            game,
            table,
            RandomDriver(seed),
            turn_cap=40,
            step_done=lambda _, t=table, told=told: told.extend(t.caps_met),
        )
        assert sum(place.size for place in table.places) == game.deck.total
        met += len(told)
        assert all(len(cap.stack) <= 3 for cap in told)
    assert met, "no chain of 6s is as deep as 3"


def test_BP_SET_9D10C_who_is_alone_in_the_hand_swaps_with_nobody():
    """Reading one-survivor: he plays on, and there is no opponent to be named."""
    t = at_table("", "", view=["9d 10c"], readings={"one-survivor": "plays-on"}, viewing=2)
    t.out[t.players[1]] = True
    run_step(t.game, t, Round(t, first=["0 play: 9d 10c 9d 10c"]))
    assert sorted(t.deck.names(t.discard.pile)) == ["10c", "9d"]
