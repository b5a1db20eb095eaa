"""Proofs in processes of their own: what they give, and what is said where they give nothing."""

from __future__ import annotations

import gc
import multiprocessing
import os
import time

import pytest

from referee.verify import limits, proving
from referee.verify.kept import memory
from referee.verify.limits import GARBAGE, CutShort, run_limited, say_so_far
from referee.verify.methods import Budget, Question
from referee.verify.verdicts import Result, Verdict
from tests.prove.written_games import written

pytestmark = pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="needs fork")


def test_what_is_worked_out_comes_back():
    assert run_limited(lambda: {"proved": 7}, 30) == {"proved": 7}


def test_garbage_is_looked_for_seldom_there_and_here_as_ever():
    before = gc.get_threshold()
    assert run_limited(gc.get_threshold, 30) == GARBAGE != before
    assert gc.get_threshold() == before


@pytest.mark.parametrize(
    ("work", "reason"),
    [
        (lambda: time.sleep(60), "not waited for longer than 1 s"),
        (lambda: os._exit(3), r"died \(exit code 3\)"),
        (lambda: 1 // 0, "ZeroDivisionError"),
        (lambda: bytearray(64 << 30), "memory"),
    ],
)
def test_the_reason_is_said_and_no_process_is_left(work, reason):
    import re

    said = run_limited(work, 30, 1.0)
    assert isinstance(said, str)
    assert re.search(reason, said)
    assert not multiprocessing.active_children()


KEPT = []


def greedy():
    """What is kept is not given back by the error."""
    while True:
        KEPT.append([b"%d" % len(KEPT)])


def wrapped():
    try:
        greedy()
    except MemoryError as error:
        raise ValueError("something else") from error


@pytest.mark.parametrize("work", [greedy, wrapped])
def test_a_proof_without_any_memory_left_says_so_and_prints_nothing(work, monkeypatch, capfd):
    monkeypatch.setattr(limits, "MOST_MEMORY", 30 << 20)
    assert run_limited(work, 60) == "the proof ran out of memory"
    assert capfd.readouterr().err == ""


def test_what_has_no_room_to_be_told_is_out_of_memory():
    assert run_limited(lambda: bytes(3 << 29), 60) == "the proof ran out of memory"


def busy(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return "done"


def test_the_load_of_the_machine_decides_nothing():
    """Work that waits for the machine longer than it may work itself comes to its end; work that works does not."""
    assert run_limited(lambda: (time.sleep(1.6), busy(0.1))[1], 1.0) == "done"
    assert run_limited(lambda: busy(30), 1.0) == limits.OUT_OF_TIME


def test_a_machine_without_any_time_for_it_is_told_as_such(monkeypatch):
    monkeypatch.setattr(limits, "FAR", -59.0)
    assert run_limited(lambda: time.sleep(60), 1.0) == limits.TOO_BUSY


@pytest.mark.parametrize("end", [lambda: busy(30), lambda: os._exit(3), lambda: 1 // 0])
def test_what_is_said_first_is_kept_whatever_becomes_of_the_rest(end):
    def work():
        for found in ("little", "more"):
            say_so_far([found])
        end()

    cut = run_limited(work, 1.0)
    assert isinstance(cut, CutShort)
    assert cut.so_far == ["more"]
    assert run_limited(lambda: 1 // 0, 1.0).so_far is None


def test_what_is_said_first_is_nothing_beside_the_result():
    assert run_limited(lambda: (say_so_far("little"), "all")[1], 30) == "all"


def questions_of(folder, says):
    game, claims = written(folder, says=says, step="t.b += t.a; t.a += 1")
    return Question(game(2), tuple(claims), budget=Budget(processor=3.0))


def decided(question):
    return {each.property: each for each in proving.decide(question) if isinstance(each, Result)}


MISSED = "return t.b == 4"
"""It is a sum of 1, 2, 3 …, which no proof on the meaning of the rules finds."""


def test_a_proof_that_takes_too_long_takes_nothing_else_with_it(tmp_path, monkeypatch):
    monkeypatch.setattr(proving, "followed", lambda *given: busy(60))
    monkeypatch.setattr(memory, "write", lambda *given: pytest.fail("a part of the verdicts is kept"))
    said = decided(questions_of(tmp_path, MISSED))
    assert said["hands-are-full"].verdict is Verdict.PROVED
    assert said["it-goes-wrong"].verdict is Verdict.UNKNOWN
    assert said["it-goes-wrong"].why == limits.OUT_OF_TIME


def test_what_play_refutes_is_not_followed(tmp_path, monkeypatch):
    """What holds is proved on the meaning of the rules, and nothing is left."""
    monkeypatch.setattr(proving, "followed", lambda *given: busy(60))
    said = decided(questions_of(tmp_path, "return t.a > 3"))
    assert said["hands-are-full"].verdict is Verdict.PROVED
    assert said["it-goes-wrong"].verdict is Verdict.REFUTED
