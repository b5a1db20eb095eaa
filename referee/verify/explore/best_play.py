"""Properties of the kind ``value``: what a small game is worth to its two seats with best play, all cards open.

The whole game is worked out (``referee.env.solving``); what does not hold is shown by a match of best play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.env.env import Env
from referee.env.solving import MOST, Solution, solve
from referee.kernel.errors import BadInput, RuleFault
from referee.kernel.game import Game
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.play.drivers import Script
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps, recorded
from referee.verify.play.trial import PropertyRaised, Trial
from referee.verify.play_results import finding_of, result_of
from referee.verify.properties import Property
from referee.verify.verdicts import Method, Result, Trouble, Verdict


def decide_value(question: Question, claimed: Property) -> Iterator[Result | Finding]:
    """EXHAUSTED, or REFUTED with a match of best play; UNKNOWN says why a game could not be worked out."""
    game = question.game
    try:
        found = solve(Env(game, explicit_chance=True), max(1, int(MOST * question.effort)))
        holds = bool(claimed.claim(found.value))
    except (BadInput, RuleFault) as why:
        yield result_of(question, Method.EXPLORE, claimed, Verdict.UNKNOWN, 0, why=str(why))
        return
    except Exception as error:
        yield result_of(question, Method.EXPLORE, claimed, Verdict.UNKNOWN, 0, why=str(PropertyRaised(claimed, error)))
        return
    if holds:
        yield result_of(question, Method.EXPLORE, claimed, Verdict.EXHAUSTED, found.positions)
        return
    said = f"with best play the seats get {' and '.join(map(str, found.value))}"
    short = recorded(game, Met(Trouble.REFUTED, claimed.clauses, said, claimed), script_of(game, found))
    finding = finding_of(Method.EXPLORE, short)
    yield finding
    yield result_of(question, Method.EXPLORE, claimed, Verdict.REFUTED, found.positions, witness=finding.witness)


def script_of(game: Game[Any], found: Solution) -> Steps:
    """The answers and outcomes of a match of best play, step by step."""
    trial, driver, left, script = Trial(game, ()), Script(), list(found.answers), []
    while trial.table.outcome is None:
        driver.next_step(left)
        trial.advance(driver)
        script.append(driver.transcript)
        del left[: len(driver.transcript)]
    return script
