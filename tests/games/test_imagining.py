"""Every game here is imagined, also after secret votes and where cards of several kinds lie in
places of their own: right by all that the seat knows, and so that nothing that may be true is left out."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.kernel.players import Player
from referee.kernel.table import Table
from referee.play.bot import Ask, Bot, Option, View
from referee.play.hidden import CannotImagine
from referee.play.referee import play_match, seat_rng
from referee.play.resampling import hidden_scalars, value_of
from referee.play.seats import BotSeat
from tests.conformance import setups
from tests.test_imagine import Looking, Question, check, play

GAMES = sorted(rules.parent for rules in (Path(__file__).parent / "games").glob("*/rules.py"))
MOST = 60
"""Questions of a match at which something is imagined."""
QUEUE = Path(__file__).parent.parent / "env" / "games" / "queue"
LOOKED_AT, TRIES = 12, 1000
"""Questions of a form of a game that are looked at; positions in which each part of the truth comes up once."""


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


def hidden_parts(table: Table, player: Player) -> set[tuple[object, ...]]:
    """What a seat does not see, in likely parts: a die, a card in a hand, a card at a place of a row."""
    found: set[tuple[object, ...]] = set()
    for cell in hidden_scalars(table, player):
        value = value_of(table, cell)
        found |= {(cell, at, each) for at, each in enumerate(value if isinstance(value, tuple) else [value])}
    for place in table.places:
        if place.is_row and not place.sees(player):
            found |= {(place.full_name, at, place.face(laid).name) for at, laid in enumerate(place.row)}
        elif not place.sees(player):
            found |= {(place.full_name, name) for name in table.deck.names(place.pile)}
    return found


SOON = ("crazy_eights", "hanabi", "liars_dice", "love_letter", "queue")
"""Hidden cards, dice, rows and draws of others; the other games are gone through in the long profile."""


@pytest.mark.parametrize(
    "folder",
    [pytest.param(each, marks=() if each.name in SOON else pytest.mark.long) for each in (*GAMES, QUEUE)],
    ids=lambda folder: folder.name,
)
@pytest.mark.untraced
def test_what_is_imagined_agrees_and_may_be_the_truth(folder: Path) -> None:
    """Whoever looks at the imagined position is shown and told just the same; the true one is admitted, and each part
    of it comes up again."""
    rules, rng = find_game(folder), random.Random(4)
    for game in (rules(rules.fewest_players), *list(setups.with_mixed_readings(rules, rng))[-1:]):
        looked_at = 0

        def visit(question: Question) -> None:
            nonlocal looked_at
            if rng.random() > 0.3 or looked_at == LOOKED_AT:
                return
            looked_at += 1
            assert check(question, rng)
            left = hidden_parts(question.choice.table, question.player)
            for _ in range(TRIES if left else 0):
                left -= hidden_parts(Looking(question.view.imagine(rng), question.player).table, question.player)
                if not left:
                    break
            assert not left

        for seed in range(4):
            play(game, seed, 40, visit)
        assert looked_at > 3
