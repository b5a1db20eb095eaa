"""Chance in Effervesce, as it comes from a chance tape through the rules. Every seed is fixed.

Confidence: with another seed, each test would fail a correct package less than once in 10,000 times. Bands are
five standard deviations wide on either side, which a count leaves with a probability below 1e-6; there are at most
twelve of them in a test.
"""

from collections import Counter
from math import sqrt
from typing import Any

import pytest

from referee.games.effervesce.rules import Effervesce
from referee.kernel.driving import run_deal, run_step
from referee.kernel.requests import Chance, Choice, Pick, Roll
from referee.play.referee import Referee, seat_rng
from referee.play.seats import RandomSeat, Seat
from referee.record.tape import Tape, secret_of_seed
from tests.rules.effervesce import at_table

pytestmark = pytest.mark.untraced
"""Thousands of matches through code that other tests cover: not traced, so that they take half the time."""

SIGMAS = 5


class Noting(Referee):
    """A referee that keeps the outcomes of chance."""

    def __init__(self, table: Any, seats: list[Seat], tape: Tape) -> None:
        super().__init__(table, seats, tape, None)
        self.outcomes: list[tuple[Chance, Any]] = []

    def chance(self, event: Chance) -> Any:
        outcome = super().chance(event)
        self.outcomes.append((event, outcome))
        return outcome


def assert_near(count: int, mean: float, variance: float) -> None:
    assert abs(count - mean) < SIGMAS * sqrt(variance)


@pytest.fixture(scope="module")
def rolls() -> list[tuple[int, int]]:
    """Of 3,000 turns: 30 deals to two random players, a hundred turns each, or fewer where somebody wins."""
    game, found = Effervesce(2), []
    for match in range(30):
        secret = secret_of_seed(f"rolls/{match}")
        table = game.table()
        referee = Noting(table, [RandomSeat(seat_rng(secret, seat)) for seat in range(2)], Tape(secret))
        run_deal(game, table, referee)
        while table.outcome is None and table.turns < 100:
            run_step(game, table, referee)
        dice = [outcome for event, outcome in referee.outcomes if isinstance(event, Roll)]
        assert len(dice) == table.turns
        found += dice
    assert len(found) > 2900
    return found


def test_doubles_are_a_sixth_of_the_rolls(rolls):
    assert_near(sum(one == other for one, other in rolls), len(rolls) / 6, len(rolls) * 5 / 36)


def test_seven_is_a_sixth_of_the_totals(rolls):
    assert_near(sum(one + other == 7 for one, other in rolls), len(rolls) / 6, len(rolls) * 5 / 36)


def test_every_other_total_is_as_likely_as_two_dice_make_it(rolls):
    totals = Counter(one + other for one, other in rolls)
    for total in range(2, 13):
        share = (6 - abs(total - 7)) / 36
        assert_near(totals[total], len(rolls) * share, len(rolls) * share * (1 - share))


class Trading(Seat):
    """Names a player, makes no challenge and plays no joker."""

    name = "trading"

    def answer(self, choice: Choice) -> Any:
        if choice.ask == "declare":
            return choice.space.read({"seat": 1})
        return choice.space.nth(0)


def test_a_blind_draw_is_uniform_over_cards_and_not_over_kinds():
    """The declared player holds two cards of each of five kinds and one of each of five more. By E-9 two equal
    cards are drawn twice as often as a single one; over kinds, all ten would be drawn equally often.

    A trade on a total of k draws each card with probability k/15. Of k cards as many are of two given ones as the
    hypergeometric distribution says, with the variance 2 · k/15 · 13/15 · (15 − k)/14.
    """
    double, single = ["2h", "3s", "4d", "5c", "9h"], ["6h", "8s", "10d", "Jc", "Ah"]
    table = at_table("", " ".join([*double, *double, *single]))
    start, game = table.snapshot(), table.game
    drawn: Counter[str] = Counter()
    mean_of_one = variance_of_one = variance_of_two = 0.0
    for turn in range(2000):
        table.restore(start)
        referee = Noting(table, [Trading(), Trading()], Tape(secret_of_seed(f"blind/{turn}")))
        run_step(game, table, referee)
        for event, cards in referee.outcomes:
            if isinstance(event, Pick):
                drawn.update(game.deck.names(cards))
                share = event.number / 15
                mean_of_one += share
                variance_of_one += share * (1 - share)
                variance_of_two += 2 * share * (13 / 15) * (15 - event.number) / 14
    assert mean_of_one > 600
    assert set(drawn) == {*double, *single}
    for card in single:
        assert_near(drawn[card], mean_of_one, variance_of_one)
    for card in double:
        assert_near(drawn[card], 2 * mean_of_one, variance_of_two)
