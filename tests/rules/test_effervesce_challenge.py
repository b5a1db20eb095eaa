"""Effervesce, E-10 to E-14 and E-20: the challenge."""

from collections import Counter
from typing import Any

import pytest

from referee.games.effervesce.rules import Effervesce
from referee.kernel.driving import run_step
from tests.drivers import Scripted
from tests.rules.effervesce import (
    ALL_SPADES,
    CHALLENGE,
    LET,
    NO_ASIDE,
    at_table,
    cards,
    hand,
    play,
    some,
    turn,
    winners,
)


def test_E_10_a_seven_is_challenged_only_with_the_red_joker():
    t = at_table("Ah", "Ac")
    with pytest.raises(AssertionError, match="may not be chosen"):
        play(t, *turn(t, 1, 3, 4), (1, "challenge", ["challenge", ["RJ"]]))
    t = at_table("Ah", "Ac")
    with pytest.raises(AssertionError):
        play(t, *turn(t, 1, 3, 4), CHALLENGE)
    t = at_table("Ah", "RJ")
    play(
        t, *turn(t, 1, 3, 4, but="Ah 3d"), (1, "challenge", ["challenge", ["RJ"]]),
        NO_ASIDE, (1, "pass", some(t, 1, 2, but="RJ")), (0, "pass", ["Ah", "3d"]),
        ("draw", "Kd"), (1, "take", []), (1, "give", []), (1, "point out", []), ("draw", ""),
    )  # fmt: skip
    assert hand(t, 1)["Ah"] == 1
    assert [place.size for place in t.hand] == [15, 15]


@pytest.mark.parametrize("reading", ["after-roll", "after-selection", "after-draw"])
def test_E_10_the_moment_of_the_challenge(reading):
    t = at_table("Ah", "Ac", readings={"challenge-moment": reading})
    driver = Scripted([("declare", {"seat": 1}), ("roll", 1, 2)], LET)
    with pytest.raises(AssertionError):
        run_step(t.game, t, driver)
    t = at_table("Ah", "Ac", readings={"challenge-moment": reading})
    driver = play(t, *turn(t, 1, 1, 2), ("pick", " ".join(some(t, 1, 3))))
    asked = [ask for _, ask in driver.asked if ask in ("set aside", "challenge")]
    assert asked == (["challenge", "set aside"] if reading == "after-roll" else ["set aside", "challenge"])


@pytest.mark.parametrize(("dice", "void"), [((1, 2), False), ((2, 2), True), ((3, 4), True)])
def test_E_10_a_challenge_before_the_roll_is_void_on_doubles_and_seven(dice, void):
    t = at_table("Ah", "Ac", readings={"challenge-moment": "after-declaration"})
    script: list[Any] = [("declare", {"seat": 1}), CHALLENGE, ("roll", *dice)]
    if dice == (2, 2):
        script += [("draw", ...), ("draw", ...)]
    elif void:
        script += [("set aside", some(t, 0, 7)), ("pick", ...)]
    else:
        script += [(0, "number", "first die"), (0, "take", ["Ac"]), (0, "give", ["Ah"])]
    play(t, *script)


COMPARED = [
    ("Ks", "7h", 1, "equal values: hearts before spades"),
    ("7h", "Ks", 0, ""),
    ("Ac", "Kh", 0, "the value before the suit"),
    ("7h", "Kc", 0, ""),
    ("Qh", "Kc", 1, ""),
    ("Jc Jd", "Js", 1, ""),
    ("7d", "Kd", None, "a 7 and a K of one suit"),
    ("Kd", "Kd", None, "the same card twice"),
]


@pytest.mark.parametrize(("mine", "theirs", "winner", "why"), COMPARED)
def test_E_11_comparisons(mine, theirs, winner, why):
    t = at_table(mine, theirs)
    aside = some(t, 0, 3)
    before = hand(t, 0), hand(t, 1)
    script: list[Any] = [("declare", {"seat": 1}), ("roll", 1, 2), ("set aside", aside), CHALLENGE]
    if winner == 0:
        script += [(0, "number", "second die"), (0, "take", some(t, 1, 2)), (0, "give", some(t, 0, 2))]
    elif winner == 1:
        script += [(1, "take", []), (1, "give", []), (1, "point out", []), ("draw", "")]
    play(t, *script)
    assert (before == (hand(t, 1), hand(t, 0))) is (winner is None)


def test_E_11_jokers_are_the_lowest_and_the_black_one_lowest_of_all():
    order = Effervesce(2).rankings["as-in-challenge", "lowest"].card
    deck = order.deck
    ranked = sorted(order.of, key=lambda kind: order.of[kind])
    assert [deck.cards[kind].name for kind in ranked[:4]] == ["BJ", "RJ", "2c", "2d"]
    assert [deck.cards[kind].name for kind in ranked[-4:]] == ["Ac", "Ad", "As", "Ah"]


def test_E_11_set_aside_cards_are_compared_or_not():
    for reading, winner in (("in-hand", 0), ("set-aside", 1)):
        t = at_table("Ah", "Ks", readings={"selected-cards": reading})
        script: list[Any] = [
            ("declare", {"seat": 1}),
            ("roll", 1, 2),
            ("set aside", ["Ah", *some(t, 0, 2, but="Ah")]),
        ]
        picks: list[Any] = [(0, "number", "first die"), (0, "take", ["Ks"]), (0, "give", ["Ah"])]
        if winner == 1:
            picks = [(1, "take", ["Ah"]), (1, "give", ["Ks"]), (1, "point out", []), ("draw", "")]
        play(t, *script, CHALLENGE, *picks)
        assert hand(t, 1)["Ah"] == hand(t, 0)["Ks"] == 1


def test_E_11_free_choice_shows_any_card():
    t = at_table("Ah", "Kh", readings={"challenge-card": "free-choice"})
    play(
        t, *turn(t, 1, 1, 2, but="Ah"), CHALLENGE, (0, "show", ["2c"]), (1, "show", ["Kh"]),
        (1, "take", ["Ah"]), (1, "give", ["Kh"]), (1, "point out", []), ("draw", ""),
    )  # fmt: skip
    assert hand(t, 1)["Ah"] == 1


def test_E_12_the_number_is_a_die_or_the_total():
    for number, many in (("first die", 1), ("second die", 3), ("total", 4)):
        t = at_table("Ah", "Ac Kc Qc Jc")
        taken = ["Ac", "Kc", "Qc", "Jc"][:many]
        given = some(t, 0, many)
        before = hand(t, 0)
        script = [(0, "number", number), (0, "take", taken), (0, "give", given)]
        play(t, *turn(t, 1, 1, 3), CHALLENGE, *script)
        assert hand(t, 0) == before + Counter(taken) - Counter(given)
    t = at_table("Ah", "Ac")
    with pytest.raises(AssertionError, match="none of the options"):
        play(t, *turn(t, 1, 1, 3), CHALLENGE, (0, "number", "none"))


def test_E_12_declining_may_be_allowed():
    t = at_table("Ah", "Ac", readings={"dice-choice": "may-decline"})
    before = hand(t, 0)
    script = [(0, "number", "none"), (0, "take", []), (0, "give", [])]
    play(t, *turn(t, 1, 1, 3), CHALLENGE, *script)
    assert hand(t, 0) == before


def lose_to_challenger(t: Any, *picks: Any, **otherwise: Any) -> Scripted:
    return play(t, *turn(t, 1, 1, 3, but="Qc Qd"), CHALLENGE, *picks, **otherwise)


def test_E_13_the_challenger_takes_and_gives_as_many_and_has_up_to_five_replaced():
    t = at_table("Kc Qc Qd", "Ah Jh Jd")
    picks = [
        (1, "take", ["Kc", "Qc"]),
        (1, "give", ["Jh", "Jd"]),
        (1, "point out", ["Jh", "Qd"]),
        ("draw", "9h 9d"),
    ]
    before = hand(t, 0), hand(t, 1)
    lose_to_challenger(t, *picks)
    assert hand(t, 1) == before[1] + cards("Kc Qc") - cards("Jh Jd")
    assert hand(t, 0) == before[0] + cards("Jd 9h 9d") - cards("Kc Qc Qd")


def test_E_13_a_third_card_or_a_sixth_is_refused():
    t = at_table("Kc Qc Qd", "Ah")
    with pytest.raises(AssertionError, match="may not be chosen"):
        lose_to_challenger(t, (1, "take", ["Kc", "Qc", "Qd"]))
    t = at_table("Kc Qc Qd", "Ah")
    with pytest.raises(AssertionError, match="may not be chosen"):
        lose_to_challenger(t, (1, "take", []), (1, "give", []), (1, "point out", some(t, 0, 6)))


@pytest.mark.parametrize(
    ("reading", "take", "sizes"),
    [
        ("always-two", [], [17, 13]),
        ("always-two", ["Qc", "Kc"], [15, 15]),
        ("takes-exactly-two", ["Qc", "Kc"], [15, 15]),
    ],
)
def test_E_20_what_the_challenger_gives_back(reading, take, sizes):
    t = at_table("Kc Qc Qd", "Ah Jh Jd", readings={"challenger-gives-back": reading})
    lose_to_challenger(t, (1, "take", take), (1, "give", ["Jh", "Jd"]), (1, "point out", []), ("draw", ""))
    assert [place.size for place in t.hand] == sizes


def test_E_13_takes_exactly_two_refuses_less():
    t = at_table("Kc Qc Qd", "Ah", readings={"challenger-gives-back": "takes-exactly-two"})
    with pytest.raises(AssertionError, match="may not be chosen"):
        lose_to_challenger(t, (1, "take", ["Kc"]))


@pytest.mark.parametrize("reading", ["after-swap", "after-swap-not-given", "before-swap"])
def test_E_13_which_cards_can_be_pointed_out(reading):
    t = at_table("Kc Qc Qd", "Ah Jh Jd", readings={"five-card-choice": reading})
    picks = [(1, "take", ["Kc"]), (1, "give", ["Jh"]), (1, "point out", ["Jh"]), ("draw", "9h")]
    if reading == "after-swap":
        lose_to_challenger(t, *picks)
        assert hand(t, 0)["9h"] == 1
        return
    with pytest.raises(AssertionError, match="may not be chosen"):
        lose_to_challenger(t, *picks)
    t = at_table("Kc Qc Qd", "Ah Jh Jd", readings={"five-card-choice": reading})
    driver = lose_to_challenger(t, *picks[:2], (1, "point out", ["Qd"]), ("draw", "9h"))
    assert ((1, "joker") in driver.asked[driver.asked.index((1, "point out")) :]) is (reading == "before-swap")


def test_E_13_given_cards_may_be_those_just_taken():
    t = at_table("Kc Qc Qd", "Ah")
    with pytest.raises(AssertionError, match="may not be chosen"):
        lose_to_challenger(t, (1, "take", ["Kc"]), (1, "give", ["Kc"]))
    t = at_table("Kc Qc Qd", "Ah", readings={"given-cards": "any-card"})
    lose_to_challenger(t, (1, "take", ["Kc"]), (1, "give", ["Kc"]), (1, "point out", []), ("draw", ""))
    assert hand(t, 0)["Kc"] == 1


def test_E_9_the_declared_exchange_can_follow_a_challenge():
    t = at_table("Kc Qc Qd", "Ah Jh Jd", readings={"challenge-and-trade": "also-trade"})
    before = hand(t, 0) + hand(t, 1)
    aside = some(t, 0, 3, but="Kc Qc Qd")
    play(
        t, ("declare", {"seat": 1}), ("roll", 1, 3), ("set aside", ["Kc", *aside]), CHALLENGE,
        (1, "take of the set-aside cards", ["Kc"]), (1, "take", []), (1, "give", ["Jh"]),
        (1, "point out of the set-aside cards", []), (1, "point out", []), ("draw", ""),
        (0, "set aside", ["Jh"]), ("pick", "Ah Jd Kc " + some(t, 1, 1)[0]),
    )  # fmt: skip
    assert [place.size for place in t.hand] == [15, 15]
    assert hand(t, 0) + hand(t, 1) == before
    assert hand(t, 0)["Ah"] == 1
    assert hand(t, 1)["Jh"] == 1


def test_E_14_a_tie_exchanges_whole_hands_and_both_jokers_may_be_played_before():
    t = at_table("7d BJ", "Kd")
    before = hand(t, 0), hand(t, 1)
    script = [*turn(t, 1, 1, 2), CHALLENGE]
    driver = play(t, *script)
    assert (hand(t, 1), hand(t, 0)) == before
    with_jokers = driver.asked.count((0, "joker"))
    t = at_table("7d BJ", "Kd", readings={"tie-reply": "none"})
    assert play(t, *script).asked.count((0, "joker")) == with_jokers - 1


@pytest.mark.parametrize(
    ("reading", "winner"), [("new-holder", 1), ("former-holder", 0), ("new-holder-declares", None)]
)
def test_E_14_a_suit_that_changes_hands(reading, winner):
    """Seat 0 has a natural suit that it has not declared, and the hands are exchanged."""
    readings = {"natural-win": "voluntary", "swapped-suit": reading}
    t = at_table(f"{ALL_SPADES} Kd 2h", "Kd As", readings=readings)
    tie = [*turn(t, 1, 1, 2), CHALLENGE]
    play(t, *tie)
    assert winners(t) == (None if winner is None else (winner,))
    if winner is None:
        aside = ("set aside", ["2s", "Kd", "2h"])
        play(
            t,
            ("declare", "stock"),
            ("roll", 1, 2),
            aside,
            ("draw", "2s Kd 2h"),
            (1, "full suit", ["declare", []]),
        )
        assert winners(t) == (1,)
