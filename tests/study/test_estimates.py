"""Estimates against what is known."""

from __future__ import annotations

import numpy as np
import pytest

from referee.study.estimates import difference, holm, mean, of_sums, resampled, share, slope
from referee.study.fairness import _uneven
from referee.study.skill import deal_of


def test_holms_correction() -> None:
    # The example of Holm's procedure: 0.01, 0.04, 0.03 of three are 0.03, 0.06, 0.06.
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_wilsons_interval() -> None:
    found = share(10, 20)
    assert (found.low, found.high) == pytest.approx((0.2993, 0.7007), abs=1e-3)
    assert share(0, 50).high == pytest.approx(0.0714, abs=1e-3)
    assert share(0, 0).value is None


def test_a_difference_that_there_is_is_seen_and_none_where_there_is_none() -> None:
    chance = np.random.default_rng(1)
    same = [difference(chance.normal(size=200), chance.normal(size=200))[3] for _ in range(400)]
    assert 0.02 < np.mean(np.array(same) < 0.05) < 0.09
    apart, low, high, p = difference(chance.normal(size=200), chance.normal(0.5, size=200))
    assert low < 0.5 < high
    assert apart > 0.2
    assert p < 0.01


def test_the_slope_of_a_card_and_its_error() -> None:
    chance = np.random.default_rng(2)
    misses = 0
    for _ in range(200):
        counts = chance.integers(0, 3, size=(150, 2)).astype(float)
        scores = 0.1 * counts + chance.normal(0, 0.5, size=(150, 2))
        found, error, _ = slope(counts, scores)
        misses += abs(found - 0.1) > 1.96 * error
    assert misses < 22  # 10 of 200 are expected


def test_what_goes_with_other_cards_is_taken_out() -> None:
    chance = np.random.default_rng(3)
    others = chance.integers(0, 5, size=(2000, 2)).astype(float)
    own = chance.integers(0, 2, size=(2000, 2)).astype(float)
    scores = others + own + chance.normal(0, 0.5, size=(2000, 2))
    assert abs(slope(others, scores, others + own)[0]) < 0.2 < slope(others, scores)[0]


def test_the_interval_of_sums_is_that_of_the_numbers() -> None:
    values = [0.0, 1.0, 1.0, 0.0] * 100
    found = of_sums(len(values), sum(values), sum(v * v for v in values))
    assert (found.value, found.low, found.high) == pytest.approx((0.5, 0.451, 0.549), abs=1e-3)


def test_resampling_is_the_same_again() -> None:
    values = np.arange(50.0)
    assert resampled(values, np.mean) == resampled(values, np.mean)


def test_the_part_of_the_deal_is_found() -> None:
    class Paid:
        def __init__(self, payoffs: list[float]) -> None:
            self.payoffs = payoffs

    chance = np.random.default_rng(4)
    facts = []
    for _ in range(400):
        deal = chance.normal()
        for _ in range(4):
            mine = deal + chance.normal(0, 3**0.5)
            facts.append(Paid([mine, -mine]))
    found = deal_of(facts, 4)  # type: ignore[arg-type]
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0.25 < found.high
    none = deal_of([Paid([x, -x]) for x in chance.normal(size=1600)], 4)  # type: ignore[arg-type, misc]
    assert none.value is not None
    assert none.value < 0.05


def test_even_seats_are_seldom_called_uneven() -> None:
    chance = np.random.default_rng(5)
    called = 0
    for _ in range(200):
        shares = np.eye(4)[chance.integers(0, 4, size=100)]
        called += _uneven([mean(shares[:, seat], (0.0, 1.0)) for seat in range(4)]) < 0.05
    assert called < 20  # 10 are expected
    shares = np.eye(4)[chance.choice(4, size=400, p=[0.4, 0.2, 0.2, 0.2])]
    assert _uneven([mean(shares[:, seat], (0.0, 1.0)) for seat in range(4)]) < 0.001
