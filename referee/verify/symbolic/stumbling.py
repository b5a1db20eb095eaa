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
from referee.verify.play.cornering import cornered
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps, minimised
from referee.verify.play_results import finding_of
from referee.verify.symbolic.solutions import played
from referee.verify.verdicts import Method, Sightings


def findings_of_stumbling(
    game: Game[Any], seed: str, known: Sequence[Finding], matches: int, *, solve: bool
) -> Iterator[Finding]:
    """What the rules run into, one finding for each trouble and its clauses, without those that are ``known``: so many
    ``matches`` at random have not met it. The solver is asked too where it is to ``solve``."""
    told = {(each.trouble, each.clauses) for each in known}
    for method, (met, script) in _stumbling(game, seed, solve):
        if (met.trouble, met.clauses) not in told:
            told.add((met.trouble, met.clauses))
            yield finding_of(method, minimised(game, met, script), sightings=Sightings(0, matches))


def _stumbling(game: Game[Any], seed: str, solve: bool) -> Iterator[tuple[Method, tuple[Met, Steps]]]:
    if (found := cornered(game, seed)) is not None:
        yield Method.FUZZ, found
    if solve:
        from referee.verify.symbolic.solving import matches_into_faults  # which loads Z3

        rng = random.Random(f"stumbling {seed} {game.players}")
        for solution in matches_into_faults(game):
            if (found := played(game, (), solution, rng, lambda met: met.trouble in OWED)) is not None:
                yield Method.PROVE, found
