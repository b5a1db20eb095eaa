"""What is there to decide? Options, forced turns, questions that matter, answers that are never or always best."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import msgspec

from referee.study.estimates import Estimate, mean, share
from referee.study.levels import budget_of
from referee.study.matches import Facts

OFTEN = 30
"""An answer must have been possible so often, beside others, before anything is said of it."""
SURELY = 0.01
"""How likely it may be that any answer is called so by chance: random play gives none of ``n`` labels so rarely."""
WEIGHS = 50
"""Iterations of a search from which on it can tell that a question matters."""
RARELY = 0.01


class Chosen(msgspec.Struct):
    """Answers with a ``label``: how often they were ``offered`` beside others, the part that random play would give
    them, and how often they were thought best."""

    label: str
    offered: int
    expected: float
    best: Estimate


class Turn(msgspec.Struct):
    """Questions of one turn: how many, bits of choice, the part with one answer, the part that mattered."""

    turn: int
    asked: int
    bits: float
    forced: float
    matter: float | None


class Decisions(msgspec.Struct):
    """Between players of one level. ``options`` is the number that the mean bits of a question stand for (their
    geometric mean). ``dead`` answers were never thought best, ``dominating`` ones always."""

    level: str
    decisions: Estimate
    options: Estimate
    forced: Estimate
    matter: Estimate
    by_turn: list[Turn] = []
    dead: list[Chosen] = []
    dominating: list[Chosen] = []
    labels: list[Chosen] = []
    lost: Estimate = msgspec.field(default_factory=lambda: Estimate(None))
    """The part of the searches that could imagine no position, and answered at random."""


def decisions_of(level: str, facts: Sequence[Facts]) -> Decisions:
    """The decisions of matches between players of a level."""
    bits, forced, matter = [], [], []
    for match in facts:
        turns = match.at_turn.values()
        asked, weighed = sum(each.asked for each in turns), sum(each.weighed for each in turns)
        if asked:
            bits.append(sum(each.bits for each in turns) / asked)
            forced.append(sum(each.forced for each in turns) / asked)
        if weighed and budget_of(level) >= WEIGHS:
            matter.append(sum(each.mattered for each in turns) / weighed)
    choice = mean(bits)
    options = Estimate(
        None if choice.value is None else 2**choice.value,
        None if choice.low is None else 2**choice.low,
        None if choice.high is None else 2**choice.high,
        choice.number,
    )
    labels = _labels(facts)
    searched, lost = sum(each.searched for each in facts), sum(each.lost for each in facts)
    judged = [each for each in labels if each.offered >= OFTEN]
    expected = log(max(1, len(judged)) / SURELY)
    return Decisions(
        level,
        mean([float(each.decisions) for each in facts]),
        options,
        mean(forced, (0.0, 1.0)),
        mean(matter, (0.0, 1.0)),
        _turns(level, facts),
        [e for e in judged if e.expected * e.offered >= expected and (e.best.value or 0.0) <= RARELY],
        [e for e in judged if (1 - e.expected) * e.offered >= expected and (e.best.value or 0.0) >= 1 - RARELY],
        labels,
        share(lost, searched),
    )


def _labels(facts: Sequence[Facts]) -> list[Chosen]:
    sums: dict[str, tuple[int, float, int]] = {}
    for match in facts:
        for label, (offered, expected, given) in match.labels.items():
            before = sums.get(label, (0, 0.0, 0))
            sums[label] = (before[0] + offered, before[1] + expected, before[2] + given)
    return [
        Chosen(label, offered, round(expected / offered, 6), share(given, offered))
        for label, (offered, expected, given) in sorted(sums.items())
    ]


def _turns(level: str, facts: Sequence[Facts]) -> list[Turn]:
    found = []
    for turn in sorted({turn for match in facts for turn in match.at_turn}):
        here = [match.at_turn[turn] for match in facts if turn in match.at_turn]
        asked, weighed = sum(each.asked for each in here), sum(each.weighed for each in here)
        found.append(
            Turn(
                turn,
                asked,
                sum(each.bits for each in here) / asked,
                sum(each.forced for each in here) / asked,
                sum(each.mattered for each in here) / weighed if weighed and budget_of(level) >= WEIGHS else None,
            )
        )
    return found
