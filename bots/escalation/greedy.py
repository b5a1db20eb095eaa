"""Escalation: few turns to go.

Taking and leading is nearly always possible, so once the stock is gone every turn can shed one *group*:
all cards of equal value, or a single special. The hand with the fewest groups is the nearest to winning.
This bot makes the play after which, its hand refilled, it can expect the fewest; cards taken count a little.
"""

from collections import Counter

from referee.bot import Ask, Bot, Option, View

LOW = ("4", "5", "6")
SPECIALS = ("2", "3")
CARDS = 52
TAKEN_CARD = 0.05
"""What a taken card costs, in groups: only losers pay for it."""


def group(card: str) -> str:
    return "low" if card in LOW else card


class Greedy(Bot):
    def answer(self, view: View, ask: Ask) -> Option:
        hand = Counter(view.cards("hand"))
        return min(ask.options(), key=lambda option: self.cost(option, hand, view))

    def cost(self, option: Option, hand: Counter[str], view: View) -> float:
        if option.arm == "take":
            # A lead follows in the same turn: of a whole group, or of one special.
            leads = [
                Counter({card: 1} if card in SPECIALS else {c: n for c, n in hand.items() if group(c) == group(card)})
                for card in hand
            ]
            return min(self.groups_after(lead, hand, view) for lead in leads) + TAKEN_CARD * len(view.cards("middle"))
        return self.groups_after(Counter(option.cards), hand, view)

    def groups_after(self, played: Counter[str], hand: Counter[str], view: View) -> float:
        """How many groups are to be expected after the refill: those kept, and drawn cards that join none."""
        rest = hand - played
        specials = sum(rest[card] for card in SPECIALS)
        kept = {group(card) for card in rest if card not in SPECIALS}
        joining = sum(12 if each == "low" else 4 for each in kept) - (rest.total() - specials)
        drawn = min(played.total(), view.size("stock") or 0)
        return len(kept) + specials + drawn * (1 - joining / (CARDS - rest.total()))
