"""What a proof says wrongly, and a dozen matches do not meet, compiled rules meet; what only they say is not told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.meaning.claims import holds
from referee.verify import proving
from referee.verify.crosscheck.matches import refuted_in_play
from referee.verify.ledger import Ledger
from referee.verify.methods import Question
from referee.verify.program_claims import OF_TABLES
from referee.verify.properties import Kind
from referee.verify.proving import attacked
from referee.verify.verdicts import Method, Result, Verdict
from tests.native.test_fuzz import five_aces_in_a_hand, four_aces_in_a_hand, hands_are_small

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]
CLAIMS = tuple([each.__property__ for each in (four_aces_in_a_hand, five_aces_in_a_hand, hands_are_small)])  # type: ignore[attr-defined]


def all_proved(question: Question) -> list[Any]:
    """A prover that believes whatever it is asked."""
    form = question.game.players, question.readings, question.scale
    return [Result(each.name, Method.PROVE, *form, Verdict.PROVED) for each in question.properties]


@pytest.fixture
def question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Question:
    monkeypatch.chdir(tmp_path)
    return Question(find_game("escalation")(2), CLAIMS, effort=0.5, engine="native")


def verdicts(said: list[Any]) -> dict[str, Verdict]:
    return {each.property: each.verdict for each in said if isinstance(each, Result)}


def test_what_seldom_fails_is_met_and_its_sound_twin_is_not(
    question: Question, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refuted_in_play(question.game, CLAIMS, question.seed, 12) == {}
    monkeypatch.setattr(proving, "decide_here", all_proved)
    for _ in range(2):  # what was refuted is not kept
        said = list(proving.decide(question))
        assert verdicts(said) == {
            "four-aces-in-a-hand": Verdict.UNKNOWN,
            "five-aces-in-a-hand": Verdict.PROVED,
            "hands-are-small": Verdict.PROVED,
        }
        (wrong,) = [each for each in said if isinstance(each, Result) and each.defect]
        assert "a defect of referee: play refutes it" in wrong.why


def test_what_python_does_not_meet_speaks_against_nothing(question: Question, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OF_TABLES, Kind.NEVER, holds)
    said = list(attacked(question, all_proved(question)))
    assert set(verdicts(said).values()) == {Verdict.PROVED}
    (ledger,) = [each for each in said if isinstance(each, Ledger)]
    assert "is broken natively, and not in Python" in ledger.complaints[0]
