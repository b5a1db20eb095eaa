"""The interval for a mean over a number of blocks that was fixed beforehand."""

import random
from math import comb

import pytest

from referee.stats.means import mean_interval, student_below, student_quantile


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
    low, high = mean_interval([[1.0] * 10], bounds=(0, 1))
    assert (high, 0.5 < low < 0.95) == (1.0, True)
    assert mean_interval([[1.0] * 2], bounds=(0, 1)) == (0.0, 1.0)
    assert mean_interval([[1.0] * 10]) == (1.0, 1.0)


def test_with_bounds_it_is_little_wider_than_students_and_holds_the_mean():
    rng = random.Random(8)
    for number in (5, 10, 40):
        sample = [rng.choice((0, 0.5, 0.5, 1)) for _ in range(number)]
        plain, (low, high) = mean_interval([sample]), mean_interval([sample], bounds=(0, 1))
        assert low <= sum(sample) / number <= high
        assert high - low < (1 + 0.5 / number) * (plain[1] - plain[0]) + 0.05


@pytest.mark.parametrize(
    ("p", "degrees", "value"),
    [(0.975, 1, 12.7062), (0.975, 2, 4.30265), (0.995, 3, 5.84091), (0.975, 10, 2.22814), (0.995, 500, 2.58570)],
)
def test_students_quantiles_are_those_of_the_tables(p, degrees, value):
    assert student_quantile(p, degrees) == pytest.approx(value, abs=1e-4)
    assert student_below(-value, degrees) == pytest.approx(1 - p, abs=1e-5)


def test_tables_of_other_sizes_and_spreads_keep_their_own():
    """By Welch: the spread of the few does not become that of the many."""
    rng, outside = random.Random(9), 0
    for _ in range(600):
        groups = [[rng.gauss(0, 5) for _ in range(8)], [rng.gauss(3, 0.1) for _ in range(40)]]
        low, high = mean_interval(groups)
        outside += not low <= 3 * 40 / 48 <= high
    assert too_many(outside) > 0.001
    assert outside > 10
