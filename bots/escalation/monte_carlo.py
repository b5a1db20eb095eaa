"""Escalation by Monte Carlo: imagine the hidden cards, play each answer to the end, keep the best on average.

In the imagined matches everybody plays quickly and not badly: the play that leaves the fewest groups in hand
(see ``greedy``), cheap cards first.
"""

from __future__ import annotations

from typing import Any

from referee.bot import Ask, Bot, Option, View

WORLDS = 6
"""Positions that are imagined for each decision."""
MOST = 5
"""Answers that are tried at most: those after which the fewest plays are left in hand."""
GROUPS = (["4", "5", "6"], *(["7"], ["8"], ["9"], ["10"], ["J"], ["Q"], ["K"], ["A"]))


def plays_left(hand: list[str], played: tuple[str, ...]) -> float:
    """How many plays a hand still needs; to take is worth half a play less than to play."""
    rest = list(hand)
    for card in played:
        rest.remove(card)
    specials = rest.count("2") + rest.count("3")
    return specials + sum(any(card in group for card in rest) for group in GROUPS) + (0 if played else 0.5)


class MonteCarlo(Bot):
    masks: Any = None

    def answer(self, view: View, ask: Ask) -> Option:
        hand = view.cards("hand")
        options = sorted(ask.options(), key=lambda option: plays_left(hand, option.cards))[:MOST]
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
        """What everybody does in an imagined match: the play after which the fewest are left, in packed piles."""
        deck, hand = choice.table.deck, choice.table.hand[choice.player].pile
        if self.masks is None:
            self.masks = [deck.where(ranks=group).mask for group in GROUPS]
            self.specials = deck.where(ranks=["2", "3"]).mask
        best, least = None, 99.0
        for answer in choice.space:
            rest = hand - (answer[1] or 0)
            left = sum([1 for mask in self.masks if rest & mask]) + deck.size(rest & self.specials)
            left += 0 if answer[1] else 0.5
            if left < least:
                best, least = answer, left
        return best
