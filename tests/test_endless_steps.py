"""A step that asks and asks is left by whatever plays, as a fault of the rules."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee.env import Env
from referee.kernel import errors, requests
from referee.kernel.errors import BadRecord, Broken, RuleFault
from referee.native.choosing import BulkPlay
from referee.native.engine import Engine
from referee.play.bulk import STOPPED, play_in_bulk
from referee.play.referee import play_match
from referee.play.seats import RandomSeat
from referee.record.replay import replay
from referee.record.words import key_of
from tests.bad_games.behaving import AsksForEver, DrawsAgainOnce, DrawsOneByOne

SAID = "outside of every clause: a step that does not end: one step has asked 60 times, 'hand on' last, and is not over"


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MOST_REQUESTS", 60)


def seats() -> list[RandomSeat]:
    return [RandomSeat(random.Random(seat)) for seat in range(2)]


def test_a_match_is_stopped_and_its_record_says_so() -> None:
    game = AsksForEver(2)
    result = play_match(game, seats(), secret=b"1" * 32, record=True)
    assert (result.reason, result.data["stopped"]) == ("stopped", SAID)
    assert result.record is not None
    again = replay(result.record, "m.jsonl", find=lambda name: AsksForEver)
    assert again.result["stopped"] == SAID


def test_a_record_of_before_says_otherwise_that_there_is_no_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(errors, "in_words", lambda clause: clause)
        record = play_match(AsksForEver(2), seats(), secret=b"1" * 32, record=True).record
    assert record is not None
    assert replay(record, "m.jsonl", find=lambda name: AsksForEver).result["stopped"].startswith("?: a step")
    with pytest.raises(BadRecord):
        replay(record, "m.jsonl", find=lambda name: DrawsAgainOnce)


def test_a_match_of_more_requests_in_many_steps_is_not_stopped() -> None:
    decisions = [play_match(DrawsAgainOnce(2), seats(), secret=bytes([each]) * 32).decisions for each in range(9)]
    assert max(decisions) > 10


def test_a_draw_counts_also_where_the_order_of_the_stock_is_known() -> None:
    said = "B-2: a step that does not end: one step has asked 60 times, and is not over"
    assert str(play_in_bulk(DrawsOneByOne(2), key_of("s"), 0).fault) == said
    result = play_match(DrawsOneByOne(2), seats(), secret=b"1" * 32, record=True)
    assert result.data["stopped"] == said
    assert result.record is not None
    assert replay(result.record, "m.jsonl", find=lambda name: DrawsOneByOne).result["stopped"] == said


def test_a_step_that_draws_one_by_one_is_not_stopped_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MOST_REQUESTS", 68)
    assert play_in_bulk(DrawsOneByOne(2), key_of("s"), 0).broken is None
    assert play_match(DrawsOneByOne(2), seats(), secret=b"1" * 32).reason == "stock empty"


def answer_all(env: Env) -> None:
    while not env.done:
        env.step(env.choice.space.nth(0))


def test_whoever_answers_question_by_question_is_told() -> None:
    env = Env(AsksForEver, 2)
    env.reset()
    with pytest.raises(RuleFault, match="asked 60 times") as fault:
        answer_all(env)
    assert fault.value.broken is Broken.NO_END


def test_matches_in_bulk_are_stopped() -> None:
    found = play_in_bulk(AsksForEver(2), key_of("s"), 0)
    assert found.broken is Broken.NO_END
    assert str(found.fault) == SAID


@pytest.mark.needs("g++")
@pytest.mark.untraced
def test_native_matches_are_stopped_as_those_of_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = Engine(AsksForEver(2), tmp_path).play(key_of("s"), 0, 20)
    assert {*played.results["end"].tolist()} == {STOPPED}
    assert list(Broken)[played.results["broken"][0] - 1] is Broken.NO_END
    monkeypatch.chdir(tmp_path)
    taken: list[int] = []
    bulk = BulkPlay(AsksForEver(2), key_of("s"), 0, 120, None, "native", lambda line: None)
    bulk.play(lambda played: taken.extend(played.results["end"].tolist()))
    assert taken == [STOPPED] * 120
