"""Anytime tests and intervals: errors over all looks together stay below their level, whatever the numbers."""

import random
from fractions import Fraction
from math import comb, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.stats.betting import GRID, ConfidenceSequence, Wager
from referee.stats.compare import Comparison, Separation, Verdict

pytestmark = pytest.mark.untraced
"""Thousands of matches through code that other tests cover: not traced, so that they take half the time."""

DRAWS = {
    "coin": lambda rng: float(rng.random() < 0.5),
    "rare": lambda rng: float(rng.random() < 0.05),
    "halves": lambda rng: rng.choice((0.0, 0.5, 0.5, 1.0)),
    "skew": lambda rng: rng.random() ** 3,
}
MEANS = {"coin": 0.5, "rare": 0.05, "halves": 0.5, "skew": 0.25}


class Naive:
    """Two standard errors round the mean, looked at again and again: what must not be done."""

    def __init__(self):
        self.values = []

    def add(self, value):
        self.values.append(value)

    @property
    def interval(self):
        number = len(self.values)
        if number < 10:
            return 0.0, 1.0
        mean = sum(self.values) / number
        reach = 1.96 * sqrt(sum((value - mean) ** 2 for value in self.values) / (number - 1) / number)
        return mean - reach, mean + reach


def misses(make, shape, runs=300, looks=150, seed=1):
    """In how many runs the mean is outside at any look."""
    rng, mean, missed = random.Random(f"{shape} {seed}"), MEANS[shape], 0
    for _ in range(runs):
        sequence = make()
        for _ in range(looks):
            sequence.add(DRAWS[shape](rng))
            low, high = sequence.interval
            if not low <= mean <= high:
                missed += 1
                break
    return missed


def chance_of_as_many(missed, runs, error):
    return sum(comb(runs, k) * error**k * (1 - error) ** (runs - k) for k in range(missed, runs + 1))


@pytest.mark.parametrize("shape", DRAWS)
def test_an_interval_is_right_at_every_look(shape):
    assert chance_of_as_many(misses(ConfidenceSequence, shape), 300, 0.05) > 0.001


def test_what_looks_at_a_fixed_sample_interval_again_and_again_is_caught():
    assert chance_of_as_many(misses(Naive, "coin"), 300, 0.05) < 1e-6


@settings(max_examples=30)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=60), st.floats(-50, 50), st.floats(0.1, 100))
def test_an_interval_never_widens_and_scales_with_its_bounds(values, least, width):
    plain, scaled = ConfidenceSequence(), ConfidenceSequence(0.05, least, least + width)
    before = plain.interval
    for value in values:
        plain.add(value)
        scaled.add(least + width * value)
        low, high = plain.interval
        assert before[0] <= low <= high <= before[1]
        before = plain.interval
        # A value may be rounded to the other side of a point of the grid.
        assert scaled.interval == pytest.approx((least + width * low, least + width * high), abs=1.01 * width / GRID)


def test_an_interval_closes_in_on_the_mean():
    rng, sequence = random.Random(2), ConfidenceSequence()
    for _ in range(2000):
        sequence.add(DRAWS["halves"](rng))
    low, high = sequence.interval
    assert high - low < 0.08
    assert sequence.number == 2000


@pytest.mark.parametrize(("claim", "mean"), [("at most", 0.5), ("at least", 0.5), ("at most", 0.3), ("at least", 0.7)])
def test_a_true_claim_is_seldom_refuted(claim, mean):
    rng, refuted = random.Random(f"{claim} {mean}"), 0
    for _ in range(400):
        wager = Wager(0.5, claim=claim)
        for _ in range(200):
            wager.add(float(rng.random() < mean))
            if wager.evidence >= 20:
                refuted += 1
                break
    assert chance_of_as_many(refuted, 400, 0.05) > 0.001


@pytest.mark.parametrize(("claim", "mean"), [("at most", 0.7), ("at least", 0.3)])
def test_a_false_claim_is_refuted(claim, mean):
    rng, wager = random.Random(3), Wager(0.5, claim=claim)
    for _ in range(300):
        wager.add(float(rng.random() < mean))
    assert wager.evidence > 1000


def test_the_evidence_after_a_thousand_wins_is_still_a_number():
    wager = Wager(0.5)
    for _ in range(3000):
        wager.add(1.0)
    assert wager.evidence > 1e300


def decided(mean, blocks=600, seed=0, **options):
    rng, comparison = random.Random(f"{mean} {seed}"), Comparison(**options)
    comparison.sequence.add = lambda value: None  # not looked at here, and slow
    for _ in range(blocks):
        wins = sum(rng.random() < mean for _ in range(2))
        if comparison.add(Fraction(wins, 2)) is not Verdict.UNDECIDED:
            break
    return comparison


def test_compare_calls_a_stronger_side_stronger_and_a_weaker_one_not():
    assert decided(0.7).verdict is Verdict.STRONGER
    assert decided(0.3).verdict is Verdict.NOT_STRONGER
    assert decided(0.5, blocks=10).verdict is Verdict.UNDECIDED
    assert decided(0.5, margin=0.2).verdict is Verdict.NOT_STRONGER


def test_compare_seldom_errs():
    runs = [decided(0.5, seed=seed).verdict for seed in range(200)]
    assert chance_of_as_many(runs.count(Verdict.STRONGER), 200, 0.05) > 0.001
    runs = [decided(0.53, seed=seed).verdict for seed in range(200)]
    assert chance_of_as_many(runs.count(Verdict.NOT_STRONGER), 200, 0.05) > 0.001


def test_compare_keeps_its_verdict_and_counts_on():
    comparison = Comparison()
    assert comparison.mean is None
    for _ in range(30):
        comparison.add(Fraction(1))
    assert comparison.verdict is Verdict.STRONGER
    for _ in range(100):
        assert comparison.add(Fraction(0)) is Verdict.STRONGER
    assert comparison.blocks == 130
    assert comparison.mean == pytest.approx(30 / 130)


def test_separation_names_a_leader_and_then_an_order():
    separation, rng = Separation(3), random.Random(4)
    assert separation.leader is None
    led = None
    for number in range(400):
        draw = [rng.random() * 0.4 + strength for strength in (0.6, 0.2, 0.1)]
        separation.add(draw)
        if separation.leader is not None and led is None:
            led = number
            assert separation.leader == 0
    assert led is not None
    assert led < 100
    assert separation.ordered
    assert separation.is_ahead(1, 2)
    assert not separation.is_ahead(2, 1)
