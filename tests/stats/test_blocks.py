"""Blocks: balanced seatings, and scores of ranks."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.stats.blocks import Seatings, matches_a_block, scores_of, seatings


def neighbours(seating):
    return zip(seating, seating[1:] + seating[:1], strict=True)


@pytest.mark.parametrize(("kind", "players"), [*product(Seatings, range(1, 6)), (Seatings.BALANCED, 7)])
def test_everybody_sits_everywhere_equally_often(kind, players):
    block = seatings(players, kind, 3)
    assert len(block) == matches_a_block(players, kind)
    assert len(set(block)) == len(block)
    sat = Counter((seat, who) for seating in block for seat, who in enumerate(seating))
    assert set(sat.values()) == {len(block) // players}
    assert len(sat) == players * players


@pytest.mark.parametrize("players", range(3, 8))
def test_balanced_has_every_neighbour_left_and_right_equally_often(players):
    near = Counter(pair for seating in seatings(players) for pair in neighbours(seating))
    assert all(near[one, other] == near[other, one] for one, other in near)
    rotated = Counter(pair for seating in seatings(players, Seatings.ROTATIONS) for pair in neighbours(seating))
    assert any(rotated[one, other] != rotated[other, one] for one, other in rotated)


@pytest.mark.parametrize("players", [2, 3])
def test_balanced_is_every_permutation_while_they_are_few(players):
    assert set(seatings(players)) == set(permutations(range(players)))


@pytest.mark.parametrize(("players", "orders"), [(4, 3), (5, 12), (6, 60)])
def test_the_orders_round_the_table_are_all_used_before_one_comes_again(players, orders):
    seen = [frozenset(seatings(players, order=each)) for each in range(2 * orders)]
    assert len(set(seen[:orders])) == orders
    assert seen[:orders] == seen[orders:]
    near = Counter(pair for block in seen[:orders] for seating in block for pair in neighbours(seating))
    assert len(near) == players * (players - 1)
    assert len(set(near.values())) == 1


@given(st.lists(st.integers(1, 5), min_size=1, max_size=7))
def test_scores_have_a_mean_of_one_half(ranks):
    scores = scores_of(ranks)
    assert sum(scores, Fraction(0)) == Fraction(len(ranks), 2)
    for one, other in product(range(len(ranks)), repeat=2):
        assert (ranks[one] < ranks[other]) == (scores[one] > scores[other])


def test_scores_of_ties():
    assert scores_of([1, 1, 3]) == [Fraction(3, 4), Fraction(3, 4), 0]
    assert scores_of([1]) == [Fraction(1, 2)]
