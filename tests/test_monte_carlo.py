"""The bot that shows how to search: short, legal, and stronger than the bot that it imagines."""

from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.games.shipped import folders
from referee.play.bot_loading import find_bot
from referee.play.referee import play_match, seat_rng
from referee.play.seats import seat_maker
from tests.bench.strength import blocks as played
from tests.bench.strength import measure


def test_it_is_short() -> None:
    path = find_bot("monte_carlo", "escalation", folders("bots", find_game("escalation")))
    assert path == Path(__file__).parent.parent / "bots/escalation/monte_carlo.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 60


@pytest.mark.parametrize("readings", [{}, {"short-stock": "draw-none", "led-special": "own-rank"}])
def test_it_plays_under_other_readings(readings: dict[str, str]) -> None:
    """In a small game, where it thinks at every question."""
    made = find_game("escalation")
    game = made(3, readings=readings, settings={"ranks": "2,3,4,5,6,7", "suits": 2, "hand": 3})
    make = seat_maker("monte_carlo", "escalation", folders("bots", made))
    secret = b"m" * 32
    result = play_match(game, [make(seat_rng(secret, seat)) for seat in range(3)], secret=secret)
    assert not result.data["faults"]


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("against", "blocks"), [("random", 10), ("greedy", 40)])
def test_it_beats(against: str, blocks: int) -> None:
    found = measure(list(played("escalation", "monte_carlo", against, range(blocks))))
    assert found["score_interval"][0] > 0.5, found
