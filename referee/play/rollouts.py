"""Policy improvement by rollouts: the answer of a policy, unless another one is better in what follows.

In each of many imagined positions every candidate is played once, with the same chance, and then everybody plays by
the policy (G. Tesauro, G. R. Galperin, "On-line policy improvement using Monte-Carlo search", NIPS 9, 1996; several
imagined positions for what is hidden: M. L. Ginsberg, "GIB", JAIR 14, 2001). Candidates that are seen to be worse are
dropped, so that the others are played more often (racing; O. Maron, A. W. Moore, NIPS 6, 1993). As all are played in
the same positions, differences count and not what the cards bring. An answer is better if it is so by as many standard
errors as the best of so many candidates comes to by luck, √(2 ln (1 + number)).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from math import inf, log, sqrt
from typing import Any

from referee.play.bot import Ask, Bot, Option, View
from referee.play.chance import StockInOrder
from referee.play.course import Course
from referee.play.hidden import CannotImagine
from referee.play.horizon import Horizon
from referee.play.policies import Players
from referee.play.position import Position

FEWEST = 5
"""Matches before a candidate is dropped."""
ALIKE = 10
"""Matches before a candidate is dropped that has come to the same as the policy's answer in all of them."""
HOPELESS = 0.5
"""Standard errors above its mean at which a candidate is still worse than the policy's answer: it is dropped."""
PAYOFF = 0.2
"""What the greatest difference of payoffs counts beside a win."""
POSITIONS = 4
"""Positions that are imagined for a decision at least, and one for every ``PLAYED`` matches of the budget. They are
taken in turn, with other chance."""
PLAYED = 8
"""Each candidate is to be played so often at least: with a budget of 100 there are 12."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What the seat had where a match was cut: its payoff, its part of the lead, and whether that was the end."""

    payoff: float
    lead: float
    is_end: bool


@dataclass(slots=True)
class Candidate:
    """An answer, and how much more it gained than the policy's own answer, match by match."""

    plain: Any
    """The answer as JSON data."""
    endings: list[Ending] = field(default_factory=list)
    more: list[float] = field(default_factory=list)

    def compare(self, usual: list[Ending], span: float) -> None:
        """Find ``more``: to win counts 1, or to be ahead at the end of a hand. So does the distance of the payoffs that
        were met (``span``); where all matches came to their ends that is ``PAYOFF``."""
        pairs = list(zip(self.endings, usual, strict=True))
        weight = PAYOFF if all(mine.is_end and theirs.is_end for mine, theirs in pairs) else 1.0
        self.more = [mine.lead - theirs.lead + weight * (mine.payoff - theirs.payoff) / span for mine, theirs in pairs]

    def may_be_better(self) -> bool:
        """Whether to go on with it. What has never made a difference yet is looked at for longer."""
        best = self.mean() + HOPELESS * self.error()
        return best > 0 or (best == 0 and len(self.more) < ALIKE)

    def mean(self) -> float:
        return sum(self.more) / len(self.more)

    def error(self) -> float:
        """The standard error of the mean."""
        mean, number = self.mean(), len(self.more)
        return sqrt(sum((each - mean) ** 2 for each in self.more) / (number - 1) / number)


class Rollouts:
    """Looks for a better answer than a policy gives. The same ``rng`` and ``budget`` (matches that are played on) find
    the same answer."""

    def __init__(self, rng: random.Random, budget: int, policy: type[Bot]) -> None:
        self.rng, self.budget, self.policy = rng, budget, policy
        self.played = 0
        """How many matches were played on for the last answer."""

    def best(self, view: View, ask: Ask) -> Option:
        """The answer: that of the policy where no position can be imagined."""
        self.played = 0
        if ask.count() == 1:
            return next(ask.options())
        usual = Players(self.policy, view.game, self.rng.getrandbits(32)).option(view, ask)
        others = [Candidate(each) for each in self.others(ask, usual)]
        sure = sqrt(2 * log(1 + len(others)))
        endings: list[Ending] = []
        positions: list[Position] = []
        least, most = inf, -inf
        while others and self.played + 1 + len(others) <= self.budget:
            position = self.position(view, positions, len(endings))
            if position is None:
                break
            seed = self.rng.getrandbits(32)
            endings.append(self.ending(position, usual.plain, view.seat, seed))
            for each in others:
                each.endings.append(self.ending(position, each.plain, view.seat, seed))
            payoffs = [each.endings[-1].payoff for each in others] + [endings[-1].payoff]
            least, most = min(least, *payoffs), max(most, *payoffs)
            if len(endings) >= FEWEST:
                for each in others:
                    each.compare(endings, max(most - least, 1e-9))
                others = [each for each in others if each.may_be_better()]
        found = [each for each in others if each.more and each.mean() > sure * each.error()]
        if not found:
            return usual
        return ask.read(max(found, key=lambda each: each.mean() - sure * each.error()).plain)

    def position(self, view: View, positions: list[Position], number: int) -> Position | None:
        """The position for a match: another one each time, or one of the many that were imagined."""
        if len(positions) < max(POSITIONS, self.budget // PLAYED):
            try:
                positions.append(view.imagine(self.rng))
            except CannotImagine:  # it was tried many times
                if not positions:
                    return None
        return positions[number % len(positions)]

    def others(self, ask: Ask, usual: Option) -> list[Any]:
        """The answers that are held against the policy's own, as JSON data: all, or some that are like it."""
        most = max(1, self.budget // PLAYED)
        if ask.count() <= most + 1:
            return [each.plain for each in ask.options() if each.raw != usual.raw]
        known = {str(usual.plain)}
        found: list[Any] = []
        for attempt in range(4 * most):
            plain = self.near(ask, usual.plain) if attempt % 2 else ask.sample(self.rng).plain
            if plain is not None and str(plain) not in known and len(found) < most:
                known.add(str(plain))
                found.append(plain)
        return found

    def near(self, ask: Ask, plain: Any) -> Any:
        """An answer that has one thing more, less or another one than a list of cards; None where that is none."""
        arm, things = ([], plain) if not _is_arm(plain) else ([plain[0]], plain[1])
        if not isinstance(things, list) or not things:
            return None
        other = ask.sample(self.rng).plain
        theirs = other[1] if arm and _is_arm(other) and other[0] == arm[0] else other
        if not isinstance(theirs, list) or not theirs:
            return None
        changed = list(things)
        changed[int(self.rng.random() * len(changed))] = theirs[int(self.rng.random() * len(theirs))]
        answer = [*arm, changed] if arm else changed
        return ask.read(answer).plain if ask.admits(answer) else None

    def ending(self, position: Position, answer: Any, seat: int, seed: int) -> Ending:
        """What the seat has where it answers so and all play by the policy."""
        self.played += 1
        draw, players = StockInOrder(random.Random(seed)), Players(self.policy, position.game, seed)
        course = Course(
            position.game,
            position.table(),
            position.game.turn_cap,
            draw,
            (*position.answers, answer),
            as_data=True,
        )
        horizon = Horizon(course)
        while course.choice is not None and not horizon.passed():
            course.answer(players.answer(course.choice))
        leaders = horizon.leaders()
        lead = 1 / len(leaders) if seat in leaders else 0.0
        return Ending(horizon.gains()[seat], lead, course.table.outcome is not None)


def _is_arm(plain: Any) -> bool:
    return isinstance(plain, list) and len(plain) == 2 and isinstance(plain[0], str) and isinstance(plain[1], list)
