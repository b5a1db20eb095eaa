"""Every registered game, without exemptions, over all player counts, default readings and every alternative.

The long profile plays thousands of matches with every alternative for every number of players; the normal one
takes a sample of it, by a fixed seed.
"""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from referee.games.registry import games
from referee.kernel.errors import MissingCase
from referee.kernel.game import Game, rules_of
from referee.record.replay import replay
from referee.verify.conform import leaks, resuming, seat_rotation
from tests.conformance import conserving, damaging, leaking, setups

pytestmark = [pytest.mark.untraced, pytest.mark.afresh]
"""Thousands of matches through code that other tests cover: not traced, so that they take half the time."""

GAMES = [entry.name for entry in games()]
CAP = 60
"""Steps of a match at most: some games have no end of their own."""


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> type[Game[Any]]:
    entry = next(entry for entry in games() if entry.name == request.param)
    return entry.load()


def sample(game: type[Game[Any]], number: int, seed: int) -> list[Game[Any]]:
    """So many of the single alternatives, and all of them once mixed."""
    rng = random.Random(seed)
    alone = list(setups.with_each_alternative(game))
    return [*rng.sample(alone, min(number, len(alone))), *setups.with_mixed_readings(game, rng)]


def everything(game: type[Game[Any]], seed: int, times: int) -> Iterator[Game[Any]]:
    """Each alternative alone for every number of players, and all of them mixed many times."""
    for slug, reading in rules_of(game).readings.items():
        for value in reading.alternatives:
            for players in setups.player_counts(game):
                yield game(players, readings={slug: value})
    yield from setups.with_mixed_readings(game, random.Random(seed), times)


# -- conservation, questions, frozen games --------------------------------------------------------------


def test_cards_and_money_are_conserved_under_default_readings(game):
    for number, setup in enumerate([*setups.with_default_readings(game)] * 2):
        conserving.check_match(setup, number, CAP)


def test_cards_and_money_are_conserved_under_alternatives(game):
    for number, setup in enumerate(sample(game, 6, 1)):
        conserving.check_match(setup, number, CAP)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_cards_and_money_are_conserved_in_thousands_of_matches(game):
    matches = 0
    for number, setup in enumerate([*setups.with_default_readings(game)] * 100):
        conserving.check_match(setup, number, 3 * CAP)
        matches += 1
    for number, setup in enumerate(everything(game, 2, 40)):
        for more in range(2):
            conserving.check_match(setup, 2 * number + more, CAP)
            matches += 1
    assert matches >= 1000


@pytest.mark.parametrize("times", [1, pytest.param(3, marks=pytest.mark.long)])
def test_an_undefined_reading_gives_a_missing_case_or_nothing(game, times):
    for slug, reading in rules_of(game).readings.items():
        if "undefined" not in reading.alternatives or reading.default == "undefined":
            continue
        for number, setup in enumerate(islice(setups.with_default_readings(game), times)):
            _, fault = conserving.check_match(type(setup)(setup.players, readings={slug: "undefined"}), number, CAP)
            assert fault is None or (isinstance(fault, MissingCase) and fault.reading == slug)


def test_a_game_object_is_frozen(game):
    made = game()
    for name in (*vars(made), "something_new"):
        with pytest.raises(AttributeError, match="frozen"):
            setattr(made, name, 1)


# -- non-leak -------------------------------------------------------------------------------------------


def test_nothing_leaks_under_default_readings(game):
    compared = leaks.Compared()
    for number, setup in enumerate(setups.with_default_readings(game)):
        leaking.check_positions(setup, random.Random(number), 6, compared)
    check_enough(compared, 4 * len(setups.player_counts(game)))


@pytest.mark.every(5)
def test_nothing_leaks_under_alternatives(game):
    compared = leaks.Compared()
    for number, setup in enumerate(sample(game, 8, 3)):
        leaking.check_positions(setup, random.Random(number), 4, compared)
    check_enough(compared, 10)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_nothing_leaks_in_thousands_of_positions(game):
    compared = leaks.Compared()
    for number, setup in enumerate([*setups.with_default_readings(game)] * 20):
        leaking.check_positions(setup, random.Random(number), 20, compared)
    for number, setup in enumerate(everything(game, 4, 10)):
        leaking.check_positions(setup, random.Random(number), 5, compared)
    check_enough(compared, 1000)


def check_enough(compared: leaks.Compared, positions: int) -> None:
    """The comparison is worth something only where much was compared before it had to end.

    Where all cards that a seat does not see lie in one bag it knows them: no other table looks the same.
    """
    assert compared.positions + compared.ends.get("nothing hidden", 0) >= positions, compared
    assert compared.shown >= 5 * compared.positions, compared
    assert 4 * compared.questions >= compared.positions, compared


# -- save and restore -----------------------------------------------------------------------------------


def test_a_match_continues_in_a_fresh_process_as_if_nothing_had_happened(game):
    check_continuing(sample(game, 4, 5), steps_before=5, steps_after=15)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_many_matches_continue_in_fresh_processes(game):
    setups_ = list(everything(game, 6, 3))
    random.Random(6).shuffle(setups_)
    for seed in range(4):
        check_continuing(setups_[seed * 30 : seed * 30 + 30], steps_before=25, steps_after=25)


def check_continuing(made: list[Game[Any]], *, steps_before: int, steps_after: int) -> None:
    """Save at some boundary, go on here, and compare the record with that of another process."""
    rng = random.Random(steps_before)
    saved, lines = [], []
    for number, setup in enumerate([*setups.with_default_readings(type(made[0])), *made]):
        match = resuming.Match.dealt(setup, number.to_bytes(32, "big"))
        match.lines(rng.randint(0, steps_before))
        if match.table.outcome is None and not match.stopped:
            saved.append(match.save())
            lines.append(match.lines(steps_after))
    assert len(saved) > 2
    assert resuming.continued_elsewhere(saved, steps_after) == lines


# -- rotation -------------------------------------------------------------------------------------------


def test_no_seat_is_preferred(game):
    for number, setup in enumerate([*setups.with_default_readings(game), *sample(game, 4, 7)]):
        seat_rotation.check_rotation(setup, random.Random(number), CAP)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_no_seat_is_preferred_in_thousands_of_matches(game):
    for number, setup in enumerate([*[*setups.with_default_readings(game)] * 50, *everything(game, 8, 10)]):
        seat_rotation.check_rotation(setup, random.Random(number), CAP)


# -- records --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [2, pytest.param(20, marks=pytest.mark.long)])
def test_records_replay_and_recording_changes_nothing(game, times):
    for number, setup in enumerate([*setups.with_default_readings(game), *sample(game, times, 9)]):
        secret = number.to_bytes(32, "big")
        record = damaging.record_of(setup, secret, CAP)
        replayed = replay(record, "record")
        assert not replayed.rules_changed
        assert damaging.result_of(setup, secret, CAP) == {
            key: value for key, value in replayed.result.items() if key != "secret"
        }


def test_a_damaged_record_is_refused(game):
    record = damaging.record_of(game(), b"\0" * 32, 12)
    rng = random.Random(10)
    for number in range(300):
        damaging.check_damage(record, damaging.DAMAGES[number % len(damaging.DAMAGES)], rng)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_every_byte_of_a_record_counts(game):
    record = damaging.record_of(game(), b"\1" * 32, 3)
    for at in range(len(record)):
        damaging.check_damage(
            record, lambda whole, _, at=at: whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :], random.Random(0)
        )


@pytest.mark.every(5)
def test_a_forged_record_is_refused_or_replayed_and_nothing_else(game):
    """Somebody who can make the hash chain anew may change what no rule knows of (names of seats), no more."""
    record = damaging.record_of(game(), b"\2" * 32, 4)
    rng = random.Random(11)
    refused = sum(damaging.check_forgery(record, rng) for _ in range(120))
    assert refused > 100
