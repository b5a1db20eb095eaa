"""What text may use for a proof, or an enumeration, to be believed: all else is UNKNOWN, with its place."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.kernel import Player
from referee.verify.explore.explore import decide as explore
from referee.verify.methods import Question
from referee.verify.proving import decide_here
from referee.verify.understood import ENUMERATION, PROOF, claim_text, rule_text
from referee.verify.verdicts import Result, Verdict
from tests.prove.written_games import written

FIVE = ("effervesce", "escalation", "fscking-ace")
TEXTS = tomllib.loads((Path(__file__).parent.parent / "bad_games" / "understood.toml").read_text(encoding="utf-8"))
HIDDEN, FOR_PROOFS, PROMISES, SOUND = [TEXTS[name] for name in ("hidden", "for_proofs", "promises", "sound")]
SHOWN = ["a cache", "reflection", "a clock beside", "a list of the module", "the order of a set"]
CACHE = "`functools.lru_cache` is not understood by proofs; write a plain function, or a scalar on the table"


def verdict(game, claims, **more):
    said = decide_here(Question(game(2), tuple(claims), effort=0.01, **more))
    return {each.property: each for each in said if isinstance(each, Result)}


@pytest.fixture(autouse=True)
def the_kernel_stays_as_it_was():
    """One of the texts gives the kernel's ``Player`` an attribute."""
    yield
    if hasattr(Player, "mood"):
        del Player.mood


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_state_is_not_understood(name, tmp_path):
    game, _ = made(name, HIDDEN, tmp_path)
    for level in (PROOF, ENUMERATION):
        said = rule_text(game(2), level)
        assert "not understood by" in said, level.by
        assert ".py:" in said


@pytest.mark.parametrize("name", FOR_PROOFS)
def test_what_proofs_alone_do_not_follow_is_enumerated(name, tmp_path):
    game, _ = made(name, FOR_PROOFS, tmp_path)
    assert "not understood by proofs" in rule_text(game(2), PROOF)


@pytest.mark.parametrize("name", PROMISES)
def test_promises_are_read_too(name, tmp_path):
    game, claims = made(name, PROMISES, tmp_path)
    assert rule_text(game(2), PROOF) == ""
    said = {each.name: claim_text(game(2), each.claim, PROOF) for each in claims}
    assert "not understood by proofs" in said["it-goes-wrong"]
    assert said["hands-are-full"] == ""
    found = verdict(game, claims)
    assert found["it-goes-wrong"].verdict in (Verdict.UNKNOWN, Verdict.REFUTED)
    assert found["hands-are-full"].verdict is Verdict.PROVED


@pytest.mark.parametrize("name", SOUND)
def test_sound_text_is_proved(name, tmp_path):
    game, claims = made(name, SOUND, tmp_path)
    assert rule_text(game(2), PROOF) == rule_text(game(2), ENUMERATION) == ""
    found = verdict(game, claims)
    assert found["hands-are-full"].verdict is Verdict.PROVED, found
    assert found["it-goes-wrong"].verdict is Verdict.PROVED, found


@pytest.mark.parametrize("name", SHOWN)
def test_it_is_neither_proved_nor_enumerated_and_says_where(name, tmp_path):
    game, claims = made(name, HIDDEN, tmp_path)
    found = verdict(game, claims)["it-goes-wrong"]
    assert found.verdict in (Verdict.UNKNOWN, Verdict.REFUTED), found
    explored = [each for each in explore(Question(game(2), tuple(claims), effort=0.05)) if isinstance(each, Result)]
    assert explored
    assert Verdict.EXHAUSTED not in {each.verdict for each in explored}


def test_the_place_and_the_remedy_are_one_line(tmp_path):
    game, _ = made("a cache", HIDDEN, tmp_path)
    said = rule_text(game(2), PROOF)
    assert said.endswith(f"rules.py:55: {CACHE}")
    assert "\n" not in said


def test_a_scalar_that_a_place_has_too_is_understood_of_a_table_that_is_annotated(tmp_path):
    """Nobody knows without whether ``t`` is the table or a place, whose number proofs know."""
    said = []
    for note in ("", ": T"):
        body = f"def counted(self, t{note}):\n    t.number = 3"
        texts = {"table": "number = amount(0)", "body": body, "step": "self.counted(t)"}
        game, _ = written(tmp_path, **texts)
        said.append(rule_text(game(2), PROOF))
    assert said[0].endswith(
        "setting `t.number`, which may be a place's own `number`, is not understood by proofs; "
        "annotate the table (`t: T`), or give the scalar another name"
    )
    assert said[1] == ""


@pytest.mark.parametrize("name", FIVE)
def test_the_games_are_understood_by_proofs(name):
    assert rule_text(find_game(name)(), PROOF) == ""


@pytest.mark.parametrize("name", [*FIVE, "five-crowns", "bpoker"])
def test_the_games_are_understood_by_enumerations(name):
    assert rule_text(find_game(name)(), ENUMERATION) == ""


def made(name, among, folder):
    return written(folder, **among[name])
