"""Refutations: a real deal and what was answered after it, carried out by the rules that the referee plays.

The game is played at random from real deals, a little first, as the fuzzer plays it, and what is met there counts.
The solver looks for a deal after which the first turn breaks the property, however seldom that is; what breaks only
later it does not find: then the game is played for longer, and at last so that what is drawn from is used up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.kernel.errors import Broken
from referee.kernel.rule_types import Rule
from referee.verify.methods import Question
from referee.verify.play.draining import drained
from referee.verify.play.drivers import Script
from referee.verify.play.fuzz import Campaign
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps
from referee.verify.play.trial import Trial
from referee.verify.properties import Kind, Property
from referee.verify.prove.boundary import lazy_class
from referee.verify.prove.bounds import new_table
from referee.verify.prove.induction import Induction
from referee.verify.prove.paths import Dropped, Hung, NotSymbolic, Obligation
from referee.verify.prove.search import Ended, Search
from referee.verify.prove.solve import Prover
from referee.verify.prove.witness import concrete
from referee.verify.verdicts import Trouble

MOST_PATHS = 600
"""Paths of the deal and the first turn that are looked at."""
MOST_PATHS_BESIDE = 120
"""The same where another property is refuted already."""
LOOKED_ON = 30
"""Paths taken at random, of which those of a rule that is proved apart are: what else it may come to breaks nothing
that is not looked for, as whatever is found has to be played."""
FIRST = 0.05
"""So much of random play comes before that."""
MOST_PASSES = 6
"""Passes of a repeated rule in that turn."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """The trouble, the answers and outcomes of the deal and of each step, and how it was found."""

    met: Met
    script: Steps
    how: str


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
        return (
            first or refute_by_draining(question, each) or refute_in_first_turn(question, each, owed, MOST_PATHS_BESIDE)
        )
    return (
        first
        or refute_in_first_turn(question, each, owed, MOST_PATHS)
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


def refute_in_first_turn(
    question: Question, each: Property, owed: tuple[Broken, ...], most_paths: int
) -> Refutation | None:
    """A deal after which the first turn breaks the property, asked of the solver and played."""
    game = question.game
    fresh = type(game)(game.players, readings=game.readings, settings=game.settings)
    induction = Induction(fresh, [each])
    induction.sampled_paths = LOOKED_ON

    def first_turn(t: Any) -> Rule[None]:
        yield from fresh.deal(t)
        t.dealing = False
        if t.outcome is None:
            yield from induction.step(t)

    search = Search(table_class=lazy_class(fresh, None), label="first ", asked=induction.ask, repeats=few_passes)
    prover = Prover()
    try:
        for number, ended in enumerate(search.paths(fresh, new_table, first_turn)):
            if number >= most_paths:
                return None
            if ended.is_whole and each.kind is not Kind.TERMINATES:
                induction.claims_at(ended, list(induction.claims))
            for obligation in _about(ended, each, owed):
                found = _play(question, each, prover, ended, obligation)
                if found is not None:
                    return found
    except NotSymbolic:
        return None
    return None


def few_passes(table: Any, rule: Callable[..., Rule[Any]], about: tuple[Any, ...]) -> Rule[None]:
    """A repeated rule, the first passes only: a witness is looked for, and nothing is proved."""
    for _ in range(MOST_PASSES):
        if not (yield from rule(table, *about)):
            return
    raise Dropped("more passes than are looked at")


def _about(ended: Ended, each: Property, owed: tuple[Broken, ...]) -> Iterator[Obligation]:
    for obligation in ended.path.obligations:
        if obligation.broken in owed if owed else obligation.message == each.name:
            yield obligation


def _play(question: Question, each: Property, prover: Prover, ended: Ended, owed: Obligation) -> Refutation | None:
    """Ask for numbers that break an obligation, and let the concrete rules play them."""
    path, truth = ended.path, owed.truth
    if isinstance(truth, tuple) or prover.decide(path, owed).proved:
        return None
    given = path.assumptions[: owed.assumptions], path.conditions[: owed.conditions]
    found = prover.refute(path, truth, *given, asked=owed.asked, all_kinds=True)
    if found.model is None:
        return None
    answers = list(concrete(path, found.model, tuple([answer for _, _, answer in path.requests[: owed.asked]])))
    trial, driver = Trial(question.game, [each]), Script()
    script: Steps = []
    for _ in ("deal", "first turn"):
        driver.next_step(answers[sum(map(len, script)) :])
        met = trial.advance(driver)
        script.append(driver.transcript)
        if met is not None:
            how = f"the solver found a deal for {owed.message}"
            return Refutation(met, script, how) if breaks(met, each) else None
        if trial.table.outcome is not None:
            return None
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
