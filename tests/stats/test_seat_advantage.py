"""What a seat is worth, apart from who sits there."""

import random

import pytest

from referee.stats.blocks import seatings
from referee.stats.seats import SeatAdvantage


def test_skill_cancels_and_the_seat_is_left():
    rng, advantage = random.Random(11), SeatAdvantage(3)
    for order in range(200):
        block = []
        for seating in seatings(3, order=order):
            # Entrant 2 is much better than 0; seat 0 has an advantage.
            worth = [3 * who + (seat == 0) + 4 * rng.random() for seat, who in enumerate(seating)]
            block.append([1 + sum(other > mine for other in worth) for mine in worth])
        advantage.add_block(block)
    means = [sample.mean for sample in advantage.samples]
    assert sum(means) == pytest.approx(1.5)
    assert means[0] > 0.54
    low, high = advantage.samples[0].interval()
    assert low > 0.5
    low, high = advantage.samples[1].interval()
    assert high < 0.5
