"""How long does it take, and how does it end? And can somebody put the end off?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from referee.study.bulk import RandomPlay
from referee.study.estimates import Estimate, mean, share
from referee.study.matches import Facts


class Lengths(msgspec.Struct):
    """Between players of one level: turns, decisions, and how often each end came about. ``lengths``: turns of
    matches, and how many had so many. ``capped``: the part that the cap on turns stopped."""

    level: str
    number: int
    turns: Estimate
    decisions: Estimate
    ends: dict[str, Estimate]
    capped: Estimate
    lengths: dict[int, int]


def of_matches(level: str, facts: Sequence[Facts]) -> Lengths:
    """The lengths of matches between players of a level."""
    ends = Counter(each.reason for each in facts)
    return _lengths(
        level, len(facts), mean([float(each.turns) for each in facts]),
        mean([float(each.decisions) for each in facts]), ends, Counter(each.turns for each in facts),
    )  # fmt: skip


def of_random(play: RandomPlay) -> Lengths:
    """The lengths of many matches of random play."""
    turns = mean([float(turns) for turns, times in play.lengths.items() for _ in range(times)])
    decisions = Estimate(play.decisions, number=play.number)
    return _lengths("random", play.number, turns, decisions, Counter(play.ends), Counter(play.lengths))


def _lengths(
    level: str, number: int, turns: Estimate, decisions: Estimate, ends: Counter[str], lengths: Counter[int]
) -> Lengths:
    told = {reason: share(times, number) for reason, times in ends.most_common()}
    return Lengths(
        level, number, turns, decisions, told, share(ends["turn-cap"], number), dict(sorted(lengths.items()))
    )
