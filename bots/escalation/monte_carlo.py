"""Escalation by Monte Carlo: imagine what is hidden, play each answer to the end, keep the best on average.

In the imagined matches everybody plays like ``greedy``, in packed piles: after which play, the hand refilled, are
the fewest plays to be expected?
"""

from __future__ import annotations

from typing import Any

from referee.bot import Ask, Bot, Option, View

WORLDS = 10
"""Positions that are imagined for each decision."""
GROUPS = (["4", "5", "6"], ["7"], ["8"], ["9"], ["10"], ["J"], ["Q"], ["K"], ["A"])


class MonteCarlo(Bot):
    masks: Any = None

    def answer(self, view: View, ask: Ask) -> Option:
        # Fours, fives and sixes are worth the same: of sets that differ only in them one is enough.
        found = {(o.arm, len(o.cards), "low" if set(o.cards) <= {"4", "5", "6"} else o.cards): o for o in ask.options()}
        options = list(found.values())
        if len(options) == 1:
            return options[0]
        won = [0.0] * len(options)
        for _ in range(WORLDS):
            position = view.imagine(self.rng)
            for number, option in enumerate(options):
                end = position.play(self.quickly, self.rng, first=option).outcome
                won[number] += end.payoffs[self.seat] if end else 0
        return options[won.index(max(won))]

    def quickly(self, choice: Any) -> Any:
        """What everybody does in an imagined match, in the kernel's form."""
        table, hand = choice.table, choice.table.hand[choice.player].pile
        if self.masks is None:
            where = table.deck.where
            self.masks = [(where(ranks=group).mask, 4 * len(group)) for group in GROUPS]
            self.specials = where(ranks=["2", "3"]).mask
        best, least = None, 99.0
        for answer in choice.space:
            if answer[1]:
                cost = self.plays_left(table, hand, answer[1])
            else:
                leads = [hand & mask for mask, _ in self.masks] + [one for one in table.deck.ones(hand & self.specials)]
                cost = min([self.plays_left(table, hand, lead) for lead in leads if lead], default=0)
                cost += 0.05 * table.middle.size
            if cost < least:
                best, least = answer, cost
        return best

    def plays_left(self, table: Any, hand: int, played: int) -> float:
        rest, size = hand - played, table.deck.size
        specials, kept = size(rest & self.specials), [copies for mask, copies in self.masks if rest & mask]
        joining = (sum(kept) - size(rest) + specials) / (table.deck.total - size(rest))
        return len(kept) + specials + min(size(played), table.stock.size) * (1 - joining)
