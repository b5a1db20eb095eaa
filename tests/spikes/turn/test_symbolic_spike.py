"""Spike (a): E-20 proved of the engine's own turn, a wrong version refuted, the counterexample played."""

from __future__ import annotations

from referee.kernel.requests import drive
from referee.verify.properties import every
from referee.verify.prove.witness import Guided
from tests.spikes.turn.proving import prove_turn
from tests.spikes.turn.rules import TurnOnly


def complete(t):
    """E-20: fifteen cards in every hand, the set-aside ones included, and an unchanged stock."""
    game = t.game
    hands = [t.hand[player].size + t.aside[player].size == game.full_hand for player in t.players]
    return every(t, [*hands, t.stock.size == game.deck.total - game.full_hand * game.players])


def test_E_20_is_proved_for_two_players():
    report = prove_turn(TurnOnly(2), complete)
    assert not report.undischarged
    assert report.paths > 100
    assert {"E-4", "E-5", "E-6", "E-7", "E-8", "E-9", "E-10", "E-11", "E-12", "E-13", "E-15", "E-16"} <= report.clauses


def test_E_20_is_refuted_where_the_challenger_always_gives_two_and_the_counterexample_plays():
    readings = {"challenger-gives-back": "always-two"}
    report = prove_turn(TurnOnly(2, readings=readings), complete, stop_at_witness=True)
    assert report.witness is not None
    game = TurnOnly(2, readings=readings)
    table = game.table()
    table.restore(report.witness.before)
    assert complete(table), "the counterexample begins with a table like any between two turns"
    drive(game.turn(table), Guided(report.witness.answers))
    assert not complete(table)
    assert sum(hand.size for hand in table.hand) + table.stock.size == game.deck.total
