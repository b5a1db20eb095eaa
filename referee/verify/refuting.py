"""Refutations: a real deal and what was answered after it, carried out by the rules that the referee plays.

The game is played at random from real deals, a little first, as the fuzzer plays it, and what is met there counts.
The solver looks for a deal after which a few steps break the property, however seldom that is; what breaks only later
it does not find: then the game is played for longer, and at last so that what is drawn from is used up.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.kernel.errors import Broken
from referee.verify.explore.step_cycles import refute_end_of_turns
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.play.draining import drained
from referee.verify.play.drivers import Script
from referee.verify.play.fuzz import Campaign
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps, minimised
from referee.verify.play.trial import Trial
from referee.verify.play_results import shown_by
from referee.verify.properties import Kind, Property
from referee.verify.provable import owed_by, verdict_on
from referee.verify.prove.paths import Hung
from referee.verify.symbolic.solutions import played
from referee.verify.verdicts import Method, Result, Trouble, Verdict

FIRST = 0.05
"""So much of random play comes before that."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """The trouble, the answers and outcomes of the deal and of each step, and how it was found."""

    met: Met
    script: Steps
    how: str


def refuted(question: Question, each: Property, known: list[Refutation]) -> list[Result | Finding] | None:
    """A refutation that was played from a deal, with its record; None where none was found. ``known`` are those of
    other properties, to which it is added."""
    began = time.monotonic()
    if each.kind is Kind.TURNS_END and not each.expected(question.game.readings, question.game.players):
        # A round that need not be left is looked for as the fuzzer does: no path of a first turn would show it.
        return [replace(one, method=Method.PROVE) for one in refute_end_of_turns(question, each)] or None
    found = refute(question, each, owed_by(each), known)
    if found is None:
        return None
    known.append(found)
    game = question.game
    short = minimised(game, found.met, found.script)
    why = f"{found.how}: {short.sentence}"
    return [
        replace(verdict_on(game, each, Verdict.REFUTED, why, time.monotonic() - began), witness=short.witness),
        shown_by(short, Method.PROVE),
    ]


def refute(
    question: Question, each: Property, owed: tuple[Broken, ...], known: Sequence[Refutation] = ()
) -> Refutation | None:
    """A real deal, and play after it, that breaks the property; None where none was found.

    What is ``known`` to break other properties is played first: often one mistake breaks them all. Then comes some
    random play, as it is quick where it finds something at all; beside what is known no more than that is played, and
    what fuzzing has searched already is looked at before the solver is asked.
    """
    for other in known:
        found = refute_as(question, each, other)
        if found is not None:
            return found
    first = refute_by_play(replace(question, effort=question.effort * FIRST), each)
    if known:
        return first or refute_by_draining(question, each) or refute_by_solving(question, each, owed)
    return (
        first
        or refute_by_solving(question, each, owed)
        or refute_by_play(question, each)
        or refute_by_draining(question, each)
    )


def refute_as(question: Question, each: Property, other: Refutation) -> Refutation | None:
    """The play that breaks another property, if it breaks this one too."""
    trial, driver = Trial(question.game, [each]), Script()
    for step, answers in enumerate(other.script):
        driver.next_step(answers)
        met = trial.advance(driver)
        if met is not None:
            return Refutation(met, other.script[: step + 1], other.how) if breaks(met, each) else None
    return None


def refute_by_solving(question: Question, each: Property, owed: tuple[Broken, ...]) -> Refutation | None:
    """A few steps after a deal that break the property, asked of the solver and played."""
    from referee.verify.symbolic.breaking import matches_that_break  # which loads Z3

    rng = random.Random(f"breaking {question.seed} {question.game.players}")
    for solution in matches_that_break(question.game, each, owed):
        found = played(question.game, [each], solution, rng, lambda met: breaks(met, each))
        if found is not None:
            return Refutation(*found, f"the solver found a deal for {each.name}")
    return None


def refute_by_play(question: Question, each: Property) -> Refutation | None:
    """Random play from real deals, until it breaks the property or its matches are over."""
    campaign = Campaign(Question(question.game, (each,), question.seed, question.budget, question.effort))
    campaign.play(lambda met: breaks(met, each))
    Hung.times += question.budget.is_spent or any(seen.met.looping for seen in campaign.seen.values())
    for seen in campaign.seen.values():
        if breaks(seen.met, each):
            return Refutation(seen.met, seen.script, "random play from a real deal met it")
    return None


def refute_by_draining(question: Question, each: Property) -> Refutation | None:
    """Play that uses up what cards are drawn from, where the property says that they are always there."""
    if each.trouble is not Trouble.SHORTAGE:
        return None
    found = drained(question)
    return None if found is None else Refutation(*found, "play that uses up what is drawn from met it")


def breaks(met: Met, each: Property) -> bool:
    """Whether what was met speaks against the property."""
    if each.kind is Kind.TURNS_END:
        return met.claimed is None and met.trouble is Trouble.ENDLESS
    if each.kind is Kind.FREE_OF:
        return met.claimed is None and met.trouble is each.trouble
    return met.claimed is not None and met.claimed.name == each.name
