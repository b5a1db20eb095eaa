"""Fewer than no cards are never drawn, taken or chosen: played, a fault of the rules; proved, something owed."""

from __future__ import annotations

import random

import pytest

from referee.kernel import RuleFault
from referee.play.referee import play_match
from referee.play.seats import RandomSeat
from referee.verify.verdicts import Verdict
from tests.bad_games import negative as games
from tests.bad_games.fees import Fees
from tests.prove.test_unsound import named, verdict

UNSOUND = [
    (games.Draws, games.every_card_is_there, "fewer than no cards are to be drawn of stock"),
    (games.Picks, games.every_card_is_there, "fewer than no cards are to be taken blindly"),
    (games.Selects, games.everybody_can_answer, "must answer 'some' and cannot"),
    (games.SelectsUpTo, games.everybody_can_answer, "must answer 'some' and cannot"),
]
SOUND = [
    (games.DrawsNotFewer, games.every_card_is_there),
    (games.PicksNotFewer, games.every_card_is_there),
    (games.SelectsNotFewer, games.everybody_can_answer),
    (games.SelectsUpToNotFewer, games.everybody_can_answer),
]


def proved(case):
    game, claim, *_ = case
    return verdict(game, claim, games.there_is_a_stock, *([] if "Draws" in game.__name__ else [games.there_are_hands]))


@pytest.mark.parametrize("case", UNSOUND, ids=named)
def test_fewer_than_no_cards_are_not_proved_to_be_there(case):
    found = proved(case)
    assert found.verdict in (Verdict.UNKNOWN, Verdict.REFUTED), found


@pytest.mark.parametrize("case", SOUND, ids=named)
def test_its_sound_twin_is_proved(case):
    found = proved(case)
    assert found.verdict is Verdict.PROVED, found


@pytest.mark.parametrize("case", [*UNSOUND, (games.Rolls, None, "fewer than no dice are to be rolled")], ids=named)
def test_a_match_is_stopped_with_clause_and_words(case):
    game, _claim, why = case
    stopped = []
    for seed in range(40):
        seats = [RandomSeat(random.Random(f"{seed} {seat}")) for seat in range(2)]
        stopped.append(play_match(game(2), seats).data.get("stopped", ""))
    assert any(told.startswith("B-2: ") and told.endswith(why) for told in stopped), stopped


@pytest.mark.parametrize("case", SOUND, ids=named)
def test_its_sound_twin_is_played_to_the_end(case):
    for seed in range(10):
        seats = [RandomSeat(random.Random(f"{seed} {seat}")) for seat in range(2)]
        assert play_match(case[0](2), seats).reason == "stock empty"


def test_fewer_than_no_cards_are_not_taken_off_a_row():
    table = Fees(2).table()
    row = table.stash[table.players[0]]
    assert table.top(row, 0) == ()
    with pytest.raises(RuleFault, match="fewer than no cards are to be taken off"):
        table.top(row, -1)
