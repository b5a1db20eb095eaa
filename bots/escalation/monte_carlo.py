"""Escalation by Monte Carlo: imagine what is hidden, play each answer to the end, keep the best on average.

In them everybody sheds the set after which, his hand refilled, he expects the fewest plays to go. That answer is
kept unless another gains more than 1.2 standard errors over the same worlds; early on it is just played."""

from functools import cache
from itertools import accumulate, chain
from operator import sub
from random import Random
from statistics import mean, stdev
from typing import Any

from referee.bot import Ask, Bot, Option, View

GROUPS = (["2", "3"], ["4", "5", "6"], ["7"], ["8"], ["9"], ["10"], ["J"], ["Q"], ["K"], ["A"])
WORLDS, LATE = 32, 24


class MonteCarlo(Bot):
    def answer(self, view: View, ask: Ask) -> Option:
        self.deck: Any = view.imagine(self.rng).game.deck
        self.plan = cache(lambda hand, stock: min(self.sheds(hand), key=lambda shed: self.cost(hand, shed, stock)))
        self.specials, *self.groups = [self.deck.where(ranks=ranks).mask for ranks in GROUPS]
        hand, stock, taken = self.deck.parse(view.cards("hand")), view.size("stock") or 0, len(view.cards("middle"))
        first: dict[float, Option] = {}  # of answers that promise the same, sets of low cards say, one is enough
        for option in ask.options():
            played = self.deck.parse(option.cards) or self.plan(hand, stock)
            first.setdefault(self.cost(hand, played, stock) + 0.05 * taken * (not option.cards), option)
        likely = [first[cost] for cost in sorted(first)]
        if len(likely) == 1 or stock > LATE:
            return likely[0]
        worlds = [(view.imagine(self.rng), self.rng.random()) for _ in range(WORLDS)]
        worths = [[self.worth(*world, option) for world in worlds] for option in likely[:4]]
        gains = [list(map(sub, each, worths[0])) for each in worths]
        sure = [mean(each) - 1.2 * stdev(each) / WORLDS**0.5 for each in gains]
        return likely[sure.index(max(sure))]

    def worth(self, position: Any, chance: float, option: Option) -> float:
        self.hands: dict[int, int] = {}  # won or lost, and by how much: what the loser could still have shed
        outcome = position.play(self.quickly, Random(chance), first=option).outcome
        won = outcome is not None and outcome.winners == (self.seat,)
        left = [len(self.sheds(hand)) for seat, hand in self.hands.items() if (seat == self.seat) != won]
        return (1 if won else -1) * (1 + 0.2 * min(left, default=0))

    def quickly(self, choice: Any) -> Any:
        """What everybody does in an imagined match, in the kernel's form: shed what is planned, or take first."""
        hand = self.hands[choice.player.seat] = choice.table.hand[choice.player].pile
        plan, arms = self.plan(hand, choice.table.stock.size), choice.space.arms.items()
        ways = [(arm, answer) for answer in (plan, None) for arm, way in arms if way.admits(answer)]
        return ways[0] if ways else choice.space.nth(0)

    def sheds(self, hand: int) -> list[int]:  # every special, and so many of each group as one likes
        parts = [accumulate(self.deck.singles(hand & group)) for group in self.groups]
        return [*self.deck.ones(hand & self.specials), *chain(*parts)]

    def cost(self, hand: int, played: int, stock: int) -> Any:  # plays to be expected still, the hand refilled
        rest, size = hand - played, self.deck.size
        specials, kept = size(rest & self.specials), [group for group in self.groups if rest & group]
        joining = sum(size(self.deck.whole & group) for group in kept) - size(rest) + specials
        return len(kept) + specials + min(size(played), stock) * (1 - joining / (self.deck.total - size(rest)))
