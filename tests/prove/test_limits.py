"""Proofs in processes of their own: what they give, and what is said where they give nothing."""

from __future__ import annotations

import gc
import multiprocessing
import os
import time

import pytest

from referee.verify import limits
from referee.verify.limits import GARBAGE, run_limited

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
