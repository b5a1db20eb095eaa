"""The bot ``greedy`` of Effervesce never answers what is not allowed, whatever the form of the game."""

import random

import pytest

from referee.bot import Ask, View
from referee.games.effervesce.rules import Effervesce
from referee.games.shipped import folders
from referee.kernel.selections import OneCard, Selection
from referee.kernel.spaces import NOTHING, Arms, OneOf
from referee.kernel.views import view_of
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat, Seat, seat_maker
from referee.record.tape import secret_of_seed
from tests.rules.effervesce import ALL_SPADES, READINGS, TWELVE, at_table

pytestmark = pytest.mark.untraced
"""Thousands of matches through code that other tests cover: not traced, so that they take half the time."""

GREEDY = seat_maker("greedy", "effervesce", folders("bots", Effervesce))
SMALL = {"suits": "hearts,spades", "ranks": "A,K,7,2", "hand": "6", "sides": "3"}


def play(game, name, turns, randoms=0):
    secret = secret_of_seed(name)
    seats: list[Seat] = [GREEDY(seat_rng(secret, seat)) for seat in range(game.players - randoms)]
    seats += [RandomSeat(seat_rng(secret, seat)) for seat in range(game.players - randoms, game.players)]
    result = play_match(game, seats, secret=secret, turn_cap=turns)
    assert not result.data["faults"]
    return result


@pytest.mark.parametrize("players", range(2, 8))
def test_greedy_is_never_at_fault(players):
    for match in range(3):
        play(Effervesce(players), f"{players}/{match}", 30, randoms=match % players)


@pytest.mark.parametrize("slug", READINGS)
def test_greedy_is_never_at_fault_under_other_readings(slug):
    """Each alternative of each reading once; a match may be stopped by ``undefined``, which is nobody's fault."""
    for number, value in enumerate(READINGS[slug].alternatives):
        game = Effervesce(2 + (len(slug) + number) % 6, readings={slug: value})
        play(game, f"{slug}/{value}", 12, randoms=number % 2)


def test_greedy_is_never_at_fault_under_readings_together():
    rng = random.Random("readings")
    for match in range(40):
        readings = {
            slug: rng.choice([value for value in each.alternatives if value != "undefined"])
            for slug, each in READINGS.items()
        }
        small = match % 2
        play(Effervesce(2 if small else rng.randint(2, 7), readings=readings, settings=SMALL if small else {}),
             f"together/{match}", 15)  # fmt: skip


# -- what it does -----------------------------------------------------------------------------------------


def answer(table, ask, space, seat=0):
    bot = GREEDY(random.Random(1)).bot
    bot.seat = seat
    bot.start({"settings": table.game.settings})
    player = table.players[seat]
    told = bot.answer(View(lambda: view_of(table, player)), Ask(ask, seat, space))
    return told if isinstance(told, (list, str)) else told.plain


def cards(table, words):
    return table.game.deck.parse(words.split())


def test_it_keeps_its_suit_and_parts_with_second_copies():
    table = at_table("As 2s 3s 4s 5s 6s 7s 7s Kh Qd 2c 3c 4c RJ BJ", "")
    hand = Selection(table.game.deck, table.hand[table.players[0]].pile, 4, 4)
    assert sorted(answer(table, "set aside", hand)) == ["2c", "3c", "4c", "7s"]


def test_it_takes_what_it_needs():
    table = at_table("As 2s 3s 4s 5s 6s 7s 7s Kh Qd 2c 3c 4c RJ BJ", "")
    theirs = Selection(table.game.deck, cards(table, "As 8s 8s 9s Ah Kd"), 2, 2)
    assert sorted(answer(table, "take", theirs)) == ["8s", "9s"]


def test_it_claims_with_an_ace_beside_the_suit_only():
    deck = at_table("", "").game.deck
    for leftovers, said in (("Ah 2c", ["claim", ["BJ"]]), ("Kh 2c", ["silent"])):
        table = at_table(f"{TWELVE} BJ {leftovers}", "")
        ways = Arms({"silent": NOTHING, "claim": OneCard(deck, cards(table, "BJ"))})
        assert answer(table, "full suit", ways) == said


def test_it_declares_a_full_suit():
    table = at_table(f"{ALL_SPADES} 2c 3c", "")
    ways = Arms({"silent": NOTHING, "declare": Selection(table.game.deck, 0, 0, 0)})
    assert answer(table, "full suit", ways) == ["declare", []]


def test_its_red_joker_turns_a_lost_challenge():
    table = at_table("2s 3s RJ", "")
    table.mover, table.declared = table.players
    ways = Arms({"none": NOTHING, "red": OneCard(table.game.deck, cards(table, "RJ"))})
    assert answer(table, "joker", ways) == ["none"]
    table.compared, table.winner = True, table.players[1]
    assert answer(table, "joker", ways) == ["red", ["RJ"]]
    table.winner = table.players[0]
    assert answer(table, "joker", ways) == ["none"]


def test_its_black_joker_saves_a_good_hand_from_doubles_and_no_other():
    for held, said in (("2s 3s 4s 5s 6s 7s 8s", ["black", ["BJ"]]), ("", ["none"])):
        table = at_table(f"{held} BJ", "")
        table.mover, table.first_die, table.second_die = table.players[0], 4, 4
        ways = Arms({"none": NOTHING, "black": OneCard(table.game.deck, cards(table, "BJ"))})
        assert answer(table, "joker", ways) == said


def test_it_challenges_with_a_card_that_is_hard_to_beat():
    ways = Arms({"let": NOTHING, "challenge": NOTHING})
    assert answer(at_table("Ah", ""), "challenge", ways) == ["challenge"]
    assert answer(at_table("Kh", ""), "challenge", ways) == ["let"]


def test_it_names_as_many_cards_as_it_can_spare():
    table = at_table("As 2s 3s 4s 5s 6s 7s 8s 9s 2c 3c 4c 5d 6d 8d", "")
    table.first_die, table.second_die = 5, 4
    numbers = OneOf(["first die", "second die", "total", "none"])
    assert answer(table, "number", numbers) == "first die"
