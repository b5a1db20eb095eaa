"""Rules that stumble after a rare coincidence, of a game of which nobody has promised anything.

Play that corners whoever is asked comes to a dead end card by card. The solver looks for a deal and a few steps after
it in which an obligation is broken: however seldom real deals come to it. What it finds is played by the ordinary
rules, and told where they stumble; of what is not found nothing is claimed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from referee.kernel.game import Game
from referee.verify.findings import OWED, Finding
from referee.verify.methods import Question
from referee.verify.play.cornering import cornered
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps, minimised
from referee.verify.play.trial import Trial
from referee.verify.play_results import finding_of
from referee.verify.symbolic.solutions import STEPS, Solution, Solved
from referee.verify.verdicts import Method, Sightings

MATCHES = 4
"""Matches of a solution: which of the cards that rules do not tell apart are played is drawn."""


def findings_of_stumbling(
    game: Game[Any], seed: str, known: Sequence[Finding], matches: int, *, solve: bool
) -> Iterator[Finding]:
    """What the rules run into, one finding for each trouble and its clauses, without those that are ``known``: so many
    ``matches`` at random have not met it. The solver is asked too where it is to ``solve``."""
    told = {(each.trouble, each.clauses) for each in known}
    for method, (met, script) in _stumbling(game, seed, solve):
        if (met.trouble, met.clauses) not in told:
            told.add((met.trouble, met.clauses))
            short = minimised(game, met, script, ())
            yield finding_of(Question(game, (), seed), method, short.met, short, sightings=Sightings(0, matches))


def _stumbling(game: Game[Any], seed: str, solve: bool) -> Iterator[tuple[Method, tuple[Met, Steps]]]:
    if (found := cornered(game, seed)) is not None:
        yield Method.FUZZ, found
    if solve:
        from referee.verify.symbolic.solving import matches_into_faults  # which loads Z3

        rng = random.Random(f"stumbling {seed} {game.players}")
        for solution in matches_into_faults(game):
            if (found := _played(game, solution, rng)) is not None:
                yield Method.PROVE, found


def _played(game: Game[Any], solution: Solution, rng: random.Random) -> tuple[Met, Steps] | None:
    """What is met in a match of a solution, with its answers; None where nothing is."""
    for _ in range(MATCHES):
        trial, driver, script = Trial(game, ()), Solved(solution, rng), list[list[Any]]()
        for _ in range(STEPS[-1] + 1):
            driver.transcript = []
            met = trial.advance(driver)
            script.append(driver.transcript)
            if met is not None and met.trouble in OWED:
                return met, script
            if met is not None or trial.table.outcome is not None:
                break
    return None
