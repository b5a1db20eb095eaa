"""Scalars as JSON data, there and back."""

import json
from fractions import Fraction

import pytest

from referee.games.effervesce.rules import Effervesce
from referee.games.effervesce.table import Happening
from referee.kernel import NO_PLAYER, Player
from referee.kernel.saving import load, save
from referee.kernel.scalars import from_plain, to_plain
from referee.kernel.views import view_of

ENUMS = {"Happening": Happening}


@pytest.mark.parametrize(
    ("scalar", "plain"),
    [
        (NO_PLAYER, None),
        (Player.at(3), {"seat": 3}),
        (Happening.TRADE, {"enum": "Happening", "value": "trade"}),
        (Fraction(1, 3), {"fraction": "1/3"}),
        (((Player.at(0), 5), (NO_PLAYER, True)), [[{"seat": 0}, 5], [None, True]]),
        ("word", "word"),
    ],
)
def test_a_scalar_there_and_back(scalar, plain):
    assert to_plain(scalar) == plain
    assert from_plain(json.loads(json.dumps(plain)), ENUMS) == scalar


def test_no_player_is_the_same_object_again():
    assert from_plain(to_plain(NO_PLAYER), {}) is NO_PLAYER


def test_a_view_shows_null_for_no_player():
    table = Effervesce(3).table()
    table.mover = table.players[1]
    scalars = view_of(table, table.players[0])["scalars"]
    assert scalars["mover"] == {"seat": 1}
    assert scalars["declared"] is scalars["challenger"] is scalars["winner"] is None


def test_a_table_without_a_declared_player_is_saved_and_restored():
    game = Effervesce(2)
    again = load(game, json.loads(json.dumps(save(game.table()))))
    assert again.declared is again.mover is NO_PLAYER


def test_what_no_table_can_keep_is_refused():
    with pytest.raises(TypeError, match="a table cannot keep None"):
        to_plain(None)
