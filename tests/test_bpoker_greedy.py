"""B-poker's greedy bot: it wins hands, and answers what is done to it."""

import random
import sys
from pathlib import Path

import pytest

from referee.games.bpoker.hands import FIVE_ABOVE, worth
from referee.games.registry import find_game
from referee.kernel.views import view_of
from referee.play.bot import Ask, View
from referee.play.bot_loading import load_bot
from referee.play.described_spaces import space_of
from referee.play.referee import play_match
from referee.play.seats import BotSeat, RandomSeat
from referee.record.tape import secret_of_seed

pytestmark = pytest.mark.untraced
"""Thousands of matches through code that other tests cover: not traced, so that they take half the time."""

ROOT = Path(__file__).resolve().parent.parent
Greedy = load_bot(ROOT / "bots/bpoker/greedy.py", "greedy")


def test_it_wins_most_matches_against_three_random_players():
    game = find_game("bpoker")(4, settings={"hands": 4})
    first = 0
    for number in range(12):
        seat = number % 4
        seats = [RandomSeat(random.Random(number * 8 + each)) for each in range(4)]
        seats[seat] = BotSeat(Greedy(), "greedy", random.Random(number))
        result = play_match(game, seats, secret=secret_of_seed(str(number)))
        assert not result.data["faults"]
        first += result.data["ranks"][seat] == 1
    assert first >= 7, "a seat without merit is first in three of twelve"


def test_it_orders_hands_as_the_rules_do():
    rng = random.Random(5)
    cards = [(rank, suit) for rank in range(2, 15) for suit in "hsdc"]
    evaluate = sys.modules[Greedy.__module__].worth
    kinds = [0, 2, 4, 6, 8, 10, 12, 14, 16, 17]
    for _ in range(300):
        hand = [rng.choice(cards) for _ in range(5)]
        if {rank for rank, _ in hand} == {14, 2, 3, 4, 5}:
            continue
        ours, theirs = evaluate(hand)[1], worth(tuple(sorted(hand)), 0, FIVE_ABOVE)[0]
        assert kinds[ours] == theirs, hand


def asked(what, options, **laid):
    """What the bot says as seat 0 of three, with cards in its view, on tables and in flight."""
    game = find_game("bpoker")(3)
    table = game.table()
    for place, names in laid.items():
        pile = game.deck.parse(names.split())
        target = table.flight if place == "flight" else getattr(table, place[:-1])[table.players[int(place[-1])]]
        table.move(pile, table.pot, target)
    bot = Greedy()
    bot.seat, bot.rng = 0, random.Random(0)
    return bot.answer(View(lambda: view_of(table, table.players[0])), Ask(what, 0, space_of(options)))


def one_of(*options):
    return {"space": "one of", "options": list(options)}


def test_it_plays_the_9_of_diamonds_at_once():
    cards = {"space": "cards", "of": ["2h", "9d", "Kc"], "least": 1, "most": 1}
    assert asked("play", {"space": "arms", "arms": {"card": cards}}, view0="2h 9d Kc") == ["card", ["9d"]]


def test_it_uses_magic_and_the_tunnel_against_what_hurts_and_only_then():
    assert asked("enters", one_of("pass", "magic"), flight="10c", table0="10d") == "magic"
    assert asked("enters", one_of("pass", "magic"), flight="7d", table0="10d") == "pass"
    assert asked("forced", one_of("pass", "tunnel"), flight="Ks", table0="6h") == "tunnel"
    assert asked("forced", one_of("pass", "tunnel"), flight="4h", table0="6h") == "pass"


def test_it_stops_with_the_highest_hand_and_declares_it():
    arms = {"card": {"space": "cards", "of": ["2h"], "least": 1, "most": 1}, "stop": {"space": "nothing"}}
    row = "Kh Ks Kd Qh Qs 3c"
    assert asked("play", {"space": "arms", "arms": arms}, table0=row, view0="2h") == ["stop"]
    names = sorted(row.split(), key=lambda name: find_game("bpoker")(3).deck.index(name))
    space = {"space": "some of a row", "row": "table", "seat": 0, "of": list(enumerate(names)), "least": 0, "most": 5}
    chosen = asked("declare", {**space, "of": [list(each) for each in space["of"]]}, table0=row)
    assert sorted(names[place] for place in chosen) == sorted(["Kh", "Ks", "Kd", "Qh", "Qs"])
