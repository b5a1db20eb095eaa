"""Fscking Ace's greedy bot: it knows what is left, and earns money from those who do not count."""

import random
from fractions import Fraction
from pathlib import Path

import pytest

from referee.games.fscking_ace.table import STOP_OR_GO_ON
from referee.games.registry import find_game
from referee.kernel.views import view_of
from referee.play.bot import Ask, View
from referee.play.bot_loading import load_bot
from referee.play.referee import play_match
from referee.play.seats import BotSeat, RandomSeat
from referee.record.tape import secret_of_seed

pytestmark = pytest.mark.untraced
"""Thousands of matches through code that other tests cover: not traced, so that they take half the time."""

ROOT = Path(__file__).resolve().parent.parent
Greedy = load_bot(ROOT / "bots/fscking_ace/greedy.py", "greedy")


def test_it_earns_money_from_random_players():
    game = find_game("fscking-ace")(4)
    won, squares, matches = Fraction(0), 0.0, 300
    for number in range(matches):
        seat = number % 4
        seats = [RandomSeat(random.Random(number * 8 + each)) for each in range(4)]
        seats[seat] = BotSeat(Greedy(), "greedy", random.Random(number))
        payoff = play_match(game, seats, secret=secret_of_seed(str(number))).payoffs[seat]
        payoff = Fraction(payoff["fraction"]) if isinstance(payoff, dict) else payoff
        won += payoff
        squares += float(payoff) ** 2
    mean = float(won) / matches
    error = ((squares / matches - mean**2) / matches) ** 0.5
    assert mean - 3 * error > 0, (mean, error)


def asked(turned, discarded="", scored=""):
    """What the bot says as seat 0 of three with these cards on the table and the others in the pack."""
    return answer_of(find_game("fscking-ace")(3), turned, discarded, scored)


def answer_of(game, turned, discarded, scored):
    table = game.table()
    table.move(game.deck.parse(scored.split()), table.pack, table.scored[1])
    table.move(game.deck.parse(turned.split()), table.pack, table.turned)
    table.move(game.deck.parse(discarded.split()), table.pack, table.discarded)
    bot = Greedy()
    bot.seat, bot.rng = 0, random.Random(0)
    bot.start(dict(game.form))
    return bot.answer(View(lambda: view_of(table, table.players[0])), Ask("turn", 0, STOP_OR_GO_ON))


def test_it_stops_with_much():
    assert asked(turned="2d 2h 3d 4d 5d 6d 7d 8d 9d 10d Jd Qd Kd Jo10") == "stop"


def test_it_goes_on_where_no_spade_but_the_ace_is_left_only_if_there_are_enough_other_cards():
    spades = "2s 3s 4s 5s 6s 7s"
    assert asked(discarded=spades, turned="7d") == "go on"
    clubs = " ".join(f"{rank}c" for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"])
    hearts = clubs.replace("c", "h")
    diamonds = "Ad 2d 3d 4d 5d 6d 8d 9d 10d Jd Qd Kd"
    assert asked(discarded=f"{spades} {clubs} {hearts} {diamonds} Jo5 Jo10", turned="7d") == "stop"


def naive_best(turned, left, scored):
    """What a stop and the best plan are worth for seat 0 of three, where seat 1 has scored cards: the bot's estimate
    of what a stop brings, and every next card one by one."""

    def worth(cards):
        red, clubs = sum(card in ("2d", "2h") for card in cards), cards.count("2c")
        jokers = sum(int(card[2:]) for card in cards if card.startswith("Jo"))
        return sum(not card.startswith("Jo") for card in cards) * 2**red + jokers * 2**clubs

    def due(cards):
        return worth(scored) + 2 + (15 if len(cards) <= len(scored) else 0)

    def stop(cards):
        tied = 1 + (len(cards) == len(scored)) + (len(cards) == 0)
        paid = worth(cards) + 1 + (15 / tied if len(cards) >= len(scored) else 0)
        return paid - (paid + due(cards)) / 3

    def go_on(cards, rest):
        total = 0.0
        for place, card in enumerate(rest):
            if card == "As":
                total -= due([])
            elif card == "7s":
                total += stop([])
            else:
                more, fewer = [*cards, card], rest[:place] + rest[place + 1 :]
                total += max(stop(more), go_on(more, fewer))
        return total / len(rest)

    return stop(turned), go_on(turned, left)


@pytest.mark.parametrize("seed", range(40))
def test_it_stops_where_no_plan_is_worth_more(seed):
    """Small packs: the bot against every order of the cards that are left, with the choice to stop after each."""
    rng = random.Random(seed)
    settings = {"suits": "diamonds clubs", "ranks": "2 3 4", "spades": "A 7"}
    game = find_game("fscking-ace")(3, settings=settings)
    cards = ["2d", "2c", "3d", "4d", "3c", "4c", "Jo5", "Jo10"]
    turned = rng.sample(cards, rng.randint(1, 3))
    cards = [card for card in cards if card not in turned]
    scored = rng.sample(cards, rng.randint(0, 3))
    left = [card for card in cards if card not in scored] + ["7s"] * rng.randint(0, 1) + ["As"]
    stop, go_on = naive_best(turned, left, scored)
    said = answer_of(game, " ".join(turned), "" if "7s" in left else "7s", " ".join(scored))
    assert said == ("go on" if go_on > stop + 1e-9 else "stop"), (turned, left, stop, go_on)


def test_it_looks_further_than_one_card():
    """One more card is worth less than a stop, but with four more the bonus comes into reach."""
    assert asked(turned="Ad", scored="10c 3d Jo10 2d") == "go on"
