"""Policy improvement by rollouts: the answer of a policy, unless another one is better in what follows.

In each of many imagined positions every candidate is played once, with the same chance, and then everybody plays by
the policy (G. Tesauro, G. R. Galperin, "On-line policy improvement using Monte-Carlo search", NIPS 9, 1996; several
imagined positions for what is hidden: M. L. Ginsberg, "GIB", JAIR 14, 2001). Candidates that are seen to be worse are
dropped, so that the others are played more often (racing; O. Maron, A. W. Moore, NIPS 6, 1993). As all are played in
the same positions, differences count and not what the cards bring. An answer is better if it is so by as many standard
errors as the best of so many candidates comes to by luck, √(2 ln (1 + number)), or half of them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf, isqrt, log, sqrt
from typing import Any

from referee.play.bot import Ask, Option, View
from referee.play.hidden import CannotImagine
from referee.play.playing_on import Ending, Job, PlayingOn
from referee.play.position import Position

FEWEST = 5
"""Matches before a candidate is dropped."""
ALIKE = 10
"""Matches before a candidate is dropped that has come to the same as the policy's answer in all of them."""
HOPELESS = 0.5
"""Standard errors above its mean at which a candidate is still worse than the policy's answer: it is dropped, so that
others are played more often. A question with two answers has no others: there it is so many errors only in the end,
and before times the root of how many times as often it can be played in all."""
PAYOFF = 0.2
"""What the greatest difference of payoffs counts beside a win."""
POSITIONS, MANY_POSITIONS = 4, 16
"""Positions that are imagined for a decision at least, and one for every ``PLAYED`` matches of the budget up to so
many; half the root of the budget where that is more. They are taken in turn, with other chance."""
PLAYED = 8
"""Each candidate is to be played so often at least: with a budget of 100 there are 12."""
OFTEN = 20
"""Matches after which an answer has to be better by half as many standard errors: to be wrong costs little then."""
AT_ONCE = 64
"""Matches that are played before candidates are compared again, once they were played ``FEWEST`` times."""


@dataclass(slots=True)
class Candidate:
    """An answer, and how much more it gained than the policy's own answer, summed over matches: of the lead, of the
    payoff, and their squares and product."""

    plain: Any
    """The answer as JSON data."""
    played: int = 0
    gained: float = 0.0
    """The sum of its payoffs."""
    lead: float = 0.0
    payoff: float = 0.0
    lead_lead: float = 0.0
    lead_payoff: float = 0.0
    payoff_payoff: float = 0.0
    all_ended: bool = True
    weight: float = 0.0
    """What a unit of payoff counts beside a win."""

    def add(self, mine: Sequence[Ending], usual: Sequence[Ending]) -> None:
        """Of some matches."""
        leads = [one.lead - other.lead for one, other in zip(mine, usual, strict=True)]
        payoffs = [one.payoff - other.payoff for one, other in zip(mine, usual, strict=True)]
        self.played += len(mine)
        self.gained += sum([each.payoff for each in mine])
        self.lead += sum(leads)
        self.payoff += sum(payoffs)
        self.lead_lead += sum([each * each for each in leads])
        self.lead_payoff += sum([one * other for one, other in zip(leads, payoffs, strict=True)])
        self.payoff_payoff += sum([each * each for each in payoffs])
        self.all_ended = self.all_ended and all(each.is_end for each in (*mine, *usual))

    def weigh(self, span: float) -> None:
        """To win counts 1, or to be ahead at the end of a hand. So does the distance of the payoffs that were met
        (``span``); where all matches came to their ends that is ``PAYOFF``."""
        self.weight = (PAYOFF if self.all_ended else 1.0) / span

    def may_be_better(self, left: float = 0.0) -> bool:
        """Whether to go on with it, where so many matches are kept for it alone. What has never made a difference yet
        is looked at for longer."""
        best = self.mean() + HOPELESS * sqrt(1 + left / self.played) * self.error()
        return best > 0 or (best == 0 and self.played < ALIKE)

    def surely(self, luck: float) -> float:
        """How much more it gains, less so many standard errors; half of them where it was played often."""
        return self.mean() - luck * self.error() / (1 if self.played < OFTEN else 2)

    def mean(self) -> float:
        return (self.lead + self.weight * self.payoff) / self.played

    def error(self) -> float:
        """The standard error of the mean."""
        weight, number = self.weight, self.played
        squares = self.lead_lead + 2 * weight * self.lead_payoff + weight * weight * self.payoff_payoff
        return sqrt(max(squares - number * self.mean() ** 2, 0.0) / (number - 1) / number)


class Rollouts:
    """Looks for a better answer than a policy gives. The same ``rng`` and ``budget`` (matches that are played on) find
    the same answer, whoever plays them on."""

    def __init__(self, rng: random.Random, budget: int, playing: PlayingOn) -> None:
        self.rng, self.budget, self.playing, self.why = rng, budget, playing, playing.why
        self.played = 0
        """How many matches were played on for the last answer."""
        self.tried: list[Candidate] = []
        """The answers that were held against that of the policy, which is the first."""

    def best(self, view: View, ask: Ask) -> Option:
        """The answer: that of the policy where no position can be imagined."""
        self.played, self.tried = 0, []
        if ask.count() == 1:
            return next(ask.options())
        rng = self.rng
        positions: list[Position] = []
        self.one_more(view, positions)
        usual = self.playing.usual(view, ask, positions[0] if positions else None, rng)
        if not positions:
            return usual
        self.tried = [Candidate(each) for each in (usual.plain, *self.others(ask, usual))]
        self.playing.begin([each.plain for each in self.tried])
        numbers = {id(each): number for number, each in enumerate(self.tried)}
        key = rng.getrandbits(64), rng.getrandbits(64)
        first_candidate, *others = self.tried
        many = max(POSITIONS, min(self.budget // PLAYED, max(MANY_POSITIONS, isqrt(self.budget) // 2)))
        match, least, most = 0, inf, -inf
        while others and self.played + 1 + len(others) <= self.budget:
            each_round = [first_candidate, *others]
            tried = [numbers[id(each)] for each in each_round]
            rounds = FEWEST if match < FEWEST else max(1, AT_ONCE // len(each_round))
            rounds = min(rounds, (self.budget - self.played) // len(each_round))
            jobs: list[Job] = []
            for _ in range(rounds):
                if match == len(positions) < many:
                    self.one_more(view, positions)
                at = match % len(positions)
                jobs += [Job(at, number, match) for number in tried]
                match += 1
            endings = self.playing.endings(positions, jobs, key, view.seat)
            self.played += len(jobs)
            for nth, each in enumerate(each_round):
                each.add(endings[nth :: len(each_round)], endings[:: len(each_round)])
            payoffs = [each.payoff for each in endings]
            least, most = min(least, *payoffs), max(most, *payoffs)
            if match >= FEWEST:
                for each in others:
                    each.weigh(max(most - least, 1e-9))
                left = (self.budget - self.played) / 2 if len(self.tried) == 2 else 0.0
                others = [each for each in others if each.may_be_better(left)]
        luck = sqrt(2 * log(len(self.tried)))
        better = [(each.surely(luck), each) for each in others if match >= FEWEST]
        gain, found = max(better, key=lambda each: each[0], default=(0.0, first_candidate))
        return ask.read(found.plain) if gain > 0 else usual

    def one_more(self, view: View, positions: list[Position]) -> None:
        """Imagine another position, where that can be: it is tried many times."""
        with suppress(CannotImagine):
            positions.append(view.imagine(self.rng))

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


def _is_arm(plain: Any) -> bool:
    return isinstance(plain, list) and len(plain) == 2 and isinstance(plain[0], str) and isinstance(plain[1], list)
