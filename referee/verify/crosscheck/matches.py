"""Matches that attack what is said to hold always; nothing of a proof or of a search is asked for."""

from __future__ import annotations

import random
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.verify.play.chance import CardBias, cards_named
from referee.verify.play.drivers import AtRandom
from referee.verify.play.met import Met
from referee.verify.play.trial import LOOKED_AT, Trial
from referee.verify.properties import Kind, Property
from referee.verify.verdicts import Trouble

OF_REFEREE = "a defect of referee: "
"""The words that tell a reader that neither the rules nor the property are to blame."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """``message`` is one sentence. ``where`` says how to come to the same table again.

    ``is_limit``: the method did not follow what play does, and says so itself somewhere; then nothing is wrong with
    referee but that it had said too much. ``only``: the one property that it speaks against, where nothing else rests
    on that.
    """

    message: str
    where: str
    is_limit: bool = False
    only: str = ""

    def __str__(self) -> str:
        if self.is_limit:
            return f"play goes on where the proof does not: {self.message} ({self.where})"
        return f"{OF_REFEREE}{self.message} ({self.where}); please report it with the rules and the property"


MATCHES, STEPS = 8, 40
"""Matches, and steps of each, for a verdict that is cached or that needed no step of play."""


def rng_of(*about: object) -> random.Random:
    """Chance that is the same whenever this is about the same: no clock, and nothing from another run."""
    return random.Random(" ".join(map(str, about)))


class BiasedDrivers:
    """The drivers of matches: every third one is fair, the others bring together few kinds of card, or those that a
    clause names."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.named: list[tuple[int, ...]] = []
        with suppress(BadInput):  # a game without a rulebook
            self.named = sorted(set(cards_named(game).values()))

    def driver(self, rng: random.Random, number: int) -> AtRandom:
        taste = None
        if number % 3:
            liked = self.named[number // 3 % len(self.named)] if self.named and number % 3 == 2 else ()
            taste = CardBias(self.game.deck, rng, liked)
        return AtRandom(rng, taste, kinds_first=number % 2 == 0)


def refuted_in_play(
    game: Game[Any], properties: Iterable[Property], seed: str, matches: int = MATCHES, whole: bool = False
) -> dict[str, Disagreement]:
    """The properties, by name, that are claimed to hold and that matches from the deal refute. ``whole``: it is claimed
    as well that no match stops; one that does speaks against all of them."""
    said = [each for each in properties if each.kind in LOOKED_AT and each.kind is not Kind.POSSIBLE]
    ways = [each for each in properties if each.kind in (Kind.FREE_OF, Kind.TURNS_END)]
    found: dict[str, Disagreement] = {}
    trial, tastes = Trial(game, said), BiasedDrivers(game)
    for number in range(matches if said or ways else 0):
        driver = tastes.driver(rng_of(seed, game.form, "match", number), number)
        trial.begin()
        for step in range(min(STEPS, game.turn_cap) + 1):
            where = f"match {number}, step {step}, seed {seed!r}"
            met = trial.advance(driver)
            if met is not None and met.claimed is not None:
                found[met.claimed.name] = Disagreement(f"play refutes it: {met.message}", where, only=met.claimed.name)
                trial.forget(met.claimed)
            elif met is not None:
                stops = bool(met.fault) and whole
                for name in [each.name for each in [*said, *ways] if stops or speaks_against(met, each)]:
                    found[name] = Disagreement(f"play meets it: {met.message}", where, only=name)
                break
            if trial.table.outcome is not None:
                break
    return found


def speaks_against(met: Met, each: Property) -> bool:
    """Whether what a step met is what there should be none of."""
    if each.kind is Kind.TURNS_END:
        return met.looping and met.trouble is Trouble.ENDLESS
    return met.trouble is each.trouble and (bool(met.fault) or met.looping)
