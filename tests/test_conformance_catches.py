"""The conformance checks find what they are for: each game of ``tests/bad_games`` that breaks a promise."""

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from referee.kernel import Game
from referee.verify.conform import answering, leaks, resuming, seat_rotation
from referee.verify.conform.conformance import decide
from referee.verify.findings import Finding
from referee.verify.methods import Question
from tests.bad_games import behaving
from tests.bad_games.small import Small
from tests.conformance import conserving, leaking

pytestmark = pytest.mark.afresh


def conservation(game: type[Game[Any]]) -> None:
    for seed in range(10):
        conserving.check_match(game(3), seed, 40)


def leak(game: type[Game[Any]]) -> None:
    compared = leaks.Compared()
    for seed in range(10):
        leaking.check_positions(game(3), random.Random(seed), 10, compared)
    assert compared.shown > 300, compared


def rotation(game: type[Game[Any]]) -> None:
    for seed in range(10):
        seat_rotation.check_rotation(game(3), random.Random(seed), 40)


def typing(game: type[Game[Any]]) -> None:
    answering.check_typed(game(3), random.Random(1), 40)


def restoring(game: type[Game[Any]]) -> None:
    """Restored in this process; module-level memory shows all the same, because play has gone on meanwhile."""
    for seed in range(5):
        match = resuming.Match.dealt(game(3), seed.to_bytes(32, "big"))
        match.lines(3)
        saved = match.save()
        lines = match.lines(10)
        assert resuming.Match.restored(saved).lines(10) == lines


Check = Callable[[type[Game[Any]]], None]
CHECKS: tuple[Check, ...] = (conservation, leak, rotation, typing, restoring)
CAUGHT: Mapping[type[Game[Any]], tuple[Check, str]] = {
    behaving.LeakByNote: (
        leak,
        "is told 'low cards' with number = . where it would be told . if `hand .`, which only seat",
    ),
    behaving.LeakByScalar: (leak, r"sees `next_card` = . where it would see . if .*\(behaving.py:3\d\)"),
    behaving.LeakByQuestion: (leak, "is (not )?asked 'guess' (now )?where it would .*if `hand"),
    behaving.LeakByOptions: (leak, "may( not)? answer 'way' with high where it could"),
    behaving.LeakByOutcome: (leak, "sees the match end"),
    behaving.Remembering: (conservation, "the game object changed"),
    behaving.Undeclared: (restoring, ""),
    behaving.OutsideCount: (restoring, ""),
    behaving.PrefersSeat: (rotation, "the rules prefer a seat"),
    behaving.LotOfTheFirst: (rotation, "the rules prefer a seat"),
    behaving.AsksInSeatOrder: (rotation, "the rules prefer a seat"),
    behaving.DealsTheFirstMore: (rotation, "the rules prefer a seat"),
    behaving.LosesCards: (conservation, "cards came or went"),
    behaving.MakesMoney: (conservation, "money came or went"),
    behaving.WrongDefault: (conservation, "default action is not allowed"),
    behaving.RunsDry: (conservation, "fault under default readings"),
    behaving.TypedAlike: (typing, "asked 'which', the options 1 and 1 are typed alike, '1'"),
    behaving.TypedNever: (typing, "asked 'which', the option frozenset.* is nothing that can be typed"),
    behaving.ArmsTypedAlike: (typing, "asked 'how', the options high and High are typed alike"),
}


@pytest.mark.parametrize("game", CAUGHT, ids=lambda game: game.__name__)
def test_a_broken_promise_is_found(game):
    check, message = CAUGHT[game]
    with pytest.raises(AssertionError, match=f"(?s){message}"):
        check(game)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("game", [Small, behaving.Shows, behaving.Wide], ids=lambda game: game.__name__)
def test_a_sound_game_passes(game, check):
    check(game)


@pytest.mark.parametrize(
    "game", [each for each in CAUGHT if each is not behaving.RunsDry], ids=lambda game: game.__name__
)
@pytest.mark.untraced
def test_a_check_finds_what_is_broken(game):
    """All but what stops play, which whoever plays the rules tells."""
    found = [each for each in decide(Question(game(3), ())) if isinstance(each, Finding)]
    assert found
    assert all(each.witness is not None for each in found)


@pytest.mark.parametrize("game", [Small, behaving.Shows, behaving.Wide], ids=lambda game: game.__name__)
def test_a_check_passes_over_a_sound_game_in_silence(game):
    assert not [each for each in decide(Question(game(3), ())) if isinstance(each, Finding)]


@pytest.mark.parametrize("game", [behaving.LotByPlace, behaving.DealsInSeatOrder], ids=lambda game: game.__name__)
def test_what_chance_may_turn_as_well_prefers_no_seat(game):
    rotation(game)
