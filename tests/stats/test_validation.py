"""The simulation that validates intervals: what is committed passes, a small one agrees with it."""

import json
from pathlib import Path

import pytest

from tests.bench import intervals

KEPT = json.loads((Path(__file__).parents[2] / "docs" / "intervals.json").read_text(encoding="utf-8"))


def test_the_committed_figures_pass_the_binomial_test():
    assert KEPT["tournaments"] >= 2000
    assert len(KEPT["coverage"]) == len(intervals.STRENGTHS)
    for each in KEPT["coverage"]:
        assert intervals.tail(each["fixed_misses"], KEPT["tournaments"]) > 0.001
        assert each["anytime_misses"] <= 0.05 * KEPT["tournaments"]
    assert KEPT["compare_of_equals"]["called_stronger"] <= 0.05 * KEPT["tournaments"]


def test_the_binomial_test_refuses_an_interval_of_ninety_percent():
    assert intervals.tail(200, 2000) < 1e-6
    assert intervals.tail(0, 2000) == pytest.approx(1, abs=1e-6)


def test_a_small_simulation_still_covers(monkeypatch):
    monkeypatch.setattr(intervals, "TOURNAMENTS", 100)
    found = intervals.covered(0.5)
    assert found["score"] == KEPT["coverage"][1]["score"]
    assert found["fixed_p"] > 0.001
    assert found["anytime_p"] > 0.001


@pytest.mark.long
@pytest.mark.timeout(900)
def test_the_committed_figures_are_those_of_the_code(tmp_path):
    intervals.main(tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text()) == KEPT
