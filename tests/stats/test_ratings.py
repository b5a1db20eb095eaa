"""The rating: ties, order, scale, entrants without wins."""

import random
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from referee.stats.blocks import scores_of
from referee.stats.ratings import Results

ENTRANTS = 5
MATCHES = st.integers(2, ENTRANTS).flatmap(
    lambda players: st.tuples(
        st.permutations(range(ENTRANTS)).map(lambda order: tuple(order[:players])),
        st.lists(st.integers(1, players), min_size=players, max_size=players),
    )
)
HISTORIES = st.lists(MATCHES, min_size=1, max_size=12)


def fitted(matches, entrants=ENTRANTS):
    results = Results(entrants)
    for match in matches:
        results.add_block([match])
    return results.fit()


def strengths(matches, entrants=ENTRANTS):
    return [float(each) for each in fitted(matches, entrants).strength]


@settings(max_examples=60, deadline=None)
@given(HISTORIES, st.randoms(use_true_random=False))
def test_the_order_of_matches_changes_nothing_at_all(matches, rng):
    shuffled = list(matches)
    rng.shuffle(shuffled)
    assert strengths(matches) == strengths(shuffled)


@settings(max_examples=60, deadline=None)
@given(HISTORIES, st.randoms(use_true_random=False))
def test_the_order_of_seats_changes_nothing_at_all(matches, rng):
    turned = []
    for entrants, ranks in matches:
        seats = list(range(len(entrants)))
        rng.shuffle(seats)
        turned.append((tuple(entrants[seat] for seat in seats), [ranks[seat] for seat in seats]))
    assert strengths(matches) == strengths(turned)


@settings(max_examples=60, deadline=None)
@given(HISTORIES, st.permutations(range(ENTRANTS)))
def test_names_change_nothing(matches, names):
    renamed = [(tuple(names[each] for each in entrants), ranks) for entrants, ranks in matches]
    plain, other = strengths(matches), strengths(renamed)
    assert [other[names[each]] for each in range(ENTRANTS)] == pytest.approx(plain, abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(HISTORIES, st.integers(2, 9))
def test_ranks_may_have_gaps(matches, factor):
    spread = [(entrants, [factor * rank for rank in ranks]) for entrants, ranks in matches]
    assert strengths(matches) == strengths(spread)


@settings(max_examples=60, deadline=None)
@given(HISTORIES)
def test_the_field_has_the_mean_nought_and_everybody_is_finite(matches):
    found = strengths(matches)
    assert sum(found) == pytest.approx(0, abs=1e-9)
    assert max(map(abs, found)) < 10


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(*[st.integers(1, 4)] * 4), min_size=1, max_size=10))
def test_at_one_table_the_order_is_that_of_the_scores(ranks):
    """Ties included: who is ranked above, or equal, in all is rated above, or equal."""
    found = strengths([((0, 1, 2, 3), list(each)) for each in ranks], 4)
    scores = [sum((scores_of(each)[seat] for each in ranks), Fraction(0)) for seat in range(4)]
    for one, other in combinations(range(4), 2):
        if scores[one] == scores[other]:
            assert found[one] == pytest.approx(found[other], abs=1e-9)
        else:
            assert (found[one] > found[other]) == (scores[one] > scores[other])


def test_the_third_is_not_rated_above_two_who_share_the_first_rank():
    found = strengths([((0, 1, 2, 3, 4), [1, 1, 2, 3, 4])])
    assert found[0] == pytest.approx(found[1])
    assert found[1] > found[2] > found[3] > found[4]


@settings(max_examples=60, deadline=None)
@given(HISTORIES, st.integers(0, ENTRANTS - 1), st.integers(0, ENTRANTS - 1))
def test_a_win_more_raises_the_winner_and_a_loss_more_lowers_the_loser(matches, one, other):
    assume(one != other)
    before, after = fitted(matches), fitted([*matches, ((one, other), [1, 2])])
    assert after.strength[one] - after.strength[other] > before.strength[one] - before.strength[other]


def test_who_never_won_is_last_and_finite():
    results = Results(3)
    for _ in range(50):
        results.add_block([((0, 1), [1, 2]), ((1, 0), [2, 1])])
        results.add_block([((0, 2), [1, 2]), ((2, 0), [2, 1])])
        results.add_block([((1, 2), [1, 2]), ((2, 1), [2, 1])])
    ratings = results.fit()
    low, high = ratings.interval(2)
    assert ratings.elo(0) > ratings.elo(1) > ratings.elo(2)
    assert low < ratings.elo(2) < high < ratings.elo(1)
    assert ratings.superior(0, 2) > 0.999
    assert ratings.superior(2, 0) == pytest.approx(1 - ratings.superior(0, 2))


def test_who_played_nothing_is_in_the_middle_and_knows_nothing():
    ratings = fitted([((0, 1), [1, 2])], 3)
    assert ratings.elo(2) == pytest.approx(0, abs=1e-9)
    assert ratings.blocks[2] == 0
    assert ratings.superior(0, 2) < 0.9


def test_the_scale_is_elos():
    """Ten wins to one are 400 points, where the prior no longer counts."""
    results = Results(2)
    for _ in range(2000):
        results.add_block([((0, 1), [1, 2])] * 10 + [((0, 1), [2, 1])])
    ratings = results.fit()
    assert ratings.elo(0) - ratings.elo(1) == pytest.approx(400, abs=1)
    assert ratings.expected(0, 1) == pytest.approx(10 / 11, abs=1e-3)


def test_blocks_that_cancel_luck_narrow_the_interval():
    """Each block of two goes one each: its matches are opposites, which a count of matches would not see."""
    ratings = []
    for size in (1, 2):
        results, rng = Results(2), random.Random(9)
        for _ in range(200 // size):
            first = 1 + rng.randrange(2)
            block = [((0, 1), [first, 3 - first]), ((0, 1), [3 - first, first])]
            results.add_block(block if size == 2 else block[:1])
        ratings.append(results.fit().interval(0))
    alone, paired = (high - low for low, high in ratings)
    assert paired < alone / 10


def simulated(rng, strength, blocks):
    results = Results(len(strength))
    for _ in range(blocks):
        for one, other in combinations(range(len(strength)), 2):
            chance = 1 / (1 + 2.718281828459045 ** (strength[other] - strength[one]))
            won = [rng.random() < chance for _ in range(2)]
            results.add_block([((one, other), [1, 2] if each else [2, 1]) for each in won])
    return results.fit()


def test_intervals_cover_known_strengths():
    rng, strength, covered = random.Random(10), [0.5, 0.0, -0.5], 0
    for _ in range(150):
        ratings = simulated(rng, strength, 20)
        for entrant, true in enumerate(strength):
            low, high = ratings.interval(entrant)
            covered += low <= true * 173.717793 <= high
    assert 0.92 < covered / 450 < 0.98


def test_who_won_everything_is_not_rated_as_if_that_were_exact():
    widths = []
    for lost in (0, 2):
        results = Results(2)
        for number in range(40):
            results.add_block([((0, 1), [2, 1] if number < lost else [1, 2]), ((1, 0), [2, 1])])
        low, high = results.fit().interval(0)
        widths.append(high - low)
    assert widths[0] > widths[1] > 50
