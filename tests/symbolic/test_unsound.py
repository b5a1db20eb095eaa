"""Games that break their promises, and their sound twins, on the meaning of rules: no play attacks what is proved."""

from __future__ import annotations

import pytest

from referee.meaning.texts import NoMeaning
from referee.verify.symbolic.method import OF_WAYS, proof_of
from referee.verify.symbolic.terms import NotFollowed
from tests.prove import test_unsound, test_unsound_paths, test_unsound_repeats

pytestmark = pytest.mark.long
GAMES = (test_unsound, test_unsound_paths, test_unsound_repeats)
UNSOUND = [each for games in GAMES for each in games.UNSOUND]
SOUND = [each for games in GAMES for each in games.SOUND]
LEAST = 35
"""So many sound twins are proved; the others have something that is not followed."""


def is_proved(case):
    game, claim = case[:2]
    asked = claim.__property__
    try:
        proof = proof_of(game(2), [asked])
    except (NoMeaning, NotFollowed):
        return False
    return asked.kind in OF_WAYS or asked.name in proof.proved


@pytest.mark.parametrize("case", UNSOUND, ids=test_unsound.named)
def test_nothing_unsound_is_proved(case):
    assert not is_proved(case)


def test_sound_twins_are_proved():
    assert sum(map(is_proved, SOUND)) >= LEAST
