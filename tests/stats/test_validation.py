"""The simulation that validates intervals: what is committed passes, a small one agrees with it."""

import json
from pathlib import Path

import pytest

from referee.stats.compare import Separation
from tests.bench import blocks, intervals, stopping

DOCS = Path(__file__).parents[2] / "docs"
KEPT = json.loads((DOCS / "intervals.json").read_text(encoding="utf-8"))
STOPPING = json.loads((DOCS / "stopping.json").read_text(encoding="utf-8"))


def test_the_committed_figures_pass_the_binomial_test():
    assert KEPT["tournaments"] >= 2000
    assert len(KEPT["coverage"]) == len(intervals.STRENGTHS)
    for each in KEPT["coverage"]:
        assert intervals.tail(each["fixed_misses"], KEPT["tournaments"]) > 0.001
        assert each["anytime_misses"] <= 0.05 * KEPT["tournaments"]
    assert KEPT["compare_of_equals"]["called_stronger"] <= 0.05 * KEPT["tournaments"]


def test_intervals_cover_from_two_blocks_to_a_hundred():
    """What is committed, of every quantity, at the strength at which it covers least."""
    assert [each["blocks"] for each in KEPT["by_blocks"]] == list(intervals.FEW_TO_MANY)
    for each in KEPT["by_blocks"]:
        for name in ("score", "seat", "elo", "payoff"):
            assert each[name] >= 0.94, each
    assert KEPT["payoff_tournaments"] >= 20_000


def test_what_no_interval_without_bounds_can_do_is_told():
    """Of skewed payoffs less is covered: the page says how much."""
    told = (DOCS / "statistics.md").read_text(encoding="utf-8")
    for each in KEPT["by_blocks"]:
        assert each["skewed_payoff"] < each["payoff"]
        columns = [each[name] for name in ("score", "payoff", "skewed_payoff", "seat", "elo")]
        assert f"| {each['blocks']} | {' | '.join(f'{one:.3f}' for one in columns)} |" in told


def test_an_interval_that_takes_few_blocks_for_many_is_caught(monkeypatch):
    assert intervals.payoffs(3, 300)["payoff"] > 0.9
    monkeypatch.setattr("referee.stats.means.student_quantile", lambda p, degrees: 1.96)
    assert intervals.payoffs(3, 300)["payoff"] < 0.88


def test_the_binomial_test_refuses_an_interval_of_ninety_percent():
    assert intervals.tail(200, 2000) < 1e-6
    assert intervals.tail(0, 2000) == pytest.approx(1, abs=1e-6)


def test_a_small_simulation_still_covers(monkeypatch):
    monkeypatch.setattr(intervals, "TOURNAMENTS", 100)
    found = intervals.covered(0.5)
    assert found["score"] == KEPT["coverage"][1]["score"]
    assert found["fixed_p"] > 0.001
    assert found["anytime_p"] > 0.001


def test_the_committed_stopping_errors_are_below_their_level():
    assert STOPPING["tournaments"] >= 2000
    told = [(each["measure"], each["when"], each["field"], each["rounds"]) for each in STOPPING["cases"]]
    assert told == list(stopping.CASES)
    for each in STOPPING["cases"]:
        assert each["wrong"] <= STOPPING["level"] * STOPPING["tournaments"]
    assert max(each["stopped"] for each in STOPPING["cases"]) == STOPPING["tournaments"]


def test_what_blocks_save_is_told_of_every_case_with_an_interval():
    kept = json.loads((DOCS / "blocks.json").read_text(encoding="utf-8"))["cases"]
    assert [(each["game"], each["seats"], each["blocks"]) for each in kept] == list(blocks.CASES)
    told = [each[what] for each in kept for what in ("score", "payoff") if what in each]
    assert all(each["interval"][0] <= each["factor"] <= each["interval"][1] for each in told)


def test_blocks_save_where_the_deal_decides_and_nothing_else():
    rng = blocks.random.Random(1)
    deals = [(rng.gauss(0, 1), rng.gauss(0, 1)) for _ in range(300)]
    alone = [(one - other) / 2 + 0.1 * rng.gauss(0, 1) for one, other in deals]
    together = [0.1 * rng.gauss(0, 1) for _ in deals]
    assert blocks.factor(alone, together) > 20


def test_a_small_simulation_of_stopping_finds_a_rule_that_is_too_quick(monkeypatch):
    case = stopping.CASES[0]
    assert intervals.tail(stopping.case(*case, tournaments=40)["wrong"], 40) > 0.001
    monkeypatch.setattr(Separation, "is_ahead", lambda self, one, other: self._ahead[one, other].log_capital > 0.5)
    assert intervals.tail(stopping.case(*case, tournaments=40)["wrong"], 40) < 0.001


@pytest.mark.long
@pytest.mark.timeout(900)
def test_the_committed_stopping_errors_are_those_of_the_code(tmp_path):
    stopping.main(tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text()) == STOPPING


@pytest.mark.long
@pytest.mark.timeout(900)
def test_the_committed_figures_are_those_of_the_code(tmp_path):
    intervals.main(tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text()) == KEPT
