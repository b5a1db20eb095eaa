"""A claim that settings alone decide says nothing; one that is about settings says what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.verify.explore.explore import decide as explore
from referee.verify.methods import Question
from referee.verify.properties import load_properties
from referee.verify.proving import decide, decide_here
from referee.verify.vacuous import SAYS_NOTHING
from referee.verify.verdicts import Result, Verdict
from tests.prove.written_games import written

PROPERTIES = Path(__file__).parent.parent / "properties" / "bpoker.py"

GUARDS = {
    "players": "if len(t.players) == 2:\n    return False",
    "settings": "return len(t.game.settings) > 5 and t.stock.size > 99",
    "an empty loop": "return any(t.hand[player].size > 99 for player in t.players[2:])",
}
SOUND = {
    "a guard of the table": "if t.outcome is not None:\n    return False",
    "a guard that holds here": "if len(t.players) == 3:\n    return False",
}


def found(game, claims, method=decide_here):
    said = method(Question(game(2), tuple(claims), effort=0.01))
    return {each.property: each for each in said if isinstance(each, Result)}["it-goes-wrong"]


@pytest.mark.parametrize("name", GUARDS)
def test_what_settings_decide_says_nothing(name, tmp_path):
    game, claims = written(tmp_path, says=GUARDS[name])
    for method in (decide_here, explore):
        said = found(game, claims, method)
        assert (said.verdict, said.why) == (Verdict.UNKNOWN, SAYS_NOTHING), method


@pytest.mark.parametrize("name", SOUND)
def test_what_the_table_decides_is_proved(name, tmp_path):
    game, claims = written(tmp_path, says=SOUND[name])
    assert found(game, claims).verdict is Verdict.PROVED


def test_a_card_that_the_settings_leave_out_says_nothing_in_the_real_game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bpoker = find_game("bpoker")
    properties = {each.name: each for each in load_properties(PROPERTIES, bpoker)}
    about = properties["a-three-just-played-lies-face-up"], properties["no-card-is-lost"]
    said = {each.property: each for each in decide(Question(bpoker(2), about)) if isinstance(each, Result)}
    assert said[about[0].name].why == SAYS_NOTHING
    assert said[about[1].name].verdict is Verdict.PROVED
