"""Effervesce, E-7, E-15 and E-16: the jokers and their windows."""

from collections import Counter
from typing import Any

import pytest

from referee.kernel import MissingCase
from referee.kernel.driving import run_step
from tests.drivers import Scripted
from tests.rules.effervesce import (
    CHALLENGE,
    LET,
    NO_ASIDE,
    at_table,
    cards,
    hand,
    play,
    some,
    turn,
)


def red_by_challenger(t: Any, *after: Any, user: int = 1, **otherwise: Any) -> Scripted:
    """Seat 1 challenges, and ``user`` plays the Red Joker at once; two low cards go round."""
    start = turn(t, 1, 1, 2, but="Ah RJ 2c 2d")
    kept = " ".join(["Ah RJ 2c 2d", *start[2][2]])
    order = [player.seat for player in t.everyone_from(t.players[user])]
    passes = [(seat, "pass", some(t, seat, 2, but=kept)) for seat in order]
    script = [*start, CHALLENGE, (user, "joker", ["red", ["RJ"]])]
    return play(t, *script, NO_ASIDE, *passes, *after, **otherwise)


NOTHING_TAKEN: list[Any] = [(1, "take", []), (1, "give", []), (1, "point out", []), ("draw", "")]


def test_E_15_all_pass_two_cards_to_the_left_on_the_state_before():
    t = at_table("Ah", "RJ 9c 9d", "8c 8d")
    script = [*turn(t, 1, 1, 2, but="Ah"), CHALLENGE, (1, "joker", ["red", ["RJ"]])]
    before = [hand(t, seat) for seat in range(3)]
    mine = some(t, 0, 5, but="Ah")[3:]
    play(
        t, *script, NO_ASIDE, (1, "pass", ["9c", "9d"]), (0, "pass", mine),
        (2, "pass", ["8c", "8d"]), ("draw", "Kh"), *NOTHING_TAKEN,
    )  # fmt: skip
    assert hand(t, 2) == before[2] - cards("8c 8d") + cards("9c 9d")
    assert hand(t, 0) == before[0] - Counter(mine) + cards("8c 8d")
    assert hand(t, 1) == before[1] - cards("9c 9d RJ") + Counter(mine) + cards("Kh")


def test_E_15_a_received_card_cannot_be_passed_on_unless_the_reading_says_so():
    """In turn order seat 2 passes after seat 1's cards have come."""
    for reading, legal in (("simultaneous", False), ("in-turn-order", True)):
        t = at_table("Ah", "RJ Kc Kd", "8c 8d", readings={"pass-order": reading})
        script = [*turn(t, 1, 1, 2, but="Ah"), CHALLENGE, (1, "joker", ["red", ["RJ"]])]
        aside: Any = NO_ASIDE
        mine = (0, "pass", some(t, 0, 5, but="Ah")[3:])
        passes = [(1, "pass", ["Kc", "Kd"]), aside, mine, (2, "pass", ["Kc", "8d"])]
        if not legal:
            with pytest.raises(AssertionError, match="may not be chosen"):
                play(t, *script, aside, passes[0], mine, passes[3])
        else:
            play(t, *script, *passes, ("draw", "Kh"), *NOTHING_TAKEN)
            assert hand(t, 0)["Kc"] == 1


def test_E_15_its_user_wins_whatever_was_shown_and_may_draw_it_again():
    t = at_table("2c", "RJ 2d")
    asked = red_by_challenger(t, ("draw", "RJ"), *NOTHING_TAKEN)
    assert hand(t, 1)["RJ"] == 1
    assert (0, "take") not in asked.asked
    t = at_table("RJ 2d", "Ah")
    red_by_challenger(t, ("draw", "RJ"), (0, "number", "first die"), (0, "take", ["Ah"]), (0, "give", ["RJ"]), user=0)
    assert hand(t, 1)["RJ"] == 1


def test_E_15_it_can_follow_a_lost_comparison_and_a_revealed_hand():
    """Seat 1 loses the comparison, plays the Red Joker after its hand was shown, and wins."""
    t = at_table("Ah", "RJ 2d")
    joker = [*[(1, "joker", ["none"])] * 2, (1, "joker", ["red", ["RJ"]])]
    passes = [(1, "pass", some(t, 1, 2, but="RJ")), (0, "pass", some(t, 0, 2, but="Ah"))]
    start = [*turn(t, 1, 1, 2, but="Ah"), CHALLENGE]
    play(t, *start, *joker, *passes, ("draw", "Kh"), *NOTHING_TAKEN)


@pytest.mark.parametrize(
    ("reading", "moments"), [("until-selection", 3), ("before-comparison", 1), ("until-exchange", 4)]
)
def test_E_15_the_window(reading, moments):
    """How often the challenger is asked about the Red Joker: challenge, comparison, reveal, picks."""
    t = at_table("Ah", "RJ 2d", readings={"red-joker-window": reading})
    offered = []

    class Watching(Scripted):
        def choose(self, choice):
            if choice.ask == "joker":
                offered.append((choice.player.seat, "red" in choice.space.describe()["arms"]))
            return super().choose(choice)

    picks = [(0, "number", "first die"), (0, "take", ["RJ"]), (0, "give", ["2c"])]
    run_step(t.game, t, Watching([*turn(t, 1, 1, 2, but="Ah 2c"), CHALLENGE, *picks], LET))
    assert offered.count((1, True)) == moments


def test_E_15_passing_the_red_joker_itself_leaves_the_neighbour_one_card_short():
    t = at_table("2c", "RJ 2d", readings={"red-joker-passed": "passable"})
    one = some(t, 1, 1, but="RJ")
    script = [*turn(t, 1, 1, 2, but="2c"), CHALLENGE, (1, "joker", ["red", ["RJ"]])]
    passes = [NO_ASIDE, (1, "pass", one), (0, "pass", some(t, 0, 5, but="2c")[3:])]
    play(t, *script, (1, "pass the joker", "red"), *passes, ("draw", "Kh"), *NOTHING_TAKEN)
    assert [place.size for place in t.hand] == [14, 16]


def test_E_15_a_third_player_may_name_the_winner_under_a_reading():
    hands = ("Ah", "2d", "RJ")
    t = at_table(*hands)
    assert (2, "joker") not in red_and_let(t, [])
    t = at_table(*hands, readings={"red-joker-user": "any-holder-names-winner"})
    red_by_challenger(t, ("draw", "Kh"), (2, "winner", {"seat": 1}), *NOTHING_TAKEN, user=2)
    t = at_table(*hands, readings={"red-joker-user": "undefined"})
    with pytest.raises(MissingCase):
        red_by_challenger(t, ("draw", "Kh"), user=2)


def red_and_let(t: Any, script: list[Any]) -> list[tuple[int, str]]:
    picks = [(0, "number", "first die"), (0, "take", ["2d"]), (0, "give", ["2c"])]
    return play(t, *turn(t, 1, 1, 2, but="Ah 2c"), CHALLENGE, *script, *picks).asked


def test_E_16_who_is_asked_does_not_depend_on_who_holds_a_joker():
    asked = []
    for hands in (("Ah RJ BJ", "2d"), ("Ah", "2d RJ BJ"), ("Ah", "2d")):
        asked.append(red_and_let(at_table(*hands), []))
    assert asked[0] == asked[1] == asked[2]


def test_E_16_the_turn_player_is_asked_first_or_the_challenger():
    for reading, first in (("turn-player-first", 0), ("challenger-first", 1)):
        asked = red_and_let(at_table("Ah", "2d", readings={"joker-priority": reading}), [])
        assert next(seat for seat, ask in asked if ask == "joker") == first


def test_E_16_the_black_joker_returns_set_aside_cards_and_ends_the_turn():
    t = at_table("Ah BJ", "2d")
    before = hand(t, 0)
    script = [*turn(t, 1, 1, 2, but="Ah"), (0, "joker", ["none"]), (1, "joker", ["none"])]
    assert "BJ" in script[2][2] or script[2][2].append("BJ") or script[2][2].pop(0)
    play(t, *script, (0, "joker", ["black", ["BJ"]]), ("draw", "Kd"))
    assert hand(t, 0) == before - cards("BJ") + cards("Kd")
    assert t.mover.seat == 1
    assert all(place.is_empty for place in t.aside)


def test_E_16_a_joker_that_has_just_been_picked_can_cancel():
    t = at_table("Ah", "BJ 2d")
    before = hand(t, 0)
    script = [*turn(t, 1, 1, 2, but="Ah 2c"), CHALLENGE]
    picks = [(0, "number", "first die"), (0, "take", ["BJ"]), (0, "give", ["2c"])]
    play(t, *script, *picks, (1, "joker", ["black", ["BJ"]]), ("draw", "Kd"))
    assert hand(t, 0) == before
    assert hand(t, 1)["Kd"] == 1


@pytest.mark.parametrize(
    ("readings", "asked"),
    [
        ({}, 6),
        ({"cancel-window-start": "from-declaration"}, 7),
        ({"cancel-window-start": "from-selection"}, 5),
        ({"cancel-after-selection": "not-allowed"}, 5),
        ({"cancel-after-comparison": "not-allowed"}, 3),
    ],
)
def test_E_16_the_window_of_the_black_joker(readings, asked):
    """Roll, selection, challenge, comparison, reveal, picks; counted for the challenger, who holds it."""
    t = at_table("Ah", "BJ 2d", readings=readings)
    offered = []

    class Watching(Scripted):
        def choose(self, choice):
            if choice.ask == "joker":
                offered.append((choice.player.seat, "black" in choice.space.describe()["arms"]))
            return super().choose(choice)

    picks = [(0, "number", "first die"), (0, "take", ["BJ"]), (0, "give", ["2c"])]
    run_step(t.game, t, Watching([*turn(t, 1, 1, 2, but="Ah 2c"), CHALLENGE, *picks], LET))
    assert offered.count((1, True)) == asked


def black_received(t: Any, *after: Any) -> None:
    """Seat 1 plays the Red Joker; seat 0 passes it the Black Joker."""
    script = [*turn(t, 1, 1, 2, but="BJ Ah Kh"), CHALLENGE, (1, "joker", ["red", ["RJ"]])]
    passes = [NO_ASIDE, (1, "pass", ["9c", "9d"]), (0, "pass", ["BJ", "Kh"])]
    play(t, *script, *passes, ("draw", "Qh"), *after)


@pytest.mark.parametrize(("reading", "stays"), [("pass-stays", True), ("pass-undone", False)])
def test_E_16_the_black_joker_answers_the_red_one_and_the_passed_cards_stay(reading, stays):
    t = at_table("BJ Ah Kh", "RJ 9c 9d", readings={"cancel-undoes-pass": reading})
    before = hand(t, 0), hand(t, 1)
    black_received(t, (0, "joker", ["none"]), (1, "joker", ["black", ["BJ"]]), ("draw", "Jh"))
    if stays:
        assert hand(t, 0) == before[0] - cards("BJ Kh") + cards("9c 9d")
        assert hand(t, 1) == before[1] - cards("RJ 9c 9d") + cards("Qh Kh Jh")
    else:
        assert hand(t, 0) == before[0] - cards("BJ") + cards("Jh")
        assert hand(t, 1) == before[1] - cards("RJ") + cards("Qh")


def test_E_16_a_passed_black_joker_may_come_too_late():
    t = at_table("BJ Ah Kh", "RJ 9c 9d", readings={"passed-black-joker": "not-this-trade"})
    with pytest.raises(AssertionError, match="may not be chosen"):
        black_received(t, (0, "joker", ["none"]), (1, "joker", ["black", ["BJ"]]))
    t = at_table("BJ Ah Kh", "RJ 9c 9d", readings={"passed-black-joker": "not-this-trade"})
    black_received(t, *NOTHING_TAKEN)
    t.mover = t.players[1]
    play(t, *turn(t, 0, 1, 2, but="BJ"), (1, "joker", ["black", ["BJ"]]), ("draw", "Jh"))


@pytest.mark.parametrize("reading", ["returned-first", "topped-up", "one-short"])
def test_E_7_a_red_joker_played_from_the_set_aside_cards(reading):
    """The exchange still follows: picked anew, filled up, or one card short."""
    readings = {"joker-from-selection": reading, "challenge-and-trade": "also-trade"}
    t = at_table("RJ Ah Kh", "2d", readings=readings)
    others = some(t, 0, 2, but="RJ Ah Kh 2c")
    script = [("declare", {"seat": 1}), ("roll", 1, 2), ("set aside", ["RJ", *others]), CHALLENGE]
    aside: list[Any] = [] if reading == "returned-first" else [NO_ASIDE]
    passes = [*aside, (0, "pass", ["Ah", "Kh"]), (1, "pass", some(t, 1, 2, but="2d"))]
    of_aside: list[Any] = [] if reading == "returned-first" else [(0, "give of the set-aside cards", [])]
    picks = [(0, "number", "first die"), (0, "take", ["2d"]), *of_aside, (0, "give", ["2c"])]
    again = {"returned-first": [*others, "2d"], "topped-up": ["2d"], "one-short": None}[reading]
    refill = [(0, "set aside", again)] if again else []
    play(
        t,
        *script,
        (0, "joker", ["red", ["RJ"]]),
        *passes,
        ("draw", "Qh"),
        *picks,
        *refill,
        ("pick", "Ah Kh 2c"),
    )
    assert [place.size for place in t.hand] == ([16, 14] if reading == "one-short" else [15, 15])


def test_E_16_declares_anew():
    t = at_table("BJ", "2d", readings={"turn-after-cancel": "declares-anew"})
    cancelled = [("declare", {"seat": 1}), ("roll", 1, 2), (0, "joker", ["black", ["BJ"]]), ("draw", "Kd")]
    aside = ["Kd", *some(t, 0, 2, but="BJ")]
    play(t, *cancelled, ("declare", "stock"), ("roll", 2, 1), ("set aside", aside), ("draw", "9h 9d 9c"))
    assert t.mover.seat == 1


def test_E_16_an_exchange_with_the_stock_may_be_no_trade():
    t = at_table("BJ", "", readings={"stock-exchange-cancel": "not-a-trade"})
    driver = play(t, *turn(t, "stock", 1, 2), ("draw", "9h 9d 9c"))
    assert all(ask != "joker" for _, ask in driver.asked)
