"""The interval for a mean over a number of blocks that was fixed beforehand."""

import random
from math import comb

import pytest

from referee.stats.bootstrap import MANY, mean_interval


def missed(draw, mean, *, groups=1, blocks=40, runs=600):
    rng, outside = random.Random(5), 0
    for _ in range(runs):
        interval = mean_interval([[draw(rng, group) for _ in range(blocks)] for group in range(groups)])
        outside += not interval[0] <= mean <= interval[1]
    return outside


def too_many(outside, runs=600, error=0.05):
    """The chance of so many misses or more, if the interval is right."""
    return sum(comb(runs, k) * error**k * (1 - error) ** (runs - k) for k in range(outside, runs + 1))


def test_it_misses_the_mean_as_seldom_as_it_says():
    assert too_many(missed(lambda rng, group: rng.choice((0, 0.5, 0.5, 1)), 0.5)) > 0.001


def test_groups_of_different_means_do_not_widen_it():
    outside = missed(lambda rng, group: group + rng.random(), 1.0, groups=2, blocks=20)
    assert too_many(outside) > 0.001
    assert outside > 10, "as wide as if the groups were one"


def test_an_interval_that_is_too_narrow_is_caught():
    def narrow(rng, group):
        return rng.choice((0, 0.5, 0.5, 1))

    rng, outside = random.Random(6), 0
    for _ in range(600):
        low, high = mean_interval([[narrow(rng, 0) for _ in range(40)]])
        middle = (low + high) / 2
        outside += not (middle + low) / 2 <= 0.5 <= (middle + high) / 2
    assert too_many(outside) < 1e-6


def test_the_same_blocks_give_the_same_interval():
    sample = [random.Random(7).random() for _ in range(30)]
    assert mean_interval([sample]) == mean_interval([list(sample)])


def test_fewer_than_two_blocks_have_none():
    assert mean_interval([]) is None
    assert mean_interval([[0.5]]) is None
    assert mean_interval([[0.5], []]) is None


def test_blocks_that_are_all_alike_are_not_taken_for_certainty():
    assert mean_interval([[1.0] * 10], bounds=(0, 1)) == (pytest.approx(1 - (1 - 0.025**0.1)), 1.0)
    assert mean_interval([[1.0] * 10]) == (1.0, 1.0)


def test_very_many_blocks_have_students_interval_and_it_is_the_same():
    rng = random.Random(8)
    sample = [rng.random() for _ in range(MANY)]
    few, many = mean_interval([sample]), mean_interval([[*sample, 0.5]])
    assert few == pytest.approx(many, abs=0.001)
