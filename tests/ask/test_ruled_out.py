"""An answer rules out the alternatives under which its step would come out otherwise, and no others."""

from __future__ import annotations

import random

from referee.verify.ask.answers import ruled_out
from referee.verify.play.drivers import AtRandom
from referee.verify.play.trial import Trial
from tests.mine.test_never import siege  # noqa: F401  a fixture


def test_alternatives_are_ruled_out_that_make_a_step_come_out_otherwise(siege):  # noqa: F811
    game, rng = siege(2), random.Random("answers")
    found: list[tuple[str, ...]] = []
    for _ in range(12):
        trial, driver, script = Trial(game, ()), AtRandom(rng), []
        for _ in range(12):
            met = trial.advance(driver)
            script.append(list(driver.transcript))
            if met is not None or trial.table.outcome is not None:
                break
            found.append(tuple(ruled_out(game, script)))
    assert {each for one in found for each in one} == {"guard-lost=for-ever", "tired-group=stays"}
    # Most steps come out alike: more answers are offered under flight=for-all, and the same one is given.
    assert found.count(()) > len(found) / 2
