"""Every game here is imagined, also after secret votes and where cards of several kinds lie in
places of their own."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.play.bot import Ask, Bot, Option, View
from referee.play.hidden import CannotImagine
from referee.play.referee import play_match, seat_rng
from referee.play.seats import BotSeat

GAMES = sorted(rules.parent for rules in (Path(__file__).parent / "games").glob("*/rules.py"))
MOST = 60
"""Questions of a match at which something is imagined."""


class Imagining(Bot):
    """Answers at random, after it has imagined a position."""

    def __init__(self, found: Counter[str]) -> None:
        self.found = found

    def answer(self, view: View, ask: Ask) -> Option:
        if ask.count() > 1 and self.found.total() < MOST:
            try:
                self.found["right" if view.admits(view.imagine(self.rng)) else "wrong"] += 1
            except CannotImagine:
                self.found["none"] += 1
        return ask.sample(self.rng)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_game_is_imagined(folder: Path) -> None:
    rules = find_game(folder)
    game = rules(max(rules.fewest_players, min(3, rules.most_players)))
    for seed in range(4):
        found, secret = Counter[str](), random.Random(f"imagined {seed}").randbytes(32)
        seats = [BotSeat(Imagining(found), "imagining", seat_rng(secret, number)) for number in range(game.players)]
        assert not play_match(game, seats, secret=secret, turn_cap=15).data["faults"]
        assert found["right"] == found.total() > 0, found
