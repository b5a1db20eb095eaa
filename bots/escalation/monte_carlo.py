"""Escalation by Monte Carlo: imagine what is hidden, play each answer to the end, keep the best on average.

In the imagined matches everybody plays like ``greedy``. That answer is kept unless another is shown to be better:
by more than the standard error of the difference, over worlds and chances that both were tried in.
"""

from __future__ import annotations

from random import Random
from statistics import mean, stdev
from typing import Any

from referee.bot import Ask, Bot, Option, View

GROUPS = (["4", "5", "6"], ["7"], ["8"], ["9"], ["10"], ["J"], ["Q"], ["K"], ["A"])


class MonteCarlo(Bot):
    def answer(self, view: View, ask: Ask) -> Option:
        # Fours, fives and sixes are worth the same: of sets that differ only in them one is enough.
        found = {(o.arm, len(o.cards), "low" if set(o.cards) <= {"4", "5", "6"} else o.cards): o for o in ask.options()}
        table: Any = view.imagine(self.rng).table()
        deck, hand = table.deck, table.hand[table.players[self.seat]].pile
        where = deck.where
        self.masks = [(where(ranks=group).mask, 4 * len(group)) for group in GROUPS]
        self.specials = where(ranks=["2", "3"]).mask
        options = sorted(found.values(), key=lambda option: self.cost(table, hand, deck.parse(option.cards)))[:4]
        if len(options) == 1 or table.stock.size > 20:
            return options[0]
        won: list[list[float]] = [[] for _ in options]
        for _ in range(24):
            position, chance = view.imagine(self.rng), self.rng.random()
            for results, option in zip(won, options, strict=True):
                end = position.play(self.quickly, Random(chance), first=option).outcome
                results.append(end.payoffs[self.seat] if end else 0)
        better = [[one - other for one, other in zip(each, won[0], strict=True)] for each in won]
        sure = [mean(each) - stdev(each) / len(each) ** 0.5 for each in better]
        return options[sure.index(max(sure))]

    def quickly(self, choice: Any) -> Any:
        """What everybody does in an imagined match, in the kernel's form."""
        table = choice.table
        hand = table.hand[choice.player].pile
        return min(choice.space, key=lambda answer: self.cost(table, hand, answer[1] or 0))

    def cost(self, table: Any, hand: int, played: int) -> Any:
        """How many plays are to be expected still, the hand refilled; 0 played is to take, and to lead then."""
        if not played:
            leads = [hand & mask for mask, _ in self.masks] + list(table.deck.ones(hand & self.specials))
            return 0.05 * table.middle.size + min([self.cost(table, hand, lead) for lead in leads if lead], default=0)
        rest, size = hand - played, table.deck.size
        specials, kept = size(rest & self.specials), [copies for mask, copies in self.masks if rest & mask]
        joining = (sum(kept) - size(rest) + specials) / (table.deck.total - size(rest))
        return len(kept) + specials + min(size(played), table.stock.size) * (1 - joining)
