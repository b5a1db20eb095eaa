"""Sentences that cannot hold together: the fewest clauses that are carried out whenever a promise is broken.

The step of a witness that breaks a promise is taken again from the same table, with other answers and other chance.
The clauses that were carried out every time that it broke are candidates. The fewest of them are kept with which it
breaks as often as with all. Then each reading that the step consults gets another value: an alternative under which
the promise is never broken mends it.
"""

from __future__ import annotations

import ast
import inspect
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import ceil, log
from textwrap import dedent
from typing import Any

from referee.kernel.clauses import Reading, rulebook_order
from referee.kernel.game import Game, methods_of
from referee.kernel.requests import Chance, Choice
from referee.play.event_text import listed
from referee.verify.collide.tracing import Trace
from referee.verify.findings import Finding
from referee.verify.impact.lockstep import same_cards
from referee.verify.methods import Budget
from referee.verify.play.consulted_readings import listen_to
from referee.verify.play.drivers import Onwards, Script
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps, variant
from referee.verify.play.trial import Trial
from referee.verify.properties import Kind, Property
from referee.verify.verdicts import Trouble

TRIES = 300
"""Times at most that a step is taken again."""
FEW = 60
"""Times at least."""
ENOUGH = 15
"""Broken steps, after which there are no more."""
ALTERNATIVES = 16
"""Readings that are read otherwise for one finding."""
MOST_ANSWERS = 20_000
"""Answers and outcomes in all of it."""
PUT_OFF = 40
"""How many of the turns that were not broken under another reading are followed further."""
CHANCE = 0.05
"""Something that happens less often by chance is taken to have a cause."""
PROMISES = (Kind.ALWAYS, Kind.EQUAL, Kind.TERMINATES)
"""Properties that are sentences of a rulebook; others may be an author's questions."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """``clauses`` were carried out in all ``broken`` steps; ``tried`` is how many carried them out.

    ``mended_by`` are the readings, ``SLUG=VALUE``, under which the same step did not break it in as many tries.
    """

    clauses: tuple[str, ...]
    broken: int
    tried: int
    mended_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Ran:
    """Clauses in the order in which they were carried out first, and whether the promise was broken."""

    clauses: tuple[str, ...]
    broken: bool


class _Moments(Script):
    """Some answers; so many clauses had ``begun``, and ``done`` something, when the last one was given."""

    def __init__(self, answers: Sequence[Any], trace: Trace) -> None:
        super().__init__(answers)
        self.trace, self.begun, self.done = trace, 0, 0

    def choose(self, choice: Choice) -> Any:
        answer = super().choose(choice)
        self.begun, self.done = len(self.trace.begun), len(self.trace.done)
        return answer

    def chance(self, event: Chance) -> Any:
        outcome = super().chance(event)
        self.begun, self.done = len(self.trace.begun), len(self.trace.done)
        return outcome


class Again:
    """The last step of a script, taken again and again under one form of a game. The ``game`` is used up: its clauses
    are noted from now on."""

    def __init__(self, game: Game[Any], met: Met, budget: Budget) -> None:
        self.game, self.met, self.budget = game, met, budget
        self.trace = Trace(game)
        looked_at = [met.claimed] if met.claimed is not None else []
        self.trial = Trial(game, looked_at, table=self.trace.table())
        self.consulted: dict[str, None] = {}
        self.answer_count = 0
        listen_to(self.trial.table, lambda slug: self.consulted.setdefault(slug))

    def lead_to(self, script: Steps) -> bool:
        """Whether the steps before the last one can be taken: ``before`` is then the table after them."""
        driver = Script()
        self.trace.follow(driver)
        for answers in script[:-1]:
            driver.next_step(answers)
            if self.trial.advance(driver) is not None:
                return False
        return self.stand_at(self.trial.table.snapshot(), self.trial.measures)

    def stand_at(self, before: tuple[Any, ...], measures: Mapping[str, Any]) -> bool:
        self.before, self.measures = before, measures
        return True

    def take(self, driver: Any) -> _Ran:
        """The step, with the answers of some driver."""
        self.trial.table.restore(self.before)
        self.trial.measures = self.measures
        self.trace.clear()
        self.trace.follow(driver)
        met = self.trial.advance(driver)
        self.answer_count += len(driver.transcript)
        clauses = dict.fromkeys(ids[0] for ids in self.trace.begun)
        return _Ran(tuple(clauses), met is not None and met.same_as == self.met.same_as)

    def breaks_later(self, rng: random.Random) -> bool:
        """Whether it is met in the turns that follow the one just taken, before everybody has had one: then it was
        put off and not mended."""
        driver = Onwards((), rng)
        for _ in range(self.game.players):
            if self.trial.table.outcome is not None:
                return False
            driver.next_step(())
            met = self.trial.advance(driver)
            self.answer_count += len(driver.transcript)
            if met is not None:
                return met.same_as == self.met.same_as
        return False

    def often(self, last: Sequence[Any], rng: random.Random) -> Iterator[_Ran]:
        """Runs with the given answers, with other answers from some of them on, and with other answers altogether."""
        yield self.take(Script(last))
        broken = 0
        for number in range(TRIES):
            if self.answer_count > MOST_ANSWERS or self.budget.is_spent or (number >= FEW and broken >= ENOUGH):
                return
            upto = rng.randint(0, len(last)) if number % 2 else 0
            ran = self.take(Onwards(last[:upto], rng))
            broken += ran.broken
            yield ran


def conflict(game: Game[Any], met: Met, script: Steps, budget: Budget, last_change: Sequence[str] = ()) -> Conflict:
    """See the module's docstring. Without clauses where none can be named, or the witness does not break it again."""
    nothing = Conflict((), 0, 0)
    if met.looping or not script:
        return nothing
    plain = variant(game)
    assert plain is not None
    again = Again(plain, met, budget)
    if not again.lead_to(script):
        return nothing
    rng = random.Random(f"conflict {met.same_as}")
    runs = list(again.often(script[-1], rng))
    if not runs[0].broken:
        return nothing
    promised = met.claimed.clauses if met.claimed is not None else met.clauses
    concerned = _concerned(again.game)
    told = [(set(each.clauses) & concerned if concerned else set(each.clauses), each.broken) for each in runs]
    # A promise of one clause can be its own contradiction in no case: then another one is looked for first.
    preferred = (promised, last_change) if len(promised) > 1 else (last_change, promised)
    clauses = fewest(told, preferred, runs[0].clauses)
    if not clauses and concerned:
        clauses = tuple([each for each in runs[0].clauses if each in concerned and each not in promised])
    clauses = clauses or _of_the_moment(again, script[-1], promised)
    with_them = [each.broken for each in runs if set(clauses) <= set(each.clauses)]
    mended = tuple(_mending(again, script[-1], runs, (*clauses, *promised), rng))
    return Conflict(clauses, sum(with_them), len(with_them), mended)


def _concerned(game: Game[Any]) -> set[str]:
    """The clauses of the readings that are not read by default: one of them has a part in what only they bring."""
    unusual = [reading for slug, reading in game.register.items() if game.readings[slug] != reading.default]
    return {clause for reading in unusual for clause in reading.clauses}


def _of_the_moment(again: Again, last: Sequence[Any], asking: Collection[str]) -> tuple[str, ...]:
    """The clause of a dead end: the last one that began after anybody acted, and answered something or did it."""
    if again.met.trouble is not Trouble.DEAD_END:
        return ()
    driver = _Moments(last, again.trace)
    again.take(driver)
    acted = {ids[0] for ids in again.trace.done[driver.done :]} | _answering(again.game)
    there = [ids[0] for ids in again.trace.begun[driver.begun :] if ids[0] not in asking and ids[0] in acted]
    return tuple(there[-1:])


def _answering(game: Game[Any]) -> set[str]:
    """The clauses of rules that give something."""
    return {
        method.__clauses__[0]
        for method in methods_of(type(game)).values()
        if getattr(method, "__clauses__", ()) and not _gives_nothing(method)
    }


def _gives_nothing(method: Any) -> bool:
    try:
        tree = ast.parse(dedent(inspect.getsource(inspect.unwrap(method))))
    except (OSError, SyntaxError):
        return False
    return not any(isinstance(each, ast.Return) and each.value is not None for each in ast.walk(tree))


def fewest(
    runs: Sequence[tuple[Collection[str], bool]], preferred: Sequence[Collection[str]], order: Sequence[str]
) -> tuple[str, ...]:
    """The fewest of the clauses common to all broken runs with which runs break as often as with all of them.

    A clause counts where so many runs without it would hardly have stayed whole by chance, whichever of the clauses
    is looked at (Bonferroni). Between equals those that are ``preferred`` are taken (the first most), and then those
    that come last in ``order``.
    """
    broken = [set(ids) for ids, broke in runs if broke]
    common = set.intersection(*broken)

    def rate(chosen: set[str]) -> float:
        there = [broke for ids, broke in runs if chosen <= set(ids)]
        return sum(there) / len(there)

    best, chosen = rate(common), set[str]()
    at = {each: place for place, each in enumerate(order)}

    def worth(each: str) -> tuple[Any, ...]:
        return rate({*chosen, each}), *[each in some for some in preferred], at[each]

    while True:
        without = {
            each: sum(chosen <= set(ids) and each not in ids for ids, _ in runs) for each in sorted(common - chosen)
        }
        telling = [each for each, number in without.items() if (1 - best) ** number <= CHANCE / len(common) and number]
        if not telling:
            return tuple(sorted(chosen, key=at.__getitem__))
        chosen.add(max(telling, key=worth))


def _mending(
    again: Again, last: Sequence[Any], runs: Sequence[_Ran], about: Collection[str], rng: random.Random
) -> Iterator[str]:
    """Alternatives of the readings that the step consulted under which it did not break.

    The default of what is not read by default comes first, then readings of the clauses that it is ``about``. Where
    one of the former mends it, it is that which brings it about, and the others are not asked: they may only lead
    elsewhere from this one table.
    """
    unusual = {slug for slug, value in again.game.readings.items() if value != again.game.register[slug].default}
    brought = False
    rate = sum(each.broken for each in runs) / len(runs)
    wanted = FEW if rate == 1 else ceil(log(CHANCE) / log(1 - rate))
    for slug, value in islice(_other_values(again, about), ALTERNATIVES if wanted <= TRIES else 0):
        if brought and slug not in unusual:
            return
        other = variant(again.game, readings={slug: value})
        if other is None or not same_cards(again.game, other):
            continue
        there = Again(other, again.met, again.budget)
        there.stand_at(again.before, again.measures)
        tried = 0
        for each in islice(there.often(last, rng), wanted):
            if each.broken or (tried < PUT_OFF and there.breaks_later(rng)):
                break
            tried += 1
        if tried == wanted:  # else it might have held by chance, or for want of time
            brought = brought or slug in unusual
            yield f"{slug}={value}"


def _other_values(again: Again, about: Collection[str]) -> Iterator[tuple[str, str]]:
    register, readings = again.game.register, again.game.readings
    chosen = [slug for slug in again.consulted if readings[slug] != register[slug].default]
    near = [slug for slug in again.consulted if {*register[slug].clauses} & {*about}]
    for slug in dict.fromkeys([*chosen, *near, *again.consulted]):
        values = sorted(register[slug].alternatives, key=lambda value: value != register[slug].default)
        yield from ((slug, value) for value in values if value not in ("undefined", readings[slug]))


# -- what a check makes of it ---------------------------------------------------------------------------


def explained(finding: Finding, budget: Budget) -> Finding:
    """A finding with the clauses that were carried out whenever it was met, and what mends it.

    ``short`` is used up: it is not sent to other processes.
    """
    short = finding.short
    if short is None or finding.trouble in (Trouble.ENDLESS, Trouble.LEAK, Trouble.CONTRADICTION) or budget.is_spent:
        return replace(finding, short=None)
    found = conflict(short.game, short.met, short.script, budget, finding.last_change)
    counted = (found.broken, found.tried) if found.clauses else None
    return replace(finding, short=None, together=found.clauses, together_in=counted, mended_by=found.mended_by)


def contradictions(
    findings: Sequence[Finding], properties: Sequence[Property], register: Mapping[str, Reading]
) -> Iterator[Finding]:
    """The findings that clauses cannot hold together, as they are read: one for each broken promise, and each dead
    end, with more than one clause in it. ``register`` has the readings of the game."""
    promises = {each.name for each in properties if each.kind in PROMISES}
    for finding in findings:
        clauses = tuple(sorted({*finding.clauses, *finding.together}, key=rulebook_order))
        about = finding.property_name in promises if finding.property_name else finding.trouble is Trouble.DEAD_END
        promise = finding.property_name
        # A promise that only clauses of its own break is not kept; nothing else gets into its way.
        if not about or len(clauses) < 2 or (promise and set(finding.together) <= set(finding.clauses)):
            continue
        all_of = [*clauses, f"the promise {promise}"] if promise else clauses
        yield replace(
            finding,
            trouble=Trouble.CONTRADICTION,
            clauses=clauses,
            explains=finding.fingerprint,
            sentence=f"{listed(all_of)} cannot all be kept{_as_read(finding, register)}. {finding.sentence}",
        )


def _as_read(finding: Finding, register: Mapping[str, Reading]) -> str:
    """The readings of which each, read otherwise, would do away with it: what these say clashes."""
    slugs = dict.fromkeys(each.partition("=")[0] for each in finding.mended_by)
    values = {slug: finding.readings.get(slug, register[slug].default) for slug in slugs if slug in register}
    told = [f"{slug} as {value} ({register[slug].id})" for slug, value in values.items()]
    return f", reading {listed(told)}" if told else ""
