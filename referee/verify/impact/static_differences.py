"""The differences of two readings before anybody plays: the numbers of players, and the cards."""

from __future__ import annotations

import random
import re
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.verify.impact.differences import Difference, DifferenceKind
from referee.verify.impact.lockstep import StepTrace, same_cards
from referee.verify.play.drivers import AtRandom
from referee.verify.play.met import Met
from referee.verify.play.minimise import recorded
from referee.verify.verdicts import Witness

MOST_TRIED = 60
"""Numbers of players."""


def before_play(form: Game[Any], slug: str, value: str) -> tuple[Difference, Game[Any]] | None:
    """The difference between a game with this form's readings and settings and the same game with another value of
    ``slug``, for the smallest number of players for which one of them is refused or uses other cards.

    It comes with the game for so many players that is not refused: the one with this form's readings if both exist.
    None where there is no such number.
    """
    fewest = form.fewest_players
    for players in range(fewest, min(form.most_players, fewest + MOST_TRIED) + 1):
        made = [_made(form, players, changed) for changed in ({}, {slug: value})]
        there = [each for each in made if not isinstance(each, str)]
        if len(there) == 1:
            one, other = (f"refused, as {each}" if isinstance(each, str) else "they may play" for each in made)
            return Difference(DifferenceKind.PLAYERS, f"{players} players", one, other), there[0]
        if there and not same_cards(there[0], there[1]):
            return other_cards(there[0], there[1]), there[0]
    return None


def _made(form: Game[Any], players: int, changed: dict[str, str]) -> Game[Any] | str:
    """A form of the game, or why there is none."""
    try:
        return type(form)(players, readings={**form.readings, **changed}, settings=form.settings)
    except BadInput as refused:
        return re.sub(rf"^{re.escape(form.name)}: ", "", str(refused))


def other_cards(one: Game[Any], other: Game[Any]) -> Difference:
    """A sentence about two forms that use different cards."""
    return Difference(DifferenceKind.CARDS, "the pack", f"{one.deck.total} cards", f"{other.deck.total} cards")


def deal_of(game: Game[Any], met: Met, seed: str) -> Witness:
    """The record of a deal at random."""
    driver = AtRandom(random.Random(seed))
    return recorded(game, met, [StepTrace(game, game.table(), driver).transcript]).witness
