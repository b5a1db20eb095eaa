"""Forms of a game side by side: what changes, with tests that are corrected for their number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from referee.study.courses import courses_of
from referee.study.estimates import Estimate, difference, holm, mean
from referee.study.experiments import Experiment
from referee.study.matches import Facts
from referee.study.skill import block_scores

FEWEST = 8
"""Matches of both forms, for a figure to be compared."""
SIGNIFICANT = 0.05


class Beside(msgspec.Struct):
    """A figure of two forms. ``apart`` is the other's less the first one's; ``p`` is corrected for the number of all
    figures of all forms."""

    figure: str
    level: str
    first: Estimate
    other: Estimate
    apart: Estimate
    p: float


class Compared(msgspec.Struct):
    """A form beside the first one; ``failed`` says why it could not be played."""

    label: str
    figures: list[Beside] = []
    failed: str = ""


Values = dict[tuple[str, str], list[float]]
"""By figure and level a value for each match or block."""


def values_of(played: Mapping[str, tuple[Experiment, Sequence[Facts]]]) -> Values:
    """What forms are compared by."""
    found: Values = {}
    for experiment, facts in played.values():
        if len(set(experiment.seats)) > 1:
            weak, strong = experiment.seats[:2]
            found[f"score against {weak}", strong] = block_scores(experiment, facts, strong)
            continue
        level = experiment.seats[0]
        even = 1 / len(experiment.seats)
        found["wins of seat 0, above even", level] = [each.share[0] - even for each in facts]
        found["wins of who begins, above even", level] = [
            each.share[each.first] - even for each in facts if each.first >= 0
        ]
        found["won by nobody", level] = [1 - sum(each.share) for each in facts]
        found["turns", level] = [float(each.turns) for each in facts]
        found["decisions", level] = [float(each.decisions) for each in facts]
        sums = [
            (sum(a.asked for a in m.at_turn.values()), sum(a.bits for a in m.at_turn.values()),
             sum(a.forced for a in m.at_turn.values()), sum(a.weighed for a in m.at_turn.values()),
             sum(a.mattered for a in m.at_turn.values()))
            for m in facts
        ]  # fmt: skip
        found["bits of choice in a question", level] = [bits / asked for asked, bits, *_ in sums if asked]
        found["questions with one answer", level] = [forced / asked for asked, _, forced, *_ in sums if asked]
        if any(weighed for *_, weighed, _ in sums):
            found["questions that matter", level] = [mattered / weighed for *_, weighed, mattered in sums if weighed]
        if experiment.course:
            alone = [courses_of(level, [each]) for each in facts]
            known = [each for each in alone if each.number]
            found["winner known at", level] = [each.known_at.value or 0.0 for each in known]
            found["lead changes", level] = [each.lead_changes.value or 0.0 for each in known]
    return found


def compare(forms: Sequence[tuple[str, Values | str]]) -> list[Compared]:
    """Every form beside the first; a text in place of values says why there are none."""
    (_, base), *others = forms
    found, ps = [], []
    for label, values in others:
        if isinstance(values, str) or isinstance(base, str):
            found.append(Compared(label, failed=values if isinstance(values, str) else str(base)))
            continue
        beside = []
        for key in base:
            one, other = base[key], values.get(key, [])
            if min(len(one), len(other)) < FEWEST or not np.ptp([*one, *other]):
                continue
            apart, low, high, p = difference(one, other)
            beside.append(
                Beside(*key, mean(one), mean(other), Estimate(apart, low, high, min(len(one), len(other))), p)
            )
            ps.append(p)
        found.append(Compared(label, beside))
    corrected = iter(holm(ps))
    for form in found:
        for each in form.figures:
            each.p = next(corrected)
        form.figures.sort(key=lambda each: each.p)
    return found
