"""What comes of the answers of all methods: one result of a check, in the order of its questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from referee.verify.answering import Answer, question_of
from referee.verify.check_result import Checked
from referee.verify.crosscheck.matches import OF_REFEREE
from referee.verify.findings import Finding
from referee.verify.provable import can_be_asked
from referee.verify.questions import Job, Plan
from referee.verify.verdicts import Method, Result, Verdict


def judge(checked: Checked, plan: Plan, answers: Sequence[Answer], undecided: Sequence[Job]) -> None:
    """Put together what was answered; ``undecided`` are the questions that an interrupt has left."""
    for answer in answers:
        _take(checked, plan, answer)
    if checked.interrupted:
        checked.results += [one for job in undecided for one in _interrupted(job, checked)]
    take_back(checked)


def _take(checked: Checked, plan: Plan, answer: Answer) -> None:
    """Findings that are the same are kept once: the one that a real game meets, with the shortest witness."""
    checked.results += answer.results
    checked.broken_off += [each for each in answer.defects if each not in checked.broken_off]
    checked.complaints += [each for each in answer.complaints if each not in checked.complaints]
    checked.cut |= answer.cut and answer.job.method is Method.FUZZ
    if dict(answer.job.readings) == dict(plan.readings):
        checked.ledger.add(answer.ledger)
    else:
        checked.ledger.looked += answer.ledger.looked
    for result in answer.results:
        if result.why and result.verdict is Verdict.UNKNOWN and " raised " in result.why:
            line = result.why
            if line not in checked.complaints:
                checked.complaints.append(line)
    for finding in answer.findings:
        same = [each for each in checked.findings if each.fingerprint == finding.fingerprint]
        if not same:
            checked.findings.append(finding)
            continue
        best, other = sorted((same[0], finding), key=_plainness)
        counted = best.sightings is not None or dict(best.scale) != dict(other.scale)
        kept = best if counted else replace(best, sightings=other.sightings)
        if not (best.together or best.mended_by or best.last_change):
            parts = {name: getattr(other, name) for name in ("together", "together_in", "mended_by", "last_change")}
            kept = replace(kept, **parts)
        checked.findings[checked.findings.index(same[0])] = kept


def _plainness(finding: Finding) -> tuple[bool, int, int]:
    return bool(finding.scale), finding.players, finding.witness.steps if finding.witness is not None else 1 << 30


def take_back(checked: Checked) -> None:
    """Withdraw what one method claims and another one has refuted in the same form of the game."""
    refuted = {_about(each): each.method for each in checked.results if each.verdict is Verdict.REFUTED}
    for number, each in enumerate(checked.results):
        by = refuted.get(_about(each))
        if by is not None and each.verdict in (Verdict.PROVED, Verdict.EXHAUSTED):
            why = f"{OF_REFEREE}{each.method.value} said {each.verdict.value}, and {by.value} refutes it"
            checked.results[number] = replace(each, verdict=Verdict.UNKNOWN, why=why, consulted=(), defect=True)


def _about(result: Result) -> tuple[Any, ...]:
    return result.property, result.players, tuple(sorted(result.readings.items())), str(result.scale)


def _interrupted(job: Job, checked: Checked) -> Iterator[Result]:
    """The properties that a proof would have decided, had there been no interrupt."""
    if job.method is Method.PROVE:
        question = question_of(job, checked.game, checked.properties)
        form = question.game.players, question.readings, question.scale
        for each in question.properties:
            if can_be_asked(each):
                yield Result(each.name, Method.PROVE, *form, Verdict.UNKNOWN, why="interrupted")


def not_asked(checked: Checked) -> None:
    """Properties about which no method said anything."""
    answered = {each.property for each in checked.results}
    for claimed in checked.properties:
        if claimed.name not in answered and not checked.interrupted and not checked.out_of_budget:
            why = "no method that was asked decides it, or it is about no form that was looked at"
            checked.results.append(Result(claimed.name, Method.FUZZ, 0, {}, {}, Verdict.NOT_ASKED, why=why))
