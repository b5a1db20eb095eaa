"""The verdicts of ``prove`` about single effects: in a game whose cards lie in rows no turn is followed."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from referee.kernel.effects import Effect
from referee.kernel.game import Game, rules_of
from referee.meaning.translation import meaning
from referee.verify.kept import memory
from referee.verify.kept.dependencies import take_in, with_dependencies
from referee.verify.limits import run_limited
from referee.verify.methods import Budget, Question
from referee.verify.symbolic.effects.cover import Played, play
from referee.verify.symbolic.effects.search import NO_TIME, Effects, Said
from referee.verify.symbolic.method import why_not
from referee.verify.understood import ENUMERATION, rule_text
from referee.verify.understood.places import changes_elsewhere
from referee.verify.verdicts import EffectVerdict, Verdict

SECONDS = 400.0
"""Processor time for all effects of one form, in seconds; B-poker needs a half of it on a busy machine."""
BESIDE = 330.0
"""The same where other methods are asked as well."""


def are_asked_about(question: Question) -> bool:
    """Effects are proved for the fewest players, under the readings of the form, where nothing is singled out."""
    game = question.game
    has_any = any(rules_of(type(game)).effects.values())
    return question.effects and has_any and game.players == game.fewest_players and not game.unusual_settings


def decided(question: Question) -> list[EffectVerdict]:
    """A verdict for each effect, worked out in a process of its own or kept from the last time."""
    key = memory.key_of(question)
    known = memory.read_effects(key)
    if known is not None:
        return known
    budget = question.budget
    seconds = SECONDS if budget.processor is None else BESIDE

    def work(game: Game[Any]) -> list[EffectVerdict]:
        return prove(game, seconds, budget)

    found = run_limited(lambda: with_dependencies(work, question.game), 2 * seconds, budget.left)
    if isinstance(found, str):
        return _all_unknown(question.game, found)
    said = take_in(found)
    if not any(each.why == NO_TIME for each in said):
        memory.write_effects(key, said, question)
    return said  # type: ignore[no-any-return]


FOR_THE_END = 5.0
"""Seconds of a budget in which nothing more is begun: what is known by then is told."""


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
    try:
        seen = [frozenset(each) for each in (played.nobody, played.without_cards, played.cards_twice)]
        effects = Effects(game, meaning(game), *seen)
    except Exception as error:  # a defect of ours too: what is proved otherwise is not lost
        return _all_unknown(game, why_not(error))

    effects.has_time = lambda: time.process_time() - began < seconds and not _ends(budget)
    return [_verdict(game, each, said, played) for each, said in effects.decide()]


def _ends(budget: Budget | None) -> bool:
    left = None if budget is None else budget.left
    return left is not None and left < FOR_THE_END


def _verdict(game: Game[Any], effect: Effect, said: Said, played: Played) -> EffectVerdict:
    why, times = said.why, played.times[effect.name]
    if not why and effect.name in played.broken:
        why = f"random play breaks it, though it seemed proved: {played.broken[effect.name]}"
    if not why and not times:
        why = "no random play carried it out: a proof might be about nothing"
    verdict = Verdict.UNKNOWN if why else Verdict.PROVED
    return replace(_unknown(game, effect, why), verdict=verdict, paths=said.ways, times=times)


def _unknown(game: Game[Any], effect: Effect, why: str) -> EffectVerdict:
    clauses = getattr(effect.carry_out, "__clauses__", ())
    return EffectVerdict(effect.name, clauses, effect.window.name, game.players, Verdict.UNKNOWN, why)


def _all_unknown(game: Game[Any], why: str) -> list[EffectVerdict]:
    return [_unknown(game, each, why) for group in rules_of(type(game)).effects.values() for each in group]
