"""Effervesce, E-1 to E-9: the beginning and a turn."""

from fractions import Fraction
from typing import Any

import pytest

from referee.games.effervesce.rules import Effervesce
from referee.kernel import BadInput
from referee.kernel.driving import run_deal
from tests.drivers import RandomDriver, Scripted
from tests.rules.effervesce import (
    ALL_SPADES,
    CHALLENGE,
    JUNK,
    LET,
    TWELVE,
    at_table,
    cards,
    hand,
    play,
    some,
    turn,
    winners,
)


@pytest.mark.parametrize(("players", "stock"), [(2, 76), (3, 61), (4, 46), (5, 31), (6, 16), (7, 1)])
def test_E_1_fifteen_cards_each_and_the_rest_is_the_stock(players, stock):
    game = Effervesce(players)
    t = game.table()
    run_deal(game, t, RandomDriver(players))
    assert [place.size for place in t.hand] == [15] * players
    assert t.stock.size == stock


def test_E_1_eight_players_are_refused_with_the_arithmetic():
    with pytest.raises(BadInput, match=r"8 players × 15 cards = 120, but there are 106 cards"):
        Effervesce(8)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"packs": 1, "suits": "hearts"}, r"2 players × 15 cards = 30, but there are 15 cards"),
        ({"hand": 14}, r"a hand of at least 15"),
        ({"sides": 8}, r"can show 16, more than the 15 cards"),
    ],
)
def test_a_scale_without_meaning_is_refused_with_the_arithmetic(settings, why):
    with pytest.raises(BadInput, match=why):
        Effervesce(2, settings=settings)


def dealt(reading: str, *hands: Any, lot: int = 0) -> tuple[Any, Scripted]:
    game = Effervesce(2, readings={"deal-win": reading})
    t = game.table()
    driver = Scripted([("lot", lot), *[("draw", each) for each in hands]], LET)
    run_deal(game, t, driver)
    driver.assert_used()
    return t, driver


def test_E_1_a_natural_suit_that_was_dealt_wins_before_the_first_turn():
    t, _ = dealt("at-once", f"{ALL_SPADES} 3h 4h", JUNK)
    assert winners(t) == (0,)
    assert (t.turns, t.outcome.reason) == (0, "natural suit")


def test_E_1_redeal_deals_once_more():
    t, _ = dealt("redeal", f"{ALL_SPADES} 3h 4h", JUNK, f"{TWELVE} BJ 3h 4h", JUNK, f"{ALL_SPADES} 3s 4h", JUNK)
    assert winners(t) is None


@pytest.mark.parametrize("broken", [False, True])
def test_E_1_after_the_first_turn_a_dealt_suit_wins_if_it_is_still_there(broken):
    t, _ = dealt("after-first-turn", f"{ALL_SPADES} 3h 4h", JUNK)
    assert winners(t) is None
    given = ["As", "2s", "3s"] if broken else ["3h", "4h", "2s"]
    back = "3d 5d 6d" if broken else "2s 3d 5d"
    play(t, ("declare", "stock"), ("roll", 1, 2), ("set aside", given), ("draw", back))
    assert (winners(t) is None) is broken


def test_E_2_turns_go_to_the_right():
    t = at_table("", "", "", mover=1)
    play(t, *turn(t, "stock", 1, 2), ("draw", ...))
    assert t.mover.seat == 0
    play(t, *turn(t, "stock", 1, 2), ("draw", ...))
    assert t.mover.seat == 2


def test_E_2_the_first_player_is_drawn_or_sits_in_the_first_seat():
    assert dealt("at-once", JUNK, ..., lot=1)[0].mover.seat == 1
    game = Effervesce(3, readings={"first-player": "first-seat"})
    t = game.table()
    run_deal(game, t, RandomDriver(1))
    assert t.mover.seat == 0


def test_E_3_a_second_three_spoils_the_suit_until_it_has_left():
    t = at_table(f"{ALL_SPADES} 3s 2h", "")
    play(t, ("declare", "stock"), ("roll", 1, 2), ("set aside", ["2h", "As", "Ks"]), ("draw", "As Ks 9h"))
    assert winners(t) is None
    t.mover = t.players[0]
    play(t, ("declare", "stock"), ("roll", 1, 2), ("set aside", ["9h", "3s", "Ks"]), ("draw", "Ks 9h 10h"))
    assert winners(t) == (0,)
    assert t.outcome.payoffs == (Fraction(1), Fraction(0))
    assert t.outcome.ranks == (1, 2)


@pytest.mark.parametrize(("reading", "wins"), [("leftover", True), ("counts-as-suit", False)])
def test_E_3_the_black_joker_beside_thirteen_natural_spades(reading, wins):
    t = at_table(f"{ALL_SPADES} 3s BJ", "", readings={"joker-as-leftover": reading})
    play(t, ("declare", "stock"), ("roll", 1, 2), ("set aside", ["3s", "As", "Ks"]), ("draw", "As Ks 9h"))
    assert (winners(t) is not None) is wins


def test_E_3_a_suit_completed_by_a_swap_wins_in_the_middle_of_the_turn():
    t = at_table(f"{ALL_SPADES.replace(' 3s', '')} Ac Ah Kd", "3s Kh Kc")
    aside = ["2s", "4s", "5s", "6s", "8s"]
    play(
        t,
        ("declare", {"seat": 1}), ("roll", 1, 4), ("set aside", aside), CHALLENGE,
        (0, "number", "first die"), (0, "take", ["3s"]), (0, "give", ["Kd"]),
    )  # fmt: skip
    assert winners(t) == (0,)


@pytest.mark.parametrize(
    ("reading", "mover", "wins"),
    [
        ("every-exchange", 0, True),
        ("end-of-turn", 0, True),
        ("end-of-own-turn", 1, False),
        ("end-of-own-turn", 0, True),
    ],
)
def test_E_3_win_check_says_whose_hands_are_examined(reading, mover, wins):
    """Seat 0 gets its last spade, in its own turn or in that of seat 1."""
    suit = ALL_SPADES.replace(" 3s", "")
    t = at_table(f"{suit} Ac Ah Kd", "3s 2c", mover=mover, readings={"win-check": reading})
    if mover == 0:
        play(t, ("declare", "stock"), ("roll", 1, 2), ("set aside", ["Kd", "Ac", "Ah"]), ("draw", "3s 9h 9d"))
    else:
        script = [("set aside", ["3s", "2c", *some(t, 1, 1, but="3s 2c")]), ("pick", "Ac Ah Kd")]
        play(t, ("declare", {"seat": 0}), ("roll", 1, 2), *script)
    assert (winners(t) is not None) is wins


def test_E_3_voluntary_suits_are_asked_for_at_every_check_from_everybody():
    t = at_table(f"{ALL_SPADES} 3s 2h", "", readings={"natural-win": "voluntary"})
    driver = play(
        t, ("declare", "stock"), ("roll", 1, 2), ("set aside", ["3s", "As", "Ks"]), ("draw", "As Ks 9h"),
        (0, "full suit", ["silent"]),
    )  # fmt: skip
    assert winners(t) is None
    assert driver.asked.count((0, "full suit")) == driver.asked.count((1, "full suit")) == 2
    play(t, *turn(t, "stock", 1, 2), ("draw", "Ac Kc Qc"), (0, "full suit", ["declare", []]))
    assert winners(t) == (0,)


def test_E_4_the_stock_or_any_other_player_is_named():
    for named in ("stock", 1, 2):
        t = at_table("", "", "")
        script = turn(t, named, 1, 2)
        play(t, *script, ("draw", ...) if named == "stock" else ("pick", ...))
    with pytest.raises(AssertionError, match="none of the options"):
        play(t, ("declare", {"seat": t.mover.seat}))


def test_E_6_doubles_renew_both_hands_and_nothing_is_set_aside():
    t = at_table("Ah RJ", "Kh BJ")
    whole = t.stock.pile + t.hand[0].pile + t.hand[1].pile
    driver = play(t, *turn(t, 1, 3, 3), ("draw", JUNK), ("draw", ...))
    assert hand(t, 0) == cards(JUNK)
    assert t.stock.pile + t.hand[0].pile + t.hand[1].pile == whole
    assert {ask for _, ask in driver.asked} == {"declare", "joker", "full suit"}


def test_E_6_doubles_with_the_stock_renew_one_hand():
    t = at_table("Ah", "Kh")
    other = hand(t, 1)
    play(t, *turn(t, "stock", 2, 2), ("draw", "Ah Kd Qd Jd 10d 9d 8d 7d Kc Qc Jc 10c 9c 8c 7c"))
    assert hand(t, 1) == other
    assert hand(t, 0)["Ah"] == 1


def test_E_6_the_black_joker_cancels_the_reshuffle_or_not():
    t = at_table("BJ", "")
    before = hand(t, 0)
    play(t, *turn(t, 1, 3, 3), (0, "joker", ["black", ["BJ"]]), ("draw", "Ah"))
    assert hand(t, 0) == before - cards("BJ") + cards("Ah")
    t = at_table("BJ", "", readings={"doubles-cancel": "not-allowed"})
    driver = play(t, *turn(t, 1, 3, 3), ("draw", JUNK), ("draw", ...))
    assert (0, "joker") not in driver.asked


def test_E_6_different_cards_come_from_the_stock_as_it_was():
    t = at_table("Ah", "Kh", readings={"new-cards": "different"})
    old = t.stock.pile
    play(t, *turn(t, 1, 4, 4), ("draw", ...), ("draw", ...))
    assert t.deck.covers(old, t.hand[0].pile + t.hand[1].pile)
    assert t.stock.size == 76


@pytest.mark.parametrize("reading", ["trade-first", "reshuffle-first"])
def test_E_6_the_trade_may_be_carried_out_as_well(reading):
    t = at_table("", "", readings={"doubles-and-trade": reading})
    start, renewed = [("declare", {"seat": 1}), ("roll", 1, 1)], [("draw", ...), ("draw", ...)]
    if reading == "trade-first":
        driver = play(t, *start, ("set aside", some(t, 0, 2)), ("pick", ...), *renewed)
        asked = ["declare", "joker", "set aside", "joker", "joker", "joker", "full suit"]
    else:
        # The first cards of all are drawn: hearts, from the two on.
        driver = play(t, *start, *renewed, ("set aside", ["2h", "2h"]), ("pick", ...))
        asked = ["declare", "joker", "joker", "set aside", "joker", "joker", "full suit"]
    assert [ask for seat, ask in driver.asked if seat == 0] == asked
    assert [place.size for place in t.hand] == [15, 15]


def test_E_7_set_aside_cards_lie_apart_and_hidden_or_open():
    for reading, seen in (("face-down", False), ("face-up", True)):
        t = at_table("", "", readings={"selection-seen": reading})
        assert t.aside[0].sees(t.players[0])
        assert t.aside[0].sees(t.players[1]) is seen


def test_E_8_cards_set_aside_can_be_drawn_again():
    t = at_table("Ah Kh Qh", "")
    before = hand(t, 0)
    play(t, ("declare", "stock"), ("roll", 1, 2), ("set aside", ["Ah", "Kh", "Qh"]), ("draw", "Ah Kh Qh"))
    assert hand(t, 0) == before


@pytest.mark.parametrize("seed", range(5))
def test_E_8_with_seven_players_at_most_one_card_changes(seed):
    game = Effervesce(7)
    t = game.table()
    driver = RandomDriver(seed)
    run_deal(game, t, driver)
    mover = t.mover.seat
    before = hand(t, mover)
    aside = some(t, mover, 5)
    drawn = " ".join([*aside[1:], *t.deck.names(t.stock.pile)])
    play(t, ("declare", "stock"), ("roll", 1, 4), ("set aside", aside), ("draw", drawn))
    assert sum((before - hand(t, mover)).values()) == 1


def test_E_9_the_declared_player_gets_the_set_aside_cards_for_a_blind_draw():
    t = at_table("Ah Kh Qh", "Ac Kc Qc")
    before = hand(t, 0), hand(t, 1)
    play(t, ("declare", {"seat": 1}), ("roll", 1, 2), ("set aside", ["Ah", "Kh", "Qh"]), ("pick", "Ac Kc Qc"))
    assert hand(t, 0) == before[0] - cards("Ah Kh Qh") + cards("Ac Kc Qc")
    assert hand(t, 1) == before[1] - cards("Ac Kc Qc") + cards("Ah Kh Qh")
