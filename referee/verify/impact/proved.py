"""Proofs that rules mean the same game: under both values of a reading, or in two versions.

The Programs are compared under the readings that were chosen and under each other value as a mutant is with the rules
as they are (``referee.verify.symbolic.sameness``). Readings that are read off the game itself (of its pack, of who sees
what), or asked for elsewhere than in a deal or a step, can change what no way shows: nothing is said of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.meaning.program import Program
from referee.meaning.texts import NoMeaning
from referee.verify.beside_rules import asked_beside
from referee.verify.consulted import made_with
from referee.verify.impact.exhaustive import AskedAt
from referee.verify.impact.lockstep import same_cards
from referee.verify.impact.same_text import same_beside_rules
from referee.verify.limits import run_limited
from referee.verify.methods import Budget
from referee.verify.mutate.equivalent import content
from referee.verify.play.minimise import variant
from referee.verify.symbolic.method import noted
from referee.verify.symbolic.sameness import Rules, program_with_told
from referee.verify.symbolic.terms import NotFollowed

MOST_STATEMENTS = 3_600
"""The statements of a deal and a step, times the players, of versions that are compared: that is done once, and not for
each of many mutants."""


@dataclass(frozen=True, slots=True)
class Never:
    """A proof that an alternative never matters for ``players``: it is the same on all ``paths``. ``consulted``: some
    rule asks for the reading on one of them."""

    slug: str
    alternative: str
    players: int
    settings: Mapping[str, Any]
    paths: int
    consulted: bool


def never_matter(asked: AskedAt) -> list[Never] | None:
    """The alternatives of which it is PROVED; None where the game cannot be followed, or not in time."""
    game, budget = find_game(asked.game), Budget(asked.seconds)
    try:
        form = game(asked.players, readings=asked.readings, settings=asked.settings)
        with noted(form) as read:
            rules = Rules(form, lambda: not budget.is_spent)
            rules.follow()
    except (BadInput, NoMeaning, NotFollowed):
        return None
    found: list[Never] = []
    for slug, value in asked.alternatives:
        if budget.is_spent:
            break
        other = variant(form, readings={slug: value})
        elsewhere = slug in made_with(game) | asked_beside(game)  # type: ignore[arg-type]
        if elsewhere or other is None or not same_cards(form, other):
            continue
        consulted = slug in read.asked
        try:
            if consulted and not _are_alike(rules, program_with_told(other)):
                continue
        except (NoMeaning, NotFollowed):
            continue
        found.append(Never(slug, value, asked.players, dict(asked.settings), rules.ways, consulted))
    return found


def _are_alike(rules: Rules, other: Program) -> bool:
    """Whether the rules of two forms are the same, which know the same things by the same numbers."""
    atoms, others = [[content(each) for each in program.atoms] for program in (rules.program, other)]
    return atoms == others and rules.are(other)


def same_game(one: Game[Any], other: Game[Any], seconds: float) -> int:
    """The ways on which two forms, of two versions, are PROVED to be the same game; 0 where that is not known."""
    if not same_beside_rules(type(one), type(other)) or one.readings != other.readings:
        return 0

    def work() -> int:
        try:
            rules = Rules(one, most=MOST_STATEMENTS)
            rules.follow()
            program = program_with_told(other)
            atoms, others = [[_by_name(each) for each in known.atoms] for known in (rules.program, program)]
            return rules.ways if atoms == others and rules.are(program) else 0
        except (NoMeaning, NotFollowed, RecursionError):
            return 0

    ways = run_limited(work, seconds)
    return ways if isinstance(ways, int) else 0


def _by_name(thing: Any) -> Any:
    """Something that a Program knows, as data: of two versions, whose classes have the same text, members of enums are
    the same if they are called so."""
    return ("member", type(thing).__qualname__, thing.name) if isinstance(thing, Enum) else content(thing)
