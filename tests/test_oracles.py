"""The oracles themselves, against published or countable values."""

import pytest

from tests.oracles.chi_square import p_value, survival
from tests.oracles.spaces import is_set, may_select, multiset, parts


@pytest.mark.parametrize(
    ("statistic", "degrees", "wanted"),
    [(3.841459, 1, 0.05), (18.307038, 10, 0.05), (29.588298, 10, 0.001), (124.342113, 100, 0.05), (1.609, 5, 0.9)],
)
def test_the_survival_function_agrees_with_tables(statistic, degrees, wanted):
    assert survival(statistic, degrees) == pytest.approx(wanted, rel=1e-3)


def test_equal_counts_are_no_surprise_and_unequal_ones_are():
    assert p_value([100, 100, 100]) == pytest.approx(1)
    assert p_value([100, 150, 50]) < 1e-8


def test_parts_are_counted_by_multiplication():
    assert len(set(parts({"a": 2, "b": 1, "c": 3}))) == 3 * 2 * 4


def test_membership_by_hand():
    of = {"4": 2, "5": 1, "7": 1}
    assert may_select(multiset(["4", "4", "7"]), of, 2, 3)
    assert not may_select(multiset(["4", "4", "4"]), of, 2, 3)
    assert is_set(multiset(["4", "5"]), of, {"4": 6, "5": 6, "7": 7}, 11)
    assert not is_set(multiset(["4", "5"]), of, {"4": 6, "5": 6, "7": 7}, 12)
    assert not is_set(multiset(["4", "7"]), of, {"4": 6, "5": 6, "7": 7}, 0)
