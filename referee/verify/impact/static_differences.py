"""The differences of two readings before anybody plays: the numbers of players, and the cards; and worked
examples that tell the two apart."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.play.examples import Case, Example, Position, play_case
from referee.verify.impact.differences import Difference, DifferenceKind, answers_in_words, between_tables
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


def distinguishing_example(
    game: type[Game[Any]], examples: Iterable[Example], slug: str, one: str, other: str
) -> tuple[Example, Case, Difference] | None:
    """The first example that comes out differently under the two values, its case under the second, and how."""
    pair = [f"{slug}={value}" for value in (one, other)]
    for example in examples:
        cases = sorted([case for case in example.cases if case.alternative in pair],
                       key=lambda case: pair.index(case.alternative))  # fmt: skip
        if len(cases) == 2:
            ends = [play_case(game, case)[0] for case in cases]
            if ends[0].observed() != ends[1].observed():
                return example, cases[1], _apart(*ends)
    return None


def _apart(one: Position, other: Position) -> Difference:
    if str(one.fault) != str(other.fault):
        said = _fate(one), _fate(other)
        return Difference(DifferenceKind.RULE, "one of them cannot go on", *said, f"{said[1]}, where {said[0]}")
    asked = _question(one), _question(other)
    if asked[0] != asked[1]:
        return Difference(DifferenceKind.ASKED, "what is asked", *asked, f"{asked[1]}, where {asked[0]}")
    if one.table.snapshot() != other.table.snapshot():
        return between_tables(one.table, other.table)
    return Difference(DifferenceKind.SEEN, "what is seen or heard", visible=False)


def _fate(position: Position) -> str:
    return "it goes on" if position.fault is None else str(position.fault)


def _question(position: Position) -> str:
    asked = position.open
    if not asked:
        return "nobody is asked anything more"
    return f"seat {asked.player.seat} is asked {asked.ask!r} ({answers_in_words(asked.space)})"
