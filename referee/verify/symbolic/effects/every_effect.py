"""The verdicts of ``prove`` about single effects: in a game whose cards lie in rows no turn is followed."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from referee.kernel.errors import RefereeError
from referee.kernel.game import Game, rules_of
from referee.verify.methods import Budget, Question
from referee.verify.prove import cache
from referee.verify.prove.dependencies import take_in, with_dependencies
from referee.verify.prove.effects.cover import Played, play
from referee.verify.prove.effects.following import EffectOutcome
from referee.verify.prove.effects.search import Effects
from referee.verify.prove.limits import run_limited
from referee.verify.prove.operations import changes_elsewhere
from referee.verify.prove.paths import Hung
from referee.verify.understood import ENUMERATION, rule_text
from referee.verify.verdicts import EffectVerdict, Verdict

SECONDS = 400.0
"""Processor time for all effects of one form, in seconds; B-poker needs a third of it."""
BESIDE = 100.0
"""The same where other methods are asked as well."""


def are_asked_about(question: Question) -> bool:
    """Effects are proved for the fewest players, under the readings of the form, where nothing is singled out."""
    game = question.game
    has_any = any(rules_of(type(game)).effects.values())
    return question.effects and has_any and game.players == game.fewest_players and not game.unusual_settings


def decided(question: Question) -> list[EffectVerdict]:
    """A verdict for each effect, worked out in a process of its own or kept from the last time."""
    key = cache.key_of(question)
    known = cache.read_effects(key)
    if known is not None:
        return known
    budget = question.budget
    seconds = SECONDS if budget.processor is None else BESIDE
    before = Hung.times

    def work(game: Game[Any]) -> tuple[list[EffectVerdict], int]:
        return prove(game, seconds, budget), Hung.times - before

    found = run_limited(lambda: with_dependencies(work, question.game), 2 * seconds, budget.left)
    if isinstance(found, str):
        return _all_unknown(question.game, found)
    said, hung = take_in(found)
    if not hung and not any(each.why == NO_TIME for each in said):
        cache.write_effects(key, said, question)
    return said  # type: ignore[no-any-return]


FOR_THE_END = 5.0
"""Seconds of a budget in which nothing more is begun: what is known by then is told."""
NO_TIME = "there was no time left: --method prove gives more"


def prove(game: Game[Any], seconds: float = SECONDS, budget: Budget | None = None) -> list[EffectVerdict]:
    """The same here, without a memory. Once so much processor time is over, or the budget is about to be spent, the
    rest is UNKNOWN."""
    began = time.process_time()
    elsewhere = changes_elsewhere(type(game))
    if elsewhere:
        return _all_unknown(game, f"{elsewhere}: cards are moved otherwise than by the table")
    if strange := rule_text(game, ENUMERATION):
        return _all_unknown(game, strange)
    played = play(game)
    effects = Effects(game, played.whats, frozenset(played.nobody), frozenset(played.without_cards))
    found: dict[str, EffectVerdict] = {}
    saying = effects.decide()
    while time.process_time() - began < seconds and not _ends(budget):
        try:
            said = next(saying, None)
        except RefereeError as error:
            return _all_unknown(game, str(error))
        if said is None:
            break
        found[said.name] = _verdict(game, said, played)
    return [found.get(each.name, replace(each, why=NO_TIME)) for each in _all_unknown(game, "")]


def _ends(budget: Budget | None) -> bool:
    left = None if budget is None else budget.left
    return left is not None and left < FOR_THE_END


def _verdict(game: Game[Any], outcome: EffectOutcome, played: Played) -> EffectVerdict:
    verdict, why, times = outcome.verdict, outcome.why, played.times[outcome.name]
    if verdict is Verdict.PROVED and outcome.name in played.broken:
        verdict, why = Verdict.UNKNOWN, f"random play breaks it, though it seemed proved: {played.broken[outcome.name]}"
    if verdict is Verdict.PROVED and not times:
        verdict, why = Verdict.UNKNOWN, "no random play carried it out: a proof might be about nothing"
    return EffectVerdict(
        outcome.name, outcome.clauses, outcome.window, game.players, verdict, why, outcome.paths, times
    )


def _all_unknown(game: Game[Any], why: str) -> list[EffectVerdict]:
    every = [each for effects in rules_of(type(game)).effects.values() for each in effects]
    return [
        EffectVerdict(
            each.name, getattr(each.carry_out, "__clauses__", ()), each.window.name, game.players, Verdict.UNKNOWN, why
        )
        for each in every
    ]
