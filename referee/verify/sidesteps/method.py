"""The findings of an alternative: what it runs into, and the best of what is promised or always held that it breaks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee.verify.findings import Finding
from referee.verify.ledger import Ledger
from referee.verify.methods import Question
from referee.verify.play.drivers import Onwards, Script
from referee.verify.play.met import Met
from referee.verify.play.minimise import Recorded, Search, Steps, minimised, recorded, variant
from referee.verify.play.trial import Trial
from referee.verify.play_results import finding_of
from referee.verify.properties import Kind
from referee.verify.sidesteps.forms import Aims, forms_of
from referee.verify.sidesteps.rare import Rare
from referee.verify.sidesteps.taking import Others, Shown, Sidesteps
from referee.verify.verdicts import Method, Result, Trouble

STEPS, STEPS_AIMED, STEPS_SCOUTED, STEPS_RARE = 16_000, 8_000, 8_000, 6_000
"""Steps, under any readings, after which no other smaller game is drawn, and none with the cards of some reading; then
steps in which readings are looked for that few steps consult, and steps from the tables before those."""
NOTHING_NEW, NOTHING_NEW_AIMED = 6_000, 4_000
"""Of these steps, so many in a row in which no alternative shows anything that has shown nothing before: then it is
left sooner."""
AIMED = 3
"""Games with the cards of one reading."""
TROUBLES = 2
"""Sorts of trouble that are told of one alternative."""
PAIRS = 4
"""Pairs of alternatives of which something is told that neither of them does alone."""
CONTROLS = 80
"""Times that the last step is taken again as it was read before, to see whether a promise holds there."""


def decide(question: Question) -> Iterator[Result | Finding | Ledger]:
    """See ``referee.verify.methods``. What is met under the chosen readings, too, is left to those who play them."""
    sidesteps = Sidesteps(question)
    for form in forms_of(question.game, question.seed):
        if sidesteps.steps >= STEPS * question.effort or sidesteps.since_new > NOTHING_NEW * question.effort:
            break
        sidesteps.play(form)
    _where_it_happens(question, sidesteps)
    rare = Rare(sidesteps)
    rare.scout(int(STEPS_SCOUTED * question.effort))
    rare.go_back(int(STEPS_RARE * question.effort))
    told: set[Others] = set()
    for others in [each for each in sorted(sidesteps.shown) if not each[1:]]:
        for finding in _told(question, sidesteps, others, TROUBLES):
            told.add(others)
            yield finding
    pairs = 0
    for others in _pairs(sidesteps):
        alone = {key for each in others for key in sidesteps.shown.get((each,), {})}
        if pairs >= PAIRS or any((each,) in told for each in others) or alone:
            continue
        for finding in _told(question, sidesteps, others, 1):
            found = tuple(sorted(finding.readings.items()))
            if found not in told:
                told.add(found)
                pairs += len(found) > 1
                yield finding


def _pairs(sidesteps: Sidesteps) -> list[Others]:
    """Those that run into trouble first, and then those that do so most often."""

    def order(others: Others) -> tuple[bool, int, Others]:
        met = sidesteps.shown[others]
        often = max(sidesteps.times[others, key] for key in met)
        return all(key[0] is Trouble.REFUTED for key in met), -often, others

    return sorted([each for each in sidesteps.shown if each[1:]], key=order)


def _where_it_happens(question: Question, sidesteps: Sidesteps) -> None:
    """Games with the cards of those readings that were consulted least, and showed nothing."""
    aims, most = Aims(question.game, question.seed), sidesteps.steps + int(STEPS_AIMED * question.effort)
    tried: Counter[str] = Counter()
    sidesteps.new_at = sidesteps.steps
    while sidesteps.steps < most and not question.budget.is_spent:
        if sidesteps.since_new > NOTHING_NEW_AIMED * question.effort:
            return
        rare = [each for each in sidesteps.quiet() if tried[each] < AIMED and aims.kinds(each)]
        if not rare:
            return
        slug = min(rare, key=lambda each: tried[each])
        tried[slug] += 1
        form = aims.form(slug)
        if form is not None:
            sidesteps.play(form)


def _told(question: Question, sidesteps: Sidesteps, others: Others, most: int) -> Iterator[Finding]:
    """So many sorts of trouble, those met most often first; where there is none the first promise that breaks."""
    met = sidesteps.shown[others]
    order = sorted(met, key=lambda key: (key[0] is Trouble.REFUTED, -sidesteps.times[others, key]))
    told = 0
    for key in order:
        if key in sidesteps.known or told >= (1 if key[0] is Trouble.REFUTED else most):
            continue
        finding = _finding(question, met[key])
        if finding is not None:
            told += 1
            yield finding


def _finding(question: Question, matches: list[Shown]) -> Finding | None:
    """What the first of these matches shows that is met again from its deal on, made small."""
    for each in matches:
        short = _short(each)
        if short is None or not short.readings:
            continue
        if each.met.claimed is not None:
            chosen = {slug: question.game.readings[slug] for slug in short.readings}
            if _broken_by(short, chosen) is not None:
                continue
            short = _of_one(short, chosen) if len(short.readings) > 1 else short
        finding = finding_of(Method.ALTERNATIVES, short)
        return _as_promise(finding, short) if each.met.claimed is not None else replace(finding, short=None)
    return None


def _of_one(short: Recorded, chosen: Mapping[str, str]) -> Recorded:
    """The same under one of two alternatives alone, where that one does for itself."""
    for slug, value in short.readings.items():
        alone = _broken_by(short, {**chosen, slug: value})
        smaller = _short(alone) if alone is not None else None
        if smaller is not None:
            return smaller
    return short


def _short(shown: Shown) -> Recorded | None:
    if shown.found is not None:
        return recorded(shown.game, shown.met, shown.script)
    again = Search(shown.game, shown.met).meets(shown.game, shown.script)
    return None if again is None or shown.met.looping else minimised(shown.game, shown.met, again)


def _broken_by(short: Recorded, readings: Mapping[str, str]) -> Shown | None:
    """A match that breaks the same promise under these readings: the last step is taken otherwise, again and again."""
    claimed, game = short.met.claimed, variant(short.game, readings=readings)
    assert claimed is not None, short
    if game is None:
        return None
    trial, driver = Trial(game, [claimed]), Script()
    script: Steps = []
    for answers in short.script[:-1]:
        driver.next_step(answers)
        met = trial.advance(driver)
        script.append(list(driver.transcript))
        if met is not None:
            return Shown(game, script, met) if met.claimed is not None else None
    before, measures, rng = trial.table.snapshot(), trial.measures, random.Random(f"control {claimed.name}")
    last = short.script[-1]
    for number in range(CONTROLS):
        trial.table.restore(before)
        trial.measures = measures
        onwards = Onwards(last[: rng.randint(0, len(last))] if number else last, rng)
        steps = list(script)
        for _ in range(game.players + 1):
            met = trial.advance(onwards)
            steps.append(list(onwards.transcript))
            if met is not None and met.claimed is not None:
                return Shown(game, steps, met)
            if met is not None or trial.table.outcome is not None:
                break
            onwards.next_step(())
    return None


def _as_promise(finding: Finding, short: Recorded) -> Finding:
    """Nobody has declared it: it is told by what always held, and by the clause whose change broke it."""
    met, register = short.met, short.game.register
    assert met.claimed is not None, met
    clauses = finding.last_change or tuple(
        dict.fromkeys(clause for slug in finding.readings for clause in register[slug].clauses)
    )
    said, how = met.claimed.sentence, _how(met)
    holds, not_so = ("never happens", "it does") if met.claimed.kind is Kind.NEVER else ("always holds", "it does not")
    return replace(
        finding, property_name="", clauses=clauses, about=met.claimed.name, short=None,
        sentence=f"By default this {holds}, and read like this {not_so}: {said[:1].lower()}{said[1:]}{how}",
    )  # fmt: skip


def _how(met: Met) -> str:
    where = met.message.removeprefix("it does not hold").strip()
    return f" {where[:1].upper()}{where[1:]}." if where and where != met.message else ""
