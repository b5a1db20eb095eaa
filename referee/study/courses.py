"""How soon is it known who wins? Estimates along matches: lead changes, comebacks, drama, kingmaking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec

from referee.study.estimates import Estimate, mean, share
from referee.study.matches import Facts

SURE = 0.9
"""An estimate from which on the winner is known, if it stays above."""
BEHIND = 0.5
"""A winner who once had less than this part of an even chance came back."""
HOPELESS = 0.05
SWING = 0.3
"""Kingmaking: a seat with no hope left decides, and the leader's estimate falls by so much in that turn; about three
and a half standard errors."""
AHEAD = 0.15
"""Somebody else leads who is ahead of the leader by so much: about two standard errors of an estimate."""
CLASSES = 5


class Known(msgspec.Struct):
    """Matches of a kind of estimate: it gave so much to a seat in the mean, and so often that seat won."""

    estimated: float
    won: Estimate


class Example(msgspec.Struct):
    """The estimates of a match, by its number: after so many turns, for each seat; and who won."""

    match: int
    why: str
    points: list[tuple[int, list[float]]]
    winner: int


class Courses(msgspec.Struct):
    """``known_at``: the part of the match after which the winner's estimate stays above 90 %. ``lead_changes`` in a
    match. ``comebacks``: winners who once had less than half of an even chance. ``drama``: how far winners lay behind
    the leader, where they did, in the mean (Browne, Evolutionary Game Design, 2011: the root of the lag). ``kings``:
    of the turns in which a seat decided that had no hope left, those in which the leader's estimate fell by 30 points.
    ``calibration``: how good the estimates were."""

    level: str
    number: int
    known_at: Estimate
    lead_changes: Estimate
    comebacks: Estimate
    drama: Estimate
    kings: Estimate
    calibration: list[Known] = []
    examples: list[Example] = []


def courses_of(level: str, facts: Sequence[Facts]) -> Courses:
    """The courses of the matches that somebody won alone."""
    known, changes, back, drama, kings = [], [], [], [], []
    told: list[tuple[int, int, int]] = []
    points: list[tuple[float, int]] = []
    for number, match in enumerate(facts):
        if max(match.share, default=0.0) < 1 or len(match.course) < 3:
            continue
        winner, players = match.share.index(1.0), len(match.share)
        course = match.course
        sure = len(course)
        while sure and course[sure - 1][1][winner] >= SURE:
            sure -= 1
        known.append(course[sure][0] / match.turns if sure < len(course) else 1.0)
        changes.append(float(_lead_changes(course, winner)))
        least = min(shares[winner] for _, shares in course)
        back.append(least < BEHIND / players)
        lags = [max(shares) - shares[winner] for _, shares in course if shares[winner] < max(shares)]
        drama.append(sum(lag**0.5 for lag in lags) / len(lags) if lags else 0.0)
        if players > 2:
            kings += _king(course, match.movers)
        told.append((int(changes[-1]), -round(1000 * least), number))
        points += [(shares[seat], int(seat == winner)) for _, shares in course for seat in range(players)]
    examples: list[Example] = []
    if told:
        for at, why in (
            (0, "the calmest"),
            (len(told) // 2, "in the middle"),
            (len(told) - 1, "the most lead changes"),
        ):
            chosen = sorted(told)[at]
            if chosen[2] not in [each.match for each in examples]:
                match = facts[chosen[2]]
                examples.append(Example(chosen[2], why, match.course, match.share.index(1.0)))
    return Courses(
        level,
        len(told),
        mean(known, (0.0, 1.0)),
        mean(changes),
        share(sum(back), len(back)),
        mean(drama, (0.0, 1.0)),
        share(sum(kings), len(kings)),
        _calibration(points),
        examples,
    )


def _lead_changes(course: Sequence[tuple[int, list[float]]], winner: int) -> int:
    """How often another seat takes the lead, by more than estimates differ by chance."""
    leader, changes = -1, 0
    for _, shares in course:
        best = max(range(len(shares)), key=lambda seat: shares[seat])
        if leader < 0 or shares[best] - shares[leader] > AHEAD:
            changes += leader not in (-1, best)
            leader = best
    return changes + (leader != winner)


def _king(course: Sequence[tuple[int, list[float]]], movers: Mapping[int, int]) -> list[bool]:
    """For each turn of a seat without hope whether the leader fell by it, of the turns that were looked at."""
    found = []
    for (turns, before), (after_turns, after) in pairwise(course):
        mover = movers.get(turns, -1)
        if after_turns == turns + 1 and mover >= 0 and before[mover] < HOPELESS:
            leader = before.index(max(before))
            found.append(before[leader] - after[leader] > SWING)
    return found


def _calibration(points: Sequence[tuple[float, int]]) -> list[Known]:
    found = []
    for part in range(CLASSES):
        inside = [
            each for each in points if part <= each[0] * CLASSES < part + 1 or (part == CLASSES - 1 and each[0] == 1)
        ]
        if inside:
            found.append(Known(sum(e for e, _ in inside) / len(inside), share(sum(w for _, w in inside), len(inside))))
    return found
