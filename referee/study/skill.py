"""Does skill count? Ratings of players of different strength, and what the deal decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2

import msgspec
import numpy as np

from referee.stats.means import student_quantile
from referee.stats.ratings import ELO, Results
from referee.study.estimates import Estimate, mean, resampled
from referee.study.experiments import Experiment
from referee.study.levels import budget_of
from referee.study.matches import Facts


class Rated(msgspec.Struct):
    """A level and its rating on Elo's scale, random play at 0."""

    level: str
    elo: Estimate


class Met(msgspec.Struct):
    """Two levels at a table: the score of the stronger one, 0.5 where they are alike."""

    weak: str
    strong: str
    score: Estimate


class Skill(msgspec.Struct):
    """``doubling``: points of Elo for twice the iterations, between the least and the greatest budget. ``helps``:
    whether the greatest budget was still better than the one before; None where that is open. ``deal``: the part of
    the spread of payoffs that the deal makes, between players of ``deal_level``."""

    ratings: list[Rated]
    meetings: list[Met]
    doubling: Estimate = msgspec.field(default_factory=lambda: Estimate(None))
    helps: bool | None = None
    deal: Estimate = msgspec.field(default_factory=lambda: Estimate(None))
    deal_level: str = ""


def score_of(experiment: Experiment, facts: Sequence[Facts], level: str) -> Estimate:
    """The score of the seats of a level against the others, over blocks."""
    return mean(block_scores(experiment, facts, level), (0.0, 1.0))


def block_scores(experiment: Experiment, facts: Sequence[Facts], level: str) -> list[float]:
    """The same of each block."""
    blocks = []
    size = experiment.rotations
    for first in range(0, len(facts) - size + 1, size):
        of_block = []
        for match in range(first, first + size):
            seats = experiment.seating(match)
            of_block += [_score(facts[match].ranks, seats, seat) for seat in range(len(seats)) if seats[seat] == level]
        blocks.append(sum(of_block) / len(of_block))
    return blocks


def _score(ranks: Sequence[int], seats: Sequence[str], seat: int) -> float:
    """Against those of other levels alone: one with himself says nothing."""
    others = [ranks[at] for at in range(len(seats)) if seats[at] != seats[seat]]
    return sum((ranks[seat] < each) + (ranks[seat] == each) / 2 for each in others) / len(others)


def skill_of(
    played: Sequence[tuple[Experiment, Sequence[Facts]]], luck: Experiment, repeated: Sequence[Facts]
) -> Skill:
    """Skill from the meetings of levels and from deals that were repeated."""
    levels = list(dict.fromkeys([level for experiment, _ in played for level in experiment.seats]))
    results = Results(len(levels))
    meetings = []
    for experiment, facts in played:
        size = experiment.rotations
        for first in range(0, len(facts) - size + 1, size):
            block = range(first, first + size)
            results.add_block(
                [([levels.index(each) for each in experiment.seating(match)], facts[match].ranks) for match in block]
            )
        weak, strong = experiment.seats[:2]
        meetings.append(Met(weak, strong, score_of(experiment, facts, strong)))
    ratings = results.fit()
    base = levels.index("random")

    def against(one: int, other: int) -> Estimate:
        points = ratings.elo(one) - ratings.elo(other)
        degrees = min(ratings.degrees(one), ratings.degrees(other))
        reach = ELO * ratings.spread(one, other) ** 0.5 * student_quantile(0.975, degrees)
        return Estimate(points, points - reach, points + reach, int(ratings.blocks[one]))

    rated = [Rated(level, against(at, base) if at != base else Estimate(0.0, 0.0, 0.0, int(ratings.blocks[at])))
             for at, level in enumerate(levels)]  # fmt: skip
    skill = Skill(sorted(rated, key=lambda each: each.elo.value or 0.0), meetings)
    budgets = sorted([level for level in levels if budget_of(level)], key=budget_of)
    if len(budgets) > 1:
        least, most = budgets[0], budgets[-1]
        doublings = log2(budget_of(most) / budget_of(least))
        apart = against(levels.index(most), levels.index(least))
        assert apart.value is not None
        assert apart.reach is not None
        skill.doubling = Estimate(
            apart.value / doublings, apart.reach[0] / doublings, apart.reach[1] / doublings, apart.number
        )
        last = next(each for each in meetings if each.strong == most and each.weak == budgets[-2])
        skill.helps = None if not last.score.excludes(0.5) else (last.score.value or 0.0) > 0.5
    skill.deal, skill.deal_level = deal_of(repeated, luck.repeats), luck.seats[0]
    return skill


def deal_of(facts: Sequence[Facts], repeats: int) -> Estimate:
    """The part of the spread of payoffs that the deal makes: the correlation of two matches of one deal (the
    intraclass correlation; Fisher, Statistical Methods for Research Workers, 1925, chapter VII), over all seats, the
    mean of each seat taken out."""
    deals = len(facts) // repeats
    if deals < 3:
        return Estimate(None)
    payoffs = np.array([each.payoffs for each in facts[: deals * repeats]])
    payoffs = (payoffs - payoffs.mean(axis=0)).reshape(deals, repeats, -1)

    def part(groups: np.ndarray) -> float:
        within = float(groups.var(axis=1, ddof=1).mean())
        between = float(groups.mean(axis=1).var(axis=0, ddof=1).mean()) - within / repeats
        return max(0.0, between) / (max(0.0, between) + within) if between > 0 or within else 0.0

    low, high = resampled(payoffs, part)
    return Estimate(part(payoffs), low, high, deals)


def mean_scores(facts: Mapping[str, Sequence[Facts]]) -> dict[str, Estimate]:
    """The score of all, by level, of a co-operative game."""
    return {level: mean([max(each.payoffs) for each in played]) for level, played in facts.items()}
