"""Proofs in processes of their own: what they give, and what is said where they give nothing."""

from __future__ import annotations

import gc
import multiprocessing
import os
import time

import pytest

from referee.verify.prove.limits import GARBAGE, run_limited

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
        (lambda: time.sleep(60), "took longer"),
        (lambda: os._exit(3), r"died \(exit code 3\)"),
        (lambda: 1 // 0, "ZeroDivisionError"),
        (lambda: bytearray(64 << 30), "memory"),
    ],
)
def test_the_reason_is_said_and_no_process_is_left(work, reason):
    import re

    said = run_limited(work, 1.0)
    assert isinstance(said, str)
    assert re.search(reason, said)
    assert not multiprocessing.active_children()
