"""The campaign of random matches: it is taken up where it was left, and says what went wrong."""

import json

from referee.games.registry import find_game
from tests.campaign import campaign, digest_of, never_carried_out
from tests.tiny import write_game

FAULT = ("        yield from t.shuffle(t.stock)\n", "        yield from t.shuffle(t.no_such_zone)\n")


def test_a_campaign_goes_on_where_it_was_left(tmp_path):
    game, state = find_game(str(write_game(tmp_path / "tiny"))), tmp_path / "state.json"
    parts = [campaign(game, state, until, None) for until in (3, 7)]
    whole = campaign(game, tmp_path / "whole.json", 7, None)
    assert [each["matches"] for each in parts] == [3, 7]
    assert {**parts[1], "cpu": 0} == {**whole, "cpu": 0}
    assert whole["turns"] > 0
    assert whole["faults"] == {}
    assert list(json.loads(state.read_text())) == [f"tiny {digest_of(game)}"]


def test_a_campaign_names_matches_at_fault_and_clauses_that_nothing_carried_out(tmp_path):
    game = find_game(str(write_game(tmp_path / "tiny", FAULT)))
    came = campaign(game, tmp_path / "state.json", 2, None)
    assert len(came["faults"]) == 2
    assert "no_such_zone" in came["faults"]["0"]
    assert never_carried_out(game, came["carried_out"]) == ["T-1", "T-2"]
