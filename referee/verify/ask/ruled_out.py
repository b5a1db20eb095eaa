"""The alternatives that an answer rules out: of readings that its step consults, those under which it comes out
otherwise. Whoever says that a step is right has said that it is not to be read so."""

from __future__ import annotations

from typing import Any

from referee.kernel.game import Game
from referee.verify.impact.questions import alternatives_of
from referee.verify.play.consulted_readings import listen_to, listen_to_game
from referee.verify.play.drivers import Script
from referee.verify.play.minimise import Steps, variant
from referee.verify.play.trial import Trial


def ruled_out(game: Game[Any], script: Steps) -> list[str]:
    """As ``SLUG=VALUE``, in the order of the register: for the last step of this script."""
    plain = variant(game) or game
    trial, driver, consulted = Trial(plain, ()), Script(), set[str]()
    for answers in script[:-1]:
        driver.next_step(answers)
        trial.move(driver)
    before = trial.table.snapshot()
    listen_to_game(plain, consulted.add)
    listen_to(trial.table, consulted.add)
    usual = _taken(trial, script[-1])
    found = []
    for slug, value in alternatives_of(type(game), game.readings):
        other = variant(game, readings={slug: value}) if slug in consulted else None
        if other is None:
            continue
        there = Trial(other, ())
        there.table.restore(before)
        if _taken(there, script[-1]) != usual:
            found.append(f"{slug}={value}")
    return found


def _taken(trial: Trial, answers: Any) -> Any:
    """The answers of a step as they were given, and the table after it; the trouble in place of a table."""
    driver = Script()
    driver.next_step(answers)
    met = trial.move(driver)
    return list(driver.transcript), trial.table.snapshot() if met is None else met.trouble
