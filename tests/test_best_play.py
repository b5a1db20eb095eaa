"""Properties of the kind ``value``: known values hold, false ones are shown by a match of best play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.verify import value
from referee.verify.explore.best_play import decide_value
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.properties import Property
from referee.verify.verdicts import Result, Verdict

FOUR = Path(__file__).parent / "games" / "games" / "connect_four"
THREE = {"columns": 3, "rows": 3, "line": 3}


def declared(claim: Any, clause: str = "CF-3", **settings: Any) -> Property:
    return value(clause, settings=settings or THREE)(claim).__property__  # type: ignore[attr-defined, no-any-return]


def decided(claimed: Property, game: Any = FOUR, effort: float = 1.0) -> list[Result | Finding]:
    form = find_game(game)(2, settings=claimed.settings)
    return list(decide_value(Question(form, (claimed,), effort=effort), claimed))


def nobody_wins(payoffs: Any) -> bool:
    """Lot decides who begins: neither seat is better off."""
    return payoffs == (0, 0)


def the_second_seat_wins(payoffs: Any) -> bool:
    """It does not."""
    return bool(payoffs[1] > 0)


def it_divides_by_nothing(payoffs: Any) -> bool:
    """It cannot be evaluated."""
    return bool(1 / (payoffs[0] - payoffs[1]))


def test_a_true_value_is_exhausted() -> None:
    (said,) = decided(declared(nobody_wins))
    assert isinstance(said, Result)
    assert said.verdict is Verdict.EXHAUSTED
    assert said.tries == 1011


def test_a_false_value_is_shown_by_best_play() -> None:
    finding, said = decided(declared(the_second_seat_wins))
    assert isinstance(finding, Finding)
    assert isinstance(said, Result)
    assert said.verdict is Verdict.REFUTED
    assert "With best play the seats get 0 and 0" in finding.sentence
    assert finding.witness is not None
    *_, last = finding.witness.record.decode().splitlines()
    assert json.loads(last)["result"]["reason"] == "board full"


def test_values_of_games_that_ask_at_once_are_known_too() -> None:
    """A sealed bid of two coins for two prizes is fair; that the second seat wins is shown by a match of best play."""
    auction = Path(__file__).parent / "games" / "games" / "sealed_bid"
    (said,) = decided(declared(nobody_wins, "SB-4", coins=2, prizes=2), auction)
    assert isinstance(said, Result)
    assert said.verdict is Verdict.EXHAUSTED
    finding, said = decided(declared(the_second_seat_wins, "SB-4", coins=2, prizes=2), auction)
    assert isinstance(finding, Finding)
    assert isinstance(said, Result)
    assert said.verdict is Verdict.REFUTED
    assert finding.witness is not None
    assert finding.witness.record.decode().count('"bid"') >= 4


@pytest.mark.parametrize(
    ("claimed", "game", "effort", "why"),
    [
        (declared(nobody_wins, columns=5, rows=5), FOUR, 0.0001, "there are more than 20 positions"),
        (declared(it_divides_by_nothing), FOUR, 1.0, "it-divides-by-nothing raised ZeroDivisionError"),
        (declared(nobody_wins, hand=5), "escalation", 0.0001, "more than"),
    ],
)
def test_what_cannot_be_worked_out_is_unknown(claimed: Property, game: Any, effort: float, why: str) -> None:
    (said,) = decided(claimed, game, effort)
    assert isinstance(said, Result)
    assert said.verdict is Verdict.UNKNOWN
    assert why in said.why
