"""What tells seats apart is found, and every seat is then followed by itself."""

from __future__ import annotations

import pytest

from referee.verify.methods import Question
from referee.verify.prove.seats import seats_distinguished
from referee.verify.proving import decide_here
from referee.verify.understood.seat_text import seat_order_use
from referee.verify.verdicts import Result, Verdict
from tests.bad_games import unsound_seats as games
from tests.bad_games.unsound import hands_are_full


def verdict(game):
    said = decide_here(
        Question(game(2), (games.nothing_is_found.__property__, hands_are_full.__property__), effort=0.02)
    )
    (found,) = [each for each in said if isinstance(each, Result) and each.property == "nothing-is-found"]
    return found.verdict


@pytest.mark.parametrize("word", games.TOLD)
@pytest.mark.untraced
@pytest.mark.every(3)
def test_whatever_tells_seats_apart_is_not_proved(word, monkeypatch):
    """Also where play does not show it."""
    monkeypatch.setattr("referee.verify.prove.seats.check_rotation", lambda *_: 0)
    assert verdict(games.telling(word)) in (Verdict.UNKNOWN, Verdict.REFUTED)


@pytest.mark.parametrize("word", games.TOLD)
def test_whatever_tells_seats_apart_is_read_in_the_text(word):
    """Before a step is followed: nothing looks for it while steps are."""
    assert "unsound_seats.py" in seats_distinguished(games.telling(word)(2))


def test_play_with_everybody_one_seat_further_shows_what_text_hides(monkeypatch):
    monkeypatch.setattr("referee.verify.prove.seats.seat_order_use", lambda *_: "")
    assert "prefer a seat" in seats_distinguished(games.telling("loop")(2))


@pytest.mark.parametrize("game", [games.Rarely, games.Marked])
def test_what_hardly_ever_happens_is_not_proved_either(game):
    assert verdict(game) in (Verdict.UNKNOWN, Verdict.REFUTED)


@pytest.mark.parametrize("game", [games.Alike, games.MarkedForOneStep, games.MarkedNext])
def test_the_sound_twins_are_proved_with_one_seat_for_all(game):
    assert not seats_distinguished(game(2))
    assert not seat_order_use(game(2), [games.nothing_is_found])
    assert verdict(game) is Verdict.PROVED
