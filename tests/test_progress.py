"""The line that says how far a long run is."""

from __future__ import annotations

import pytest

from referee.cli import progress
from referee.cli.progress import Progress


def test_what_is_waited_for_counts_for_no_rate(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    clock = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: clock[0])
    with Progress(100, "matches") as shown:
        with shown.waiting():
            clock[0] = 60
        clock[0] = 64
        shown.at(20)
    assert capsys.readouterr().err == "referee: 20 of 100 matches, 4 s, 5 a second, about 16 s left\n"
    assert shown.seconds == 64


def test_nobody_knows_how_long_what_is_bounded_only_will_take(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    clock = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: clock[0])
    with Progress(200_000, "positions at most", at_most=True) as shown:
        clock[0] = 4
        shown.at(20)
    assert capsys.readouterr().err == "referee: 20 of 200000 positions at most, 4 s, 5 a second\n"
