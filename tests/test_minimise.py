"""What was met is made small by replays that go on from tables: as from the deal, in fewer steps."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.kernel.game import Game
from referee.verify.play.drivers import AtRandom
from referee.verify.play.met import Met
from referee.verify.play.minimise import Search, Steps, minimised
from referee.verify.play.trial import Trial
from referee.verify.properties import never
from tests.bad_games.behaving import Undeclared
from tests.bad_games.small import Small


@never("B-2")
def four_cards_lie_in_the_middle(t: Any) -> bool:
    """Four cards lie in the middle."""
    return bool(t.middle.size >= 4)


@never("B-2")
def four_cards_were_counted(t: Any) -> bool:
    """Four cards were counted."""
    return bool(t.laid >= 4)


def met_in(game: Game[Any], claimed: Any) -> tuple[Met, Steps]:
    trial, driver, script = Trial(game, [claimed]), AtRandom(random.Random(3)), []
    while True:
        met = trial.advance(driver)
        script.append(list(driver.transcript))
        if met is not None:
            return met, script


@pytest.mark.parametrize("goes_on", [True, False])
def test_it_is_as_small_as_from_whole_replays_in_fewer_steps(goes_on, monkeypatch):
    game, claimed = Small(2), four_cards_lie_in_the_middle.__property__
    met, script = met_in(game, claimed)
    steps, advance = [0], Trial.advance

    def counting(trial: Trial, driver: Any) -> Met | None:
        steps[0] += 1
        return advance(trial, driver)

    monkeypatch.setattr(Trial, "advance", counting)
    (_, one), quick = Search(game, met).run(script), steps[0]
    (_, other), slow = Search(game, met, goes_on=False).run(script), steps[0] - quick
    assert one == other
    assert quick < slow


def test_what_follows_from_more_than_the_table_is_made_small_from_whole_replays():
    game, claimed = Undeclared(2), four_cards_were_counted.__property__
    met, script = met_in(game, claimed)
    short = minimised(game, met, script)
    assert short.script == Search(game, met, goes_on=False).run(script)[1]
    assert len(short.script) == 5
