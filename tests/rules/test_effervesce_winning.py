"""Effervesce, E-17 to E-19: claims, and wins of one moment."""

from fractions import Fraction
from typing import Any

import pytest

from referee.games.effervesce.rules import Effervesce
from referee.kernel import MissingCase
from tests.drivers import Scripted
from tests.rules.effervesce import (
    ALL_HEARTS,
    ALL_SPADES,
    READINGS,
    TWELVE,
    at_table,
    hand,
    play,
    some,
    turn,
    winners,
)


def claim(t: Any, *script: Any) -> Scripted:
    """Seat 1 exchanges with the stock and keeps its hand; then seat 0 makes a claim."""
    t.mover = t.players[1]
    aside = some(t, 1, 3)
    exchange = [("declare", "stock"), ("roll", 1, 2), ("set aside", aside), ("draw", " ".join(aside))]
    return play(t, *exchange, (0, "full suit", ["claim", ["BJ"]]), (0, "answerer", {"seat": 1}), *script)


@pytest.mark.parametrize(("answer", "wins"), [("Kd", True), ("Ah", False)])
def test_E_18_a_claim_succeeds_if_the_shown_leftover_is_higher(answer, wins):
    t = at_table(f"{TWELVE} BJ Ad Qh", "Kd Ah")
    before = hand(t, 0)
    draw = [] if wins else [("draw", ...)]
    claim(t, (0, "show", ["Ad"]), (1, "answer", [answer]), *draw)
    if wins:
        assert (t.outcome.winners, t.outcome.reason) == ((0,), "joker suit")
    else:
        assert winners(t) is None
        assert hand(t, 0) != before
        assert t.hand[0].size == 15


@pytest.mark.parametrize("reading", READINGS["second-tie"].alternatives)
def test_E_18_two_ties(reading):
    """The worked example: A♥ and K♦ against A♥ and 7♦."""
    t = at_table(f"{TWELVE} BJ Ah Kd", "Ah 7d Ks", "Ac", readings={"second-tie": reading})
    ties = [(0, "show", ["Ah"]), (1, "answer", ["Ah"]), (0, "show", ["Kd"]), (1, "answer", ["7d"])]
    after: list[Any] = []
    if reading == "claim-fails":
        after = [("draw", ...)]
    elif reading == "show-suit-cards":
        after = [
            (0, "show", ["7s"]),
            (1, "answer", ["Ks"]),
            (0, "show", ["2s"]),
            (1, "answer", ["3c"]),
            ("draw", ...),
        ]
    elif reading == "new-challenger":
        after = [(0, "answerer", {"seat": 2}), (0, "show", ["Ah"]), (2, "answer", ["Ac"])]
    if reading == "undefined":
        with pytest.raises(MissingCase, match="second-tie"):
            claim(t, *ties)
        return
    claim(t, *ties, *after)
    assert (winners(t) is not None) is (reading in ("claim-succeeds", "new-challenger"))


@pytest.mark.parametrize(
    ("reading", "wins"), [("lowest", False), ("highest", True), ("undefined", None), ("not-shown", "refused")]
)
def test_E_18_the_red_joker_shown_by_the_claimant(reading, wins):
    t = at_table(f"{TWELVE} BJ RJ Ad", "Kd Ah", readings={"red-joker-shown": reading})
    draw = [("draw", ...)] if wins is False else []
    script = [(0, "show", ["RJ"]), (1, "answer", ["2c"]), *draw]
    if wins is None:
        with pytest.raises(MissingCase, match="red-joker-shown"):
            claim(t, *script)
    elif wins == "refused":
        with pytest.raises(AssertionError, match="may not be chosen"):
            claim(t, *script)
    else:
        claim(t, *script)
        assert (winners(t) is not None) is wins


def test_E_18_the_ranking_of_a_claim_may_have_the_seven_in_its_place():
    for reading, wins in (("as-in-challenge", True), ("plain", False)):
        t = at_table(f"{TWELVE} BJ 7h 2d", "Qd", readings={"claim-ranking": reading})
        claim(t, (0, "show", ["7h"]), (1, "answer", ["Qd"]), *([] if wins else [("draw", ...)]))
        assert (winners(t) is not None) is wins


def test_E_18_answers_can_be_simultaneous():
    t = at_table(f"{TWELVE} BJ Ad Qh", "Kd", readings={"claim-answer": "simultaneous"})
    claim(t, (0, "show", ["Ad"]), (1, "show", ["Kd"]))
    assert winners(t) == (0,)


def test_E_18_a_failed_claim_may_cost_a_turn():
    for reading, next_mover in (("normally", 0), ("misses-turn", 1)):
        t = at_table(f"{TWELVE} BJ Ad Qh", "Ah", readings={"failed-claim": reading})
        claim(t, (0, "show", ["Ad"]), (1, "answer", ["Ah"]), ("draw", ...))
        assert t.mover.seat == next_mover
        assert not any(t.misses_turn)


def test_E_18_at_the_end_of_every_turn_all_are_asked_or_only_the_mover_or_nobody():
    for reading, asked in (
        ("end-of-any-turn", {0, 1, 2}),
        ("end-of-own-turn", {1}),
        ("every-check", {0, 1, 2}),
    ):
        t = at_table("", "", "", mover=1, readings={"joker-claim-moment": reading})
        driver = play(t, *turn(t, "stock", 1, 2), ("draw", ...))
        assert {seat for seat, ask in driver.asked if ask == "full suit"} == asked


def test_E_18_a_claim_can_be_forced():
    t = at_table(f"{TWELVE} BJ Ad Qh", "Kd", readings={"joker-claim-moment": "automatic"})
    t.mover = t.players[1]
    aside = some(t, 1, 3)
    with pytest.raises(AssertionError, match="'full suit'"):
        play(t, ("declare", "stock"), ("roll", 1, 2), ("set aside", aside), ("draw", " ".join(aside)))


@pytest.mark.parametrize(("reading", "winner"), [("claim-first", 0), ("natural-first", 1), ("undefined", None)])
def test_E_18_a_natural_suit_and_a_claim_at_one_moment(reading, winner):
    """Seat 1 completes clubs in its turn; seat 0 claims spades, which are better."""
    readings = {"win-check": "end-of-turn", "joker-and-natural": reading}
    clubs = "Ac 2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc"
    t = at_table(f"{TWELVE} BJ Ad Qh", f"{clubs} Kd 2h 2d", mover=1, readings=readings)
    script = [("declare", "stock"), ("roll", 1, 2), ("set aside", ["Kd", "2h", "2d"]), ("draw", "Kc Kd 2h")]
    said: list[Any] = [(0, "full suit", ["claim", ["BJ"]])]
    if winner == 0:
        said += [(0, "answerer", {"seat": 1}), (0, "show", ["Ad"]), (1, "answer", ["Kd"])]
    if winner is None:
        with pytest.raises(MissingCase, match="joker-and-natural"):
            play(t, *script, *said)
    else:
        play(t, *script, *said)
        assert winners(t) == (winner,)


def test_E_18_after_a_failed_claim_the_natural_suit_that_waited_wins():
    clubs = "Ac 2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc"
    t = at_table(f"{TWELVE} BJ Ad Qh", f"{clubs} Ah 2h 2d", mover=1, readings={"win-check": "end-of-turn"})
    script = [("declare", "stock"), ("roll", 1, 2), ("set aside", ["2c", "2h", "2d"]), ("draw", "Kc 2c 2h")]
    said = [
        (0, "full suit", ["claim", ["BJ"]]),
        (0, "answerer", {"seat": 1}),
        (0, "show", ["Ad"]),
        (1, "answer", ["Ah"]),
    ]
    play(t, *script, *said, ("draw", f"{ALL_HEARTS.replace('Ah', 'Ad')} 2d 3d"))
    assert winners(t) == (1,)


def both_win(one: str, other: str, readings: dict[str, str]) -> Any:
    """Doubles give two hands at one moment; seat 0 is the turn player."""
    t = at_table("", "", readings=readings)
    play(t, *turn(t, 1, 2, 2), ("draw", one), ("draw", other))
    return t.outcome


@pytest.mark.parametrize(
    ("one", "other", "readings", "winners"),
    [
        (f"{ALL_SPADES} 2d 3d", f"{ALL_HEARTS} 2d 3d", {}, (1,)),
        (f"{ALL_SPADES} 2d 3d", f"{ALL_HEARTS} 2d 3d", {"winning-suit-order": "bridge-order"}, (0,)),
        (
            f"{ALL_SPADES} 2d 3d",
            f"{ALL_HEARTS} 2d 3d",
            {"winning-suit-order": "undefined"},
            "winning-suit-order",
        ),
        (f"{ALL_SPADES} Kd 3d", f"{ALL_SPADES} Qd Qc", {"winning-suit-order": "undefined"}, (0,)),
        (f"{ALL_SPADES} Kd 3d", f"{ALL_SPADES} Kd 4d", {}, (1,)),
        (f"{ALL_SPADES} Kd 4d", f"{ALL_SPADES} Kd 4d", {}, (0, 1)),
        (f"{ALL_SPADES} Kd 3d", f"{ALL_SPADES} Kd 4d", {"equal-leftovers": "shared"}, (0, 1)),
        (f"{ALL_SPADES} Kd 3d", f"{ALL_SPADES} Kd 4d", {"equal-leftovers": "turn-order"}, (0,)),
        (f"{ALL_SPADES} Kd 3d", f"{ALL_SPADES} Kd 4d", {"equal-leftovers": "undefined"}, "equal-leftovers"),
        (f"{ALL_SPADES} Kd 3d", f"{ALL_SPADES} Kc 4d", {"leftover-ranking": "value-only"}, (1,)),
        (f"{ALL_SPADES} 7d 3d", f"{ALL_SPADES} Qc 4d", {}, (0,)),
        (f"{ALL_SPADES} 7d 3d", f"{ALL_SPADES} Qc 4d", {"leftover-ranking": "plain"}, (1,)),
        (f"{ALL_SPADES} RJ 3d", f"{ALL_SPADES} Qc 4d", {}, (1,)),
        (f"{ALL_SPADES} RJ 3d", f"{ALL_SPADES} Qc 4d", {"joker-leftover": "highest"}, (0,)),
        (f"{ALL_SPADES} RJ 3d", f"{ALL_SPADES} Qc 4d", {"joker-leftover": "undefined"}, "joker-leftover"),
        (f"{ALL_SPADES} RJ Ad", f"{ALL_SPADES} Qc 4d", {"joker-leftover": "undefined"}, (0,)),
    ],
)
def test_E_19_simultaneous_wins(one, other, readings, winners):
    if isinstance(winners, str):
        with pytest.raises(MissingCase, match=winners):
            both_win(one, other, readings)
        return
    outcome = both_win(one, other, readings)
    assert outcome.winners == winners
    assert sum(outcome.payoffs) == 1
    assert outcome.payoffs[winners[0]] == Fraction(1, len(winners))


@pytest.mark.parametrize(("reading", "winning"), [("best-suit", (0,)), ("shared", (0, 1, 2)), ("undefined", None)])
def test_E_19_three_winners(reading, winning):
    hearts, clubs = f"{ALL_HEARTS} 2d 3d", f"{ALL_SPADES.replace('s', 'c')} 4d 6d"
    readings = {"three-winners": reading, "win-check": "end-of-turn"}
    t = at_table(hearts, f"{ALL_SPADES} 2d 3d", clubs, mover=0, readings=readings)
    script = [("declare", "stock"), ("roll", 1, 2), ("set aside", ["2d", "3d", "Ah"]), ("draw", "2d 3d Ah")]
    if winning is None:
        with pytest.raises(MissingCase, match="three-winners"):
            play(t, *script)
    else:
        play(t, *script)
        assert winners(t) == winning


def test_scores_and_payoffs_stay_within_what_the_game_says():
    game = Effervesce(2)
    assert game.payoff_bounds() == (0, 1)
    assert game.forfeit() == 0
    assert game.turn_cap == 2000
