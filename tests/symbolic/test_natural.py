"""What authors promise of small games is proved at once, with no fact that they have to find."""

from __future__ import annotations

import pytest

from referee.verify.methods import Question
from referee.verify.symbolic.method import proved_on_meaning
from tests.symbolic.natural_claims import CLAIMS

pytestmark = pytest.mark.untraced
"""Proofs that other tests cover: not traced, so that they take half the time."""


@pytest.mark.parametrize("game", CLAIMS, ids=lambda game: game.name)
def test_four_natural_promises_of_a_small_game_are_proved(game):
    asked = [each.__property__ for each in CLAIMS[game]]
    meant = proved_on_meaning(Question(game(2), tuple(asked)), game(2), asked)
    assert set(meant.proved) == {each.name for each in asked}, (meant.why, meant.failed)
