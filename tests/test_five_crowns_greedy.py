"""The bot ``greedy`` of Five Crowns: it is never at fault, and is left with fewer points than random players."""

import random
from fractions import Fraction
from statistics import mean, stdev

import pytest

from referee.games.five_crowns.rules import FiveCrowns
from referee.games.shipped import folders
from referee.kernel.game import rules_of
from referee.kernel.spaces import Arms, OneOf
from referee.kernel.views import view_of
from referee.play.bot import Ask, View
from referee.play.bot_loading import load_bot
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat, Seat, seat_maker
from referee.record.tape import secret_of_seed

pytestmark = pytest.mark.untraced
"""Thousands of matches through code that other tests cover: not traced, so that they take half the time."""

GREEDY = seat_maker("greedy", "five-crowns", folders("bots", FiveCrowns))
FILE = next(folder / "five_crowns/greedy.py" for folder in folders("bots", FiveCrowns))
READINGS = rules_of(FiveCrowns).readings


def play(game, name, randoms):
    secret = secret_of_seed(name)
    seats: list[Seat] = [GREEDY(seat_rng(secret, seat)) for seat in range(game.players - randoms)]
    seats += [RandomSeat(seat_rng(secret, seat)) for seat in range(game.players - randoms, game.players)]
    result = play_match(game, seats, secret=secret)
    assert not result.data["faults"]
    return result


def exact(payoff):
    return float(Fraction(payoff["fraction"]) if isinstance(payoff, dict) else payoff)


def test_F_11_it_is_left_with_fewer_points_than_random_players():
    """Payoffs of twenty matches of two rounds: the lower end of a 99.9 % interval is well above nothing."""
    game = FiveCrowns(4, settings={"first": "5", "last": "6"})
    payoffs = [exact(play(game, f"beats/{number}", 3).payoffs[0]) for number in range(20)]
    error = stdev(payoffs) / len(payoffs) ** 0.5
    assert mean(payoffs) - 3.9 * error > 10, (mean(payoffs), error)


@pytest.mark.parametrize("slug", READINGS)
def test_it_is_never_at_fault_under_any_reading(slug):
    """Each alternative of each reading once; a match may be stopped by ``undefined``, which is nobody's fault."""
    for number, value in enumerate(READINGS[slug].alternatives):
        game = FiveCrowns(3, readings={slug: value}, settings={"first": "4", "last": "4"})
        play(game, f"{slug}/{value}", number % 2)


def test_it_plays_together_with_itself_to_the_end():
    assert play(FiveCrowns(2), "whole", 0).reason == "rounds played"


def asked(hand, what, space_of, discard="9c", last_turns=(), **readings):
    """What the bot says as seat 0 of two in the round of as many cards as it has, or one less after the draw."""
    game = FiveCrowns(2, readings=readings)
    table = game.table()
    cards = game.deck.parse(hand.split())
    table.move(cards, table.stock, table.hand[table.players[0]])
    table.move(game.deck.parse(discard.split()), table.stock, table.discard)
    table.wild, table.last_turns = "3", tuple(table.players[seat] for seat in last_turns)
    bot = load_bot(FILE, "greedy")()
    bot.seat, bot.rng = 0, random.Random(0)
    bot.start(dict(game.form))
    ask = Ask(what, 0, space_of(game, table))
    answer = bot.answer(View(lambda: view_of(table, table.players[0])), ask)
    assert ask.admits(answer)
    return answer


def finishing(game, table):
    return Arms(game.ways_to_finish(table, table.players[0], None))


def sources(game, table):
    return OneOf(("stock", "discard"))


def test_it_exits_when_it_can():
    assert asked("5c 6c 7c Kd", "turn", finishing) == ["exit", ["Kd"]]


def test_it_discards_what_no_meld_can_be_made_of():
    assert asked("5c 6c Qd 4h", "turn", finishing) == ["discard", ["Qd"]]


def test_it_keeps_wilds_until_the_last_turn():
    assert asked("5c 9h 3d 10t", "turn", finishing) != ["discard", ["3d"]]
    assert asked("5c 9h Jo 10t", "turn", finishing, last_turns=(0,)) == ["discard", ["Jo"]]


def test_it_takes_a_card_that_makes_a_meld_and_leaves_one_that_does_not():
    assert asked("5c 6c Qd", "draw", sources, discard="7c") == "discard"
    assert asked("5c 6c Qd", "draw", sources, discard="Kh") == "stock"
