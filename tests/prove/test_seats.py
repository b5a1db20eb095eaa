"""Properties and rules that prefer a seat are not proved: the first seat that is read stands for any."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from referee.games.registry import find_game
from referee.kernel.players import Player
from referee.verify import every
from referee.verify.conform.seat_rotation import Turn
from referee.verify.methods import Question
from referee.verify.properties import always, load_properties
from referee.verify.prove.seats import seat_in_property, seats_distinguished, some_tables, turned
from referee.verify.proving import decide_here
from referee.verify.verdicts import Result, Verdict

ESCALATION = find_game("escalation")


@always("X-6")
def the_first_hand_is_not_too_large(t):
    """It holds, and is said of one seat only."""
    return t.hand[t.players[0]].size <= t.game.full_hand


@always("X-6")
def no_hand_is_too_large(t):
    """The sound twin."""
    return every(t, (t.hand[player].size <= t.game.full_hand for player in t.players))


def verdict(claim, game=ESCALATION):
    said = decide_here(Question(game(2), (claim.__property__,), effort=0.1))
    (result,) = [each for each in said if isinstance(each, Result)]
    return result.verdict, result.why


@pytest.mark.usefixtures("followed")
def test_a_property_of_one_seat_is_not_proved():
    assert verdict(no_hand_is_too_large)[0] is not Verdict.REFUTED
    found, why = verdict(the_first_hand_is_not_too_large)
    assert found is Verdict.UNKNOWN
    assert "test_seats.py" in why
    assert "tells seats apart" in why


def test_turning_the_table_tells_seats_apart_where_the_text_does_not(monkeypatch):
    game = ESCALATION(3)
    tables = some_tables(game)

    @always("X-6")
    def of_one(t):
        """A seat is found by its hand."""
        first, *_ = t.players
        return t.mover is first

    assert "test_seats.py" in seat_in_property(of_one.__property__, game, tables), "in the text"
    monkeypatch.setattr("referee.verify.prove.seats.seat_order_use", lambda *_: "")
    assert "further on" in seat_in_property(of_one.__property__, game, tables)
    assert not seat_in_property(no_hand_is_too_large.__property__, game, tables)
    table = tables[-1]
    again = turned(turned(turned(table)))
    assert again.snapshot() == table.snapshot()
    assert turned(table).snapshot() != table.snapshot()


class Bid(NamedTuple):
    by: Player
    number: int


def test_a_player_in_a_typed_tuple_is_turned_as_well():
    again = Turn(3).value((Bid(Player.at(2), 2),))
    assert again == (Bid(Player.at(0), 2),)
    assert type(again[0]) is Bid


class FirstSeatIsFavoured(ESCALATION):
    def close_turn(self, t, me):
        if me is t.players[0]:
            return
        yield from super().close_turn(t, me)


def test_where_rules_favour_a_seat_each_is_followed_by_itself():
    assert "test_seats.py" in seats_distinguished(FirstSeatIsFavoured(2))
    assert verdict(no_hand_is_too_large, FirstSeatIsFavoured)[0] is Verdict.PROVED


@pytest.mark.parametrize("name", ["escalation", "effervesce", "fscking-ace"])
def test_no_shipped_property_and_no_shipped_rule_does(name):
    game = find_game(name)
    form = game(4)
    tables = some_tables(form)
    path = Path(__file__).parents[2] / "properties" / f"{name}.py"
    assert not seats_distinguished(form)
    assert [seat_in_property(each, form, tables) for each in load_properties(path, game)] == [""] * len(
        load_properties(path, game)
    )
