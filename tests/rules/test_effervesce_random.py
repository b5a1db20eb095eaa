"""Effervesce at random: every alternative of every reading, for every number of players, at three scales."""

import random
from fractions import Fraction
from typing import Any

import pytest

from referee.games.effervesce.rules import Effervesce
from referee.kernel import MissingCase, RuleFault
from referee.kernel.driving import run, run_deal, run_step
from tests.drivers import RandomDriver
from tests.random_drivers import Varied
from tests.rules.effervesce import READINGS

pytestmark = pytest.mark.untraced
"""Thousands of matches through code that other tests cover: not traced, so that they take half the time."""

SMALL = {"suits": "hearts,spades", "ranks": "A,7,K", "hand": 5, "sides": 2}
MIDDLE = {"suits": "hearts,spades,clubs", "ranks": "A,7,K,2", "packs": 4, "hand": 10, "sides": 4}
"""Scales at which suits are made and claims come often."""


def hands_may_change_size(game: Effervesce) -> bool:
    """Under which readings E-20 does not hold: true findings about them, and no defect of the code."""
    readings = game.readings
    return (
        # More is given than was taken.
        readings["challenger-gives-back"] == "always-two"
        # The neighbour misses the joker that was passed, its user has drawn a card for it all the same.
        or readings["red-joker-passed"] == "passable"
        # Fewer cards are given than the total says, and as many as it says are taken.
        or readings["joker-from-selection"] == "one-short"
        # So many cards are set aside that there are not two left to be passed, beside the open joker.
        or (readings["selected-cards"] == "set-aside" and game.full_hand < 2 * game.sides + 3)
    )


def stock_may_be_short(game: Effervesce) -> bool:
    """Under which readings the rules can ask for cards that are not there."""
    return game.readings["new-cards"] == "different" or hands_may_change_size(game)


def play_at_random(game: Effervesce, seed: int, turns: int = 60) -> Any:
    """A match, and after each turn what the rulebook promises of it."""
    t: Any = game.table()
    driver = Varied(random.Random(seed))
    fault: RuleFault | None = None
    try:
        run_deal(game, t, driver)
        while t.outcome is None and t.turns < turns:
            run_step(game, t, driver)
            check_boundary(game, t)
    except RuleFault as caught:
        fault = caught
    if isinstance(fault, MissingCase):
        assert game.readings[fault.reading] == "undefined"
    elif fault is not None:
        assert stock_may_be_short(game), fault
    if t.outcome is not None:
        share = Fraction(1, len(t.outcome.winners))
        assert sum(t.outcome.payoffs) == 1
        assert all(payoff in (0, share) for payoff in t.outcome.payoffs)
    return t


def check_boundary(game: Effervesce, t: Any) -> None:
    assert sum(place.pile for place in t.places) == t.deck.whole
    assert sum(place.size for place in t.places) == t.deck.total
    if t.outcome is not None:
        return
    assert all(place.is_empty for place in t.aside)
    assert t.open_joker.is_empty
    assert t.passes == ()
    assert not any(t.received_late)
    if not hands_may_change_size(game):
        assert [place.size for place in t.hand] == [game.full_hand] * game.players


@pytest.mark.parametrize("players", range(2, 8))
def test_E_20_hands_keep_their_size_under_the_default_readings(players):
    game = Effervesce(players)
    for seed in range(40):
        play_at_random(game, seed)


@pytest.mark.parametrize("slug", READINGS)
@pytest.mark.every(5)
def test_every_alternative_is_played(slug):
    for number, value in enumerate(READINGS[slug].alternatives):
        readings = {slug: value}
        players = 2 + (list(READINGS).index(slug) + number) % 6
        for seed in range(5):
            play_at_random(Effervesce(players, readings=readings), seed)
        small = Effervesce(2, readings=readings, settings=SMALL)
        middle = Effervesce(2 + number % 3, readings=readings, settings=MIDDLE)
        for seed in range(15):
            play_at_random(small, seed)
            play_at_random(middle, seed)


@pytest.mark.parametrize("seed", range(40))
def test_alternatives_are_played_together(seed):
    rng = random.Random(seed)
    readings = {slug: rng.choice(list(each.alternatives)) for slug, each in READINGS.items()}
    for number in range(4):
        play_at_random(Effervesce(2 + (seed + number) % 6, readings=readings), number)
        play_at_random(Effervesce(2 + number % 3, readings=readings, settings=MIDDLE), number)


def test_a_turn_cap_is_no_win():
    game = Effervesce(5)
    t = game.table()
    assert run(game, t, RandomDriver(1), turn_cap=7) is None
    assert (t.turns, t.outcome) == (7, None)


@pytest.mark.parametrize("players", range(2, 8))
def test_a_table_can_be_saved_and_restored_between_any_two_turns(players):
    game = Effervesce(players)
    t: Any = game.table()
    run_deal(game, t, RandomDriver(players))
    for number in range(20):
        saved = t.snapshot()
        copy: Any = game.table()
        copy.restore(saved)
        assert copy.snapshot() == saved
        run_step(game, t, RandomDriver(number))
        run_step(game, copy, RandomDriver(number))
        assert copy.snapshot() == t.snapshot()
